/** Where an API is, and who may ask it, as flags and variables tell: of a site that is asked, or of one that is served. */
import { ApiKey } from "../access/api-key.ts";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { DEFAULT_PREFIX } from "../operations.ts";
import { withoutMark } from "../text/byte-order-mark.ts";
import type { Values } from "./flag.ts";
import { readInput } from "./read-input.ts";
import { type API_FLAGS, readPrefix } from "./shared-flags.ts";

/** The prefix as it stands in a URL. */
export function prefixPath(
  { prefix }: Values<Pick<typeof API_FLAGS, "prefix">>,
  { env }: Pick<Io, "env">,
): string {
  const path = prefix ?? readPrefix(env.MIGRATIONS_PREFIX || DEFAULT_PREFIX);
  return path.split("/").map(encodeURIComponent).join("/");
}

/**
 * The API key and where it came from, if one is set. It is never a flag's value: `ps` would show it. From now on nothing is
 * said with the key in it.
 * @param env variables, of which one may hold it
 * @throws UsageError where it is empty, or no line of text
 */
export async function readApiKey(
  { apiKeyFile }: Values<Pick<typeof API_FLAGS, "apiKeyFile">>,
  io: Io,
  env: Io["env"] = io.env,
): Promise<{ key: ApiKey; origin: string } | undefined> {
  if (apiKeyFile === undefined && !env.MIGRATIONS_API_KEY) return undefined;
  const origin =
    apiKeyFile === undefined ? "MIGRATIONS_API_KEY" : apiKeyFile === "-" ? "standard input" : apiKeyFile;
  const text =
    apiKeyFile === undefined
      ? withoutMark(env.MIGRATIONS_API_KEY ?? "")
      : await readInput(apiKeyFile, io, `the API key cannot be read from ${apiKeyFile}`);
  const line = text.replace(/\r?\n$/, "");
  if (line === "") throw new UsageError(`the API key in ${origin} is empty`);
  if (/\p{Cc}/u.test(line)) {
    throw new UsageError(`the API key in ${origin} has control characters in it: it is one line of text`);
  }
  const key = new ApiKey(line);
  const { secret } = io;
  io.secret = { hide: (text) => key.hide(secret ? secret.hide(text) : text) };
  return { key, origin };
}

/** Reads the API key, which is never a flag's value: `ps` would show it. */
import { ApiKey } from "../api-key.ts";
import { withoutMark } from "../byte-order-mark.ts";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import type { Values } from "./flag.ts";
import { readInput } from "./read-input.ts";
import type { API_FLAGS } from "./shared-flags.ts";

/**
 * The API key and where it came from, if one is set. From now on nothing is said with the key in it.
 * @param env variables, of which one may hold it
 * @throws UsageError where it is empty, or no line of text
 */
export async function readApiKey(
  { apiKeyFile }: Values<Pick<typeof API_FLAGS, "apiKeyFile">>,
  io: Io,
  env: Io["env"] = io.env,
): Promise<{ key: ApiKey; origin: string } | undefined> {
  const origin =
    apiKeyFile === undefined ? "MIGRATIONS_API_KEY" : apiKeyFile === "-" ? "standard input" : apiKeyFile;
  const text =
    apiKeyFile === undefined
      ? withoutMark(env.MIGRATIONS_API_KEY ?? "")
      : await readInput(apiKeyFile, io, `the API key cannot be read from ${apiKeyFile}`);
  if (apiKeyFile === undefined && !env.MIGRATIONS_API_KEY) return undefined;
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

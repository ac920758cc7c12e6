/** A remote to ask, as flags and variables tell it. Loaded only where one is asked, or its API is served. */
import type { ApiKey } from "../api-key.ts";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { API_SEGMENT, DEFAULT_PREFIX, OPERATIONS } from "../operations.ts";
import type { ConnectionOptions } from "../sources/dispatcher.ts";
import { readConnection } from "./connection.ts";
import { refuseGiven, type Values } from "./flag.ts";
import { readApiKey } from "./read-api-key.ts";
import {
  type API_FLAGS,
  DEFAULT_TIMEOUT,
  type PlaceFlags,
  READING_GROUP,
  readPrefix,
} from "./shared-flags.ts";

/** A remote to ask. */
export type RemotePlace = {
  baseUrl: string;
  prefix: string;
  apiKey: ApiKey | undefined;
  timeout: number;
  /** The largest answer that is taken, in bytes; `undefined` for the default. */
  maxAnswer: number | undefined;
  connection: ConnectionOptions;
};

/**
 * @param text the base URL, which may have been pasted with more behind it
 * @param env variables, which may give key and prefix
 * @throws UsageError for what is none, and for flags that mean nothing for a remote or contradict it
 */
export async function readRemote(
  text: string,
  flags: PlaceFlags,
  io: Io,
  env: Io["env"] = io.env,
): Promise<RemotePlace> {
  refuseGiven(READING_GROUP.flags, flags, "is of no use here: a remote answers as it sees fit");
  const { baseUrl, prefix } = parseBaseUrl(text);
  if (flags.prefix !== undefined && prefix !== undefined && prefixPath(flags, { env }) !== prefix) {
    throw new UsageError(`the base URL has the prefix "${prefix}", --prefix another: give one`);
  }
  const timeout = flags.timeout ?? DEFAULT_TIMEOUT;
  return {
    baseUrl,
    prefix: prefix ?? prefixPath(flags, { env }),
    apiKey: (await readApiKey(flags, io, env))?.key,
    timeout,
    maxAnswer: flags.maxAnswer,
    connection: readConnection(flags, timeout, io),
  };
}

/** Splits a URL that may have been pasted with the API's path, or one of its operations. */
function parseBaseUrl(text: string): { baseUrl: string; prefix: string | undefined } {
  const url = parseHttpUrl(text);
  const segments = url.pathname.split("/").filter((segment) => segment !== "");
  const operations = OPERATIONS.map(({ name }) => name.toLowerCase());
  if (operations.includes(segments.at(-1)?.toLowerCase() ?? "")) segments.pop();
  else if (url.search)
    throw new UsageError("the base URL has a query: leave out what begins with the question mark");
  if (segments.at(-1)?.toLowerCase() === API_SEGMENT.toLowerCase() && segments.length > 1) {
    return { baseUrl: url.origin, prefix: segments.slice(0, -1).join("/") };
  }
  return { baseUrl: [url.origin, ...segments].join("/"), prefix: undefined };
}

function parseHttpUrl(text: string): URL {
  if (!URL.canParse(text)) throw new UsageError("the base URL is no URL: it looks like https://old.example");
  const url = new URL(text);
  if (url.username || url.password) {
    throw new UsageError(
      "the base URL holds credentials: leave them out, and give the API key with --api-key-file",
    );
  }
  if (url.protocol === "http:" || url.protocol === "https:") return url;
  throw new UsageError(
    "the base URL begins with neither http:// nor https://: it looks like https://old.example",
  );
}

/** The prefix as it stands in a URL. */
export function prefixPath(
  { prefix }: Values<Pick<typeof API_FLAGS, "prefix">>,
  { env }: Pick<Io, "env">,
): string {
  const path = prefix ?? readPrefix(env.MIGRATIONS_PREFIX || DEFAULT_PREFIX);
  return path.split("/").map(encodeURIComponent).join("/");
}

/** A remote to ask, and the access to an API, as flags and variables tell them. */
import { ApiKey } from "../access/api-key.ts";
import { UsageError } from "../errors.ts";
import { type Io, writeError } from "../io.ts";
import { API_SEGMENT, DEFAULT_PREFIX, OPERATIONS } from "../operations.ts";
import type { ConnectionOptions } from "../sources/http-client.ts";
import { withoutMark } from "../text/byte-order-mark.ts";
import { readInput, readTextFile, refuseGiven, type Values } from "./flag.ts";
import {
  type API_FLAGS,
  type ASKING_FLAGS,
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

/**
 * Which connections are made. Says on stderr what is not safe about it.
 * @param timeout in seconds
 * @throws UsageError where the certificates cannot be read
 */
export function readConnection(
  { caFile, insecure }: Values<Pick<typeof ASKING_FLAGS, "caFile" | "insecure">>,
  timeout: number,
  io: Io,
): ConnectionOptions {
  if (insecure)
    writeError(io, "warning: --insecure: the server's certificate is not checked, so it may be anyone");
  return {
    timeout,
    insecure,
    ca: caFile === undefined ? undefined : readCertificates(caFile),
    proxies: {
      http: variable(io, "http_proxy"),
      https: variable(io, "https_proxy"),
      except: variable(io, "no_proxy"),
    },
  };
}

function readCertificates(path: string): string {
  const text = readTextFile(path, `--ca-file cannot be read from ${path}`);
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  throw new UsageError(`--ca-file ${path} holds no certificate in PEM (-----BEGIN CERTIFICATE-----)`);
}

/** Both spellings are in use; the lower-case one is the older and wins. */
function variable({ env }: Io, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined;
}

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

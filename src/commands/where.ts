/** Where a command reads from: a data directory, the sample, or a remote; told by flags, else by variables. */
import { readFileSync } from "node:fs";
import { UsageError } from "../errors.ts";
import { type ReadOptions, refuseOptions } from "../formats/read-options.ts";
import type { Io } from "../io.ts";
import { API_SEGMENT, DEFAULT_PREFIX, OPERATIONS } from "../operations.ts";
import { SAMPLE_DIRECTORY } from "../sample.ts";
import type { ConnectionOptions } from "../sources/dispatcher.ts";
import { type ConnectionFlags, readConnection } from "./connection.ts";
import { DEFAULT_DIRECTORY, DEFAULT_TIMEOUT } from "./defaults.ts";

/** The flags, as they are given. */
export type WhereFlags = ConnectionFlags & {
  data?: string;
  sample?: boolean;
  baseUrl?: string;
  prefix?: string;
  apiKeyFile?: string;
  timeout?: string;
} & ReadOptions;

/** A directory to load, or a file that is loaded as one. */
export type DirectoryPlace = { directory: string; options: ReadOptions };
/** A remote to ask. */
export type RemotePlace = {
  baseUrl: string;
  prefix: string;
  apiKey: string | undefined;
  timeout: number;
  connection: ConnectionOptions;
};

/** Node's own limit for a silent server. */
const LONGEST_TIMEOUT = 300;

/** @throws UsageError where flags or variables contradict each other */
export async function readPlace(flags: WhereFlags, io: Io): Promise<DirectoryPlace | RemotePlace> {
  const { MIGRATIONS_DATA, MIGRATIONS_BASE_URL } = io.env;
  const given = [
    ...(flags.data === undefined ? [] : ["--data"]),
    ...(flags.sample ? ["--sample"] : []),
    ...(flags.baseUrl === undefined ? [] : ["--base-url"]),
  ];
  if (given.length > 1) throw new UsageError(`${given.join(" and ")} name two places to read from: give one`);
  if (flags.baseUrl !== undefined) return readRemote(flags.baseUrl, flags, io);
  if (given.length > 0) return readDirectory(flags, io);
  if (MIGRATIONS_DATA && MIGRATIONS_BASE_URL) {
    throw new UsageError(
      "MIGRATIONS_DATA and MIGRATIONS_BASE_URL name two places to read from: unset one, or say --data or --base-url",
    );
  }
  return MIGRATIONS_BASE_URL ? readRemote(MIGRATIONS_BASE_URL, flags, io) : readDirectory(flags, io);
}

/** The directory that is to be loaded, for commands that know no remote. */
export function readDirectory(flags: WhereFlags, { env }: Io): DirectoryPlace {
  const { data, sample, culture, includeUnpublished, editors } = flags;
  if (data !== undefined && sample)
    throw new UsageError("--data and --sample name two places to read from: give one");
  if (data === "") throw new UsageError("--data is empty: it names a directory");
  if (culture === "") throw new UsageError("--culture is empty: it takes a code such as en-US");
  return {
    directory: sample ? SAMPLE_DIRECTORY : (data ?? (env.MIGRATIONS_DATA || DEFAULT_DIRECTORY)),
    options: { culture, includeUnpublished, editors },
  };
}

async function readRemote(text: string, flags: WhereFlags, io: Io): Promise<RemotePlace> {
  const reason = "a remote answers as it sees fit";
  refuseOptions(flags, { culture: reason, includeUnpublished: reason, editors: reason });
  const { baseUrl, prefix } = parseBaseUrl(text);
  if (flags.prefix !== undefined && prefix !== undefined && readPrefix(flags, io) !== prefix) {
    throw new UsageError(`the base URL has the prefix "${prefix}", --prefix another: give one`);
  }
  const timeout = readTimeout(flags.timeout);
  return {
    baseUrl,
    prefix: prefix ?? readPrefix(flags, io),
    apiKey: (await readApiKey(flags, io))?.key,
    timeout,
    connection: readConnection(flags, timeout, io),
  };
}

/** Splits a URL that may have been pasted with the API's path, or one of its operations. */
export function parseBaseUrl(text: string): { baseUrl: string; prefix: string | undefined } {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError("the base URL is no URL: it looks like https://old.example");
  }
  if (url.username || url.password) {
    throw new UsageError(
      "the base URL holds credentials: leave them out, and give the API key with --api-key-file",
    );
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new UsageError(`the base URL begins with ${url.protocol}: it must begin with http:// or https://`);
  }
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

/** The path segments before `Migrations`, without slashes around them. */
export function readPrefix({ prefix }: Pick<WhereFlags, "prefix">, { env }: Io): string {
  const text = prefix ?? (env.MIGRATIONS_PREFIX || DEFAULT_PREFIX);
  const segments = text.replace(/^\/+|\/+$/g, "").split("/");
  const isPath = segments.every((segment) => /^[^\s?#%\\]+$/.test(segment) && !/^\.\.?$/.test(segment));
  if (!isPath)
    throw new UsageError(`the prefix ${JSON.stringify(text)} is no path: it looks like umbraco/Limbo`);
  return segments.map(encodeURIComponent).join("/");
}

/** The API key and where it came from, if one is set. It is never a flag's value, which `ps` would show. */
export async function readApiKey(
  { apiKeyFile }: Pick<WhereFlags, "apiKeyFile">,
  io: Io,
): Promise<{ key: string; origin: string } | undefined> {
  const origin =
    apiKeyFile === undefined ? "MIGRATIONS_API_KEY" : apiKeyFile === "-" ? "standard input" : apiKeyFile;
  const text = apiKeyFile === undefined ? io.env.MIGRATIONS_API_KEY : await readKeyFile(apiKeyFile, io);
  if (apiKeyFile === undefined && !text) return undefined;
  const key = (text ?? "").replace(/^\uFEFF/, "").replace(/\r?\n$/, "");
  if (key === "") throw new UsageError(`the API key in ${origin} is empty`);
  if (/\p{Cc}/u.test(key))
    throw new UsageError(`the API key in ${origin} has control characters in it: it is one line of text`);
  return { key, origin };
}

async function readKeyFile(path: string, io: Io): Promise<string> {
  try {
    if (path !== "-") return readFileSync(path, "utf8");
    const chunks: Buffer[] = [];
    for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString("utf8");
  } catch (error) {
    throw new UsageError(`the API key cannot be read from ${path}: ${(error as Error).message}`);
  }
}

function readTimeout(text: string | undefined): number {
  if (text === undefined) return DEFAULT_TIMEOUT;
  const seconds = /^[0-9]+(?:\.[0-9]+)?$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= LONGEST_TIMEOUT) return seconds;
  throw new UsageError(`--timeout takes seconds, more than 0 and up to ${LONGEST_TIMEOUT}, not "${text}"`);
}

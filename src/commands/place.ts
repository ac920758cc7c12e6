/** Where a command reads from: a data directory, the sample, or a remote; told by flags, else by variables. */
import type { ApiKey } from "../api-key.ts";
import { UsageError } from "../errors.ts";
import { type ReadOptions, refuseOptions } from "../formats/read-options.ts";
import type { Io } from "../io.ts";
import { API_SEGMENT, DEFAULT_PREFIX, OPERATIONS } from "../operations.ts";
import { SAMPLE_DIRECTORY } from "../sample.ts";
import type { ConnectionOptions } from "../sources/dispatcher.ts";
import { readConnection } from "./connection.ts";
import { type Flags, nameOfFlag, type Values } from "./flag.ts";
import { readApiKey } from "./read-api-key.ts";
import {
  type API_FLAGS,
  ASKING_FLAGS,
  DATA_FLAGS,
  DEFAULT_DIRECTORY,
  DEFAULT_TIMEOUT,
  type DirectoryFlags,
  type PlaceFlags,
  readPrefix,
  SITE_FLAG,
} from "./shared-flags.ts";

/** A directory to load, or a file that is loaded as one. */
export type DirectoryPlace = { directory: string; options: ReadOptions };
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
 * @param ofSites flags of the command beside those that every site has
 * @throws UsageError where flags or variables contradict each other
 */
export async function readPlace<F extends PlaceFlags>(
  flags: F,
  io: Io,
  ofSites: Flags = {},
): Promise<DirectoryPlace | RemotePlace> {
  const { MIGRATIONS_DATA, MIGRATIONS_BASE_URL } = io.env;
  const [place, ...others] = namedPlaces(flags);
  if (place === undefined && MIGRATIONS_DATA && MIGRATIONS_BASE_URL) {
    throw new UsageError(
      "MIGRATIONS_DATA and MIGRATIONS_BASE_URL name two places to read from: unset one, or say --data or --base-url",
    );
  }
  if (others.length > 0) return readDirectory(flags, io);
  if (flags.baseUrl !== undefined) return readRemote(flags.baseUrl, flags, io);
  if (place === undefined && MIGRATIONS_BASE_URL) return readRemote(MIGRATIONS_BASE_URL, flags, io);
  refuseFlags({ ...ASKING_FLAGS, ...ofSites }, flags, "it is for a site, and a directory is read");
  return readDirectory(flags, io);
}

/** The directory that is to be loaded, for commands that know no remote. */
export function readDirectory(flags: DirectoryFlags, { env }: Io): DirectoryPlace {
  const places = namedPlaces(flags);
  if (places.length > 1) {
    throw new UsageError(`${places.join(" and ")} name two places to read from: give one`);
  }
  const { data, sample, culture, includeUnpublished, editors } = flags;
  return {
    directory: sample ? SAMPLE_DIRECTORY : (data ?? (env.MIGRATIONS_DATA || DEFAULT_DIRECTORY)),
    options: { culture, includeUnpublished, editors },
  };
}

/** The flags given that name a place to read from. */
function namedPlaces(flags: PlaceFlags): string[] {
  const names = Object.entries({ ...DATA_FLAGS, ...SITE_FLAG });
  return names
    .filter(([name]) => flags[name as keyof PlaceFlags] !== undefined)
    .map(([, flag]) => nameOfFlag(flag));
}

/** Refuses flags that mean nothing for what is read. */
function refuseFlags(refused: Flags, given: Values<Flags>, reason: string): void {
  for (const [name, flag] of Object.entries(refused)) {
    if (given[name] !== undefined) throw new UsageError(`${nameOfFlag(flag)} is of no use here: ${reason}`);
  }
}

async function readRemote(text: string, flags: PlaceFlags, io: Io): Promise<RemotePlace> {
  const reason = "a remote answers as it sees fit";
  refuseOptions(flags, { culture: reason, includeUnpublished: reason, editors: reason });
  const { baseUrl, prefix } = parseBaseUrl(text);
  if (flags.prefix !== undefined && prefix !== undefined && prefixPath(flags, io) !== prefix) {
    throw new UsageError(`the base URL has the prefix "${prefix}", --prefix another: give one`);
  }
  const timeout = flags.timeout ?? DEFAULT_TIMEOUT;
  return {
    baseUrl,
    prefix: prefix ?? prefixPath(flags, io),
    apiKey: (await readApiKey(flags, io))?.key,
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
export function prefixPath({ prefix }: Values<Pick<typeof API_FLAGS, "prefix">>, { env }: Io): string {
  const path = prefix ?? readPrefix(env.MIGRATIONS_PREFIX || DEFAULT_PREFIX);
  return path.split("/").map(encodeURIComponent).join("/");
}

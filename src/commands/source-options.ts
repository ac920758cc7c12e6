/** Which source the options of a command select, and how it is read: a directory, the sample or a live site. */

import { ApiKey } from "../access/api-key.ts";
import { isLoopbackHost } from "../access/loopback.ts";
import { UsageError } from "../errors.ts";
import type { ReadOptions } from "../formats/data-format.ts";
import { dataAtPath } from "../formats/data-formats.ts";
import { type Io, SAMPLE_DIRECTORY, writeError } from "../io.ts";
import { API_SEGMENT, OPERATIONS } from "../operations.ts";
import type { ConnectionOptions } from "../remote/http-client.ts";
import { withoutMark } from "../text/file-text.ts";
import { shellQuoted } from "../text/visible-text.ts";
import {
  type Flags,
  givenOf,
  isSiteUrl,
  nameOfFlag,
  readBytes,
  readInput,
  refuseGiven,
  spelledFlags,
  type Values,
} from "./flag.ts";
import {
  API_FLAGS,
  DATA_FLAGS,
  type DirectoryFlags,
  type NO_URLS_FLAG,
  READING_GROUP,
  readingOf,
  readPrefix,
  SITE_FLAGS,
  SOURCE_GROUP,
  type SourceFlags,
  type WHOLE_SITE_GROUP,
} from "./shared-flags.ts";

/** A live site, and how it is read. */
export type GivenSite = {
  baseUrl: string;
  prefix: string;
  apiKey: ApiKey | undefined;
  timeout: number;
  connection: ConnectionOptions;
};

/** A data directory, or a file that is read as one. */
export type GivenDirectory = {
  directory: string;
  options: ReadOptions;
  /** Options that the command adds; formats that cannot use them ignore them. Default: none. */
  implied?: ReadOptions;
};

/**
 * @throws UsageError if options or variables contradict each other
 */
export async function readSource(flags: SourceFlags, io: Io): Promise<GivenDirectory | GivenSite> {
  const { MIGRATIONS_DATA, MIGRATIONS_BASE_URL } = io.env;
  const [option, ...others] = sourceOptions(flags);
  if (option === undefined && MIGRATIONS_DATA && MIGRATIONS_BASE_URL) {
    throw new UsageError(
      "MIGRATIONS_DATA and MIGRATIONS_BASE_URL cannot be used together: unset one, or add --data or --base-url",
    );
  }
  if (others.length > 0) return readDirectory(flags, io);
  const baseUrl =
    flags.baseUrl ?? (option === undefined && MIGRATIONS_BASE_URL ? MIGRATIONS_BASE_URL : undefined);
  if (baseUrl !== undefined) return readSite(baseUrl, flags, io);
  refuseGiven(SITE_FLAGS, flags, "cannot be used with a directory");
  return readDirectory(flags, io);
}

/**
 * The directory to load, for commands that cannot read a live site.
 * @param implied options that the command adds. Default: none
 * @throws UsageError for two sources
 */
export function readDirectory(
  flags: DirectoryFlags & Values<typeof NO_URLS_FLAG>,
  { env }: Io,
  implied: ReadOptions = {},
): GivenDirectory {
  const sources = sourceOptions(flags);
  if (sources.length > 1) {
    throw new UsageError(`${sources.join(" and ")} cannot be used together`);
  }
  const { data, sample } = flags;
  return {
    directory: sample
      ? SAMPLE_DIRECTORY
      : dataAtPath(data ?? (env.MIGRATIONS_DATA || DATA_FLAGS.data.default)),
    options: readingOf(flags),
    implied,
  };
}

/**
 * For commands that only read directories.
 * @param asking options that are only for sites. Default: all that say how one is read
 * @throws UsageError if a site is given by option or, without a directory, by the variable
 */
export function refuseSite(
  command: string,
  flags: Values<typeof WHOLE_SITE_GROUP.flags>,
  env: Io["env"],
  asking: Flags = SITE_FLAGS,
): void {
  const { baseUrl, data, sample } = flags;
  const isNamed = data !== undefined || sample || env.MIGRATIONS_DATA;
  const pasted = data !== undefined && isSiteUrl(data) ? data : undefined;
  const url = baseUrl ?? pasted ?? (isNamed ? undefined : env.MIGRATIONS_BASE_URL);
  if (!url) {
    refuseGiven(asking, flags, `cannot be used with ${command}, which reads directories`);
    return;
  }
  const pull = [
    "migrations pull --base-url",
    shellQuoted(url),
    ...spelledFlags(asking, flags),
    "--out ./site",
  ];
  throw new UsageError(
    `${command} cannot read a live site: pull it first: ${pull.join(" ")}, then migrations ${command} --data ./site`,
  );
}

/** The options that were given and select a source. */
function sourceOptions(flags: SourceFlags): string[] {
  const names = Object.keys(givenOf(SOURCE_GROUP.flags, flags)) as (keyof typeof SOURCE_GROUP.flags)[];
  return names.map((name) => nameOfFlag(SOURCE_GROUP.flags[name]));
}

/**
 * Reads the options of a live site.
 * @param text the base URL, possibly pasted with the API's path
 * @throws UsageError if it is not a base URL, and for options that are not for sites or contradict it
 */
export async function readSite(text: string, flags: SourceFlags, io: Io): Promise<GivenSite> {
  refuseGiven(READING_GROUP.flags, flags, "cannot be used with a live site");
  const { baseUrl, prefix } = parseBaseUrl(text);
  if (flags.prefix !== undefined && prefix !== undefined && prefixPath(flags, io) !== prefix) {
    throw new UsageError(`the base URL has the prefix "${prefix}", but --prefix differs`);
  }
  const timeout = flags.timeout ?? SITE_FLAGS.timeout.default;
  return {
    baseUrl,
    prefix: prefix ?? prefixPath(flags, io),
    apiKey: (await readApiKey(flags, io))?.key,
    timeout,
    connection: readConnection(flags, timeout, io),
  };
}

/** Splits a URL that may have been pasted with the API's path or one of its operations. */
function parseBaseUrl(text: string): { baseUrl: string; prefix: string | undefined } {
  const url = parseHttpUrl(text);
  const segments = url.pathname.split("/").filter((segment) => segment !== "");
  const operations = OPERATIONS.map(({ name }) => name.toLowerCase());
  if (operations.includes(segments.at(-1)?.toLowerCase() ?? "")) segments.pop();
  else if (url.search)
    throw new UsageError("the base URL has a query: leave out the part from the question mark on");
  if (segments.at(-1)?.toLowerCase() === API_SEGMENT.toLowerCase() && segments.length > 1) {
    return { baseUrl: url.origin, prefix: segments.slice(0, -1).join("/") };
  }
  return { baseUrl: [url.origin, ...segments].join("/"), prefix: undefined };
}

function parseHttpUrl(text: string): URL {
  if (!text.includes("//") && URL.canParse(`http://${text}`)) {
    const isLocal = isLoopbackHost(new URL(`http://${text}`).hostname);
    throw new UsageError("the base URL must begin with http:// or https://", {
      flags: { baseUrl: `${isLocal ? "http" : "https"}://${text}` },
    });
  }
  if (!URL.canParse(text)) throw new UsageError("the base URL is not a URL such as https://old.example");
  const url = new URL(text);
  if (url.username || url.password) {
    throw new UsageError(
      "the base URL contains credentials: leave them out, and give the API key with --api-key-file",
    );
  }
  if (url.protocol === "http:" || url.protocol === "https:") return url;
  throw new UsageError("the base URL must begin with http:// or https://, as in https://old.example");
}

/**
 * The options of connections. Warns on stderr if they are unsafe.
 * @param timeout in seconds
 * @throws UsageError if the certificates cannot be read
 */
export function readConnection(
  { caFile, insecure }: Values<Pick<typeof SITE_FLAGS, "caFile" | "insecure">>,
  timeout: number,
  io: Io,
): ConnectionOptions {
  if (insecure)
    writeError(io, "warning: --insecure: certificates are not checked, so the server may be anyone's");
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
  // Comments between certificates may be in any encoding.
  const text = withoutMark(readBytes(path, `--ca-file cannot be read from ${path}`)).toString("latin1");
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  throw new UsageError(`--ca-file ${path} has no certificate in PEM (-----BEGIN CERTIFICATE-----)`);
}

/** Both cases are in use; the lower-case variable is the older convention and wins. */
function variable({ env }: Io, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined;
}

/** The prefix, percent-encoded. */
export function prefixPath(
  { prefix }: Values<Pick<typeof API_FLAGS, "prefix">>,
  { env }: Pick<Io, "env">,
): string {
  const path = prefix ?? readPrefix(env.MIGRATIONS_PREFIX || API_FLAGS.prefix.default);
  return path.split("/").map(encodeURIComponent).join("/");
}

/**
 * The API key and its origin, if one is set. Never an option's value, since `ps` would show it. From here on, everything
 * written to stdout and stderr has the key redacted.
 * @throws UsageError if it is empty, or not a line of text
 */
export async function readApiKey(
  { apiKeyFile }: Values<Pick<typeof API_FLAGS, "apiKeyFile">>,
  io: Io,
): Promise<{ key: ApiKey; origin: string } | undefined> {
  const { env } = io;
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
    throw new UsageError(`the API key in ${origin} must be one line of text without control characters`);
  }
  const key = new ApiKey(line);
  const { secret } = io;
  io.secret = { hide: (text) => key.hide(secret ? secret.hide(text) : text) };
  return { key, origin };
}

/** Warns of an API key that is sent unencrypted. */
export function warnOfClearKey({ apiKey, baseUrl }: GivenSite, io: Io): void {
  const { protocol, host } = new URL(baseUrl);
  if (apiKey === undefined || protocol !== "http:" || isLoopbackHost(host)) return;
  writeError(io, "warning: the API key is sent over plain http, where others can read it: use https");
}

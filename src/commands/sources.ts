/** Where a command reads from: a directory, the sample or a live site. Two sources are one read twice, with `--old-` and `--new-` taken off. */

import { ApiKey } from "../access/api-key.ts";
import { isLoopbackHost } from "../access/loopback.ts";
import { MATCHED_BY } from "../analysis/diff/match-nodes.ts";
import { DataError, IncompleteError, NoSuchNodeError, UsageError } from "../errors.ts";
import { readManifest } from "../formats/copy/manifest.ts";
import type { ReadOptions } from "../formats/data-format.ts";
import { DirectorySource } from "../formats/directory-source.ts";
import { type LoadedData, loadDirectory } from "../formats/load-directory.ts";
import { type Io, SAMPLE_DIRECTORY, writeError } from "../io.ts";
import { API_SEGMENT, type Kind, OPERATIONS } from "../operations.ts";
import type { ConnectionOptions } from "../remote/http-client.ts";
import { aboutTopic, countWarnings, type Warning } from "../site/findings.ts";
import type { Site } from "../site/site.ts";
import type { SiteData } from "../site/site-data.ts";
import { languagesBeside } from "../site/site-data.ts";
import type { Source } from "../site/source.ts";
import { kindsWithoutUrls } from "../site/urls/site-urls.ts";
import { withoutMark } from "../text/byte-order-mark.ts";
import { counted } from "../text/counted.ts";
import { shellQuoted } from "../text/shell-quoted.ts";
import { visible } from "../text/visible-text.ts";
import type { Invocation } from "./command.ts";
import {
  choice,
  type Flags,
  type Given,
  givenOf,
  isSiteUrl,
  nameOfFlag,
  readInput,
  readTextFile,
  refuseGiven,
  spelledFlags,
  type Values,
} from "./flag.ts";
import type { ComparedSources, FetchOptions } from "./live-comparison.ts";
import { withLoadProgress } from "./load-progress.ts";
import {
  API_FLAGS,
  DATA_FLAGS,
  DIRECTORY_FLAGS,
  type DirectoryFlags,
  NO_URLS_FLAG,
  type QUIET_FLAG,
  READING_GROUP,
  readPrefix,
  SITE_FLAGS,
  SITE_GROUP,
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
  /** The largest response, in bytes. Default: that of the client. */
  maxAnswer: number | undefined;
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
 * @param ofSites options of the command that are only for sites, besides the common ones
 * @throws UsageError if options or variables contradict each other
 */
export async function readSource(
  flags: SourceFlags,
  io: Io,
  ofSites: Flags = {},
): Promise<GivenDirectory | GivenSite> {
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
  refuseGiven({ ...SITE_FLAGS, ...ofSites }, flags, "cannot be used with a directory");
  return readDirectory(flags, io);
}

/**
 * The directory to load, for commands that cannot read a live site.
 * @param implied options that the command adds. Default: none
 * @throws UsageError for two sources, and for `--url-ascii` if no URLs are made
 */
export function readDirectory(flags: DirectoryFlags, { env }: Io, implied: ReadOptions = {}): GivenDirectory {
  const sources = sourceOptions(flags);
  if (sources.length > 1) {
    throw new UsageError(`${sources.join(" and ")} cannot be used together`);
  }
  const { data, sample, urls, urlAscii } = flags;
  if (urlAscii !== undefined && !(urls ?? implied.urls)) {
    throw new UsageError("--url-ascii can only be used with --urls", { flags: { urls: true } });
  }
  return {
    directory: sample ? SAMPLE_DIRECTORY : (data ?? (env.MIGRATIONS_DATA || DATA_FLAGS.data.default)),
    options: givenOf(READING_GROUP.flags, flags),
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
 * @param text the base URL, possibly pasted with the API's path
 * @param env variables, for key and prefix
 * @throws UsageError if it is not a base URL, and for options that are not for sites or contradict it
 */
async function readSite(
  text: string,
  flags: SourceFlags,
  io: Io,
  env: Io["env"] = io.env,
): Promise<GivenSite> {
  refuseGiven(READING_GROUP.flags, flags, "cannot be used with a live site");
  const { baseUrl, prefix } = parseBaseUrl(text);
  if (flags.prefix !== undefined && prefix !== undefined && prefixPath(flags, { env }) !== prefix) {
    throw new UsageError(`the base URL has the prefix "${prefix}", but --prefix differs`);
  }
  const timeout = flags.timeout ?? SITE_FLAGS.timeout.default;
  return {
    baseUrl,
    prefix: prefix ?? prefixPath(flags, { env }),
    apiKey: (await readApiKey(flags, io, env))?.key,
    timeout,
    maxAnswer: flags.maxAnswer,
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
  const text = readTextFile(path, `--ca-file cannot be read from ${path}`);
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
 * @param env variables, of which one may hold the key
 * @throws UsageError if it is empty, or not a line of text
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
    throw new UsageError(`the API key in ${origin} must be one line of text without control characters`);
  }
  const key = new ApiKey(line);
  const { secret } = io;
  io.secret = { hide: (text) => key.hide(secret ? secret.hide(text) : text) };
  return { key, origin };
}

/** How nodes of two sources are matched. */
export const MATCH_FLAG = {
  match: choice("--match <by>", "match nodes by", MATCHED_BY, { default: "key" }),
} satisfies Flags;

export const SIDES = ["old", "new"] as const;
export type Side = (typeof SIDES)[number];

/** A directory to compare: `options` are only for this one. */
type ComparedDirectory = Required<GivenDirectory> & {
  /** The option or argument that it was given as, for errors. */
  givenAs: string;
  /** Options for both sources; formats that cannot use them ignore them. */
  shared: ReadOptions;
};

/** A path or base URL, and the option or argument that it was given as. */
type NamedSource = { location: string; givenAs: string };

/** The options of a live site, none of them given. */
const NO_SITE_OPTIONS = Object.fromEntries(Object.keys(SITE_GROUP.flags).map((name) => [name, undefined]));

/** The variables for key and prefix are not read: they could be for either source. */
const NO_VARIABLES = {};

const READING_FLAGS = { ...READING_GROUP.flags, ...NO_URLS_FLAG };
type ReadingFlags = typeof READING_FLAGS;
type SiteFlags = typeof SITE_GROUP.flags;
type SidedFlags<F extends Flags, S extends Side = Side> = {
  [Name in keyof F & string as `${S}${Capitalize<Name>}`]: F[Name];
};

/** The same without the variables. */
const WITHOUT_VARIABLES = {
  prefix: { ...API_FLAGS.prefix, env: undefined },
  apiKeyFile: { ...API_FLAGS.apiKeyFile, defaultText: undefined },
};

/** The options of two sources: for both, and for each with `--old-` or `--new-`, which only the footer of help describes. */
export const TWO_SOURCES_GROUPS = [
  { ...READING_GROUP, flags: { ...READING_FLAGS, ...bothSided(READING_FLAGS) } },
  {
    ...SITE_GROUP,
    flags: { ...SITE_GROUP.flags, ...WITHOUT_VARIABLES, ...bothSided(SITE_GROUP.flags) },
  },
] as const;

/** The options of an old source, for commands whose new source is the one they read anyway. */
export const OLD_SOURCE_FLAGS: Flags = sided("old", { ...READING_GROUP.flags, ...SITE_GROUP.flags });

/** Describes the options of one source in help. */
export const TWO_SOURCES_FOOTER = [
  "To use an option of the last two groups for one source only, put --old- or",
  "--new- before its name: --old-culture de-DE, --new-prefix umbraco/Limbo. The",
  "variables for prefix and API key are not read.",
];

type TwoSourcesFlags = Values<ReadingFlags & SiteFlags & SidedFlags<ReadingFlags> & SidedFlags<SiteFlags>>;

/** The options of one source, left out of --help: `--old-culture` for `--culture`. */
function sided<F extends Flags, S extends Side>(side: S, flags: F): SidedFlags<F, S> {
  const entries = Object.entries(flags).map(([name, flag]) => [
    sidedName(side, name),
    {
      ...flag,
      spelling: flag.spelling.replace(/^--/, `--${side}-`),
      conflicts: flag.conflicts?.map((other) => sidedName(side, other)),
      isHidden: true,
    },
  ]);
  return Object.fromEntries(entries);
}

function bothSided<F extends Flags>(flags: F): SidedFlags<F> {
  return { ...sided("old", flags), ...sided("new", flags) } as SidedFlags<F>;
}

/** The options given for one source only, with `--old-` or `--new-` taken off. */
function givenFor(side: Side, flags: Flags, given: Values<Flags>): Values<Flags> {
  const own = Object.keys(flags).map((name) => [name, given[sidedName(side, name)]]);
  return givenOf(flags, Object.fromEntries(own));
}

function sidedName(side: Side, name: string): string {
  return side + name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Reads both sources.
 * @param implied options that the command adds. Default: none
 * @throws UsageError for options that neither source can use, or that contradict each other
 */
export async function readTwoSources(
  named: Record<Side, NamedSource>,
  flags: TwoSourcesFlags,
  io: Io,
  implied: ReadOptions = {},
): Promise<Record<Side, ComparedDirectory | GivenSite>> {
  const areSites = SIDES.map((side) => isSiteUrl(named[side].location));
  if (areSites.every(Boolean)) refuseGiven(READING_GROUP.flags, flags, "cannot be used with two live sites");
  if (!areSites.some(Boolean)) refuseGiven(SITE_GROUP.flags, flags, "cannot be used with two directories");
  const old = await readSide("old", named.old, flags, io, implied);
  // Standard input can be read only once.
  const { apiKeyFile, oldApiKeyFile, newApiKeyFile } = flags;
  const isForBoth = apiKeyFile === "-" && oldApiKeyFile === undefined && newApiKeyFile === undefined;
  const shared = isForBoth && "baseUrl" in old && areSites[1] ? old.apiKey : undefined;
  if (shared === undefined) return { old, new: await readSide("new", named.new, flags, io, implied) };
  const other = await readSide("new", named.new, { ...flags, apiKeyFile: undefined }, io, implied);
  return { old, new: { ...other, apiKey: shared } };
}

/**
 * The old source, if the new one is what the command reads anyway. The options of directories are for both.
 * @throws UsageError for options that it cannot use
 */
export function readOldSource(
  named: NamedSource,
  flags: Values<Flags>,
  io: Io,
): Promise<ComparedDirectory | GivenSite> {
  // The command's own options of the API are for the server that it starts.
  return readSide("old", named, { ...flags, ...NO_SITE_OPTIONS }, io);
}

async function readSide(
  side: Side,
  { location, givenAs }: NamedSource,
  flags: TwoSourcesFlags,
  io: Io,
  implied: ReadOptions = {},
): Promise<ComparedDirectory | GivenSite> {
  if (isSiteUrl(location)) {
    refuseGiven(sided(side, READING_FLAGS), flags, `cannot be used: ${location} is a live site`);
    const asked = { ...givenOf(SITE_GROUP.flags, flags), ...givenFor(side, SITE_GROUP.flags, flags) };
    return readSite(location, asked, io, NO_VARIABLES);
  }
  refuseGiven(sided(side, SITE_GROUP.flags), flags, `cannot be used: ${location} is a directory`);
  const shared: DirectoryFlags = givenOf(READING_GROUP.flags, flags);
  const { noUrls, ...options }: DirectoryFlags & { noUrls?: unknown } = givenFor(side, READING_FLAGS, flags);
  if (noUrls) options.urls = false;
  const { directory } = readDirectory({ ...shared, ...options, data: location }, io, implied);
  return { directory, givenAs, options, shared, implied };
}

/** Whether `--no-urls` counts for a source, for commands that make URLs by default. */
export function declinesUrls(side: ComparedDirectory | GivenSite): boolean {
  return "directory" in side && (side.options.urls ?? side.shared.urls) === false;
}

type Printer = Pick<Invocation, "io" | "spell">;

/** Opens a source, with the warnings of a directory. */
export async function openSource(
  given: GivenDirectory | GivenSite,
  flags: Values<typeof QUIET_FLAG>,
  printer: Printer,
): Promise<{ source: Source; warnings: readonly Warning[] }> {
  if ("directory" in given) {
    const data = await loadWithWarnings(given, flags, printer);
    return { source: new DirectorySource(data), warnings: data.warnings };
  }
  warnOfClearKey(given, printer.io);
  const { RemoteSource } = await import("../remote/remote-source.ts");
  const { createDispatcher } = await import("../remote/http-client.ts");
  const dispatcher = createDispatcher(given.connection);
  const onWarning = (text: string) => writeError(printer.io, `warning: ${text}`);
  const source = new RemoteSource({ ...given, dispatcher, onWarning: flags.quiet ? undefined : onWarning });
  return { source, warnings: [] };
}

/**
 * Loads a directory, and prints its warnings on stderr.
 * @param which "all" for commands about the data itself. Default: the warnings that concern any result
 * @param coversLanguages whether the command covers all languages; else, of several, the one read is printed. Default: no
 */
export async function loadWithWarnings(
  given: GivenDirectory,
  flags: Values<typeof QUIET_FLAG>,
  printer: Printer,
  which: "all" | "concerning" = "concerning",
  coversLanguages = false,
): Promise<Site> {
  const data = await loadGiven(given, flags, printer.io);
  if (!flags.quiet && !coversLanguages) printLanguage(data, given.options.culture, printer.io);
  const warnings = which === "all" ? data.warnings : data.warnings.filter(concernsAnyResult);
  printWarnings(warnings, "the data", flags, printer);
  // Look-ups share this module, and need none of the code that a site consists of.
  const { createSite } = await import("../site/site.ts");
  return createSite(data);
}

/** Whether a warning concerns any result: data is missing, or other data may be meant. */
function concernsAnyResult({ topic }: Warning): boolean {
  return aboutTopic(topic).concerns === "all";
}

/**
 * Searches for nodes. If there are none, prints on stderr how many nodes the data left out, which may include them.
 * @throws errors of `search`
 */
export async function searchIn<T>(
  warnings: readonly Warning[],
  flags: Values<typeof QUIET_FLAG>,
  printer: Printer,
  search: () => T | Promise<T>,
): Promise<T> {
  try {
    return await search();
  } catch (error) {
    if (error instanceof NoSuchNodeError) {
      const leftOut = warnings.filter(({ topic }) => aboutTopic(topic).concerns === "not-found");
      printWarnings(leftOut, "nodes left out", flags, printer);
    }
    throw error;
  }
}

/** Prints a single warning, or the number of several and the command that lists them. */
function printWarnings(
  warnings: readonly Warning[],
  about: string,
  { quiet }: Values<typeof QUIET_FLAG>,
  { io, spell }: Printer,
): void {
  const [first] = warnings;
  if (quiet || first === undefined) return;
  writeError(
    io,
    warnings.length === 1
      ? visible(`warning: ${first.file}: ${first.text}`)
      : `${countWarnings(warnings)} warnings about ${about}; to list them: ${spell("check", DIRECTORY_FLAGS)}`,
  );
}

/**
 * Prints on stderr which of several languages is read, unless an option selects one.
 * @param culture the language of that option
 */
export function printLanguage(
  data: Pick<LoadedData, "culture" | "heldLanguages"> & { path: string },
  culture: string | undefined,
  io: Io,
): void {
  const others = languagesBeside(data);
  if (culture !== undefined || others.length === 0) return;
  const read = data.culture === undefined ? "without a language" : `in ${data.culture}`;
  writeError(
    io,
    visible(
      `warning: reading ${data.path} ${read}; it also has ${others.join(", ")}: to select a language, add --culture`,
    ),
  );
}

/** Returns the languages of a copy that holds one of several languages of its source; `undefined` for any other data. */
export function copiedLanguage(path: string): { language: string; others: readonly string[] } | undefined {
  const { language, otherLanguages: others = [] } = readManifest(path) ?? {};
  return language === undefined || others.length === 0 ? undefined : { language, others };
}

/** Reports on stderr that a copy holds one language of its source, and no redirects. */
export function reportCopyLimits(path: string, { quiet }: Values<typeof QUIET_FLAG>, io: Io): void {
  const manifest = quiet ? undefined : readManifest(path);
  if (manifest?.redirects !== false) return;
  const { language, otherLanguages = [] } = manifest;
  const others = otherLanguages.length > 0 ? `, not ${otherLanguages.join(", ")}` : "";
  const held = language === undefined ? "one language of the site" : `the language ${language}${others}`;
  writeError(io, visible(`warning: ${path} is a copy: it holds ${held}, and no redirects`));
}

/** Reports on stderr how many values were redacted, if any were. */
export function reportRedacted(count: number, { quiet }: Values<typeof QUIET_FLAG>, io: Io): void {
  if (quiet || count === 0) return;
  writeError(
    io,
    `redacted ${counted(count, "value")} that ${count === 1 ? "looks like a secret" : "look like secrets"}; to keep them, add --keep-secrets`,
  );
}

/** Warns of an API key that is sent unencrypted. */
export function warnOfClearKey({ apiKey, baseUrl }: GivenSite, io: Io): void {
  const { protocol, host } = new URL(baseUrl);
  if (apiKey === undefined || protocol !== "http:" || isLoopbackHost(host)) return;
  writeError(io, "warning: the API key is sent over plain http, where others can read it: use https");
}

/** @throws DataError, with a hint if the default directory does not exist */
export async function loadGiven(
  { directory, options, implied }: GivenDirectory,
  flags: Values<typeof QUIET_FLAG>,
  io: Io,
): Promise<LoadedData> {
  try {
    return await withLoadProgress(flags, io, (onProgress) =>
      loadDirectory(directory, { ...options, onProgress }, implied),
    );
  } catch (error) {
    // Most likely the command was run without a source.
    if (directory !== DATA_FLAGS.data.default || !(error instanceof DataError) || error.findings.length > 0)
      throw error;
    throw new DataError(
      `${error.message}; add --data PATH, or --sample for the sample site, or copy a site with migrations pull`,
    );
  }
}

/**
 * @returns the old site and the new one
 * @throws DataError for a directory that does not load; UsageError for options for both sources that neither can use;
 * RefusedError, RemoteError for a site that does not answer
 */
export async function openTwoSources(
  sources: Record<Side, ComparedDirectory | GivenSite>,
  options: FetchOptions,
  flags: { quiet?: boolean; color?: boolean },
  io: Io,
): Promise<ComparedSources> {
  const both = [sources.old, sources.new];
  const read: { side: ComparedDirectory; data: LoadedData }[] = [];
  const sides: (SiteData | GivenSite)[] = [];
  for (const given of both) {
    if (!("directory" in given)) {
      sides.push(given);
      continue;
    }
    const { directory, options: own, shared, implied, givenAs } = given;
    const data = await withLoadProgress(flags, io, (onProgress) =>
      loadDirectory(directory, { ...own, onProgress }, { ...implied, ...shared }, givenAs),
    );
    read.push({ side: given, data });
    sides.push(data);
  }
  refuseUseless(read);
  if (!flags.quiet) printWarningCounts(read, io);
  if (read.length === both.length) {
    const { createSite } = await import("../site/site.ts");
    return { sites: read.map(({ data }) => createSite(data)), missed: [] };
  }
  return (await import("./live-comparison.ts")).fetchCompared(sides, options, flags, io);
}

type ReadSides = readonly { side: ComparedDirectory; data: LoadedData }[];

function refuseUseless([first, ...others]: ReadSides): void {
  const useless = first?.data.passedOver?.find(
    (name) => first.side.shared[name] && others.every(({ data }) => data.passedOver?.includes(name)),
  );
  if (useless === undefined) return;
  const formats = [first, ...others].map(({ data: { path, format } }) => `${path} is ${format}`).join(", ");
  throw new UsageError(`${nameOfFlag(DIRECTORY_FLAGS[useless])} cannot be used: ${formats}`);
}

/** Prints in one line how many warnings the directories have, and the commands that list them. */
function printWarningCounts(read: ReadSides, io: Io): void {
  const warned = read.flatMap(({ side, data: { warnings, passedOver = [] } }) => {
    const count = countWarnings(warnings.filter(concernsAnyResult));
    if (count === 0) return [];
    const { directory, options, shared, implied } = side;
    const taken = Object.entries({ ...implied, ...shared }).filter(
      ([name]) => !passedOver.includes(name as keyof ReadOptions),
    );
    const given: Given = { data: directory, ...Object.fromEntries(taken), ...options };
    return {
      count: `${counted(count, "warning")} about ${directory}`,
      check: `migrations check ${spelledFlags(DIRECTORY_FLAGS, given).join(" ")}`,
    };
  });
  if (warned.length === 0) return;
  const counts = warned.map(({ count }) => count).join(" and ");
  writeError(io, `${counts}; to list them: ${warned.map(({ check }) => check).join(" && ")}`);
}

/**
 * @param sources each with whether `--no-urls` counts for it
 * @throws IncompleteError, after the result is printed, if no node of a kind has a URL
 */
export function throwWithoutUrls(
  sources: readonly (Pick<SiteData, "path" | "trees" | "fields"> & { areDeclined: boolean })[],
  kinds: readonly Kind[],
): void {
  const reasons = sources.flatMap(({ path, trees, fields, areDeclined }) =>
    kindsWithoutUrls(trees, kinds).map(({ kind, nodes }) => {
      // URLs are never made for hand-written data.
      const hint = areDeclined && fields !== undefined ? ": to generate URLs, leave out --no-urls" : "";
      return `none of the ${counted(nodes, `${kind} node`)} of ${path} has a URL${hint}`;
    }),
  );
  if (reasons.length > 0) throw new IncompleteError(reasons.join("; "));
}

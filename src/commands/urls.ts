/** `urls`: lists the URLs of a site, compares them with a new site, writes redirects, and verifies them. */

import { unlistedUrls } from "../analysis/unlisted-files.ts";
import { mapLanguages, nodesMatchedBy } from "../analysis/urls/map-languages.ts";
import {
  LEFT_OUT,
  type ManualMappings,
  type MappedUrl,
  mapUrls,
  type Redirects,
  redirectsOf,
  unusedMappings,
} from "../analysis/urls/map-urls.ts";
import { isLost, type Trace, traceOutcome } from "../analysis/urls/trace-outcome.ts";
import { isListingPath, readImportListing, strangeKeysWarning } from "../completeness/import-listing.ts";
import { listingUrls } from "../completeness/listing-urls.ts";
import { DataError, EXIT, UsageError } from "../errors.ts";
import { csvRows, SEPARATORS, type Separator } from "../formats/read-csv.ts";
import { type Io, writeAllLines, writeAllVisible, writeError } from "../io.ts";
import { KINDS, type Kind, kindsOf } from "../operations.ts";
import { startLiveText } from "../output/progress.ts";
import { REDIRECT_FORMS, type RedirectFormName, writeRedirects } from "../output/redirects.ts";
import { type Columns, writeRows } from "../output/rows.ts";
import { chosenFormat, LIST_FORMATS, readViewOptions } from "../output/style.ts";
import {
  LISTED_COLUMNS,
  MAPPED_COLUMNS,
  mappedLines,
  outcomeCounts,
  urlLines,
  VERIFIED_COLUMNS,
  type VerifiedUrl,
  verdictCounts,
  verifiedLines,
} from "../output/urls-view.ts";
import { anyText, ofForm, refusalOf, wholeNumber } from "../parameter.ts";
import type { TraceOptions } from "../remote/trace-url.ts";
import { parseKey } from "../site/tree/key.ts";
import { comparableUrl, parseAddress, renamed, writeAddress } from "../site/urls/address.ts";
import { languagesWithoutUrls, listLanguages } from "../site/urls/language-urls.ts";
import { NO_URLS, type SiteUrl, type SiteUrls } from "../site/urls/site-urls.ts";
import { counted } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { choice, type Flags, readTextFile, refuseGiven, repeated, text, toggle, valued } from "./flag.ts";
import { readHeaderFile } from "./header-file.ts";
import { LIST_FLAGS } from "./list-flags.ts";
import { printFieldHelp, printList, refuseFields } from "./list-output.ts";
import { loadWithWarnings, reportCopyLimits } from "./open-source.ts";
import {
  BY_STDOUT,
  DATA_FLAGS,
  NO_SITE_FLAG,
  outputFlags,
  SITE_FLAGS,
  SOURCE_GROUP,
} from "./shared-flags.ts";
import { interruptible } from "./signals.ts";
import { readConnection, readDirectory, refuseSite } from "./source-options.ts";
import {
  declinesUrls,
  MATCH_FLAG,
  openTwoSources,
  readTwoSources,
  TWO_SOURCES_GROUP,
  throwWithoutUrls,
} from "./two-sources.ts";

/** In milliseconds. */
const LONGEST_DELAY = 60_000;

const OUTPUT_FLAGS = outputFlags(LIST_FORMATS, BY_STDOUT);

/** Files that no media node has are listed only with `--kind file`: values name them, and they belong to no node. */
const URL_KINDS = [...KINDS, "file"] as const;

const NEEDS_AGAINST = { needs: "against" };
const NEEDS_TARGETS = { needs: ["against", "by"] };
const NEEDS_VERIFY = { needs: "verify" };

const COMPARE_FLAGS = {
  against: valued(
    "--against <new>",
    "new site to compare with: a path, or an import listing",
    anyText("a path"),
  ),
  match: { ...MATCH_FLAG.match, ...NEEDS_AGAINST },
  by: text("--by <file>", "CSV with your own matches: old,new (keys or URLs)"),
  removed: valued(
    "--removed <where>",
    "redirect removed pages to: ancestor, none or a URL",
    ofForm("ancestor, none or a URL", (text) => {
      if (text === "ancestor" || text === "none") return text;
      return /^(?:\/|https?:\/\/)/i.test(text) ? { url: text } : undefined;
    }),
    { ...NEEDS_AGAINST, default: "none" },
  ),
  redirects: choice("--redirects <form>", "print redirects", REDIRECT_FORMS, {
    ...NEEDS_TARGETS,
    conflicts: ["format", "fields", "verify"],
  }),
  temporary: toggle("--temporary", "redirect with 302 instead of 301", NEEDS_TARGETS),
} satisfies Flags;

const VERIFY_FLAGS = {
  verify: valued("--verify <url>", "site to request each old URL from", readSiteUrl),
  headerFile: text(
    "--header-file <file>",
    "lines Name: value to send to that site, or - for stdin",
    NEEDS_VERIFY,
  ),
  concurrency: valued("--concurrency <n>", "requests at a time", wholeNumber(1, 32), {
    ...NEEDS_VERIFY,
    default: 4,
  }),
  delay: valued("--delay <ms>", "pause before each request", wholeNumber(0, LONGEST_DELAY), {
    ...NEEDS_VERIFY,
    default: 0,
  }),
  timeout: { ...SITE_FLAGS.timeout, ...NEEDS_VERIFY },
  caFile: { ...SITE_FLAGS.caFile, ...NEEDS_VERIFY },
  insecure: { ...SITE_FLAGS.insecure, ...NEEDS_VERIFY },
} satisfies Flags;

const GROUPS = [
  {
    heading: "URLs:",
    flags: {
      kind: choice("--kind <kind>", "only these, or files that values name and no media has", URL_KINDS, {
        defaultText: "content and media",
      }),
      legacy: toggle("--legacy", "also the .aspx and /<id> URLs of version 7"),
      renameHost: repeated(
        "--rename-host <old=new>",
        "the new name of a host; can be repeated",
        ofForm("two hosts, such as www.old.example=www.new.example", (text) => {
          const [, old, name] = /^([^=\s/]+)=([^=\s]+?)\/?$/.exec(text) ?? [];
          const isHost =
            name !== undefined && URL.canParse(/^https?:\/\//i.test(name) ? name : `https://${name}`);
          return old !== undefined && isHost ? ([old.toLowerCase(), name] as const) : undefined;
        }),
      ),
    },
  },
  {
    heading: "Compare with a new site:",
    flags: COMPARE_FLAGS,
  },
  {
    heading: "Request the URLs from a new site:",
    flags: VERIFY_FLAGS,
  },
  { heading: SOURCE_GROUP.heading, flags: { ...DATA_FLAGS, ...NO_SITE_FLAG } },
  {
    heading: "Output:",
    flags: { ...LIST_FLAGS, ...OUTPUT_FLAGS },
  },
  TWO_SOURCES_GROUP,
] as const;

type UrlsFlags = FlagsIn<typeof GROUPS>;

/** Missing URLs are generated by default. */
const IMPLIED = { urls: true };

export const urlsCommand = defineCommand({
  examples: [
    "migrations urls --sample",
    "migrations urls --data ./old --against ./new",
    "migrations urls --data ./old --against ./new --redirects iis",
    "migrations urls --data ./old --against ./imported.csv --redirects csv",
    "migrations urls --data ./old --by ./matches.csv --redirects nginx",
    "migrations urls --data ./old --against ./new --removed ancestor --format csv",
    "migrations urls --data ./old --verify https://new.example",
  ],
  footer: [
    "Missing URLs are generated, unless you add --no-urls. The exit status is",
    "1 if --verify finds a lost URL, or if no node of a kind has a URL.",
  ],
  groups: GROUPS,
  run: urls,
});

function readSiteUrl(given: string, spelled: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.username || url?.password)
    throw new UsageError(`${spelled} takes a URL without user and password`);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      refusalOf(spelled, { form: "the URL of a site, such as https://new.example" }, given),
    );
  }
  if (url.pathname + url.search + url.hash === "/") return url.origin;
  throw new UsageError(`${spelled} takes only the site, ${url.origin}: the paths are those of the old URLs`);
}

/** The URLs of a site, and the outcome of each if it is compared with a new site. */
type Addresses = {
  listed: SiteUrls;
  mapped?: readonly MappedUrl[];
  /** How many nodes count as removed, and are on the new site without a URL. */
  withoutUrls: number;
  /** Remarks about languages without URLs, in lines for stderr. */
  messages: string[];
  /** The site, and the other one. */
  sources: Parameters<typeof throwWithoutUrls>[0];
};

/**
 * @returns the exit status: 1 if a redirect could not be written, or an address is lost
 * @throws UsageError for what makes no sense; DataError for a directory that does not load; IncompleteError if a kind has
 * nodes and no addresses
 */
async function urls(flags: UrlsFlags, invocation: Invocation): Promise<number> {
  const { io } = invocation;
  if (await printFieldHelp({ columns: columnsOf(flags) }, flags, io)) return EXIT.done;
  refuseSite("urls", flags, io.env, {});
  const { against } = flags;
  if (flags.kind === "file" && (against !== undefined || flags.by !== undefined)) {
    throw new UsageError(
      `--kind file cannot be used with ${against === undefined ? "--by" : "--against"}: files that no media node has have no keys`,
    );
  }
  const found =
    against === undefined
      ? await listedAddresses(flags, invocation)
      : isListingPath(against)
        ? await addressesInListing(flags, against, invocation)
        : await mappedAddresses(flags, against, io);
  if (!flags.quiet) reportUrls(found, io);
  const status = await print(found, flags, io);
  throwWithoutUrls(found.sources, nodeKinds(flags));
  return status;
}

function nodeKinds({ kind }: UrlsFlags): readonly Kind[] {
  return kind === "file" ? [] : kindsOf(kind);
}

/** The columns of the list that is printed. */
function columnsOf(flags: UrlsFlags): Columns<never> {
  const { verify, against, by } = flags;
  if (verify !== undefined) return VERIFIED_COLUMNS;
  if (against === undefined && by === undefined) return LISTED_COLUMNS;
  return mappedColumnsOf(flags);
}

/** Whether the nodes of the new site are known: the keys of a listing are those of the old site. */
function hasNewNodes({ against }: UrlsFlags): boolean {
  return against !== undefined && !isListingPath(against);
}

function mappedColumnsOf(flags: UrlsFlags): Columns<MappedUrl> {
  const { toKey, ...others } = MAPPED_COLUMNS;
  return hasNewNodes(flags) ? MAPPED_COLUMNS : others;
}

/** Reads the site whose URLs are listed. */
async function readOldUrls(flags: UrlsFlags, invocation: Invocation) {
  const kinds = nodeKinds(flags);
  const data = await loadWithWarnings(
    readDirectory(flags, invocation.io, IMPLIED),
    flags,
    invocation,
    "concerning",
    true,
  );
  reportCopyLimits(data.path, flags, invocation.io);
  const isOne = flags.culture !== undefined;
  const { legacy } = flags;
  const urls = await listLanguages(data, { kinds, legacy, isOne, redirects: data.redirects });
  return {
    data,
    urls,
    messages: languagesInWords(languagesWithoutUrls(urls, kinds)),
    sources: [{ ...data, areDeclined: flags.urls === false }],
  };
}

async function listedAddresses(flags: UrlsFlags, invocation: Invocation): Promise<Addresses> {
  const byHand = flags.by === undefined ? undefined : readHandMap(flags.by);
  const { data, urls, ...old } = await readOldUrls(flags, invocation);
  const listed = urls.joined;
  if (flags.kind === "file") {
    const files = await unlistedUrls(data, flags.culture !== undefined);
    const messages = files.length === 0 ? ["every file that values name has a media node"] : [];
    return { ...old, listed: { ...listed, urls: files }, withoutUrls: 0, messages };
  }
  if (!byHand) return { ...old, listed, withoutUrls: 0 };
  if (!flags.quiet) reportUnusedMappings(unusedMappings(byHand, listed, NO_URLS), flags, invocation.io);
  const hosts = new Map(flags.renameHost);
  const all = mapUrls({ old: listed, new: NO_URLS, oldTrees: data.trees, wasAt: {}, hosts, byHand });
  // Nothing is known of the others, as there is no new site.
  const mapped = all.filter(({ verdict }) => verdict !== "removed");
  const left = all.length - mapped.length;
  const messages = left === 0 ? [] : [`${counted(left, "URL")} that --by does not name, left out`];
  return { ...old, listed, mapped, withoutUrls: 0, messages: [...old.messages, ...messages] };
}

/** @throws DataError if no row has a URL */
async function addressesInListing(
  flags: UrlsFlags,
  against: string,
  invocation: Invocation,
): Promise<Addresses> {
  refuseGiven(MATCH_FLAG, flags, "cannot be used with an import listing");
  const byHand = flags.by === undefined ? new Map() : readHandMap(flags.by);
  const listing = readImportListing(against);
  const { rows } = listing;
  if (!rows.some(({ url }) => url !== undefined && parseAddress(url) !== undefined)) {
    throw new DataError(`${against} has no URLs: add a column url, with paths such as /about/`);
  }
  const { data, urls, ...old } = await readOldUrls(flags, invocation);
  const { joined: listed } = urls;
  const warning = strangeKeysWarning(listing, data.trees);
  const { wasAt, kinds, ...site } = listingUrls(rows, urls, nodeKinds(flags));
  if (!flags.quiet) reportUnusedMappings(unusedMappings(byHand, listed, site.joined), flags, invocation.io);
  const compared = mapLanguages(urls, site, { kinds, wasAt, hosts: new Map(flags.renameHost), byHand });
  const mapped = compared.mapped.filter(({ old }) => old === undefined || kinds.includes(old.node.kind));
  const leftOut = KINDS.flatMap((kind) => {
    const count = kinds.includes(kind) ? 0 : listed.urls.filter(({ node }) => node.kind === kind).length;
    return count === 0 ? [] : [`${counted(count, "URL")} of ${kind} left out, since the listing has none`];
  });
  const messages = [
    ...old.messages,
    ...(warning === undefined ? [] : [warning]),
    ...missingInWords(compared.missing, against),
    ...leftOut,
  ];
  return { ...old, listed, mapped, withoutUrls: compared.unaddressed, messages };
}

async function mappedAddresses(flags: UrlsFlags, against: string, io: Io): Promise<Addresses> {
  const kinds = nodeKinds(flags);
  const { directory } = readDirectory({ data: flags.data, sample: flags.sample }, io);
  const named = [
    { location: directory, givenAs: "--data" },
    { location: against, givenAs: "--against" },
  ] as const;
  const given = readTwoSources(named, flags, io, IMPLIED);
  const matchedBy = flags.match ?? MATCH_FLAG.match.default;
  const sites = await openTwoSources(given, flags, io);
  const [old, other] = sites;
  const isOne = flags.culture !== undefined;
  const oldUrls = await listLanguages(old, {
    kinds,
    legacy: flags.legacy,
    isOne,
    redirects: old.redirects,
  });
  const newUrls = await listLanguages(other, { kinds, isOne });
  const [listed, others] = [oldUrls.joined, newUrls.joined];
  const byHand: ManualMappings = flags.by === undefined ? new Map() : readHandMap(flags.by);
  if (!flags.quiet) reportUnusedMappings(unusedMappings(byHand, listed, others), flags, io);
  const hosts = new Map(flags.renameHost);
  const wasAt = nodesMatchedBy(matchedBy);
  const compared = mapLanguages(oldUrls, newUrls, { kinds, wasAt, hosts, byHand });
  const missing = missingInWords(compared.missing, other.path);
  return {
    listed,
    mapped: compared.mapped,
    withoutUrls: compared.unaddressed,
    messages: [...languagesInWords(languagesWithoutUrls(oldUrls, kinds)), ...missing],
    sources: sites.map((site, i) => ({ ...site, areDeclined: declinesUrls(given[i]) })),
  };
}

function missingInWords(missing: ReturnType<typeof mapLanguages>["missing"], path: string): string[] {
  return missing.map(
    ({ code, addresses }) =>
      `${path} does not have ${code}: ${counted(addresses, "URL")} in ${code} lead to the same pages in another language`,
  );
}

function languagesInWords(languages: readonly string[]): string[] {
  return languages.map((language) => `no page has a URL in ${language}: the language has no domain`);
}

async function print(found: Addresses, flags: UrlsFlags, io: Io): Promise<number> {
  const { listed, mapped } = found;
  if (flags.verify !== undefined) return verifyUrls(found, flags, flags.verify, io);
  const { format: given } = flags;
  if (mapped && flags.redirects !== undefined) return printRedirects(mapped, flags.redirects, flags, io);
  if (given === "table" && mapped) {
    const mapping = flags.against === undefined ? "--by" : "--against";
    throw new UsageError(`--format table cannot be used with ${mapping}: use csv`);
  }
  const fit = LIST_FORMATS.filter((each) => !(each === "table" && mapped));
  const format = chosenFormat(given, fit, io, io.stdout.isTTY ? "plain" : "json");
  refuseFields(flags, format, { columns: columnsOf(flags) });
  const viewOptions = readViewOptions(flags, io);
  if (mapped) {
    const plain = () => writeAllLines(io.stdout, mappedLines(mapped, viewOptions));
    await printList(
      { columns: mappedColumnsOf(flags), rows: mapped },
      { format, flags, io, views: { plain } },
    );
    // The plain view begins with them.
    if (format !== "plain" && !flags.quiet) writeError(io, verdictCounts(mapped).join(", "));
    return EXIT.done;
  }
  const lines = (isTable: boolean) => () =>
    writeAllLines(io.stdout, urlLines(listed.urls, viewOptions, isTable));
  const views = { plain: lines(false), table: lines(true) };
  await printList({ columns: LISTED_COLUMNS, rows: listed.urls }, { format, flags, io, views });
  return EXIT.done;
}

async function printRedirects(
  mapped: readonly MappedUrl[],
  reader: RedirectFormName,
  flags: UrlsFlags,
  io: Io,
): Promise<number> {
  const { removed = COMPARE_FLAGS.removed.default, renameHost = [], temporary } = flags;
  const found = redirectsOf(mapped, { removed, hosts: new Map(renameHost) });
  const redirects = hasNewNodes(flags)
    ? found.redirects
    : found.redirects.map((each) => ({ ...each, node: undefined }));
  const written = writeRedirects(redirects, reader, temporary ? 302 : 301);
  await writeAllVisible(
    io.stdout,
    written.lines.map((line) => `${line}\n`),
  );
  if (!flags.quiet) reportLeftOut(found, written.count, io);
  for (const problem of written.problems) writeError(io, `warning: ${problem}`);
  return written.problems.length > 0 ? EXIT.no : EXIT.done;
}

/** The first three, with an ellipsis if there are more. */
function firstOf(all: readonly (string | number)[]): string {
  return all.slice(0, 3).join(", ") + (all.length > 3 ? ", ..." : "");
}

/** Prints on stderr which nodes have no URL, and which share one. */
function reportUrls({ listed, withoutUrls, messages }: Addresses, io: Io): void {
  for (const line of messages) writeError(io, visible(line));
  const { without, shared, deadRedirects } = listed;
  const report = (count: number, what: string, rest: string) => {
    if (count > 0) writeError(io, `${counted(count, what)} ${rest}`);
  };
  report(deadRedirects, "redirect", "to missing pages, left out");
  report(without.content, "content node", "without a URL");
  report(without.media, "media node", "without a URL for its file");
  report(withoutUrls, "node", "counted as removed that are on the new site, without a URL");
  if (shared.length === 0) return;
  const [{ url, nodes }] = shared;
  const ids = firstOf(nodes.map(({ id, key }) => id ?? key));
  writeError(
    io,
    `${counted(shared.length, "URL")} of several nodes: ${url} (${ids})${shared.length > 1 ? ", ..." : ""}`,
  );
}

/** Prints on stderr the lines of `--by` that match nothing. */
function reportUnusedMappings(
  { unknown, dead }: ReturnType<typeof unusedMappings>,
  { against }: UrlsFlags,
  io: Io,
): void {
  const report = (lines: readonly string[], what: string) => {
    if (lines.length === 0) return;
    writeError(io, `${counted(lines.length, "line")} of --by ${what}, ignored: ${firstOf(lines)}`);
  };
  report(unknown, "with an unknown old URL or key");
  report(
    dead,
    against === undefined ? "with a new key, which needs --against" : "with a key that the new site lacks",
  );
}

/** Which addresses have no redirect, and why. */
function reportLeftOut({ left }: Redirects, count: number, io: Io): void {
  const reasons = [...left].map(([why, urls]) => `${urls.length} ${LEFT_OUT[why]}`);
  writeError(io, [counted(count, "redirect"), ...reasons].join("; "));
  for (const why of ["taken", "twice", "loop"] as const) {
    const urls = left.get(why);
    if (urls) writeError(io, `${LEFT_OUT[why]}: ${firstOf(urls)}`);
  }
}

/**
 * @param path a file of CSV with two columns, by commas, semicolons or tabs; empty lines, lines that begin with #, and a first line of headings count for nothing
 * @throws UsageError if the file cannot be read, or a line is not a pair of URLs
 */
function readHandMap(path: string): ManualMappings {
  const map = new Map<string, string>();
  const text = readTextFile(path, `--by ${path} cannot be read`);
  const separators = Object.keys(SEPARATORS) as Separator[];
  // A URL may contain any separator, so the first row decides: it must be two headings or a pair.
  const separator = separators.find((each) => fits(text, each)) ?? separators[0];
  let isFirst = true;
  for (const { cells, line } of csvRows(text, separator, path)) {
    if (isCommentOrBlank(cells)) continue;
    const pair = pairOf(cells);
    const isAllowed = isFirst && isHead(cells);
    isFirst = false;
    if (pair) {
      const [old, to] = pair;
      if ((map.get(old) ?? to) !== to)
        throw new UsageError(
          `${path}:${line}: ${cells[0].trim()} has another new key or URL above: remove one of the lines`,
        );
      map.set(old, to);
    } else if (!isAllowed) {
      throw new UsageError(
        `${path}:${line}: must be an old key or URL, ${SEPARATORS[separator]}, and a new key or URL: ${cells.join(separator)}`,
      );
    }
  }
  return map;
}

function fits(text: string, separator: Separator): boolean {
  try {
    for (const { cells } of csvRows(text, separator, "")) {
      if (!isCommentOrBlank(cells))
        return pairOf(cells) !== undefined || (cells.length === 2 && isHead(cells));
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
  return false;
}

function isHead(cells: readonly string[]): boolean {
  return !cells.some((cell) => cell.includes("/"));
}

/** A line `sep=;` sets the separator in spreadsheets. */
function isCommentOrBlank(cells: readonly string[]): boolean {
  return /^(?:#|sep=)/.test(cells[0]) || cells.every((cell) => cell.trim() === "");
}

function pairOf([old, to, ...more]: readonly string[]): [string, string] | undefined {
  if (to === undefined || more.length > 0) return undefined;
  const from = comparableUrl(old) ?? parseKey(old.trim());
  const target = parseAddress(to) ? to.trim() : parseKey(to.trim());
  return from === undefined || target === undefined ? undefined : [from, target];
}

/** An old URL, the URL to request, and the expected target. */
type UrlRequest = { url: SiteUrl; asked: string; expected: string | undefined };

/**
 * Requests each old URL from a site, and prints where it leads.
 * @param site the origin of the site
 * @returns the exit status: 1 if a URL is lost
 * @throws InterruptedError once what was found so far is printed
 */
async function verifyUrls(found: Addresses, flags: UrlsFlags, site: string, io: Io): Promise<number> {
  if (flags.format === "table") {
    throw new UsageError("--format table cannot be used with --verify: use plain, json, ndjson or csv");
  }
  const formats = LIST_FORMATS.filter((each) => each !== "table");
  const format = chosenFormat(flags.format, formats, io, io.stdout.isTTY ? "plain" : "json");
  refuseFields(flags, format, { columns: VERIFIED_COLUMNS });
  const { timeout = SITE_FLAGS.timeout.default } = flags;
  const questions = requestsTo(found, flags, site, io);
  const headers =
    flags.headerFile === undefined ? undefined : await readHeaderFile(flags.headerFile, site, io);
  const { createDispatcher } = await import("../remote/http-client.ts");
  const dispatcher = createDispatcher(readConnection(flags, timeout, io));
  return interruptible(
    io,
    async (signal) => {
      const options = { timeout, dispatcher, signal, site: headers };
      const verified = withoutSecrets(await requestAll(questions, options, flags, io), io);
      // After an interruption, nobody waits for the open requests.
      void dispatcher.destroy();
      const withHops = { ...VERIFIED_COLUMNS, hops: { of: ({ trace }: VerifiedUrl) => trace.hops } };
      const json = (own: "json" | "ndjson") => () =>
        writeAllVisible(io.stdout, writeRows(verified, withHops, own));
      const views = {
        plain: () => writeAllLines(io.stdout, verifiedLines(verified, readViewOptions(flags, io))),
        json: json("json"),
        ndjson: json("ndjson"),
      };
      await printList({ columns: VERIFIED_COLUMNS, rows: verified }, { format, flags, io, views });
      // The plain view begins with the counts.
      if (format !== "plain" && !flags.quiet) writeError(io, outcomeCounts(verified).join(", "));
      signal.throwIfAborted();
      return verified.some(({ outcome }) => isLost(outcome)) ? EXIT.no : EXIT.done;
    },
    "interrupted: printed the results so far",
  );
}

/** A site may repeat the headers of a request in the target of a redirect. */
function withoutSecrets(verified: VerifiedUrl[], { secret }: Io): VerifiedUrl[] {
  return secret ? JSON.parse(secret.hide(JSON.stringify(verified))) : verified;
}

function requestsTo(
  { listed: { urls }, mapped }: Addresses,
  { renameHost, removed = COMPARE_FLAGS.removed.default, quiet }: UrlsFlags,
  site: string,
  io: Io,
): UrlRequest[] {
  const hosts = new Map(renameHost);
  const leadsTo = new Map(
    mapped?.map(({ old, verdict, to }) => [
      old,
      verdict !== "removed" || removed === "ancestor"
        ? to?.url
        : removed === "none"
          ? undefined
          : removed.url,
    ]),
  );
  const known = urls.filter((url) => !leadsTo.has(url) || leadsTo.get(url) !== undefined);
  if (known.length < urls.length && !quiet) {
    writeError(io, `${counted(urls.length - known.length, "URL")} of removed pages, not requested`);
  }
  return known.map((url) => {
    const address = parseAddress(url.url) ?? { path: url.url, query: "" };
    const other = renamed(address, hosts);
    const origin = other === address ? site : other.origin;
    return { url, asked: writeAddress({ ...address, origin }), expected: leadsTo.get(url) };
  });
}

/**
 * Requests one URL. A fault is a result as well, so that each URL is in the report.
 * @returns `undefined` if the command is interrupted
 */
export async function verifiedUrl(
  { url: { url, node }, asked, expected }: UrlRequest,
  traceOf: (url: string) => Promise<Trace>,
  signal: AbortSignal,
): Promise<VerifiedUrl | undefined> {
  try {
    const trace = await traceOf(asked);
    return { outcome: traceOutcome(trace, asked, expected), url, asked, expected, node, trace };
  } catch (error) {
    if (signal.aborted) return undefined;
    const trace = { hops: [{ url: asked }], failure: { is: "error", reason: String(error) } } as const;
    return { outcome: "error", url, asked, expected, node, trace };
  }
}

/** @returns the results in order, once all are known or the command is interrupted */
async function requestAll(
  questions: readonly UrlRequest[],
  options: TraceOptions,
  { concurrency = VERIFY_FLAGS.concurrency.default, delay = VERIFY_FLAGS.delay.default, quiet }: UrlsFlags,
  io: Io,
): Promise<VerifiedUrl[]> {
  const { traceUrl } = await import("../remote/trace-url.ts");
  const verified: (VerifiedUrl | undefined)[] = questions.map(() => undefined);
  const state = { next: 0, done: 0 };
  const live = quiet
    ? undefined
    : await startLiveText(() => `${state.done} of ${questions.length} URLs requested`, io);
  const worker = async () => {
    while (state.next < questions.length && !options.signal.aborted) {
      const at = state.next++;
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
      verified[at] = await verifiedUrl(questions[at], (url) => traceUrl(url, options), options.signal);
      state.done++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  live?.stop();
  return verified.filter((each) => each !== undefined);
}

/** `urls`: lists the URLs of a site, compares them with a new site, and requests them from it. */

import { unlistedUrls } from "../analysis/unlisted-files.ts";
import type { MappedUrl } from "../analysis/urls/map-urls.ts";
import {
  isAcceptedLoss,
  isLost,
  ledToOnePage,
  lostNodeOf,
  type RequestedUrl,
  urlRequests,
} from "../analysis/urls/trace-outcome.ts";
import { compareUrls, languagesInWords } from "../completeness/compare-urls.ts";
import { isListingPath } from "../completeness/import-listing.ts";
import { EXIT, UsageError } from "../errors.ts";
import { type Io, writeAllLines, writeAllVisible, writeError } from "../io.ts";
import { KINDS, kindsOf } from "../operations.ts";
import { withLiveText } from "../output/progress.ts";
import { type Columns, writeRows } from "../output/rows.ts";
import { LIST_FORMATS, readViewOptions } from "../output/style.ts";
import {
  LISTED_COLUMNS,
  MAPPED_COLUMNS,
  mappedLines,
  outcomeCounts,
  REQUESTED_COLUMNS,
  requestedLines,
  urlLines,
  verdictCounts,
} from "../output/urls-view.ts";
import { anyText, refusalOf, wholeNumber } from "../parameter.ts";
import { listLanguages } from "../site/urls/language-urls.ts";
import type { SiteUrl } from "../site/urls/site-urls.ts";
import { counted } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import { ACCEPT_FLAG, readAccepted, reportUnused } from "./accept.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { choice, type Flags, textOption, valued } from "./flag.ts";
import { readHeaderFile } from "./header-file.ts";
import { printFieldHelp, printList, refuseFields } from "./list-output.ts";
import { loadWithWarnings, reportCopyLimits } from "./open-source.ts";
import {
  BY_STDOUT,
  DATA_FLAGS,
  LIST_FLAGS,
  NO_SITE_FLAG,
  outputFlags,
  SITE_FLAGS,
  SOURCE_GROUP,
} from "./shared-flags.ts";
import { interruptible } from "./signals.ts";
import { readConnection, readDirectory, refuseSite } from "./source-options.ts";
import { MATCH_FLAG, TWO_SOURCES_GROUP, throwWithoutUrls } from "./two-sources.ts";
import { openUrlSources, reportUrls, type UrlSources } from "./url-sources.ts";

/** In milliseconds. */
const LONGEST_DELAY = 60_000;

/** Files that no media node has are listed only with `--kind file`: values name them, and they belong to no node. */
const URL_KINDS = [...KINDS, "file"] as const;

const NEEDS_REQUEST = { needs: "request" };

const REQUEST_FLAGS = {
  request: valued("--request <url>", "site to request each old URL from", readSiteUrl),
  accept: { ...ACCEPT_FLAG.accept, ...NEEDS_REQUEST },
  headerFile: textOption(
    "--header-file <file>",
    "lines Name: value to send to that site, or - for stdin",
    NEEDS_REQUEST,
  ),
  concurrency: valued("--concurrency <n>", "requests at a time", wholeNumber(1, 32), {
    ...NEEDS_REQUEST,
    default: 4,
  }),
  delay: valued("--delay <ms>", "pause before each request", wholeNumber(0, LONGEST_DELAY), {
    ...NEEDS_REQUEST,
    default: 0,
  }),
  timeout: { ...SITE_FLAGS.timeout, ...NEEDS_REQUEST },
  caFile: { ...SITE_FLAGS.caFile, ...NEEDS_REQUEST },
  insecure: { ...SITE_FLAGS.insecure, ...NEEDS_REQUEST },
} satisfies Flags;

const GROUPS = [
  {
    heading: "URLs:",
    flags: {
      kind: choice("--kind <kind>", "only these, or files that values name and no media has", URL_KINDS, {
        defaultText: "content and media",
      }),
      against: valued(
        "--against <new>",
        "new site to compare with: a path, or an import listing",
        anyText("a path"),
      ),
      match: { ...MATCH_FLAG.match, needs: "against" },
    },
  },
  { heading: "Request the URLs from a new site:", flags: REQUEST_FLAGS },
  { heading: SOURCE_GROUP.heading, flags: { ...DATA_FLAGS, ...NO_SITE_FLAG } },
  { heading: "Output:", flags: { ...LIST_FLAGS, ...outputFlags(LIST_FORMATS, BY_STDOUT) } },
  TWO_SOURCES_GROUP,
] as const;

type UrlsFlags = FlagsIn<typeof GROUPS>;

export const urlsCommand = defineCommand({
  examples: [
    "migrations urls --sample",
    "migrations urls --data ./old --against ./new",
    "migrations urls --data ./old --against ./imported.csv --format csv",
    "migrations urls --data ./old --request https://new.example",
  ],
  footer: [
    "Missing URLs are generated, unless you add --no-urls. The exit status is",
    "1 if --request finds a lost URL, or if no node of a kind has a URL.",
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

/** The URLs of a site; `mapped`: what became of each, if they are compared with a new site. */
type Listed = { urls: readonly SiteUrl[]; mapped?: readonly MappedUrl[] };

/**
 * @returns the exit status: 1 if a URL is lost
 * @throws UsageError for what makes no sense; DataError for a source that does not load; IncompleteError if a kind has
 * nodes and no URLs
 */
async function urls(flags: UrlsFlags, invocation: Invocation): Promise<number> {
  const { io } = invocation;
  if (await printFieldHelp({ columns: columnsOf(flags) }, flags, io)) return EXIT.done;
  refuseSite("urls", flags, io.env, {});
  const { against, culture, kind } = flags;
  if (kind === "file" && against !== undefined) {
    throw new UsageError(
      "--kind file cannot be used with --against: files that no media node has have no keys",
    );
  }
  const kinds = kind === "file" ? [] : kindsOf(kind);
  const { old, other, sites } = await openSources(flags, invocation);
  const isOne = culture !== undefined;
  const all = await listLanguages(old, { kinds, isOne, redirects: old.redirects });
  const compared = other && (await compareUrls(old, all, other, { kinds, matchedBy: flags.match, isOne }));
  const found: Listed = { urls: all.joined.urls, mapped: compared?.mapped };
  const remarks = [...languagesInWords(all, kinds), ...(compared?.remarks ?? [])];
  if (kind === "file") {
    found.urls = await unlistedUrls(old, isOne);
    if (found.urls.length === 0) remarks.push("every file that values name has a media node");
  }
  if (!flags.quiet) reportUrls(all.joined, { ...compared, remarks }, io);
  const status =
    flags.request === undefined
      ? await print(found, flags, io)
      : await requestAll(found, flags.request, flags, io);
  throwWithoutUrls(sites, kinds, flags);
  return status;
}

/** The site, and the new one of `--against`. */
async function openSources(flags: UrlsFlags, invocation: Invocation): Promise<UrlSources> {
  const { io } = invocation;
  const given = readDirectory(flags, io, { urls: true });
  if (flags.against !== undefined) {
    const other = { location: flags.against, givenAs: "--against" };
    return openUrlSources({ location: given.directory, givenAs: "--data" }, other, flags, io);
  }
  const site = await loadWithWarnings(given, flags, invocation, "concerning", true);
  reportCopyLimits([site], flags, io);
  return { old: site, other: undefined, sites: [site] };
}

/** The columns of the list that is printed. */
function columnsOf({ request, against }: UrlsFlags): Columns<never> {
  if (request !== undefined) return REQUESTED_COLUMNS;
  return against === undefined ? LISTED_COLUMNS : mappedColumns(against);
}

/** Without the key of the new node, if the new side is a listing: its keys are those of the old site. */
function mappedColumns(against = ""): Columns<MappedUrl> {
  const { toKey, ...others } = MAPPED_COLUMNS;
  return isListingPath(against) ? others : MAPPED_COLUMNS;
}

async function print({ urls, mapped }: Listed, flags: UrlsFlags, io: Io): Promise<number> {
  const format = flags.format ?? (io.stdout.isTTY ? "table" : "json");
  refuseFields(flags, format, { columns: columnsOf(flags) });
  const viewOptions = readViewOptions(flags, io);
  if (mapped) {
    const table = () => writeAllLines(io.stdout, mappedLines(mapped, viewOptions));
    const columns = mappedColumns(flags.against);
    await printList({ columns, rows: mapped }, { format, flags, io, views: { table } });
    // The view begins with them, unless --fields selects its columns.
    if ((format !== "table" || flags.fields) && !flags.quiet)
      writeError(io, verdictCounts(mapped).join(", "));
    return EXIT.done;
  }
  const views = { table: () => writeAllLines(io.stdout, urlLines(urls, viewOptions)) };
  await printList({ columns: LISTED_COLUMNS, rows: urls }, { format, flags, io, views });
  return EXIT.done;
}

/**
 * Requests each old URL from a site, and prints where it leads.
 * @param site the origin of the site
 * @returns the exit status: 1 if a URL is lost
 * @throws InterruptedError once what was found so far is printed
 */
async function requestAll({ urls, mapped }: Listed, site: string, flags: UrlsFlags, io: Io): Promise<number> {
  const format = flags.format ?? (io.stdout.isTTY ? "table" : "json");
  refuseFields(flags, format, { columns: REQUESTED_COLUMNS });
  const {
    timeout = REQUEST_FLAGS.timeout.default,
    concurrency = REQUEST_FLAGS.concurrency.default,
    delay = REQUEST_FLAGS.delay.default,
    quiet,
  } = flags;
  const losses = readAccepted(flags);
  const requests = urlRequests(urls, site, mapped);
  const removed = mapped?.filter(({ old, verdict }) => old && verdict === "removed").length ?? 0;
  if (removed > 0 && !quiet) writeError(io, `${counted(removed, "URL")} of removed pages, not requested`);
  const headers =
    flags.headerFile === undefined ? undefined : await readHeaderFile(flags.headerFile, site, io);
  const { createDispatcher } = await import("../remote/http-client.ts");
  const { requestUrls } = await import("../remote/request-urls.ts");
  const dispatcher = createDispatcher(readConnection(flags, timeout, io));
  return interruptible(
    io,
    async (signal) => {
      const found = await withLiveText(flags, io, (onProgress) => {
        let done = 0;
        const onDone = () => onProgress(`${done++} of ${requests.length} URLs requested`);
        onDone();
        const options = { timeout, dispatcher, signal, site: headers, concurrency, delay, onDone };
        return requestUrls(requests, options);
      });
      const all = judgedTogether(withoutSecrets(found, io), flags, io);
      const requested = losses ? all.filter((each) => !isAcceptedLoss(each, losses)) : all;
      const accepted = all.length - requested.length;
      // After an interruption, nobody waits for the open requests.
      void dispatcher.destroy();
      const withHops = { ...REQUESTED_COLUMNS, hops: { of: ({ trace }: RequestedUrl) => trace.hops } };
      const json = (own: "json" | "ndjson") => () =>
        writeAllVisible(io.stdout, writeRows(requested, withHops, own));
      const views = {
        table: () =>
          writeAllLines(io.stdout, requestedLines(requested, accepted, readViewOptions(flags, io))),
        json: json("json"),
        ndjson: json("ndjson"),
      };
      await printList({ columns: REQUESTED_COLUMNS, rows: requested }, { format, flags, io, views });
      // The view begins with the counts, unless --fields selects its columns.
      if ((format !== "table" || flags.fields) && !quiet)
        writeError(io, outcomeCounts(requested, accepted).join(", "));
      // Lines about URLs that are not lost name something, too.
      for (const each of urls) losses?.hasNode(lostNodeOf(each));
      reportUnused(losses, flags, io, "nodes");
      signal.throwIfAborted();
      return requested.some(({ outcome }) => isLost(outcome)) ? EXIT.no : EXIT.done;
    },
    "interrupted: printed the results so far",
  );
}

/** Says on stderr if most URLs lead to one page that is none of theirs: they are lost. */
function judgedTogether(requested: RequestedUrl[], { quiet }: UrlsFlags, io: Io): RequestedUrl[] {
  const led = ledToOnePage(requested);
  if (led === undefined) return requested;
  const { target, urls } = led;
  if (!quiet) {
    const share = `${urls.size} of ${counted(requested.length, "URL")}`;
    writeError(
      io,
      visible(
        `${share} lead to ${target}, which is the page of none of them: for a login, use --header-file`,
      ),
    );
  }
  return requested.map((each) => (urls.has(each) ? { ...each, outcome: "elsewhere" } : each));
}

/** A site may repeat the headers of a request in the target of a redirect. */
function withoutSecrets(requested: RequestedUrl[], { secret }: Io): RequestedUrl[] {
  return secret ? JSON.parse(secret.hide(JSON.stringify(requested))) : requested;
}

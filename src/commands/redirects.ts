/** `redirects`: writes redirects from the URLs of an old site to a new one. */

import { LEFT_OUT, type Redirects, redirectsOf } from "../analysis/urls/map-urls.ts";
import {
  compareUrls,
  isImport,
  languagesInWords,
  mapByHand,
  type UrlComparison,
} from "../completeness/compare-urls.ts";
import { EXIT, UsageError } from "../errors.ts";
import { type Io, writeAllVisible, writeError } from "../io.ts";
import { kindsOf } from "../operations.ts";
import { REDIRECT_FORMS, writeRedirects } from "../output/redirects.ts";
import { ofForm } from "../parameter.ts";
import type { Site } from "../site/site.ts";
import { comparableUrl } from "../site/urls/address.ts";
import { listLanguages } from "../site/urls/language-urls.ts";
import type { StoredRedirect } from "../site/urls/node-urls.ts";
import { counted } from "../text/counted.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { choice, type Flags, refuseGiven, textOption, toggle, valued } from "./flag.ts";
import { KIND_FLAG, QUIET_FLAG, RENAME_HOST_FLAG } from "./shared-flags.ts";
import {
  MATCH_FLAG,
  NO_SOURCE_FLAGS,
  refuseSourceFlags,
  TWO_SOURCES_GROUP,
  throwWithoutUrls,
} from "./two-sources.ts";
import { firstOf, openUrlSources, readUrlPairs, reportUrls } from "./url-sources.ts";

/** Options that have no effect without a new site. */
const NEW_SITE_FLAGS = {
  removed: valued(
    "--removed <where>",
    "redirect removed pages to: ancestor, none or a URL",
    ofForm("ancestor, none or a URL", (text) => {
      if (text === "ancestor" || text === "none") return text;
      return /^(?:\/|https?:\/\/)/i.test(text) ? { url: text } : undefined;
    }),
    { default: "none" },
  ),
  match: MATCH_FLAG.match,
} satisfies Flags;

const GROUPS = [
  {
    heading: "Redirects:",
    flags: {
      format: choice("--format <form>", "who reads them", REDIRECT_FORMS, { default: "csv" }),
      by: textOption("--by <file>", "CSV with your own matches: old,new (keys or URLs)"),
      earlier: textOption("--earlier <file>", "CSV with earlier URLs: URL,page (key or URL of the old site)"),
      ...NEW_SITE_FLAGS,
      ...KIND_FLAG,
      ...QUIET_FLAG,
      ...NO_SOURCE_FLAGS,
      ...RENAME_HOST_FLAG,
      temporary: toggle("--temporary", "redirect with 302 instead of 301"),
      legacy: toggle("--legacy", "also the .aspx and /<id> URLs of version 7"),
    },
  },
  TWO_SOURCES_GROUP,
] as const;

type RedirectsFlags = FlagsIn<typeof GROUPS>;

export const redirectsCommand = defineCommand({
  usage: "[options] OLD [NEW]",
  takesArgs: 2,
  examples: [
    "migrations redirects ./old ./new --format iis",
    "migrations redirects ./old ./imported.csv --format htaccess",
    "migrations redirects ./old ./new --removed ancestor > redirects.csv",
    "migrations redirects ./old --by ./matches.csv --format nginx",
  ],
  footer: [
    "OLD and NEW are paths; NEW can also be an import listing (.ndjson, .csv) of any",
    "system: docs/verify.md. Missing URLs are generated, unless you add --no-urls.",
    "The exit status is 1 if a redirect cannot be written in the form.",
  ],
  groups: GROUPS,
  run: redirects,
});

/**
 * @returns the exit status: 1 if a redirect could not be written
 * @throws UsageError for what makes no sense; DataError for a source that does not load; IncompleteError if a kind has
 * nodes and no URLs
 */
async function redirects(flags: RedirectsFlags, { io, args }: Invocation): Promise<number> {
  refuseSourceFlags("redirects", flags);
  const [from, to] = args;
  if (from === undefined || (to === undefined && flags.by === undefined)) {
    throw new UsageError("redirects needs two sources: migrations redirects OLD NEW, or OLD and --by FILE");
  }
  if (to === undefined) refuseGiven(NEW_SITE_FLAGS, flags, "can only be used with a new site");
  const byHand = flags.by === undefined ? new Map<string, string>() : readUrlPairs("--by", flags.by);
  const { old, other, sites } = await openUrlSources(
    { location: from, givenAs: "OLD" },
    to === undefined ? undefined : { location: to, givenAs: "NEW" },
    flags,
    io,
  );
  const { legacy, match: matchedBy, culture, removed = NEW_SITE_FLAGS.removed.default } = flags;
  const major = /\d+/.exec(old.version ?? "")?.[0];
  if (legacy && major !== undefined && major !== "7") {
    throw new UsageError(`--legacy is for sites of version 7, and ${old.path} is of version ${major}`);
  }
  const kinds = kindsOf(flags.kind);
  const hosts = new Map(flags.renameHost);
  const isOne = culture !== undefined;
  const earlier = flags.earlier === undefined ? undefined : await readEarlier(flags.earlier, old);
  const stored = [...(old.redirects ?? []), ...(earlier?.redirects ?? [])];
  const urls = await listLanguages(old, { kinds, legacy, isOne, redirects: stored });
  const compared = other
    ? await compareUrls(old, urls, other, { kinds, matchedBy, isOne, hosts, byHand })
    : mapByHand(old, urls, { hosts, byHand });
  if (!flags.quiet) {
    reportUnused(compared.unused, other !== undefined, io);
    reportLines(earlier?.unknown ?? [], "--earlier with a page that the old site lacks", io);
    const remarks = [...languagesInWords(urls, kinds), ...compared.remarks];
    reportUrls(urls.joined, { ...compared, remarks }, io);
  }
  const found = redirectsOf(compared.mapped, { removed, hosts });
  // The keys of a listing are those of the old site.
  const isOfNewNodes = other !== undefined && !isImport(other);
  const all = isOfNewNodes ? found.redirects : found.redirects.map((each) => ({ ...each, node: undefined }));
  const format = flags.format ?? "csv";
  const written = writeRedirects(all, format, flags.temporary ? 302 : 301);
  await writeAllVisible(
    io.stdout,
    written.lines.map((line) => `${line}\n`),
  );
  if (!flags.quiet) reportLeftOut(found, written.count, io);
  for (const problem of written.problems) writeError(io, `warning: ${problem}`);
  throwWithoutUrls(sites, kinds, flags);
  return written.problems.length > 0 ? EXIT.no : EXIT.done;
}

/** Reads earlier URLs that the data does not have, such as those in tables of packages. @throws UsageError for a malformed file */
async function readEarlier(
  path: string,
  old: Site,
): Promise<{ redirects: StoredRedirect[]; unknown: string[] }> {
  const lines = readUrlPairs("--earlier", path);
  const keys = new Map((await old.urls()).joined.urls.map(({ url, node }) => [comparableUrl(url), node.key]));
  const redirects: StoredRedirect[] = [];
  const unknown: string[] = [];
  for (const [url, page] of lines) {
    const key = keys.get(comparableUrl(page)) ?? page;
    if (old.trees.content.findKey(key) < 0) unknown.push(url);
    else redirects.push({ url: url.replace(/^\/\//, "https://"), key, language: undefined });
  }
  return { redirects, unknown };
}

/** Prints on stderr the lines of `--by` that match nothing. */
function reportUnused({ unknown, dead }: UrlComparison["unused"], hasNewSite: boolean, io: Io): void {
  reportLines(unknown, "--by with an unknown old URL or key", io);
  const reason = hasNewSite ? "with a key that the new site lacks" : "with a new key, which needs a new site";
  reportLines(dead, `--by ${reason}`, io);
}

function reportLines(lines: readonly string[], what: string, io: Io): void {
  if (lines.length === 0) return;
  writeError(io, `${counted(lines.length, "line")} of ${what}, ignored: ${firstOf(lines)}`);
}

/** Prints on stderr how many URLs have no redirect, and why. */
function reportLeftOut({ left }: Redirects, count: number, io: Io): void {
  const reasons = [...left].map(([why, urls]) => `${urls.length} ${LEFT_OUT[why]}`);
  writeError(io, [counted(count, "redirect"), ...reasons].join("; "));
  for (const why of ["taken", "twice", "loop"] as const) {
    const urls = left.get(why);
    if (urls) writeError(io, `${LEFT_OUT[why]}: ${firstOf(urls)}`);
  }
}

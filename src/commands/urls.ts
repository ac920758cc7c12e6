/** The work of `urls`: the addresses of a site, what has become of them on another, and redirects from the ones to the others. */
import { matchNodes } from "../analysis/match-nodes.ts";
import type { ComparedSite } from "../analysis/site-diff.ts";
import {
  type ByHand,
  type MappedUrl,
  mapUrls,
  redirectsOf,
  withoutAddress,
  writtenInVain,
} from "../analysis/urls/map-urls.ts";
import { joinSiteUrls, type SiteUrls, siteUrls } from "../analysis/urls/site-urls.ts";
import { EXIT, UsageError } from "../errors.ts";
import { languagesBeside, otherLanguages } from "../formats/load-directory.ts";
import { type Io, writeAllLines, writeAllVisible, writeError } from "../io.ts";
import { type Kind, kindsOf } from "../operations.ts";
import { REDIRECT_FORMS, writeRedirects } from "../output/redirects/redirect-form.ts";
import { chosenFormat, readLook, URL_FORMATS } from "../output/style.ts";
import { listedRow, mappedRow, printRows, type UrlRow } from "../output/url-rows.ts";
import { counted, inWords } from "../text/counted.ts";
import type { StoredRedirect } from "../urls/node-urls.ts";
import type { Invocation } from "./command.ts";
import { type Flags, refuseGiven } from "./flag.ts";
import { isSiteUrl } from "./flag-values.ts";
import { readHandMap } from "./hand-map.ts";
import { loadWithNotes, tellCopy } from "./open-place.ts";
import { openTwoPlaces } from "./open-two-places.ts";
import { readDirectory, refuseSite } from "./place.ts";
import { READING_GROUP } from "./shared-flags.ts";
import { tellLeftOut, tellOf, tellVain, throwUnaddressed } from "./tell-urls.ts";
import { declinesUrls, readTwoPlaces, SIDES, TWO_PLACES_GROUPS } from "./two-places.ts";
import type { UrlsFlags } from "./urls-command.ts";

type UrlFormat = (typeof URL_FORMATS)[number];

/** The addresses of a site, and what has become of each, where it is compared with another. */
type Addresses = {
  listed: SiteUrls;
  mapped: readonly MappedUrl[] | undefined;
  unaddressed?: number;
  /** What is to be known of languages, in lines for stderr. */
  told?: readonly string[];
  /** The site, and the other one. */
  sources: Parameters<typeof throwUnaddressed>[0];
};

/** Urls that a format does not hold are made without being asked for. */
const IMPLIED = { urls: true };

/**
 * @returns the exit status: 1 where a redirect could not be written, or an address is lost
 * @throws UsageError for what makes no sense; DataError for a directory that does not load; IncompleteError where a kind has
 * nodes and no addresses
 */
export async function urls(flags: UrlsFlags, invocation: Invocation): Promise<number> {
  const { io } = invocation;
  refuseSite("urls", flags, io.env, {});
  refuseLost(flags);
  const found = await addressesOf(flags, invocation);
  if (!flags.quiet) tellOf(found, io);
  const status = await printFound(found, flags, io);
  throwUnaddressed(found.sources, kindsOf(flags.kind));
  return status;
}

async function printFound(found: Addresses, flags: UrlsFlags, io: Io): Promise<number> {
  if (flags.verify !== undefined) {
    const { verifyUrls } = await import("./verify-urls.ts");
    return verifyUrls(found.listed.urls, found.mapped, { ...flags, verify: flags.verify }, io);
  }
  const format = formatOf(flags, io);
  if (format === "redirects") return printRedirects(found.mapped ?? [], flags, io);
  await print(found, format, flags, io);
  return EXIT.done;
}

/** Flags that mean nothing without another. */
const NEEDS = {
  against: ["match", "by", "gone", "for", "temporary"],
  verify: ["share", "concurrency", "delay"],
} as const;

/** Refuses flags that mean nothing without another. */
function refuseLost(flags: UrlsFlags): void {
  const isRedirects = flags.format === "redirects";
  for (const need of ["against", "verify"] as const) {
    const lost: string | undefined = NEEDS[need].find((name) => flags[name] !== undefined);
    const what = lost === undefined ? undefined : `--${lost}`;
    if (flags[need] === undefined && what) throw new UsageError(`${what} is of use only with --${need}`);
  }
  if (isRedirects && flags.against === undefined) {
    throw new UsageError("--format redirects needs the new site: --against NEW");
  }
  if (isRedirects !== (flags.for !== undefined)) {
    throw new UsageError(`--format redirects and --for go together: --for ${inWords(REDIRECT_FORMS)}`);
  }
}

async function addressesOf(flags: UrlsFlags, invocation: Invocation): Promise<Addresses> {
  const kinds = kindsOf(flags.kind);
  const { legacy } = flags;
  // How the site is asked that is to answer them is of no matter where directories are read.
  const asking = { timeout: undefined, caFile: undefined, insecure: undefined };
  const isRead = flags.verify !== undefined && !isSiteUrl(flags.against ?? "");
  const reading = isRead ? { ...flags, ...asking } : flags;
  if (flags.against === undefined) {
    refuseSided(reading);
    const place = readDirectory(reading, invocation.io, IMPLIED);
    const data = await loadWithNotes(place, flags, invocation, "concerning", true);
    tellCopy(data.path, flags, invocation.io);
    const sides = await languageSides(data, flags.culture);
    const lists = listSides(sides, data.redirects, { kinds, legacy });
    return {
      listed: joinSiteUrls(lists),
      mapped: undefined,
      told: withoutDomain(sides, lists, kinds),
      sources: [{ ...data, place: data.path, areDeclined: flags.urls === false }],
    };
  }
  const { directory } = readDirectory({ data: flags.data, sample: flags.sample }, invocation.io);
  const named = {
    old: { word: directory, givenAs: "--data" },
    new: { word: flags.against, givenAs: "--against" },
  };
  const places = await readTwoPlaces(named, reading, invocation.io, IMPLIED);
  const matchedBy = flags.match ?? "key";
  const { sites } = await openTwoPlaces(places, { kinds, matchedBy }, flags, invocation.io);
  const [old, other] = sites;
  const oldSides = await languageSides(old, flags.oldCulture ?? flags.culture);
  const newSides = await languageSides(other, flags.newCulture ?? flags.culture);
  const oldLists = listSides(oldSides, old.redirects, { kinds, legacy });
  const newLists = listSides(newSides, undefined, { kinds });
  const [listed, others] = [joinSiteUrls(oldLists), joinSiteUrls(newLists)];
  const byHand: ByHand = flags.by === undefined ? new Map() : readHandMap(flags.by);
  if (!flags.quiet) tellVain(writtenInVain(byHand, listed, others), invocation.io);
  const hosts = new Map(flags.host);
  const told = withoutDomain(oldSides, oldLists, kinds);
  let unaddressed = 0;
  const perLanguage = oldSides.map((side, i) => {
    const same = newSides.findIndex(({ code }) => isSameLanguage(code, side.code));
    if (same < 0 && oldSides.length > 1) {
      const count = counted(
        oldLists[i].urls.filter(({ node }) => node.language).length,
        "address",
        "addresses",
      );
      told.push(
        `${other.place} does not hold ${side.code}: ${count} of it lead to the same pages in the language it has`,
      );
    }
    const [target, urls] = [newSides[Math.max(0, same)], newLists[Math.max(0, same)]];
    const wasAt: Partial<Record<Kind, Int32Array>> = {};
    for (const kind of kinds) wasAt[kind] = matchNodes(side.trees[kind], target.trees[kind], matchedBy).wasAt;
    const found = mapUrls({ old: oldLists[i], new: urls, oldTrees: side.trees, wasAt, hosts, byHand });
    unaddressed += withoutAddress(found, wasAt);
    return found;
  });
  const mapped = joinMapped(perLanguage, listed, others);
  return {
    listed,
    mapped,
    unaddressed,
    told,
    sources: sites.map((site, i) => ({ ...site, areDeclined: declinesUrls(SIDES[i], flags) })),
  };
}

/** A site in one of its languages. */
type LanguageSide = Pick<ComparedSite, "trees" | "notes"> & {
  /** The code of the language, where that is told. */
  code: string | undefined;
  /** The same, where the site holds several. */
  language: string | undefined;
};

/** @param asked the language that alone is to be listed. Default: all that the site holds, the one that is read first */
async function languageSides(
  site: Omit<ComparedSite, "place">,
  asked: string | undefined,
): Promise<LanguageSide[]> {
  const { trees, notes, culture: code } = site;
  const others = languagesBeside(site);
  const sides = [{ trees, notes, code, language: others.length > 0 ? code : undefined }];
  if (asked !== undefined) return sides;
  for await (const { language, ...other } of otherLanguages(site)) {
    sides.push({ ...other, code: language, language });
  }
  return sides;
}

/** Lists each language; the first has the files too. A redirect is of its own language, else of the first that has its page. */
function listSides(
  sides: readonly LanguageSide[],
  redirects: readonly StoredRedirect[] = [],
  { kinds, legacy }: { kinds: readonly Kind[]; legacy?: boolean },
): SiteUrls[] {
  const own = sides.map((): StoredRedirect[] => []);
  for (const redirect of redirects) {
    const places = [...sides.keys()].filter((i) => sides[i].trees.content.findKey(redirect.key) >= 0);
    const same = places.find((i) => isSameLanguage(sides[i].code, redirect.language));
    own[same ?? places[0] ?? 0].push(redirect);
  }
  return sides.map(({ trees, notes, language }, i) =>
    siteUrls(trees, {
      kinds: i === 0 ? kinds : kinds.filter((kind) => kind === "content"),
      legacy,
      areMade: areMade({ notes }),
      redirects: own[i],
      language,
    }),
  );
}

function isSameLanguage(code: string | undefined, other: string | undefined): boolean {
  return code !== undefined && code.toLowerCase() === other?.toLowerCase();
}

/** In words, of each language whose pages have no address at all. */
function withoutDomain(
  sides: readonly LanguageSide[],
  lists: readonly SiteUrls[],
  kinds: readonly Kind[],
): string[] {
  if (!kinds.includes("content")) return [];
  return sides.flatMap(({ language, trees }, i) => {
    const isReached = trees.content.size === 0 || lists[i].urls.some(({ node }) => node.kind === "content");
    return language === undefined || isReached
      ? []
      : [`no page has a url in ${language}: no domain is of it`];
  });
}

/** What has become of the addresses of each language, as one list: each address once, then what is new. */
function joinMapped(
  all: readonly (readonly MappedUrl[])[],
  { urls }: SiteUrls,
  others: SiteUrls,
): MappedUrl[] {
  const listed = new Set(urls);
  const known = all.flat().filter(({ old }) => old !== undefined && listed.has(old));
  const reached = new Set(known.flatMap(({ verdict, to }) => (verdict === "gone" ? [] : [to?.url])));
  const added = all.flat().filter(({ verdict, to }) => verdict === "new" && !reached.has(to?.url));
  const paired = new Set(all.flat().map(({ to }) => to?.node?.language));
  // What is in a language that the old site does not have is new.
  const elsewhere = others.urls.flatMap(({ url, node }): MappedUrl[] =>
    node.language === undefined || paired.has(node.language) || reached.has(url)
      ? []
      : [{ verdict: "new", to: { url, node } }],
  );
  const order = new Map(urls.map((each, i) => [each, i]));
  known.sort((a, b) => (a.old && b.old ? (order.get(a.old) ?? 0) - (order.get(b.old) ?? 0) : 0));
  const once = new Map([...added, ...elsewhere].map((each) => [each.to?.url, each]));
  return [...known, ...once.values()];
}

/** Refuses flags that are for a new site, or for sites. */
function refuseSided(flags: UrlsFlags): void {
  const [readingFlags, askingFlags] = TWO_PLACES_GROUPS.map((group): Flags => group.flags);
  const ofSides = Object.entries(readingFlags).filter(([name]) => !(name in READING_GROUP.flags));
  refuseGiven({ ...Object.fromEntries(ofSides), ...askingFlags }, flags, "is of use only with --against");
}

/** Whether the URLs of content were made. */
function areMade({ notes = [] }: Pick<ComparedSite, "notes">): boolean {
  return notes.some(({ topic }) => topic === "madeUrls");
}

function formatOf({ format, against }: UrlsFlags, io: Io): UrlFormat {
  const isMapped = against !== undefined;
  if (format === "table" && isMapped) {
    throw new UsageError("--format table lists the addresses of one site: without --against, or as csv");
  }
  const fit = URL_FORMATS.filter((each) => each !== "redirects" && !(each === "table" && isMapped));
  return chosenFormat<UrlFormat>(format, fit, io, io.stdout.isTTY ? "plain" : "json");
}

async function print(
  { listed, mapped }: Addresses,
  format: UrlFormat,
  flags: UrlsFlags,
  io: Io,
): Promise<void> {
  if (format === "plain" || format === "table") {
    const { mappedLines, urlLines } = await import("../output/urls-view.ts");
    const look = readLook(flags, io);
    const lines = mapped ? mappedLines(mapped, look) : urlLines(listed.urls, look, format === "table");
    return writeAllLines(io.stdout, lines);
  }
  if (format === "redirects") return;
  const rows: UrlRow[] = mapped ? mapped.map(mappedRow) : listed.urls.map(listedRow);
  await printRows(rows, format, mapped ? "mapped" : "listed", io);
}

async function printRedirects(mapped: readonly MappedUrl[], flags: UrlsFlags, io: Io): Promise<number> {
  const { gone = "none", host = [], temporary } = flags;
  const redirects = redirectsOf(mapped, { gone, hosts: new Map(host) });
  const written = writeRedirects(redirects.redirects, flags.for ?? "csv", temporary ? 302 : 301);
  await writeAllVisible(
    io.stdout,
    written.lines.map((line) => `${line}\n`),
  );
  if (!flags.quiet) tellLeftOut(redirects, written.count, io);
  for (const problem of written.problems) writeError(io, `warning: ${problem}`);
  return written.problems.length > 0 ? EXIT.no : EXIT.done;
}

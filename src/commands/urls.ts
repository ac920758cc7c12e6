/** The work of `urls`: the addresses of a site, what has become of them on another, and redirects from the ones to the others. */
import { matchNodes } from "../analysis/match-nodes.ts";
import type { ComparedSite } from "../analysis/site-diff.ts";
import {
  type ByHand,
  type MappedUrl,
  mapUrls,
  withoutAddress,
  writtenInVain,
} from "../analysis/urls/map-urls.ts";
import { redirectsOf } from "../analysis/urls/redirects.ts";
import { type SiteUrls, siteUrls } from "../analysis/urls/site-urls.ts";
import { inWords } from "../counted.ts";
import { EXIT, UsageError } from "../errors.ts";
import { type Io, writeAllLines, writeAllVisible, writeError } from "../io.ts";
import { type Kind, kindsOf } from "../operations.ts";
import { REDIRECT_FORMS, writeRedirects } from "../output/redirects/redirect-form.ts";
import { chosenFormat, readLook, URL_FORMATS } from "../output/style.ts";
import { listedRow, mappedRow, printRows, type UrlRow } from "../output/url-rows.ts";
import type { Invocation } from "./command.ts";
import { type Flags, refuseGiven } from "./flag.ts";
import { isSiteUrl } from "./flag-values.ts";
import { readHandMap } from "./hand-map.ts";
import { loadWithNotes } from "./open-place.ts";
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
    const data = await loadWithNotes(readDirectory(reading, invocation.io, IMPLIED), flags, invocation);
    return {
      listed: siteUrls(data.trees, { kinds, legacy, areMade: areMade(data), redirects: data.redirects }),
      mapped: undefined,
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
  const listed = siteUrls(old.trees, { kinds, legacy, areMade: areMade(old), redirects: old.redirects });
  const wasAt: Partial<Record<Kind, Int32Array>> = {};
  for (const kind of kinds) wasAt[kind] = matchNodes(old.trees[kind], other.trees[kind], matchedBy).wasAt;
  const others = siteUrls(other.trees, { kinds, areMade: areMade(other) });
  const byHand: ByHand = flags.by === undefined ? new Map() : readHandMap(flags.by);
  if (!flags.quiet) tellVain(writtenInVain(byHand, listed, others), invocation.io);
  const hosts = new Map(flags.host);
  const mapped = mapUrls({ old: listed, new: others, oldTrees: old.trees, wasAt, hosts, byHand });
  return {
    listed,
    mapped,
    unaddressed: withoutAddress(mapped, wasAt),
    sources: sites.map((site, i) => ({ ...site, areDeclined: declinesUrls(SIDES[i], flags) })),
  };
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

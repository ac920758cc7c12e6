/** Two sources on disk that a command compares. */

import { MATCHED_BY } from "../analysis/diff/match-nodes.ts";
import { IncompleteError, UsageError } from "../errors.ts";
import { isGiven, READ_OPTIONS, type ReadOption, type ReadOptions } from "../formats/data-format.ts";
import { takesOption } from "../formats/data-formats.ts";
import { loadDirectory } from "../formats/load-directory.ts";
import { type Io, writeError } from "../io.ts";
import type { Kind } from "../operations.ts";
import { countWarnings } from "../site/findings.ts";
import type { Site } from "../site/site.ts";
import type { SiteData } from "../site/site-data.ts";
import { kindsWithoutUrls } from "../site/urls/site-urls.ts";
import { counted } from "../text/counted.ts";
import { shellQuoted } from "../text/visible-text.ts";
import { choice, type Flags, type Given, isSiteUrl, nameOfFlag, spelledFlags, type Values } from "./flag.ts";
import { withLoadProgress } from "./load-progress.ts";
import { concernsAnyResult } from "./open-source.ts";
import { DIRECTORY_FLAGS, readingOf, URLS_READING_GROUP } from "./shared-flags.ts";
import { readDirectory } from "./source-options.ts";

/** How nodes of two sources are matched. */
export const MATCH_FLAG = {
  match: choice("--match <by>", "match nodes by", MATCHED_BY, { default: "key" }),
} satisfies Flags;

/** How two sources are read: an option applies to each that can use it. */
export const TWO_SOURCES_GROUP = URLS_READING_GROUP;

export type TwoSourcesFlags = Values<typeof TWO_SOURCES_GROUP.flags>;

/** A path, and the option or argument that it was given as, for errors. */
export type NamedSource = { location: string; givenAs: string };

type ComparedDirectory = {
  directory: string;
  givenAs: string;
  options: ReadOptions;
  /** Options that the command adds. */
  implied: ReadOptions;
};

/**
 * Reads the options of both sources.
 * @param implied options that the command adds; formats that cannot use them ignore them. Default: none
 * @throws UsageError for a live site, and for options that contradict each other
 */
export function readTwoSources(
  named: readonly [old: NamedSource, other: NamedSource],
  flags: TwoSourcesFlags,
  io: Io,
  implied: ReadOptions = {},
): readonly ComparedDirectory[] {
  return named.map((each) => comparedDirectory(each, flags, io, implied));
}

function comparedDirectory(
  { location, givenAs }: NamedSource,
  flags: TwoSourcesFlags,
  io: Io,
  implied: ReadOptions,
): ComparedDirectory {
  refuseLiveSource(location);
  const options = readingOf(flags);
  const { directory } = readDirectory({ data: location }, io, implied);
  return { directory, givenAs, options, implied };
}

/** @throws UsageError for a live site */
export function refuseLiveSource(location: string): void {
  if (!isSiteUrl(location)) return;
  throw new UsageError(
    `${location} is a live site: copy it with migrations pull --base-url ${shellQuoted(location)} --out ./site, which fetches only what changed if you repeat it, and give the path of the copy`,
  );
}

/** Whether `--no-urls` counts for a source, for commands that make URLs by default. */
export function declinesUrls({ options }: ComparedDirectory): boolean {
  return options.urls === false;
}

/**
 * @returns the old site and the new one
 * @throws DataError for a directory that does not load; UsageError for options that no directory can use
 */
export async function openTwoSources(
  sources: readonly ComparedDirectory[],
  flags: { quiet?: boolean; color?: boolean },
  io: Io,
): Promise<readonly Site[]> {
  const read: ReadDirectory[] = [];
  for (const source of sources) read.push({ source, data: await loadCompared(source, false, flags, io) });
  refuseUseless(read);
  if (!flags.quiet) printWarningCounts(read, io);
  const { createSite } = await import("../site/site.ts");
  return read.map(({ data }) => createSite(data));
}

type ReadDirectory = { source: ComparedDirectory; data: SiteData };

/**
 * Reads a source that is compared with something that is no source.
 * @param implied as `readTwoSources` takes it
 * @throws DataError if it does not load; UsageError for options that it cannot use
 */
export async function openOneSource(
  named: NamedSource,
  flags: TwoSourcesFlags & { quiet?: boolean },
  io: Io,
  implied: ReadOptions,
): Promise<Site> {
  const source = comparedDirectory(named, flags, io, implied);
  const data = await loadCompared(source, true, flags, io);
  if (!flags.quiet) printWarningCounts([{ source, data }], io);
  const { createSite } = await import("../site/site.ts");
  return createSite(data);
}

/** @param isOnly whether the options must be of use for this directory, since there is no other */
function loadCompared(
  { directory, options, implied, givenAs }: ComparedDirectory,
  isOnly: boolean,
  flags: { quiet?: boolean },
  io: Io,
): Promise<SiteData> {
  const [own, shared] = isOnly ? [options, implied] : [{}, { ...implied, ...options }];
  return withLoadProgress(flags, io, (onProgress) =>
    loadDirectory(directory, { ...own, onProgress }, shared, givenAs),
  );
}

/** @throws UsageError for an option that is of use for none of the directories */
function refuseUseless(read: readonly ReadDirectory[]): void {
  const useless = READ_OPTIONS.find(
    (name) =>
      read[0] &&
      isGiven(read[0].source.options, name) &&
      !read.some(({ data }) => takesOption(data.format, name)),
  );
  if (useless === undefined) return;
  const formats = read.map(({ data: { path, format } }) => `${path} is ${format}`).join(", ");
  throw new UsageError(`${nameOfFlag(URLS_READING_GROUP.flags[useless])} cannot be used: ${formats}`);
}

/** Prints in one line how many warnings the directories have, and the commands that list them. */
function printWarningCounts(read: readonly ReadDirectory[], io: Io): void {
  const warned = read.flatMap(({ source, data: { warnings, format } }) => {
    const count = countWarnings(warnings.filter(concernsAnyResult));
    if (count === 0) return [];
    const { directory, options, implied } = source;
    const taken = Object.entries({ ...implied, ...options }).filter(([name]) =>
      takesOption(format, name as ReadOption),
    );
    const given: Given = { data: directory, ...Object.fromEntries(taken) };
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

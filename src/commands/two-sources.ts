/** Two sources on disk that a command compares. */

import { MATCHED_BY } from "../analysis/diff/match-nodes.ts";
import { IncompleteError, UsageError } from "../errors.ts";
import { isGiven, READ_OPTIONS, type ReadOption, type ReadOptions } from "../formats/data-format.ts";
import { dataAtPath, takesOption } from "../formats/data-formats.ts";
import { loadDirectory } from "../formats/load-directory.ts";
import { type Io, writeError } from "../io.ts";
import type { Kind } from "../operations.ts";
import { countWarnings } from "../site/findings.ts";
import type { Site } from "../site/site.ts";
import type { SiteData } from "../site/site-data.ts";
import { kindsWithoutUrls } from "../site/urls/site-urls.ts";
import { counted } from "../text/counted.ts";
import { shellQuoted } from "../text/visible-text.ts";
import {
  choice,
  type Flags,
  type Given,
  hidden,
  isSiteUrl,
  nameOfFlag,
  refuseGiven,
  spelledFlags,
  type Values,
} from "./flag.ts";
import { withLoadProgress } from "./load-progress.ts";
import { concernsAnyResult } from "./open-source.ts";
import { DIRECTORY_FLAGS, readingOf, SOURCE_GROUP, URLS_READING_GROUP } from "./shared-flags.ts";

/** How nodes of two sources are matched. */
export const MATCH_FLAG = {
  match: choice("--match <by>", "match nodes by", MATCHED_BY, { default: "key" }),
} satisfies Flags;

/** How two sources are read: an option applies to each that can use it. */
export const TWO_SOURCES_GROUP = URLS_READING_GROUP;

export type TwoSourcesFlags = Values<typeof TWO_SOURCES_GROUP.flags>;

/** A path, and the option or argument that it was given as, for errors. */
export type NamedSource = { location: string; givenAs: string };

/** Known, so that the error can say how to give the sources. */
export const NO_SOURCE_FLAGS = hidden(SOURCE_GROUP.flags);

/** @throws UsageError for a source that is given as an option */
export function refuseSourceFlags(command: string, flags: Values<typeof NO_SOURCE_FLAGS>): void {
  const usage = `migrations ${command} OLD NEW`;
  refuseGiven(NO_SOURCE_FLAGS, flags, `cannot be used with ${command}: give the sources as ${usage}`);
}

/** Missing URLs are made, where a format can use that. */
const IMPLIED = { urls: true };

type ComparedDirectory = { directory: string; givenAs: string; options: ReadOptions };

/** @throws UsageError for a live site */
function comparedDirectory({ location, givenAs }: NamedSource, flags: TwoSourcesFlags): ComparedDirectory {
  refuseLiveSource(location);
  return { directory: dataAtPath(location), givenAs, options: readingOf(flags) };
}

/** @throws UsageError for a live site */
export function refuseLiveSource(location: string): void {
  if (!isSiteUrl(location)) return;
  throw new UsageError(
    `${location} is a live site: copy it with migrations pull --base-url ${shellQuoted(location)} --out ./site, which fetches only what changed if you repeat it, and give the path of the copy`,
  );
}

/**
 * @returns the old site and the new one
 * @throws UsageError for a live site, and for options that no directory can use; DataError for a directory that does not load
 */
export async function openTwoSources(
  named: readonly [old: NamedSource, other: NamedSource],
  flags: TwoSourcesFlags & { quiet?: boolean },
  io: Io,
): Promise<readonly Site[]> {
  const read: ReadDirectory[] = [];
  for (const source of named.map((each) => comparedDirectory(each, flags))) {
    const shared = { ...IMPLIED, ...source.options };
    read.push({ source, data: await loadCompared(source, {}, shared, flags, io) });
  }
  refuseUseless(read);
  return sitesOf(read, flags, io);
}

type ReadDirectory = { source: ComparedDirectory; data: SiteData };

/**
 * Reads a source that is compared with something that is no source.
 * @throws DataError if it does not load; UsageError for a live site, and for options that it cannot use
 */
export async function openOneSource(
  named: NamedSource,
  flags: TwoSourcesFlags & { quiet?: boolean },
  io: Io,
): Promise<Site> {
  const source = comparedDirectory(named, flags);
  const data = await loadCompared(source, source.options, IMPLIED, flags, io);
  const [site] = await sitesOf([{ source, data }], flags, io);
  return site;
}

/**
 * @param own options that must be of use for this directory
 * @param shared options that count if it can use them
 */
function loadCompared(
  { directory, givenAs }: ComparedDirectory,
  own: ReadOptions,
  shared: ReadOptions,
  flags: { quiet?: boolean },
  io: Io,
): Promise<SiteData> {
  return withLoadProgress(flags, io, (onProgress) =>
    loadDirectory(directory, { ...own, onProgress }, shared, givenAs),
  );
}

async function sitesOf(
  read: readonly ReadDirectory[],
  { quiet }: { quiet?: boolean },
  io: Io,
): Promise<Site[]> {
  if (!quiet) printWarningCounts(read, io);
  const { createSite } = await import("../site/site.ts");
  return read.map(({ data }) => createSite(data));
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
    const { directory, options } = source;
    const taken = Object.entries(options).filter(([name]) => takesOption(format, name as ReadOption));
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

/** @throws IncompleteError, after the result is printed, if no node of a kind has a URL */
export function throwWithoutUrls(
  sites: readonly SiteData[],
  kinds: readonly Kind[],
  { urls }: Pick<TwoSourcesFlags, "urls">,
): void {
  const reasons = sites.flatMap(({ path, trees, fields }) =>
    kindsWithoutUrls(trees, kinds).map(({ kind, nodes }) => {
      // URLs are never made for hand-written data.
      const hint = urls === false && fields !== undefined ? ": to generate URLs, leave out --no-urls" : "";
      return `none of the ${counted(nodes, `${kind} node`)} of ${path} has a URL${hint}`;
    }),
  );
  if (reasons.length > 0) throw new IncompleteError(reasons.join("; "));
}

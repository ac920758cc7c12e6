/** Two sources that a command compares: directories, of which one may be a live site instead. */

import { MATCHED_BY } from "../analysis/diff/match-nodes.ts";
import { IncompleteError, UsageError } from "../errors.ts";
import { READ_OPTIONS, type ReadOption, type ReadOptions } from "../formats/data-format.ts";
import { takesOption } from "../formats/data-formats.ts";
import { loadDirectory } from "../formats/load-directory.ts";
import { type Io, writeError } from "../io.ts";
import type { Kind } from "../operations.ts";
import { countWarnings } from "../site/findings.ts";
import type { SiteData } from "../site/site-data.ts";
import { kindsWithoutUrls } from "../site/urls/site-urls.ts";
import { counted } from "../text/counted.ts";
import {
  choice,
  type Flags,
  type Given,
  givenOf,
  isSiteUrl,
  nameOfFlag,
  refuseGiven,
  spelledFlags,
  type Values,
} from "./flag.ts";
import type { ComparedSources, FetchOptions } from "./live-comparison.ts";
import { withLoadProgress } from "./load-progress.ts";
import { concernsAnyResult } from "./open-source.ts";
import {
  DIRECTORY_FLAGS,
  type DirectoryFlags,
  NO_URLS_FLAG,
  READING_GROUP,
  SITE_GROUP,
} from "./shared-flags.ts";
import { type GivenSite, readDirectory, readSite } from "./source-options.ts";

/** How nodes of two sources are matched. */
export const MATCH_FLAG = {
  match: choice("--match <by>", "match nodes by", MATCHED_BY, { default: "key" }),
} satisfies Flags;

const READING_FLAGS = { ...READING_GROUP.flags, ...NO_URLS_FLAG };

/** How two sources are read: options of directories apply to each directory that can use them, options of a site to the live site. */
export const TWO_SOURCES_GROUPS = [{ ...READING_GROUP, flags: READING_FLAGS }, SITE_GROUP] as const;

export type TwoSourcesFlags = Values<typeof READING_FLAGS & typeof SITE_GROUP.flags>;

/** A path or base URL, and the option or argument that it was given as, for errors. */
type NamedSource = { location: string; givenAs: string };

type ComparedDirectory = {
  directory: string;
  givenAs: string;
  options: ReadOptions;
  /** Whether the other source is a live site: then the options must be of use for this one. */
  isOnly: boolean;
  /** Options that the command adds. */
  implied: ReadOptions;
};

type ComparedSource = ComparedDirectory | GivenSite;

/**
 * Reads the options of both sources.
 * @param implied options that the command adds; formats that cannot use them ignore them. Default: none
 * @throws UsageError for two live sites, and for options that neither source can use or that contradict each other
 */
export async function readTwoSources(
  named: readonly [old: NamedSource, other: NamedSource],
  flags: TwoSourcesFlags,
  io: Io,
  implied: ReadOptions = {},
): Promise<readonly ComparedSource[]> {
  const [live, ...others] = named.filter(({ location }) => isSiteUrl(location));
  if (others.length > 0) {
    throw new UsageError(
      `${live.location} and ${others[0].location} are both live sites: copy one with pull, and give the path of the copy`,
    );
  }
  if (live === undefined) refuseGiven(SITE_GROUP.flags, flags, "cannot be used with two directories");
  const sources: ComparedSource[] = [];
  for (const [i, { location, givenAs }] of named.entries()) {
    if (isSiteUrl(location)) {
      const site = await readSite(location, givenOf(SITE_GROUP.flags, flags), io);
      sources.push({ ...site, givenAs: `the ${i === 0 ? "old" : "new"} source` });
    } else {
      const reading: DirectoryFlags = givenOf(READING_GROUP.flags, flags);
      const { directory } = readDirectory({ ...reading, data: location }, io, implied);
      sources.push({ directory, givenAs, options: reading, isOnly: live !== undefined, implied });
    }
  }
  return sources;
}

/** Whether `--no-urls` counts for a source, for commands that make URLs by default. */
export function declinesUrls(source: ComparedSource): boolean {
  return "directory" in source && source.options.urls === false;
}

/**
 * @returns the old site and the new one
 * @throws DataError for a directory that does not load; UsageError for options that no directory can use; RefusedError,
 * RemoteError for a site that does not answer
 */
export async function openTwoSources(
  sources: readonly ComparedSource[],
  options: FetchOptions,
  flags: { quiet?: boolean; color?: boolean },
  io: Io,
): Promise<ComparedSources> {
  const read: ReadDirectory[] = [];
  const opened: (SiteData | GivenSite)[] = [];
  for (const source of sources) {
    if (!("directory" in source)) {
      opened.push(source);
      continue;
    }
    const data = await loadCompared(source, flags, io);
    read.push({ source, data });
    opened.push(data);
  }
  refuseUseless(read);
  if (!flags.quiet) printWarningCounts(read, io);
  if (read.length === sources.length) {
    const { createSite } = await import("../site/site.ts");
    return { sites: read.map(({ data }) => createSite(data)), missed: [] };
  }
  return (await import("./live-comparison.ts")).fetchCompared(opened, options, flags, io);
}

type ReadDirectory = { source: ComparedDirectory; data: SiteData };

/**
 * Reads a directory that is compared with something else.
 * @param implied as `readTwoSources` takes it
 * @throws DataError if it does not load; UsageError for options that it cannot use
 */
export async function openDirectory(
  { location, givenAs }: NamedSource,
  flags: TwoSourcesFlags & { quiet?: boolean },
  io: Io,
  implied: ReadOptions,
): Promise<SiteData> {
  const reading: DirectoryFlags = givenOf(READING_GROUP.flags, flags);
  const { directory } = readDirectory({ ...reading, data: location }, io, implied);
  const source = { directory, givenAs, options: reading, isOnly: true, implied };
  const data = await loadCompared(source, flags, io);
  if (!flags.quiet) printWarningCounts([{ source, data }], io);
  return data;
}

function loadCompared(
  { directory, options, isOnly, implied, givenAs }: ComparedDirectory,
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
    (name) => read[0]?.source.options[name] && !read.some(({ data }) => takesOption(data.format, name)),
  );
  if (useless === undefined) return;
  const formats = read.map(({ data: { path, format } }) => `${path} is ${format}`).join(", ");
  throw new UsageError(`${nameOfFlag(DIRECTORY_FLAGS[useless])} cannot be used: ${formats}`);
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

/** Finds what of which formats lies at a path: in a directory, in a site's own folder, or the file itself. */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DataError } from "../errors.ts";
import type { SiteMedia } from "../media/media-paths.ts";
import { KINDS } from "../operations.ts";
import { asGiven } from "./as-given.ts";
import { unreadable } from "./data-file.ts";
import type { DataFormat, Found, Place } from "./data-format.ts";
import { expectedData, KIND_FORMATS, kindFileNames, SITE_FORMATS } from "./data-formats.ts";
import { isNamedAsDatabase } from "./database/database-format.ts";
import type { Findings } from "./findings.ts";
import type { SiteSettings } from "./site-settings.ts";
import { unfinishedPull } from "./unfinished-pull.ts";

/** Something that was found, and its format. */
type FoundData = Found & { format: DataFormat };

/** What is to be read, where it lies, the folder of a site's media files, and what the site says of itself. */
type DataAt = {
  found: FoundData[];
  from: string;
  mediaRoot?: string;
  mediaAt?: SiteMedia;
  settings?: SiteSettings;
};

/**
 * Finds what is to be read at a path: one thing, or one of each kind.
 * @param findings told of what is there and not read
 * @param givenAs what the path was given as: a flag, or what help calls the word that it is
 * @throws DataError where there is nothing, or more than can be read
 */
export async function findData(path: string, findings: Findings, givenAs: string): Promise<DataAt> {
  const place = { path, entries: listDirectory(path, givenAs), givenAs };
  const files = await foundIn(KIND_FORMATS, place, findings);
  if (files.length > 0) return { found: onceEachKind(path, files), from: path };
  if (place.entries) {
    const { findInSite } = await import("./find-in-site.ts");
    const site = findInSite(place, findings);
    // What lies there can be asked for by itself as well.
    if (site)
      return {
        ...(await findData(site.path, findings, givenAs)),
        mediaRoot: site.media,
        mediaAt: site.mediaAt,
        settings: site.settings,
      };
  }
  const found = await foundIn(SITE_FORMATS, place, findings);
  if (found.length === 0) throw noData(place);
  if (found.length > 1 && place.entries) {
    const all = found.map(({ what }) => what).join(" and ");
    throw new DataError(`${path} holds both ${all}: ${givenAs} can name that file`);
  }
  return { found: [found[0]], from: path };
}

async function foundIn(
  formats: readonly DataFormat[],
  place: Place,
  findings: Findings,
): Promise<FoundData[]> {
  const all: FoundData[] = [];
  for (const format of formats) {
    for (const found of await format.find(place, findings)) all.push({ ...found, format });
  }
  return all;
}

/**
 * In the order of kinds.
 * @throws DataError where two files hold one kind
 */
function onceEachKind(path: string, files: readonly FoundData[]): FoundData[] {
  return KINDS.flatMap((kind) => {
    const found = files.filter((file) => file.kind === kind);
    if (found.length < 2) return found;
    throw new DataError(
      `${path} holds both ${found.map(({ what }) => what).join(" and ")}: remove one of them`,
    );
  });
}

/** @returns `undefined` where the path is a file */
function listDirectory(path: string, givenAs: string): string[] | undefined {
  try {
    return statSync(path).isDirectory() ? readdirSync(path) : undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new DataError(
        `${path} does not exist: ${givenAs} names the directory that holds ${expectedData()}`,
      );
    }
    throw unreadable(path, error);
  }
}

function noData({ path, entries, givenAs }: Place): DataError {
  if (entries) {
    const unfinished = unfinishedPull(path);
    if (unfinished !== undefined) return new DataError(`${path} holds no data yet: it ${unfinished}`);
    return new DataError(
      `${path} holds no data: looked for ${expectedData()}${hintFor(path, entries, givenAs)}`,
    );
  }
  return new DataError(
    kindFileNames().includes(basename(path))
      ? `${path} is a file: ${givenAs} names its folder, ${dirname(path)}`
      : `${path} is no directory: ${givenAs} names the directory that holds ${expectedData()}`,
  );
}

/** What else may be meant. */
function hintFor(path: string, entries: readonly string[], givenAs: string): string {
  const database = entries.find(isNamedAsDatabase);
  if (database !== undefined)
    return `; a database is named itself: ${asGiven(givenAs, join(path, database))}`;
  if (!entries.some((name) => name.endsWith(".config"))) return "";
  return `; if it is itself the Content folder of a uSync export, ${givenAs} names the folder above it, ${join(path, "..")}`;
}

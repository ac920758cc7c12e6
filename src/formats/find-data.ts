/** Finds what of which formats lies at a path: in a directory, in a site's own folder, or the file itself. */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { DataError } from "../errors.ts";
import type { SiteMedia } from "../media/media-paths.ts";
import { KINDS } from "../operations.ts";
import { isNamedAsBackup } from "./bacpac/bacpac-format.ts";
import { unreadable } from "./data-file.ts";
import type { DataFormat, Found, Place } from "./data-format.ts";
import { expectedData, KIND_FORMATS, kindFileNames, SITE_FORMATS } from "./data-formats.ts";
import type { Findings } from "./findings.ts";
import {
  isNamedAsDatabase,
  type MediaSettings,
  type NamedDatabase,
  readSiteSettings,
  type SiteSettings,
} from "./site-settings.ts";
import { compactRefusal } from "./sql-server-files.ts";
import { unfinishedPull } from "./unfinished-pull.ts";

/** How another path is given as one was: behind its flag, or as the argument that it is. */
function asGiven(givenAs: string, path: string): string {
  return givenAs.startsWith("--") ? `${givenAs} ${path}` : path;
}

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
  const database = entries.find((name) => isNamedAsDatabase(name) || isNamedAsBackup(name));
  if (database !== undefined) return `; pass the database file: ${asGiven(givenAs, join(path, database))}`;
  if (!entries.some((name) => name.endsWith(".config"))) return "";
  return `; if it is itself the Content folder of a uSync export, ${givenAs} names the folder above it, ${join(path, "..")}`;
}

type SiteFolder = {
  /** What is read. */
  path: string;
  /** The folder that stands for the root of the site where media files are served, if there are any. */
  media: string | undefined;
  /** Where in it the media files are, if that is configured. */
  mediaAt?: SiteMedia;
  settings: SiteSettings;
};

/** Version 7 and 8 can keep all in this: a database that no program but Microsoft's reads. */
const COMPACT_DATABASE = ["App_Data", "Umbraco.sdf"];
const WEB_ROOTS = [["wwwroot"], []];
const MEDIA_NAMES = ["media"];

/**
 * @param place a folder that may be that of a site
 * @param findings told of what is there and not read
 * @returns `undefined` where it holds nothing of the kind
 * @throws DataError where it holds several databases, or nothing but what cannot be read
 */
function findInSite(place: Place, findings: Findings): SiteFolder | undefined {
  const root = place.path;
  const settings = readSiteSettings(root, findings);
  const named = fileNamedBy(root, settings.database);
  const [first, ...others] = SITE_FORMATS.flatMap((format) => {
    const isNamed = format.inSite?.isInSettings === true;
    const path = (isNamed ? named : undefined) ?? dataIn(place, format);
    return path === undefined ? [] : [{ path, isNamed }];
  });
  if (first === undefined) return refuseUnread(root, settings.database);
  const { path } = first;
  const doubt = first.isNamed && path !== named ? doubtOf(settings.database) : undefined;
  if (doubt !== undefined) findings.warn(relative(root, path), doubt, "newerElsewhere");
  if (others.length > 0) {
    const asked = others.map((other) => asGiven(place.givenAs, other.path)).join(", ");
    findings.warn(
      relative(root, path),
      `is read; the folder holds more, to be had by ${asked}`,
      "oneOfSeveral",
    );
  }
  return { path, ...mediaIn(root, settings.media), settings };
}

function fileNamedBy(root: string, database: NamedDatabase | undefined): string | undefined {
  return typeof database?.place === "object" ? find(root, database.place.file) : undefined;
}

/** Why what lies in the folder may not be the site's data of now. */
function doubtOf(database: NamedDatabase | undefined): string | undefined {
  if (database === undefined) return undefined;
  const { saidIn, place } = database;
  const says = place === "server" ? "names a database server" : "names none that lies in this folder";
  return `is read, though ${saidIn} ${says}: the site may keep newer data there`;
}

function refuseUnread(root: string, database: NamedDatabase | undefined): undefined {
  const path = find(root, COMPACT_DATABASE);
  if (path !== undefined) throw compactRefusal(path);
  if (database?.place !== "server") return undefined;
  throw new DataError(
    `${root} holds no data: its ${database.saidIn} names a database server: export the database as a .bacpac (docs/formats.md, Export a backup), let the site write uSync files, or pass --base-url`,
  );
}

/** What a format has in a site's own folder. */
function dataIn(root: Place, { inSite }: DataFormat): string | undefined {
  const path = inSite && find(root.path, inSite.at);
  return path === undefined ? undefined : inSite?.choose(path, entriesOf(path), root);
}

/** The folder of media files: one that is configured, if it is there, else that in the root of what is served. */
function mediaIn(root: string, { path, folder }: MediaSettings): Pick<SiteFolder, "media" | "mediaAt"> {
  if (folder !== undefined) {
    const webRoots = WEB_ROOTS.map((names) => find(root, names)).filter((each) => each !== undefined);
    const configured = isAbsolute(folder) ? folder : join(webRoots[0], folder.replace(/^~/, ""));
    if (isFolder(configured)) return { media: configured, mediaAt: { path, isMediaFolder: true } };
  }
  const names = path?.split("/").filter((name) => name !== "") ?? MEDIA_NAMES;
  for (const webRoot of WEB_ROOTS) {
    const found = find(root, [...webRoot, ...names]);
    if (found === undefined || !isFolder(found)) continue;
    return { media: find(root, webRoot), ...(path && { mediaAt: { path, isMediaFolder: false } }) };
  }
  return { media: undefined };
}

/** The path below `root` whose names are these in any case, since sites come from Windows; the exact one before others. */
function find(root: string, names: readonly string[]): string | undefined {
  let path = root;
  for (const name of names) {
    const entries = entriesOf(path);
    const entry = entries.find((each) => each === name) ?? entries.find((each) => isSame(each, name));
    if (entry === undefined) return undefined;
    path = join(path, entry);
  }
  return path;
}

/** The names in a folder, in code-unit order; none where it is none. */
function entriesOf(path: string): string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isSame(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase();
}

/** Finds the data at a path, and its format: in a directory, in a site folder, or the file itself. */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { DataError } from "../errors.ts";
import { KINDS } from "../operations.ts";
import type { Findings } from "../site/findings.ts";
import type { SiteMedia } from "../site/media/media-paths.ts";
import { isNamedAsBackup } from "./bacpac/bacpac-format.ts";
import { unfinishedPull } from "./copy/unfinished-pull.ts";
import { unreadable } from "./data-file.ts";
import type { DataFormat, DataPath, Found } from "./data-format.ts";
import { expectedData, KIND_FORMATS, kindFileNames, SITE_FORMATS } from "./data-formats.ts";
import { EXPORT_INDEX_NAME, holdsExport } from "./export-index.ts";
import {
  isNamedAsDatabase,
  type MediaSettings,
  type NamedDatabase,
  readSiteSettings,
  type SiteSettings,
} from "./site-settings.ts";
import { compactRefusal } from "./sql-server-files.ts";

/** Another path as the user would pass it: after the same option, or as an argument. */
function asGiven(givenAs: string, path: string): string {
  return givenAs.startsWith("--") ? `${givenAs} ${path}` : path;
}

/** Found data and its format. */
type FoundData = Found & { format: DataFormat };

/** The data to read, its path, the folder of a site's media files, and the site's settings. */
type DataAt = {
  found: FoundData[];
  from: string;
  mediaRoot?: string;
  mediaAt?: SiteMedia;
  settings?: SiteSettings;
};

/**
 * Finds the data to read at a path: one source, or one file per kind.
 * @param findings gets warnings about data that is not read
 * @param givenAs the option or the argument (as help calls it) that has the path
 * @throws DataError if there is no data, or more than can be read
 */
export async function findData(path: string, findings: Findings, givenAs: string): Promise<DataAt> {
  const dataPath = { path, entries: listDirectory(path, givenAs), givenAs };
  if (dataPath.entries?.includes(EXPORT_INDEX_NAME) && holdsExport(path)) {
    throw new DataError(
      `${path} holds an export, which importers read and migrations does not: ${givenAs} can name the source of the export`,
    );
  }
  const files = await foundIn(KIND_FORMATS, dataPath, findings);
  if (files.length > 0) return { found: onceEachKind(path, files), from: path };
  if (dataPath.entries) {
    const site = findInSite(dataPath, findings);
    // Its path can also be passed directly.
    if (site)
      return {
        ...(await findData(site.path, findings, givenAs)),
        mediaRoot: site.media,
        mediaAt: site.mediaAt,
        settings: site.settings,
      };
  }
  const found = await foundIn(SITE_FORMATS, dataPath, findings);
  if (found.length === 0) throw noData(dataPath);
  if (found.length > 1 && dataPath.entries) {
    const all = found.map(({ what }) => what).join(" and ");
    throw new DataError(`${path} holds both ${all}: ${givenAs} can name that file`);
  }
  return { found: [found[0]], from: path };
}

async function foundIn(
  formats: readonly DataFormat[],
  dataPath: DataPath,
  findings: Findings,
): Promise<FoundData[]> {
  const all: FoundData[] = [];
  for (const format of formats) {
    for (const found of await format.find(dataPath, findings)) all.push({ ...found, format });
  }
  return all;
}

/**
 * In the order of kinds.
 * @throws DataError if two files have the same kind
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

/** @returns `undefined` if the path is a file */
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

function noData({ path, entries, givenAs }: DataPath): DataError {
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
      : `${path} is not a directory: ${givenAs} names the directory that holds ${expectedData()}`,
  );
}

/** A hint at a path that the user may have meant. */
function hintFor(path: string, entries: readonly string[], givenAs: string): string {
  const database = entries.find((name) => isNamedAsDatabase(name) || isNamedAsBackup(name));
  if (database !== undefined) return `; pass the database file: ${asGiven(givenAs, join(path, database))}`;
  const below = entries.find((name) => holdsSiteData(join(path, name), givenAs));
  if (below !== undefined)
    return `; the folder ${below} in it has data: pass ${asGiven(givenAs, join(path, below))}`;
  if (!entries.some((name) => name.endsWith(".config"))) return "";
  return `; if it is itself the Content folder of a uSync export, ${givenAs} names the folder above it, ${join(path, "..")}`;
}

/** Whether a path is a site folder that has data of any format. */
function holdsSiteData(path: string, givenAs: string): boolean {
  const folder = { path, entries: entriesOf(path), givenAs };
  return SITE_FORMATS.some((format) => dataIn(folder, format) !== undefined);
}

type SiteFolder = {
  /** What is read. */
  path: string;
  /** The folder that is served as the site's root, if it has media files. */
  media: string | undefined;
  /** The configured folder of media files in it. */
  mediaAt?: SiteMedia;
  settings: SiteSettings;
};

/** The database of some sites of version 7 and 8. */
const COMPACT_DATABASE = ["App_Data", "Umbraco.sdf"];
const WEB_ROOTS = [["wwwroot"], []];
const MEDIA_NAMES = ["media"];

/**
 * @param dataPath a folder that may be a site folder
 * @param findings gets warnings about data that is not read
 * @returns `undefined` if it is not
 * @throws DataError if it has several databases, or only data that cannot be read
 */
function findInSite(dataPath: DataPath, findings: Findings): SiteFolder | undefined {
  const root = dataPath.path;
  const settings = readSiteSettings(root, findings);
  const named = fileNamedBy(root, settings.database);
  const [first, ...others] = SITE_FORMATS.flatMap((format) => {
    const isNamed = format.inSite?.isInSettings === true;
    const path = (isNamed ? named : undefined) ?? dataIn(dataPath, format);
    return path === undefined ? [] : [{ path, isNamed }];
  });
  if (first === undefined) return refuseUnread(root, settings.database);
  const { path } = first;
  const doubt = first.isNamed && path !== named ? doubtOf(settings.database) : undefined;
  if (doubt !== undefined) findings.warn(relative(root, path), doubt, "newerElsewhere");
  if (others.length > 0) {
    const hints = others.map((other) => asGiven(dataPath.givenAs, other.path)).join(", ");
    findings.warn(relative(root, path), `is read; the folder has more: pass ${hints}`, "oneOfSeveral");
  }
  return { path, ...mediaIn(root, settings.media), settings };
}

function fileNamedBy(root: string, database: NamedDatabase | undefined): string | undefined {
  return typeof database?.location === "object" ? find(root, database.location.file) : undefined;
}

/** Why the data in the folder may be out of date. */
function doubtOf(database: NamedDatabase | undefined): string | undefined {
  if (database === undefined) return undefined;
  const { settingsFile, location } = database;
  const says = location === "server" ? "names a database server" : "names a database outside this folder";
  return `is read, though ${settingsFile} ${says}: the site may keep newer data there`;
}

function refuseUnread(root: string, database: NamedDatabase | undefined): undefined {
  const path = find(root, COMPACT_DATABASE);
  if (path !== undefined) throw compactRefusal(path);
  if (database?.location !== "server") return undefined;
  throw new DataError(
    `${root} holds no data: its ${database.settingsFile} names a database server: export the database as a .bacpac (docs/formats.md, Export a backup), let the site write uSync files, or pass --base-url`,
  );
}

/** The path of a format's data in a site folder. */
function dataIn(root: DataPath, { inSite }: DataFormat): string | undefined {
  const path = inSite && find(root.path, inSite.at);
  return path === undefined ? undefined : inSite?.choose(path, entriesOf(path), root);
}

/** The folder of media files: the configured one if it exists, otherwise the one in the served folder. */
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

/** The path below `root` with these names in any case, since sites come from Windows; an exact match wins. */
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

/** The names in a folder, in code-unit order; none if it is not a folder. */
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

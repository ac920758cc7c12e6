/** Finds the data at a path, and its format: in a directory, in a site folder, or the file itself. */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { DataError } from "../errors.ts";
import { KINDS } from "../operations.ts";
import { Findings } from "../site/findings.ts";
import type { SiteMedia } from "../site/media/media-paths.ts";
import { unfinishedPull } from "./copy/unfinished-pull.ts";
import { unreadable } from "./data-file.ts";
import type { DataFormat, FilePattern, Found } from "./data-format.ts";
import { DATA_FORMATS, expectedData, labelOfFile } from "./data-formats.ts";
import { holdsExport, isHalfWrittenByUsync } from "./export-index.ts";
import { namesIn, pathBelow } from "./path-below.ts";
import {
  type MediaSettings,
  type NamedDatabase,
  readSiteSettings,
  type SiteSettings,
} from "./site-settings.ts";

/** A path to find data at. */
type DataPath = {
  path: string;
  /** The names in the folder; `undefined` if the path is a file. */
  entries: readonly string[] | undefined;
  /** The option or the argument (as help calls it) that has the path. */
  givenAs: string;
};

/** Found data and its format. */
export type FoundData = Found & { format: DataFormat };

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
  if (dataPath.entries === undefined) warnOfServer(path, findings);
  return findAt(dataPath, findings);
}

async function findAt(dataPath: DataPath, findings: Findings): Promise<DataAt> {
  const { path, entries, givenAs } = dataPath;
  if (entries && holdsExport(path)) {
    throw new DataError(
      `${path} holds an export, which importers read and migrations does not: ${givenAs} can name the source of the export`,
    );
  }
  if (entries && isHalfWrittenByUsync(path)) {
    throw new DataError(
      `${path} holds only parts of a uSync folder: migrations usync stopped while it replaced it; run it again`,
    );
  }
  const files = await foundAt(dataPath, "one");
  if (files.length > 0) return { found: onceEachKind(path, files), from: path };
  const site = entries && (await findInSite(dataPath, findings));
  // Its path can also be passed directly.
  if (site)
    return {
      ...(await findAt({ path: site.path, entries: listDirectory(site.path, givenAs), givenAs }, findings)),
      mediaRoot: site.media,
      mediaAt: site.mediaAt,
      settings: site.settings,
    };
  const found = await foundAt(dataPath, "both");
  if (found.length === 0) throw await noData(dataPath);
  if (found.length > 1 && entries) {
    const all = found.map(({ format }) => format.name).join(" and ");
    throw new DataError(`${path} holds both ${all}: ${givenAs} can name that file`);
  }
  return { found: [found[0]], from: path };
}

/** @param kinds whether the data has nodes of one kind or of both */
async function foundAt({ path, entries }: DataPath, kinds: "one" | "both"): Promise<FoundData[]> {
  const found: FoundData[] = [];
  for (const format of DATA_FORMATS) {
    for (const { in: where, names, kind, matches } of format.files) {
      if (where !== (entries ? "directory" : "path") || (kind === undefined) !== (kinds === "both")) continue;
      const [wanted] = names;
      const name =
        wanted === undefined ? "" : (entries ?? [basename(path)]).find((each) => isNamed(each, wanted));
      if (name === undefined) continue;
      const file = entries ? join(path, name) : path;
      // What a file holds counts more than its name.
      if (await (matches?.(file) ?? true)) found[matches ? "unshift" : "push"]({ path: file, kind, format });
    }
  }
  return found;
}

function isNamed(name: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string" ? name === wanted : wanted.test(name);
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
      `${path} holds both ${found.map((file) => basename(file.path)).join(" and ")}: remove one of them`,
    );
  });
}

/** @returns `undefined` if the path is a file */
function listDirectory(path: string, givenAs: string): string[] | undefined {
  try {
    return statSync(path).isDirectory() ? readdirSync(path) : undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      const label = labelOfFile(path);
      throw new DataError(
        label === undefined
          ? `${path} does not exist: ${givenAs} names the directory that holds ${expectedData()}`
          : `${path} does not exist: there is no such ${label}`,
      );
    }
    throw unreadable(path, error);
  }
}

async function noData({ path, entries, givenAs }: DataPath): Promise<DataError> {
  if ((entries ?? [path]).some((name) => DEPLOY_FILE.test(name))) {
    const what = entries ? "holds files" : "is a file";
    return new DataError(`${path} ${what} of Umbraco Deploy (.uda), ${DEPLOY_ADVICE}`);
  }
  if (entries) {
    const unfinished = unfinishedPull(path);
    if (unfinished !== undefined) return new DataError(`${path} holds no data yet: it ${unfinished}`);
    return new DataError(
      `${path} holds no data: looked for ${expectedData()}${await hintFor(path, entries, givenAs)}`,
    );
  }
  return new DataError(
    `${path} is not a directory: ${givenAs} names the directory that holds ${expectedData()}`,
  );
}

/** Artifacts, which the site writes for version control. */
const DEPLOY_FILE = /\.uda$/i;
const DEPLOY_ADVICE =
  "which have types and settings without pages: pass the site's database, or a folder that uSync exported";

/** A hint at a path that the user may have meant: a file in the folder, a folder in it, or the one above. */
async function hintFor(path: string, entries: readonly string[], givenAs: string): Promise<string> {
  const hinted = (where: FilePattern["in"]) => {
    for (const { in: each, names, label } of DATA_FORMATS.flatMap(({ files }) => files)) {
      const file = each === where && label ? entries.find((name) => isNamed(name, names[0])) : undefined;
      if (file !== undefined) return { file, label };
    }
    return undefined;
  };
  const [written] = await foldersOfUsync(path);
  if (written)
    return `; ${relative(path, written.folder)} ${written.text}: to read it, pass ${asGiven(givenAs, written.folder)}`;
  const data = hinted("path");
  if (data) return `; pass the ${data.label}: ${asGiven(givenAs, join(path, data.file))}`;
  for (const name of entries) {
    const below = join(path, name);
    if (await holdsData(below, givenAs))
      return `; the folder ${name} in it has data: pass ${asGiven(givenAs, below)}`;
  }
  const part = hinted("any");
  return part
    ? `; if it is itself ${part.label}, ${givenAs} names the folder above it, ${join(path, "..")}`
    : "";
}

/** Whether a path is a folder that has data of any format. */
async function holdsData(path: string, givenAs: string): Promise<boolean> {
  const folder = { path, entries: namesIn(path), givenAs };
  for (const pattern of DATA_FORMATS.flatMap(({ files }) => files))
    if (pattern.in === "site" && (await pathsInSite(path, pattern)).length > 0) return true;
  return (await foundAt(folder, "one")).length + (await foundAt(folder, "both")).length > 0;
}

/** Another path as the user would pass it: after the same option, or as an argument. */
function asGiven(givenAs: string, path: string): string {
  return givenAs.startsWith("--") ? `${givenAs} ${path}` : path;
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

const WEB_ROOTS = [["wwwroot"], []];
const MEDIA_NAMES = ["media"];

/**
 * @param dataPath a folder that may be a site folder
 * @param findings gets warnings about data that is not read
 * @returns `undefined` if it is not
 * @throws DataError if it has several databases, or only data that cannot be read
 */
async function findInSite(dataPath: DataPath, findings: Findings): Promise<SiteFolder | undefined> {
  const { path: root, givenAs } = dataPath;
  const settings = readSiteSettings(root, findings);
  const { database } = settings;
  const named = fileNamedBy(root, database);
  const namedFormat = named === undefined ? undefined : databaseFormat(basename(named));
  const isMissing = typeof database?.location === "object" && named === undefined;
  const found: { paths: string[]; pattern: FilePattern }[] = [];
  let passedOver: string[] = [];
  for (const format of DATA_FORMATS) {
    const pattern = format.files.find((each) => each.in === "site");
    if (!pattern) continue;
    const paths = named !== undefined && format === namedFormat ? [named] : await pathsInSite(root, pattern);
    if (isMissing ? pattern.isInSettings : pattern.isPassedOver && database?.location === "server")
      passedOver = passedOver.concat(paths);
    // What the settings name comes first.
    else if (paths.length > 0) found.splice(format === namedFormat ? 0 : found.length, 0, { paths, pattern });
  }
  const [first, ...others] = found;
  if (first === undefined) {
    refuseSettings(dataPath, database, isMissing, passedOver);
    return undefined;
  }
  const [path] = first.paths;
  if (first.paths.length > 1) {
    throw new DataError(
      `${root} holds several ${first.pattern.label}: ${givenAs} can name one of them, ${first.paths.join(" or ")}`,
    );
  }
  const doubt = first.pattern.isInSettings && path !== named ? reasonOutdated(database) : undefined;
  if (doubt !== undefined) findings.warn(relative(root, path), doubt, "newerElsewhere");
  const unread = [...others.flatMap(({ paths }) => paths), ...passedOver];
  if (unread.length > 0) {
    const hints = unread.map((other) => asGiven(givenAs, other)).join(", ");
    findings.warn(relative(root, path), `is read; the folder has more: pass ${hints}`, "oneOfSeveral");
  }
  // The reader of a folder with versions warns itself.
  for (const { folder, text } of await foldersOfUsync(root))
    if (dirname(folder) !== path) findings.warn(relative(root, folder), text, "writtenByUsync");
  return { path, ...mediaIn(root, settings.media), settings };
}

/** The format of a database that settings name. Those of SQLite can have any name. */
function databaseFormat(name: string): DataFormat {
  const databases = DATA_FORMATS.filter(({ files }) => files.some(({ isInSettings }) => isInSettings));
  const isOfName = ({ files }: DataFormat) =>
    files.some(({ isInSettings, names }) => isInSettings && isNamed(name, names[names.length - 1]));
  return databases.find(isOfName) ?? databases[0];
}

/** The folder of a site's own database, up to version 8. */
const APP_DATA = "App_Data";

/** Warns of a database that is read though the settings of its site name a server. */
function warnOfServer(path: string, findings: Findings): void {
  const folder = dirname(resolve(path));
  const isPassedOver = ({ isPassedOver, names }: FilePattern) =>
    isPassedOver && isNamed(basename(path), names[names.length - 1]);
  if (basename(folder).toLowerCase() !== APP_DATA.toLowerCase()) return;
  if (!DATA_FORMATS.some(({ files }) => files.some(isPassedOver))) return;
  const { database } = readSiteSettings(dirname(folder), new Findings());
  const doubt = database?.location === "server" ? reasonOutdated(database) : undefined;
  if (doubt !== undefined) findings.warn(basename(path), doubt, "newerElsewhere");
}

/** The folders that `usync` wrote, in a folder of uSync files or in a site folder, and why they are not read. */
async function foldersOfUsync(path: string): Promise<{ folder: string; text: string }[]> {
  const above = [path, pathBelow(path, ["uSync"])].filter((each) => each !== undefined);
  const { foldersOfUsync, SKIPPED_TEXT } = await import("./usync/find-files.ts");
  return above.flatMap((each) =>
    foldersOfUsync(each).map((name) => ({ folder: join(each, name), text: SKIPPED_TEXT })),
  );
}

function fileNamedBy(root: string, database: NamedDatabase | undefined): string | undefined {
  return typeof database?.location === "object" ? pathBelow(root, database.location.file) : undefined;
}

/** Why the data in the folder may be out of date. */
function reasonOutdated(database: NamedDatabase | undefined): string | undefined {
  if (database === undefined) return undefined;
  const { settingsFile, location } = database;
  const says = location === "server" ? "names a database server" : "names a database outside this folder";
  return `is read, though ${settingsFile} ${says}: the site may keep newer data there`;
}

/** The paths of a format's data in a site folder. */
async function pathsInSite(root: string, { names, matches }: FilePattern): Promise<string[]> {
  const fixed = names.filter((name) => typeof name === "string");
  const path = pathBelow(root, fixed);
  if (path === undefined) return [];
  if (fixed.length === names.length) return (await (matches?.(path) ?? true)) ? [path] : [];
  const last = names[fixed.length];
  return namesIn(path)
    .filter((name) => isNamed(name, last))
    .map((name) => join(path, name));
}

/** The folder of media files: the configured one if it exists, otherwise the one in the served folder. */
function mediaIn(root: string, { path, folder }: MediaSettings): Pick<SiteFolder, "media" | "mediaAt"> {
  if (folder !== undefined) {
    const webRoots = WEB_ROOTS.map((names) => pathBelow(root, names)).filter((each) => each !== undefined);
    const configured = isAbsolute(folder) ? folder : join(webRoots[0], folder.replace(/^~/, ""));
    if (isFolder(configured)) return { media: configured, mediaAt: { path, isMediaFolder: true } };
  }
  const names = path?.split("/").filter((name) => name !== "") ?? MEDIA_NAMES;
  for (const webRoot of WEB_ROOTS) {
    const found = pathBelow(root, [...webRoot, ...names]);
    if (found === undefined || !isFolder(found)) continue;
    return { media: pathBelow(root, webRoot), ...(path && { mediaAt: { path, isMediaFolder: false } }) };
  }
  return { media: undefined };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Refuses a site folder without data that can be read, if its database is elsewhere.
 * @param database the database that the site's settings name
 * @param isMissing whether that is a file that is not there
 * @param passedOver databases in the folder that may be old
 * @throws DataError
 */
function refuseSettings(
  { path, givenAs }: DataPath,
  database: NamedDatabase | undefined,
  isMissing: boolean,
  passedOver: readonly string[],
): void {
  if (database === undefined || !(isMissing || database.location === "server")) return;
  const { settingsFile, location } = database;
  const reason =
    typeof location === "object"
      ? `${location.file.join("/")}, which is missing: copy it there`
      : "a database server: back up the database (docs/formats.md, Which file do I have?), let the site write uSync files, or pass --base-url";
  const [old] = passedOver;
  const hint =
    old === undefined
      ? ""
      : `; ${relative(path, old)} in it may be older: to read it, pass ${asGiven(givenAs, old)}`;
  throw new DataError(`${path} holds no data: its ${settingsFile} names ${reason}${hint}`);
}

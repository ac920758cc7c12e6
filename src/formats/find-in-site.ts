/** Finds what the own folder of a site holds of its content, in whichever formats. */
import { readdirSync, statSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { DataError } from "../errors.ts";
import type { SiteMedia } from "../media/media-paths.ts";
import { asGiven } from "./as-given.ts";
import type { DataFormat, Place } from "./data-format.ts";
import { SITE_FORMATS } from "./data-formats.ts";
import type { Findings } from "./findings.ts";
import {
  type MediaSettings,
  type NamedDatabase,
  readSiteSettings,
  type SiteSettings,
} from "./site-settings.ts";

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
export function findInSite(place: Place, findings: Findings): SiteFolder | undefined {
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
  if (doubt !== undefined) findings.note(relative(root, path), doubt, "newerElsewhere");
  if (others.length > 0) {
    const asked = others.map((other) => asGiven(place.givenAs, other.path)).join(", ");
    findings.note(
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
  if (path !== undefined) {
    throw new DataError(
      `${path} cannot be read: SQL Server Compact runs on Windows alone; let the site write uSync files, or, up to version 7, take its App_Data/umbraco.config`,
    );
  }
  if (database?.place !== "server") return undefined;
  throw new DataError(
    `${root} holds no data: its ${database.saidIn} names a database server, which is not read; let the site write uSync files, or ask it itself by --base-url`,
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

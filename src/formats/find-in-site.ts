/** Finds what the own folder of a site holds of its content, in whichever formats. */
import { readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { DataError } from "../errors.ts";
import type { DataFormat } from "./data-format.ts";
import { SITE_FORMATS } from "./data-formats.ts";
import type { Findings } from "./findings.ts";

type SiteFolder = {
  /** What is read. */
  path: string;
  /** The folder that stands for the root of the site where media files are served, if there are any. */
  media: string | undefined;
};

/** Version 7 and 8 can keep all in this: a database that no program but Microsoft's reads. */
const COMPACT_DATABASE = ["App_Data", "Umbraco.sdf"];
const MEDIA = [["wwwroot"], []];

/**
 * @param root a folder that may be that of a site
 * @param findings told of what is there and not read
 * @returns `undefined` where it holds nothing of the kind
 * @throws DataError where it holds several databases, or nothing but one that cannot be read
 */
export function findInSite(root: string, findings: Findings): SiteFolder | undefined {
  const [path, ...others] = SITE_FORMATS.map((format) => dataIn(root, format)).filter(
    (each) => each !== undefined,
  );
  if (path === undefined) return refuseCompact(root);
  if (others.length > 0) {
    const asked = others.map((other) => `--data ${other}`).join(", ");
    findings.note(relative(root, path), `is read; the folder holds more, to be had by ${asked}`);
  }
  return { path, media: mediaRoot(root) };
}

function refuseCompact(root: string): undefined {
  const path = find(root, COMPACT_DATABASE);
  if (path === undefined) return undefined;
  throw new DataError(
    `${path} cannot be read: SQL Server Compact runs on Windows alone; let the site write uSync files, or, up to version 7, take its App_Data/umbraco.config`,
  );
}

/** What a format has in a site's own folder. */
function dataIn(root: string, { inSite }: DataFormat): string | undefined {
  const path = inSite && find(root, inSite.at);
  return path === undefined ? undefined : inSite?.choose(path, entriesOf(path), root);
}

function mediaRoot(root: string): string | undefined {
  for (const folder of MEDIA) {
    const found = find(root, [...folder, "media"]);
    if (found !== undefined && isFolder(found)) return find(root, folder);
  }
  return undefined;
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
function entriesOf(path: string | undefined): string[] {
  try {
    return path === undefined ? [] : readdirSync(path).sort();
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

/** Lists the files of a uSync folder, of one section of it at a time. */
import { type Dir, type Dirent, opendirSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { reasonUnreadable } from "../data-file.ts";
import type { Findings } from "../findings.ts";

/** A folder that holds sections, and its name relative to the data directory, empty or with a slash behind it. */
export type Layer = { path: string; name: string };

/** One file, to be read. */
export type UsyncFile = {
  /** Where it lies. */
  path: string;
  /** Its name relative to the data directory, with slashes. */
  name: string;
  /** Its name relative to its layer, with slashes: that of a higher layer replaces that of a lower one. */
  place: string;
};

const ENDING = ".config";

/**
 * The `*.config` files of some sections, at any depth, in code-unit order of their places. Symbolic links are not followed.
 * @param layers lowest first
 */
export function listFiles(
  layers: readonly Layer[],
  sections: readonly string[],
  findings: Findings,
): UsyncFile[] {
  const [lowest, ...higher] = layers.map((layer) =>
    sections.flatMap((section) => listSection(layer, section, findings)),
  );
  if (higher.length === 0) return lowest.sort(byPlace);
  const files = new Map(lowest.map((file) => [file.place, file]));
  for (const file of higher.flat()) {
    const lower = files.get(file.place);
    if (lower) findings.note(lower.name, `${file.name} replaces it`, "files that a version folder replaces");
    files.set(file.place, file);
  }
  return [...files.values()].sort(byPlace);
}

function byPlace(a: UsyncFile, b: UsyncFile): number {
  return a.place < b.place ? -1 : a.place > b.place ? 1 : 0;
}

function listSection(layer: Layer, section: string, findings: Findings): UsyncFile[] {
  const files: UsyncFile[] = [];
  const folders: string[] = [];
  const take = (entry: Dirent, path: string, place: string) => {
    const name = layer.name + place;
    if (entry.isDirectory()) folders.push(place);
    else if (entry.isSymbolicLink()) {
      findings.note(name, "is a symbolic link: not followed", "symbolic links, not followed");
    } else if (entry.isFile() && place.endsWith(ENDING)) files.push({ path, name, place });
  };
  for (const entry of entriesIn(layer.path)) {
    if (entry.name === section && !entry.isFile()) take(entry, layer.path, section);
  }
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const path = join(layer.path, folder, sep);
    for (const entry of readFolder(layer, folder, findings)) {
      take(entry, path + entry.name, `${folder}/${entry.name}`);
    }
  }
  return files;
}

/** Whether a section has anything to be read, or to be told of. Looks no further than the first such entry. */
export function holdsFiles(layer: Layer, section: string): boolean {
  const folders = foldersIn(layer.path).filter((name) => name === section);
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    let open: Dir;
    try {
      open = opendirSync(join(layer.path, folder));
    } catch {
      return true;
    }
    try {
      for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
        if (entry.isDirectory()) folders.push(`${folder}/${entry.name}`);
        else if (entry.isSymbolicLink() || (entry.isFile() && entry.name.endsWith(ENDING))) return true;
      }
    } finally {
      open.closeSync();
    }
  }
  return false;
}

/** The names of the folders in a folder, links left out; none where it cannot be read. */
export function foldersIn(path: string): string[] {
  return entriesIn(path)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function entriesIn(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

function readFolder(layer: Layer, folder: string, findings: Findings): Dirent[] {
  try {
    return readdirSync(join(layer.path, folder), { withFileTypes: true });
  } catch (error) {
    findings.error(layer.name + folder, () => "", `cannot be read: ${reasonUnreadable(error)}`);
    return [];
  }
}

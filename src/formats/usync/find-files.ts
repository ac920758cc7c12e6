/** Finds the folders of a uSync export, at or below a data directory, and the files in them. */
import { type Dirent, existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { reasonOf } from "../../errors.ts";
import { KINDS, type Kind } from "../../operations.ts";
import { Findings } from "../../site/findings.ts";
import { isWrittenByUsync, USYNC_INDEX_NAME } from "../export-index.ts";

/** The sections of each kind: its nodes, and its types as uSync 8 and uSync 7 call them. */
export const SECTIONS: Readonly<Record<Kind, { nodes: string; types: readonly string[] }>> = {
  content: { nodes: "Content", types: ["ContentTypes", "DocumentType"] },
  media: { nodes: "Media", types: ["MediaTypes", "MediaType"] },
};

const NODE_SECTIONS = KINDS.map((kind) => SECTIONS[kind].nodes);
export const TYPE_SECTIONS = KINDS.flatMap((kind) => SECTIONS[kind].types);
/** The other sections that are read, as uSync 8 and uSync 7 call them. */
export const SITE_SECTIONS = {
  dataTypes: ["DataTypes", "DataType"],
  dictionary: ["Dictionary", "DictionaryItem"],
  languages: ["Languages"],
  domains: ["Domains"],
} as const;
/** All sections that are read. */
export const READ_SECTIONS: readonly string[] = [
  ...NODE_SECTIONS,
  ...TYPE_SECTIONS,
  ...Object.values(SITE_SECTIONS).flat(),
];

/** A folder that holds sections, and its name relative to the data directory, empty or with a slash behind it. */
export type Layer = { path: string; name: string };

/** A uSync export on disk. */
type UsyncFolder = {
  /** What it is read from, lowest first. */
  layers: readonly Layer[];
  /** The name of the folder that lies on top, such as `v13`. */
  name: string;
};

/** One file, to be read. */
export type UsyncFile = {
  /** Where it lies. */
  path: string;
  /** Its name relative to the data directory, with slashes. */
  name: string;
  /** Its name relative to its layer, with slashes: that of a higher layer replaces that of a lower one. */
  relativePath: string;
};

/** From this version on, a folder `Root` beside the version's own lies below it. */
const FIRST_WITH_ROOT = 13;
const ROOT = "Root";
/** Where uSync 7 writes to, in `uSync`. */
const DATA = "data";
const ENDING = ".config";

/**
 * @param path the data directory: a folder with sections in it, or the folder above such folders, of which the highest
 * version is taken. A folder that `usync` wrote is read only if it is the path itself
 * @param findings gets a warning about versions that are not taken, and about folders that `usync` wrote. Default: nothing does
 * @param sections of which one must have files. Default: those of nodes
 * @returns `undefined` if no such file lies there
 */
export function findUsyncFolder(
  path: string,
  findings = new Findings(),
  sections: readonly string[] = NODE_SECTIONS,
): UsyncFolder | undefined {
  const itself = folderAt(path, "", basename(resolve(path)));
  if (holdsAny(itself, sections)) return itself;
  for (const name of foldersOfUsync(path)) findings.warn(name, SKIPPED_TEXT, "writtenByUsync");
  const versions = versionFolders(path)
    .sort((a, b) => (generationOf(b) ?? 0) - (generationOf(a) ?? 0))
    .map((name) => ({ name, folder: folderAt(join(path, name), `${name}/`, name) }))
    .filter(({ folder }) => holdsAny(folder, sections));
  const [chosen, ...others] = versions;
  if (!chosen) return undefined;
  if (others.length > 0) {
    findings.warn(
      chosen.name,
      `is read, as the highest version; not read: ${others.map(({ name }) => name).join(", ")}`,
      "oneOfSeveral",
    );
  }
  return chosen.folder;
}

/** @param prefix the folder's name relative to the data directory, empty or with a slash behind it */
function folderAt(path: string, prefix: string, name: string): UsyncFolder {
  const generation = generationOf(name);
  const above = dirname(resolve(path));
  // A folder that the site named itself is known by the one around it.
  const mayHaveRoot =
    generation === undefined
      ? name !== ROOT && /^usync$/i.test(basename(above))
      : generation >= FIRST_WITH_ROOT;
  const layers = [{ path, name: prefix }];
  if (mayHaveRoot && foldersIn(above).includes(ROOT)) {
    layers.unshift({ path: join(above, ROOT), name: prefix === "" ? `../${ROOT}/` : `${ROOT}/` });
  }
  return { layers, name };
}

/** The folders that a folder of sections is read together with, and that do not lie below it. */
export function layersBeside(path: string): string[] {
  const { layers } = folderAt(path, "", basename(resolve(path)));
  return layers.filter((layer) => layer.path !== path).map((layer) => layer.path);
}

/** `v13` is 13, uSync 7's `data` is 7. */
function generationOf(name: string): number | undefined {
  if (name === DATA) return 7;
  const match = /^v([0-9]{1,4})$/i.exec(name);
  return match ? Number(match[1]) : undefined;
}

function isVersion(name: string): boolean {
  return generationOf(name) !== undefined;
}

/** Whether a folder has folders of versions of uSync that are those of a site. */
export function holdsVersions(path: string): boolean {
  return versionFolders(path).length > 0;
}

/** Why a folder that `usync` wrote is not read. */
export const SKIPPED_TEXT = "is not read, since migrations usync wrote it";

/** The names of the folders of versions in a folder, without the folders that `usync` wrote. */
function versionFolders(path: string): string[] {
  const written = foldersOfUsync(path);
  return foldersIn(path).filter((name) => isVersion(name) && !written.includes(name));
}

/** The names of the folders in a folder that `usync` wrote. */
export function foldersOfUsync(path: string): string[] {
  return foldersIn(path).filter((name) => isVersion(name) && isWrittenByUsync(join(path, name)));
}

/** The folder of uSync files that a path is or lies in, known by its versions or its index; `undefined` if there is none. */
export function usyncFolderAround(path: string): string | undefined {
  for (let at = resolve(path); ; at = dirname(at)) {
    const hasVersions = /^usync$/i.test(basename(at)) && foldersIn(at).some(isVersion);
    if (hasVersions || existsSync(join(at, USYNC_INDEX_NAME))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Whether one of the sections is a folder with anything to read or to report. */
function holdsAny({ layers }: UsyncFolder, sections: readonly string[]): boolean {
  const findings = new Findings();
  for (const layer of layers) {
    const present = foldersIn(layer.path).filter((name) => sections.includes(name));
    for (const section of present) for (const _ of filesOfSection(layer, section, findings)) return true;
  }
  return findings.warnings.length + findings.errorCount > 0;
}

/**
 * The `*.config` files of some sections, at any depth, in code-unit order of their paths. Symbolic links are not followed.
 * @param layers lowest first
 */
export function listFiles(
  layers: readonly Layer[],
  sections: readonly string[],
  findings: Findings,
): UsyncFile[] {
  const [lowest, ...higher] = layers.map((layer) =>
    sections.flatMap((section) => [...filesOfSection(layer, section, findings)]),
  );
  if (higher.length === 0) return lowest.sort(byPath);
  const files = new Map(lowest.map((file) => [file.relativePath, file]));
  for (const file of higher.flat()) {
    const lower = files.get(file.relativePath);
    if (lower) findings.warn(lower.name, `${file.name} replaces it`, "replaced");
    files.set(file.relativePath, file);
  }
  return [...files.values()].sort(byPath);
}

function byPath(a: UsyncFile, b: UsyncFile): number {
  return a.relativePath < b.relativePath ? -1 : a.relativePath > b.relativePath ? 1 : 0;
}

function* filesOfSection(layer: Layer, section: string, findings: Findings): Generator<UsyncFile> {
  const folders: string[] = [];
  const isFile = (entry: Dirent, relativePath: string) => {
    if (entry.isDirectory()) folders.push(relativePath);
    else if (entry.isSymbolicLink()) {
      findings.warn(layer.name + relativePath, "is a symbolic link: not followed", "symbolicLinks");
    }
    return entry.isFile() && relativePath.endsWith(ENDING);
  };
  const itself = entriesIn(layer.path).find(({ name }) => name === section);
  if (itself) isFile(itself, section);
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const path = join(layer.path, folder, sep);
    for (const entry of readFolder(layer, folder, findings)) {
      const relativePath = `${folder}/${entry.name}`;
      if (isFile(entry, relativePath))
        yield { path: path + entry.name, name: layer.name + relativePath, relativePath };
    }
  }
}

/** The names of the folders in a folder, links left out; none if it cannot be read. */
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
    findings.error(layer.name + folder, () => "", `cannot be read: ${reasonOf(error)}`);
    return [];
  }
}

/** Finds the folders that a uSync export is read from, at or below a data directory. */
import { basename, dirname, join, resolve } from "node:path";
import type { Findings } from "../findings.ts";
import { foldersIn, holdsFiles, type Layer } from "./list-files.ts";

/** The sections that hold nodes. */
export const NODE_SECTIONS = ["Content", "Media"] as const;

/** A uSync export on disk. */
export type UsyncFolder = {
  /** What it is read from, lowest first. */
  layers: Layer[];
  /** The name of the folder that lies on top, such as `v13`. */
  name: string;
};

/** From this version on, a folder `Root` beside the version's own lies below it. */
const FIRST_WITH_ROOT = 13;
const ROOT = "Root";
/** Where uSync 7 writes to, in `uSync`. */
const DATA = "data";

/**
 * @param path the data directory: a folder with `Content` or `Media` in it, or the folder above such folders, of which the
 * highest version is taken
 * @returns `undefined` where no node file lies there
 */
export function findUsyncFolder(path: string, findings: Findings): UsyncFolder | undefined {
  const itself = folderAt(path, "", basename(resolve(path)));
  if (holdsNodes(itself)) return itself;
  const versions = foldersIn(path)
    .filter((name) => generationOf(name) !== undefined)
    .sort((a, b) => (generationOf(b) ?? 0) - (generationOf(a) ?? 0))
    .map((name) => ({ name, folder: folderAt(join(path, name), `${name}/`, name) }))
    .filter(({ folder }) => holdsNodes(folder));
  const [chosen, ...others] = versions;
  if (!chosen) return undefined;
  if (others.length > 0) {
    findings.note(
      chosen.name,
      `is read, as the highest version; not read: ${others.map(({ name }) => name).join(", ")}`,
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

/** `v13` is 13, uSync 7's `data` is 7. */
function generationOf(name: string): number | undefined {
  if (name === DATA) return 7;
  const match = /^v([0-9]{1,4})$/i.exec(name);
  return match ? Number(match[1]) : undefined;
}

function holdsNodes({ layers }: UsyncFolder): boolean {
  return layers.some((layer) => NODE_SECTIONS.some((section) => holdsFiles(layer, section)));
}

/** The media files of a data directory: where they lie, and what of them is missing or nobody's. */
import { readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { UsageError } from "../errors.ts";
import type { Note } from "../formats/findings.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { FILES_FOLDER, MediaFiles } from "../media-files.ts";

/** What is missing, by the paths that nodes name, and what no node names, by the names in the folder. */
export type MediaInventory = {
  folder: string;
  /** How many files are named. */
  named: number;
  missing: readonly { path: string; id: number }[];
  orphaned: readonly string[];
};

/** Where a site keeps its media files. The rest of a site's folder is none of theirs. */
const MEDIA_FOLDER = /^media$/i;

/** @throws UsageError where `--files` names no directory */
export function refuseNoDirectory(files: string | undefined): void {
  if (files !== undefined && !isDirectory(files)) throw new UsageError(`--files ${files} is no directory`);
}

/**
 * The files that the media nodes name.
 * @param files the folder that `--files` names, which may come and go. Default: the site's own, or what a pull has put beside
 * the data
 */
export function mediaFilesOf({ path, trees, mediaRoot }: LoadedData, files: string | undefined): MediaFiles {
  const pulled = join(path, FILES_FOLDER);
  if (files !== undefined && resolve(files) !== resolve(pulled)) {
    return new MediaFiles(trees.media, files, "site");
  }
  if (mediaRoot !== undefined) return new MediaFiles(trees.media, mediaRoot, "site");
  return new MediaFiles(trees.media, isDirectory(pulled) ? pulled : undefined, "pulled");
}

/** @returns `undefined` where there is no folder of files */
export function takeInventory({ all, folder, layout }: MediaFiles): MediaInventory | undefined {
  if (folder === undefined) return undefined;
  const names = new Set([...all.values()].map(({ name }) => name));
  const missing = [...all].filter(([, { name }]) => name === undefined || !isFile(join(folder, name)));
  const isWhole = layout === "pulled" || MEDIA_FOLDER.test(basename(folder));
  const tops = isWhole ? [""] : namesIn(folder).filter((name) => MEDIA_FOLDER.test(name));
  return {
    folder,
    named: all.size,
    missing: missing.map(([path, { id }]) => ({ path, id })),
    orphaned: tops
      .flatMap((top) => [...filesBelow(folder, top)])
      .filter((name) => !names.has(name))
      .toSorted(),
  };
}

/** What is missing or orphaned, as notes. */
export function inventoryNotes({ folder, missing, orphaned }: MediaInventory): Note[] {
  return [
    ...missing.map(({ path, id }) => ({
      file: folder,
      text: `${path}, which the media node with the id ${id} names, is not there`,
      topic: "missingFiles" as const,
    })),
    ...orphaned.map((name) => ({
      file: folder,
      text: `${name} is named by no media node`,
      topic: "orphanedFiles" as const,
    })),
  ];
}

/** The files below a folder, by names with slashes. Links are not followed. */
function* filesBelow(root: string, folder: string): Generator<string> {
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of readdirSync(join(root, next), { withFileTypes: true })) {
      const name = next === "" ? entry.name : `${next}/${entry.name}`;
      if (entry.isDirectory()) folders.push(name);
      else if (entry.isFile()) yield name;
    }
  }
}

function namesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

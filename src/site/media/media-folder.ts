/** The media files of a data directory: their folder, and which files are missing or orphaned. */

import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { reasonOf, UsageError } from "../../errors.ts";
import { counted } from "../../text/counted.ts";
import type { SiteData } from "../site-data.ts";
import { FILES_FOLDER, MediaFiles } from "./media-files.ts";

/**
 * `missing`: paths of URLs that media nodes have; `unreadable`: those whose files exist and cannot be read, with the
 * reason; `orphaned`: names in the folder.
 */
export type MediaInventory = {
  folder: string;
  /** The number of files that media nodes refer to. */
  named: number;
  /** A warning about existing files that are not served. Absent if there are none. */
  refused?: string;
  missing: readonly { path: string; id: number }[];
  /** Absent if there are none. */
  unreadable?: readonly { path: string; id: number; reason: string }[];
  orphaned: readonly string[];
};

/** @throws UsageError if `--files` is not a directory */
export function requireDirectory(files: string | undefined): void {
  if (files !== undefined && !isDirectory(files)) throw new UsageError(`--files ${files} is not a directory`);
}

/**
 * Locates the files of the media nodes.
 * @param files the folder of `--files`, which may appear and disappear. Default: the site's own folder, or the folder
 * of pulled files beside the data
 */
export function mediaFilesOf(
  { path, trees, mediaRoot, mediaAt }: SiteData,
  files: string | undefined,
): MediaFiles {
  const pulled = join(path, FILES_FOLDER);
  const isOwn = files !== undefined && mediaRoot !== undefined && resolve(files) === resolve(mediaRoot);
  if (files !== undefined && !isOwn && resolve(files) !== resolve(pulled)) {
    return new MediaFiles(trees.media, files, "site", { path: mediaAt?.path });
  }
  if (mediaRoot !== undefined) return new MediaFiles(trees.media, mediaRoot, "site", mediaAt);
  return new MediaFiles(trees.media, isDirectory(pulled) ? pulled : undefined, "pulled");
}

/** @returns `undefined` if there is no folder of files */
export function mediaInventory(files: MediaFiles): MediaInventory | undefined {
  const { all, folder, layout, root, mediaPath, refused } = files;
  if (folder === undefined) return undefined;
  const names = new Set([...all.values()].map(({ name }) => name));
  const isThere = (path: string) =>
    path.startsWith(root) && fileState(join(folder, path.slice(root.length))) !== "absent";
  const kept = new Set([...refused].filter(isThere));
  const missing: MediaInventory["missing"][number][] = [];
  const unreadable: NonNullable<MediaInventory["unreadable"]>[number][] = [];
  for (const [path, { id, name }] of all) {
    if (kept.has(path)) continue;
    const state = name === undefined ? "absent" : fileState(join(folder, name));
    if (state === "absent") missing.push({ path, id });
    else if (state !== "file") unreadable.push({ path, id, reason: state.reason });
  }
  const isWhole = layout === "pulled" || root === mediaPath;
  const tops = isWhole ? [""] : foldersAt(folder, mediaPath);
  return {
    folder,
    named: all.size,
    refused: refusedFilesWarning(files, kept),
    missing,
    ...(unreadable.length > 0 && { unreadable }),
    orphaned: tops
      .flatMap((top) => [...filesBelow(folder, top)])
      .filter((name) => !names.has(name))
      .toSorted(),
  };
}

/** The number of refused paths that the warning lists. */
const REFUSED_NAMED = 3;

/**
 * Returns the warning about files in a site's own folder that media nodes refer to and that are not served, if there
 * are any.
 */
export function refusedFilesWarning(
  files: MediaFiles,
  refused: ReadonlySet<string> = files.refused,
): string | undefined {
  if (refused.size === 0) return undefined;
  const more = refused.size - REFUSED_NAMED;
  const examples = [...refused].slice(0, REFUSED_NAMED).concat(more > 0 ? [`and ${more} more`] : []);
  return (
    `${counted(refused.size, "file")} that media nodes name ${refused.size === 1 ? "is" : "are"} not served or copied, ` +
    `as only files below ${files.mediaPath} are, and no configuration or hidden files: ${examples.join(", ")}`
  );
}

/** Yields the files below a folder, with slashes in their names. Links are not followed. */
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

/** Returns the folders that match a path regardless of case, relative to the folder. */
function foldersAt(folder: string, path: string): string[] {
  let found = [""];
  for (const segment of path.split("/").filter((name) => name !== "")) {
    found = found.flatMap((parent) =>
      readdirSync(join(folder, parent), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name.toLowerCase() === segment.toLowerCase())
        .map(({ name }) => (parent === "" ? name : `${parent}/${name}`)),
    );
  }
  return found;
}

/** Whether a path is a file; the reason if that cannot be found out, for example because of permissions. */
function fileState(path: string): "file" | "absent" | { reason: string } {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? "file" : "absent";
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

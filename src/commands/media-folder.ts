/** Where the media files of a data directory lie. */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../errors.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { FILES_FOLDER, MediaFiles } from "../media-files.ts";

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

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

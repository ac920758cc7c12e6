/** Copies media files from a folder on disk into a data directory. */
import { constants, realpathSync, statSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { explained } from "../errors.ts";
import type { FileFailure, ManifestFiles } from "../formats/manifest.ts";
import { FILES_FOLDER, type MediaFiles } from "../media/media-files.ts";
import { type FileEntry, FilePlaces, putFileList } from "./file-places.ts";
import type { Staging } from "./staging.ts";

/** In the staging directory; an unfinished pull of a site has its files elsewhere. */
const GATHERED = "copied";

type FilesToCopy = {
  from: MediaFiles;
  /** The paths of the files to copy. */
  paths: ReadonlySet<string>;
  /** Whether all nodes are known: only then are files removed that none names. */
  isWhole: boolean;
  /** Whether the earlier copy is of the same source. */
  keeps: boolean;
  /** Aborts the copy; its reason is then thrown. */
  signal: AbortSignal;
};

/**
 * Copies files into the staging directory. A missing file is a failure in the list.
 * @returns puts the files and the list of them in place
 * @throws the signal's reason; OutputError if a file cannot be written
 */
export async function gatherFiles(
  staging: Staging,
  { from, paths, isWhole, keeps, signal }: FilesToCopy,
): Promise<() => Promise<ManifestFiles>> {
  const startedAt = new Date().toISOString();
  const places = new FilePlaces(staging, keeps);
  places.nameAll(paths);
  const entries: FileEntry[] = [];
  const failures: FileFailure[] = [];
  for (const path of paths) {
    signal.throwIfAborted();
    const file = places.nameOf(path);
    const source = placeOnDisk(from, path);
    if ("missing" in source) failures.push({ url: path, reason: source.missing });
    else entries.push({ path, file, bytes: await gather(source.path, staging.file(`${GATHERED}/${file}`)) });
  }
  return async () => {
    const kept: FileEntry[] = [];
    for (const { url: path } of failures) {
      const entry = await places.keep(path);
      if (entry) kept.push({ ...entry, isStale: true });
    }
    for (const { file } of entries) {
      await staging.clear(FILES_FOLDER, file);
      await staging.put(`${GATHERED}/${file}`, `${FILES_FOLDER}/${file}`);
    }
    const all = [...entries, ...kept, ...(await places.dropUnnamed(isWhole))];
    return putFileList(staging, all, { failures, startedAt });
  };
}

/** The file of a path on disk, or the reason why there is none. */
export function placeOnDisk(
  { folder = "", all }: MediaFiles,
  path: string,
): { path: string } | { missing: string } {
  const name = all.get(path)?.name;
  if (name === undefined) return { missing: `${path} has no place in ${folder}` };
  const asked = join(folder, name);
  try {
    const [real, root] = [realpathSync(asked), realpathSync(folder)];
    // As when files are served: a link may lead out of the folder, and a pipe never ends.
    if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) {
      return { missing: `${asked} is a link that leads out of ${folder}` };
    }
    return statSync(real).isFile() ? { path: real } : { missing: `${asked} is no file` };
  } catch {
    return { missing: `${path} does not lie in ${folder}` };
  }
}

/** @returns how many bytes it has */
async function gather(source: string, target: string): Promise<number> {
  try {
    await mkdir(dirname(target), { recursive: true });
    // The disk shares the bytes if it can.
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    return statSync(target).size;
  } catch (error) {
    throw explained(error);
  }
}

/** Removes the files that were not put in place. */
export function forgetGathered(staging: Staging): void {
  staging.remove(GATHERED);
}

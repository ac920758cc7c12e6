/** The media files that `export` and `usync` copy beside the nodes, as `--files [directory]` says. */
import { UsageError } from "../errors.ts";
import { type Io, writeError } from "../io.ts";
import type { Kind } from "../operations.ts";
import type { MediaFiles } from "../site/media/media-files.ts";
import { mediaFilesOf } from "../site/media/media-folder.ts";
import type { SiteData } from "../site/site-data.ts";
import { visible } from "../text/visible-text.ts";
import { toggleOrText, type Values } from "./flag.ts";
import { warnOfRefusedFiles } from "./open-source.ts";
import type { QUIET_FLAG } from "./shared-flags.ts";

export function filesFlag(help: string) {
  return { files: toggleOrText("--files [directory]", help) };
}

type FilesFlags = Values<ReturnType<typeof filesFlag> & typeof QUIET_FLAG>;

/** The directory that was given; `undefined` for the folder beside the data. */
export function filesFolder({ files }: FilesFlags): string | undefined {
  return typeof files === "string" ? files : undefined;
}

/** @throws UsageError if files are to be copied without media nodes */
export function refuseFilesAlone({ files }: { files?: string | boolean }, kinds: readonly Kind[]): void {
  if (files && !kinds.includes("media")) {
    throw new UsageError("--files and --kind content cannot be used together");
  }
}

/**
 * The files to copy, if any; prints a warning about files that are not copied.
 * @throws UsageError if media nodes have files, and their folder is not found
 */
export function filesToCopy(data: SiteData, flags: FilesFlags, io: Io): MediaFiles | undefined {
  if (!flags.files) return undefined;
  const files = mediaFilesOf(data, filesFolder(flags));
  if (files.folder === undefined && files.all.size > 0) {
    throw new UsageError(`no media files found beside ${data.path}: give their folder, --files DIRECTORY`);
  }
  if (data.trees.media.size === 0 && !flags.quiet)
    writeError(io, `warning: --files copies nothing: ${visible(data.path)} has no media nodes`);
  warnOfRefusedFiles(files, flags, io);
  return files;
}

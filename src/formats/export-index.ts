/** The files by which a directory is known to hold what `export` or `usync` wrote, or parts of it that were being replaced. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { must, objectOf } from "../json/shape.ts";
import { readState } from "./copy/state-file.ts";
import { STAGING } from "./copy/unfinished-pull.ts";

export const EXPORT_INDEX_NAME = "export.json";

/** The value of its member `format`. */
export const EXPORT_FORMAT = "migrations export 1";

const INDEX = objectOf({ format: must((value) => value === EXPORT_FORMAT, "that of an export") });

/** What is replaced as a whole, and the file in the staging directory that exists while new files replace old ones. */
export const SWAP_MARKS = { export: "export-swap", usync: "usync-swap" } as const;

/** The folder of uSync files below a directory that `usync` writes. */
export const USYNC_FOLDER = join("uSync", "v17");
export const USYNC_INDEX_NAME = "usync.config";
/** A comment in the index. uSync's own export replaces the file, and thereby the comment. */
export const USYNC_MARK = "written by migrations usync";

/** Whether `usync` wrote a folder of uSync files, which is then no old site. */
export function isWrittenByUsync(folder: string): boolean {
  try {
    return readFileSync(join(folder, USYNC_INDEX_NAME), "utf8").includes(USYNC_MARK);
  } catch {
    return false;
  }
}

/** Whether a run of `usync` stopped while it replaced the files in a directory, or in a directory above a folder of uSync files. */
export function isHalfWrittenByUsync(directory: string): boolean {
  return ["", "..", join("..", "..")].some((above) => isHalfSwapped(join(directory, above), "usync"));
}

/** Whether a run stopped while it replaced an export or the files of `usync`, of which parts are then missing. */
function isHalfSwapped(directory: string, what: keyof typeof SWAP_MARKS): boolean {
  return existsSync(join(directory, STAGING, SWAP_MARKS[what]));
}

/** Whether a directory holds an export, which is no data to read, or parts of one. */
export function holdsExport(directory: string): boolean {
  return (
    isHalfSwapped(directory, "export") || readState(join(directory, EXPORT_INDEX_NAME), INDEX) !== undefined
  );
}

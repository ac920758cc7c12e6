/** The files by which a directory is known to hold an export, or parts of one that was being replaced. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { must, objectOf } from "../json/shape.ts";
import { readState } from "./copy/state-file.ts";
import { STAGING } from "./copy/unfinished-pull.ts";

export const EXPORT_INDEX_NAME = "export.json";

/** The value of its member `format`. */
export const EXPORT_FORMAT = "migrations export 1";

const INDEX = objectOf({ format: must((value) => value === EXPORT_FORMAT, "that of an export") });

/** The file in the staging directory that holds the plan, from the first change of an export to the last. */
export const SWAP_PLAN_NAME = "swap.json";

/** Whether a run was killed while it replaced the export of a directory. */
export function isHalfSwapped(directory: string): boolean {
  return existsSync(join(directory, STAGING, SWAP_PLAN_NAME));
}

/** The file in the staging directory of a uSync 17 folder that exists while new files replace old ones. */
export const USYNC_SWAP_MARK = "usync-swap";

/** Whether a run stopped while it replaced a uSync 17 folder, of which parts are then missing. */
export function isHalfSwappedUsync(directory: string): boolean {
  return existsSync(join(directory, STAGING, USYNC_SWAP_MARK));
}

/** Whether a directory holds an export, which is no data to read, or parts of one. */
export function holdsExport(directory: string): boolean {
  return isHalfSwapped(directory) || readState(join(directory, EXPORT_INDEX_NAME), INDEX) !== undefined;
}

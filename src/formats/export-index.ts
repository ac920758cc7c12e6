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

/** What is replaced as a whole, and the file in the staging directory that exists while new files replace old ones. */
export const SWAP_MARKS = { export: "export-swap", usync: "usync-swap" } as const;

/** Whether a run stopped while it replaced an export or a uSync 17 folder, of which parts are then missing. */
export function isHalfSwapped(directory: string, what: keyof typeof SWAP_MARKS): boolean {
  return existsSync(join(directory, STAGING, SWAP_MARKS[what]));
}

/** Whether a directory holds an export, which is no data to read, or parts of one. */
export function holdsExport(directory: string): boolean {
  return (
    isHalfSwapped(directory, "export") || readState(join(directory, EXPORT_INDEX_NAME), INDEX) !== undefined
  );
}

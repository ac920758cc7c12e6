/** The index of an export (`export.json`), by which a directory is known to hold one. */
import { join } from "node:path";
import { must, objectOf } from "../json/shape.ts";
import { readState } from "./copy/state-file.ts";

export const EXPORT_INDEX_NAME = "export.json";

/** The value of its member `format`. */
export const EXPORT_FORMAT = "migrations export 1";

const INDEX = objectOf({ format: must((value) => value === EXPORT_FORMAT, "that of an export") });

/** Whether a directory holds an export, which is no data to read. */
export function holdsExport(directory: string): boolean {
  return readState(join(directory, EXPORT_INDEX_NAME), INDEX) !== undefined;
}

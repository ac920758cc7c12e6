/** The index of an export (`export.json`), by which a directory is known to hold one. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const EXPORT_INDEX_NAME = "export.json";

/** The value of its member `format`. */
export const EXPORT_FORMAT = "migrations export 1";

/** Whether a directory holds an export, which is no data to read. */
export function holdsExport(directory: string): boolean {
  try {
    const index: unknown = JSON.parse(readFileSync(join(directory, EXPORT_INDEX_NAME), "utf8"));
    return typeof index === "object" && index !== null && "format" in index && index.format === EXPORT_FORMAT;
  } catch {
    return false;
  }
}

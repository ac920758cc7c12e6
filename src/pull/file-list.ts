/** The list of media files that a pull leaves, so that the next one need not have again what has not changed. */
import { readFileSync } from "node:fs";
import type { Validators } from "./file-answer.ts";

/** A line of the list: where each came from and lies, and how to ask whether it has changed. */
export type FileEntry = Validators & {
  path: string;
  file: string;
  bytes: number;
  /** Whether it could not be had when it was asked for last, so that it may be another by now. */
  isStale?: boolean;
};

/** The list's name in the data directory. */
export const FILE_LIST_NAME = "files.ndjson";

/** The list as text: a line of JSON for each. */
export function fileListText(entries: readonly FileEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}

/** @returns the entries by their paths; none where there is no list that can be read: it only saves time */
export function readFileList(path: string): Map<string, FileEntry> {
  try {
    const lines = readFileSync(path, "utf8").split("\n");
    const entries = lines.filter((line) => line !== "").map((line): unknown => JSON.parse(line));
    return new Map(entries.filter(isEntry).map((entry) => [entry.path, entry]));
  } catch {
    return new Map();
  }
}

function isEntry(value: unknown): value is FileEntry {
  if (typeof value !== "object" || value === null) return false;
  const { path, file, bytes, etag, lastModified }: Partial<Record<keyof FileEntry, unknown>> = value;
  return (
    typeof path === "string" &&
    typeof file === "string" &&
    // It leads to a file below the folder.
    !file.split("/").some((segment) => segment === "" || segment === "." || segment === "..") &&
    typeof bytes === "number" &&
    [etag, lastModified].every((text) => text === undefined || typeof text === "string")
  );
}

/** The list of media files that a pull leaves, so that the next one need not have again what has not changed. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Validators } from "./download.ts";

/** A line of the list: where each came from and lies, and how to ask whether it has changed. */
export type FileEntry = { path: string; file: string; bytes: number } & Validators;

/** The list's name in the data directory. */
export const FILE_LIST_NAME = "files.ndjson";

export function writeFileList(path: string, entries: readonly FileEntry[]): void {
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  writeFileSync(path, lines, { flush: true });
}

/** @returns the entries by their paths; none where there is no list that can be read */
export function readFileList(path: string): Map<string, FileEntry> {
  try {
    const lines = readFileSync(path, "utf8").split("\n");
    const entries: FileEntry[] = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
    return new Map(entries.map((entry) => [entry.path, entry]));
  } catch {
    return new Map();
  }
}

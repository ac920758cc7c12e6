/** The list of media files that a pull leaves, so that the next one need not have again what has not changed. */
import { readFileSync } from "node:fs";
import type { ManifestFiles } from "../formats/manifest.ts";
import type { Validators } from "./file-answer.ts";
import type { Workplace } from "./workplace.ts";

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

/** Puts the list in its place. @returns what the manifest says of the files */
export async function putFileList(
  workplace: Workplace,
  entries: readonly FileEntry[],
  { failures, startedAt }: Pick<ManifestFiles, "failures" | "startedAt">,
): Promise<ManifestFiles> {
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
  workplace.write(FILE_LIST_NAME, lines.join(""));
  await workplace.put(FILE_LIST_NAME);
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  return { startedAt, finishedAt: new Date().toISOString(), count: entries.length, bytes, failures };
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

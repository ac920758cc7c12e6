/** What is written down of media files: in a journal what has come of each so far, and in the copy the list of them. */
import { readFileSync } from "node:fs";
import type { ManifestFiles } from "../formats/manifest.ts";
import type { Begun, Downloaded, Validators } from "./download.ts";
import type { Workplace } from "./workplace.ts";

/** A line of the list, by which the next pull need not have again what has not changed: where each came from and lies, and how to ask whether it has changed. */
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
  if (!isObject(value)) return false;
  const { path, file, bytes, etag, lastModified } = value;
  return (
    typeof path === "string" &&
    typeof file === "string" &&
    // It leads to a file below the folder.
    !file.split("/").some((segment) => segment === "" || segment === "." || segment === "..") &&
    typeof bytes === "number" &&
    areTexts(etag, lastModified)
  );
}

/** What has come of a file so far. */
export type FileOutcome = Downloaded | { state: "begun"; validators: Begun };

export type FileLine = { path: string; outcome: FileOutcome };

type Members = Record<string, unknown>;

/** Whether the members are those of a line of the journal. */
export function isFileLine(members: Members): members is Members & FileLine {
  return typeof members.path === "string" && isObject(members.outcome) && isOutcome(members.outcome);
}

function isOutcome({ state, bytes, reason, validators, ...own }: Members): boolean {
  if (state === "unchanged") return true;
  if (state === "failed")
    return typeof reason === "string" && (own.status === undefined || isCount(own.status));
  if (state === "got") return isCount(bytes) && areTexts(own.etag, own.lastModified);
  if (state !== "begun" || !isObject(validators)) return false;
  const { total, untold, etag, lastModified } = validators;
  return (
    areTexts(etag, lastModified) && [total, untold].every((count) => count === undefined || isCount(count))
  );
}

function areTexts(...values: unknown[]): boolean {
  return values.every((value) => value === undefined || typeof value === "string");
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}

/** What is written down of media files: in a journal what has come of each so far, and in the copy the list of them. */
import { readFileSync } from "node:fs";
import type { ManifestFiles } from "../formats/manifest.ts";
import { COUNT, faultIn, isMembers, must, objectOf, optional, type Shape, TEXT } from "../json/shape.ts";
import type { Begun, Downloaded, Validators } from "./download.ts";
import type { Staging } from "./staging.ts";

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
  staging: Staging,
  entries: readonly FileEntry[],
  { failures, startedAt }: Pick<ManifestFiles, "failures" | "startedAt">,
): Promise<ManifestFiles> {
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
  staging.write(FILE_LIST_NAME, lines.join(""));
  await staging.put(FILE_LIST_NAME);
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
  return faultIn(value, ENTRY) === undefined;
}

/** What has come of a file so far. */
export type FileOutcome = Downloaded | { state: "begun"; validators: Begun };

/** Whether a value that was read back is the outcome of a file. */
export function isFileOutcome(value: unknown): value is FileOutcome {
  const { state }: { state?: unknown } = isMembers(value) ? value : {};
  const shape = typeof state === "string" && Object.hasOwn(OUTCOMES, state) ? OUTCOMES[state] : undefined;
  return shape !== undefined && faultIn(value, shape) === undefined;
}

const VALIDATORS = { etag: optional(TEXT), lastModified: optional(TEXT) };
const OUTCOMES: Readonly<Record<string, Shape>> = {
  unchanged: objectOf({}),
  failed: objectOf({ reason: TEXT, status: optional(COUNT) }),
  got: objectOf({ bytes: COUNT, ...VALIDATORS }),
  begun: objectOf({
    validators: objectOf({ ...VALIDATORS, total: optional(COUNT), untold: optional(COUNT) }),
  }),
};
/** A name leads to a file below the folder. */
const FILE_NAME = must(
  (value) =>
    typeof value === "string" &&
    !value.split("/").some((segment) => segment === "" || segment === "." || segment === ".."),
  "a file's name",
);
const ENTRY = objectOf({ path: TEXT, file: FILE_NAME, bytes: COUNT, ...VALIDATORS });

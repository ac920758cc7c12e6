/** The lines of the journal of files: what has come of each, and whether what was read back is such a line. */
import type { Downloaded } from "./download.ts";
import type { Begun } from "./file-answer.ts";

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

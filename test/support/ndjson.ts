/** Reads NDJSON, a value a line. */
import { readFileSync } from "node:fs";

/** The values of all lines of a text. */
export function parseLines(text: string) {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** The values of all lines of a file. */
export function readLines(path: string) {
  return parseLines(readFileSync(path, "utf8"));
}

/** Reads XML files, which must be UTF-8, and reports syntax errors. */
import { isUtf8 } from "node:buffer";
import { reasonOf } from "../../errors.ts";
import type { Findings } from "../../site/findings.ts";
import { conflictIn, isUtf16, markLength } from "../../text/file-text.ts";
import { readWholeFile, UTF16_ADVICE } from "../data-file.ts";
import { XmlSyntaxError } from "./xml-parser.ts";

/** How far apart the positions lie whose lines are known, in characters: an index of all lines could outgrow the heap. */
const INDEX_STEP = 64 * 1024;
const LINE_FEED = 0x0a;

/** Finds the line of a position in a text. */
export class LineIndex {
  readonly #text: string;
  /** How many line feeds lie before each step; made at the first call. */
  #feeds: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The line of a position, from 1. */
  lineAt(position: number): number {
    const text = this.#text;
    if (this.#feeds === undefined) {
      this.#feeds = [0];
      for (let end = INDEX_STEP, feeds = 0; end <= text.length; end += INDEX_STEP) {
        feeds += lineFeedsIn(text, end - INDEX_STEP, end);
        this.#feeds.push(feeds);
      }
    }
    const step = Math.floor(position / INDEX_STEP);
    return this.#feeds[step] + lineFeedsIn(text, step * INDEX_STEP, position) + 1;
  }
}

function lineFeedsIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === LINE_FEED) count++;
  return count;
}

/** Half of what a string can hold, since JSON can take twice as much as the text that it is made of. */
const HALF_A_STRING = { bytes: 256_000_000, reason: "it takes more than 256 MB" };

/**
 * Reads a file, which must be UTF-8. One at a time takes one descriptor for a folder of any size, and while files come from the
 * disk's cache, that is two to four times as fast as reading several at once.
 * @param file its name, for findings
 * @param parse takes the text without a byte-order mark. The XmlSyntaxError that it throws is reported
 * @returns what `parse` returns, or `undefined` if there was an error
 */
export function readXml<T>(
  path: string,
  file: string,
  findings: Findings,
  parse: (source: string) => T,
): T | undefined {
  const fault = (location: string, reason: string) => {
    findings.error(file, () => location, reason);
    return undefined;
  };
  let bytes: Buffer;
  try {
    bytes = readWholeFile(path, HALF_A_STRING);
  } catch (error) {
    return fault("", `cannot be read: ${reasonOf(error)}`);
  }
  if (isUtf16(bytes)) return fault("", `is UTF-16: ${UTF16_ADVICE}`);
  if (!isUtf8(bytes)) return fault(`:${lineOfFault(bytes)}`, "the bytes here are not UTF-8");
  // With the byte-order mark, V8 would store two bytes per character.
  const source = bytes.toString("utf8", markLength(bytes));
  try {
    return parse(source);
  } catch (error) {
    if (!(error instanceof XmlSyntaxError)) throw error;
    const { line, column, message } = error;
    const conflict = conflictIn(source.split("\n", line)[line - 1] ?? "");
    return conflict === undefined ? fault(`:${line}:${column}`, message) : fault(`:${line}`, conflict);
  }
}

/** The line of the first bytes that are not UTF-8, from 1. A line feed is never part of a longer character. */
function lineOfFault(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

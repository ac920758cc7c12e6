/** Reads XML files, which must be UTF-8, one after another, and reports those that are none. */
import { isUtf8 } from "node:buffer";
import { closeSync, readSync } from "node:fs";
import { isUtf16, markLength } from "../../text/byte-order-mark.ts";
import { conflictIn } from "../../text/git-conflict.ts";
import { openRegularFile, reasonUnreadable, UTF16_ADVICE } from "../data-file.ts";
import type { Findings } from "../findings.ts";
import { XmlDepthError, XmlSyntaxError } from "./xml-parser.ts";

/** Lines are counted once up to each so many characters. */
const STEP = 16 * 1024;

export class LineIndex {
  readonly #text: string;
  /** How many lines end before each step, once a line was asked for. */
  #counts: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The line of a position, from 1. */
  lineAt(position: number): number {
    this.#counts ??= countsIn(this.#text);
    const step = Math.floor(position / STEP);
    return this.#counts[step] + lineEnds(this.#text, step * STEP, position) + 1;
  }
}

function countsIn(text: string): number[] {
  const counts = [0];
  for (let end = STEP; end <= text.length; end += STEP) {
    counts.push(counts[counts.length - 1] + lineEnds(text, end - STEP, end));
  }
  return counts;
}

function lineEnds(text: string, start: number, end: number): number {
  const part = text.slice(start, end);
  let count = 0;
  for (let at = part.indexOf("\n"); at >= 0; at = part.indexOf("\n", at + 1)) count++;
  return count;
}

/** Half of what a string can hold, since JSON can take twice as much as the text that it is made of. */
const LONGEST_FILE = 256_000_000;
const FIRST_CAPACITY = 64 * 1024;
const LINE_FEED = 0x0a;

/**
 * Files are read one at a time, so that a folder of any size takes one descriptor: while files come from the disk's cache,
 * that is also two to four times as fast as reading several at once, which costs a trip to another thread for each step.
 */
export class XmlTextReader {
  readonly #findings: Findings;
  #bytes = Buffer.allocUnsafeSlow(FIRST_CAPACITY);

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /**
   * @param path where the file lies
   * @param file its name, for findings
   * @param parse takes the text without a byte-order mark. The XmlSyntaxError that it throws is reported
   * @returns what `parse` returns, or `undefined` where an error was found
   */
  read<T>(path: string, file: string, parse: (source: string) => T): T | undefined {
    const source = this.#text(path, file);
    if (source === undefined) return undefined;
    try {
      return parse(source);
    } catch (error) {
      this.#reportSyntax(error, file, source);
      return undefined;
    }
  }

  #text(path: string, file: string): string | undefined {
    try {
      return this.#decode(this.#readBytes(path), file);
    } catch (error) {
      this.#findings.error(file, () => "", `cannot be read: ${reasonUnreadable(error)}`);
      return undefined;
    }
  }

  /** The file's bytes, which stay what they are until the next file is read. */
  #readBytes(path: string): Buffer {
    const { file, size } = openRegularFile(path);
    try {
      let length = readSync(file, this.#bytes, 0, this.#bytes.length, null);
      // What does not fill the buffer is all there is.
      while (length === this.#bytes.length) {
        if (Math.max(length, size) > LONGEST_FILE) {
          throw new Error(`it takes more than ${LONGEST_FILE / 1_000_000} MB`);
        }
        const larger = Buffer.allocUnsafeSlow(Math.max(length * 2, size + 1));
        this.#bytes.copy(larger, 0, 0, length);
        this.#bytes = larger;
        length += readSync(file, larger, length, larger.length - length, null);
      }
      return this.#bytes.subarray(0, length);
    } finally {
      closeSync(file);
    }
  }

  #decode(bytes: Buffer, file: string): string | undefined {
    if (isUtf16(bytes)) {
      this.#findings.error(file, () => "", `is UTF-16: ${UTF16_ADVICE}`);
      return undefined;
    }
    if (!isUtf8(bytes)) {
      this.#findings.error(file, () => `:${lineOfFault(bytes)}`, "the bytes here are not UTF-8");
      return undefined;
    }
    // With the mark in it, the text would take two bytes a character.
    return bytes.toString("utf8", markLength(bytes));
  }

  #reportSyntax(error: unknown, file: string, source: string): void {
    if (!(error instanceof XmlSyntaxError)) throw error;
    const { line, column, message } = error;
    const conflict = conflictIn(source.split("\n", line)[line - 1] ?? "");
    if (conflict !== undefined) this.#findings.error(file, () => `:${line}`, conflict);
    else {
      const reason = error instanceof XmlDepthError ? message : `not well-formed XML: ${message}`;
      this.#findings.error(file, () => `:${line}:${column}`, reason);
    }
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

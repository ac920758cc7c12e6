/** The response log: the append-only file that a pull resumes from. */
import { closeSync, constants, copyFileSync, fstatSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { withPath } from "../errors.ts";
import { readFully, SpanReader, type TextSpan } from "./span-reader.ts";

const TAB = 0x09;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const LINE_END = Buffer.of(LINE_FEED);
const CHUNK_BYTES = 256 * 1024;
/** Other work has its turn after so much reading, in bytes. */
const BYTES_A_TURN = 8 * 1024 * 1024;

type OpenOptions = {
  /** Aborts the reading; its reason is then thrown. */
  signal?: AbortSignal;
  /** Called with a message if a damaged log was set aside. */
  onDamage?: (text: string) => void;
};

/** Takes an entry that was read back. @returns false if it is damaged */
type Take = (key: string, text: Buffer, span: TextSpan) => boolean;

/**
 * A file of lines: a key, a tab, a text. Each is written before `append` returns, so `kill -9` costs only the requests under
 * way. A line that was cut (by a power failure, a full disk) is removed when the log is opened.
 * Its methods throw the system's errors with the file's path.
 */
export class ResponseLog {
  readonly #path: string;
  readonly #file: number;
  readonly #reader: SpanReader;
  /** Where the next line begins. */
  #end = 0;
  #isOpen = true;

  private constructor(path: string) {
    this.#path = path;
    // Not "a+": on Linux that writes at the end, whatever position is given, and a cut line must be overwritten.
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT);
    this.#reader = new SpanReader(path, this.#file);
  }

  /** Opens the log, or creates it. From the first damaged line on it is dropped, and a copy of the whole file set aside. */
  static async open(path: string, take: Take, options: OpenOptions = {}): Promise<ResponseLog> {
    const log = new ResponseLog(path);
    try {
      await log.#readBack(take, options);
      return log;
    } catch (error) {
      log.close();
      throw error;
    }
  }

  /** Writes an entry. Line feeds, which JSON can have only between its tokens, become spaces. @returns where its text lies */
  append(key: string, text: string | Buffer): TextSpan {
    const head = Buffer.from(`${key}\t`);
    const line = Buffer.concat([head, typeof text === "string" ? Buffer.from(text) : text, LINE_END]);
    const start = head.length;
    for (let at = line.indexOf(LINE_FEED, start); at < line.length - 1; at = line.indexOf(LINE_FEED, at)) {
      line[at] = SPACE;
    }
    for (let written = 0; written < line.length; ) {
      const from = written;
      written += withPath(this.#path, () =>
        writeSync(this.#file, line, from, line.length - from, this.#end + from),
      );
    }
    const offset = this.#end + start;
    this.#end += line.length;
    return { offset, length: line.length - start - 1 };
  }

  /** @returns bytes that are overwritten by the next read */
  read(span: TextSpan): Buffer {
    return this.#reader.read(span);
  }

  /** Closing again does nothing. */
  close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  async #readBack(take: Take, { signal, onDamage }: OpenOptions): Promise<void> {
    let number = 0;
    let turnEnd = BYTES_A_TURN;
    for (const { bytes, offset } of this.#lines()) {
      number++;
      const tab = bytes.indexOf(TAB);
      const span = { offset: offset + tab + 1, length: bytes.length - tab - 1 };
      if (tab < 0 || !take(bytes.toString("latin1", 0, tab), bytes.subarray(tab + 1), span)) {
        const aside = `${this.#path}.damaged`;
        copyFileSync(this.#path, aside);
        onDamage?.(
          `line ${number} of ${this.#path} is damaged: it was set aside as ${aside}, and the pull goes on from the line before`,
        );
        break;
      }
      this.#end = offset + bytes.length + 1;
      if (this.#end < turnEnd) continue;
      turnEnd = this.#end + BYTES_A_TURN;
      await nextTurn();
      signal?.throwIfAborted();
    }
    withPath(this.#path, () => ftruncateSync(this.#file, this.#end));
  }

  /** The whole lines, without their line feeds. */
  *#lines(): Generator<{ bytes: Buffer; offset: number }> {
    const { size } = fstatSync(this.#file);
    /** The beginning of a line that is longer than a chunk, in parts: to join them each time would take quadratic time. */
    let parts: Buffer[] = [];
    let lineStart = 0;
    for (let position = 0; position < size; ) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const bytes = chunk.subarray(0, readFully(this.#path, this.#file, chunk, position));
      if (bytes.length === 0) return;
      let start = 0;
      for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
        const last = bytes.subarray(start, end);
        yield { bytes: parts.length === 0 ? last : Buffer.concat([...parts, last]), offset: lineStart };
        parts = [];
        start = end + 1;
        lineStart = position + start;
      }
      parts.push(bytes.subarray(start));
      position += bytes.length;
    }
  }
}

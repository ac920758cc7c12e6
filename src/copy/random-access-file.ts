/** A file that is open for reading texts by their offsets, and for reading it line by line. */
import { closeSync, openSync, readSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { OutputError, withPath } from "../errors.ts";

/** The location of a text in a file, in bytes. */
export type TextSpan = { offset: number; length: number };

/** Holds some siblings, which are mostly adjacent; a larger buffer would mostly read bytes that nobody uses. */
const WINDOW_BYTES = 16 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/** All methods throw the system's errors with the file's path. */
export class RandomAccessFile {
  readonly path: string;
  readonly descriptor: number;
  /** The bytes that were read last. */
  readonly #window = { offset: 0, length: 0, bytes: Buffer.allocUnsafe(WINDOW_BYTES) };
  #isOpen = true;

  /** @param flags as in `openSync` */
  constructor(path: string, flags: string | number) {
    this.path = path;
    this.descriptor = withPath(path, () => openSync(path, flags));
  }

  /**
   * @returns bytes that the next read overwrites
   * @throws OutputError if the file ends before the text does
   */
  read({ offset, length }: TextSpan): Buffer {
    const window = this.#window;
    if (offset < window.offset || offset + length > window.offset + window.length) {
      if (length > window.bytes.length) window.bytes = Buffer.allocUnsafe(length);
      window.offset = offset;
      window.length = this.#fill(window.bytes, offset);
      if (window.length < length) {
        throw new OutputError(`${this.path} has become shorter while in use: does another program write it?`);
      }
    }
    const start = offset - window.offset;
    return window.bytes.subarray(start, start + length);
  }

  /**
   * Reads the complete lines, without their line feeds, until `take` returns false.
   * @param signal aborts the reading; its reason is then thrown
   */
  async readLines(take: (line: Buffer, offset: number) => boolean, signal?: AbortSignal): Promise<void> {
    /** The beginning of a line that is longer than a chunk: joining the parts for each chunk would take quadratic time. */
    let parts: Buffer[] = [];
    let lineStart = 0;
    for (let position = 0; ; ) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const bytes = chunk.subarray(0, this.#fill(chunk, position));
      if (bytes.length === 0) return;
      let start = 0;
      for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
        const last = bytes.subarray(start, end);
        if (!take(parts.length === 0 ? last : Buffer.concat([...parts, last]), lineStart)) return;
        parts = [];
        start = end + 1;
        lineStart = position + start;
      }
      parts.push(bytes.subarray(start));
      position += bytes.length;
      await nextTurn();
      signal?.throwIfAborted();
    }
  }

  /** Closing again does nothing. */
  close(): void {
    if (this.#isOpen) closeSync(this.descriptor);
    this.#isOpen = false;
  }

  /** Fills a buffer, as far as the file goes. @returns how many bytes were read */
  #fill(buffer: Buffer, offset: number): number {
    let read = 0;
    for (let count = -1; count !== 0 && read < buffer.length; read += count) {
      count = withPath(this.path, () =>
        readSync(this.descriptor, buffer, read, buffer.length - read, offset + read),
      );
    }
    return read;
  }
}

/** Reads texts by their offsets in a file; neighbouring texts come with one read. */
import { readSync } from "node:fs";
import { OutputError, withPath } from "../errors.ts";

/** The location of a text in a file, in bytes. */
export type TextSpan = { offset: number; length: number };

/** Some siblings, which are mostly neighbours: more would be read in vain. */
const WINDOW_BYTES = 16 * 1024;

export class SpanReader {
  readonly #path: string;
  readonly #file: number;
  /** The bytes that were read last. */
  readonly #window = { offset: 0, length: 0, bytes: Buffer.allocUnsafe(WINDOW_BYTES) };

  /** @param path names the file in errors */
  constructor(path: string, file: number) {
    this.#path = path;
    this.#file = file;
  }

  /**
   * @returns bytes that are overwritten by the next read
   * @throws OutputError if the file ends before the text does; the system's errors, with the path
   */
  read({ offset, length }: TextSpan): Buffer {
    const window = this.#window;
    if (offset < window.offset || offset + length > window.offset + window.length) {
      if (length > window.bytes.length) window.bytes = Buffer.allocUnsafe(length);
      window.offset = offset;
      window.length = readFully(this.#path, this.#file, window.bytes, offset);
      if (window.length < length) {
        throw new OutputError(
          `${this.#path} has become shorter while it was in use: is another program at it?`,
        );
      }
    }
    const start = offset - window.offset;
    return window.bytes.subarray(start, start + length);
  }
}

/**
 * Fills a buffer from a file, from an offset on, as far as the file goes.
 * @param path names the file in errors
 * @returns how many bytes were read
 * @throws the system's errors, with the path
 */
export function readFully(path: string, file: number, storage: Buffer, offset: number): number {
  let read = 0;
  for (let count = -1; count !== 0 && read < storage.length; read += count) {
    const from = read;
    count = withPath(path, () => readSync(file, storage, from, storage.length - from, offset + from));
  }
  return read;
}

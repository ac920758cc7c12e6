/** Reads texts out of a file by where they lie: those that lie side by side come with one read. */
import { readSync } from "node:fs";
import { OutputError, withPath } from "../errors.ts";

/** Where a text lies in a file. */
export type TextSpan = { offset: number; length: number };

/** Holds some siblings, which is what mostly lies side by side: a larger one would be read in vain. */
const WINDOW_BYTES = 16 * 1024;

export class SpanReader {
  readonly #path: string;
  readonly #file: number;
  /** What was read last: where it lies in the file, how long it is, and the storage that it lies in. */
  readonly #window = { offset: 0, length: 0, bytes: Buffer.allocUnsafe(WINDOW_BYTES) };

  /** @param path names the file in errors */
  constructor(path: string, file: number) {
    this.#path = path;
    this.#file = file;
  }

  /**
   * @returns bytes that stay what they are until the next text is read
   * @throws OutputError where the file ends before the text does; the system's errors, with the path
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
 * Fills a storage from a file, but for the end of the file.
 * @param path names the file in errors
 * @param offset where to read from
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

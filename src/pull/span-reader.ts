/** Reads texts out of a file by where they lie: those that lie side by side come with one read. */
import { readSync } from "node:fs";
import { OutputError } from "../errors.ts";
import { withPath } from "../system-error.ts";
import type { TextSpan } from "./journal-line.ts";

const WINDOW_BYTES = 64 * 1024;

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
      window.length = this.#fill(offset);
      if (window.length < length) {
        throw new OutputError(`${this.#path} has become shorter while it was in use`);
      }
    }
    const start = offset - window.offset;
    return window.bytes.subarray(start, start + length);
  }

  #fill(offset: number): number {
    const { bytes } = this.#window;
    let read = 0;
    for (let count = -1; count !== 0 && read < bytes.length; read += count) {
      const from = read;
      count = withPath(this.#path, () =>
        readSync(this.#file, bytes, from, bytes.length - from, offset + from),
      );
    }
    return read;
  }
}

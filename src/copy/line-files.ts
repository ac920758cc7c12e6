/** Files of lines that are written once: published ones with their hash, and one whose lines are read again. */
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { withPath } from "../errors.ts";
import { ByteBuffer } from "../json/byte-buffer.ts";

const GATHERED_BYTES = 256 * 1024;

/** A written file. */
export type LineFileEntry = { lines: number; bytes: number; sha256: string };

/** Appends lines to a new file. All methods throw the system's errors with the path. */
export class LineFile {
  readonly #path: string;
  readonly #descriptor: number;
  readonly #gathered = new ByteBuffer(2 * GATHERED_BYTES);
  readonly #hash = createHash("sha256");
  /** What was written so far, without what is gathered. */
  #written = 0;
  #lines = 0;

  constructor(path: string) {
    this.#path = path;
    this.#descriptor = withPath(path, () => openSync(path, "w+"));
  }

  /** Appends a line. @returns its offset and its length in bytes */
  add(text: string): { offset: number; length: number } {
    const offset = this.#written + this.#gathered.length;
    this.#gathered.appendText(text);
    const length = this.#written + this.#gathered.length - offset;
    this.#gathered.appendText("\n");
    this.#lines++;
    if (this.#gathered.length >= GATHERED_BYTES) this.#flush();
    return { offset, length };
  }

  /** Reads a line again. */
  read({ offset, length }: { offset: number; length: number }): string {
    this.#flush();
    const bytes = Buffer.allocUnsafe(length);
    withPath(this.#path, () => {
      for (let at = 0; at < length; ) at += readSync(this.#descriptor, bytes, at, length - at, offset + at);
    });
    return bytes.toString();
  }

  /** Closes the file when everything is on the disk. */
  end(): LineFileEntry {
    this.#flush();
    withPath(this.#path, () => fsyncSync(this.#descriptor));
    this.close();
    return { lines: this.#lines, bytes: this.#written, sha256: this.#hash.digest("hex") };
  }

  /** Closes the file, whatever it has. */
  close(): void {
    closeSync(this.#descriptor);
  }

  #flush(): void {
    const bytes = this.#gathered.bytes.subarray(0, this.#gathered.length);
    this.#hash.update(bytes);
    withPath(this.#path, () => {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
    });
    this.#written += bytes.length;
    this.#gathered.length = 0;
  }
}

/** Files that are written once: lines that are published, with their hash, and parts of nodes that are read again. */
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import type { WaitingStore } from "../decode/nodes-in-languages.ts";
import { withPath } from "../errors.ts";
import { ByteBuffer } from "../json/byte-buffer.ts";

const GATHERED_BYTES = 256 * 1024;

/** A written file. */
export type LineFileEntry = { lines: number; bytes: number; sha256: string };

/** Appends lines to a new file. Its methods throw the system's errors with the path. */
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

  add(text: string): void {
    this.#gathered.appendText(text);
    this.#gathered.appendText("\n");
    this.#lines++;
    if (this.#gathered.length >= GATHERED_BYTES) this.#flush();
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
    writeAll(this.#path, this.#descriptor, bytes);
    this.#written += bytes.length;
    this.#gathered.length = 0;
  }
}

/** A new file of parts that are read again by their numbers. Its methods throw the system's errors with the path. */
export class WaitingFile implements WaitingStore {
  readonly #path: string;
  readonly #descriptor: number;
  readonly #gathered = new ByteBuffer(2 * GATHERED_BYTES);
  /** Where each part ends. */
  readonly #ends: number[] = [];
  #written = 0;

  constructor(path: string) {
    this.#path = path;
    this.#descriptor = withPath(path, () => openSync(path, "w+"));
  }

  add(bytes: Buffer): number {
    this.#gathered.appendBytes(bytes);
    this.#ends.push(this.#written + this.#gathered.length);
    if (this.#gathered.length >= GATHERED_BYTES) this.#flush();
    return this.#ends.length - 1;
  }

  get(number: number): Buffer {
    this.#flush();
    const start = this.#ends[number - 1] ?? 0;
    const bytes = Buffer.allocUnsafe(this.#ends[number] - start);
    withPath(this.#path, () => {
      for (let at = 0; at < bytes.length; )
        at += readSync(this.#descriptor, bytes, at, bytes.length - at, start + at);
    });
    return bytes;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #flush(): void {
    const bytes = this.#gathered.bytes.subarray(0, this.#gathered.length);
    writeAll(this.#path, this.#descriptor, bytes);
    this.#written += bytes.length;
    this.#gathered.length = 0;
  }
}

function writeAll(path: string, descriptor: number, bytes: Buffer): void {
  withPath(path, () => {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
  });
}

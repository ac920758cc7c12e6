/** Files that are written once: lines that are published, with their hash, and parts of nodes that are read again. */
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import type { WaitingStore } from "../decode/nodes-in-languages.ts";
import { withPath } from "../errors.ts";
import { ByteBuffer } from "../json/byte-buffer.ts";

const GATHERED_BYTES = 256 * 1024;

/** A written file. */
export type LineFileEntry = { lines: number; bytes: number; sha256: string };

/** Appends lines, or other bytes, to a new file. All methods throw the system's errors with the path. */
export class LineFile {
  readonly #path: string;
  readonly #descriptor: number;
  readonly #gathered = new ByteBuffer(2 * GATHERED_BYTES);
  readonly #hash = createHash("sha256");
  /** What was written so far, without what is gathered. */
  #written = 0;
  #lines = 0;
  #isOpen = true;

  constructor(path: string) {
    this.#path = path;
    this.#descriptor = withPath(path, () => openSync(path, "w+"));
  }

  add(text: string): void {
    this.addLine((buffer) => {
      buffer.appendText(text);
      buffer.appendText("\n");
    });
  }

  /** @param append appends the line, with its line feed. @returns whether gathered lines were written */
  addLine(append: (buffer: ByteBuffer) => void): boolean {
    append(this.#gathered);
    this.#lines++;
    return this.#flushIfFull();
  }

  /** Appends bytes. @returns the offset of their end */
  append(bytes: Buffer): number {
    this.#gathered.appendBytes(bytes);
    this.#flushIfFull();
    return this.#written + this.#gathered.length;
  }

  /** Reads what was appended between two offsets. */
  read(start: number, end: number): Buffer {
    this.#flush();
    const bytes = Buffer.allocUnsafe(end - start);
    withPath(this.#path, () => {
      for (let at = 0; at < bytes.length; )
        at += readSync(this.#descriptor, bytes, at, bytes.length - at, start + at);
    });
    return bytes;
  }

  /** Closes the file when everything is on the disk. */
  end(): LineFileEntry {
    this.#flush();
    withPath(this.#path, () => fsyncSync(this.#descriptor));
    this.close();
    return { lines: this.#lines, bytes: this.#written, sha256: this.#hash.digest("hex") };
  }

  /** Closes the file, whatever it has. Closing again does nothing. */
  close(): void {
    if (this.#isOpen) closeSync(this.#descriptor);
    this.#isOpen = false;
  }

  #flushIfFull(): boolean {
    const isFull = this.#gathered.length >= GATHERED_BYTES;
    if (isFull) this.#flush();
    return isFull;
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

/** Keeps what waits in a file. */
export function waitingStore(file: LineFile): WaitingStore {
  const ends: number[] = [];
  return {
    add: (bytes) => ends.push(file.append(bytes)) - 1,
    get: (number) => file.read(ends[number - 1] ?? 0, ends[number]),
  };
}

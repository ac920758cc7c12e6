/** A file that is read at any place, and never written. */
import { closeSync, readSync } from "node:fs";
import { openRegularFile } from "../../data-file.ts";

export class ReadOnlyFile {
  readonly path: string;
  /** In bytes, when it was opened. */
  readonly size: number;
  readonly #handle: number;

  /** @throws the error of the file system where it cannot be opened, or is no file but a pipe or a device */
  constructor(path: string) {
    this.path = path;
    ({ file: this.#handle, size: this.size } = openRegularFile(path));
  }

  /** @returns `undefined` where there is no such file */
  static ifThere(path: string): ReadOnlyFile | undefined {
    try {
      return new ReadOnlyFile(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  /** Fills `target` from `position` on. @returns how many bytes there were */
  read(target: Buffer, position: number): number {
    let count = 0;
    while (count < target.length) {
      const more = readSync(this.#handle, target, count, target.length - count, position + count);
      if (more === 0) break;
      count += more;
    }
    return count;
  }

  close(): void {
    closeSync(this.#handle);
  }
}

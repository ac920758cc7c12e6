/** Reads a file piece by piece, so that it is never in memory whole. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { FileFault } from "./data-file.ts";

/** The bytes of an open file, or bytes that are made of a file's. */
export type FileBytes = {
  /** How many there are. */
  size: number;
  /** @throws FileFault if the file ends before; the error of the file system */
  read(at: number, length: number): Buffer;
  /** Must be called once. */
  close(): void;
};

export const TRUNCATED = "it is truncated: copy it once more";

/** @throws the error of the file system */
export function openBytes(path: string): FileBytes {
  const file = openSync(path, "r");
  return {
    size: fstatSync(file).size,
    read: (at, length) => {
      const bytes = Buffer.allocUnsafeSlow(length);
      for (let end = 0; end < length; ) {
        const count = at < 0 ? 0 : readSync(file, bytes, end, length - end, at + end);
        if (count === 0) throw new FileFault(TRUNCATED);
        end += count;
      }
      return bytes;
    },
    close: () => closeSync(file),
  };
}

/** Reads parts of a file by their numbers, and keeps those that were used last. @param most how many are kept */
export function keepingLast<Part>(most: number, read: (number: number) => Part): (number: number) => Part {
  const kept = new Map<number, Part>();
  return (number) => {
    const part = kept.get(number) ?? read(number);
    // The first of the map is then the one that was not used for the longest time.
    kept.delete(number);
    kept.set(number, part);
    const [oldest] = kept.keys();
    if (kept.size > most) kept.delete(oldest);
    return part;
  };
}

/** Reads whole files. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { DataError, reasonOf } from "../errors.ts";
import { isUtf16, markLength, textOfUnknownEncoding } from "../text/file-text.ts";

/** A file in memory. Its text is `bytes` from `start`, after a byte-order mark, to `end`; one more byte is free. */
export type DataFile = { bytes: Buffer; start: number; end: number };

/** The largest size of a file, and why a larger one cannot be read. */
type SizeLimit = { bytes: number; reason: string };

/** A file must fit in one buffer, and offsets in 32 bits. */
export const ONE_BUFFER: SizeLimit = {
  bytes: 2 ** 31 - 1,
  reason: "it takes more than 2 GB, which is the most that is read of one file",
};

/**
 * Reads a file whole.
 * @param limit Default: 2 GB
 * @throws DataError if the file cannot be read, is too large, or is UTF-16
 */
export function readDataFile(path: string, limit?: SizeLimit): DataFile {
  const { bytes, end } = explainingWhy(path, () => readWithSpare(path, limit));
  const head = bytes.subarray(0, Math.min(end, 3));
  if (isUtf16(head)) throw new DataError(`${path} is UTF-16: ${UTF16_ADVICE}`);
  return { bytes, start: markLength(head), end };
}

/**
 * Reads a file whole.
 * @param limit Default: 2 GB
 * @throws the error of the file system; Error if the file is too large
 */
export function readWholeFile(path: string, limit?: SizeLimit): Buffer {
  const { bytes, end } = readWithSpare(path, limit);
  return bytes.subarray(0, end);
}

/** As `readWholeFile`, as text, in whichever encoding. */
export function readWholeText(path: string): string {
  return textOfUnknownEncoding(readWholeFile(path));
}

/** Reads a file, also one that grows meanwhile, or a pipe. One more byte is free. */
function readWithSpare(path: string, limit = ONE_BUFFER): { bytes: Buffer; end: number } {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    let bytes = Buffer.allocUnsafeSlow(Math.min(size, limit.bytes) + 1);
    for (let end = 0; ; ) {
      if (Math.max(size, end) > limit.bytes) throw new Error(limit.reason);
      const count = readSync(file, bytes, end, bytes.length - end, null);
      if (count === 0) return { bytes, end };
      end += count;
      if (end === bytes.length) bytes = Buffer.concat([bytes], end * 2);
    }
  } finally {
    closeSync(file);
  }
}

/** What to do with a file that is UTF-16. */
export const UTF16_ADVICE = 'save it as UTF-8 (in PowerShell, "| Out-File -Encoding utf8" instead of ">")';

/** Why a file cannot be read. The message is a reason without the file's name, such as `the file is empty`. */
export class FileFault extends Error {}

/** A DataError that says why a path cannot be read. @param reason an error, or what to say */
export function unreadable(path: string, reason: unknown): DataError {
  return new DataError(`${path} cannot be read: ${reasonOf(reason)}`, { cause: reason });
}

/** @throws as `unreadable`, whatever `read` throws */
export function explainingWhy<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * As many of the first `length` bytes as a file has.
 * @throws the error of the file system
 */
export function readStart(path: string, length: number): Buffer {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
  } finally {
    closeSync(file);
  }
}

/** Whether a path is a file that begins with these bytes. */
export function beginsWith(path: string, magic: Buffer): boolean {
  try {
    return readStart(path, magic.length).equals(magic);
  } catch {
    return false;
  }
}

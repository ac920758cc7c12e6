/** Reads whole files. Pipes and devices, which may never end, are refused. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { DataError, reasonOf } from "../errors.ts";
import { isUtf16, markLength } from "../text/file-text.ts";

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
 * @throws as `openRegularFile` does; Error if the file is too large
 */
export function readWholeFile(path: string, limit?: SizeLimit): Buffer {
  const { bytes, end } = readWithSpare(path, limit);
  return bytes.subarray(0, end);
}

/** As `readWholeFile`, as text. */
export function readWholeText(path: string): string {
  return readWholeFile(path).toString();
}

/** Reads a file, also one that grows meanwhile. One more byte is free. */
function readWithSpare(path: string, limit = ONE_BUFFER): { bytes: Buffer; end: number } {
  const { file, size } = openRegularFile(path);
  try {
    let bytes = Buffer.allocUnsafeSlow(Math.min(size, limit.bytes) + 1);
    for (let end = 0; ; ) {
      if (Math.max(size, end) > limit.bytes) throw new Error(limit.reason);
      const count = readSync(file, bytes, end, bytes.length - end, end);
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

/** Without O_NONBLOCK, opening a pipe waits for a writer. Windows has no such flag. */
const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** An open file: its descriptor, which the caller closes, and its size in bytes when it was opened. */
type OpenFile = { file: number; size: number };

/**
 * Opens a file for reading. Follows links.
 * @throws the error of the file system; or an Error that says what the path is, if it is not a file
 */
export function openRegularFile(path: string): OpenFile {
  const file = openSync(path, READ_AT_ONCE);
  const stats = fstatSync(file);
  if (stats.isFile()) return { file, size: stats.size };
  closeSync(file);
  throw new Error(`it is ${kindOf(stats)}, not a file`);
}

/**
 * As many of the first `length` bytes as a file has.
 * @throws as `openRegularFile` does
 */
export function readStart(path: string, length: number): Buffer {
  const { file } = openRegularFile(path);
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

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a pipe";
  return "a device";
}

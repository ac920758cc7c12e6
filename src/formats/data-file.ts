/** Reads whole files. Pipes and devices, which may never end, are refused. */
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats } from "node:fs";
import { DataError, reasonUnreadable } from "../errors.ts";
import { isUtf16, markLength } from "../text/byte-order-mark.ts";

/** A file in memory. Its text is `bytes` from `start`, after a byte-order mark, to `end`; one more byte is free. */
export type DataFile = { bytes: Buffer; start: number; end: number };

/** The largest size of a file, and what a message says of a larger one. */
type SizeLimit = { bytes: number; reason: string };

/** A file must fit in one buffer, and offsets in 32 bits. */
const ONE_BUFFER: SizeLimit = {
  bytes: 2 ** 31 - 1,
  reason: "takes more than 2 GB, which is the most that is read of one file",
};

/**
 * Reads a file whole.
 * @param limit the largest size. Default: 2 GB
 * @throws DataError if the file cannot be read, is too large, or is UTF-16
 */
export function readDataFile(path: string, limit = ONE_BUFFER): DataFile {
  const { bytes, end } = readOrExplain(path, limit.bytes);
  if (end > limit.bytes) throw new DataError(`${path} ${limit.reason}`);
  const head = bytes.subarray(0, Math.min(end, 3));
  if (isUtf16(head)) throw new DataError(`${path} is UTF-16: ${UTF16_ADVICE}`);
  return { bytes, start: markLength(head), end };
}

function readOrExplain(path: string, most: number): ReturnType<typeof readWholeFile> {
  try {
    return readWholeFile(path, most);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * Reads a file, also one that grows meanwhile.
 * @param most the largest size in bytes. Of a larger file, `end` is larger, and the bytes are of no use
 * @returns the bytes, of which the last one is free, and how many the file has
 * @throws as `openRegularFile` does
 */
export function readWholeFile(path: string, most: number): { bytes: Buffer; end: number } {
  const { file, size } = openRegularFile(path);
  try {
    if (size > most) return { bytes: Buffer.alloc(0), end: size };
    let bytes = Buffer.allocUnsafeSlow(size + 1);
    for (let end = 0; ; ) {
      const count = readSync(file, bytes, end, bytes.length - end, end);
      if (count === 0 || end > most) return { bytes, end };
      end += count;
      if (end === bytes.length) bytes = Buffer.concat([bytes], end * 2);
    }
  } finally {
    closeSync(file);
  }
}

/** What to do with a file that is UTF-16. */
export const UTF16_ADVICE = 'save it as UTF-8 (in PowerShell, "| Out-File -Encoding utf8" instead of ">")';

/** A DataError that says why a path cannot be read. */
export function unreadable(path: string, error: unknown): DataError {
  return new DataError(`${path} cannot be read: ${reasonUnreadable(error)}`, { cause: error });
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
 * Reads a small file whole.
 * @throws as `openRegularFile` does
 */
export function readRegularFile(path: string): string {
  const { file } = openRegularFile(path);
  try {
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
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

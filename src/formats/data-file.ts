/** Opens files that are read to their end, and reads them past their byte-order mark: others may never end, and some never begin. */
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats } from "node:fs";
import { getSystemErrorMap } from "node:util";
import { DataError } from "../errors.ts";
import type { ReadBytes } from "../json/byte-window.ts";
import { isUtf16, markLength } from "../text/byte-order-mark.ts";

/**
 * Calls `use` with a function that reads the file, and with the offset that it begins at; closes the file behind it.
 * @param from the offset to begin at. Default: behind the byte-order mark
 * @throws DataError where the file cannot be read, or is UTF-16
 */
export function withDataFile<T>(path: string, use: (read: ReadBytes, start: number) => T, from?: number): T {
  let file: number;
  try {
    ({ file } = openRegularFile(path));
  } catch (error) {
    throw unreadable(path, error);
  }
  try {
    const start = from ?? startOfText(path, file);
    let position = start;
    return use((target, offset, length) => {
      const count = readAt(path, file, target, offset, length, position);
      position += count;
      return count;
    }, start);
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

/** How many bytes a byte-order mark takes. */
function startOfText(path: string, file: number): number {
  const head = Buffer.alloc(3);
  const count = readAt(path, file, head, 0, 3, 0);
  if (isUtf16(head.subarray(0, count))) throw new DataError(`${path} is UTF-16: ${UTF16_ADVICE}`);
  return markLength(head);
}

function readAt(
  path: string,
  file: number,
  target: Buffer,
  offset: number,
  length: number,
  position: number,
) {
  try {
    return readSync(file, target, offset, length, position);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** What the operating system says of a path that cannot be read, without the path and the name of the call. */
export function reasonUnreadable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { errno } = error as NodeJS.ErrnoException;
  return (errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1]) ?? error.message;
}

/** Opening a pipe waits for somebody who writes, unless it is told not to. Windows knows no such thing. */
const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** A file that is open: its descriptor, for the caller to close, and how many bytes it had when it was opened. */
type OpenFile = { file: number; size: number };

/**
 * Opens a file for reading. Links are followed.
 * @throws Error that says why: the system's, or one that tells what lies there in place of a file
 */
export function openRegularFile(path: string): OpenFile {
  const file = openSync(path, READ_AT_ONCE);
  const stats = fstatSync(file);
  if (stats.isFile()) return { file, size: stats.size };
  closeSync(file);
  throw new Error(`it is ${kindOf(stats)}, and no file`);
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

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a pipe";
  return "a device";
}

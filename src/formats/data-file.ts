/** Opens a data file for reading, past its byte-order mark. */
import { closeSync, readSync } from "node:fs";
import { getSystemErrorMap } from "node:util";
import { DataError } from "../errors.ts";
import type { ReadBytes } from "./byte-window.ts";
import { openRegularFile } from "./regular-file.ts";

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
      const count = readPart(path, file, target, offset, length, position);
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

/** Whether bytes begin as UTF-16 does, which Windows PowerShell's `>` writes. */
export function isUtf16(bytes: Buffer): boolean {
  if (bytes.length < 2) return false;
  // Taking an array apart is slow where there is one a file.
  const first = bytes[0];
  const second = bytes[1];
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return hasMark || (first === 0) !== (second === 0);
}

/** How many bytes a byte-order mark takes. */
function startOfText(path: string, file: number): number {
  const head = Buffer.alloc(3);
  const count = readPart(path, file, head, 0, 3, 0);
  if (isUtf16(head.subarray(0, count))) throw new DataError(`${path} is UTF-16: ${UTF16_ADVICE}`);
  return head.equals(Buffer.of(0xef, 0xbb, 0xbf)) ? 3 : 0;
}

function readPart(
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

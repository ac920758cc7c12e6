/** Opens a data file for reading, past its byte-order mark. */
import { closeSync, openSync, readSync } from "node:fs";
import { getSystemErrorMap } from "node:util";
import { DataError } from "../errors.ts";
import type { ReadBytes } from "./byte-window.ts";

/**
 * Calls `use` with a function that reads the file from its beginning, and closes the file behind it.
 * @throws DataError where the file cannot be read, or is UTF-16
 */
export function withDataFile<T>(path: string, use: (read: ReadBytes) => T): T {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    throw unreadable(path, error);
  }
  try {
    let position = startOfText(path, file);
    return use((target, offset, length) => {
      const count = readPart(path, file, target, offset, length, position);
      position += count;
      return count;
    });
  } finally {
    closeSync(file);
  }
}

/** A DataError that says why a path cannot be read. */
export function unreadable(path: string, error: unknown): DataError {
  return new DataError(`${path} cannot be read: ${reasonOf(error)}`, { cause: error });
}

/** How many bytes a byte-order mark takes. Windows PowerShell's `>` writes UTF-16, which is told by its first bytes. */
function startOfText(path: string, file: number): number {
  const head = Buffer.alloc(3);
  const count = readPart(path, file, head, 0, 3, 0);
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (isUtf16 || (count > 1 && (head[0] === 0) !== (head[1] === 0))) {
    throw new DataError(
      `${path} is UTF-16: save it as UTF-8 (in PowerShell, "| Out-File -Encoding utf8" instead of ">")`,
    );
  }
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

/** What the operating system says, without the path and the name of the call. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { errno } = error as NodeJS.ErrnoException;
  return (errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1]) ?? error.message;
}

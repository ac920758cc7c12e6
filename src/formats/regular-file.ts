/** Opens files that are read to their end: others may never end, and some never begin. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";

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

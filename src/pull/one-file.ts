/** Whether two paths lead to one file or folder: by way of a link, or on a disk that is blind to case. */
import { statSync } from "node:fs";

/** @returns false where either leads to nothing */
export function isOneFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }));
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}

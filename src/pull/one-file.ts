/** Whether two paths lead to one file or folder: by way of a link, or on a disk that is blind to case. */
import { type BigIntStats, statSync } from "node:fs";

/** @returns false where either leads to nothing, or cannot be a path at all */
export function isOneFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map(whatLies);
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}

/** What is wrong with a path is told by whoever makes use of it. */
function whatLies(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

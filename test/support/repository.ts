/** Paths in the repository and beside it. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository, with a separator at the end. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Real sites, trees and databases: a folder beside the repository that only some machines have. */
export const SHARED = fileURLToPath(new URL("../../../shared", import.meta.url));

/** The path of a file or folder in `test/fixtures`. */
export function fixture(name: string): string {
  return join(ROOT, "test", "fixtures", name);
}

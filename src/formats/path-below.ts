/** Finds files in a site's folder in any case of letters, since sites come from Windows. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The path below `root` with these names in any case; an exact match wins. `undefined` if there is none. */
export function pathBelow(root: string, names: readonly string[]): string | undefined {
  let path = root;
  for (const name of names) {
    const entries = namesIn(path);
    const wanted = name.toLowerCase();
    const entry =
      entries.find((each) => each === name) ?? entries.find((each) => each.toLowerCase() === wanted);
    if (entry === undefined) return undefined;
    path = join(path, entry);
  }
  return path;
}

/** The names in a folder, in code-unit order; none if it is not a folder. */
export function namesIn(path: string): string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}

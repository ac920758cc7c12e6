/** A fingerprint of the files of a data directory, from their names, sizes and times. */
import { createHash } from "node:crypto";
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { DATA_FORMATS } from "./data-formats.ts";

const PATTERNS = DATA_FORMATS.flatMap(({ files }) => files);
/** Folders of a site's own folder that can hold data, in lower case; the other ones hold its program. */
const SITE_FOLDERS = new Set(
  PATTERNS.filter((pattern) => pattern.in === "site").map(({ names: [first] }) =>
    String(first).toLowerCase(),
  ),
);
/** Files with data, in any folder. */
const DATA_FILES = PATTERNS.flatMap(({ names }) => names.filter((name) => name instanceof RegExp));
/** Where `pull` puts media files, and what editors and version control keep to themselves. */
const SKIPPED = /^(?:files|\..*|node_modules)$/;

/** Fewer than the four threads that Node has for files: on a mount that hangs, the others still serve media files. */
const LOOKS_AT_ONCE = 2;

/**
 * Looks at a directory, or at a single file, without reading what the files hold. It works where no file events arrive.
 * @returns a text that differs when something has changed. It never throws: what cannot be read is part of the text
 */
export async function fingerprint(path: string): Promise<string> {
  const lines: string[] = [];
  await addEntry(path, lines, new Set());
  for (const format of DATA_FORMATS) {
    for (const other of (await format.beside?.(path)) ?? []) await addEntry(other, lines, new Set());
  }
  return createHash("sha256").update(lines.sort().join("\n")).digest("base64");
}

async function addEntry(path: string, lines: string[], seen: Set<string>): Promise<void> {
  try {
    const found = await stat(path, { bigint: true });
    if (found.isDirectory()) await addDirectory(path, lines, seen);
    else lines.push(`${path} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`);
  } catch (error) {
    lines.push(`${path} ${(error as NodeJS.ErrnoException).code}`);
  }
}

async function addDirectory(path: string, lines: string[], seen: Set<string>): Promise<void> {
  // Links can lead in circles.
  const real = await realpath(path);
  if (seen.has(real)) return;
  seen.add(real);
  const entries = await readdir(path, { withFileTypes: true });
  const isSite = entries.some((entry) => !entry.isFile() && isSiteFolder(entry.name));
  const wanted = entries.filter((entry) => {
    if (SKIPPED.test(entry.name)) return false;
    if (!entry.isFile()) return !isSite || isSiteFolder(entry.name);
    return DATA_FILES.some((pattern) => pattern.test(entry.name));
  });
  const files = wanted.filter((entry) => entry.isFile());
  for (let at = 0; at < files.length; at += LOOKS_AT_ONCE) {
    const some = files.slice(at, at + LOOKS_AT_ONCE);
    await Promise.all(some.map(({ name }) => addEntry(join(path, name), lines, seen)));
  }
  for (const entry of wanted) if (!entry.isFile()) await addEntry(join(path, entry.name), lines, seen);
}

function isSiteFolder(name: string): boolean {
  return SITE_FOLDERS.has(name.toLowerCase());
}

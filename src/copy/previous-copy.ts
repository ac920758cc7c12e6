/** The copy of another source: it is refused, or replaced. It then stays as DIR.previous until the new copy is complete. */
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError, withPath } from "../errors.ts";
import { MANIFEST_NAME, type ManifestTree, readManifest } from "../formats/copy/manifest.ts";
import { readState } from "../formats/copy/state-file.ts";
import { REPLACING_MARK } from "../formats/copy/unfinished-pull.ts";
import { TYPE_FILES } from "../formats/type-lists.ts";
import { listOf, TEXT } from "../json/shape.ts";
import { KINDS, type Kind } from "../operations.ts";
import { FILES_FOLDER } from "../site/media/media-files.ts";
import { CHANGES_NAME } from "./changes-file.ts";
import { FILE_LIST_NAME } from "./copied-files.ts";
import type { Staging } from "./staging.ts";
import { removeWhenFree, renameWhenFree } from "./when-free.ts";

/** The files of a copy. The manifest is moved first: as long as it is there, the copy is complete. */
const NAMES = [
  MANIFEST_NAME,
  ...KINDS.map((kind) => `${kind}.ndjson`),
  ...Object.values(TYPE_FILES),
  FILES_FOLDER,
  FILE_LIST_NAME,
  CHANGES_NAME,
];

/** The source of a copy, and what restricts it. */
type CopySource = Pick<ManifestTree, "source" | "node" | "options">;

/**
 * @param kinds the pulled kinds; the copy's other kind must be of the same source, too
 * @param replace whether a copy of another source may be replaced
 * @returns whether the copy in `out` is of another source
 * @throws UsageError if it may not be replaced, or cannot be moved; DataError if its manifest is malformed
 */
export function isOfAnother(
  out: string,
  kinds: readonly Kind[],
  wanted: CopySource,
  replace: boolean,
): boolean {
  const manifest = readManifest(out);
  for (const kind of KINDS) {
    const there = manifest?.[kind];
    if (there === undefined) continue;
    const isOther = kinds.includes(kind)
      ? spelled(there) !== spelled(wanted)
      : wholeSource(there.source) !== wholeSource(wanted.source);
    if (!isOther) continue;
    if (replace) {
      refuseSecondPrevious(out);
      return true;
    }
    throw new UsageError(
      `${out} holds ${kind} of ${describedSource(there)}, but this is a pull of ${describedSource(wanted)}: use another --out, or --replace`,
    );
  }
  return false;
}

/** Equal texts for equal sources. */
function spelled({ source, node, options = {} }: CopySource): string {
  return JSON.stringify([wholeSource(source), node ?? null, Object.entries(options).sort()]);
}

/** Version 1.0.0 stored a relative path. */
function wholeSource(source: string): string {
  return /^https?:/.test(source) ? source : resolve(source);
}

function describedSource({ source, node, options = {} }: CopySource): string {
  const restrictions = [
    ...(node === undefined ? [] : [`node ${node} only`]),
    ...Object.entries(options).map(([name, value]) => `${name} ${value}`),
  ];
  return restrictions.length === 0 ? source : `${source} (${restrictions.join(", ")})`;
}

function previousPath(out: string): string {
  return `${resolve(out)}.previous`;
}

/** @throws UsageError if DIR.previous is not empty */
function refuseSecondPrevious(out: string): void {
  const path = previousPath(out);
  if (!existsSync(path) || readdirSync(path).length === 0) return;
  const what =
    readManifest(path) === undefined
      ? "is in the way: the replaced copy is kept there"
      : "holds the copy that was replaced before, and the current copy was never complete";
  throw new UsageError(`${path} ${what}: move or remove it first`);
}

/**
 * Resumes an interrupted replacement: either while the old copy was moved, or after the swap.
 * @returns whether the old copy must still be moved
 */
export async function resumeReplacing(staging: Staging): Promise<boolean> {
  if (!existsSync(staging.file(REPLACING_MARK))) return false;
  const manifest = readManifest(staging.out);
  if (manifest === undefined) return true;
  await endReplacing(staging, manifest.hasPrevious === true);
  return false;
}

/** Moves the copy to DIR.previous, or the files that an interrupted run has not moved. */
export async function moveToPrevious(staging: Staging): Promise<void> {
  const previous = previousPath(staging.out);
  for (const name of namesToMove(staging)) {
    const [from, to] = [join(staging.out, name), join(previous, name)];
    // The file was moved already, and this one is of the new copy.
    if (!existsSync(from) || existsSync(to)) continue;
    withPath(previous, () => mkdirSync(previous, { recursive: true }));
    await renameWhenFree(from, to);
  }
}

/** The files of the old copy; the marker file stores their names for a run that resumes. */
function namesToMove(staging: Staging): readonly string[] {
  const marked = readState<string[]>(staging.file(REPLACING_MARK), listOf(TEXT));
  if (marked) return NAMES.filter((name) => marked.includes(name));
  // There is no marker file, or it was cut: nothing was moved.
  const names = NAMES.filter((name) => existsSync(join(staging.out, name)));
  staging.write(REPLACING_MARK, JSON.stringify(names));
  return names;
}

/** Ends a replacement once the new manifest is there. @param keepsPrevious whether the new copy is incomplete */
export async function endReplacing(staging: Staging, keepsPrevious: boolean): Promise<void> {
  if (!keepsPrevious) await removeWhenFree(previousPath(staging.out));
  // The marker file last: as long as it is there, the next run repeats this.
  staging.remove(REPLACING_MARK);
}

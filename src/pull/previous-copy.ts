/** A copy belongs to one source. One of another source is refused, or replaced: it then stays beside the directory until the new one is whole. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError, withPath } from "../errors.ts";
import { MANIFEST_NAME, type Manifest, type ManifestTree, readManifest } from "../formats/manifest.ts";
import { TYPE_FILES } from "../formats/type-lists.ts";
import { REPLACING_MARK } from "../formats/unfinished-pull.ts";
import { FILES_FOLDER } from "../media/media-files.ts";
import { KINDS, type Kind } from "../operations.ts";
import { CHANGES_NAME } from "./changes-file.ts";
import { FILE_LIST_NAME } from "./copied-files.ts";
import { missingCount, type PullResult } from "./pull-events.ts";
import type { Staging } from "./staging.ts";
import { removeWhenFree, renameWhenFree } from "./when-free.ts";

/** The files of a copy. The manifest is set aside first: while it is there, nothing is missing. */
const NAMES = [
  MANIFEST_NAME,
  ...KINDS.map((kind) => `${kind}.ndjson`),
  ...Object.values(TYPE_FILES),
  FILES_FOLDER,
  FILE_LIST_NAME,
  CHANGES_NAME,
];

/** What decides which data a copy holds. */
type CopySource = Pick<ManifestTree, "source" | "node" | "options">;

/**
 * @param kinds those that are pulled; the copy's other kind must be of the same source, too
 * @param replace whether a copy of another source may be replaced
 * @returns whether the copy in `out` is of another source
 * @throws UsageError if it may not be replaced, or cannot be set aside; DataError if its manifest is malformed
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
      : locationOf(there.source) !== locationOf(wanted.source);
    if (!isOther) continue;
    if (replace) {
      refuseSecondPrevious(out);
      return true;
    }
    throw new UsageError(
      `${out} holds ${kind} of ${described(there)}, and this is a pull of ${described(wanted)}: give another --out, or --replace what is there`,
    );
  }
  return false;
}

/** The same for the same source. */
function spelled({ source, node, options = {} }: CopySource): string {
  return JSON.stringify([locationOf(source), node ?? null, Object.entries(options).sort()]);
}

/** Earlier versions wrote a directory as it was given. */
function locationOf(source: string): string {
  return /^https?:/.test(source) ? source : resolve(source);
}

function described({ source, node, options = {} }: CopySource): string {
  const restrictions = [
    ...(node === undefined ? [] : [`node ${node} alone`]),
    ...Object.entries(options).map(([name, value]) => `${name} ${value}`),
  ];
  return restrictions.length === 0 ? source : `${source} (${restrictions.join(", ")})`;
}

function previousPath(out: string): string {
  return `${resolve(out)}.previous`;
}

/** @throws UsageError if the directory to set the copy aside in is not empty */
function refuseSecondPrevious(out: string): void {
  const path = previousPath(out);
  if (!existsSync(path) || readdirSync(path).length === 0) return;
  const what =
    readManifest(path) === undefined
      ? "stands where the copy would be set aside that is to be replaced"
      : "holds the copy that was replaced before, and the one that is there now was never whole";
  throw new UsageError(`${path} ${what}: move or remove it first`);
}

/**
 * Resumes a swap that replaces a copy: either the old copy was being set aside, or all but the cleaning up is done.
 * @returns whether the old copy is still to be set aside
 */
export async function resumeReplacing(staging: Staging): Promise<boolean> {
  if (!existsSync(staging.file(REPLACING_MARK))) return false;
  const manifest = readManifest(staging.out);
  if (manifest === undefined) return true;
  await endReplacing(staging, manifest.hasPrevious === true);
  return false;
}

/** Sets the copy aside, or the rest of it if an earlier run has begun to. */
export async function setAside(staging: Staging): Promise<void> {
  const previous = previousPath(staging.out);
  for (const name of namesToSetAside(staging)) {
    const [from, to] = [join(staging.out, name), join(previous, name)];
    // A file that is set aside already has the new copy's in its place.
    if (!existsSync(from) || existsSync(to)) continue;
    withPath(previous, () => mkdirSync(previous, { recursive: true }));
    await renameWhenFree(from, to);
  }
}

/** The files of the old copy, which a mark keeps for a run that resumes. */
function namesToSetAside(staging: Staging): readonly string[] {
  try {
    const names: unknown = JSON.parse(readFileSync(staging.file(REPLACING_MARK), "utf8"));
    if (Array.isArray(names)) return NAMES.filter((name) => names.includes(name));
  } catch {
    // There is no mark, or it was cut: then nothing was set aside.
  }
  const names = NAMES.filter((name) => existsSync(join(staging.out, name)));
  staging.write(REPLACING_MARK, JSON.stringify(names));
  return names;
}

/** Puts the manifest in place. If the new copy is whole, the one that it has replaced is removed. */
export async function putManifest(
  staging: Staging,
  { hasPrevious, ...manifest }: Manifest,
  result: PullResult,
): Promise<void> {
  const keepsPrevious = hasPrevious === true && missingCount(result) > 0;
  await staging.putManifest(keepsPrevious ? { ...manifest, hasPrevious } : manifest);
  if (hasPrevious) await endReplacing(staging, keepsPrevious);
}

async function endReplacing(staging: Staging, keepsPrevious: boolean): Promise<void> {
  if (!keepsPrevious) await removeWhenFree(previousPath(staging.out));
  // The mark last: while it is there, the next run does this.
  staging.remove(REPLACING_MARK);
}

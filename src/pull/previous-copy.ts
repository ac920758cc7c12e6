/** The copy of another source that a new one replaces: it stays beside the directory until the new one is whole. */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { MANIFEST_NAME, type Manifest, readManifest } from "../formats/manifest.ts";
import { FILES_FOLDER } from "../media-files.ts";
import { KINDS } from "../operations.ts";
import { missingCount, type PullResult } from "../pull-events.ts";
import { withPath } from "../system-error.ts";
import { CHANGES_NAME } from "./changes-file.ts";
import { FILE_LIST_NAME } from "./file-list.ts";
import type { Workplace } from "./workplace.ts";

/** What a pull leaves; the manifest is last, since what is there is of another source as long as it is. */
const NAMES = [
  ...KINDS.map((kind) => `${kind}.ndjson`),
  ...KINDS.map((kind) => `${kind}-types.json`),
  FILES_FOLDER,
  FILE_LIST_NAME,
  CHANGES_NAME,
  MANIFEST_NAME,
];

/** In the workplace, from when the old copy begins to be set aside until the new one is in its place. */
const MARK = "replacing";

function previousPath(out: string): string {
  return `${resolve(out)}.previous`;
}

/** Whether a pull that was to replace a copy has ended while it did so. */
export function isReplacing(workplace: Workplace): boolean {
  return existsSync(workplace.file(MARK));
}

/** @throws UsageError where an older copy still stands where this one would be set aside */
export function refuseSecondPrevious(out: string): void {
  const path = previousPath(out);
  if (readManifest(path) === undefined) return;
  throw new UsageError(
    `${path} holds the copy that was replaced before, and the one that is there now was never whole: move or remove it first`,
  );
}

/** Sets aside the copy that is there. Where an earlier run has begun to, it goes on. */
export function setAside(workplace: Workplace): void {
  workplace.write(MARK, "");
  const previous = previousPath(workplace.out);
  withPath(previous, () => mkdirSync(previous, { recursive: true }));
  for (const name of NAMES) {
    const from = join(workplace.out, name);
    if (existsSync(from)) withPath(from, () => renameSync(from, join(previous, name)));
  }
}

/** Puts the manifest of the new copy in its place. Where that copy is whole, the one that it has replaced goes. */
export async function putManifest(
  workplace: Workplace,
  { hasPrevious, ...manifest }: Manifest,
  result: PullResult,
): Promise<void> {
  const isWhole = missingCount(result) === 0;
  await workplace.putManifest(hasPrevious && !isWhole ? { ...manifest, hasPrevious } : manifest);
  workplace.remove(MARK);
  if (hasPrevious && isWhole) rmSync(previousPath(workplace.out), { recursive: true, force: true });
}

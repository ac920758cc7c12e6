/** Publication: files that are complete in the staging directory replace those of a directory, the file that describes them last. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ChangeCounts } from "../analysis/diff/change-kinds.ts";
import {
  MANIFEST_NAME,
  type Manifest,
  type ManifestFiles,
  type ManifestTree,
  readManifest,
} from "../formats/copy/manifest.ts";
import { COPY_SWAP_MARK } from "../formats/copy/unfinished-pull.ts";
import type { Kind } from "../operations.ts";
import { CHANGES_NAME, writeChanges } from "./changes-file.ts";
import { type NodeLine, type NodesIndex, writeNodesFile } from "./nodes-file.ts";
import type { Staging } from "./staging.ts";
import { type CopiedTypes, stageTypes } from "./type-files.ts";
import { removeWhenFree } from "./when-free.ts";

type StagedFiles = {
  /** The file in the staging directory that exists while files are replaced. */
  mark: string;
  /** The names of staged files, in the order in which they are swapped in. */
  files: readonly string[];
  /** Files of the earlier state that the new one does not have. They are removed. Default: none. */
  obsolete?: readonly string[];
  /** Swaps other files in, before these: it renames and removes, and writes nothing. Default: there are none. */
  before?: () => Promise<void>;
  /** The file that describes the others, for example with their hashes. */
  index: { name: string; text: string };
};

/**
 * Swaps staged files in, and the index last; other files stay. All is written before the first file is replaced, so that a
 * full disk changes nothing. If the process is killed, each file is the old or the new one, never a part of one, and the mark
 * stays until a later run has replaced all files.
 *
 * Use it in `inStaging`, which takes the lock: write each file with `staging.write(name, text)` or into `staging.file(name)`.
 * @throws the system's errors, with a path
 */
export async function publishFiles(
  staging: Staging,
  { mark, before, files, obsolete = [], index }: StagedFiles,
): Promise<void> {
  staging.write(index.name, index.text);
  await staging.swap(mark, async () => {
    await before?.();
    for (const name of files) await staging.put(name);
    for (const name of obsolete) await removeWhenFree(join(staging.out, name));
    await staging.put(index.name);
  });
}

/** The tree of one kind in a new copy. */
type CopiedTree = {
  kind: Kind;
  lines: Iterable<NodeLine>;
  /** Returns the manifest's entry without what follows from the file. Called after the last line has been written. */
  entry: () => Omit<ManifestTree, keyof WrittenFile>;
  /** The nodes file that is replaced, so that the changes are listed. It is closed before the swap. Default: none. */
  before?: NodesIndex;
};

type WrittenFile = Pick<ManifestTree, "file" | "nodes" | "bytes" | "sha256">;

/** The contents of a new copy. */
type CopyContents = {
  trees: readonly CopiedTree[];
  types: CopiedTypes;
  /** The source of the types, as the manifest names it. */
  typesSource: string;
  /** Stages the list of media files; called when all nodes are written. Default: those of the earlier copy stay. */
  stageFiles?: () => { entry: ManifestFiles; swap: () => Promise<void> };
  /** The manifest without trees, types and files, which are added. */
  manifest: Manifest;
  /** Aborts the writing, but not the swap; its reason is then thrown. */
  signal: AbortSignal;
};

/**
 * Writes a copy into the staging directory, and swaps it in, the manifest last. If the process is killed, the next pull
 * completes the swap.
 * @returns the manifest, and the changes of each kind that had a nodes file before
 * @throws the system's errors, with a path; the signal's reason
 */
export async function publishCopy(
  staging: Staging,
  { trees, types, typesSource, stageFiles, manifest, signal }: CopyContents,
): Promise<{ manifest: Manifest; changes: ReadonlyMap<Kind, ChangeCounts> }> {
  const published: Manifest = { ...manifest };
  const nodesFiles: string[] = [];
  const replaced = [];
  for (const { kind, lines, entry, before } of trees) {
    signal.throwIfAborted();
    const file = `${kind}.ndjson`;
    const written = await writeNodesFile(staging.file(file), lines);
    const { source, node, startedAt, finishedAt, ...rest } = entry();
    published[kind] = { source, node, startedAt, finishedAt, file, ...written, ...rest };
    nodesFiles.push(file);
    if (before) replaced.push({ kind, before, sha256: written.sha256 });
  }
  const changes = await writeChanges(staging, replaced);
  const changesFile = existsSync(staging.file(CHANGES_NAME)) ? [CHANGES_NAME] : [];
  signal.throwIfAborted();
  const media = stageFiles?.();
  if (media) published.files = media.entry;
  const { entries, files, obsolete } = stageTypes(
    staging,
    typesSource,
    types,
    readManifest(staging.out)?.types,
  );
  if (entries) published.types = entries;
  // Windows does not replace an open file.
  for (const { before } of trees) before?.close();
  await publishFiles(staging, {
    mark: COPY_SWAP_MARK,
    before: media?.swap,
    files: [...changesFile, ...nodesFiles, ...files],
    obsolete,
    index: { name: MANIFEST_NAME, text: `${JSON.stringify(published, undefined, 2)}\n` },
  });
  return { manifest: published, changes };
}

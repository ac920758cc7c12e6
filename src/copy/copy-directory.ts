/** Copies loaded data into another data directory, as NDJSON. */

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { NoSuchNodeError, UsageError } from "../errors.ts";
import {
  MANIFEST_FORMAT,
  type Manifest,
  type ManifestTree,
  readManifest,
  unpublishedOf,
} from "../formats/copy/manifest.ts";
import { type LoadedData, languagesBeside } from "../formats/load-directory.ts";
import type { Kind } from "../operations.ts";
import { type MediaFiles, namedPaths } from "../site/media/media-files.ts";
import { describeTarget, type Target, targetValue } from "../site/source.ts";
import type { Tree } from "../site/tree/tree.ts";
import { indexOfTarget } from "../site/tree/tree-answers.ts";
import type { UnpublishedNode } from "../site/unpublished-node.ts";
import { putChanges, writeChanges } from "./changes-file.ts";
import { copyFiles, dropCopied, isOneFile } from "./copied-files.ts";
import type { PullResult } from "./copy-result.ts";
import { inStaging } from "./lock.ts";
import { lineAt, type NodeLine, NodesIndex, writeNodesFile } from "./nodes-file.ts";
import { isOfAnother, putManifest, resumeReplacing, setAside } from "./previous-copy.ts";
import type { Staging } from "./staging.ts";
import { putTypes } from "./type-files.ts";

export type CopyOptions = {
  /** The directory to write. */
  out: string;
  kinds: readonly Kind[];
  /** The roots, or one node with its descendants: then of one kind. */
  target: Target;
  /** Aborts the copy; its reason is then thrown. */
  signal: AbortSignal;
  /** Replaces a copy of another source. Default: false. */
  replace?: boolean;
  /** The media files from which those of the copied nodes are copied. Default: none. */
  files?: MediaFiles;
  /** The options that decide which data of the directory is read, if they are not the defaults. */
  options?: ManifestTree["options"];
  /** Unpublished nodes that are not in the data, and that copied nodes refer to. */
  unpublished: readonly UnpublishedNode[];
};

/**
 * @throws UsageError if the directory to write is not free; DataError if the types have errors; NoSuchNodeError if there is no
 * such node; OutputError if a file cannot be written; the signal's reason
 */
export async function copyDirectory(data: LoadedData, options: CopyOptions): Promise<PullResult> {
  const { out, kinds, target, files, signal, unpublished } = options;
  if (isOneFile(out, data.path)) throw new UsageError(`--data and --out are both ${out}`);
  const source = {
    source: resolve(data.path),
    node: targetValue(target),
    ...(options.options && { options: options.options }),
  };
  const positions = kinds.map((kind) => positionsOf(data.trees[kind], kind, target));
  const allTypes = data.types();
  const types = Object.fromEntries([...kinds, "data" as const].map((kind) => [kind, allTypes[kind]]));
  const isAnother = isOfAnother(out, kinds, source, options.replace ?? false);

  const write = async (staging: Staging): Promise<PullResult> => {
    const replaces = (await resumeReplacing(staging)) || isAnother;
    const before = readManifest(data.path);
    const manifest: Manifest = {
      ...(replaces ? { hasPrevious: true } : readManifest(out)),
      format: MANIFEST_FORMAT,
      redirects: false,
      ...languagesOf(data),
    };
    const result: PullResult = { kinds: [] };
    const startedAt = new Date().toISOString();
    for (const [i, kind] of kinds.entries()) {
      const file = `${kind}.ndjson`;
      const written = await writeNodesFile(staging.file(file), linesAt(data.trees[kind], positions[i]));
      const { failures = [], unlisted, vanished = [] } = before?.[kind] ?? {};
      const lacks = { failures, unlisted, vanished };
      const finishedAt = new Date().toISOString();
      const left = unpublishedOf(kind, unpublished);
      manifest[kind] = { ...source, startedAt, finishedAt, file, ...written, ...lacks, ...left };
      const { nodes } = written;
      const got = nodes - failures.length;
      result.kinds.push({ kind, expected: nodes, got, kept: 0, ...lacks, unlisted: unlisted ?? [] });
    }
    const paths = files
      ? filePaths(data.trees.media, positions[kinds.indexOf("media")], files)
      : new Set<string>();
    const isWhole = manifest.media?.unlisted === undefined;
    const putFiles = files && (await copyFiles(staging, files, paths, { keeps: !replaces, isWhole, signal }));
    await addChanges(staging, manifest, result, replaces);
    if (replaces) await setAside(staging);
    if (putFiles) {
      manifest.files = await putFiles();
      const { bytes, failures } = manifest.files;
      result.files = { expected: paths.size, got: paths.size - failures.length, bytes, failures };
    }
    await putChanges(staging);
    for (const kind of kinds) await staging.put(`${kind}.ndjson`);
    await putTypes(staging, manifest, source.source, types);
    await putManifest(staging, manifest, result);
    return result;
  };

  return await inStaging(out, async (staging) => {
    try {
      return await write(staging);
    } finally {
      dropCopied(staging);
    }
  });
}

/** The positions of the nodes that are copied: all, or a node with its ancestors and descendants. */
function positionsOf(tree: Tree, kind: Kind, target: Target): number[] {
  if (target.by === "root") return Array.from({ length: tree.size }, (_, position) => position);
  const position = indexOfTarget(tree, target);
  if (position < 0) throw new NoSuchNodeError(`there is no ${describeTarget(kind, target)}`);
  const { parent, end } = tree.columns;
  const positions: number[] = [];
  for (let above = parent[position]; above >= 0; above = parent[above]) positions.unshift(above);
  for (let below = position; below < end[position]; below++) positions.push(below);
  return positions;
}

function* linesAt(tree: Tree, positions: readonly number[]): Generator<NodeLine> {
  for (const position of positions) yield lineAt(tree, position);
}

/** The paths of the files that media nodes name, but for refused ones. */
export function filePaths(media: Tree, positions: readonly number[], { refused }: MediaFiles): Set<string> {
  const paths = new Set(Array.from(namedPaths(media, positions), ({ path }) => path));
  for (const path of refused) paths.delete(path);
  return paths;
}

/** The languages, as far as they are known; those of a copy are in its own manifest. */
function languagesOf(data: LoadedData): Pick<Manifest, "language" | "otherLanguages"> {
  if (data.culture === undefined) {
    const { language, otherLanguages } = readManifest(data.path) ?? {};
    return { language, otherLanguages };
  }
  const otherLanguages = languagesBeside(data);
  return { language: data.culture, ...(otherLanguages.length > 0 && { otherLanguages }) };
}

/** Writes the changes against the copy in `out`, if it is of the same source, and adds the counts to the result. */
async function addChanges(
  staging: Staging,
  manifest: Manifest,
  { kinds }: PullResult,
  replaces: boolean,
): Promise<void> {
  const earlier = replaces ? undefined : readManifest(staging.out);
  const indexes: NodesIndex[] = [];
  try {
    const replaced = [];
    for (const { kind } of kinds) {
      const path = join(staging.out, earlier?.[kind]?.file ?? `${kind}.ndjson`);
      if (earlier?.[kind] === undefined || !existsSync(path)) continue;
      const before = await NodesIndex.open(path);
      indexes.push(before);
      replaced.push({ kind, before, sha256: manifest[kind]?.sha256 ?? "" });
    }
    const counts = await writeChanges(staging, replaced);
    for (const ofKind of kinds) ofKind.changes = counts.get(ofKind.kind);
  } finally {
    for (const index of indexes) index.close();
  }
}

/** Copies loaded data into another data directory, as NDJSON. */

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ChangeCounts } from "../analysis/diff/change-kinds.ts";
import { versionOf } from "../analysis/diff/versions.ts";
import { NoSuchNodeError, UsageError } from "../errors.ts";
import {
  MANIFEST_FORMAT,
  type Manifest,
  type ManifestTree,
  protectedOf,
  readManifest,
  unpublishedOf,
} from "../formats/copy/manifest.ts";
import type { Kind } from "../operations.ts";
import { type MediaFiles, namedPaths } from "../site/media/media-files.ts";
import { languagesBeside, type SiteData, type UnpublishedNode } from "../site/site-data.ts";
import { describeTarget, type Target, targetValue } from "../site/source.ts";
import type { Tree } from "../site/tree/tree.ts";
import { indexOfTarget } from "../site/tree/tree-answers.ts";
import { CHANGES_NAME } from "./changes-file.ts";
import { COPIED_FOLDER, copyFiles, isOneFile } from "./copied-files.ts";
import type { PullResult } from "./copy-result.ts";
import { inStaging } from "./lock.ts";
import { lineAt, type NodeLine, NodesIndex } from "./nodes-file.ts";
import { isOfAnother, resumeReplacing } from "./previous-copy.ts";
import { type CopiedTree, publishCopy } from "./publish.ts";

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
export async function copyDirectory(data: SiteData, options: CopyOptions): Promise<PullResult> {
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

  const temporary = [COPIED_FOLDER, CHANGES_NAME, ...kinds.map((kind) => `${kind}.ndjson`)];
  return await inStaging(
    out,
    async (staging): Promise<PullResult> => {
      const replaces = (await resumeReplacing(staging)) || isAnother;
      const earlier = replaces ? undefined : readManifest(out);
      const before = readManifest(data.path);
      const startedAt = new Date().toISOString();
      const paths = files
        ? filePaths(data.trees.media, positions[kinds.indexOf("media")], files)
        : new Set<string>();
      const isWhole = before?.media?.unlisted === undefined;
      const trees: CopiedTree[] = [];
      try {
        for (const [i, kind] of kinds.entries()) {
          const { failures = [], unlisted, vanished = [] } = before?.[kind] ?? {};
          trees.push({
            kind,
            lines: linesAt(data.trees[kind], positions[i]),
            entry: () => ({
              ...source,
              startedAt,
              finishedAt: new Date().toISOString(),
              failures,
              unlisted,
              vanished,
              ...unpublishedOf(kind, unpublished),
              ...protectedOf(kind, data.protectedNodes),
            }),
            before: await openNodes(out, earlier?.[kind]),
          });
        }
        const putFiles =
          files && (await copyFiles(staging, files, paths, { keeps: !replaces, isWhole, signal }));
        const { manifest, changes } = await publishCopy(staging, {
          trees,
          types,
          typesSource: source.source,
          putFiles,
          manifest: {
            ...(replaces ? { hasPrevious: true } : earlier),
            format: MANIFEST_FORMAT,
            redirects: false,
            version: versionOf(data),
            ...languagesOfCopy(data),
          },
          replaces,
          signal,
        });
        return resultOf(manifest, kinds, { changes, expectedFiles: files && paths.size });
      } finally {
        for (const { before } of trees) before?.close();
      }
    },
    { temporary },
  );
}

/** The nodes file of an earlier copy; `undefined` if there is none. */
async function openNodes(out: string, tree: ManifestTree | undefined): Promise<NodesIndex | undefined> {
  const path = tree && join(out, tree.file);
  return path !== undefined && existsSync(path) ? await NodesIndex.open(path) : undefined;
}

function resultOf(
  manifest: Manifest,
  kinds: readonly Kind[],
  { changes, expectedFiles }: { changes: ReadonlyMap<Kind, ChangeCounts>; expectedFiles: number | undefined },
): PullResult {
  const { language, otherLanguages } = manifest;
  const result: PullResult = {
    language,
    otherLanguages,
    kinds: kinds.map((kind) => {
      const { nodes = 0, failures = [], unlisted = [], vanished = [] } = manifest[kind] ?? {};
      const got = nodes - failures.length;
      return {
        kind,
        expected: nodes,
        got,
        kept: 0,
        changes: changes.get(kind),
        failures,
        unlisted,
        vanished,
      };
    }),
  };
  if (expectedFiles !== undefined && manifest.files) {
    const { bytes, failures } = manifest.files;
    result.files = { expected: expectedFiles, got: expectedFiles - failures.length, bytes, failures };
  }
  return result;
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
function languagesOfCopy(data: SiteData): Pick<Manifest, "language" | "otherLanguages"> {
  if (data.culture === undefined) {
    const { language, otherLanguages } = readManifest(data.path) ?? {};
    return { language, otherLanguages };
  }
  const otherLanguages = languagesBeside(data);
  return { language: data.culture, ...(otherLanguages.length > 0 && { otherLanguages }) };
}

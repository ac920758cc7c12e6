/** Writes a slice of a site as a data directory: nodes, types, their media files, and a manifest. */

import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { versionOf } from "../analysis/diff/versions.ts";
import type { SlicedNode, SlicePlan, WrittenSlice } from "../analysis/slice/slice-plan.ts";
import { UsageError } from "../errors.ts";
import {
  MANIFEST_FORMAT,
  MANIFEST_NAME,
  type Manifest,
  type ManifestFiles,
  protectedOf,
  readManifest,
  unpublishedOf,
} from "../formats/copy/manifest.ts";
import { unfinishedPull } from "../formats/copy/unfinished-pull.ts";
import { TYPE_FILES } from "../formats/type-lists.ts";
import type { NodeText } from "../json/node-text.ts";
import { KINDS, type Kind, TYPE_KINDS } from "../operations.ts";
import { FILES_FOLDER, type MediaFiles } from "../site/media/media-files.ts";
import { mediaPath } from "../site/media/media-paths.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import type { SiteData, UnpublishedNode } from "../site/site-data.ts";
import { COPIED_FOLDER, CopiedFiles, copyFiles, FILE_LIST_NAME, isOneFile } from "./copied-files.ts";
import { filePaths } from "./copy-directory.ts";
import { inStaging } from "./lock.ts";
import { lineAt, type NodeLine } from "./nodes-file.ts";
import { publishCopy } from "./publish.ts";

/** The options by which a manifest records a slice. */
type SliceOptionsRecord = Readonly<Record<string, string | boolean>>;

/** Gives the text of a node as it is written. */
type RewriteNode = (kind: Kind, text: NodeText) => NodeText;

type SliceContents = {
  data: SiteData;
  plan: SlicePlan;
  types: TypeLists;
  /** Unpublished nodes that are not in the data, and that the slice refers to. */
  unpublished: readonly UnpublishedNode[];
  files: MediaFiles;
  /** Redacts secrets. Default: nothing is changed. */
  rewrite?: RewriteNode;
};

type WriteOptions = {
  /** The directory to write. */
  out: string;
  recorded: SliceOptionsRecord;
  /** Aborts the writing; its reason is then thrown. */
  signal: AbortSignal;
};

/**
 * The same slice of the same data has the same bytes.
 * @throws UsageError if `out` is not free; DataError if the types have errors; OutputError if a file cannot be written; the
 * signal's reason
 */
export async function writeSlice(contents: SliceContents, options: WriteOptions): Promise<WrittenSlice> {
  const { data, plan, types, unpublished, files } = contents;
  const { out, recorded, signal } = options;
  refuseOtherData(data, out);
  const before = readManifest(data.path);

  const temporary = [COPIED_FOLDER, ...KINDS.map((kind) => `${kind}.ndjson`)];
  return await inStaging(
    out,
    async (staging): Promise<WrittenSlice> => {
      const paths = filePaths(
        data.trees.media,
        plan.nodes.media.map(({ index }) => index),
        files,
      );
      const swapFiles =
        files.folder === undefined
          ? undefined
          : await copyFiles(staging, files, paths, { keeps: false, isWhole: true, signal });
      let copied: ManifestFiles | undefined;
      const putFiles = async (): Promise<ManifestFiles | undefined> => {
        copied = await swapFiles?.();
        if (copied === undefined) {
          await new CopiedFiles(staging, [], { stagedIn: "", keeps: false }).removeEarlier();
          return undefined;
        }
        const { startedAt, finishedAt, failures = [] } = before?.files ?? {};
        const { count, bytes } = copied;
        // A missing file is a failure only if it was one before.
        const failed = failures.filter(({ url }) => paths.has(mediaPath(url) ?? ""));
        return { startedAt, finishedAt, count, bytes, failures: failed };
      };
      const { manifest } = await publishCopy(staging, {
        trees: KINDS.map((kind) => ({
          kind,
          lines: sliceLines(contents, kind),
          entry: () => {
            const { node, startedAt, finishedAt, failures = [], options } = before?.[kind] ?? {};
            const ids = new Set(plan.nodes[kind].map(({ index }) => data.trees[kind].idAt(index)));
            return {
              source: sourceOfSlice(data, before, kind),
              node,
              options: { ...options, ...recorded },
              startedAt,
              finishedAt,
              failures: failures.filter(({ id }) => ids.has(id)),
              vanished: [],
              ...unpublishedOf(kind, unpublished),
              ...protectedOf(kind, data.protectedNodes),
            };
          },
        })),
        types: { content: types.content, media: types.media, data: types.data },
        typesSource: sourceOfSlice(data, before, "content"),
        putFiles,
        manifest: { format: MANIFEST_FORMAT, version: versionOf(data) },
        replaces: false,
        signal,
      });
      const parts = [
        ...KINDS.map((kind) => manifest[kind]?.bytes ?? 0),
        ...TYPE_KINDS.map((kind) => manifest.types?.[kind]?.bytes ?? 0),
      ];
      const bytes = parts.reduce((sum, part) => sum + part, copied?.bytes ?? 0);
      if (copied === undefined) return { bytes };
      return { bytes, files: { count: copied.count, bytes: copied.bytes, missing: copied.failures.length } };
    },
    { temporary },
  );
}

function* sliceLines(contents: SliceContents, kind: Kind): Generator<NodeLine> {
  for (const node of contents.plan.nodes[kind]) yield sliceLine(contents, node);
}

/** A node as the site has it, a stub without its properties. */
function sliceLine({ data, rewrite }: SliceContents, { kind, index, isStub }: SlicedNode): NodeLine {
  const line = lineAt(data.trees[kind], index, isStub ? "fields" : "text");
  return rewrite ? { ...line, text: rewrite(kind, line.text) } : line;
}

/** The files of a slice. */
const NAMES = [
  ...KINDS.map((kind) => `${kind}.ndjson`),
  ...Object.values(TYPE_FILES),
  MANIFEST_NAME,
  FILE_LIST_NAME,
  FILES_FOLDER,
];

/** @returns the options that a slice in a directory was made with; `undefined` if there is no slice */
function recordedSliceOptions(directory: string): SliceOptionsRecord | undefined {
  const options = KINDS.map((kind) => readManifest(directory)?.[kind]?.options).find(Boolean);
  return options?.slice === true ? options : undefined;
}

/**
 * Refuses a directory that holds other data than an earlier slice of the same site.
 * @throws UsageError; DataError if a manifest there is malformed
 */
export function refuseOtherData(data: SiteData, out: string): void {
  if (isOneFile(out, data.path)) throw new UsageError(`--data and --out are both ${out}`);
  const held = NAMES.find((name) => existsSync(join(out, name)));
  if (held === undefined && unfinishedPull(out) === undefined) return;
  if (recordedSliceOptions(out) === undefined) {
    throw new UsageError(
      `${out} holds ${held ?? "an unfinished pull"}, which is not a slice: use another --out, or remove it`,
    );
  }
  for (const kind of KINDS) {
    const source = sourceOfSlice(data, readManifest(data.path), kind);
    const old = readManifest(out)?.[kind]?.source ?? source;
    if (old === source) continue;
    throw new UsageError(
      `${out} holds a slice of ${old}, but this is a slice of ${source}: use another --out, or remove it`,
    );
  }
}

/** A folder's name, without its path on this machine. */
function sourceOfSlice({ path }: SiteData, before: Manifest | undefined, kind: Kind): string {
  return before?.[kind]?.source ?? basename(resolve(path));
}

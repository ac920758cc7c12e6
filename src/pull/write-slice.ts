/** Writes a slice of a site as a data directory: nodes, types, the files that they name, and a manifest. */

import { existsSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { SlicedNode, SliceExcess, SlicePlan, WrittenSlice } from "../analysis/slice/slice-plan.ts";
import { UsageError } from "../errors.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import {
  MANIFEST_FORMAT,
  MANIFEST_NAME,
  type Manifest,
  type ManifestFiles,
  type ManifestTree,
  readManifest,
  type UnpublishedNode,
  unpublishedOf,
} from "../formats/manifest.ts";
import { TYPE_FILES } from "../formats/type-lists.ts";
import { unfinishedPull } from "../formats/unfinished-pull.ts";
import { ByteBuffer } from "../json/byte-buffer.ts";
import { appendLine, type NodeText } from "../json/node-text.ts";
import { FILES_FOLDER, type MediaFiles, namedPaths } from "../media/media-files.ts";
import { mediaPath } from "../media/media-paths.ts";
import { KINDS, type Kind } from "../operations.ts";
import { forgetGathered, gatherFiles, placeOnDisk } from "./copy-files.ts";
import { dropFiles, FILE_LIST_NAME, isOneFile, readFileList } from "./file-places.ts";
import { inStaging } from "./lock.ts";
import { lineAt, type NodeLine, writeNodesFile } from "./nodes-file.ts";
import type { Staging } from "./staging.ts";
import { putTypes } from "./type-files.ts";
import { removeWhenFree } from "./when-free.ts";

type WriteOptions = {
  /** The directory to write. */
  out: string;
  marks: SliceMarks;
  /** Aborts the writing; its reason is then thrown. */
  signal: AbortSignal;
};

/**
 * The same slice of the same data has the same bytes.
 * @throws UsageError if `out` is not free; DataError if the types have errors; OutputError if a file cannot be written; the
 * signal's reason
 */
export async function writeSlice(contents: SliceContents, options: WriteOptions): Promise<WrittenSlice> {
  const { data } = contents;
  refuseOtherData(data, options.out);
  const types = data.types();
  return await inStaging(options.out, async (staging) => {
    try {
      return await put({ ...contents, types }, options, staging);
    } finally {
      forgetGathered(staging);
    }
  });
}

type TypedContents = SliceContents & { types: ReturnType<LoadedData["types"]> };

async function put(
  contents: TypedContents,
  { marks, signal }: WriteOptions,
  staging: Staging,
): Promise<WrittenSlice> {
  const { data, types } = contents;
  const before = readManifest(data.path);
  const manifest: Manifest = { format: MANIFEST_FORMAT };
  for (const kind of KINDS) {
    const written = await writeNodesFile(staging.file(`${kind}.ndjson`), linesOf(contents, kind));
    manifest[kind] = {
      ...treeOf(kind, contents, before),
      options: marksFor(before?.[kind], marks),
      ...written,
    };
  }
  const { putFiles, paths } = await gather(contents, staging, signal);
  signal.throwIfAborted();
  const copied = await replaceFiles(putFiles, staging);
  if (copied) manifest.files = filesOf(copied, before, paths);
  for (const kind of KINDS) await staging.put(`${kind}.ndjson`);
  manifest.types = readManifest(staging.out)?.types;
  await putTypes(staging, manifest, sourceOfSlice(data, before, "content"), {
    content: types.content,
    media: types.media,
  });
  await staging.putManifest(manifest);
  return writtenOf(manifest, copied);
}

/** Puts files in place, and removes those of an earlier slice. */
async function replaceFiles(
  putFiles: (() => Promise<ManifestFiles>) | undefined,
  staging: Staging,
): Promise<ManifestFiles | undefined> {
  const list = join(staging.out, FILE_LIST_NAME);
  const old = readFileList(list);
  const copied = await putFiles?.();
  if (copied === undefined) await removeWhenFree(list);
  await dropFiles(staging, namesIn(old), namesIn(readFileList(list)));
  return copied;
}

function namesIn(list: ReturnType<typeof readFileList>): string[] {
  return Array.from(list.values(), ({ file }) => file);
}

function* linesOf(contents: SliceContents, kind: Kind) {
  for (const node of contents.plan.nodes[kind]) yield sliceLine(contents, node);
}

/** The manifest's entry of the tree, as far as it is about the nodes of the slice. */
function treeOf(
  kind: Kind,
  { data, plan, unpublished }: SliceContents,
  before: Manifest | undefined,
): Omit<ManifestTree, "nodes" | "bytes" | "sha256" | "options"> {
  const { node, startedAt, finishedAt, failures = [] } = before?.[kind] ?? {};
  const ids = new Set(plan.nodes[kind].map(({ place }) => data.trees[kind].idAt(place)));
  return {
    source: sourceOfSlice(data, before, kind),
    node,
    startedAt,
    finishedAt,
    file: `${kind}.ndjson`,
    failures: failures.filter(({ id }) => ids.has(id)),
    vanished: [],
    ...unpublishedOf(kind, unpublished),
  };
}

function marksFor(before: ManifestTree | undefined, marks: SliceMarks): SliceMarks {
  return { ...before?.options, ...marks };
}

/** Copies the files that the nodes of the slice name into the staging directory, if there is a folder of files. */
async function gather({ data, plan, files }: SliceContents, staging: Staging, signal: AbortSignal) {
  const places = plan.nodes.media.map(({ place }) => place);
  const paths = new Set(Array.from(namedPaths(data.trees.media, places), ({ path }) => path));
  for (const path of files.refused) paths.delete(path);
  if (files.folder === undefined) return { paths, putFiles: undefined };
  return {
    paths,
    putFiles: await gatherFiles(staging, { from: files, paths, isWhole: true, keeps: false, signal }),
  };
}

/** A missing file is a failure only if it was one before. */
function filesOf(
  { count, bytes }: ManifestFiles,
  before: Manifest | undefined,
  paths: ReadonlySet<string>,
): ManifestFiles {
  const { startedAt, finishedAt, failures = [] } = before?.files ?? {};
  return {
    startedAt,
    finishedAt,
    count,
    bytes,
    failures: failures.filter(({ url }) => paths.has(mediaPath(url) ?? "")),
  };
}

function writtenOf({ types, ...manifest }: Manifest, copied: ManifestFiles | undefined): WrittenSlice {
  const parts = KINDS.flatMap((kind) => [manifest[kind]?.bytes ?? 0, types?.[kind]?.bytes ?? 0]);
  const bytes = parts.reduce((sum, part) => sum + part, copied?.bytes ?? 0);
  if (copied === undefined) return { bytes };
  return {
    bytes,
    files: { count: copied.count, bytes: copied.bytes, missing: copied.failures.length },
  };
}

/** The options by which a manifest marks a slice, and which of its values are pseudonymised. */
export type SliceMarks = Readonly<Record<string, string | boolean>>;

/** The files of a slice. */
const NAMES = [
  ...KINDS.map((kind) => `${kind}.ndjson`),
  ...Object.values(TYPE_FILES),
  MANIFEST_NAME,
  FILE_LIST_NAME,
  FILES_FOLDER,
];

/** @returns the marks of the slice in a directory; `undefined` if there is none */
export function marksOfSlice(directory: string): SliceMarks | undefined {
  const options = KINDS.map((kind) => readManifest(directory)?.[kind]?.options).find(Boolean);
  return options?.slice === true ? options : undefined;
}

/**
 * Refuses a directory that holds other data than an earlier slice of the same site.
 * @throws UsageError; DataError where a manifest there is malformed
 */
export function refuseOtherData(data: LoadedData, out: string): void {
  if (isOneFile(out, data.path)) throw new UsageError(`--data and --out are both ${out}`);
  const held = NAMES.find((name) => existsSync(join(out, name)));
  if (held === undefined && unfinishedPull(out) === undefined) return;
  if (marksOfSlice(out) === undefined) {
    throw new UsageError(
      `${out} holds ${held ?? "an unfinished pull"}, and no slice: give another --out, or remove what is there`,
    );
  }
  for (const kind of KINDS) refuseOtherSite(data, out, kind);
}

function refuseOtherSite(data: LoadedData, out: string, kind: Kind): void {
  const source = sourceOfSlice(data, readManifest(data.path), kind);
  const old = readManifest(out)?.[kind]?.source ?? source;
  if (old === source) return;
  throw new UsageError(
    `${out} holds a slice of ${old}, and this is one of ${source}: give another --out, or remove what is there`,
  );
}

/** A folder's name, without its path on this machine. */
function sourceOfSlice({ path }: LoadedData, before: Manifest | undefined, kind: Kind): string {
  return before?.[kind]?.source ?? basename(resolve(path));
}

/** Gives the text of a node as it is to be written. */
export type RewriteNode = (kind: Kind, text: NodeText) => NodeText;

/** A slice that is to be written. */
export type SliceContents = {
  data: LoadedData;
  plan: SlicePlan;
  /** Nodes that the slice refers to, and that were left out of the data since they are not published. */
  unpublished: readonly UnpublishedNode[];
  files: MediaFiles;
  /** Redacts secrets and pseudonymises values. Default: nothing is changed. */
  rewrite?: RewriteNode;
};

type SliceLimits = { maxNodes?: number; maxBytes?: number };

/** @returns the nodes that do not fit, the last ones: seeds come first, stubs last; `undefined` if all fit */
export function excessOf(contents: SliceContents, limits: SliceLimits): SliceExcess | undefined {
  const { maxNodes = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY } = limits;
  const { found } = contents.plan;
  if (maxBytes === Number.POSITIVE_INFINITY && found.length <= maxNodes) return undefined;
  const types = contents.data.types();
  const typesBytes = KINDS.reduce((sum, kind) => sum + bytesOfTypes(types[kind]), 0);
  const counted = new Set<string>();
  let bytes = typesBytes;
  const sized = found.map((node) => {
    const own = bytesOfLine(sliceLine(contents, node)) + bytesOfFile(node, contents, counted);
    bytes += own;
    return { ...node, bytes: own, upTo: bytes };
  });
  const unfit = sized.filter(({ upTo }, i) => i >= maxNodes || upTo > maxBytes);
  if (unfit.length === 0 && bytes <= maxBytes) return undefined;
  return { nodes: found.length, bytes, typesBytes, unfit: unfit.map(({ upTo: _, ...node }) => node) };
}

function bytesOfTypes(types: readonly unknown[]): number {
  return types.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(types)) + 1;
}

/** The size of the file of a media node, unless another node names it, too. */
function bytesOfFile(node: SlicedNode, { data, files }: SliceContents, counted: Set<string>): number {
  if (node.kind !== "media" || files.folder === undefined) return 0;
  for (const { path } of namedPaths(data.trees.media, [node.place])) {
    if (counted.has(path)) continue;
    counted.add(path);
    const source = placeOnDisk(files, path);
    if ("path" in source) return statSync(source.path).size;
  }
  return 0;
}

/** A node as the site has it, a stub without its properties. */
function sliceLine(
  { data, rewrite = (_, text) => text }: Pick<SliceContents, "data" | "rewrite">,
  { kind, place, isStub }: SlicedNode,
): NodeLine {
  const { parentId, text } = lineAt(data.trees[kind], place, isStub ? "fields" : "text");
  return { parentId, text: rewrite(kind, text) };
}

/** How many bytes a line takes. */
function bytesOfLine({ text, parentId }: NodeLine): number {
  const line = new ByteBuffer(text.length);
  appendLine(line, text, parentId);
  return line.length;
}

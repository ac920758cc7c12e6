/** Writes a slice of a site as a data directory: nodes, types, the files that they name, and a manifest. */
import { join } from "node:path";
import type { WrittenSlice } from "../analysis/slice/slice-plan.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import {
  MANIFEST_FORMAT,
  type Manifest,
  type ManifestFiles,
  type ManifestTree,
  readManifest,
  unpublishedOf,
} from "../formats/manifest.ts";
import { namedPaths } from "../media/media-files.ts";
import { mediaPath } from "../media/media-paths.ts";
import { KINDS, type Kind } from "../operations.ts";
import { forgetGathered, gatherFiles } from "./copy-files.ts";
import { FILE_LIST_NAME, readFileList } from "./file-list.ts";
import { dropFiles } from "./file-places.ts";
import { inWorkplace } from "./lock.ts";
import { writeNodesFile } from "./nodes-file.ts";
import { type SliceContents, sliceLine } from "./slice-contents.ts";
import { refuseOtherData, type SliceMarks, sourceOfSlice } from "./slice-marks.ts";
import { putTypes } from "./type-files.ts";
import { removeWhenFree } from "./when-free.ts";
import type { Workplace } from "./workplace.ts";

type WriteOptions = {
  /** The directory to write. */
  out: string;
  marks: SliceMarks;
  /** Aborted when the writing is to stop; its reason is then thrown. */
  signal: AbortSignal;
};

/**
 * The same slice of the same data has the same bytes.
 * @throws UsageError where `out` is not free; DataError where the types have errors; OutputError where a file cannot be written; the
 * signal's reason
 */
export async function writeSlice(contents: SliceContents, options: WriteOptions): Promise<WrittenSlice> {
  const { data } = contents;
  refuseOtherData(data, options.out);
  const types = data.types();
  return await inWorkplace(options.out, async (workplace) => {
    try {
      return await put({ ...contents, types }, options, workplace);
    } finally {
      forgetGathered(workplace);
    }
  });
}

type TypedContents = SliceContents & { types: ReturnType<LoadedData["types"]> };

async function put(
  contents: TypedContents,
  { marks, signal }: WriteOptions,
  workplace: Workplace,
): Promise<WrittenSlice> {
  const { data, types } = contents;
  const before = readManifest(data.path);
  const manifest: Manifest = { format: MANIFEST_FORMAT };
  for (const kind of KINDS) {
    const written = await writeNodesFile(workplace.file(`${kind}.ndjson`), linesOf(contents, kind));
    manifest[kind] = {
      ...treeOf(kind, contents, before),
      options: marksFor(before?.[kind], marks),
      ...written,
    };
  }
  const { putFiles, paths } = await gather(contents, workplace, signal);
  signal.throwIfAborted();
  const copied = await replaceFiles(putFiles, workplace);
  if (copied) manifest.files = filesOf(copied, before, paths);
  for (const kind of KINDS) await workplace.put(`${kind}.ndjson`);
  manifest.types = readManifest(workplace.out)?.types;
  await putTypes(workplace, manifest, sourceOfSlice(data, before, "content"), {
    content: types.content,
    media: types.media,
  });
  await workplace.putManifest(manifest);
  return writtenOf(manifest, copied);
}

/** Puts files in their places, and takes those of an earlier slice away that are in none of them. */
async function replaceFiles(
  putFiles: (() => Promise<ManifestFiles>) | undefined,
  workplace: Workplace,
): Promise<ManifestFiles | undefined> {
  const list = join(workplace.out, FILE_LIST_NAME);
  const old = readFileList(list);
  const copied = await putFiles?.();
  if (copied === undefined) await removeWhenFree(list);
  await dropFiles(workplace, namesIn(old), namesIn(readFileList(list)));
  return copied;
}

function namesIn(list: ReturnType<typeof readFileList>): string[] {
  return Array.from(list.values(), ({ file }) => file);
}

function* linesOf(contents: SliceContents, kind: Kind) {
  for (const node of contents.plan.nodes[kind]) yield sliceLine(contents, node);
}

/** What was known of the tree, as far as it is about the nodes that are left. */
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

/** Gathers the files that the nodes of the slice name, if there is a folder of files. */
async function gather({ data, plan, files }: SliceContents, workplace: Workplace, signal: AbortSignal) {
  const places = plan.nodes.media.map(({ place }) => place);
  const paths = new Set(Array.from(namedPaths(data.trees.media, places), ({ path }) => path));
  for (const path of files.refused) paths.delete(path);
  if (files.folder === undefined) return { paths, putFiles: undefined };
  return {
    paths,
    putFiles: await gatherFiles(workplace, { from: files, paths, isWhole: true, keeps: false, signal }),
  };
}

/** What is not there is a failure only where it was one before. */
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

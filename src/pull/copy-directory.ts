/** Copies loaded data into another data directory, as NDJSON. */
import { resolve } from "node:path";
import { NoSuchNodeError, UsageError } from "../errors.ts";
import { type LoadedData, languagesBeside } from "../formats/load-directory.ts";
import {
  MANIFEST_FORMAT,
  type Manifest,
  type ManifestTree,
  readManifest,
  type UnpublishedNode,
  unpublishedOf,
} from "../formats/manifest.ts";
import { type MediaFiles, namedPaths } from "../media/media-files.ts";
import type { Kind } from "../operations.ts";
import { describeTarget, type Target, targetValue } from "../source.ts";
import { placeOf } from "../sources/directory.ts";
import type { Tree } from "../tree/tree.ts";
import { tellChanges } from "./changes-file.ts";
import { forgetGathered, gatherFiles } from "./copy-files.ts";
import { isOneFile } from "./file-places.ts";
import { inStaging } from "./lock.ts";
import { lineAt, type NodeLine, writeNodesFile } from "./nodes-file.ts";
import { isOfAnother, putManifest, resumeReplacing, setAside } from "./previous-copy.ts";
import type { PullResult } from "./pull-events.ts";
import type { Staging } from "./staging.ts";
import { putTypes, type TakenTypes } from "./type-files.ts";

export type CopyOptions = {
  /** The directory to write. */
  out: string;
  kinds: readonly Kind[];
  /** The roots, or one node with all below it: then of one kind. */
  target: Target;
  /** Aborts the copy; its reason is then thrown. */
  signal: AbortSignal;
  /** Replaces a copy of another source. Default: false. */
  replace?: boolean;
  /** The media files from which those that the copied nodes name are copied. Default: none. */
  files?: MediaFiles;
  /** The options that decide which data is read of the directory, if they are not the defaults. */
  options?: ManifestTree["options"];
  /** Nodes that copied nodes refer to, and that were left out of the data since they are not published. */
  unpublished: readonly UnpublishedNode[];
};

/**
 * @throws UsageError if the directory to write is not free; DataError if the types have errors; NoSuchNodeError if there is no
 * such node; OutputError if a file cannot be written; the signal's reason
 */
export async function copyDirectory(data: LoadedData, options: CopyOptions): Promise<PullResult> {
  const { out, kinds, target, replace = false, options: readOptions, unpublished } = options;
  if (isOneFile(out, data.path)) throw new UsageError(`--data and --out are both ${out}`);
  const node = targetValue(target);
  const from = { source: resolve(data.path), node, ...(readOptions && { options: readOptions }) };
  const places = kinds.map((kind) => placesOf(data.trees[kind], kind, target));
  const types = typesOf(data, kinds);
  const isAnother = isOfAnother(out, kinds, from, replace);
  return await inStaging(out, async (staging) => {
    try {
      const replaces = (await resumeReplacing(staging)) || isAnother;
      return await writeCopy({ data, from, places, types, unpublished, replaces }, options, staging);
    } finally {
      forgetGathered(staging);
    }
  });
}

/** What is copied: the nodes of each kind, by their positions, and the types. */
type Copied = {
  data: LoadedData;
  from: Pick<ManifestTree, "source" | "node" | "options">;
  places: readonly (readonly number[])[];
  types: TakenTypes;
  unpublished: readonly UnpublishedNode[];
  /** Whether the copy replaces one of another source. */
  replaces: boolean;
};

async function writeCopy(
  { data, from, places, types, unpublished, replaces }: Copied,
  { out, kinds, files, signal }: CopyOptions,
  staging: Staging,
): Promise<PullResult> {
  const manifest: Manifest = {
    ...(replaces ? { hasPrevious: true } : readManifest(out)),
    format: MANIFEST_FORMAT,
    redirects: false,
    ...copiedLanguage(data),
    ...(await writeTrees({ data, from, places, unpublished }, kinds, staging)),
  };
  const isWhole = manifest.media?.unlisted === undefined;
  const paths = files ? pathsOf(data, places[kinds.indexOf("media")], files) : new Set<string>();
  const putFiles =
    files && (await gatherFiles(staging, { from: files, paths, isWhole, keeps: !replaces, signal }));
  const result: PullResult = { kinds: kinds.map((kind) => resultOf(manifest, kind)) };
  if (replaces) await setAside(staging);
  else await tellChanges(manifest, result, staging);
  if (putFiles) {
    manifest.files = await putFiles();
    const { bytes, failures } = manifest.files;
    result.files = { expected: paths.size, got: paths.size - failures.length, bytes, failures };
  }
  for (const kind of kinds) await staging.put(`${kind}.ndjson`);
  await putTypes(staging, manifest, from.source, types);
  await putManifest(staging, manifest, result);
  return result;
}

/** The languages, as far as they are known; those of a copy are in its own manifest. */
function copiedLanguage(data: LoadedData): Pick<Manifest, "language" | "otherLanguages"> {
  if (data.culture === undefined) {
    const { language, otherLanguages } = readManifest(data.path) ?? {};
    return { language, otherLanguages };
  }
  const otherLanguages = languagesBeside(data);
  return { language: data.culture, ...(otherLanguages.length > 0 && { otherLanguages }) };
}

/** @returns their entries in the manifest */
async function writeTrees(
  { data, from, places, unpublished }: Pick<Copied, "data" | "from" | "places" | "unpublished">,
  kinds: readonly Kind[],
  staging: Staging,
): Promise<Pick<Manifest, Kind>> {
  const startedAt = new Date().toISOString();
  const before = readManifest(data.path);
  const trees: Pick<Manifest, Kind> = {};
  for (const [i, kind] of kinds.entries()) {
    const file = `${kind}.ndjson`;
    const written = await writeNodesFile(staging.file(file), linesOf(data.trees[kind], places[i]));
    const finishedAt = new Date().toISOString();
    const lacking = { ...lackingIn(before, kind), ...unpublishedOf(kind, unpublished) };
    trees[kind] = { ...from, startedAt, finishedAt, file, ...written, ...lacking };
  }
  return trees;
}

/** The positions of the nodes that are copied: all, or a node with its ancestors and all below it. */
function placesOf(tree: Tree, kind: Kind, target: Target): number[] {
  if (target.by === "root") return Array.from({ length: tree.size }, (_, place) => place);
  const place = placeOf(tree, target);
  if (place < 0) throw new NoSuchNodeError(`there is no ${describeTarget(kind, target)}`);
  const { parent, end } = tree.columns;
  const places: number[] = [];
  for (let above = parent[place]; above >= 0; above = parent[above]) places.unshift(above);
  for (let below = place; below < end[place]; below++) places.push(below);
  return places;
}

/** The paths of the files that these media nodes name, but for those that are refused. */
function pathsOf(
  { trees }: LoadedData,
  places: readonly number[],
  { refused }: MediaFiles,
): ReadonlySet<string> {
  const paths = new Set(Array.from(namedPaths(trees.media, places), ({ path }) => path));
  for (const path of refused) paths.delete(path);
  return paths;
}

function typesOf(data: LoadedData, kinds: readonly Kind[]): TakenTypes {
  const types = data.types();
  return Object.fromEntries(kinds.map((kind) => [kind, types[kind]]));
}

/** What the copied copy lacks itself. */
function lackingIn(before: Manifest | undefined, kind: Kind) {
  const { failures = [], unlisted, vanished = [] } = before?.[kind] ?? {};
  return { failures, unlisted, vanished };
}

function* linesOf(tree: Tree, places: readonly number[]): Generator<NodeLine> {
  for (const place of places) yield lineAt(tree, place);
}

function resultOf(manifest: Manifest, kind: Kind): PullResult["kinds"][number] {
  const { nodes = 0, failures = [], unlisted = [], vanished = [] } = manifest[kind] ?? {};
  return { kind, expected: nodes, got: nodes - failures.length, kept: 0, failures, unlisted, vanished };
}

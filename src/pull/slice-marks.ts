/** How a directory tells that it holds a slice, and of what: a slice takes the place of an earlier one alone. */
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { UsageError } from "../errors.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { MANIFEST_NAME, type Manifest, readManifest } from "../formats/manifest.ts";
import { TYPE_FILES } from "../formats/type-lists.ts";
import { unfinishedPull } from "../formats/unfinished-pull.ts";
import { FILES_FOLDER } from "../media/media-files.ts";
import { KINDS, type Kind } from "../operations.ts";
import { FILE_LIST_NAME } from "./file-list.ts";
import { isOneFile } from "./one-file.ts";

/** The options by which a manifest tells that a directory holds a slice, and what of it is made up. */
export type SliceMarks = Readonly<Record<string, string | boolean>>;

/** What a slice consists of, beside its manifest. */
const NAMES = [
  ...KINDS.map((kind) => `${kind}.ndjson`),
  ...Object.values(TYPE_FILES),
  MANIFEST_NAME,
  FILE_LIST_NAME,
  FILES_FOLDER,
];

/** @returns the marks of the slice that a directory holds; `undefined` where it holds none */
export function marksOfSlice(directory: string): SliceMarks | undefined {
  const options = KINDS.map((kind) => readManifest(directory)?.[kind]?.options).find(Boolean);
  return options?.slice === true ? options : undefined;
}

/**
 * Refuses to write where other data lies than an earlier slice of the same site.
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

/** A folder's name, and not where it lies on this machine. */
export function sourceOfSlice({ path }: LoadedData, before: Manifest | undefined, kind: Kind): string {
  return before?.[kind]?.source ?? basename(resolve(path));
}

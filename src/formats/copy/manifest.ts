/** The manifest of a copy: its source, its contents, and what is missing. */
import { join } from "node:path";
import { DataError } from "../../errors.ts";
import {
  COUNT,
  DATE,
  FLAG,
  faultIn,
  ID,
  isMembers,
  listOf,
  must,
  objectOf,
  optional,
  type Shape,
  TEXT,
} from "../../json/shape.ts";
import { KINDS, type Kind, type TypeKind } from "../../operations.ts";
import { holdsConflict } from "../../text/file-text.ts";
import { readWholeText } from "../data-file.ts";

export const MANIFEST_NAME = "manifest.json";
/** The format of a manifest, which other programs' files of this name lack. */
export const MANIFEST_FORMAT = "migrations pull 2";
/** That of earlier versions lacks members that are optional now. */
const READ_FORMATS: readonly string[] = [MANIFEST_FORMAT, "migrations pull 1"];
/** Those of all versions, also ones to come. */
const OUR_FORMAT = /^migrations pull [0-9]+$/;

/** There is no file: nothing at the path, or the path itself leads nowhere. */
const NO_FILE = /^(?:ENOENT|ENOTDIR|ELOOP|ENAMETOOLONG|EINVAL)$/;

/** A node that could not be fetched. */
export type NodeFailure = {
  id: number;
  url: string;
  reason: string;
  /** When the record that the copy keeps was fetched (ISO 8601). Default: the copy has only the item of its parent's listing. */
  recordedAt?: string;
};
/** An incomplete listing: of a node's children, or without an `id` of the roots. */
export type ListFailure = Pick<NodeFailure, "url" | "reason"> & { id?: number };
/** A media file that could not be fetched. */
export type FileFailure = {
  url: string;
  reason: string;
  /** What was answered where that is final: 404 where the site does not have the file. */
  status?: number;
};

/** The tree of one kind. Dates are ISO 8601. */
export type ManifestTree = {
  /** The URL before the operation's name. */
  source: string;
  /** The node that it was restricted to, with all below it: an id or a key. Default: the whole tree. */
  node?: number | string;
  startedAt: string;
  finishedAt: string;
  /** The file's name, beside the manifest. */
  file: string;
  bytes: number;
  /** SHA-256 of the file, in hexadecimal. */
  sha256: string;
  /** Nodes in the file, including failed ones. */
  nodes: number;
  failures: NodeFailure[];
  /** Incomplete listings, so that nodes may be missing. Default: none. */
  unlisted?: ListFailure[];
  /** The ids of nodes that were listed, but no longer existed when they were fetched. */
  vanished: number[];
};

export type ManifestFiles = {
  startedAt?: string;
  finishedAt?: string;
  count: number;
  bytes: number;
  failures: FileFailure[];
};

/** The types of one kind. */
type ManifestTypes = Pick<ManifestTree, "source" | "file" | "bytes" | "sha256"> & { count: number };

export type Manifest = Partial<Record<Kind, ManifestTree>> & {
  format: string;
  types?: Partial<Record<TypeKind, ManifestTypes>>;
  files?: ManifestFiles;
  /** Whether it holds the redirects of its source. */
  redirects?: boolean;
};

/**
 * @returns `undefined` if there is none, or another program's
 * @throws DataError if it is no JSON, does not have the members that a pull writes, or is of a version to come
 */
export function readManifest(directory: string): Manifest | undefined {
  const path = join(directory, MANIFEST_NAME);
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (cause) {
    const conflict = holdsConflict(text) ? "it holds an unresolved Git conflict" : undefined;
    throw malformed(path, conflict ?? (cause as Error).message, cause);
  }
  if (!isOurs(manifest)) return undefined;
  const fault = faultIn(manifest, MANIFEST);
  if (fault !== undefined) throw malformed(path, fault);
  const { format } = manifest as Manifest;
  if (!READ_FORMATS.includes(format)) {
    throw new DataError(
      `${path} is of another version of this program (${JSON.stringify(format)}), which can read what this copy lacks`,
    );
  }
  return manifest as Manifest;
}

function readIfThere(path: string): string | undefined {
  try {
    return readWholeText(path);
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    if (NO_FILE.test(code)) return undefined;
    // A manifest that exists may say what is missing.
    throw malformed(path, `it cannot be read (${code})`, cause);
  }
}

function malformed(path: string, fault: string, cause?: unknown): DataError {
  return new DataError(
    `${path} is malformed: ${fault}: remove this file to read what the copy has, or pull into another folder`,
    {
      cause,
    },
  );
}

/** Whether a pull has written it, and not another program, whose manifests have other members. */
function isOurs(value: unknown): boolean {
  if (!isMembers(value)) return true;
  const isPulled = (tree: unknown) => isMembers(tree) && "sha256" in tree;
  return OUR_FORMAT.test(String(value.format)) || KINDS.some((kind) => isPulled(value[kind]));
}

/** The number of nodes and files that the pull could not fetch, and of nodes whose children it could not list. */
export function failureCount(manifest: Manifest | undefined): number {
  const trees = KINDS.map((kind) => {
    const { failures = [], unlisted = [] } = manifest?.[kind] ?? {};
    return failures.length + unlisted.length;
  });
  return trees.reduce((sum, count) => sum + count, manifest?.files?.failures.length ?? 0);
}

function ofEachKind(shape: Shape): Record<string, Shape> {
  return Object.fromEntries(KINDS.map((kind) => [kind, optional(shape)]));
}

const NODE = must((value) => typeof value === "string" || Number.isInteger(value), "an id or a key");

const LIST_FAILURE = objectOf({ id: optional(ID), url: TEXT, reason: TEXT });
const NODE_FAILURE = objectOf({ id: ID, url: TEXT, reason: TEXT, recordedAt: optional(DATE) });
const FILE_FAILURE = objectOf({ url: TEXT, reason: TEXT, status: optional(COUNT) });

/** The part of one kind. */
export const TREE: Shape = objectOf({
  source: TEXT,
  node: optional(NODE),
  startedAt: DATE,
  finishedAt: DATE,
  file: TEXT,
  bytes: COUNT,
  sha256: TEXT,
  nodes: COUNT,
  failures: listOf(NODE_FAILURE),
  unlisted: optional(listOf(LIST_FAILURE)),
  vanished: listOf(ID),
});

const TYPES = objectOf({ source: TEXT, file: TEXT, bytes: COUNT, sha256: TEXT, count: COUNT });

const MANIFEST = objectOf({
  format: TEXT,
  ...ofEachKind(TREE),
  types: optional(objectOf({ ...ofEachKind(TYPES), data: optional(TYPES) })),
  files: optional(
    objectOf({
      startedAt: optional(DATE),
      finishedAt: optional(DATE),
      count: COUNT,
      bytes: COUNT,
      failures: listOf(FILE_FAILURE),
    }),
  ),
  redirects: optional(FLAG),
});

/** What a pull leaves beside the data: where it came from, what it holds, what is missing. */
import { join } from "node:path";
import { KINDS, type Kind } from "../operations.ts";
import { readRegularFile } from "./regular-file.ts";

export const MANIFEST_NAME = "manifest.json";
/** What tells the manifest from other files of that name. */
export const MANIFEST_FORMAT = "migrations pull 1";

/** A node that could not be had. */
export type NodeFailure = { id: number; url: string; reason: string };
/** A media file that could not be had. */
export type FileFailure = { url: string; reason: string };

/** The tree of one kind. Dates are ISO 8601. */
export type ManifestTree = {
  /** The URL before the operation's name, or the directory that was copied. */
  source: string;
  /** The node that it was restricted to, with all below it: an id or a key. Default: the whole tree. */
  node?: number | string;
  startedAt: string;
  finishedAt: string;
  /** The file's name, beside the manifest. */
  file: string;
  bytes: number;
  /** Of the file, in hexadecimal. */
  sha256: string;
  /** Nodes in the file, those that failed among them. */
  nodes: number;
  failures: NodeFailure[];
  /** The ids of nodes that were listed at first, and no longer when they were asked for. */
  vanished: number[];
};

export type ManifestFiles = {
  startedAt: string;
  finishedAt: string;
  count: number;
  bytes: number;
  failures: FileFailure[];
};

export type Manifest = Partial<Record<Kind, ManifestTree>> & { format: string; files?: ManifestFiles };

/** @returns `undefined` where there is none, or another program's */
export function readManifest(directory: string): Manifest | undefined {
  try {
    const manifest: unknown = JSON.parse(readRegularFile(join(directory, MANIFEST_NAME)));
    return isManifest(manifest) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

function isManifest(value: unknown): value is Manifest {
  return typeof value === "object" && value !== null && "format" in value && value.format === MANIFEST_FORMAT;
}

/** How many nodes and files the pull could not have. */
export function failureCount(manifest: Manifest | undefined): number {
  const trees = KINDS.map((kind) => manifest?.[kind]?.failures.length ?? 0);
  return trees.reduce((sum, count) => sum + count, manifest?.files?.failures.length ?? 0);
}

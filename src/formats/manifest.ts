/** What a pull leaves beside the data: where it came from, what it holds, what is missing. And whether the data is still that. */
import { createHash, type Hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { KINDS, type Kind } from "../operations.ts";
import type { ReadBytes } from "./byte-window.ts";
import type { Note } from "./findings.ts";

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
    const manifest: unknown = JSON.parse(readFileSync(join(directory, MANIFEST_NAME), "utf8"));
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

/** Compares the files of a directory with its manifest, while they are read. */
export class ManifestCheck {
  readonly manifest: Manifest | undefined;
  readonly #hashes = new Map<string, Hash>();

  constructor(directory: string) {
    this.manifest = readManifest(directory);
  }

  /** Passes on what `read` reads of a file, and takes note of it. */
  watch(file: string, read: ReadBytes): ReadBytes {
    if (this.#treeOf(file) === undefined) return read;
    const hash = createHash("sha256");
    this.#hashes.set(file, hash);
    return (target, offset, length) => {
      const count = read(target, offset, length);
      hash.update(target.subarray(offset, offset + count));
      return count;
    };
  }

  /** The files that are not what the manifest says, once all have been read to the end. */
  changedFiles(): string[] {
    return [...this.#hashes]
      .filter(([file, hash]) => hash.copy().digest("hex") !== this.#treeOf(file)?.sha256)
      .map(([file]) => file);
  }

  /** What is to be told of the pull: what has changed since, and what it could not have. */
  notes(): Note[] {
    const changed = this.changedFiles().map((file) => ({
      file,
      text: `is not the file that ${MANIFEST_NAME} describes: it was changed, or a pull ended while it was being put in place`,
    }));
    const missing = KINDS.flatMap((kind) => {
      const tree = this.manifest?.[kind];
      return tree && tree.failures.length > 0
        ? [missingNote(`${tree.failures.length} of ${tree.nodes} ${kind} nodes`, tree.failures)]
        : [];
    });
    const { files } = this.manifest ?? {};
    if (files && files.failures.length > 0) {
      missing.push(missingNote(`${files.failures.length} media files`, files.failures));
    }
    return [...changed, ...missing];
  }

  #treeOf(file: string): ManifestTree | undefined {
    return KINDS.map((kind) => this.manifest?.[kind]).find((tree) => tree?.file === file);
  }
}

function missingNote(what: string, failures: readonly FileFailure[]): Note {
  const text = `${what} could not be had when this was pulled: the same pull asks for them again (first: ${failures[0].reason})`;
  return { file: MANIFEST_NAME, text };
}

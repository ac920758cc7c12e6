/** Compares the files of a directory with its manifest. Loaded only if there is a manifest, since the hash functions load slowly. */
import { createHash } from "node:crypto";
import { KINDS, TYPE_KINDS } from "../../operations.ts";
import type { Warning } from "../../site/findings.ts";
import { counted } from "../../text/counted.ts";
import type { DataFile } from "../data-file.ts";
import { type FileFailure, MANIFEST_NAME, type Manifest, type NodeFailure } from "./manifest.ts";

const NOT_FETCHED = "could not be fetched when this was pulled";
const NOT_LISTED = "could not be listed when this was pulled, so they and nodes below them may be missing";

/** Compares the files of a directory with its manifest, while they are read. */
export class ManifestCheck {
  readonly #manifest: Manifest;
  readonly #hashes = new Map<string, string>();

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
  }

  /** Hashes a file. */
  add(file: string, { bytes, start, end }: DataFile): void {
    if (this.#described(file) === undefined) return;
    this.#hashes.set(file, createHash("sha256").update(bytes.subarray(start, end)).digest("hex"));
  }

  /** The files that differ from the manifest, after all have been read. */
  changedFiles(): string[] {
    return [...this.#hashes]
      .filter(([file, hash]) => hash !== this.#described(file)?.sha256)
      .map(([file]) => file);
  }

  /** Warnings about files that changed since the pull. */
  warnings(): Warning[] {
    return this.changedFiles().map((file) => ({
      file,
      text: `is not the file that ${MANIFEST_NAME} describes: it was changed, or a pull was interrupted while it replaced files`,
      topic: "changedFile" as const,
    }));
  }

  #described(file: string): { sha256: string } | undefined {
    const { types = {}, ...manifest } = this.#manifest;
    const described = [manifest.content, manifest.media, ...TYPE_KINDS.map((kind) => types[kind])];
    return described.find((one) => one?.file === file);
  }
}

/** Warnings about what a pull could not fetch. */
export function failureWarnings(manifest: Manifest): Warning[] {
  const trees = KINDS.map((kind) => ({ kind, nodes: 0, failures: [], unlisted: [], ...manifest[kind] }));
  const { failures: files = [] } = manifest.files ?? {};
  return [
    ...trees.flatMap(({ kind, nodes, failures }) =>
      missingWarnings(
        `${failures.length} of ${counted(nodes, `${kind} node`)}`,
        failures,
        NOT_FETCHED + keptOf(failures),
      ),
    ),
    ...trees.flatMap(({ kind, unlisted }) => {
      const roots = unlisted.filter(({ id }) => id === undefined);
      const nodes = unlisted.filter(({ id }) => id !== undefined);
      return [
        ...missingWarnings(`some ${kind} roots`, roots, NOT_LISTED),
        ...missingWarnings(`the children of ${counted(nodes.length, `${kind} node`)}`, nodes, NOT_LISTED),
      ];
    }),
    ...missingWarnings(counted(files.length, "media file"), files, NOT_FETCHED),
  ];
}

/** How many have an earlier record, and since when, as text. */
function keptOf(failures: readonly NodeFailure[]): string {
  const times = failures.flatMap(({ recordedAt }) => recordedAt ?? []).sort();
  if (times.length === 0) return "";
  return `, ${times.length} of them ${times.length === 1 ? "is" : "are"} kept as of ${times[0]}${times.length > 1 ? " or later" : ""}`;
}

/** @returns nothing if there are no failures */
function missingWarnings(
  what: string,
  failures: readonly Pick<FileFailure, "reason">[],
  lack: string,
): Warning[] {
  return failures.slice(0, 1).map(({ reason }) => ({
    file: MANIFEST_NAME,
    text: `${what} ${lack}: repeat the pull to fetch them (first: ${reason})`,
    topic: "notPulled",
  }));
}

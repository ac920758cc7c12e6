/** Media files of a copy: where they are gathered and belong, and the list of them that the next pull reads. */

import { createHash } from "node:crypto";
import { type BigIntStats, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ManifestFiles } from "../formats/manifest.ts";
import { COUNT, faultIn, isMembers, must, objectOf, optional, type Shape, TEXT } from "../json/shape.ts";
import { FILES_FOLDER } from "../media/media-files.ts";
import { foldedName, namesOf } from "../media/media-names.ts";
import { decodedPath, parseMediaUrl } from "../media/media-paths.ts";
import type { Begun, Downloaded, Validators } from "./download.ts";
import type { Staging } from "./staging.ts";

/** A line of the list of files, by which the next pull downloads only changed ones: the path on the site, the file, and validators. */
export type FileEntry = Validators & {
  path: string;
  file: string;
  bytes: number;
  /** Whether the last download failed, so that the file may be outdated. */
  isStale?: boolean;
};

export const FILE_LIST_NAME = "files.ndjson";

/** Puts the list in place. @returns the entry of the manifest */
export async function putFileList(
  staging: Staging,
  entries: readonly FileEntry[],
  { failures, startedAt }: Pick<ManifestFiles, "failures" | "startedAt">,
): Promise<ManifestFiles> {
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
  staging.write(FILE_LIST_NAME, lines.join(""));
  await staging.put(FILE_LIST_NAME);
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  return { startedAt, finishedAt: new Date().toISOString(), count: entries.length, bytes, failures };
}

/** @returns the entries by their paths; none if the list cannot be read, since it only saves time */
export function readFileList(path: string): Map<string, FileEntry> {
  try {
    const lines = readFileSync(path, "utf8").split("\n");
    const entries = lines.filter((line) => line !== "").map((line): unknown => JSON.parse(line));
    return new Map(entries.filter(isEntry).map((entry) => [entry.path, entry]));
  } catch {
    return new Map();
  }
}

function isEntry(value: unknown): value is FileEntry {
  return faultIn(value, ENTRY) === undefined;
}

/** The outcome of a file so far. */
export type FileOutcome = Downloaded | { state: "begun"; validators: Begun };

/** Whether a value that was read back is an outcome. */
export function isFileOutcome(value: unknown): value is FileOutcome {
  const { state }: { state?: unknown } = isMembers(value) ? value : {};
  const shape = typeof state === "string" && Object.hasOwn(OUTCOMES, state) ? OUTCOMES[state] : undefined;
  return shape !== undefined && faultIn(value, shape) === undefined;
}

const VALIDATORS = { etag: optional(TEXT), lastModified: optional(TEXT) };
const OUTCOMES: Readonly<Record<string, Shape>> = {
  unchanged: objectOf({}),
  failed: objectOf({ reason: TEXT, status: optional(COUNT) }),
  got: objectOf({ bytes: COUNT, ...VALIDATORS }),
  begun: objectOf({
    validators: objectOf({ ...VALIDATORS, total: optional(COUNT), untold: optional(COUNT) }),
  }),
};
/** A path below the folder of files. */
const FILE_NAME = must(
  (value) =>
    typeof value === "string" &&
    !value.split("/").some((segment) => segment === "" || segment === "." || segment === ".."),
  "a file's name",
);
const ENTRY = objectOf({ path: TEXT, file: FILE_NAME, bytes: COUNT, ...VALIDATORS });

/** The files that nodes name, by path: the URL, and whether those nodes are unchanged. */
export type WantedFiles = ReadonlyMap<string, { url: URL; isKept: boolean }>;

/** A node's `url`, and whether the node is unchanged since the last pull. */
export type MediaUrl = { url: string; isKept: boolean };

export function wantedFiles(urls: Iterable<MediaUrl>, baseUrl: string): WantedFiles {
  const wanted = new Map<string, { url: URL; isKept: boolean }>();
  for (const { url: text, isKept } of urls) {
    const url = parseMediaUrl(text, baseUrl);
    if (url === undefined) continue;
    const path = decodedPath(url.pathname);
    const known = wanted.get(path);
    // If one of several nodes has changed, the file may have.
    wanted.set(path, known ? { ...known, isKept: known.isKept && isKept } : { url, isKept });
  }
  return wanted;
}

export class FilePlaces {
  readonly #staging: Staging;
  /** The files of the copy. */
  readonly #known: ReadonlyMap<string, FileEntry>;
  /** The names below the folder of files, by path. */
  #names: ReadonlyMap<string, string> = new Map();

  /** @param keeps whether the copy is of the same source */
  constructor(staging: Staging, keeps: boolean) {
    this.#staging = staging;
    this.#known = keeps ? readFileList(join(staging.out, FILE_LIST_NAME)) : new Map();
  }

  /** Gives files their names. */
  nameAll(paths: Iterable<string>): void {
    this.#names = namesOf(paths);
  }

  /** The copy's file, under its present name or the one it had when other names clashed. */
  known(path: string): FileEntry | undefined {
    const known = this.#known.get(path);
    if (known === undefined) return undefined;
    const file = [known.file, this.nameOf(path)].find((name) => sizeOf(this.#target(name)) === known.bytes);
    return file === undefined ? undefined : { ...known, file };
  }

  /** Whether a file of so many bytes was downloaded, or is in place already. */
  isThere(path: string, bytes: number): boolean {
    return [this.gathered(path), this.#target(this.nameOf(path))].some((file) => sizeOf(file) === bytes);
  }

  /** The path of a download, under a hash, since the site's names may clash. */
  gathered(path: string): string {
    return this.#staging.file(gatheredName(path));
  }

  /** Puts a download in place. @returns its name */
  async place(path: string): Promise<string> {
    const file = this.nameOf(path);
    if (existsSync(this.gathered(path))) {
      await this.#staging.clear(FILES_FOLDER, file);
      await this.#staging.put(gatheredName(path), `${FILES_FOLDER}/${file}`);
    }
    return file;
  }

  /** Whether the copy has a file, and no validators for a conditional request. */
  isSettled(path: string): boolean {
    const known = this.known(path);
    if (known === undefined || known.isStale) return false;
    return known.etag === undefined && known.lastModified === undefined;
  }

  /**
   * Removes files of the copy that no node names any more, or that have another name now.
   * @param isWhole whether all nodes were listed: if not, files that no node names stay
   * @returns the files that stay
   */
  async dropUnnamed(isWhole: boolean): Promise<FileEntry[]> {
    const old = [...this.#known.values()].filter(
      ({ path, file, bytes }) => this.#names.get(path) !== file && sizeOf(this.#target(file)) === bytes,
    );
    const stays = ({ path }: FileEntry) => !isWhole && !this.#names.has(path);
    const dropped = old.filter((entry) => !stays(entry)).map(({ file }) => file);
    await dropFiles(this.#staging, dropped, this.#names.values());
    return old.filter(stays);
  }

  /** Keeps the copy's file, under its present name. */
  async keep(path: string): Promise<FileEntry | undefined> {
    const known = this.known(path);
    if (known === undefined) return undefined;
    const file = this.nameOf(path);
    if (known.file !== file) await this.#staging.move(FILES_FOLDER, known.file, file);
    return { ...known, file };
  }

  /** The name below the folder of files. */
  nameOf(path: string): string {
    const name = this.#names.get(path);
    if (name === undefined) throw new Error(`${path} is not wanted`);
    return name;
  }

  #target(file: string): string {
    return join(this.#staging.out, FILES_FOLDER, file);
  }
}

function gatheredName(path: string): string {
  return `${FILES_FOLDER}/${createHash("sha256").update(path).digest("hex").slice(0, 32)}`;
}

function sizeOf(path: string): number | undefined {
  try {
    return statSync(path).size;
  } catch {
    return undefined;
  }
}

/**
 * Removes media files of the earlier copy.
 * @param files names below the folder of files
 * @param named the names of the new copy's files, which stay
 */
export async function dropFiles(
  staging: Staging,
  files: Iterable<string>,
  named: Iterable<string>,
): Promise<void> {
  const folder = join(staging.out, FILES_FOLDER);
  const staying = new Map(Array.from(named, (name) => [foldedName(name), name]));
  for (const file of files) {
    const alike = staying.get(foldedName(file));
    // A case-insensitive disk finds the new file under the old name, too.
    if (alike !== undefined && isOneFile(join(folder, file), join(folder, alike))) continue;
    await staging.discard(FILES_FOLDER, file);
  }
}

/** @returns false if either path leads to nothing, or cannot be a path */
export function isOneFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map(statOf);
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

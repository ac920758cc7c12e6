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

/** A line of the list, by which the next pull need not have again what has not changed: where each came from and lies, and how to ask whether it has changed. */
export type FileEntry = Validators & {
  path: string;
  file: string;
  bytes: number;
  /** Whether it could not be had when it was asked for last, so that it may be another by now. */
  isStale?: boolean;
};

/** The list's name in the data directory. */
export const FILE_LIST_NAME = "files.ndjson";

/** Puts the list in its place. @returns what the manifest says of the files */
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

/** @returns the entries by their paths; none where there is no list that can be read: it only saves time */
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

/** What has come of a file so far. */
export type FileOutcome = Downloaded | { state: "begun"; validators: Begun };

/** Whether a value that was read back is the outcome of a file. */
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
/** A name leads to a file below the folder. */
const FILE_NAME = must(
  (value) =>
    typeof value === "string" &&
    !value.split("/").some((segment) => segment === "" || segment === "." || segment === ".."),
  "a file's name",
);
const ENTRY = objectOf({ path: TEXT, file: FILE_NAME, bytes: COUNT, ...VALIDATORS });

/** What is wanted by its path: where it comes from, and whether the nodes that name it have not changed. */
export type WantedFiles = ReadonlyMap<string, { url: URL; isKept: boolean }>;

/** A `url` of a node, and whether the node has not changed since the last pull. */
export type MediaUrl = { url: string; isKept: boolean };

/** What nodes name as their `url`s. */
export function wantedFiles(urls: Iterable<MediaUrl>, baseUrl: string): WantedFiles {
  const wanted = new Map<string, { url: URL; isKept: boolean }>();
  for (const { url: text, isKept } of urls) {
    const url = parseMediaUrl(text, baseUrl);
    if (url === undefined) continue;
    const path = decodedPath(url.pathname);
    const known = wanted.get(path);
    // Whoever names it may have changed it.
    wanted.set(path, known ? { ...known, isKept: known.isKept && isKept } : { url, isKept });
  }
  return wanted;
}

export class FilePlaces {
  readonly #staging: Staging;
  /** The files that an earlier pull has put in place. */
  readonly #known: ReadonlyMap<string, FileEntry>;
  /** The name below the folder of files that each will have that is wanted. */
  #names: ReadonlyMap<string, string> = new Map();

  /** @param keeps whether what is there is of the same source */
  constructor(staging: Staging, keeps: boolean) {
    this.#staging = staging;
    this.#known = keeps ? readFileList(join(staging.out, FILE_LIST_NAME)) : new Map();
  }

  /** Gives the files that are wanted their names. */
  nameAll(paths: Iterable<string>): void {
    this.#names = namesOf(paths);
  }

  /** The copy that an earlier pull has left, and where it lies: under another name where names clashed otherwise then. */
  known(path: string): FileEntry | undefined {
    const known = this.#known.get(path);
    if (known === undefined) return undefined;
    const file = [known.file, this.nameOf(path)].find((name) => sizeOf(this.#target(name)) === known.bytes);
    return file === undefined ? undefined : { ...known, file };
  }

  /** Whether a file of so many bytes was gathered, or is in its place already. */
  isThere(path: string, bytes: number): boolean {
    return [this.gathered(path), this.#target(this.nameOf(path))].some((file) => sizeOf(file) === bytes);
  }

  /** Where a file is gathered: under a name that says nothing, since those of the site may clash. */
  gathered(path: string): string {
    return this.#staging.file(gatheredName(path));
  }

  /** Puts what was gathered in its place. @returns the name that it has */
  async place(path: string): Promise<string> {
    const file = this.nameOf(path);
    if (existsSync(this.gathered(path))) {
      await this.#staging.clear(FILES_FOLDER, file);
      await this.#staging.put(gatheredName(path), `${FILES_FOLDER}/${file}`);
    }
    return file;
  }

  /** Whether a file is there, and there is nothing that it could be asked for on condition of. */
  isSettled(path: string): boolean {
    const known = this.known(path);
    if (known === undefined || known.isStale) return false;
    return known.etag === undefined && known.lastModified === undefined;
  }

  /**
   * Removes the files of an earlier pull that no node names any more, or that have another name by now.
   * @param isWhole whether all nodes were listed: else those stay that no node names
   * @returns those that stay
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

  /** Keeps what an earlier pull has left, under the name that it has by now. */
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
 * Removes the media files of an earlier copy that the one of now does not name.
 * @param files names below the folder of files, those that may go
 * @param named the names of the files that the copy has by now
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
    // A disk that is blind to case finds the new file under the old name, too.
    if (alike !== undefined && isOneFile(join(folder, file), join(folder, alike))) continue;
    await staging.discard(FILES_FOLDER, file);
  }
}

/** @returns false where either leads to nothing, or cannot be a path at all */
export function isOneFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map(whatLies);
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}

/** What is wrong with a path is told by whoever makes use of it. */
function whatLies(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

/** The media files of a copy: their names, the list that the next pull reads, and how new files replace old ones. */
import { createHash } from "node:crypto";
import {
  type BigIntStats,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statSync,
} from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { explained } from "../errors.ts";
import type { FileFailure, ManifestFiles } from "../formats/copy/manifest.ts";
import { COUNT, faultIn, must, objectOf, optional, TEXT } from "../json/shape.ts";
import { FILES_FOLDER, type MediaFiles, namedPaths } from "../site/media/media-files.ts";
import { foldedName, namesOfFiles } from "../site/media/media-names.ts";
import type { Tree } from "../site/tree/tree.ts";
import type { Staging } from "./staging.ts";
import { removeWhenFree, renameWhenFree } from "./when-free.ts";

/** The validators of a file (RFC 9110, 8.8). */
export type Validators = { etag?: string; lastModified?: string };

/** A line of the list of files, by which the next pull downloads only changed ones: the path on the site, the file, and validators. */
type FileEntry = Validators & {
  path: string;
  file: string;
  bytes: number;
  /** Whether the last download failed, so that the file may be outdated. */
  isStale?: boolean;
};

/** What became of a file that a node names. */
export type FileOutcome =
  | ({ state: "got"; bytes: number } & Validators)
  /** The copy's file is current. */
  | { state: "unchanged" }
  | { state: "failed"; reason: string; status?: number };

const FILE_LIST_NAME = "files.ndjson";

/** A path below the folder of files: a pull removes files that the list names. Windows also splits at backslashes. */
const FILE_NAME = must(
  (value) =>
    typeof value === "string" &&
    !/[\\\0]/.test(value) &&
    !value.split("/").some((segment) => segment === "" || segment === "." || segment === ".."),
  "a file's name",
);
const ENTRY = objectOf({
  path: TEXT,
  file: FILE_NAME,
  bytes: COUNT,
  etag: optional(TEXT),
  lastModified: optional(TEXT),
});

/** @returns the entries by their paths; none if the list cannot be read, since it only saves time */
export function readFileList(path: string): Map<string, FileEntry> {
  try {
    const lines = readFileSync(path, "utf8").split("\n");
    const entries = lines.filter((line) => line !== "").map((line): unknown => JSON.parse(line));
    const isEntry = (value: unknown): value is FileEntry => faultIn(value, ENTRY) === undefined;
    return new Map(entries.filter(isEntry).map((entry) => [entry.path, entry]));
  } catch {
    return new Map();
  }
}

/** The paths of the files that media nodes name, but for refused ones. */
export function filePaths(media: Tree, { refused }: MediaFiles): Set<string> {
  const paths = new Set(Array.from(namedPaths(media), ({ path }) => path));
  for (const path of refused) paths.delete(path);
  return paths;
}

type CopiedFilesOptions = {
  /** The folder in the staging directory for new files. */
  stagedIn: string;
  /** Whether a file that fails stays as the earlier copy has it. */
  keeps: boolean;
};

export class CopiedFiles {
  readonly #staging: Staging;
  readonly #options: CopiedFilesOptions;
  /** The names below the folder of files, by path. */
  readonly #names: ReadonlyMap<string, string>;
  readonly #earlier: ReadonlyMap<string, FileEntry>;
  readonly #startedAt = new Date().toISOString();

  /** @param paths of the files that nodes name */
  constructor(staging: Staging, paths: Iterable<string>, options: CopiedFilesOptions) {
    this.#staging = staging;
    this.#options = options;
    this.#names = namesOfFiles(paths);
    this.#earlier = readFileList(join(staging.out, FILE_LIST_NAME));
  }

  /** The earlier copy's file, under its present name or the one it had when other names clashed. */
  earlier(path: string): FileEntry | undefined {
    const entry = this.#options.keeps ? this.#earlier.get(path) : undefined;
    if (entry === undefined) return undefined;
    const names = [entry.file, this.#names.get(path) ?? entry.file];
    const file = names.find((name) => sizeOfFile(this.#target(name)) === entry.bytes);
    return file === undefined ? undefined : { ...entry, file };
  }

  /** Whether a file of so many bytes was fetched, or is in place already. */
  isThere(path: string, bytes: number): boolean {
    const target = this.#target(this.#names.get(path) ?? "");
    return [this.staged(path), target].some((file) => sizeOfFile(file) === bytes);
  }

  /** The path for a new file, under a hash, since the names on the site may clash. */
  staged(path: string): string {
    return this.#staging.file(this.#stagedName(path));
  }

  /**
   * Writes the list of files into the staging directory; the copy is not changed yet.
   * @param urlOf the URL of a path
   * @param isWhole whether all nodes were listed: if not, files that no node names stay
   * @returns the entry of the manifest, and what swaps the files in: it renames and removes, and writes nothing
   */
  stage(
    outcomes: ReadonlyMap<string, FileOutcome>,
    urlOf: (path: string) => string,
    isWhole: boolean,
  ): { entry: ManifestFiles; swap: () => Promise<void> } {
    const entries: FileEntry[] = [];
    const failures: FileFailure[] = [];
    const got: { path: string; file: string }[] = [];
    const moves: { from: string; to: string }[] = [];
    for (const [path, file] of this.#names) {
      const outcome = outcomes.get(path);
      if (outcome?.state === "got") {
        const { state: _, ...known } = outcome;
        entries.push({ path, file, ...known });
        got.push({ path, file });
        continue;
      }
      const kept = this.earlier(path);
      if (kept && kept.file !== file) moves.push({ from: kept.file, to: file });
      const url = urlOf(path);
      // The copy's file is better than nothing, but it does not make up for a failure.
      const isStale = outcome?.state === "failed";
      if (isStale) failures.push({ url, reason: outcome.reason, status: outcome.status });
      else if (!kept) failures.push({ url, reason: `${url} went missing from the copy` });
      if (kept) entries.push({ ...kept, file, ...(isStale && { isStale }) });
    }
    const named = new Set(Array.from(this.#names.values(), foldedName));
    const unnamed = this.#unnamed();
    const staying = isWhole
      ? []
      : unnamed.filter(({ path, file }) => !this.#names.has(path) && !named.has(foldedName(file)));
    for (const entry of staying) entries.push(entry);
    this.#staging.write(FILE_LIST_NAME, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    const finishedAt = new Date().toISOString();
    return {
      entry: { startedAt: this.#startedAt, finishedAt, count: entries.length, bytes, failures },
      swap: async () => {
        // Kept files first: a new file can have the former name of a kept one.
        for (const { from, to } of moves) await this.#move(from, to);
        for (const { path, file } of got) {
          if (!existsSync(this.staged(path))) continue;
          await this.#clear(file);
          await this.#staging.put(this.#stagedName(path), `${FILES_FOLDER}/${file}`);
        }
        const moved = new Set(moves.map(({ from }) => from));
        const stays = new Set(staying);
        await this.#remove(unnamed.filter((entry) => !stays.has(entry) && !moved.has(entry.file)));
        await this.#staging.put(FILE_LIST_NAME);
      },
    };
  }

  /** Removes all files of the earlier copy, and their list. */
  async removeEarlier(): Promise<void> {
    await this.#remove(this.#unnamed());
    await removeWhenFree(join(this.#staging.out, FILE_LIST_NAME));
  }

  /** Files of the earlier copy that no node names any more, or that have another name now. */
  #unnamed(): FileEntry[] {
    return [...this.#earlier.values()].filter(
      ({ path, file, bytes }) => this.#names.get(path) !== file && sizeOfFile(this.#target(file)) === bytes,
    );
  }

  async #remove(entries: readonly FileEntry[]): Promise<void> {
    const named = new Map(Array.from(this.#names.values(), (name) => [foldedName(name), name]));
    for (const { file, bytes } of entries) {
      // Another file, or a folder, may have its name by now.
      if (sizeOfFile(this.#target(file)) !== bytes) continue;
      const alike = named.get(foldedName(file));
      // A case-insensitive disk finds the new file under the old name, too.
      if (alike !== undefined && isOneFile(this.#target(file), this.#target(alike))) continue;
      await removeWhenFree(this.#target(file));
      this.#removeEmptyFolders(file);
    }
  }

  async #move(from: string, to: string): Promise<void> {
    await this.#clear(to);
    mkdirSync(dirname(this.#target(to)), { recursive: true });
    await renameWhenFree(this.#target(from), this.#target(to));
    this.#removeEmptyFolders(from);
  }

  /** Sets aside a file that is in the way of a folder of the path, or a folder that is in the way of the file. */
  async #clear(file: string): Promise<void> {
    const segments = file.split("/");
    for (let count = 1; count <= segments.length; count++) {
      const path = this.#target(segments.slice(0, count).join("/"));
      const there = statSync(path, { throwIfNoEntry: false });
      if (there === undefined) return;
      if (there.isDirectory() !== (count === segments.length)) continue;
      await removeWhenFree(`${path}~old`);
      await renameWhenFree(path, `${path}~old`);
      return;
    }
  }

  /** Removes the folders above a file, up to the first that is not empty. */
  #removeEmptyFolders(file: string): void {
    try {
      for (let at = dirname(file); at !== "."; at = dirname(at)) rmdirSync(this.#target(at));
    } catch {
      // It is not empty.
    }
  }

  #stagedName(path: string): string {
    return `${this.#options.stagedIn}/${createHash("sha256").update(path).digest("hex").slice(0, 32)}`;
  }

  #target(file: string): string {
    return join(this.#staging.out, FILES_FOLDER, file);
  }
}

/** The folder of copied files in the staging directory; an unfinished pull of a site has its files elsewhere. */
export const COPIED_FOLDER = "copied";

/**
 * Copies files from a folder on disk into the staging directory.
 * @returns what became of each
 * @throws the signal's reason; OutputError if a file cannot be written
 */
export async function stageFiles(
  staging: Staging,
  from: MediaFiles,
  paths: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<string, FileOutcome>> {
  const files = new CopiedFiles(staging, paths, { stagedIn: COPIED_FOLDER, keeps: false });
  const outcomes = new Map<string, FileOutcome>();
  for (const path of paths) {
    signal.throwIfAborted();
    const source = fileOnDisk(from, path);
    if ("missing" in source) outcomes.set(path, { state: "failed", reason: source.missing });
    else outcomes.set(path, { state: "got", bytes: await copy(source.path, files.staged(path)) });
  }
  return outcomes;
}

/** @returns how many bytes it has */
async function copy(source: string, target: string): Promise<number> {
  try {
    await mkdir(dirname(target), { recursive: true });
    // The disk shares the bytes if it can.
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    return statSync(target).size;
  } catch (error) {
    throw explained(error);
  }
}

/** The file of a path on disk, or the reason why there is none. */
function fileOnDisk({ folder = "", all }: MediaFiles, path: string): { path: string } | { missing: string } {
  const name = all.get(path)?.name;
  if (name === undefined) return { missing: `${path} has no file name in ${folder}` };
  const file = join(folder, name);
  try {
    const [real, root] = [realpathSync(file), realpathSync(folder)];
    // As when files are served: a link may lead out of the folder, and a pipe never ends.
    if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) {
      return { missing: `${file} is a link to a path outside ${folder}` };
    }
    return statSync(real).isFile() ? { path: real } : { missing: `${file} is not a file` };
  } catch {
    return { missing: `${path} is not in ${folder}` };
  }
}

/** @returns false if either path leads to nothing, or cannot be a path */
function isOneFile(one: string, other: string): boolean {
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

function sizeOfFile(path: string): number | undefined {
  const size = statOf(path)?.size;
  return size === undefined ? undefined : Number(size);
}

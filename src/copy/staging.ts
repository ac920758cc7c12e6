/** The staging directory: a pull writes there until the new copy is complete, and then swaps its files in. */
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { reasonOf, UsageError, withPath } from "../errors.ts";
import { STAGING } from "../formats/copy/unfinished-pull.ts";
import { DATA_FORMATS, kindFileNames } from "../formats/data-formats.ts";
import { NDJSON } from "../formats/json/json-formats.ts";
import { renameWhenFree } from "./when-free.ts";

/** Errors that only another path solves. */
const WRONG_PATH_CODES = new Set(["EEXIST", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOTDIR"]);

/** Data that cannot be loaded together with the files of a copy. */
const OTHER_FILES = kindFileNames(DATA_FORMATS.filter((format) => format !== NDJSON));

export class Staging {
  /** The data directory. */
  readonly out: string;
  readonly path: string;
  /** The directories that were created for it, innermost first. */
  readonly #created: readonly string[];

  /** @throws UsageError if `out` is not a directory that a pull can write to; the system's errors, with a path */
  constructor(out: string) {
    this.out = out;
    this.path = join(out, STAGING);
    const other = OTHER_FILES.find((name) => existsSync(join(out, name)));
    if (other !== undefined) {
      throw new UsageError(
        `${out} holds ${other}, which cannot be loaded together with the files of a copy: use another --out`,
      );
    }
    try {
      this.#created = createDirectory(this.path).slice(0, -1).reverse();
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (!WRONG_PATH_CODES.has(code)) throw error;
      if (existsSync(out) && !statSync(out).isDirectory()) {
        throw new UsageError(`--out ${out} is a file, not a directory`);
      }
      throw new UsageError(`--out ${out} cannot be created: ${reasonOf(error)}`);
    }
  }

  /** The path of a file in the staging directory. */
  file(name: string): string {
    return join(this.path, name);
  }

  /** Swaps a file in. */
  async put(name: string, as: string = name): Promise<void> {
    const target = join(this.out, as);
    mkdirSync(dirname(target), { recursive: true });
    await renameWhenFree(join(this.path, name), target);
  }

  /** Writes a file into the staging directory. */
  write(name: string, text: string): void {
    const path = this.file(name);
    withPath(path, () => writeFileSync(path, text, { flush: true }));
  }

  /**
   * Swaps files in as a whole. If the run stops meanwhile, the mark stays: the directory then holds only parts, until a later
   * run writes all files again.
   */
  async swap(mark: string, work: () => Promise<void>): Promise<void> {
    this.write(mark, "");
    await work();
    this.remove(mark);
  }

  remove(name: string): void {
    rmSync(join(this.path, name), { recursive: true, force: true });
  }

  /** Removes the staging directory if it is empty, and the directories that were created for it. */
  close(): void {
    try {
      rmdirSync(this.path);
      for (const directory of this.#created) rmdirSync(directory);
    } catch {
      // The next pull resumes from the files.
    }
  }
}

/**
 * Refuses a directory with files that would be lost or mixed with the files that are written.
 * @param what the command writes, in words that follow "no"
 * @throws UsageError
 */
export function refuseOtherFiles(out: string, what: string): void {
  let names: string[] = [];
  try {
    names = existsSync(out) ? readdirSync(out) : [];
  } catch {
    // It is no directory, or cannot be read: opening the staging directory says so.
  }
  const [first] = names.filter((name) => name !== STAGING).toSorted();
  if (first === undefined) return;
  throw new UsageError(`${out} holds ${first}, and no ${what}: use another --out, or an empty directory`);
}

/**
 * Creates a directory and its parents. A recursive `mkdir` reports a read-only disk as a missing path.
 * @returns the created ones, outermost first
 */
function createDirectory(path: string): string[] {
  try {
    mkdirSync(path);
    return [path];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && dirname(path) !== path) {
      const above = createDirectory(dirname(path));
      mkdirSync(path);
      return [...above, path];
    }
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
    return [];
  }
}

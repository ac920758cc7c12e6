/** Where media files are gathered, where they belong, and what an earlier pull has put there. */
import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { FILES_FOLDER } from "../media-files.ts";
import { namesOf } from "../media-names.ts";
import { decodedPath, parseMediaUrl } from "../media-paths.ts";
import type { FileEntry } from "./file-list.ts";
import type { Workplace } from "./workplace.ts";

/** A file that is wanted: where it comes from, and the name that it will have below the folder of files. */
export type WantedFile = { url: URL; file: string };

export class FilePlaces {
  readonly #workplace: Workplace;
  /** The files that an earlier pull has put in place. */
  readonly #known: ReadonlyMap<string, FileEntry>;
  /** What is to be had, by its path. */
  wanted: ReadonlyMap<string, WantedFile> = new Map();

  constructor(workplace: Workplace, known: ReadonlyMap<string, FileEntry>) {
    this.#workplace = workplace;
    this.#known = known;
  }

  /** Takes in what nodes name as their `url`s. */
  choose(urls: Iterable<string>, baseUrl: string): void {
    const wanted = new Map<string, URL>();
    for (const text of urls) {
      const url = parseMediaUrl(text, baseUrl);
      if (url && !wanted.has(decodedPath(url.pathname))) wanted.set(decodedPath(url.pathname), url);
    }
    const names = namesOf(wanted.keys());
    this.wanted = new Map([...wanted].map(([path, url]) => [path, { url, file: names.get(path) ?? "" }]));
  }

  /** The copy that an earlier pull has left, and where it lies: under another name where names clashed otherwise then. */
  known(path: string): FileEntry | undefined {
    const known = this.#known.get(path);
    if (known === undefined) return undefined;
    const file = [known.file, this.#fileOf(path)].find((name) => sizeOf(this.#target(name)) === known.bytes);
    return file === undefined ? undefined : { ...known, file };
  }

  /** Whether a file of so many bytes was gathered, or is in its place already. */
  isThere(path: string, bytes: number): boolean {
    return [this.gathered(path), this.#target(this.#fileOf(path))].some((file) => sizeOf(file) === bytes);
  }

  /** Where a file is gathered: under a name that says nothing, since those of the site may clash. */
  gathered(path: string): string {
    return this.#workplace.file(gatheredName(path));
  }

  /** Puts what was gathered in its place. @returns the name that it has */
  async place(path: string): Promise<string> {
    const file = this.#fileOf(path);
    if (existsSync(this.gathered(path))) {
      this.#workplace.clear(FILES_FOLDER, file);
      await this.#workplace.put(gatheredName(path), `${FILES_FOLDER}/${file}`);
    }
    return file;
  }

  /** Keeps what an earlier pull has left, under the name that it has by now. */
  keep(path: string): FileEntry | undefined {
    const known = this.known(path);
    if (known === undefined) return undefined;
    const file = this.#fileOf(path);
    if (known.file !== file) this.#workplace.move(FILES_FOLDER, known.file, file);
    return { ...known, file };
  }

  #fileOf(path: string): string {
    const wanted = this.wanted.get(path);
    if (wanted === undefined) throw new Error(`${path} is not wanted`);
    return wanted.file;
  }

  #target(file: string): string {
    return join(this.#workplace.out, FILES_FOLDER, file);
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

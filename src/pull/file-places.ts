/** Where media files are gathered, where they belong, and what an earlier pull has put there. */
import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { FILES_FOLDER } from "../media-files.ts";
import { namesOf } from "../media-names.ts";
import { decodedPath, parseMediaUrl } from "../media-paths.ts";
import type { FileEntry } from "./file-list.ts";
import type { Workplace } from "./workplace.ts";

/** A file that is wanted: where it comes from, the name that it will have below the folder of files, and whether
 * the nodes that name it have not changed. */
type WantedFile = { url: URL; file: string; isKept: boolean };

/** A `url` of a node, and whether the node has not changed since the last pull. */
export type MediaUrl = { url: string; isKept: boolean };

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
  choose(urls: Iterable<MediaUrl>, baseUrl: string): void {
    const wanted = new Map<string, { url: URL; isKept: boolean }>();
    for (const { url: text, isKept } of urls) {
      const url = parseMediaUrl(text, baseUrl);
      if (url === undefined) continue;
      const path = decodedPath(url.pathname);
      const known = wanted.get(path);
      // Whoever names it may have changed it.
      wanted.set(path, known ? { ...known, isKept: known.isKept && isKept } : { url, isKept });
    }
    const names = namesOf(wanted.keys());
    this.wanted = new Map([...wanted].map(([path, own]) => [path, { ...own, file: names.get(path) ?? "" }]));
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

  /** Whether a file need not be asked for: it is there, its nodes have not changed, and nothing could be asked on condition of. */
  isUnchanged(path: string): boolean {
    const known = this.known(path);
    if (known === undefined || known.isStale || !this.wanted.get(path)?.isKept) return false;
    return known.etag === undefined && known.lastModified === undefined;
  }

  /** The files of an earlier pull that no node names any more. */
  unnamed(): FileEntry[] {
    const unnamed = [...this.#known.values()].filter(({ path }) => !this.wanted.has(path));
    return unnamed.filter(({ file, bytes }) => sizeOf(this.#target(file)) === bytes);
  }

  /** Removes files that no node names any more, but for names that others have by now. */
  remove(entries: readonly FileEntry[]): void {
    const taken = new Set(Array.from(this.wanted.values(), ({ file }) => file));
    for (const { file } of entries) if (!taken.has(file)) this.#workplace.discard(FILES_FOLDER, file);
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

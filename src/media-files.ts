/** Which media files of a tree lie where on disk: what its nodes' `url`s name, and nothing else. */
import { realpathSync } from "node:fs";
import { basename, join, resolve, sep } from "node:path";
import { namesOf } from "./media-names.ts";
import { decodedPath, mediaPath } from "./media-paths.ts";
import type { Tree } from "./tree/tree.ts";

/** The folder in a data directory that a pull puts media files in. */
export const FILES_FOLDER = "files";

/** How files lie in a folder: under names that a pull has made, or as the site itself has them. */
export type Layout = "pulled" | "site";

export class MediaFiles {
  readonly folder: string;
  /** The file for each path. */
  readonly #files: ReadonlyMap<string, string>;
  /** The same by path in lower case, since the original is blind to case, and in the one form of Unicode. */
  readonly #folded: ReadonlyMap<string, string>;

  /** @param tree the media tree */
  constructor(tree: Tree, folder: string, layout: Layout) {
    this.folder = resolve(folder);
    const paths = new Set([...urlsOf(tree)].map(mediaPath).filter((path) => path !== undefined));
    this.#files = layout === "pulled" ? namesOf(paths) : siteNames(paths, this.folder);
    this.#folded = new Map([...this.#files].map(([path, name]) => [folded(path), name]));
  }

  get size(): number {
    return this.#files.size;
  }

  /**
   * @param pathname the path of a URL, encoded as in a request
   * @returns where the file lies, or `undefined` where no media node names it or it is not there
   */
  find(pathname: string): string | undefined {
    const path = decodedPath(pathname);
    const name = this.#files.get(path) ?? this.#folded.get(folded(path));
    if (name === undefined) return undefined;
    try {
      const file = realpathSync(join(this.folder, name));
      // A link may lead out of the folder.
      return file.startsWith(realpathSync(this.folder) + sep) ? file : undefined;
    } catch {
      return undefined;
    }
  }
}

function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** A folder stands for the site's root; one called `media` for `/media`. */
function siteNames(paths: Iterable<string>, folder: string): Map<string, string> {
  const name = basename(folder).toLowerCase();
  const root = name === "media" ? "/media/" : "/";
  const names = new Map<string, string>();
  for (const path of paths) {
    if (path.slice(0, root.length).toLowerCase() !== root) continue;
    const segments = path.slice(root.length).split("/");
    const isPlain = segments.every((segment) => !/^\.{0,2}$/.test(segment) && !/[\\:\0]/.test(segment));
    if (isPlain) names.set(path, segments.join("/").replaceAll("%25", "%"));
  }
  return names;
}

/** The `url` of each node that has one. */
function* urlsOf(tree: Tree): Generator<string> {
  const { block, start, item } = tree.columns;
  for (let place = 0; place < tree.size; place++) {
    const text = tree.blocks[block[place]].toString("utf8", start[place], start[place] + item[place]);
    const { url }: { url?: unknown } = JSON.parse(`${text}}`);
    if (typeof url === "string") yield url;
  }
}

/** Which media files of a tree lie where on disk: what its nodes' `url`s name, and nothing else. */
import { basename, resolve } from "node:path";
import { parseNodeText } from "./json/node-text.ts";
import { namesOf } from "./media-names.ts";
import { decodedPath, mediaPath } from "./media-paths.ts";
import type { Tree } from "./tree/tree.ts";

/** The folder in a data directory that a pull puts media files in. */
export const FILES_FOLDER = "files";

/** How files lie in a folder: under names that a pull has made, or as the site itself has them. */
type Layout = "pulled" | "site";

/** A file that a media node names. */
export type MediaFile = {
  /** The id of the first node that names it. */
  id: number;
  /** Where it lies, relative to the folder, with slashes. Absent where the folder has no place for it. */
  name: string | undefined;
};

export class MediaFiles {
  /** The folder as a whole path, if there is one. */
  readonly folder: string | undefined;
  readonly layout: Layout;
  readonly #tree: Tree;
  #files: ReadonlyMap<string, MediaFile> | undefined;
  /** The same by path in lower case, since the original is blind to case, and in the one form of Unicode. */
  #folded: ReadonlyMap<string, MediaFile> | undefined;

  /**
   * @param tree the media tree
   * @param folder may be absent, come and go
   */
  constructor(tree: Tree, folder: string | undefined, layout: Layout) {
    this.folder = folder === undefined ? undefined : resolve(folder);
    this.layout = layout;
    this.#tree = tree;
  }

  /** Every path that a media node names, decoded, and the file for it. Found when it is first asked for. */
  get all(): ReadonlyMap<string, MediaFile> {
    this.#files ??= this.#find();
    return this.#files;
  }

  /**
   * @param pathname the path of a URL, encoded as in a request
   * @returns the file for it, whether or not it is there; `undefined` where no media node names it
   */
  named(pathname: string): MediaFile | undefined {
    const path = decodedPath(pathname);
    this.#folded ??= new Map([...this.all].map(([exact, file]) => [folded(exact), file]));
    return this.all.get(path) ?? this.#folded.get(folded(path));
  }

  #find(): Map<string, MediaFile> {
    const holders = new Map<string, number>();
    for (const { id, path } of namedPaths(this.#tree)) if (!holders.has(path)) holders.set(path, id);
    const paths = [...holders.keys()];
    const { folder } = this;
    const names =
      folder === undefined ? undefined : this.layout === "pulled" ? namesOf(paths) : siteNames(paths, folder);
    return new Map(Array.from(holders, ([path, id]) => [path, { id, name: names?.get(path) }]));
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

/**
 * The paths that media nodes name, decoded, and who names them.
 * @param places of the nodes. Default: all
 */
export function* namedPaths(
  tree: Tree,
  places: Iterable<number> = Array(tree.size).keys(),
): Generator<{ id: number; path: string }> {
  for (const place of places) {
    const { url } = parseNodeText(tree.text(place, "item"));
    const path = typeof url === "string" ? mediaPath(url) : undefined;
    if (path !== undefined) yield { id: tree.idAt(place), path };
  }
}

/** Which media files of a tree lie where on disk: what its nodes' `url`s name, and nothing else. */
import { basename, resolve } from "node:path";
import { parseNodeText } from "../json/node-text.ts";
import type { Tree } from "../tree/tree.ts";
import { isPrivate, namesOf } from "./media-names.ts";
import { decodedPath, mediaPath, type SiteMedia } from "./media-paths.ts";

/** The folder in a data directory that a pull puts media files in. */
export const FILES_FOLDER = "files";

/** How files lie in a folder: under names that a pull has made, or as the site itself has them. */
type Layout = "pulled" | "site";

const DEFAULT_MEDIA_PATH = "/media/";

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
  /** In a site's own folder: the path of URLs below which its media files are, and the path that the folder stands for. */
  readonly mediaPath: string;
  readonly root: string;
  readonly #tree: Tree;
  #files: ReadonlyMap<string, MediaFile> | undefined;
  /** The same by path in lower case, since the original is blind to case, and in the one form of Unicode. */
  #folded: ReadonlyMap<string, MediaFile> | undefined;

  /**
   * @param tree the media tree
   * @param folder may be absent, come and go
   * @param site of a site's own folder, where its media files are
   */
  constructor(tree: Tree, folder: string | undefined, layout: Layout, site: SiteMedia = {}) {
    this.folder = folder === undefined ? undefined : resolve(folder);
    this.mediaPath = site.path ?? DEFAULT_MEDIA_PATH;
    const isCalledSo = `/${basename(this.folder ?? "")}/`.toLowerCase() === lastOf(this.mediaPath);
    this.root = (site.isMediaFolder ?? isCalledSo) ? this.mediaPath : "/";
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

  /**
   * The paths that nodes name in a site's own folder and that are not given out: outside the media files, or configuration.
   * Whoever edits a media node decides what it names.
   */
  get refused(): ReadonlySet<string> {
    if (this.folder === undefined || this.layout === "pulled") return new Set();
    return new Set([...this.all.keys()].filter((path) => !this.#isGivenOut(path)));
  }

  #isGivenOut(path: string): boolean {
    return startsWith(path, this.mediaPath) && !path.split("/").some(isPrivate);
  }

  #find(): Map<string, MediaFile> {
    const holders = new Map<string, number>();
    for (const { id, path } of namedPaths(this.#tree)) if (!holders.has(path)) holders.set(path, id);
    const paths = [...holders.keys()];
    const names =
      this.folder === undefined
        ? undefined
        : this.layout === "pulled"
          ? namesOf(paths)
          : siteNames(
              paths.filter((path) => this.#isGivenOut(path)),
              this.root,
            );
    return new Map(Array.from(holders, ([path, id]) => [path, { id, name: names?.get(path) }]));
  }
}

function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** @param root the path that the folder stands for */
function siteNames(paths: Iterable<string>, root: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const path of paths) {
    const segments = path.slice(root.length).split("/");
    const isPlain = segments.every((segment) => !/^\.{0,2}$/.test(segment) && !/[\\:\0]/.test(segment));
    if (isPlain) names.set(path, segments.join("/").replaceAll("%25", "%"));
  }
  return names;
}

/** Sites come from Windows, which is blind to case. */
function startsWith(path: string, start: string): boolean {
  return path.slice(0, start.length).toLowerCase() === start.toLowerCase();
}

/** The last segment of a path, between slashes, in lower case. */
function lastOf(path: string): string {
  return `/${path.split("/").at(-2)}/`.toLowerCase();
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

/** Locates the media files of a tree on disk: only files that the `url`s of its nodes name. */
import { basename, resolve } from "node:path";
import { parseNodeText } from "../../json/node-text.ts";
import type { Tree } from "../tree/tree.ts";
import { isPrivate, namesOfFiles } from "./media-names.ts";
import { decodedPath, mediaPath, type SiteMedia } from "./media-paths.ts";

/** The folder for pulled media files in a data directory. */
export const FILES_FOLDER = "files";

/** Whether a folder holds files under the names of a pull, or as the site itself stores them. */
type FolderLayout = "pulled" | "site";

const DEFAULT_MEDIA_PATH = "/media/";

/** A file that a media node refers to. */
export type MediaFile = {
  /** The id of the first node that refers to it. */
  id: number;
  /** The path relative to the folder, with slashes. Absent if the folder cannot hold it. */
  name: string | undefined;
};

export class MediaFiles {
  /** The absolute path of the folder, if there is one. */
  readonly folder: string | undefined;
  readonly layout: FolderLayout;
  /** In a site's own folder: the URL path of its media files, and the URL path of the folder itself. */
  readonly mediaPath: string;
  readonly root: string;
  readonly #tree: Tree;
  #files: ReadonlyMap<string, MediaFile> | undefined;
  /** The same by normalised path (lower case, NFC), since the original ignores case. */
  #folded: ReadonlyMap<string, MediaFile> | undefined;

  /**
   * @param tree the media tree
   * @param folder may be absent, appear and disappear
   * @param site where a site's own folder has its media files
   */
  constructor(tree: Tree, folder: string | undefined, layout: FolderLayout, site: SiteMedia = {}) {
    this.folder = folder === undefined ? undefined : resolve(folder);
    this.mediaPath = site.path ?? DEFAULT_MEDIA_PATH;
    const isCalledSo = `/${basename(this.folder ?? "")}/`.toLowerCase() === lastOf(this.mediaPath);
    this.root = (site.isMediaFolder ?? isCalledSo) ? this.mediaPath : "/";
    this.layout = layout;
    this.#tree = tree;
  }

  /** All paths that media nodes refer to, decoded, with their files. Built on first use. */
  get all(): ReadonlyMap<string, MediaFile> {
    this.#files ??= this.#find();
    return this.#files;
  }

  /**
   * @param pathname the path of a URL, encoded as in a request
   * @returns the file, whether or not it exists; `undefined` if no media node refers to it
   */
  named(pathname: string): MediaFile | undefined {
    const path = decodedPath(pathname);
    // Of paths that differ only in case, the first one wins: a map keeps the last.
    this.#folded ??= new Map(
      Array.from(this.all, ([exact, file]) => [foldedMediaPath(exact), file] as const).reverse(),
    );
    return this.all.get(path) ?? this.#folded.get(foldedMediaPath(path));
  }

  /**
   * The paths in a site's own folder that are not served: outside the media files, or configuration. Editors of media
   * nodes choose these paths, so they are not trusted.
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
          ? namesOfFiles(paths)
          : siteNames(
              paths.filter((path) => this.#isGivenOut(path)),
              this.root,
            );
    return new Map(Array.from(holders, ([path, id]) => [path, { id, name: names?.get(path) }]));
  }
}

function foldedMediaPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** @param root the URL path of the folder */
function siteNames(paths: Iterable<string>, root: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const path of paths) {
    const segments = path.slice(root.length).split("/");
    const isPlain = segments.every((segment) => !/^\.{0,2}$/.test(segment) && !/[\\:\0]/.test(segment));
    if (isPlain) names.set(path, segments.join("/").replaceAll("%25", "%"));
  }
  return names;
}

/** Sites come from Windows, which ignores case. */
function startsWith(path: string, start: string): boolean {
  return path.slice(0, start.length).toLowerCase() === start.toLowerCase();
}

/** Returns the last segment of a path, between slashes, in lower case. */
function lastOf(path: string): string {
  return `/${path.split("/").at(-2)}/`.toLowerCase();
}

/** Yields the paths that media nodes refer to, decoded, with the ids of the nodes. */
export function* namedPaths(tree: Tree): Generator<{ id: number; path: string }> {
  for (let index = 0; index < tree.size; index++) {
    const { url } = parseNodeText(tree.text(index, "item"));
    const path = typeof url === "string" ? mediaPath(url) : undefined;
    if (path !== undefined) yield { id: tree.idAt(index), path };
  }
}

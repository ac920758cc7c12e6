/** Resolves references to nodes by the ids, keys, files and URLs of a site's own trees. */

import { type Kind, kindsOf, otherKind } from "../../operations.ts";
import { NO_ORIGIN } from "../../text/path-text.ts";
import { entryIn } from "../map-entries.ts";
import { decodedPath, mediaPath } from "../media/media-paths.ts";
import type { IsOwnHost } from "../own-hosts.ts";
import type { SiteTrees, UnpublishedNode } from "../site-data.ts";
import { siteNodes } from "../site-nodes.ts";
import { idOfKey, isKeyOfId } from "../tree/key.ts";
import type { Tree } from "../tree/tree.ts";
import { parseAddress } from "../urls/address.ts";
import type { OtherUrls } from "../urls/domain-urls.ts";
import type { Reference, ReferenceTarget, ValueParts } from "../values/value-parts.ts";

/** A node of a site: its tree and its preorder index in that tree. */
export type NodeIndex = { kind: Kind; index: number };

/** Converts to a number that is unique in the site: indexes of content, then those of media. */
export function siteIndexOf({ kind, index }: NodeIndex, contentSize: number): number {
  return kind === "content" ? index : contentSize + index;
}

export function nodeIndexOf(number: number, contentSize: number): NodeIndex {
  return number < contentSize
    ? { kind: "content", index: number }
    : { kind: "media", index: number - contentSize };
}

/** Why a reference is dead. */
type DeadReason =
  | "no-such-node"
  /** The node exists but is not published, so the data leaves it out. */
  | "not-published"
  /** The UDI names one tree, and the node is in the other. */
  | "other-kind"
  /** No media node has this file. */
  | "no-such-file";

/** Why the data cannot show whether a reference is dead. */
type UnknownReason =
  /** The data lacks the tree. */
  | "no-tree"
  /** Ids of this data are derived from keys. */
  | "derived-ids"
  /** Keys of this data are derived from ids. */
  | "derived-keys"
  /** A file that the property itself stores, which need not be media. */
  | "own-file"
  /** No page has this URL, but the site may still answer it. */
  | "no-such-url"
  /** The URL names a host that is not one of the site's own. */
  | "other-host";

export type Resolution =
  | ({ state: "found" } & NodeIndex)
  | { state: "dead"; why: DeadReason }
  | { state: "unknown"; why: UnknownReason };

/** Whether the ids of a tree are derived from keys, or its keys from ids. */
type DerivedParts = { ids: boolean; keys: boolean };

/** The number of nodes that are checked for derived ids and keys. */
const SAMPLE = 64;

type ReadValue = (value: string, editorAlias: string | null, alias: string) => ValueParts;

type ResolverOptions = {
  /** Nodes that the data leaves out because they are not published. Default: none. */
  unpublished?: readonly UnpublishedNode[];
  read: ReadValue;
  isOwnHost: IsOwnHost;
  /** Returns what makes the URLs of a page below other domains. Default: pages have one URL. */
  otherUrls?: (() => OtherUrls) | undefined;
};

export class ReferenceResolver {
  readonly #trees: SiteTrees;
  readonly #unpublished: UnpublishedNodes;
  readonly #readValue: ReadValue;
  readonly #isOwnHost: IsOwnHost;
  readonly #otherUrls: ResolverOptions["otherUrls"];
  /** From normalised paths of files to media indexes, and of pages to content indexes. Built on first use. */
  #files: Map<string, number> | undefined;
  #pages: Map<string, number> | undefined;
  readonly #made = new Map<Kind, DerivedParts>();

  constructor(trees: SiteTrees, { unpublished, read, isOwnHost, otherUrls }: ResolverOptions) {
    this.#trees = trees;
    this.#unpublished = new UnpublishedNodes(unpublished);
    this.#readValue = read;
    this.#isOwnHost = isOwnHost;
    this.#otherUrls = otherUrls;
  }

  resolve({ kind, target }: Pick<Reference, "kind" | "target">): Resolution {
    if (target.by === "path") return this.#resolvePath(target, kind);
    const found = this.#findIn(kindsOf(kind), target);
    return found ? { state: "found", ...found } : this.#notFound(kind, target);
  }

  /**
   * Finds a node by id, key, path of a file or path of a page.
   * @param kind the tree to search. Default: both, content first
   */
  find(target: ReferenceTarget, kind?: Kind): NodeIndex | undefined {
    if (target.by !== "path") return this.#findIn(kindsOf(kind), target);
    const file = kind === "content" ? undefined : this.#fileAt(target.path);
    if (file !== undefined) return { kind: "media", index: file };
    const page = kind === "media" ? undefined : this.#pageAt(target.path);
    return page === undefined ? undefined : { kind: "content", index: page };
  }

  #findIn(kinds: readonly Kind[], target: Exclude<ReferenceTarget, { by: "path" }>): NodeIndex | undefined {
    for (const kind of kinds) {
      const tree = this.#trees[kind];
      const index = target.by === "id" ? tree.findId(target.id) : tree.findKey(target.key);
      if (index >= 0) return { kind, index };
    }
    return undefined;
  }

  #notFound(kind: Kind | undefined, target: Exclude<ReferenceTarget, { by: "path" }>): Resolution {
    const kinds = kindsOf(kind);
    if (kinds.some((each) => this.#trees[each].size === 0)) return { state: "unknown", why: "no-tree" };
    const made = kinds.map((each) => entryIn(this.#made, each, () => derivedParts(this.#trees[each])));
    if (target.by === "id" && made.some(({ ids }) => ids)) return { state: "unknown", why: "derived-ids" };
    if (target.by === "key" && made.some(({ keys }) => keys))
      return { state: "unknown", why: "derived-keys" };
    if (this.#unpublished.find({ kind, target })) return { state: "dead", why: "not-published" };
    const isElsewhere = kind !== undefined && this.#findIn([otherKind(kind)], target) !== undefined;
    return { state: "dead", why: isElsewhere ? "other-kind" : "no-such-node" };
  }

  #resolvePath(
    { path, host, isOwnFile }: Extract<ReferenceTarget, { by: "path" }>,
    kind: Kind | undefined,
  ): Resolution {
    if (host !== undefined && !this.#isOwnHost(host)) return { state: "unknown", why: "other-host" };
    if (kind === "content") {
      const page = this.#pageAt(path, host);
      return page === undefined
        ? { state: "unknown", why: "no-such-url" }
        : { state: "found", kind: "content", index: page };
    }
    const index = this.#fileAt(path);
    if (index !== undefined) return { state: "found", kind: "media", index };
    if (this.#trees.media.size === 0) return { state: "unknown", why: "no-tree" };
    return isOwnFile ? { state: "unknown", why: "own-file" } : { state: "dead", why: "no-such-file" };
  }

  /** @param host of a site with several, which can have pages of one path */
  #pageAt(path: string, host = ""): number | undefined {
    this.#pages ??= pagesByPath(this.#trees, this.#otherUrls?.());
    const folded = foldedPage(path);
    return this.#pages.get(`${withoutPort(host)}${folded}`) ?? this.#pages.get(folded);
  }

  #fileAt(path: string): number | undefined {
    this.#files ??= filesByPath(this.#trees, this.#readValue);
    const folded = foldedFile(path);
    return folded === undefined ? undefined : this.#files.get(folded);
  }
}

export function derivedParts(tree: Tree): DerivedParts {
  const made = { ids: false, keys: false };
  for (let index = 0; index < Math.min(tree.size, SAMPLE); index++) {
    const [id, key] = [tree.idAt(index), tree.keyAt(index)];
    made.ids ||= idOfKey(key) === id;
    made.keys ||= isKeyOfId(key, id);
  }
  return made;
}

/** Maps the files of media nodes, from `url`s and upload properties. If two nodes share a file, the first wins. */
function filesByPath(trees: SiteTrees, readValue: ReadValue): Map<string, number> {
  const files = new Map<string, number>();
  const add = (url: string, index: number) => {
    const path = foldedFile(url);
    if (path !== undefined && !files.has(path)) files.set(path, index);
  };
  for (const node of siteNodes(trees, ["media"])) {
    const { url } = node.fields();
    if (url !== undefined) add(url, node.index);
    for (const { alias, editorAlias, value } of node.properties()) {
      if (!value.includes("/media/")) continue;
      for (const { target } of readValue(value, editorAlias, alias).references) {
        if (target.by === "path" && target.isOwnFile) add(target.path, node.index);
      }
    }
  }
  return files;
}

/**
 * Maps the URLs of pages, by the path alone and with its host. If two pages share a URL, the first wins; the `url` of a page comes
 * before the URLs that other pages have below other domains.
 */
function pagesByPath(trees: SiteTrees, otherUrls: OtherUrls = () => []): Map<string, number> {
  const pages = new Map<string, number>();
  const add = (url: string, index: number) => {
    const path = foldedPage(url);
    const origin = parseAddress(url)?.origin;
    const names = origin === undefined ? [path] : [path, `${new URL(origin).hostname}${path}`];
    for (const name of names) if (!pages.has(name)) pages.set(name, index);
  };
  const known = Array.from(siteNodes(trees, ["content"]), (node) => [node.index, node.brief().url] as const);
  for (const [index, url] of known) if (url !== undefined && url !== "#") add(url, index);
  for (const [index, url = "#"] of known) for (const other of otherUrls(index, url)) add(other.url, index);
  return pages;
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, "");
}

/** Normalises the path of a URL: ignores case, escapes, host, query and a trailing slash. */
export function foldedPage(url: string): string {
  const path = URL.canParse(url, NO_ORIGIN) ? new URL(url, NO_ORIGIN).pathname : url;
  return decodedPath(path.endsWith("/") ? path.slice(0, -1) : path).toLowerCase();
}

/** Normalises the path of a file, ignoring case and escapes as the CMS's servers do. */
function foldedFile(url: string): string | undefined {
  return mediaPath(url)?.toLowerCase();
}

/** Nodes that the data leaves out, by id and by key. */
class UnpublishedNodes {
  readonly #byName = new Map<string | number, UnpublishedNode[]>();

  constructor(nodes: readonly UnpublishedNode[] = []) {
    for (const node of nodes)
      for (const name of [node.id, node.key]) entryIn(this.#byName, name, () => []).push(node);
  }

  /** Returns the unpublished node that a reference points to, if there is one. */
  find({ kind, target }: Pick<Reference, "kind" | "target">): UnpublishedNode | undefined {
    if (target.by === "path") return undefined;
    const named = this.#byName.get(target.by === "id" ? target.id : target.key);
    return named?.find((node) => kind === undefined || node.kind === kind);
  }
}

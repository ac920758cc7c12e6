/** A site in one language as the Content Delivery API gives it: published pages with a URL, media, and their decoded values. */

import type { DecodedMembers, DecodedValue } from "../decode/decoded-value.ts";
import { isList, isObject, partOf } from "../decode/decoded-value.ts";
import type { Expansion, NodeSummary, PageRoute } from "../decode/decoding.ts";
import { NodeProperties } from "../decode/node-properties.ts";
import { type DecodableSite, SiteInLanguage } from "../decode/site-in-language.ts";
import type { Kind } from "../operations.ts";
import { entryIn } from "../site/map-entries.ts";
import { once } from "../site/once.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { NO_PARENT } from "../site/tree/preorder.ts";
import { percentDecoded } from "../text/path-text.ts";
import type { Fetch, QueriedNode } from "./content-query.ts";
import { type Selection, selectedBelow } from "./selection.ts";

/** A node that the API gives. */
export type DeliveredNode = QueriedNode & {
  /** In the tree of its kind. */
  index: number;
  /** The path by which it is found: of a page its URL's, of media the names down to it. */
  path: string;
};
/** A page with its URL, in the language. */
export type Page = DeliveredNode & {
  route: PageRoute;
  /** Whether only members see it: lists leave it out. */
  isProtected: boolean;
};

/** Which pages a language has: all, only pages that do not vary, or none if the site lacks the language. */
export type GivenPages = "all" | "invariant" | "none";

/** Which properties are given. */
export type Selections = {
  /** Which picked nodes are given with their properties. Default: none */
  expand?: Selection;
  /** Default: all */
  fields?: Selection;
};

/** The names of the CMS's own properties of media, whose values are members of their own. */
const OWN_MEDIA_PROPERTY = /^umbraco/;

export class DeliveryLanguage {
  readonly #site: DecodableSite;
  readonly #language: SiteInLanguage;
  readonly #decoded: NodeProperties;
  readonly #given: GivenPages;

  constructor(site: DecodableSite, given: GivenPages) {
    this.#site = site;
    this.#given = given;
    this.#language = new SiteInLanguage(site, { mode: "delivery", report: () => {} });
    this.#decoded = new NodeProperties(this.#language, site.types());
  }

  /** The code of the language, if it is known. */
  get culture(): string | undefined {
    return this.#site.culture;
  }

  /** Whether a page differs by language; `undefined` if the data does not say. */
  varies(index: number): boolean | undefined {
    const { type } = this.#language.summary("content", index);
    return this.#decoded.variation("content", type).node;
  }

  /** Published pages that have a URL, in preorder. */
  readonly pages = once((): readonly Page[] => {
    const { content } = this.#site.trees;
    if (this.#given === "none") return [];
    return Array.from({ length: content.size }).flatMap((_, index): Page[] => {
      const summary = this.#language.summary("content", index);
      if (summary.kind !== "content" || summary.route === null) return [];
      if (this.#given === "invariant" && this.varies(index)) return [];
      const { route } = summary;
      const isProtected = this.#language.isProtected(index) === true;
      return [{ ...this.#queried(summary, index), path: route.path, route, isProtected }];
    });
  });

  /** All media, in preorder. */
  readonly media = once((): readonly DeliveredNode[] => {
    const { media } = this.#site.trees;
    return Array.from({ length: media.size }, (_, index) => {
      const summary = this.#language.summary("media", index);
      return { ...this.#queried(summary, index), path: this.#language.mediaPath(index) };
    });
  });

  readonly #pagesBy = nodesBy(this.pages);
  readonly #mediaBy = nodesBy(this.media);
  /** By the key of the root and the path below it. */
  readonly #pagesBelowRoots = once(() => {
    const found = new Map<string, Page>();
    for (const page of this.pages()) {
      const name = `${page.route.startItem.id}/${this.#pathBelowRoot(page)}`;
      if (!found.has(name)) found.set(name, page);
    }
    return found;
  });

  /** Finds a page by its key. */
  pageOf(key: Key): Page | undefined {
    return this.#pagesBy.key().get(key);
  }

  /**
   * Finds a page by the path of its URL.
   * @param path normal
   * @param root the key of the root that the page is below. Default: the first page with the path counts
   */
  pageWithPath(path: string, root?: Key): Page | undefined {
    const named = this.#pagesBy.path().get(path) ?? [];
    return root === undefined ? named[0] : named.find(({ route }) => route.startItem.id === root);
  }

  /** Finds a page by its path below any root, in their order, or a root by its segment. @param path normal */
  pageWithPlainPath(path: string): Page | undefined {
    for (const { key } of this.#roots()) {
      const found = this.pageBelow(key, path);
      if (found) return found;
    }
    return this.#roots().find((each) => segmentOf(each) === path);
  }

  /** Finds a page by the path below a root, or below another page. @param path normal */
  pageBelow(above: Key, path: string): Page | undefined {
    const found = this.#pagesBelowRoots().get(`${above}/${path}`);
    const page = found ? undefined : this.pageOf(above);
    if (page === undefined || page.level === 1) return found;
    const whole = [normalPath(page.path), path].filter((part) => part !== "").join("/");
    const last = this.#site.trees.content.columns.end[page.index];
    return this.#pagesBy
      .path()
      .get(whole)
      ?.find(({ index }) => index >= page.index && index < last);
  }

  /** The root whose path a path begins with, and the rest; the longest path of a root counts. @param path normal */
  rootAt(path: string): { root: Key; rest: string } | undefined {
    let longest: { root: Key; rest: string } | undefined;
    for (const { key, path: start } of this.#roots()) {
      const rest = restBelow(normalPath(start), path);
      if (rest !== undefined && (longest === undefined || rest.length < longest.rest.length)) {
        longest = { root: key, rest };
      }
    }
    return longest;
  }

  /** Finds a media node by its key, or by the names down to it, in any case. */
  mediaNode(target: string): DeliveredNode | undefined {
    const key = parseKey(target);
    return key === undefined
      ? this.#mediaBy.path().get(normalPath(target))?.[0]
      : this.#mediaBy.key().get(key);
  }

  /** The key of the root with this key or, in any case, this segment. */
  root(name: string): Key | undefined {
    const key = parseKey(name);
    const segment = normalPath(name);
    return this.#roots().find((root) => (key === undefined ? segmentOf(root) === segment : root.key === key))
      ?.key;
  }

  /** The pages that lists have, in preorder. */
  readonly listedPages = once(() => this.pages().filter(({ isProtected }) => !isProtected));

  /** The pages around a page that lists have, in preorder. */
  pagesAround({ index }: Page, relation: Fetch["relation"]): readonly Page[] {
    const around = this.#around("content", index, relation);
    return around
      .flatMap((each) => this.#pagesBy.index()[each] ?? [])
      .filter(({ isProtected }) => !isProtected);
  }

  /** The pages that lists have above a page that is not published in the language, in preorder. */
  pagesAbove(key: Key): readonly Page[] {
    const parents = this.#unpublishedParents();
    let above = parents.get(key);
    while (above !== undefined && parents.has(above)) above = parents.get(above);
    const index = above === undefined ? NO_PARENT : this.#site.trees.content.findKey(above);
    if (index === NO_PARENT) return [];
    return [...this.#around("content", index, "ancestors"), index]
      .flatMap((each) => this.#pagesBy.index()[each] ?? [])
      .filter(({ isProtected }) => !isProtected);
  }

  readonly #unpublishedParents = once(
    () => new Map((this.#site.unpublished ?? []).map(({ key, parent }) => [key, parent])),
  );

  /** The media nodes below a node. @param parent Default: the root of the media tree, which is no node */
  mediaBelow(parent?: DeliveredNode): readonly DeliveredNode[] {
    return this.#around("media", parent?.index, "children").flatMap(
      (each) => this.#mediaBy.index()[each] ?? [],
    );
  }

  /** The indexes of the nodes around another, in preorder. */
  #around(kind: Kind, index: number | undefined, relation: Fetch["relation"]): number[] {
    const tree = this.#site.trees[kind];
    const { end } = tree.columns;
    const found: number[] = [];
    if (relation === "ancestors") {
      for (let above = tree.parentAt(index ?? NO_PARENT); above !== NO_PARENT; above = tree.parentAt(above)) {
        found.unshift(above);
      }
      return found;
    }
    const last = index === undefined ? tree.size : end[index];
    for (
      let at = index === undefined ? 0 : index + 1;
      at < last;
      at = relation === "children" ? end[at] : at + 1
    ) {
      found.push(at);
    }
    return found;
  }

  /** A page as the API gives it, without `cultures`. */
  content(
    { key, type, name, createDate, updateDate, route, index }: Page,
    selections: Selections,
  ): DecodedMembers {
    const properties = this.#properties("content", index, selections);
    return { contentType: type, name, createDate, updateDate, route, id: key, properties };
  }

  /** A media node as the API gives it, in a list or alone, which differ in their order. */
  mediaItem(
    { index, path, createDate, updateDate }: DeliveredNode,
    form: "list" | "single",
    selections: Selections,
  ): DecodedMembers {
    const summary = this.#language.summary("media", index);
    if (summary.kind !== "media") throw new Error("a media node has a summary of media");
    const { hasCropper, focalPoint, crops, key, name, type, url, extension, width, height, bytes } = summary;
    const properties = this.#properties("media", index, selections);
    const image = { focalPoint, crops: hasCropper ? crops : null };
    const own = { id: key, name, mediaType: type, url, extension, width, height, bytes, properties };
    const head = { path, createDate, updateDate };
    return form === "list" ? { ...head, ...image, ...own } : { ...head, ...own, ...image };
  }

  #properties(kind: Kind, index: number, { expand, fields }: Selections): DecodedMembers {
    const expansionOf = (alias: string) => this.#expansion(expand, alias);
    const decoded = this.#decoded.of(kind, index, expansionOf);
    const given = [...decoded].filter(([alias]) => kind === "content" || !OWN_MEDIA_PROPERTY.test(alias));
    return withFields(Object.fromEntries(given), fields);
  }

  /** What is expanded in a property; `undefined` if it is not selected. */
  #expansion(expand: Selection | undefined, alias: string): Expansion | undefined {
    const selected = selectedBelow(expand, alias);
    return (
      selected && {
        below: (property) => this.#expansion(selected.below, property),
        properties: (node) => this.#propertiesOfPicked(node, selected.below),
      }
    );
  }

  #propertiesOfPicked({ kind, key }: NodeSummary, expand: Selection | undefined): DecodedMembers {
    const index = this.#site.trees[kind].findKey(key);
    return index < 0 ? {} : this.#properties(kind, index, { expand });
  }

  #queried({ kind, key, type, name }: NodeSummary, index: number) {
    const fields = this.#language.fields(kind, index);
    return {
      key,
      type,
      name,
      index,
      level: this.#site.trees[kind].columns.level[index],
      sortOrder: Number(fields.get("sortOrder")) || 0,
      ...this.#language.dates(kind, index),
    };
  }

  readonly #roots = once(() => this.pages().filter(({ level }) => level === 1));

  /** The path of a page without that of its root, if it begins with that. */
  #pathBelowRoot({ key, path, route }: Page): string {
    const root = this.#pagesBy.key().get(route.startItem.id);
    if (root === undefined || root.key === key) return root ? "" : normalPath(path);
    return restBelow(normalPath(root.path), normalPath(path)) ?? normalPath(path);
  }
}

function segmentOf({ route }: Page): string {
  return normalPath(route.startItem.path);
}

/** What a path has behind another; `undefined` if it does not begin with that. Both are normal. */
export function restBelow(start: string, path: string): string | undefined {
  if (start === "") return path;
  if (path === start) return "";
  return path.startsWith(`${start}/`) ? path.slice(start.length + 1) : undefined;
}

/** Leaves out properties that `fields` does not select, also of picked nodes in values. */
function withFields(properties: DecodedMembers, fields: Selection | undefined): DecodedMembers {
  if (fields === undefined) return properties;
  const given = Object.entries(properties).flatMap(([alias, value]): [string, DecodedValue][] => {
    const selected = selectedBelow(fields, alias);
    return selected ? [[alias, limited(value, selected.below)]] : [];
  });
  return Object.fromEntries(given);
}

function limited(value: DecodedValue, fields: Selection | undefined): DecodedValue {
  if (fields === undefined) return value;
  if (isList(value)) return value.map((item) => limited(item, fields));
  if (!isObject(value)) return value;
  const is = partOf(value)?.is;
  const isNode = is === "content" || is === "media";
  const members = Object.entries(value).map(([name, member]): [string, DecodedValue] => {
    if (name !== "properties" || !isObject(member)) return [name, limited(member, fields)];
    return [name, isNode ? withFields(member, fields) : withFieldsInside(member, fields)];
  });
  return Object.fromEntries(members);
}

/** The properties of an element: all are given, as in Umbraco, and nodes that they pick are limited. */
function withFieldsInside(properties: DecodedMembers, fields: Selection): DecodedMembers {
  const given = Object.entries(properties).map(([alias, value]): [string, DecodedValue] => [
    alias,
    limited(value, selectedBelow(fields, alias)?.below),
  ]);
  return Object.fromEntries(given);
}

/** Finds nodes by their keys, indexes and paths; each map is made when it is first needed. */
function nodesBy<T extends DeliveredNode>(nodes: () => readonly T[]) {
  return {
    key: once(() => new Map(nodes().map((node) => [node.key, node]))),
    index: once(() => byIndex(nodes())),
    path: once(() => byPath(nodes())),
  };
}

function byIndex<T extends DeliveredNode>(nodes: readonly T[]): readonly T[] {
  const found: T[] = [];
  for (const node of nodes) found[node.index] = node;
  return found;
}

function byPath<T extends { path: string }>(nodes: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const node of nodes) entryIn(found, normalPath(node.path), () => []).push(node);
  return found;
}

/** Paths are compared without case, escapes, and slashes around them. */
export function normalPath(path: string): string {
  return percentDecoded(path)
    .replaceAll(/^\/+|\/+$/g, "")
    .toLowerCase();
}

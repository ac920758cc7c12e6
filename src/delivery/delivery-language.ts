/** A site in one language as the Content Delivery API gives it: published pages with a URL, media, and their decoded values. */

import { DecodedLanguage, type SiteLanguage } from "../decode/decoded-language.ts";
import type { DecodedMembers, DecodedValue } from "../decode/decoded-value.ts";
import { isList, JsonText } from "../decode/decoded-value.ts";
import type { Expansion, NodeSummary, Route } from "../decode/decoding.ts";
import { NodeProperties } from "../decode/node-properties.ts";
import { parseString } from "../json/outline.ts";
import type { Kind } from "../operations.ts";
import { once } from "../site/once.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { NO_PARENT } from "../site/tree/preorder.ts";
import { percentDecoded } from "../text/percent-decoded.ts";
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
export type Page = DeliveredNode & { route: Route };

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
  readonly #site: SiteLanguage;
  readonly #language: DecodedLanguage;
  readonly #decoded: NodeProperties;

  readonly #isInvariantOnly: boolean;

  /** @param isInvariantOnly leaves out pages that vary by language. Default: all are given */
  constructor(site: SiteLanguage, isInvariantOnly = false) {
    this.#site = site;
    this.#isInvariantOnly = isInvariantOnly;
    this.#language = new DecodedLanguage(site, { mode: "delivery", report: () => {} });
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
    return Array.from({ length: content.size }).flatMap((_, index): Page[] => {
      const summary = this.#language.summary("content", index);
      if (summary.kind !== "content" || summary.route === null) return [];
      if (this.#isInvariantOnly && this.varies(index)) return [];
      const { route } = summary;
      return [{ ...this.#queried(summary, index), path: route.path, route }];
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

  /**
   * Finds a page by its key or path.
   * @param root the key of the root that the path is below, with or without that root's own path. Default: the first page with the path counts
   */
  page(target: string, root?: Key): Page | undefined {
    const key = parseKey(target);
    if (key !== undefined) return this.#pagesBy.key().get(key);
    const path = normalPath(target);
    const named = this.#pagesBy.path().get(path) ?? [];
    // The segment of a root finds it, also if its URL has none.
    if (root === undefined) return named[0] ?? this.#roots().find((each) => segmentOf(each) === path);
    return named.find(({ route }) => route.startItem.id === root) ?? this.pageBelow(root, path);
  }

  /** Finds a page by the path below its root. @param path normal */
  pageBelow(root: Key, path: string): Page | undefined {
    return this.#pagesBelowRoots().get(`${root}/${path}`);
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

  /** The pages around a page, in preorder. */
  pagesAround({ index }: Page, relation: Fetch["relation"]): readonly Page[] {
    return this.#around("content", index, relation).flatMap((each) => this.#pagesBy.index()[each] ?? []);
  }

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
    const { focalPoint, crops, key, name, type, url, extension, width, height, bytes } = summary;
    const properties = this.#properties("media", index, selections);
    const image = { focalPoint, crops };
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
      createDate: parseString(fields.get("createDate")) ?? null,
      updateDate: parseString(fields.get("updateDate")) ?? null,
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
function restBelow(start: string, path: string): string | undefined {
  if (start === "") return path;
  if (path === start) return "";
  return path.startsWith(`${start}/`) ? path.slice(start.length + 1) : undefined;
}

/** Leaves out properties that `fields` does not select, also of nodes and elements in values. */
function withFields(properties: DecodedMembers, fields: Selection | undefined): DecodedMembers {
  if (fields === undefined) return properties;
  const given = Object.entries(properties).flatMap(([alias, value]): [string, DecodedValue][] => {
    const selected = selectedBelow(fields, alias);
    return selected ? [[alias, limited(value, selected.below)]] : [];
  });
  return Object.fromEntries(given);
}

function limited(value: DecodedValue, fields: Selection | undefined): DecodedValue {
  if (fields === undefined || typeof value !== "object" || value === null || value instanceof JsonText)
    return value;
  if (isList(value)) return value.map((item) => limited(item, fields));
  const members = Object.entries(value).map(([name, member]): [string, DecodedValue] => [
    name,
    name === "properties" && isMembers(member) ? withFields(member, fields) : limited(member, fields),
  ]);
  return Object.fromEntries(members);
}

function isMembers(value: DecodedValue): value is DecodedMembers {
  return typeof value === "object" && value !== null && !isList(value) && !(value instanceof JsonText);
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
  for (const node of nodes) {
    const path = normalPath(node.path);
    const same = found.get(path);
    if (same) same.push(node);
    else found.set(path, [node]);
  }
  return found;
}

/** Paths are compared without case, escapes, and slashes around them. */
export function normalPath(path: string): string {
  return percentDecoded(path)
    .replaceAll(/^\/+|\/+$/g, "")
    .toLowerCase();
}

/** A site in one language as the Content Delivery API gives it: published pages with a URL, media, and their decoded values. */

import { DecodedLanguage, type SiteLanguage } from "../decode/decoded-language.ts";
import type { DecodedMembers, DecodedValue } from "../decode/decoded-value.ts";
import { isList, JsonText } from "../decode/decoded-value.ts";
import type { Expansion, NodeSummary, Route } from "../decode/decoding.ts";
import { NodeProperties } from "../decode/node-properties.ts";
import type { Kind } from "../operations.ts";
import { once } from "../site/once.ts";
import { NodeView } from "../site/site-nodes.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { NO_PARENT } from "../site/tree/preorder.ts";
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

  constructor(site: SiteLanguage) {
    this.#site = site;
    this.#language = new DecodedLanguage(site, { mode: "delivery", report: () => {} });
    this.#decoded = new NodeProperties(this.#language, site.types());
  }

  /** The code of the language, if it is known. */
  get culture(): string | undefined {
    return this.#site.culture;
  }

  /** Whether a page can differ by language. */
  varies(index: number): boolean {
    const { type } = this.#language.summary("content", index);
    return this.#decoded.variation("content", type).node !== false;
  }

  /** Published pages that have a URL, in preorder. */
  readonly pages = once((): readonly Page[] => {
    const { content } = this.#site.trees;
    return Array.from({ length: content.size }).flatMap((_, index): Page[] => {
      const summary = this.#language.summary("content", index);
      if (summary.kind !== "content" || summary.route === null) return [];
      const { route } = summary;
      return [{ ...this.#queried(summary, index), path: route.path, route }];
    });
  });

  /** All media, in preorder. */
  readonly media = once((): readonly DeliveredNode[] => {
    const { media } = this.#site.trees;
    return Array.from({ length: media.size }, (_, index) => {
      const summary = this.#language.summary("media", index);
      return { ...this.#queried(summary, index), path: `${this.#mediaPath(index)}/` };
    });
  });

  readonly #pagesByPath = once(() => byPath(this.pages()));
  readonly #mediaByPath = once(() => byPath(this.media()));
  readonly #pagesByKey = once(() => new Map(this.pages().map((page) => [page.key, page])));
  readonly #mediaByKey = once(() => new Map(this.media().map((node) => [node.key, node])));

  /**
   * Finds a page by its key or path.
   * @param root the key of the root that the path is below. Default: the first page with the path counts
   */
  page(target: string, root?: Key): Page | undefined {
    const key = parseKey(target);
    if (key !== undefined) return this.#pagesByKey().get(key);
    const path = normalPath(target);
    const named = this.#pagesByPath().get(path) ?? [];
    const found = root === undefined ? named[0] : named.find(({ route }) => route.startItem.id === root);
    // The segment of a root finds it, also if its URL has none.
    return found ?? (root === undefined ? this.#rootWithSegment(path) : undefined);
  }

  /** Finds a media node by its key, or by the names down to it, in any case. */
  mediaNode(target: string): DeliveredNode | undefined {
    const key = parseKey(target);
    return key === undefined ? this.#mediaByPath().get(normalPath(target))?.[0] : this.#mediaByKey().get(key);
  }

  /** The key of the root that the header `Start-Item` names by its key or segment, in any case. */
  startItem(name: string): Key | undefined {
    const key = parseKey(name);
    if (key === undefined) return this.#rootWithSegment(normalPath(name))?.key;
    return this.#roots().some((root) => root.key === key) ? key : undefined;
  }

  /** The nodes around another; `undefined` if there is no such node. */
  fetched(kind: Kind, { relation, of }: Fetch, root: Key | undefined): readonly DeliveredNode[] | undefined {
    const all = kind === "content" ? this.pages() : this.media();
    const tree = this.#site.trees[kind];
    // The root of the media tree is no node.
    if (kind === "media" && normalPath(of) === "") {
      return all.filter(({ index }) => tree.parentAt(index) === NO_PARENT);
    }
    const node = kind === "content" ? this.page(of, root) : this.mediaNode(of);
    if (node === undefined) return undefined;
    if (relation === "children") return all.filter(({ index }) => tree.parentAt(index) === node.index);
    const isBelow = (index: number, above: number) => index > above && index < tree.columns.end[above];
    return relation === "descendants"
      ? all.filter(({ index }) => isBelow(index, node.index))
      : all.filter(({ index }) => isBelow(node.index, index));
  }

  /** The pages of the tree below a root. */
  descendants(root: Key): readonly Page[] {
    return this.pages().filter(({ key, route }) => route.startItem.id === root && key !== root);
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
    const tree = this.#site.trees[kind];
    const { createDate, updateDate, sortOrder } = new NodeView(kind, tree, index).fields().all;
    return {
      key,
      type,
      name,
      index,
      level: tree.columns.level[index],
      sortOrder: Number(sortOrder ?? 0),
      createDate: typeof createDate === "string" ? createDate : null,
      updateDate: typeof updateDate === "string" ? updateDate : null,
    };
  }

  /** The names down to a media node, in lower case. */
  #mediaPath(index: number): string {
    if (index === NO_PARENT) return "";
    const { media } = this.#site.trees;
    const { name } = this.#language.summary("media", index);
    return `${this.#mediaPath(media.parentAt(index))}/${name.toLowerCase()}`;
  }

  readonly #roots = once(() => this.pages().filter(({ level }) => level === 1));

  #rootWithSegment(segment: string): Page | undefined {
    return this.#roots().find(({ route }) => normalPath(route.startItem.path) === segment);
  }
}

/** Limits properties to those that `fields` selects, also of nodes and elements in their values. */
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
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // A malformed path is compared as it is.
  }
  return decoded.replaceAll(/^\/+|\/+$/g, "").toLowerCase();
}

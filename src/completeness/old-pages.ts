/** The pages of a site that visitors see, in each of its languages, and what is known of its nodes. */

import { memoryStore } from "../decode/nodes-in-languages.ts";
import { SiteLines } from "../decode/site-lines.ts";
import { parseNodeText } from "../json/node-text.ts";
import { KINDS, type Kind } from "../operations.ts";
import { isSameLanguage } from "../site/languages.ts";
import { hostsOf } from "../site/own-hosts.ts";
import type { SiteData } from "../site/site-data.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { NodeNames } from "../site/tree/node-names.ts";
import { parseUdi } from "../site/udi.ts";
import { parseAddress, sameAddress } from "../site/urls/address.ts";

/** A page of a site in one language. */
export type SitePage = {
  key: Key;
  type: string;
  /** Absent if the page is the same in all languages. */
  language: string | undefined;
  name: string;
  url: string | undefined;
  /** That of its domain. Default: none is known. */
  host?: string;
  /** Its URLs in languages in which nothing else of it differs. Default: none. */
  otherUrls?: readonly { language: string; url: string; host?: string }[];
  /** The node above, which may be unpublished. */
  parent: Key | null;
  /** Whether the node has a template. Nodes without one are parts of pages, unless no node of the site has one. */
  hasTemplate: boolean;
  properties: object;
};

type LineInLanguage = {
  path?: string | null;
  host?: string | null;
  name?: string | null;
  published?: boolean;
  properties?: object;
};

/** What a line of an export has of a page. */
type ExportedLine = {
  contentType: string | null;
  name: string | null;
  parent: Key | null;
  template?: string | null;
  route: { path: string | null } | null;
  host?: string | null;
  published: boolean;
  properties: object;
  cultures: Readonly<Record<string, LineInLanguage>>;
};

type PageOptions = {
  /** The only language. Default: all. */
  culture?: string;
  /** Only this node and its descendants. Default: all pages. */
  below?: (key: Key) => boolean;
};

/** Reads the published pages with their decoded values. @throws errors of loading another language */
export async function sitePages(data: SiteData, { culture, below }: PageOptions = {}): Promise<SitePage[]> {
  const lines = await SiteLines.read(data, { kinds: ["content"], store: memoryStore() });
  const pages: SitePage[] = [];
  const within = new Set<Key>();
  const isWanted = (language: string) => culture === undefined || isSameLanguage(language, culture);
  for (const { key, text } of lines.lines("content")) {
    const line: ExportedLine = JSON.parse(text);
    const { contentType: type, cultures, parent, properties, published, route } = line;
    if (below && !below(key) && (parent === null || !within.has(parent))) continue;
    within.add(key);
    const common = { key, type: type ?? "", parent, hasTemplate: Boolean(line.template) };
    // A node that does not vary has an entry for a language in which only its path or host differs.
    const languages = Object.entries(cultures).filter(([, own]) => own.properties !== undefined);
    if (languages.length === 0 && published !== false) {
      const url = route?.path ?? undefined;
      const otherUrls = Object.entries(cultures).flatMap(([language, { path, host }]) =>
        path ? { language, url: path, ...(host && { host }) } : [],
      );
      const own = { language: undefined, name: line.name ?? "", url, ...(line.host && { host: line.host }) };
      pages.push({ ...common, ...own, otherUrls, properties });
    }
    for (const [language, { name, path, host, published, properties: own }] of languages) {
      if (published === false || !isWanted(language)) continue;
      const url = path ?? undefined;
      const address = { url, ...(host && { host }) };
      pages.push({
        ...common,
        language,
        name: name ?? "",
        ...address,
        properties: { ...properties, ...own },
      });
    }
  }
  return pages;
}

/** What is known of the nodes of a site. */
export class SiteNodesByKey {
  readonly #data: SiteData;
  readonly #names: Readonly<Record<Kind, NodeNames>>;
  readonly #pages = new Map<Key, SitePage>();
  /** By the path of a URL. */
  readonly #byPath = new Map<string, Key>();
  /** The hosts of the site, without ports. */
  readonly hosts: ReadonlySet<string>;

  constructor(data: SiteData, pages: readonly SitePage[]) {
    this.#data = data;
    this.#names = { content: new NodeNames(data.trees.content), media: new NodeNames(data.trees.media) };
    const hosts = new Set(hostsOf(data));
    for (const page of pages) {
      if (!this.#pages.has(page.key)) this.#pages.set(page.key, page);
      this.#addPath(page.url, page.key);
      for (const { url } of page.otherUrls ?? []) this.#addPath(url, page.key);
      const origin = page.url === undefined ? undefined : parseAddress(page.url)?.origin;
      if (origin !== undefined) hosts.add(new URL(origin).hostname);
    }
    this.hosts = hosts;
    const { media } = data.trees;
    for (let index = 0; index < media.size; index++)
      this.#addPath(urlAt(data, "media", index), media.keyAt(index));
  }

  #addPath(url: string | undefined, key: Key): void {
    const path = url === undefined ? undefined : comparablePath(url);
    if (path !== undefined && !this.#byPath.has(path)) this.#byPath.set(path, key);
  }

  /** Yields the media with a URL. */
  *mediaUrls(): Generator<{ key: Key; url: string }, void> {
    const { media } = this.#data.trees;
    for (let index = 0; index < media.size; index++) {
      const url = urlAt(this.#data, "media", index);
      if (url) yield { key: media.keyAt(index), url };
    }
  }

  /** Yields the keys of all nodes. */
  *keys(): Generator<Key, void> {
    for (const kind of KINDS) {
      const tree = this.#data.trees[kind];
      for (let index = 0; index < tree.size; index++) yield tree.keyAt(index);
    }
    for (const key of this.#pages.keys()) yield key;
  }

  has(key: Key): boolean {
    return this.#pages.has(key) || this.#at(key) !== undefined;
  }

  isMedia(key: Key): boolean {
    return this.#data.trees.media.findKey(key) >= 0;
  }

  #at(key: Key): { kind: Kind; index: number } | undefined {
    for (const kind of KINDS) {
      const index = this.#data.trees[kind].findKey(key);
      if (index >= 0) return { kind, index };
    }
    return undefined;
  }

  /** The key of the node at a path; `undefined` if the site has none there. @param path as `comparablePath` returns it */
  keyAtPath(path: string): Key | undefined {
    return this.#byPath.get(path);
  }

  /** The name of a node. */
  nameOf(key: Key): string | undefined {
    const at = this.#at(key);
    return at ? this.#names[at.kind].at(at.index) : this.#pages.get(key)?.name;
  }

  /** A node, for a list of accepted losses. */
  lostNode(key: Key) {
    const at = this.#at(key);
    if (!at) return { key, type: this.#pages.get(key)?.type, url: this.#pages.get(key)?.url };
    const { type } = parseNodeText(this.#data.trees[at.kind].text(at.index, "item"));
    return {
      key,
      id: this.#data.hasDerivedIds ? undefined : this.#data.trees[at.kind].idAt(at.index),
      type: at.kind === "content" && typeof type === "string" ? type : undefined,
      url: this.#pages.get(key)?.url ?? urlAt(this.#data, at.kind, at.index),
    };
  }

  /** The id and the names on the way to a page. */
  location({ key, name }: SitePage): { id?: number; path: readonly string[] } {
    const index = this.#data.trees.content.findKey(key);
    if (index < 0) return { path: [name] };
    const id = this.#data.hasDerivedIds ? undefined : this.#data.trees.content.idAt(index);
    return { id, path: [...this.#names.content.above(index), this.#names.content.at(index)] };
  }
}

function urlAt(data: SiteData, kind: Kind, index: number): string | undefined {
  const { url } = parseNodeText(data.trees[kind].text(index, "item"));
  return typeof url === "string" ? url : undefined;
}

/** The key of a node in a reference, by its key or UDI. */
export function keyInText(text: string): Key | undefined {
  return parseUdi(text)?.key ?? parseKey(text);
}

/** The path of a URL without its host and query, in the form in which paths are compared. */
export function comparablePath(url: string): string | undefined {
  const address = parseAddress(url);
  return address && sameAddress({ path: address.path, query: "" });
}

/** Compares the pages of an old site, in all languages, with a finished import: what is missing of each, and what has changed. */

import type { AcceptedLosses } from "../analysis/accepted-losses.ts";
import { memoryStore, SiteLines } from "../decode/site-lines.ts";
import { parseNodeText } from "../json/node-text.ts";
import { KINDS, type Kind } from "../operations.ts";
import { entryIn } from "../site/map-entries.ts";
import type { SiteData } from "../site/site-data.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { NodeNames } from "../site/tree/node-names.ts";
import { parseUdi } from "../site/udi.ts";
import { parseAddress, sameAddress } from "../site/urls/address.ts";
import { spaceFolded } from "../site/values/visible-html.ts";
import { type FinishedImport, type ImportRow, type KnownPart, matchingLanguage } from "./import-listing.ts";
import { type PageContent, PageReader, type PageReference } from "./page-content.ts";
import { missingWords, phrases, Words } from "./word-match.ts";

/** How many the old page has, and descriptions of the ones that the new page lacks. */
type Loss = { count: number; lost: number; missing: readonly string[] };

/** What a page consists of, in the order in which losses are printed. */
export const PAGE_PARTS = ["words", "references", "images", "elements"] as const;
export type PagePart = (typeof PAGE_PARTS)[number];

export type PageCheck = {
  key: Key;
  /** Absent if the data has no ids, or the page exists in other languages alone. */
  id?: number;
  type: string;
  /** The names of the ancestors, and of the page. */
  path: readonly string[];
  /** Absent if the page is the same in all languages. */
  language?: string;
  /** `unread` if the page is there, but must not be read. */
  state: "imported" | "missing" | "unread";
  losses: Readonly<Record<PagePart, Loss>>;
  /** The old name and the new one, if they differ. */
  name?: readonly [before: string, after: string];
  /** The old URL and the new one, if their paths differ. */
  url?: readonly [before: string, after: string];
};

/** How many the old site has, and how many of them the new one. */
export type Kept = { old: number; kept: number };

export type ImportCheck = {
  /** A check of each page in each of its languages, the worst first, without those whose loss is accepted. */
  pages: readonly PageCheck[];
  /** Pages count once, in whatever languages. A part that the import says nothing about is absent. */
  totals: { pages: Kept } & Partial<Record<PagePart, Kept>>;
  /** By language, if the site has several. */
  languages: readonly { language: string; pages: Kept; words: Kept }[];
  /** Nodes of the import that the old site lacks. */
  extra: readonly ImportRow[];
  /** How many lost pages and parts are accepted. */
  accepted: number;
};

/** Whether a page has lost anything. */
export function hasLosses({ state, losses }: PageCheck): boolean {
  return state === "missing" || PAGE_PARTS.some((part) => losses[part].lost > 0);
}

/** A page of the old site in one language. */
type OldPage = {
  key: Key;
  type: string;
  language: string | undefined;
  name: string;
  url: string | undefined;
  properties: object;
};

/**
 * @param data the old site, with its URLs
 * @param accepted losses that do not count. Default: none
 * @throws errors of loading another language
 */
export async function checkImport(
  data: SiteData,
  imported: FinishedImport,
  accepted?: AcceptedLosses,
): Promise<ImportCheck> {
  const pages = await oldPages(data);
  const site = new OldSite(data, pages);
  const rows = rowsByKey(imported.rows, languagesOf(pages));
  const targets = new ReferenceTargets(site, imported.rows);
  const isLeftOut = (type: string, alias: string) => accepted?.hasProperty(type, alias) === true;
  const reader = new PageReader(data.types(), isLeftOut);
  const isAccepted = (key: Key) => accepted?.hasNode(site.lostNode(key)) === true;
  const isKnownLoss = ({ target, url }: PageReference) => {
    const key = site.keyOf(target);
    return (
      (key !== undefined && isAccepted(key)) || (url !== undefined && accepted?.hasNode({ url }) === true)
    );
  };
  // Lines about nodes that are not lost name something, too.
  if (accepted) for (const key of site.keys()) isAccepted(key);
  const checks: PageCheck[] = [];
  let count = 0;
  for (const page of pages) {
    const content = reader.content(page.type, page.properties);
    if (isAccepted(page.key)) {
      count++;
      continue;
    }
    const own = rows.of(page);
    const isKept = targets.in(own);
    const isAcceptedLoss = (reference: PageReference) => !isKept(reference) && isKnownLoss(reference);
    const references = distinct(content.references, site);
    const wanted = accepted ? references.filter((reference) => !isAcceptedLoss(reference)) : references;
    count += references.length - wanted.length;
    checks.push(checkPage(page, { ...content, references: wanted }, own, { site, isKept, imported }));
  }
  const order = new Map(checks.map((check, i) => [check, i]));
  checks.sort((a, b) => badness(b) - badness(a) || (order.get(a) ?? 0) - (order.get(b) ?? 0));
  return {
    pages: checks,
    totals: totalsOf(checks, imported.known),
    languages: languageTotals(checks),
    extra: extraRows(imported.rows, site, languagesOf(pages)),
    accepted: count,
  };
}

/** A missing page is worse than any that lost a part. */
function badness({ state, losses }: PageCheck): number {
  const parts = losses.references.lost + losses.images.lost + losses.elements.lost;
  return (state === "missing" ? 1e9 : 0) + losses.words.lost * 10 + parts * 10;
}

/** What a line of an export has of a page. */
type ExportedLine = {
  contentType: string | null;
  name: string | null;
  route: { path: string | null } | null;
  published: boolean;
  properties: object;
  cultures: Readonly<
    Record<string, { path?: string | null; name: string | null; published?: boolean; properties: object }>
  >;
};

/** The pages that visitors see, with their decoded values, in each language. */
async function oldPages(data: SiteData): Promise<OldPage[]> {
  const lines = await SiteLines.read(data, { kinds: ["content"], store: memoryStore() });
  const pages: OldPage[] = [];
  for (const { key, text } of lines.lines("content")) {
    const line: ExportedLine = JSON.parse(text);
    const { contentType: type, cultures, properties, published, route } = line;
    const common = { key, type: type ?? "" };
    const languages = Object.entries(cultures);
    if (languages.length === 0 && published !== false) {
      const url = route?.path ?? undefined;
      pages.push({ ...common, language: undefined, name: line.name ?? "", url, properties });
    }
    for (const [language, { name, path, published, properties: own }] of languages) {
      if (published === false) continue;
      const url = path ?? undefined;
      pages.push({ ...common, language, name: name ?? "", url, properties: { ...properties, ...own } });
    }
  }
  return pages;
}

/** What is known of the nodes of the old site. */
class OldSite {
  readonly #data: SiteData;
  readonly #names: Readonly<Record<Kind, NodeNames>>;
  readonly #pages = new Map<Key, OldPage>();
  /** By the path of a URL. */
  readonly #byPath = new Map<string, Key>();

  constructor(data: SiteData, pages: readonly OldPage[]) {
    this.#data = data;
    this.#names = { content: new NodeNames(data.trees.content), media: new NodeNames(data.trees.media) };
    for (const page of pages) {
      if (!this.#pages.has(page.key)) this.#pages.set(page.key, page);
      this.#addPath(page.url, page.key);
    }
    const { media } = data.trees;
    for (let index = 0; index < media.size; index++)
      this.#addPath(urlAt(data, "media", index), media.keyAt(index));
  }

  #addPath(url: string | undefined, key: Key): void {
    const path = url === undefined ? undefined : pathOf(url);
    if (path !== undefined && !this.#byPath.has(path)) this.#byPath.set(path, key);
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

  #at(key: Key): { kind: Kind; index: number } | undefined {
    for (const kind of KINDS) {
      const index = this.#data.trees[kind].findKey(key);
      if (index >= 0) return { kind, index };
    }
    return undefined;
  }

  /** The key of a node by its key, its UDI or its URL; `undefined` if the site has no such node. */
  keyOf(target: string): Key | undefined {
    const key = keyIn(target);
    if (key !== undefined) return key;
    const address = parseAddress(target.replace(/^~/, ""));
    return address && address.origin === undefined ? this.#byPath.get(foldedPath(address.path)) : undefined;
  }

  /** The name of a node. */
  nameOf(key: Key): string | undefined {
    const at = this.#at(key);
    return at ? this.#names[at.kind].at(at.index) : this.#pages.get(key)?.name;
  }

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
  location({ key, name }: OldPage): Pick<PageCheck, "id" | "path"> {
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

function keyIn(text: string): Key | undefined {
  return parseUdi(text)?.key ?? parseKey(text);
}

function pathOf(url: string): string | undefined {
  const address = parseAddress(url);
  return address && foldedPath(address.path);
}

function foldedPath(path: string): string {
  return sameAddress({ path, query: "" });
}

/** The languages that pages have. */
function languagesOf(pages: readonly OldPage[]): readonly string[] {
  return [...new Set(pages.flatMap(({ language }) => language ?? []))];
}

/** A row without a language is about the page in all its languages. */
function rowsByKey(rows: readonly ImportRow[], languages: readonly string[]) {
  const byKey = new Map<Key, ImportRow[]>();
  for (const row of rows) entryIn(byKey, row.key, () => []).push(row);
  return {
    of: ({ key, language }: OldPage): readonly ImportRow[] => {
      const all = byKey.get(key) ?? [];
      if (language === undefined) return all;
      return all.filter((row) => !row.language || matchingLanguage(row.language, languages) === language);
    },
  };
}

/** Rows of nodes that the old site lacks, or lacks in this language: the first of each. */
function extraRows(rows: readonly ImportRow[], site: OldSite, languages: readonly string[]): ImportRow[] {
  const extra = new Map<string, ImportRow>();
  for (const row of rows) {
    const { key, language } = row;
    const isOther = language && languages.length > 0 && matchingLanguage(language, languages) === undefined;
    const name = isOther ? `${key} ${language}` : key;
    if ((isOther || !site.has(key)) && !extra.has(name)) extra.set(name, row);
  }
  return [...extra.values()];
}

/** Each node or URL once: as an image if it is shown anywhere. */
function distinct(references: readonly PageReference[], site: OldSite): PageReference[] {
  const once = new Map<string, PageReference>();
  for (const reference of references) {
    const name = `${reference.isImage} ${site.keyOf(reference.target) ?? reference.target} ${reference.element}`;
    if (!once.has(name)) once.set(name, reference);
  }
  return [...once.values()];
}

/** Compares references by their nodes: a new URL is that of the node which the import has there. */
class ReferenceTargets {
  readonly #site: OldSite;
  readonly #newKeys = new Map<string, Key>();
  readonly #origins = new Set<string>();

  constructor(site: OldSite, rows: readonly ImportRow[]) {
    this.#site = site;
    for (const { key, url } of rows) {
      const address = url === undefined ? undefined : parseAddress(url);
      if (address === undefined) continue;
      if (address.origin !== undefined) this.#origins.add(address.origin);
      const path = foldedPath(address.path);
      if (!this.#newKeys.has(path)) this.#newKeys.set(path, key);
    }
  }

  /** Returns a test whether a page of the import has a reference of the old page. */
  in(rows: readonly ImportRow[]): (reference: PageReference) => boolean {
    const references = rows.flatMap((row) => row.references ?? []);
    const found = new Set(references.map((each) => this.#targetOf(each)));
    const files = new Set(references.flatMap((each) => fileName(each) ?? []));
    return ({ target, url }) => {
      const key = this.#site.keyOf(target);
      if (found.has(key ?? this.#targetOf(target))) return true;
      if (url === undefined) return false;
      // Importers put files into other folders.
      const file = fileName(url);
      return found.has(this.#targetOf(url)) || (file !== undefined && files.has(file));
    };
  }

  #targetOf(written: string): string {
    const key = keyIn(written);
    if (key !== undefined) return key;
    const address = parseAddress(written.replace(/^~/, ""));
    if (address === undefined) return written;
    if (address.origin !== undefined && !this.#origins.has(address.origin)) return sameAddress(address);
    const path = foldedPath(address.path);
    return this.#newKeys.get(path) ?? this.#site.keyOf(address.path) ?? path;
  }
}

/** The name of the file in lower case; `undefined` if a path does not end with one. */
function fileName(url: string): string | undefined {
  const path = keyIn(url) === undefined ? parseAddress(url)?.path : undefined;
  return path === undefined ? undefined : /\/([^/]+\.[a-z0-9]{1,10})$/i.exec(foldedPath(path))?.[1];
}

type Against = {
  site: OldSite;
  /** Whether the new page has a reference of the old one. */
  isKept: (reference: PageReference) => boolean;
  imported: FinishedImport;
};

function checkPage(
  page: OldPage,
  content: PageContent,
  rows: readonly ImportRow[],
  { site, isKept, imported }: Against,
): PageCheck {
  const { known, refused } = imported;
  const isUnread = refused?.has(page.key) === true;
  const isThere = rows.length > 0;
  const texts = content.texts.map(({ text }) => new Words(text));
  const newText = rows.flatMap(({ text }) => text ?? []).join("\n");
  const isComparing = (part: KnownPart) => !isUnread && (!isThere || known.has(part));
  const missing = isComparing("text") ? missingWords(texts, newText) : texts.map(() => []);
  const lost = isComparing("references") ? content.references.filter((each) => !isKept(each)) : [];
  const labelOf = ({ target, label }: PageReference) => site.nameOf(site.keyOf(target) ?? "") || label;
  const lossOf = (isImage: boolean): Loss => {
    const all = labelsOnce(
      content.references.filter((each) => each.isImage === isImage),
      labelOf,
    );
    const gone = labelsOnce(
      lost.filter((each) => each.isImage === isImage),
      labelOf,
    );
    return { count: all.length, lost: gone.length, missing: gone };
  };
  return {
    key: page.key,
    ...site.location(page),
    type: page.type,
    language: page.language,
    state: isUnread ? "unread" : isThere ? "imported" : "missing",
    losses: {
      words: {
        count: texts.reduce((sum, { words }) => sum + words.length, 0),
        lost: missing.reduce((sum, { length }) => sum + length, 0),
        missing: texts.flatMap((text, i) => phrases(text, missing[i])),
      },
      references: lossOf(false),
      images: lossOf(true),
      elements: isUnread
        ? { count: 0, lost: 0, missing: [] }
        : lostElements(content, texts, missing, lost, isComparing),
    },
    ...(isThere && changesOf(page, rows)),
  };
}

function labelsOnce(
  references: readonly PageReference[],
  labelOf: (reference: PageReference) => string,
): string[] {
  return [...new Map(references.map((each) => [each.target, labelOf(each)])).values()];
}

/**
 * An element is lost if the new page lacks most of its words, or has none of its references if it has no words. Elements with
 * neither are not counted.
 */
function lostElements(
  { texts, references, elements }: PageContent,
  words: readonly Words[],
  missing: readonly (readonly number[])[],
  lost: readonly PageReference[],
  isComparing: (part: KnownPart) => boolean,
): Loss {
  const counts = elements.map(() => ({ words: 0, missing: 0, references: 0, lost: 0 }));
  texts.forEach(({ element }, i) => {
    if (element === undefined) return;
    counts[element].words += words[i].words.length;
    counts[element].missing += missing[i].length;
  });
  for (const { element } of references) if (element !== undefined) counts[element].references++;
  for (const { element } of lost) if (element !== undefined) counts[element].lost++;
  let count = 0;
  const gone: string[] = [];
  counts.forEach((each, i) => {
    const isByWords = each.words > 0;
    if (!isByWords && each.references === 0) return;
    if (!isComparing(isByWords ? "text" : "references")) return;
    count++;
    const isLost = isByWords ? each.missing * 2 > each.words : each.lost === each.references;
    if (isLost) gone.push(`${elements[i].type} in ${elements[i].property.replace(/^[^.]*\./, "")}`);
  });
  return { count, lost: gone.length, missing: gone };
}

function changesOf(page: OldPage, rows: readonly ImportRow[]): Pick<PageCheck, "name" | "url"> {
  // What is said of all languages does not count beside what is said of this one.
  const ofLanguage = rows.filter(({ language }) => language);
  const own = ofLanguage.length > 0 ? ofLanguage : rows;
  const names = own.flatMap(({ name }) => name ?? []);
  const urls = own.flatMap(({ url }) => url ?? []);
  const name = spaceFolded(page.name);
  const path = page.url === undefined ? undefined : pathOf(page.url);
  const isRenamed = names.length > 0 && !names.some((each) => spaceFolded(each) === name);
  const isMoved = path !== undefined && urls.length > 0 && !urls.some((each) => pathOf(each) === path);
  return {
    ...(isRenamed && { name: [page.name, names[0]] as const }),
    ...(isMoved && page.url !== undefined && { url: [page.url, urls[0]] as const }),
  };
}

function totalsOf(checks: readonly PageCheck[], known: ReadonlySet<KnownPart>): ImportCheck["totals"] {
  const [all, there] = [new Set<Key>(), new Set<Key>()];
  for (const { key, state } of checks) {
    all.add(key);
    if (state !== "missing") there.add(key);
  }
  const needed = { words: "text", references: "references", images: "references", elements: "text" } as const;
  const parts = PAGE_PARTS.filter((part) => known.has(needed[part]));
  return {
    pages: { old: all.size, kept: there.size },
    ...Object.fromEntries(parts.map((part) => [part, sumOf(checks, part)])),
  };
}

function sumOf(checks: readonly PageCheck[], part: PagePart): Kept {
  const sum = { old: 0, kept: 0 };
  for (const { losses, state } of checks) {
    if (state === "unread") continue;
    sum.old += losses[part].count;
    sum.kept += losses[part].count - losses[part].lost;
  }
  return sum;
}

function languageTotals(checks: readonly PageCheck[]): ImportCheck["languages"] {
  const byLanguage = new Map<string, PageCheck[]>();
  for (const check of checks) if (check.language) entryIn(byLanguage, check.language, () => []).push(check);
  if (byLanguage.size < 2) return [];
  return Array.from(byLanguage, ([language, own]) => ({
    language,
    pages: { old: own.length, kept: own.filter(({ state }) => state !== "missing").length },
    words: sumOf(own, "words"),
  })).toSorted((a, b) => (a.language < b.language ? -1 : 1));
}

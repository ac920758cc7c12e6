/** What is wrong with a page of an import besides what it lacks: its URL, its encoding, texts of attributes, anchors and order. */
import type { TypeMap } from "../analysis/diff/type-map.ts";
import { entryIn } from "../site/map-entries.ts";
import type { Key } from "../site/tree/key.ts";
import { comparableUrl } from "../site/urls/address.ts";
import { comparableMarkup, markupIn, markupInValues } from "./comparable-text.ts";
import { type FinishedImport, type ImportRow, matchingLanguage } from "./import-listing.ts";
import { comparablePath, type SitePage } from "./old-pages.ts";
import { hashOf, type PageContent, PageReader } from "./page-content.ts";
import { Words } from "./word-match.ts";

/** The findings that are losses, then the other findings. */
export const LOSS_FINDINGS = ["same-url", "encoded", "broken"] as const;
export const FINDING_KINDS = [
  ...LOSS_FINDINGS,
  ...(["alt", "anchors", "duplicates", "parents", "order", "head-only"] as const),
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export type PageFinding = {
  is: FindingKind;
  /** What is wrong, in words. */
  text: string;
  /** `TYPE.ALIAS`, if it is known. */
  property?: string;
  /** Whether it is no loss, though others of its kind are. */
  isMinor?: boolean;
};

export function isLossFinding({ is, isMinor }: PageFinding): boolean {
  return !isMinor && LOSS_FINDINGS.some((each) => each === is);
}

/** The rows of a page with another URL, or the row of another page. */
type UrlRow = { key: Key; url: string };

/** Finds what is wrong with pages of an import. */
export class PageFindings {
  readonly #imported: Pick<FinishedImport, "rows" | "aliases">;
  readonly #names: TypeMap | undefined;
  readonly #languages: readonly string[];
  readonly #pages = new Map<Key, SitePage>();
  readonly #haveTemplates: boolean;
  /** By language and URL, the rows of pages. */
  readonly #atUrl = new Map<string, UrlRow[]>();
  readonly #newReader = new PageReader();

  /** @param pages all of the old site, in its order */
  constructor(
    pages: readonly SitePage[],
    imported: Pick<FinishedImport, "rows" | "aliases">,
    { names, languages }: { names: TypeMap | undefined; languages: readonly string[] },
  ) {
    this.#imported = imported;
    this.#names = names;
    this.#languages = languages;
    for (const page of pages) if (!this.#pages.has(page.key)) this.#pages.set(page.key, page);
    this.#haveTemplates = pages.some(({ hasTemplate }) => hasTemplate);
    const order = new Map([...this.#pages.keys()].map((key, at) => [key, at]));
    for (const { key, url, language } of imported.rows) {
      const at = order.has(key) && url ? this.#urlIn(language, url) : undefined;
      if (at === undefined || !url) continue;
      const rows = entryIn(this.#atUrl, at, () => []);
      if (!rows.some((each) => each.key === key)) rows.push({ key, url });
    }
    for (const rows of this.#atUrl.values()) {
      rows.sort((a, b) => (order.get(a.key) ?? 0) - (order.get(b.key) ?? 0));
    }
  }

  /** A URL with its fragment, since parts of one page are at fragments, and its language. */
  #urlIn(language: string | undefined, url: string): string | undefined {
    const comparable = comparableUrl(url);
    if (comparable === undefined) return undefined;
    const code = language ? (matchingLanguage(language, this.#languages) ?? language) : "";
    return `${code} ${comparable}#${hashOf(url) ?? ""}`;
  }

  /** @param rows those of the page, at least one */
  of(page: SitePage, content: PageContent, rows: readonly ImportRow[]): PageFinding[] {
    return [
      ...this.#sharedUrls(page, rows),
      ...encodedTexts(page, content, rows),
      ...lostAnchors(content, rows),
      ...duplicates(rows),
      ...this.otherParents(page, rows),
      ...this.#otherOrder(content, rows),
    ];
  }

  /** Of several pages at one URL, visitors see one. Parts of pages have no URL of their own, nor have pages that shared it before. */
  #sharedUrls(page: SitePage, rows: readonly ImportRow[]): PageFinding[] {
    const before = page.url === undefined ? undefined : comparableUrl(page.url);
    if (before === undefined || (this.#haveTemplates && !page.hasTemplate)) return [];
    for (const { url, language } of rows) {
      const others = (url && this.#atUrl.get(this.#urlIn(language, url) ?? "")) || [];
      const first = others.find(({ key }) => this.#isPageAtAnotherUrl(key, before) || key === page.key);
      if (first === undefined || first.key === page.key) continue;
      const { name } = this.#pages.get(first.key) ?? { name: first.key };
      return [{ is: "same-url", text: `has the URL of ${name}: ${url}` }];
    }
    return [];
  }

  #isPageAtAnotherUrl(key: Key, url: string): boolean {
    const page = this.#pages.get(key);
    if (page?.url === undefined || (this.#haveTemplates && !page.hasTemplate)) return false;
    return comparableUrl(page.url) !== url;
  }

  /**
   * The node above on the new site, or else the page above the new URL, is a page of the old site that was not above this one,
   * neither in the tree nor by its URL.
   */
  otherParents(page: SitePage, rows: readonly ImportRow[]): PageFinding[] {
    const above = new Set<Key>();
    for (let key = page.parent; key !== null && !above.has(key); key = this.#pages.get(key)?.parent ?? null) {
      above.add(key);
    }
    const before = comparablePath(urlAbove(page.url ?? "") ?? "");
    const isBefore = (key: Key) => {
      const url = this.#pages.get(key)?.url;
      return url !== undefined && comparablePath(url) === before;
    };
    for (const { url, language, parent } of rows) {
      const parentUrl = urlAbove(url ?? "");
      const at = parentUrl === undefined ? undefined : this.#urlIn(language, parentUrl);
      const atUrl = (at && this.#atUrl.get(at)) || [];
      const ofTree = parent && this.#pages.has(parent) ? [{ key: parent }] : [];
      const parents = parent === undefined ? atUrl : ofTree;
      const [first] = parents;
      if (
        first === undefined ||
        parents.some(({ key }) => above.has(key) || key === page.key || isBefore(key))
      )
        continue;
      const { name } = this.#pages.get(first.key) ?? { name: first.key };
      return [{ is: "parents", text: `is below ${name}: ${url}` }];
    }
    return [];
  }

  /** The order of texts in a property that both sides have as values. */
  #otherOrder(content: PageContent, rows: readonly ImportRow[]): PageFinding[] {
    if (this.#imported.aliases !== "all") return [];
    const [before, after] = [textsByProperty(content), new Map<string, string[]>()];
    for (const { properties } of rows) {
      if (!properties) continue;
      for (const [alias, { texts }] of textsByProperty(this.#newReader.content("", properties)))
        after.set(alias.toLowerCase(), [...(after.get(alias.toLowerCase()) ?? []), ...texts]);
    }
    return [...before].flatMap(([alias, { type, texts }]) => {
      const name = (this.#names?.aliasOf(type, alias) ?? alias).toLowerCase();
      const isOther = isReordered(texts, after.get(name) ?? []);
      return isOther
        ? [{ is: "order", text: `${alias} has another order`, property: `${type}.${alias}` }]
        : [];
    });
  }
}

/** The URL of the folder that a URL is in. */
function urlAbove(url: string): string | undefined {
  return /^(.*\/)[^/?#]+\/?(?:[?#].*)?$/s.exec(url)?.[1];
}

type PropertyTexts = { type: string; texts: string[] };

/**
 * The texts of each property of the page itself with those of its elements, in order. The properties of an element are in the
 * order of their aliases, since a type of the new site can have them in another one.
 */
function textsByProperty({ fields, elements, texts }: PageContent): Map<string, PropertyTexts> {
  const found = new Map<string, PropertyTexts>();
  const pathOf = (field: number): (string | number)[] => {
    const { element, alias } = fields[field];
    return element === undefined ? [] : [...pathOf(elements[element].field), element, alias];
  };
  const placed = texts.map(({ text, field }) => ({ text, field, path: pathOf(field) }));
  for (const { text, field } of placed.toSorted((a, b) => comparePaths(a.path, b.path))) {
    let own = fields[field];
    while (own.element !== undefined) own = fields[elements[own.element].field];
    entryIn(found, own.alias, () => ({ type: own.type, texts: [] })).texts.push(
      new Words(text).runs.join(" "),
    );
  }
  return found;
}

/** Elements by their position, then their properties by alias. */
function comparePaths(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  if (at < 0 || b[at] === undefined) return 0;
  return a[at] < b[at] ? -1 : 1;
}

/** Whether the texts that both sides have once, or all words, are there in another order. */
function isReordered(before: readonly string[], after: readonly string[]): boolean {
  if (before.join(" ") === after.join(" ")) return false;
  const countOf = (texts: readonly string[], text: string) => texts.filter((each) => each === text).length;
  const common = before.filter((text) => countOf(before, text) === 1 && countOf(after, text) === 1);
  const shared = new Set(common);
  if (after.filter((text) => shared.has(text)).some((text, at) => text !== common[at])) return true;
  const words = (texts: readonly string[]) => texts.join(" ").split(" ").toSorted().join(" ");
  return words(before) === words(after);
}

/** Visitors see entities or tags that the old page does not show. */
export function encodedTexts(
  page: Pick<SitePage, "name" | "properties">,
  content: PageContent,
  rows: readonly ImportRow[],
): PageFinding[] {
  const found = [...new Set(rows.flatMap(({ markup = [] }) => markup))];
  if (found.length === 0) return [];
  const before = new Set([...markupInValues(page.properties), ...markupIn(page.name)].map(comparableMarkup));
  return found
    .filter((each) => !before.has(comparableMarkup(each)))
    .map((each) => {
      const { runs } = new Words(each.replace(/&[#a-z0-9]+;/gi, " "));
      const [longest = ""] = runs.toSorted((a, b) => b.length - a.length);
      const text =
        longest === "" ? undefined : content.texts.find((own) => own.text.toLowerCase().includes(longest));
      const field = text && content.fields[text.field];
      return {
        is: "encoded",
        text: `visitors see ${each}`,
        ...(field && !each.startsWith("<") && { property: `${field.type}.${field.alias}` }),
      };
    });
}

/** A link to a part of a page is kept if the new page links to a part of this name, and has it if the old page has. */
export function lostAnchors(
  { anchors, ids, fields }: PageContent,
  rows: readonly ImportRow[],
): PageFinding[] {
  const parts = rows.flatMap(({ shown }) => shown ?? []);
  if (parts.length === 0 || anchors.length === 0) return [];
  const linked = new Set(parts.flatMap(({ uses }) => uses.flat().flatMap((url) => hashOf(url) ?? [])));
  const isThere = (hash: string) => parts.some((each) => each.ids.has(hash));
  const lost = anchors.filter(
    ({ hash, isOwn }) => !linked.has(hash) || (isOwn && ids.has(hash) && !isThere(hash)),
  );
  return [...new Map(lost.map((each) => [each.hash, each])).values()].map(({ hash, field }) => ({
    is: "anchors",
    text: linked.has(hash) ? `#${hash} is not on the page` : `no link to #${hash}`,
    property: `${fields[field].type}.${fields[field].alias}`,
  }));
}

/** A page that was imported twice has two URLs in a language, or its text twice. */
function duplicates(rows: readonly ImportRow[]): PageFinding[] {
  const urls = new Map<string, string>();
  const texts = new Set<string>();
  for (const { url, text, language = "", properties } of rows) {
    const path = url ? comparablePath(url) : undefined;
    const own = `${language} ${path}#${hashOf(url ?? "") ?? ""}`;
    const other = urls.get(language);
    if (path !== undefined && other !== undefined && other !== own) {
      return [{ is: "duplicates", text: `is imported twice: ${url}` }];
    }
    if (path !== undefined) urls.set(language, own);
    const all = text ? `${language} ${text} ${JSON.stringify(properties)}` : undefined;
    if (all !== undefined && texts.has(all)) return [{ is: "duplicates", text: "is imported twice" }];
    if (all !== undefined) texts.add(all);
  }
  return [];
}

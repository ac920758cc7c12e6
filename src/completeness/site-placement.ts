/** Finds where the pages of an old site are on a running one: the page at the URL of each, and the pages that show what is no page. */
import { entryIn } from "../site/map-entries.ts";
import type { Key } from "../site/tree/key.ts";
import { comparableText } from "./comparable-text.ts";
import { keyInText, type SitePage } from "./old-pages.ts";
import type { OldSite } from "./old-site.ts";
import type { PageContent } from "./page-content.ts";
import type { RenderedPage } from "./rendered-page.ts";
import { isNearlyAll } from "./shown-values.ts";
import type { SiteSnapshot, VisitedPage } from "./site-snapshot.ts";
import { pageAddress } from "./site-uses.ts";
import { Words, wholeText } from "./word-match.ts";

/** A text of an old page. */
export type OldText = {
  field: number;
  words: Words;
  /** As `wholeText` writes it. */
  whole: string;
  /** `TYPE.ALIAS` and `.ALIAS`. */
  property: string;
  alias: string;
};

/** An old page, or a node that is a part of pages, in one language. */
export type OldNode = {
  page: SitePage;
  content: PageContent;
  texts: readonly OldText[];
  /** Whether it is a page of its own, and no part of others. */
  isPage: boolean;
  state: "imported" | "missing" | "not-shown";
  /** Where it is on the new site, in words. */
  status: string;
};

/** A page of the new site, with the old pages at its URL and the nodes that are parts of it. */
export type NewPage = {
  address: string;
  visited: VisitedPage;
  page: RenderedPage;
  members: OldNode[];
  parts: OldNode[];
};

/** The texts of a new page, as `wholeText` writes them. */
type ShownTexts = { wholeContent: string; wholeFrame: string };

/** A node that is shown has at least as many words. */
const FEWEST_WORDS = 3;
/** So many words in a row are no coincidence. */
const PHRASE = 4;

export class SitePlacement {
  /** Without those whose loss is accepted. */
  readonly nodes: readonly OldNode[];
  /** How many are left out, since their loss is accepted. */
  readonly accepted: number;
  readonly #snapshot: SiteSnapshot;
  readonly #urlOf: (page: SitePage) => string | undefined;
  readonly #nodesByKey = new Map<Key, OldNode[]>();
  readonly #newPages = new Map<string, NewPage>();
  readonly #pageOf = new Map<OldNode, NewPage>();
  readonly #twins = new Set<OldNode>();

  /** Places the pages that have a URL. @param urlOf the URL that was requested for a page; `undefined` if there was none */
  constructor(old: OldSite, snapshot: SiteSnapshot, urlOf: (page: SitePage) => string | undefined) {
    this.#snapshot = snapshot;
    this.#urlOf = urlOf;
    const pages = old.pagesByUrl();
    const checked = pages.filter(({ key }) => !old.isAccepted(key));
    this.accepted = pages.length - checked.length;
    const haveTemplates = old.all.some(({ hasTemplate }) => hasTemplate);
    this.nodes = checked.map((page) => {
      const content = old.contentOf(page);
      const isPage = page.url !== undefined && (page.hasTemplate || !haveTemplates);
      return { page, content, isPage, texts: oldTexts(content), state: "missing", status: "no URL" };
    });
    for (const node of this.nodes) entryIn(this.#nodesByKey, node.page.key, () => []).push(node);
    for (const node of this.nodes) this.#placeAtUrl(node);
  }

  get newPages(): readonly NewPage[] {
    return [...this.#newPages.values()];
  }

  /** Yields the nodes that are on a page. */
  placed(): Iterable<[OldNode, NewPage]> {
    return this.#pageOf;
  }

  pageOf(node: OldNode): NewPage | undefined {
    return this.#pageOf.get(node);
  }

  nodesOf(key: Key): readonly OldNode[] {
    return this.#nodesByKey.get(key) ?? [];
  }

  /** Whether a node is the same page as another, in a language that has no URL of its own. */
  isTwin(node: OldNode): boolean {
    return this.#twins.has(node);
  }

  /** Whether the URL of a node leads to the own URL of another. */
  isMoved(node: OldNode, { address, members }: NewPage): boolean {
    const isAtHome = ({ page }: OldNode) => {
      const url = this.#urlOf(page);
      return url !== undefined && this.#addressOf(url) === address;
    };
    return !isAtHome(node) && members.some((other) => other.page.key !== node.page.key && isAtHome(other));
  }

  #placeAtUrl(node: OldNode): void {
    const { page } = node;
    const url = this.#urlOf(page);
    const visited = url === undefined ? undefined : this.#snapshot.pages.get(url);
    if (url === undefined || visited === undefined) return;
    node.status = visited.status;
    if (!visited.isThere || visited.page === undefined) return;
    const isHome = page.parent === null || pageAddress(url) === pageAddress(this.#snapshot.homeUrl);
    if (visited.isFrontPage && !isHome && !isMostlyIn(node, [wholePage(visited.page)])) return;
    const address = this.#addressOf(visited.finalUrl);
    const empty = { address, visited, page: visited.page, members: [], parts: [] };
    this.#put(
      node,
      entryIn(this.#newPages, address, () => empty),
      "members",
    );
  }

  #put(node: OldNode, newPage: NewPage, as: "members" | "parts"): void {
    // A page that is the same in two languages, at one URL, is one page.
    const isTwin = newPage[as].some(
      ({ page }) => page.key === node.page.key && page.properties === node.page.properties,
    );
    if (isTwin) {
      this.#twins.add(node);
      return;
    }
    newPage[as].push(node);
    this.#pageOf.set(node, newPage);
    node.state = "imported";
  }

  /** With its host, if the site has several. */
  #addressOf(url: string): string {
    const hosts = new Set(
      Array.from(this.#snapshot.origins, (origin) => new URL(origin).host.replace(/^www\./, "")),
    );
    const host = new URL(url).host.replace(/^www\./, "");
    return hosts.size > 1 ? `//${host}${pageAddress(url)}` : pageAddress(url);
  }

  /**
   * Places the nodes that are no pages: each is a part of the page that has most of its words: of one that refers to it, of one above
   * it, else of any page of its language.
   */
  placeParts(textsOf: (newPage: NewPage) => ShownTexts): void {
    const referring = new Map<Key, OldNode[]>();
    for (const node of this.nodes) {
      for (const key of new Set(node.content.references.flatMap(({ target }) => keyInText(target) ?? []))) {
        entryIn(referring, key, () => []).push(node);
      }
    }
    const index = new WordIndex(this.newPages, textsOf);
    const isWhole = this.#typesOfPages();
    const parts = this.nodes.filter(
      (node) => node.state !== "imported" && !node.isPage && !this.#twins.has(node),
    );
    for (const node of parts) {
      const { page } = node;
      const near = [...this.#above(page), ...(referring.get(page.key) ?? [])].flatMap((each) => {
        const newPage = isInLanguage(each.page, page) ? this.#pageOf.get(each) : undefined;
        return newPage ?? [];
      });
      const shown =
        index.best(node, new Set(near)) ?? index.best(node, index.candidates(node, page.language));
      // A node without texts is looked for where something refers to it.
      const newPage = shown ?? (node.texts.length === 0 ? near[0] : undefined);
      if (newPage) {
        node.status = `part of ${newPage.address}`;
        this.#put(node, newPage, "parts");
      } else if (page.url === undefined || !isWhole(page.type)) node.state = "not-shown";
    }
  }

  /** Types of which nearly all nodes have a page: another one without a page has lost it. */
  #typesOfPages(): (type: string) => boolean {
    const counts = new Map<string, { all: number; placed: number }>();
    for (const { page, state } of this.nodes) {
      const count = entryIn(counts, page.type, () => ({ all: 0, placed: 0 }));
      count.all++;
      if (state === "imported") count.placed++;
    }
    return (type) => {
      const { all, placed } = counts.get(type) ?? { all: 0, placed: 0 };
      return placed > 0 && isNearlyAll(placed, all);
    };
  }

  /** The nodes above, the nearest first. */
  #above({ parent }: SitePage): OldNode[] {
    const found: OldNode[] = [];
    const seen = new Set<Key>();
    for (let key = parent; key !== null && !seen.has(key); ) {
      seen.add(key);
      const nodes = this.nodesOf(key);
      for (const node of nodes) found.push(node);
      key = nodes[0]?.page.parent ?? null;
    }
    return found;
  }
}

function oldTexts(content: PageContent): OldText[] {
  return content.texts.map(({ text, field }) => ({
    field,
    words: new Words(text),
    whole: wholeText(text),
    property: propertyOf(content, field),
    alias: `.${content.fields[field].alias}`,
  }));
}

/** `TYPE.ALIAS`. */
export function propertyOf({ fields }: PageContent, field: number): string {
  return `${fields[field].type}.${fields[field].alias}`;
}

function wholePage({ content, frame }: RenderedPage): string {
  return wholeText([...content, ...frame].map(comparableText).join("\n"));
}

/** The language of a page, as the old site names it; empty if none is known. */
export function languageOf({ members, parts, page }: NewPage): string {
  return (members[0] ?? parts[0])?.page.language ?? page.language ?? "";
}

function isInLanguage(one: SitePage, other: SitePage): boolean {
  return one.language === undefined || other.language === undefined || one.language === other.language;
}

/** How many of the words of a node are there, as whole texts or in phrases. */
function wordsIn({ texts }: OldNode, zones: readonly string[]): number {
  const isThere = (phrase: string) => zones.some((zone) => zone.includes(phrase));
  return texts.reduce((sum, { words, whole }) => {
    if (isThere(whole)) return sum + words.words.length;
    const { runs } = words;
    const found = new Set<number>();
    for (let at = 0; at + PHRASE <= runs.length; at++) {
      if (!isThere(` ${runs.slice(at, at + PHRASE).join(" ")} `)) continue;
      for (let run = at; run < at + PHRASE; run++) found.add(run);
    }
    return sum + found.size;
  }, 0);
}

/** Whether more than half of the words of a node are there. */
function isMostlyIn(node: OldNode, zones: readonly string[]): boolean {
  const all = node.texts.reduce((sum, { words }) => sum + words.words.length, 0);
  return all >= FEWEST_WORDS && wordsIn(node, zones) * 2 > all;
}

/** Finds the pages that may show a node by its rarest words. */
class WordIndex {
  readonly #textsOf: (newPage: NewPage) => ShownTexts;
  readonly #pagesWith = new Map<string, NewPage[]>();
  readonly #all: readonly NewPage[];

  constructor(newPages: readonly NewPage[], textsOf: (newPage: NewPage) => ShownTexts) {
    this.#textsOf = textsOf;
    this.#all = newPages;
  }

  /** The pages of a language that have one of the three rarest words of a node. */
  candidates({ texts }: OldNode, language: string | undefined): Set<NewPage> {
    if (this.#pagesWith.size === 0) {
      for (const newPage of this.#all) {
        const { wholeContent, wholeFrame } = this.#textsOf(newPage);
        for (const run of new Set(`${wholeContent}${wholeFrame}`.split(" ")))
          entryIn(this.#pagesWith, run, () => []).push(newPage);
      }
    }
    const runs = [...new Set(texts.flatMap(({ words }) => words.runs))].filter((run) =>
      this.#pagesWith.has(run),
    );
    const countOf = (run: string) => this.#pagesWith.get(run)?.length ?? 0;
    const rarest = runs.toSorted((a, b) => countOf(a) - countOf(b)).slice(0, 3);
    const pages = rarest.flatMap((run) => this.#pagesWith.get(run) ?? []);
    return new Set(pages.filter((newPage) => language === undefined || languageOf(newPage) === language));
  }

  /** The page that has most of the words of a node, if these are more than half. */
  best(node: OldNode, pages: ReadonlySet<NewPage>): NewPage | undefined {
    let best: { newPage: NewPage; weight: number } | undefined;
    for (const newPage of pages) {
      const { wholeContent, wholeFrame } = this.#textsOf(newPage);
      if (!isMostlyIn(node, [wholeContent, wholeFrame])) continue;
      const weight = wordsIn(node, [wholeContent, wholeFrame]);
      if (best === undefined || weight > best.weight) best = { newPage, weight };
    }
    return best?.newPage;
  }
}

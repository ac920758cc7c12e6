/** Checks the pages of an old site against a running site as visitors get it: what each shows in its content, its frame and its head. */

import { countIn, entryIn } from "../site/map-entries.ts";
import type { Key } from "../site/tree/key.ts";
import { type ImportCheck, importCheckOf } from "./check-import.ts";
import { type Compared, comparedLabels, type PageCheck, pageLosses } from "./check-page.ts";
import { comparableText, markupIn } from "./comparable-text.ts";
import type { ImportRow } from "./import-listing.ts";
import { comparablePath, keyInText, type SitePage } from "./old-pages.ts";
import type { OldSite } from "./old-site.ts";
import type { PageContent, PageReference, PageValue } from "./page-content.ts";
import { encodedTexts, lostAnchors, type PageFinding, PageFindings } from "./page-findings.ts";
import type { RenderedPage } from "./rendered-page.ts";
import {
  isNearlyAll,
  otherPages,
  plainText,
  ShownProperties,
  showsForm,
  ValueForms,
} from "./shown-values.ts";
import type { SiteSnapshot, VisitedPage } from "./site-snapshot.ts";
import { hasOtherQuery, pageAddress, pathEnd, SiteUses, usesOfEnd, type WantedEnd } from "./site-uses.ts";
import { missingWords, Words } from "./word-match.ts";

/** A text of an old page. */
type OldText = {
  field: number;
  words: Words;
  /** Its runs between spaces, as `wholeText` writes them. */
  whole: string;
  /** `TYPE.ALIAS` and `.ALIAS`. */
  property: string;
  alias: string;
};

/** An old page, or a node that is a part of pages, in one language. */
type OldNode = {
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
type NewPage = {
  address: string;
  visited: VisitedPage;
  page: RenderedPage;
  members: OldNode[];
  parts: OldNode[];
};

/** The texts of a new page by zone, and without what most pages have. */
type Zones = {
  /** Blocks of the content that are its own. */
  own: readonly string[];
  content: string;
  frame: string;
  head: string;
  /** As `wholeText` writes them. */
  wholeContent: string;
  wholeFrame: string;
  wholeHead: string;
  /** What values are looked for in. */
  plain: string;
};

/** Where the values of a property are found as whole texts. */
type PropertyZones = { texts: number; content: number; frame: number; head: number };

type SiteCheckOptions = {
  /** The URL that was requested for a page; `undefined` if there was none. */
  urlOf: (page: SitePage) => string | undefined;
  /** New URLs of files by key or old path. Default: none. */
  mapped?: ReadonlyMap<string, string>;
};

/** With fewer pages, nothing says what belongs to the site. */
const FEWEST_PAGES = 4;
/** With fewer texts of a property, nothing says where pages have it. */
const FEWEST_TEXTS = 5;
/** A node that is shown has at least as many words. */
const FEWEST_WORDS = 3;
/** So many words in a row are no coincidence. */
const PHRASE = 4;
/** A page with fewer words is empty, or rendered by script. */
const EMPTY_PAGE = 5;

/** A check, and the rows that were read, as a listing has them. */
type SiteCheck = { check: ImportCheck; rows: readonly ImportRow[] };

/** Whether nearly all pages have no text without running their scripts. */
export function isRenderedByScript({ pages }: SiteSnapshot): boolean {
  const read = [...pages.values()].flatMap(({ page }) => page ?? []);
  const wordsIn = ({ content, frame }: RenderedPage) =>
    new Words([...content, ...frame].join(" ")).words.length;
  const empty = read.filter((page) => wordsIn(page) < EMPTY_PAGE).length;
  return read.length > 0 && empty > 0 && isNearlyAll(empty, read.length);
}

/** Checks all pages. */
export function checkRunningSite(old: OldSite, snapshot: SiteSnapshot, options: SiteCheckOptions): SiteCheck {
  return new RunningSiteCheck(old, snapshot, options).run();
}

/** The text between spaces, in which ` a whole text ` is found at the borders of words. */
function wholeText(text: string): string {
  return ` ${new Words(text).runs.join(" ")} `;
}

function runsOf(text: string): string {
  return new Words(text).runs.join(" ");
}

class RunningSiteCheck {
  readonly #old: OldSite;
  readonly #snapshot: SiteSnapshot;
  readonly #options: SiteCheckOptions;
  readonly #nodes: OldNode[] = [];
  readonly #nodesByKey = new Map<Key, OldNode[]>();
  readonly #twins = new Set<OldNode>();
  readonly #newPages = new Map<string, NewPage>();
  readonly #pageOf = new Map<OldNode, NewPage>();
  readonly #zones = new Map<NewPage, Zones>();
  readonly #propertyZones = new Map<string, PropertyZones>();
  readonly #forms = new ValueForms();
  readonly #shown = new ShownProperties();
  #accepted = 0;

  constructor(old: OldSite, snapshot: SiteSnapshot, options: SiteCheckOptions) {
    this.#old = old;
    this.#snapshot = snapshot;
    this.#options = options;
    const haveTemplates = old.all.some(({ hasTemplate }) => hasTemplate);
    for (const page of old.pagesByUrl()) {
      if (old.isAccepted(page.key)) {
        this.#accepted++;
        continue;
      }
      const content = old.contentOf(page);
      const isPage = page.url !== undefined && (page.hasTemplate || !haveTemplates);
      const node: OldNode = {
        ...{ page, content, isPage, texts: textsOf(content) },
        ...{ state: "missing", status: "no URL" },
      };
      this.#nodes.push(node);
      entryIn(this.#nodesByKey, page.key, () => []).push(node);
    }
  }

  run(): SiteCheck {
    for (const node of this.#nodes) this.#place(node);
    this.#readZones();
    this.#placeParts();
    this.#learnZones();
    this.#learnValues();
    const uses = this.#readUses();
    const names = new ReservedNames(this.#newPages.values(), this.#zones, (node, key) =>
      this.#nameOf(node, key),
    );
    const ties = this.#countTies(names);
    const rows = [...this.#newPages.values()].flatMap((each) => this.#rowsOf(each));
    const findings = new PageFindings(
      this.#old.all,
      { rows },
      { names: undefined, languages: this.#languages() },
    );
    const checks = new Map<OldNode, PageCheck>();
    const notCompared = new NotCompared();
    const frames = new Set<string>();
    for (const newPage of this.#newPages.values()) {
      for (const [node, check] of this.#check(newPage, {
        uses,
        names,
        ties,
        findings,
        notCompared,
        frames,
      })) {
        checks.set(node, check);
      }
    }
    for (const { members } of this.#newPages.values()) notCompared.addNames(members.length);
    const nodes = this.#nodes.filter((node) => !this.#twins.has(node));
    const all = nodes.map((node) => checks.get(node) ?? this.#absent(node));
    const check = importCheckOf(all, {
      compared: new Set(["words", "references", "images", "elements", "values"]),
      ...notCompared,
      extra: [],
      accepted: this.#accepted,
      secrets: this.#old.secrets,
      languagesLeftOut: this.#old.languagesLeftOut,
    });
    return { check, rows };
  }

  #languages(): readonly string[] {
    return [...new Set(this.#nodes.flatMap(({ page }) => page.language ?? []))];
  }

  /** The page at the URL of a node. */
  #place(node: OldNode): void {
    const { page } = node;
    const url = this.#options.urlOf(page);
    const visited = url === undefined ? undefined : this.#snapshot.pages.get(url);
    if (url === undefined || visited === undefined) return;
    node.status = visited.status;
    if (!visited.isThere || visited.page === undefined) return;
    const isHome = page.parent === null || pageAddress(url) === pageAddress(this.#snapshot.homeUrl);
    if (visited.isFrontPage && !isHome && !isMostlyIn(node, wholePage(visited.page))) return;
    this.#put(node, visited, "members");
  }

  #put(node: OldNode, visited: VisitedPage, as: "members" | "parts"): void {
    const { page } = visited;
    if (page === undefined) return;
    const address = this.#addressOf(visited.finalUrl);
    const newPage = entryIn(this.#newPages, address, () => ({
      address,
      visited,
      page,
      members: [],
      parts: [],
    }));
    // A page that is the same in two languages, at one URL, is one page.
    const isTwin = newPage[as].some(
      (other) => other.page.key === node.page.key && other.page.properties === node.page.properties,
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

  /** Blocks that belong to the site are no content. */
  #readZones(): void {
    const common = new CommonCounts();
    for (const newPage of this.#newPages.values()) {
      const texts = newPage.members.flatMap((node) => node.texts);
      common.add(languageOf(newPage), countsOf(newPage.page.content), (block) => countBlockIn(texts, block));
    }
    for (const newPage of this.#newPages.values()) {
      const { content, frame, head, times } = newPage.page;
      const nth = new Map<string, number>();
      const own: string[] = [];
      const shared: string[] = [];
      for (const block of content) {
        const count = (nth.get(block) ?? 0) + 1;
        nth.set(block, count);
        (count <= common.of(languageOf(newPage), block) ? shared : own).push(block);
      }
      const texts = { content: textOf(own), frame: textOf([...frame, ...shared]), head: textOf(head) };
      this.#zones.set(newPage, {
        own,
        ...texts,
        wholeContent: wholeText(texts.content),
        wholeFrame: wholeText(texts.frame),
        wholeHead: wholeText(texts.head),
        plain: plainText([...content, ...times].join("\n")),
      });
    }
  }

  #zonesOf(newPage: NewPage): Zones {
    const zones = this.#zones.get(newPage);
    if (zones === undefined) throw new Error(`no zones of ${newPage.address}`);
    return zones;
  }

  /**
   * A node that is no page is a part of the page that has most of its words: of one that refers to it, of one above it, else of any
   * page of its language.
   */
  #placeParts(): void {
    const referring = new Map<Key, OldNode[]>();
    for (const node of this.#nodes) {
      for (const key of new Set(node.content.references.flatMap(({ target }) => keyInText(target) ?? []))) {
        entryIn(referring, key, () => []).push(node);
      }
    }
    const index = new WordIndex(this.#newPages.values(), (newPage) => this.#zonesOf(newPage));
    const isWhole = this.#typesOfPages();
    const unplaced = this.#nodes.filter((node) => node.state !== "imported" && !this.#twins.has(node));
    for (const node of unplaced) {
      const { page } = node;
      if (node.isPage) continue;
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
        this.#put(node, newPage.visited, "parts");
      } else if (page.url === undefined || !isWhole(page.type)) node.state = "not-shown";
    }
  }

  /** Types of which nearly all nodes have a page: another one without a page has lost it. */
  #typesOfPages(): (type: string) => boolean {
    const counts = new Map<string, { all: number; placed: number }>();
    for (const { page, state } of this.#nodes) {
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
      const nodes = this.#nodesByKey.get(key) ?? [];
      for (const node of nodes) found.push(node);
      key = nodes[0]?.page.parent ?? null;
    }
    return found;
  }

  #learnZones(): void {
    for (const [node, newPage] of this.#pageOf) {
      const { wholeContent, wholeFrame, wholeHead } = this.#zonesOf(newPage);
      for (const { property, alias, whole } of node.texts) {
        for (const name of [property, alias]) {
          const zones = entryIn(this.#propertyZones, name, () => ({
            texts: 0,
            content: 0,
            frame: 0,
            head: 0,
          }));
          zones.texts++;
          if (wholeContent.includes(whole)) zones.content++;
          if (wholeFrame.includes(whole)) zones.frame++;
          if (wholeHead.includes(whole)) zones.head++;
        }
      }
    }
  }

  /** In which zone the texts of a property are wanted. */
  #zoneOf({ property, alias }: OldText): "content" | "frame" | "head" {
    let zones = this.#propertyZones.get(property);
    if (zones === undefined || zones.texts < FEWEST_TEXTS) zones = this.#propertyZones.get(alias);
    if (zones === undefined || zones.texts < FEWEST_TEXTS || isNearlyAll(zones.content, zones.texts))
      return "content";
    if (zones.content >= zones.frame && zones.content >= zones.head) return "content";
    return zones.frame >= zones.head ? "frame" : "head";
  }

  /** Whether a text that may be outside of the content is there: as others of its property are, or since more of its words are. */
  #isInFrame({ property, words }: OldText, { content, frame, head }: Zones): boolean {
    const seen = this.#propertyZones.get(property) ?? { content: 0, frame: 0, head: 0 };
    if (seen.content + seen.frame + seen.head > 0) return Math.max(seen.frame, seen.head) >= seen.content;
    const missingIn = (zone: string) => missingWords([words], zone)[0].length;
    return missingIn(`${frame}\n${head}`) < missingIn(content);
  }

  /** Whether a property is nearly always in the head, too. */
  #isInHead({ property }: OldText): boolean {
    const { texts, head } = this.#propertyZones.get(property) ?? { texts: 0, head: 0 };
    return texts > 0 && isNearlyAll(head, texts);
  }

  #learnValues(): void {
    const all = [...this.#newPages.values()];
    const order = new Map(all.map((newPage, at) => [newPage, at]));
    for (const [node, newPage] of this.#pageOf) {
      const { plain } = this.#zonesOf(newPage);
      const at = order.get(newPage) ?? 0;
      node.content.values.forEach((value, i) => {
        const forms = this.#forms.of(value, languageOf(newPage) || undefined);
        if (forms === undefined) return;
        const byOthers = otherPages(at, i, all.length).map((other) =>
          showsForm(this.#zonesOf(all[other]).plain, forms),
        );
        this.#shown.add(propertyOf(node.content, value.field), showsForm(plain, forms), byOthers);
      });
    }
  }

  #readUses(): { of: SiteUses; common: CommonCounts } {
    const keysAt = new Map<string, Set<Key>>();
    for (const { visited, members } of this.#newPages.values()) {
      const keys = entryIn(keysAt, pageAddress(visited.finalUrl), () => new Set<Key>());
      for (const { page } of members) keys.add(page.key);
    }
    const references = this.#nodes.flatMap(({ content }) => content.references);
    const { mapped = new Map() } = this.#options;
    const of = new SiteUses(this.#old.site, this.#snapshot, { references, keysAt, mapped });
    const common = new CommonCounts();
    for (const newPage of this.#newPages.values()) {
      const { page, visited, members } = newPage;
      const old = countsOf(
        members.flatMap(({ content }) =>
          content.references.flatMap((reference) => of.wanted(reference)?.ends ?? []),
        ),
      );
      const { ends } = of.of(page, visited.finalUrl, "content");
      common.add(languageOf(newPage), ends, (end) => old.get(end) ?? 0);
    }
    return { of, common };
  }

  #nameOf({ page }: OldNode, key: Key): string | undefined {
    const nodes = this.#nodesByKey.get(key);
    return (nodes?.find((each) => each.page.language === page.language) ?? nodes?.[0])?.page.name;
  }

  /**
   * Texts that the head has, and whose words other texts of the page have, too: such as a title that repeats a heading. By alias,
   * how many there are, and how many of these are not in the content besides.
   */
  #countTies(names: ReservedNames): ReadonlyMap<string, { ties: number; lost: number }> {
    const counts = new Map<string, { ties: number; lost: number }>();
    for (const newPage of this.#newPages.values()) {
      const zones = this.#zonesOf(newPage);
      const texts = [...newPage.members, ...newPage.parts]
        .flatMap((node) => node.texts)
        .filter((text) => this.#zoneOf(text) === "content");
      const ties = texts.filter((text) => this.#isTie(text, zones, texts));
      if (ties.length === 0) continue;
      const reserved = names.on(newPage);
      const lostOf = (own: readonly OldText[]) =>
        missingWords([...own.map(({ words }) => words), ...reserved], zones.content)
          .slice(0, own.length)
          .reduce((sum, { length }) => sum + length, 0);
      const all = lostOf(texts);
      for (const tie of ties) {
        const count = entryIn(counts, tie.alias, () => ({ ties: 0, lost: 0 }));
        count.ties++;
        if (all > 0 && lostOf(texts.filter((text) => text !== tie)) < all) count.lost++;
      }
    }
    return counts;
  }

  #isTie(text: OldText, { wholeHead }: Zones, texts: readonly OldText[]): boolean {
    if (!this.#isInHead(text) || !wholeHead.includes(text.whole)) return false;
    const others = texts.flatMap((other) => (other === text ? [] : other.words.runs)).join(" ");
    return missingWords([text.words], others)[0].length * 2 < text.words.words.length;
  }

  /** A row for each old page at a URL, as a listing has them. */
  #rowsOf(newPage: NewPage): ImportRow[] {
    const { page, visited, members, parts } = newPage;
    const zones = this.#zonesOf(newPage);
    const { pathname, search } = new URL(visited.finalUrl);
    const shown = {
      uses: page.uses.map(({ use }) => use.urls),
      urls: [],
      labels: page.labels.map(comparableText),
      ids: page.ids,
    };
    return [...members, ...parts].map(({ page: { key, language } }, at) => ({
      ...{ key, ...(language && { language }), ...(at < members.length && { url: pathname + search }) },
      ...{ text: zones.content, shown, markup: zones.own.flatMap(markupIn) },
    }));
  }

  #check(
    newPage: NewPage,
    { uses, names, ties, findings, notCompared, frames }: PageOptions,
  ): [OldNode, PageCheck][] {
    const { members, parts } = newPage;
    const zones = this.#zonesOf(newPage);
    const all = [...members, ...parts];
    const missing = new Map<OldText, readonly number[]>();
    const found = new Map(all.map((node): [OldNode, PageFinding[]] => [node, []]));
    const inContent: { node: OldNode; text: OldText }[] = [];
    const elsewhere: { node: OldNode; text: OldText }[] = [];
    for (const node of all) {
      const isWide = node.page.parent === null || parts.includes(node);
      for (const text of node.texts) {
        const isOfContent = this.#zoneOf(text) === "content" && !(isWide && this.#isInFrame(text, zones));
        (isOfContent ? inContent : elsewhere).push({ node, text });
      }
    }
    const texts = inContent.map(({ text }) => text);
    const wanted = inContent.filter(({ text }) => {
      const count = ties.get(text.alias);
      const isLostOften = count !== undefined && count.lost > Math.max(1, count.ties / 50);
      return !isLostOften || !this.#isTie(text, zones, texts);
    });
    const lost = missingWords([...wanted.map(({ text }) => text.words), ...names.on(newPage)], zones.content);
    wanted.forEach(({ node, text }, i) => {
      if (lost[i].length === 0) return;
      if (this.#isInHead(text) && zones.wholeHead.includes(text.whole)) {
        // A property that no page shows elsewhere is for search engines.
        if (this.#propertyZones.get(text.property)?.content === 0) return;
        const words = text.words.words.map(({ written }) => written).join(" ");
        found
          .get(node)
          ?.push({ is: "head-only", text: `only in the head: ${words}`, property: text.property });
      } else missing.set(text, lost[i]);
    });
    const everywhere = `${zones.content}\n${zones.frame}\n${zones.head}`;
    for (const { text } of elsewhere) {
      const isThere = [zones.wholeFrame, zones.wholeHead, zones.wholeContent].some((zone) =>
        zone.includes(text.whole),
      );
      if (!isThere) missing.set(text, missingWords([text.words], everywhere)[0]);
    }
    const references = this.#compareReferences(newPage, uses);
    const row = this.#rowsOf(newPage).at(0);
    const checks = all.map((node): [OldNode, PageCheck] => {
      const own = found.get(node) ?? [];
      const page = this.#checkNode(node, newPage, { missing, references, notCompared, findings: own });
      if (row && members.includes(node)) {
        const alts = (page.labels?.missing ?? []).map((text): PageFinding => ({ is: "alt", text }));
        for (const each of [
          ...lostAnchors(node.content, [row]),
          ...findings.otherParents(node.page, [row]),
          ...alts,
        ])
          own.push(each);
        const isShared = new Set(members.map(({ page: { key } }) => key)).size > 1;
        const { count, lost: gone } = page.losses.words;
        // A page without words is one that the visitor does not get to, if its URL leads to another.
        const isGone = count === 0 ? node.isPage && this.#isMoved(node, newPage) : gone * 2 > count;
        if (isShared && isGone) {
          own.push({ is: "same-url", text: `has the URL of another page: ${newPage.address}` });
        }
      }
      return [node, page];
    });
    const [first] = members.length > 0 ? members : parts;
    if (row && first) {
      const merged = {
        ...first.page,
        properties: all.map(({ page: { properties, name } }) => ({ properties, name })),
      };
      const own = found.get(first) ?? [];
      for (const each of [
        ...encodedTexts(merged, first.content, [row]),
        ...this.#brokenLinks(newPage, uses, references, frames),
      ])
        own.push(each);
    }
    return checks;
  }

  /** Whether the URL of a node leads to the own URL of another. */
  #isMoved(node: OldNode, { address, members }: NewPage): boolean {
    const isAtHome = ({ page }: OldNode) => {
      const url = this.#options.urlOf(page);
      return url !== undefined && this.#addressOf(url) === address;
    };
    return !isAtHome(node) && members.some((other) => other.page.key !== node.page.key && isAtHome(other));
  }

  /** The references of the nodes on a page that are lost: nodes at one URL share what the page has. */
  #compareReferences(newPage: NewPage, { of, common }: PageOptions["uses"]): ComparedReferences {
    const { page, visited, members, parts } = newPage;
    const compared = new Map<PageReference, WantedEnd>();
    const lost = new Map<PageReference, string>();
    const wanted = new Map<string, { node: OldNode; references: PageReference[]; end: WantedEnd }>();
    for (const node of [...members, ...parts]) {
      for (const reference of node.content.references) {
        const end = of.wanted(reference);
        if (end === undefined || !this.#isWanted(end)) continue;
        if (this.#old.isAcceptedReference(reference, end.id)) continue;
        compared.set(reference, end);
        const own = entryIn(wanted, end.id, () => ({ node, references: [], end }));
        if (own.node === node) own.references.push(reference);
      }
    }
    for (const { node, references, end } of wanted.values()) {
      const isWide = node.page.parent === null || parts.includes(node);
      const isContent = !isWide || (end.isPage && node.isPage && members.includes(node));
      const here = of.of(page, visited.finalUrl, isContent ? "content" : "all");
      const language = languageOf(newPage);
      const count = usesOfEnd(end, here, isContent ? (name) => common.of(language, name) : undefined);
      const { plain } = this.#zonesOf(newPage);
      references.forEach((reference, at) => {
        if (at < count || (reference.isText && plain.includes(urlAsText(reference)))) return;
        const note = hasOtherQuery(end, here)
          ? " (the same host and path is there, with other parameters)"
          : count > 0
            ? ` (${count} of ${references.length} uses are there)`
            : "";
        lost.set(reference, note);
      });
    }
    return { compared, lost };
  }

  /** A link to a node that is no page is not looked for. */
  #isWanted({ id, isPage }: WantedEnd): boolean {
    if (!isPage) return true;
    const nodes = this.#nodesByKey.get(id) ?? [];
    return nodes.some(
      (node) => node.isPage || (node.state === "imported" && this.#pageOf.get(node)?.members.includes(node)),
    );
  }

  #checkNode(
    node: OldNode,
    newPage: NewPage,
    { missing, references, notCompared, findings }: NodeOptions,
  ): PageCheck {
    const { page, content, texts } = node;
    const { plain } = this.#zonesOf(newPage);
    const values = { compared: [] as PageValue[], lost: [] as PageValue[] };
    for (const value of content.values) {
      const property = propertyOf(content, value.field);
      const forms = this.#forms.of(value, languageOf(newPage) || undefined);
      if (forms === undefined || !this.#shown.isExpected(property)) notCompared.add(value.kind, property);
      else {
        values.compared.push(value);
        if (!showsForm(plain, forms)) values.lost.push(value);
      }
    }
    const compared = content.references.filter((reference) => references.compared.has(reference));
    const { site } = this.#old;
    const labels = comparedLabels(content, this.#rowsOf(newPage).slice(0, 1));
    return {
      ...this.#head(node),
      ...pageLosses(
        { ...content, references: compared },
        {
          words: texts.map(({ words }) => words),
          missing: texts.map((text) => missing.get(text) ?? []),
          references: compared,
          lostReferences: compared.filter((reference) => references.lost.has(reference)),
          values,
          isComparing: () => true,
          idOf: (reference) => references.compared.get(reference)?.id ?? reference.target,
          describe: (reference) => {
            const id = references.compared.get(reference)?.id ?? "";
            return `${site.nameOf(id) || reference.label}${references.lost.get(reference) ?? ""}`;
          },
        },
      ),
      ...(labels && { labels }),
      findings,
      ...this.#change(page, newPage, node),
    };
  }

  #change(page: SitePage, { visited, members }: NewPage, node: OldNode): Pick<PageCheck, "url"> {
    if (page.url === undefined || !members.includes(node)) return {};
    const { pathname, search } = new URL(visited.finalUrl);
    const isSame = comparablePath(page.url) === comparablePath(pathname);
    return isSame ? {} : { url: [page.url, pathname + search] };
  }

  #head(
    node: OldNode,
  ): Pick<PageCheck, "key" | "id" | "path" | "type" | "language" | "state" | "status" | "oldLinks"> {
    const { page, state, status } = node;
    const { key, type, language } = page;
    return { key, ...this.#old.site.location(page), type, language, state, status, oldLinks: [] };
  }

  /** A node that is not on the new site. One that is no page has lost nothing that could be known. */
  #absent(node: OldNode): PageCheck {
    const { content, texts, state } = node;
    const isMissing = state === "missing";
    const { losses } = pageLosses(isMissing ? content : NO_CONTENT, {
      words: isMissing ? texts.map(({ words }) => words) : [],
      missing: isMissing ? texts.map(({ words }) => [...words.words.keys()]) : [],
      references: isMissing ? content.references : [],
      lostReferences: isMissing ? content.references : [],
      values: { compared: [], lost: [] },
      isComparing: () => true,
      idOf: ({ target }) => target,
      describe: ({ target, label }) => this.#old.site.nameOf(target) || label,
    });
    return { ...this.#head(node), losses, properties: [], findings: [] };
  }

  /** Links that lead nowhere: losses if the old page had them; those of the frame once. */
  #brokenLinks(
    { page, visited }: NewPage,
    { of }: PageOptions["uses"],
    { compared }: ComparedReferences,
    frames: Set<string>,
  ): PageFinding[] {
    const content = of.of(page, visited.finalUrl, "content").broken;
    const all = of.of(page, visited.finalUrl, "all").broken;
    const others = [...all].filter(([path]) => !content.has(path) && !frames.has(path));
    for (const [path] of others) frames.add(path);
    const old = new Set([...compared.values()].flatMap(({ ends }) => ends));
    const finding = (text: string, isMinor: boolean): PageFinding => ({
      is: "broken",
      text,
      ...(isMinor && { isMinor }),
    });
    return [
      ...Array.from(content, ([path, fault]) => finding(`${path} ${fault}`, !old.has(pathEnd(path)))),
      ...others.map(([path, fault]) => finding(`${path} ${fault} (header, menu or footer)`, true)),
    ];
  }
}

type ComparedReferences = {
  compared: ReadonlyMap<PageReference, WantedEnd>;
  /** What is left of each lost one. */
  lost: ReadonlyMap<PageReference, string>;
};

type PageOptions = {
  uses: { of: SiteUses; common: CommonCounts };
  names: ReservedNames;
  ties: ReadonlyMap<string, { ties: number; lost: number }>;
  findings: PageFindings;
  notCompared: NotCompared;
  /** The broken links of frames that were reported. */
  frames: Set<string>;
};

type NodeOptions = Pick<PageOptions, "notCompared"> & {
  missing: ReadonlyMap<OldText, readonly number[]>;
  references: ComparedReferences;
  findings: PageFinding[];
};

const NO_CONTENT: PageContent = {
  ...{ fields: [], texts: [], references: [], elements: [], values: [], labels: [], anchors: [] },
  ids: new Set(),
};

function textsOf(content: PageContent): OldText[] {
  return content.texts.map(({ text, field }) => {
    const words = new Words(text);
    const { alias } = content.fields[field];
    const whole = ` ${words.runs.join(" ")} `;
    return { field, words, whole, property: propertyOf(content, field), alias: `.${alias}` };
  });
}

function propertyOf({ fields }: PageContent, field: number): string {
  return `${fields[field].type}.${fields[field].alias}`;
}

function textOf(blocks: readonly string[]): string {
  return blocks.map(comparableText).join("\n");
}

function wholePage({ content, frame }: RenderedPage): string {
  return wholeText(textOf([...content, ...frame]));
}

function languageOf({ members, parts, page }: NewPage): string {
  return (members[0] ?? parts[0])?.page.language ?? page.language ?? "";
}

function isInLanguage(one: SitePage, other: SitePage): boolean {
  return one.language === undefined || other.language === undefined || one.language === other.language;
}

function urlAsText({ url, target }: PageReference): string {
  return plainText((url ?? target).replace(/^https?:\/\//i, "").slice(0, 60));
}

function weightOf(texts: readonly OldText[]): number {
  return texts.reduce((sum, { words }) => sum + words.words.length, 0);
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
function isMostlyIn(node: OldNode, ...zones: readonly string[]): boolean {
  const all = weightOf(node.texts);
  return all >= FEWEST_WORDS && wordsIn(node, zones) * 2 > all;
}

function countsOf(blocks: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const block of blocks) countIn(counts, block);
  return counts;
}

/** How often the texts of old pages have a block of a new page: as a part, or as most of it, since a theme may add a label. */
function countBlockIn(texts: readonly OldText[], block: string): number {
  const { runs } = new Words(block);
  const whole = ` ${runs.join(" ")} `;
  const counts = texts.map((text) =>
    text.words.runs.length * 2 >= runs.length && whole.includes(text.whole)
      ? 1
      : text.whole.split(whole).length - 1,
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * How often more than half of the pages of a language have something that their old pages do not have: as often, it belongs to the
 * site.
 */
class CommonCounts {
  readonly #pages = new Map<string, number>();
  /** By language and name, a function for each page that has it. */
  readonly #counts = new Map<string, (() => number)[]>();
  readonly #common = new Map<string, number>();

  /** @param counts how often a page has what it has @param inOld how often its old pages have that */
  add(language: string, counts: ReadonlyMap<string, number>, inOld: (name: string) => number): void {
    countIn(this.#pages, language);
    for (const [name, count] of counts)
      entryIn(this.#counts, `${language} ${name}`, () => []).push(() => count - inOld(name));
  }

  of(language: string, name: string): number {
    const id = `${language} ${name}`;
    return entryIn(this.#common, id, () => {
      const pages = this.#pages.get(language) ?? 0;
      const counts = this.#counts.get(id) ?? [];
      if (pages < FEWEST_PAGES || counts.length * 2 <= pages) return 0;
      const mostFirst = counts.map((count) => count()).toSorted((a, b) => b - a);
      return Math.max(0, mostFirst[Math.floor(pages / 2)]);
    });
  }
}

/** What could not be compared, by kind and property. */
class NotCompared {
  readonly notCompared = new Map<Compared, number>();
  readonly notComparedProperties = new Map<Compared, Map<string, number>>();

  /** A page has no name of its own: its title and its headings may be others. */
  addNames(count: number): void {
    countIn(this.notCompared, "names", count);
  }

  add(kind: Compared, property: string): void {
    countIn(this.notCompared, kind);
    countIn(
      entryIn(this.notComparedProperties, kind, () => new Map<string, number>()),
      property,
    );
  }
}

/** Finds the pages that may show a node by its rarest words. */
class WordIndex {
  readonly #zonesOf: (newPage: NewPage) => Zones;
  readonly #pagesWith = new Map<string, NewPage[]>();
  readonly #all: readonly NewPage[];

  constructor(newPages: Iterable<NewPage>, zonesOf: (newPage: NewPage) => Zones) {
    this.#zonesOf = zonesOf;
    this.#all = [...newPages];
  }

  /** The pages of a language that have one of the three rarest words of a node. */
  candidates({ texts }: OldNode, language: string | undefined): Set<NewPage> {
    if (this.#pagesWith.size === 0) {
      for (const newPage of this.#all) {
        const { wholeContent, wholeFrame } = this.#zonesOf(newPage);
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
      const { wholeContent, wholeFrame } = this.#zonesOf(newPage);
      if (!isMostlyIn(node, wholeContent, wholeFrame)) continue;
      const weight = wordsIn(node, [wholeContent, wholeFrame]);
      if (best === undefined || weight > best.weight) best = { newPage, weight };
    }
    return best?.newPage;
  }
}

/** A name that a page may show besides its texts. */
type ShownName = { kind: string; name: string; blocks: number; hasText: boolean };

/**
 * Names of pages, and of pages that they pick, as blocks of their own: they are reserved as often as the median page shows them, so
 * that a heading does not hide the loss of a text.
 */
class ReservedNames {
  readonly #names = new Map<NewPage, ShownName[]>();
  readonly #usual = new Map<string, number>();

  constructor(
    newPages: Iterable<NewPage>,
    zones: ReadonlyMap<NewPage, Zones>,
    nameOf: (node: OldNode, key: Key) => string | undefined,
  ) {
    const surplus = new Map<string, number[]>();
    for (const newPage of newPages) {
      const blocks = countsOf((zones.get(newPage)?.own ?? []).map(runsOf));
      const texts = countsOf(
        [...newPage.members, ...newPage.parts].flatMap((node) => node.texts.map(({ whole }) => whole.trim())),
      );
      const own: ShownName[] = [];
      const seen = new Set<string>();
      const note = (of: "name" | "pick", detail: string, name: string) => {
        const folded = runsOf(name);
        if (folded === "" || seen.has(folded)) return;
        seen.add(folded);
        const [inBlocks, inTexts] = [blocks.get(folded) ?? 0, texts.get(folded) ?? 0];
        const hasText = inTexts > 0;
        const kind = `${of} ${detail}`;
        for (const each of [kind, of])
          entryIn(surplus, `${each} ${hasText}`, () => []).push(inBlocks - inTexts);
        own.push({ kind, name, blocks: inBlocks, hasText });
      };
      for (const node of newPage.members) {
        if (newPage.members.length === 1) note("name", node.page.type, node.page.name);
        for (const { target, field } of node.content.references) {
          const key = keyInText(target);
          const name = key === undefined ? undefined : nameOf(node, key);
          if (name !== undefined) note("pick", propertyOf(node.content, field), name);
        }
      }
      this.#names.set(newPage, own);
    }
    for (const [kind, counts] of surplus) {
      if (counts.length < 3) continue;
      const sorted = counts.toSorted((a, b) => a - b);
      this.#usual.set(kind, Math.max(0, sorted[Math.floor((sorted.length - 1) / 2)]));
    }
  }

  /** Each as often as it is reserved. */
  on(newPage: NewPage): Words[] {
    return (this.#names.get(newPage) ?? []).flatMap(({ kind, name, blocks, hasText }) => {
      const general = kind.startsWith("name ") ? this.#usual.get(`name ${hasText}`) : undefined;
      const usual = this.#usual.get(`${kind} ${hasText}`) ?? general ?? 0;
      const count = hasText ? usual : Math.min(usual, blocks);
      return Array.from({ length: count }, () => new Words(name));
    });
  }
}

/** Checks the pages of an old site against a running site as visitors get it. */
import { countIn, entryIn } from "../site/map-entries.ts";
import { type ImportCheck, importCheckOf } from "./check-import.ts";
import { type Compared, comparedLabels, type PageCheck, pageLosses } from "./check-page.ts";
import { comparableText, markupIn } from "./comparable-text.ts";
import type { ImportRow } from "./import-listing.ts";
import { comparablePath, type SitePage } from "./old-pages.ts";
import type { OldSite } from "./old-site.ts";
import type { PageContent, PageValue } from "./page-content.ts";
import { encodedTexts, lostAnchors, type PageFinding, PageFindings } from "./page-findings.ts";
import { readZones, type Zones } from "./page-zones.ts";
import type { RenderedPage } from "./rendered-page.ts";
import { isNearlyAll, otherPages, ShownProperties, showsForm, ValueForms } from "./shown-values.ts";
import {
  languageOf,
  type NewPage,
  type OldNode,
  type OldText,
  propertyOf,
  SitePlacement,
} from "./site-placement.ts";
import { type ComparedReferences, SiteReferences } from "./site-references.ts";
import type { SiteSnapshot } from "./site-snapshot.ts";
import { SiteTexts } from "./site-texts.ts";
import { Words } from "./word-match.ts";

type SiteCheckOptions = {
  /** The URL that was requested for a page; `undefined` if there was none. */
  urlOf: (page: SitePage) => string | undefined;
  /** New URLs of files by key or old path. Default: none. */
  mapped?: ReadonlyMap<string, string>;
};

/** A check, and the rows that were read, as a listing has them. */
type SiteCheck = { check: ImportCheck; rows: readonly ImportRow[] };

/** A page with fewer words is empty, or rendered by script. */
const EMPTY_PAGE = 5;

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

/** What was found of the texts and references of a page, for the nodes on it. */
type PageLosses = {
  missing: ReadonlyMap<OldText, readonly number[]>;
  references: ComparedReferences;
  row: ImportRow;
};

class RunningSiteCheck {
  readonly #old: OldSite;
  readonly #placement: SitePlacement;
  readonly #zones: ReadonlyMap<NewPage, Zones>;
  readonly #texts: SiteTexts;
  readonly #references: SiteReferences;
  readonly #forms = new ValueForms();
  readonly #shown = new ShownProperties();
  readonly #rows: ReadonlyMap<NewPage, readonly ImportRow[]>;
  readonly #findings: PageFindings;
  readonly #notCompared = new Map<Compared, number>();
  readonly #notComparedProperties = new Map<Compared, Map<string, number>>();

  constructor(old: OldSite, snapshot: SiteSnapshot, { urlOf, mapped = new Map() }: SiteCheckOptions) {
    this.#old = old;
    this.#placement = new SitePlacement(old, snapshot, urlOf);
    this.#zones = readZones(this.#placement.newPages);
    this.#placement.placeParts((newPage) => this.#zonesOf(newPage));
    this.#texts = new SiteTexts(this.#placement, this.#zones);
    this.#references = new SiteReferences(old, snapshot, this.#placement, mapped);
    this.#rows = new Map(Array.from(this.#zones, ([newPage, zones]) => [newPage, rowsOf(newPage, zones)]));
    const languages = [...new Set(this.#placement.nodes.flatMap(({ page }) => page.language ?? []))];
    this.#findings = new PageFindings(
      old.all,
      { rows: [...this.#rows.values()].flat() },
      { names: undefined, languages },
    );
    this.#learnValues();
  }

  run(): SiteCheck {
    const checks = new Map<OldNode, PageCheck>();
    for (const newPage of this.#zones.keys()) {
      for (const [node, check] of this.#check(newPage)) checks.set(node, check);
      // A page has no name of its own: its title and its headings may be others.
      countIn(this.#notCompared, "names", newPage.members.length);
    }
    const nodes = this.#placement.nodes.filter((node) => !this.#placement.isTwin(node));
    const all = nodes.map((node) => checks.get(node) ?? this.#absent(node));
    const check = importCheckOf(all, {
      compared: new Set(["words", "references", "images", "elements", "values"]),
      notCompared: this.#notCompared,
      notComparedProperties: this.#notComparedProperties,
      extra: [],
      accepted: this.#placement.accepted,
      secrets: this.#old.secrets,
      languagesLeftOut: this.#old.languagesLeftOut,
    });
    return { check, rows: [...this.#rows.values()].flat() };
  }

  #zonesOf(newPage: NewPage): Zones {
    const zones = this.#zones.get(newPage);
    if (zones === undefined) throw new Error(`no zones of ${newPage.address}`);
    return zones;
  }

  #learnValues(): void {
    const all = [...this.#zones];
    const order = new Map(all.map(([newPage], at) => [newPage, at]));
    for (const [node, newPage] of this.#placement.placed()) {
      const { plain } = this.#zonesOf(newPage);
      const at = order.get(newPage) ?? 0;
      node.content.values.forEach((value, i) => {
        const forms = this.#forms.of(value, languageOf(newPage) || undefined);
        if (forms === undefined) return;
        const byOthers = otherPages(at, i, all.length).map((other) => showsForm(all[other][1].plain, forms));
        this.#shown.add(propertyOf(node.content, value.field), showsForm(plain, forms), byOthers);
      });
    }
  }

  /** Checks the nodes on a page. */
  #check(newPage: NewPage): [OldNode, PageCheck][] {
    const [row] = this.#rows.get(newPage) ?? [];
    if (row === undefined) return [];
    const { missing, headOnly } = this.#texts.missingOn(newPage);
    const references = this.#references.compare(newPage, this.#zonesOf(newPage).plain);
    const all = [...newPage.members, ...newPage.parts];
    return all.map((node, at): [OldNode, PageCheck] => {
      const page = this.#checkNode(node, newPage, { missing, references, row });
      const findings = [
        ...(headOnly.get(node) ?? []),
        ...(at < newPage.members.length ? this.#findingsOfMember(node, newPage, page, row) : []),
        ...(at === 0 ? encodedTexts(mergedPage(all), node.content, [row]) : []),
        ...(at === 0 ? this.#references.broken(newPage, references) : []),
      ];
      return [node, { ...page, findings }];
    });
  }

  #checkNode(node: OldNode, newPage: NewPage, { missing, references, row }: PageLosses): PageCheck {
    const { content, texts } = node;
    const compared = content.references.filter((reference) => references.compared.has(reference));
    const labels = comparedLabels(content, [row]);
    return {
      ...this.#head(node),
      ...pageLosses(
        { ...content, references: compared },
        {
          words: texts.map(({ words }) => words),
          missing: texts.map((text) => missing.get(text) ?? []),
          references: compared,
          lostReferences: compared.filter((reference) => references.lost.has(reference)),
          values: this.#compareValues(node, newPage),
          isComparing: () => true,
          idOf: (reference) => references.compared.get(reference)?.id ?? reference.target,
          describe: (reference) => {
            const id = references.compared.get(reference)?.id ?? "";
            return `${this.#old.site.nameOf(id) || reference.label}${references.lost.get(reference) ?? ""}`;
          },
        },
      ),
      ...(labels && { labels }),
      findings: [],
      ...changeOfUrl(node, newPage),
    };
  }

  #compareValues({ content }: OldNode, newPage: NewPage): { compared: PageValue[]; lost: PageValue[] } {
    const { plain } = this.#zonesOf(newPage);
    const compared: PageValue[] = [];
    const lost: PageValue[] = [];
    for (const value of content.values) {
      const property = propertyOf(content, value.field);
      const forms = this.#forms.of(value, languageOf(newPage) || undefined);
      if (forms === undefined || !this.#shown.isExpected(property)) {
        countIn(this.#notCompared, value.kind);
        countIn(
          entryIn(this.#notComparedProperties, value.kind, () => new Map()),
          property,
        );
        continue;
      }
      compared.push(value);
      if (!showsForm(plain, forms)) lost.push(value);
    }
    return { compared, lost };
  }

  #findingsOfMember(
    node: OldNode,
    newPage: NewPage,
    { labels, losses: { words } }: PageCheck,
    row: ImportRow,
  ): PageFinding[] {
    const isShared = newPage.members.some(({ page }) => page.key !== node.page.key);
    // A page without words is one that the visitor does not get to, if its URL leads to another.
    const isGone =
      words.count === 0
        ? node.isPage && this.#placement.isMoved(node, newPage)
        : words.lost * 2 > words.count;
    return [
      ...lostAnchors(node.content, [row]),
      ...this.#findings.otherParents(node.page, [row]),
      ...(labels?.missing ?? []).map((text): PageFinding => ({ is: "alt", text })),
      ...(isShared && isGone
        ? [{ is: "same-url" as const, text: `has the URL of another page: ${newPage.address}` }]
        : []),
    ];
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
    const { content, texts } = node.state === "missing" ? node : { content: NO_CONTENT, texts: [] };
    const { losses } = pageLosses(content, {
      words: texts.map(({ words }) => words),
      missing: texts.map(({ words }) => [...words.words.keys()]),
      references: content.references,
      lostReferences: content.references,
      values: { compared: [], lost: [] },
      isComparing: () => true,
      idOf: ({ target }) => target,
      describe: ({ target, label }) => this.#old.site.nameOf(target) || label,
    });
    return { ...this.#head(node), losses, properties: [], findings: [] };
  }
}

const NO_CONTENT: PageContent = {
  ...{ fields: [], texts: [], references: [], elements: [], values: [], labels: [], anchors: [] },
  ids: new Set(),
};

/** A row for each old page at a URL, as a listing has them. */
function rowsOf({ page, visited, members, parts }: NewPage, { own, content }: Zones): ImportRow[] {
  const { pathname, search } = new URL(visited.finalUrl);
  const shown = {
    uses: page.uses.map(({ use }) => use.urls),
    urls: [],
    labels: page.labels.map(comparableText),
    ids: page.ids,
  };
  const markup = own.flatMap(markupIn);
  return [...members, ...parts].map(({ page: { key, language } }, at) => ({
    ...{ key, ...(language && { language }), ...(at < members.length && { url: pathname + search }) },
    ...{ text: content, shown, markup },
  }));
}

/** All nodes on a page as one page. */
function mergedPage(nodes: readonly OldNode[]): SitePage {
  const properties = nodes.map(({ page: { properties, name } }) => ({ properties, name }));
  return { ...nodes[0].page, properties };
}

function changeOfUrl(node: OldNode, { visited, members }: NewPage): Pick<PageCheck, "url"> {
  const { url } = node.page;
  if (url === undefined || !members.includes(node)) return {};
  const { pathname, search } = new URL(visited.finalUrl);
  return comparablePath(url) === comparablePath(pathname) ? {} : { url: [url, pathname + search] };
}

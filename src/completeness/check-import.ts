/** Compares the pages of an old site, in all languages, with a finished import: what is missing of each, and what has changed. */

import { entryIn } from "../site/map-entries.ts";
import type { SiteData } from "../site/site-data.ts";
import type { Key } from "../site/tree/key.ts";
import {
  type Compared,
  isEmptied,
  noParts,
  PAGE_PARTS,
  type PageCheck,
  PageChecker,
  type PagePart,
  type PropertyLoss,
} from "./check-page.ts";
import { type FinishedImport, type ImportRow, matchingLanguage } from "./import-listing.ts";
import type { SiteNodesByKey, SitePage } from "./old-pages.ts";
import { OldSite, type OldSiteOptions } from "./old-site.ts";
import type { PageContent, PageReference } from "./page-content.ts";
import { PageFindings } from "./page-findings.ts";
import { isLostReference, ReferenceTargets } from "./reference-targets.ts";
import { hasTextsAlone, TextValues } from "./text-values.ts";
import { missingWords, Words } from "./word-match.ts";

/** How many the old site has, and how many of them the new one. */
export type Kept = { old: number; kept: number };

export type ImportCheck = {
  /** The properties that lost something on imported pages, the most affected first. */
  properties: readonly PropertyLoss[];
  /** A check of each page in each of its languages, the worst first, without those whose loss is accepted. */
  pages: readonly PageCheck[];
  /** Pages count once, in whatever languages. A part of which nothing is compared is absent. */
  totals: { pages: Kept } & Partial<Record<PagePart | "labels", Kept>>;
  /** By language, if the site has several. */
  languages: readonly { language: string; pages: Kept; words: Kept }[];
  /** How many of imported pages could not be compared, since the import does not say. */
  notCompared: ReadonlyMap<Compared, number>;
  /** The properties of values that are not compared, and how many of each, by the kind of value. */
  notComparedProperties: ReadonlyMap<Compared, ReadonlyMap<string, number>>;
  /** Nodes of the import that the old site lacks. */
  extra: readonly ImportRow[];
  /** How many lost pages and parts are accepted. */
  accepted: number;
  /** How many values inside others look like secrets, and are not compared. */
  secrets: number;
  /** The languages of the old site that are not checked, since one was selected. */
  languagesLeftOut: readonly string[];
};

/**
 * @param data the old site, with its URLs
 * @throws errors of loading another language
 */
export async function checkImport(
  data: SiteData,
  imported: FinishedImport,
  options: OldSiteOptions = {},
): Promise<ImportCheck> {
  const { culture, names } = options;
  const old = await OldSite.read(data, options);
  const { site, all, pages } = old;
  const languages = languagesOf(all);
  const rows = rowsByKey(imported.rows, languages);
  const targets = new ReferenceTargets(site, imported);
  const findings = new PageFindings(all, imported, { names, languages });
  const { aliases } = imported;
  const isKnown = (type: string, alias: string) =>
    aliases !== "all" && aliases?.has((names?.aliasOf(type, alias) ?? alias).toLowerCase()) === true;
  const texts = hasTextsAlone(imported) ? new TextValues(pagesWithTexts(old, rows), isKnown) : undefined;
  const checker = new PageChecker(site, targets, imported, { names, findings, texts });
  const checks: PageCheck[] = [];
  let accepted = 0;
  for (const page of pages) {
    const content = old.contentOf(page);
    if (old.isAccepted(page.key)) {
      accepted++;
      continue;
    }
    const own = rows.of(page);
    const keptOf = targets.in(own);
    const references = content.references.filter(
      (reference) =>
        !isLostReference(keptOf(reference)) ||
        !old.isAcceptedReference(reference, targets.oldTarget(reference.target)),
    );
    accepted += distinct(content.references, targets) - distinct(references, targets);
    for (const each of rowsByLanguage(page, content, own))
      checks.push(checker.check(each.page, { ...content, references }, each.rows));
  }
  return importCheckOf(checks, {
    compared: checker.compared,
    notCompared: checker.notCompared,
    notComparedProperties: checker.notComparedProperties,
    extra: extraRows(imported.rows, site, languages, culture !== undefined),
    accepted,
    secrets: old.secrets,
    languagesLeftOut: old.languagesLeftOut,
  });
}

function* pagesWithTexts(old: OldSite, rows: ReturnType<typeof rowsByKey>) {
  for (const page of old.pages) {
    const own = rows.of(page);
    if (own.some(({ text }) => text)) yield { page, content: old.contentOf(page), rows: own };
  }
}

type CheckParts = Pick<
  ImportCheck,
  "notCompared" | "notComparedProperties" | "extra" | "accepted" | "secrets" | "languagesLeftOut"
> & {
  /** The parts of which anything could be compared. */
  compared: ReadonlySet<PagePart>;
};

/** Sums the checks of pages. */
export function importCheckOf(checks: readonly PageCheck[], { compared, ...parts }: CheckParts): ImportCheck {
  const order = new Map(checks.map((check, i) => [check, i]));
  const sorted = checks.toSorted(
    (a, b) => badness(b) - badness(a) || (order.get(a) ?? 0) - (order.get(b) ?? 0),
  );
  return {
    properties: propertyLosses(sorted),
    pages: sorted,
    totals: totalsOf(sorted, compared),
    languages: languageTotals(sorted),
    ...parts,
  };
}

/** A missing page is worse than any that lost a part. */
function badness(page: PageCheck): number {
  const lost = PAGE_PARTS.reduce((sum, part) => sum + page.losses[part].lost, 0);
  return (page.state === "missing" ? 1e9 : 0) + lost * 10 + (isEmptied(page) ? 5 : 0);
}

/** The languages that pages have. */
function languagesOf(pages: readonly SitePage[]): readonly string[] {
  return [...new Set(pages.flatMap(({ language }) => language ?? []))];
}

/** A row without a language is about the page in all its languages. */
function rowsByKey(rows: readonly ImportRow[], languages: readonly string[]) {
  const byKey = new Map<Key, ImportRow[]>();
  for (const row of rows) entryIn(byKey, row.key, () => []).push(row);
  return {
    of: ({ key, language }: SitePage): readonly ImportRow[] => {
      const all = byKey.get(key) ?? [];
      if (language === undefined) return all;
      return all.filter((row) => !row.language || matchingLanguage(row.language, languages) === language);
    },
  };
}

/**
 * A page that is the same in several languages has lost what the rows of one of them lack. But only where each has most of its words:
 * others are translated, or are parts of the page, and are judged together.
 */
function rowsByLanguage(
  page: SitePage,
  { texts }: PageContent,
  rows: readonly ImportRow[],
): { page: SitePage; rows: readonly ImportRow[] }[] {
  const { otherUrls = [] } = page;
  const codes = otherUrls.map(({ language }) => language);
  const inLanguage = (wanted: string | undefined) =>
    rows.filter(({ language }) => (language ? matchingLanguage(language, codes) : undefined) === wanted);
  const own = { page, rows: inLanguage(undefined) };
  const others = otherUrls.map((other) => ({
    page: { ...page, host: undefined, ...other },
    rows: inLanguage(other.language),
  }));
  const found = [own, ...others].filter((each) => each.rows.length > 0);
  const words = texts.map(({ text }) => new Words(text));
  const isWhole = (part: readonly ImportRow[]) => {
    const missing = missingWords(words, part.flatMap(({ text }) => text ?? []).join("\n"));
    return sumOfLengths(missing) * 2 < sumOfLengths(words.map((each) => each.words));
  };
  return found.length > 1 && found.every((each) => isWhole(each.rows)) ? found : [{ page, rows }];
}

function sumOfLengths(lists: readonly (readonly unknown[])[]): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}

/** Rows of nodes that the old site lacks, or lacks in this language: the first of each. */
function extraRows(
  rows: readonly ImportRow[],
  site: SiteNodesByKey,
  languages: readonly string[],
  isOne: boolean,
): ImportRow[] {
  const extra = new Map<string, ImportRow>();
  for (const row of rows) {
    const { key, language } = row;
    const isOther =
      !isOne && language && languages.length > 0 && matchingLanguage(language, languages) === undefined;
    const name = isOther ? `${key} ${language}` : key;
    if ((isOther || !site.has(key)) && !extra.has(name)) extra.set(name, row);
  }
  return [...extra.values()];
}

/** How many nodes and URLs references lead to. */
function distinct(references: readonly PageReference[], targets: ReferenceTargets): number {
  return new Set(references.map(({ target, isImage }) => `${isImage} ${targets.oldTarget(target)}`)).size;
}

/** Sums what properties lost over imported pages. */
function propertyLosses(checks: readonly PageCheck[]): PropertyLoss[] {
  const sums = new Map<
    string,
    { property: string; filled: number; affected: number; lost: Record<PagePart, number> }
  >();
  for (const { properties } of checks) {
    for (const { property, filled, affected, lost } of properties) {
      const sum = entryIn(sums, property, () => ({ property, filled: 0, affected: 0, lost: noParts() }));
      sum.filled += filled;
      sum.affected += affected;
      for (const part of PAGE_PARTS) sum.lost[part] += lost[part];
    }
  }
  return [...sums.values()]
    .filter(({ affected }) => affected > 0)
    .toSorted((a, b) => b.affected - a.affected || (a.property < b.property ? -1 : 1));
}

function totalsOf(checks: readonly PageCheck[], compared: ReadonlySet<PagePart>): ImportCheck["totals"] {
  const [all, there] = [new Set<Key>(), new Set<Key>()];
  for (const { key, state } of checks) {
    // A node that no page shows is no page.
    if (state === "not-shown") continue;
    all.add(key);
    if (state !== "missing") there.add(key);
  }
  const sums = PAGE_PARTS.filter((part) => compared.has(part)).map((part) => [part, sumOf(checks, part)]);
  const labels = checks.flatMap((each) => each.labels ?? []);
  const old = labels.reduce((sum, { count }) => sum + count, 0);
  const kept = labels.reduce((sum, { count, lost }) => sum + count - lost, 0);
  return {
    pages: { old: all.size, kept: there.size },
    ...Object.fromEntries(sums),
    ...(old > 0 && { labels: { old, kept } }),
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

function pagesKept(checks: readonly PageCheck[]): Kept {
  const pages = checks.filter(({ state }) => state !== "not-shown");
  return { old: pages.length, kept: pages.filter(({ state }) => state !== "missing").length };
}

function languageTotals(checks: readonly PageCheck[]): ImportCheck["languages"] {
  const byLanguage = new Map<string, PageCheck[]>();
  for (const check of checks) if (check.language) entryIn(byLanguage, check.language, () => []).push(check);
  if (byLanguage.size < 2) return [];
  return Array.from(byLanguage, ([language, own]) => ({
    language,
    pages: pagesKept(own),
    words: sumOf(own, "words"),
  })).toSorted((a, b) => (a.language < b.language ? -1 : 1));
}

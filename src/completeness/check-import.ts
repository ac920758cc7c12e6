/** Compares the pages of an old site, in all languages, with a finished import: what is missing of each, and what has changed. */

import type { AcceptedLosses } from "../analysis/accepted-losses.ts";
import type { TypeMap } from "../analysis/diff/type-map.ts";
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
import { keyInText, SiteNodesByKey, type SitePage, sitePages } from "./old-pages.ts";
import { PageReader, type PageReference } from "./page-content.ts";
import { PageFindings } from "./page-findings.ts";
import { isLostReference, ReferenceTargets } from "./reference-targets.ts";

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
};

type CheckOptions = {
  /** Losses that do not count. Default: none. */
  accepted?: AcceptedLosses;
  /** The only language to check. Default: all. */
  culture?: string;
  /** Only the pages at and below these. Default: all. */
  below?: (key: Key) => boolean;
  /** What types and properties are called on the new site. Default: the same. */
  names?: TypeMap;
};

/**
 * @param data the old site, with its URLs
 * @throws errors of loading another language
 */
export async function checkImport(
  data: SiteData,
  imported: FinishedImport,
  { accepted, culture, below, names }: CheckOptions = {},
): Promise<ImportCheck> {
  const all = await sitePages(data, { culture, below });
  const pages = all.filter(({ type }) => names?.typeOf(type) !== null);
  const site = new SiteNodesByKey(data, all);
  const languages = languagesOf(all);
  const rows = rowsByKey(imported.rows, languages);
  const targets = new ReferenceTargets(site, imported);
  const isLeftOut = (type: string, alias: string) =>
    names?.typeOf(type) === null ||
    names?.aliasOf(type, alias) === null ||
    accepted?.hasProperty(type, alias) === true;
  const reader = new PageReader(data.types(), isLeftOut);
  const isAccepted = (key: Key) => accepted?.hasNode(site.lostNode(key)) === true;
  const isKnownLoss = ({ target, url }: PageReference) => {
    const key = keyInText(targets.oldTarget(target));
    return (
      (key !== undefined && isAccepted(key)) || (url !== undefined && accepted?.hasNode({ url }) === true)
    );
  };
  // Lines about nodes that are not lost name something, too.
  if (accepted) for (const key of site.keys()) isAccepted(key);
  const findings = new PageFindings(all, imported, { names, languages });
  const checker = new PageChecker(site, targets, imported, { names, findings });
  const checks: PageCheck[] = [];
  let count = 0;
  for (const page of pages) {
    const content = reader.content(page.type, page.properties);
    if (isAccepted(page.key)) {
      count++;
      continue;
    }
    const own = rows.of(page);
    const keptOf = targets.in(own);
    const references = content.references.filter(
      (reference) => !isLostReference(keptOf(reference)) || !isKnownLoss(reference),
    );
    count += distinct(content.references, targets) - distinct(references, targets);
    checks.push(checker.check(page, { ...content, references }, own));
  }
  const order = new Map(checks.map((check, i) => [check, i]));
  checks.sort((a, b) => badness(b) - badness(a) || (order.get(a) ?? 0) - (order.get(b) ?? 0));
  return {
    properties: propertyLosses(checks),
    pages: checks,
    totals: totalsOf(checks, checker.compared),
    languages: languageTotals(checks),
    notCompared: checker.notCompared,
    notComparedProperties: checker.notComparedProperties,
    extra: extraRows(imported.rows, site, languages, culture !== undefined),
    accepted: count,
    secrets: reader.secrets,
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

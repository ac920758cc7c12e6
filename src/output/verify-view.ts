/** A finished import, checked: totals and the pages that lost something, for people; all pages as rows, for scripts. */
import { Chalk, type ChalkInstance } from "chalk";
import type { ImportCheck, Kept } from "../completeness/check-import.ts";
import {
  COMPARED,
  type Compared,
  hasLosses,
  PAGE_PARTS,
  type PageCheck,
  type PagePart,
  type PropertyLoss,
} from "../completeness/check-page.ts";
import { type FinishedImport, importInWords } from "../completeness/import-listing.ts";
import {
  FINDING_KINDS,
  type FindingKind,
  isLossFinding,
  type PageFinding,
} from "../completeness/page-findings.ts";
import { PropertyTypes } from "../decode/property-types.ts";
import { countIn } from "../site/map-entries.ts";
import type { SiteData } from "../site/site-data.ts";
import { BETWEEN_NAMES } from "../site/tree/node-names.ts";
import { counted, inPercent } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import { type NamedSources, namedSite, sourceJson, sourceLines } from "./compared-sources.ts";
import { wordWrapped } from "./fit.ts";
import { namesInLine } from "./name-paths.ts";
import { type Columns, type RowFormat, tableLines, writeReport } from "./rows.ts";
import type { ViewOptions } from "./style.ts";

/** A check, and what was compared. */
export type CheckedImport = { old: SiteData; imported: FinishedImport; check: ImportCheck };

const DEFAULT_COLUMNS = 120;
const INDENT = "  ";
/** How many changes of names and URLs are listed: a new structure changes thousands. */
const SHOWN_CHANGES = 20;
/** How much of the missing words of a page is shown, in characters. */
const SHOWN_WORDS = 300;
/** How many references of a page are named. */
const SHOWN_NAMES = 8;

/** What is counted, with the heads of columns. */
export const PART_TITLES: Readonly<Record<PagePart, string>> = {
  words: "words",
  references: "references",
  images: "images",
  elements: "elements",
  values: "values",
};

/** What could not be compared: one, and several. */
const COMPARED_NAMES: Readonly<Record<Compared, readonly [one: string, many: string]>> = {
  words: ["word", "words"],
  references: ["reference", "references"],
  images: ["image", "images"],
  number: ["number", "numbers"],
  date: ["date", "dates"],
  boolean: ["switch", "switches"],
  choice: ["choice", "choices"],
  other: ["other value to look at", "other values to look at"],
  names: ["name", "names"],
  urls: ["URL", "URLs"],
};

/** The sources of a check. */
export function namedSources({ old, imported, check: { languagesLeftOut } }: CheckedImport): NamedSources {
  const { path, about } = namedSite(old);
  const checked = languagesLeftOut.length === 0 ? "" : `; ${languagesLeftOut.join(", ")} not checked`;
  return {
    old: { path, about: about + checked },
    new: { path: imported.path, about: importInWords(imported) },
  };
}

/** Yields the lines. */
export function* importCheckView(
  checked: CheckedImport,
  { color, columns = DEFAULT_COLUMNS }: ViewOptions,
): Generator<string> {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const { old, check } = checked;
  yield* sourceLines(namedSources(checked), columns, chalk);
  if (check.properties.length > 0) {
    yield "";
    yield chalk.bold(`Properties with losses (${check.properties.length})`);
    yield* propertyTable(check.properties, columns, chalk);
  }
  yield "";
  yield* totalsTable(check, columns, chalk);
  for (const line of remarks({ old, check })) {
    for (const part of wordWrapped(line, columns, INDENT)) yield chalk.dim(part);
  }
  const { pages, missing } = lossyPages(check);
  for (const line of missing) yield chalk.red(line);
  yield "";
  if (pages.length + missing.length === 0) yield chalk.bold(conclusion(check));
  else if (pages.length > 0) {
    yield chalk.bold(`Pages with losses (${pages.length})`);
    yield* lossTable(pages, columns, chalk);
  }
  yield* findingLines(check, columns, chalk);
  yield* changeLines(check, columns, chalk);
}

/** Whether everything is there, if nothing is lost. */
export function conclusion({ notCompared }: ImportCheck): string {
  return notCompared.size === 0 ? "nothing is lost" : "nothing is lost of what was compared";
}

/** The pages with losses, but not those of languages of which nothing is imported: `missing` has a line for each of these. */
export function lossyPages({ pages, languages }: ImportCheck): { pages: PageCheck[]; missing: string[] } {
  const gone = languages.filter(({ pages: { old, kept } }) => old > 0 && kept === 0);
  const codes = new Set(gone.map(({ language }) => language));
  return {
    pages: pages.filter((page) => hasLosses(page) && !codes.has(page.language ?? "")),
    missing: gone.map(
      ({ language, pages }) => `${language}: nothing imported (${counted(pages.old, "page")})`,
    ),
  };
}

function propertyTable(
  properties: readonly PropertyLoss[],
  columns: number,
  chalk: ChalkInstance,
): Generator<string> {
  return tableLines(
    properties,
    [
      { head: "property", text: ({ property }) => property, rank: 0 },
      { head: "values lost", text: affectedInWords, rank: 0, isNumber: true },
      ...PAGE_PARTS.map((part) => ({
        head: PART_TITLES[part],
        text: ({ lost }: PropertyLoss) => (lost[part] > 0 ? `-${lost[part]}` : ""),
        rank: 1,
        isNumber: true,
      })),
    ],
    { room: columns, kept: 1, paintHead: chalk.dim },
  );
}

/** `12 of 72`: how many values of a property lost something. */
export function affectedInWords({ affected, filled }: PropertyLoss): string {
  return `${affected} of ${filled}`;
}

/** The head of the totals. Other views count all words of one language; these are of texts that are compared, in all languages. */
const COMPARED_HEAD = "compared";

/** A row of the totals. */
export type Total = { what: string; old: number; imported: number; missing: number; kept: string };

/** The totals: pages and their parts, then pages and words by language. */
export function totalRows({ totals, languages }: ImportCheck): Total[] {
  const row = (what: string, { old, kept }: Kept): Total => ({
    what,
    old,
    imported: kept,
    missing: old - kept,
    kept: old === 0 ? "" : inPercent(kept / old),
  });
  return [
    row("pages", totals.pages),
    ...PAGE_PARTS.flatMap((part) => {
      const total = totals[part];
      return total ? [row(PART_TITLES[part], total)] : [];
    }),
    ...(totals.labels ? [row("alt texts", totals.labels)] : []),
    ...languages.flatMap(({ language, pages, words }) => [
      row(`varying pages in ${language}`, pages),
      ...(totals.words ? [row(`words of varying pages in ${language}`, words)] : []),
    ]),
  ];
}

function totalsTable(check: ImportCheck, columns: number, chalk: ChalkInstance): Generator<string> {
  const number = (head: string, text: (row: Total) => string) => ({ head, text, rank: 0, isNumber: true });
  return tableLines(
    totalRows(check),
    [
      { head: COMPARED_HEAD, text: ({ what }) => what, rank: 0 },
      number("old", ({ old }) => String(old)),
      number("imported", ({ imported }) => String(imported)),
      number("missing", ({ missing }) => String(missing)),
      number("kept", ({ kept }) => kept),
    ],
    { room: columns, kept: 0, isSmall: true, paintHead: chalk.dim },
  );
}

/** How many properties a sentence names. */
const NAMED_PROPERTIES = 3;

/** Sentences about the check as a whole: changes, old links, extra nodes, accepted losses, and what was not compared. */
export function remarks({ old, check }: Pick<CheckedImport, "old" | "check">): string[] {
  const { pages, extra, accepted, notCompared, notComparedProperties } = check;
  const types = new PropertyTypes(old.types());
  const names = pages.filter(({ name }) => name).length;
  const urls = pages.filter(({ url }) => url).length;
  const hidden = pages.filter(({ state }) => state === "not-shown");
  const unread = pages.filter(({ state }) => state === "unread").length;
  const oldLinks = pages.reduce((sum, page) => sum + page.oldLinks.length, 0);
  const without = COMPARED.flatMap((what) => {
    const count = notCompared.get(what) ?? 0;
    const [one, many] = COMPARED_NAMES[what];
    if (count === 0) return [];
    const properties = [...(notComparedProperties.get(what) ?? [])].toSorted(([, a], [, b]) => b - a);
    const nameOf = what === "other" ? (property: string) => withEditor(property, types) : String;
    const named = properties.slice(0, NAMED_PROPERTIES).map(([property]) => nameOf(property));
    const more = properties.length > named.length ? [`and ${properties.length - named.length} more`] : [];
    const list = named.length === 0 ? "" : ` (${[...named, ...more].join(", ")})`;
    return [`${counted(count, one, many)}${list}`];
  });
  const changes = [
    ...(notCompared.has("names") ? [] : [counted(names, "name")]),
    ...(notCompared.has("urls") ? [] : [counted(urls, "URL")]),
  ];
  return [
    ...(changes.length > 0 ? [`${changes.join(" and ")} changed`] : []),
    ...(oldLinks > 0 ? [`${counted(oldLinks, "link")} to a URL of the old site, kept as a reference`] : []),
    ...(extra.length > 0 ? [`${counted(extra.length, "node")} in the import that the old site lacks`] : []),
    ...(accepted > 0 ? [`${counted(accepted, "loss", "losses")} accepted, and not counted`] : []),
    ...(unread > 0 ? [`${counted(unread, "page")} protected on the new site, and not compared`] : []),
    ...(hidden.length > 0
      ? [`not pages, and not shown on any: ${counted(hidden.length, "node")} (${typesInWords(hidden)})`]
      : []),
    ...(without.length > 0 ? [`not compared: ${without.join(", ")}`] : []),
  ];
}

/** `page.team: Umbraco.MemberPicker`, so that people know what to look at on the new site. */
function withEditor(property: string, types: PropertyTypes): string {
  const [, type, alias] = /^(.*)\.([^.]+)$/.exec(property) ?? [];
  const editor =
    type && alias ? types.ofNode("content", type)?.properties.get(alias)?.editorAlias : undefined;
  return editor === undefined ? property : `${property}: ${editor}`;
}

/** The types of nodes with their numbers, the most frequent first. */
function typesInWords(nodes: readonly PageCheck[]): string {
  const counts = new Map<string, number>();
  for (const { type } of nodes) countIn(counts, type);
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return sorted.map(([type, count]) => `${count} ${type}`).join(", ");
}

/** The name of a page after those of its ancestors. */
function pathOfPage({ path }: PageCheck): string {
  return path.join(BETWEEN_NAMES);
}

function lossTable(pages: readonly PageCheck[], columns: number, chalk: ChalkInstance): Generator<string> {
  const parts = PAGE_PARTS.map((part) => ({
    head: PART_TITLES[part],
    text: ({ losses }: PageCheck) =>
      losses[part].lost > 0 ? `-${losses[part].lost} of ${losses[part].count}` : "",
    rank: 0,
    isNumber: true,
  }));
  const wrap = (text: string, width: number) => wordWrapped(text, width, "");
  const below = (page: PageCheck) =>
    detailsOf(page)
      .flatMap((line) => wrap(visible(line), columns - INDENT.length))
      .map((line) => INDENT + chalk.dim(line))
      .join("\n");
  return tableLines(
    pages,
    [
      {
        head: "page",
        text: pathOfPage,
        rank: 2,
        enough: 20,
        lines: ({ path }, width) => [namesInLine(path, width)],
        paint: () => chalk.bold,
      },
      { head: "id", text: ({ id, key }) => String(id ?? key.slice(0, 8)), rank: 1 },
      { head: "language", text: ({ language = "" }) => language, rank: 0 },
      {
        head: "",
        text: stateInWords,
        rank: 0,
        paint: () => chalk.red,
      },
      ...parts,
    ],
    { room: columns, kept: 2, paintHead: chalk.dim, below },
  );
}

/** What is wrong with a page as a whole. */
export function stateInWords({ state, status, name, url }: PageCheck): string {
  if (state === "missing") return status === undefined || status === state ? state : `${state} (${status})`;
  const empty = [...(name?.[1] === "" ? ["name"] : []), ...(url?.[1] === "" ? ["URL"] : [])];
  return empty.length === 0 ? "" : `no ${empty.join(", no ")}`;
}

/** The properties of a page that lost something. */
export function lostProperties({ properties, findings }: PageCheck): string[] {
  const lost = properties.flatMap(({ property, affected }) => (affected > 0 ? [property] : []));
  const found = findings.filter(isLossFinding).flatMap(({ property }) => property ?? []);
  return [...new Set([...lost, ...found])];
}

/** What a page lost, a line for each part, then the properties. Of a missing page, only how it begins. */
function detailsOf(page: PageCheck): string[] {
  const parts = PAGE_PARTS.flatMap((part) => {
    const { losses } = page;
    const { missing } = losses[part];
    if (missing.length === 0) return [];
    return [`${PART_TITLES[part]}: ${part === "words" ? shownPhrases(missing) : shownNames(missing)}`];
  });
  const found = page.findings.filter(isLossFinding);
  if (found.length > 0) parts.push(shownNames(found.map(({ is, text }) => `${is}: ${text}`)));
  const properties = lostProperties(page);
  return properties.length === 0 ? parts : [...parts, `in: ${shownNames(properties)}`];
}

function shownPhrases(missing: readonly string[]): string {
  const shown: string[] = [];
  let room = SHOWN_WORDS;
  for (const phrase of missing) {
    if (room <= 0) break;
    shown.push(phrase.length > room ? `${cutAtWord(phrase, room)} …` : phrase);
    room -= phrase.length;
  }
  return shown.join(" | ") + (shown.length < missing.length ? " | …" : "");
}

function cutAtWord(text: string, length: number): string {
  const cut = text.slice(0, length);
  return cut.replace(/\s+\S*$/, "").replace(/[\uD800-\uDBFF]$/, "");
}

function shownNames(names: readonly string[]): string {
  const more = names.length > SHOWN_NAMES ? `, and ${names.length - SHOWN_NAMES} more` : "";
  return names.slice(0, SHOWN_NAMES).join(", ") + more;
}

function* findingLines({ pages }: ImportCheck, columns: number, chalk: ChalkInstance): Generator<string> {
  const all = findingsOf(pages);
  if (all.length === 0) return;
  yield "";
  yield chalk.bold(`Findings (${all.length})`);
  for (const { page, finding } of all.slice(0, SHOWN_CHANGES)) {
    const language = page.language === undefined ? "" : ` (${page.language})`;
    const line = `${finding.is}: ${finding.text}`;
    const where = `  ${pathOfPage(page)}${language}`;
    const isLong = line.length + where.length > columns;
    yield visible(line) + (isLong ? "" : chalk.dim(visible(where)));
    if (isLong) yield chalk.dim(visible(where));
  }
  const left = all.length - SHOWN_CHANGES;
  if (left > 0) yield chalk.dim(`and ${left} more: --format csv lists all`);
}

/** All findings with their pages, the losses first, then by kind. */
export function findingsOf(pages: readonly PageCheck[]): { page: PageCheck; finding: PageFinding }[] {
  const all = pages.flatMap((page) => page.findings.map((finding) => ({ page, finding })));
  return FINDING_KINDS.flatMap((kind) => all.filter(({ finding }) => finding.is === kind));
}

function findingCounts(pages: readonly PageCheck[]): Map<FindingKind, number> {
  const counts = new Map<FindingKind, number>();
  for (const { finding } of findingsOf(pages)) countIn(counts, finding.is);
  return counts;
}

function* changeLines({ pages }: ImportCheck, columns: number, chalk: ChalkInstance): Generator<string> {
  const changes = changesOf(pages);
  if (changes.length === 0) return;
  yield "";
  yield chalk.bold(`Names and URLs changed (${changes.length})`);
  for (const { page, before, after } of changes.slice(0, SHOWN_CHANGES)) {
    const language = page.language === undefined ? "" : ` (${page.language})`;
    const line = visible(`${before} → ${after}`) + chalk.dim(visible(`  ${pathOfPage(page)}${language}`));
    yield before.length + after.length > columns ? visible(`${before} → ${after}`) : line;
  }
  const left = changes.length - SHOWN_CHANGES;
  if (left > 0) yield chalk.dim(`and ${left} more: --format csv lists all`);
}

/** The changes of names and of URLs, in the order of pages. */
export function changesOf(pages: readonly PageCheck[]) {
  return pages.flatMap((page) =>
    [page.name, page.url].flatMap((change) =>
      change ? [{ page, before: change[0], after: change[1] }] : [],
    ),
  );
}

/** A row: what a property lost on all pages, or what a page lost. */
type CheckRow = PropertyLoss | PageCheck;

const ofPage =
  <T>(read: (page: PageCheck) => T) =>
  (row: CheckRow) =>
    "filled" in row ? null : read(row);

/** The columns of both rows: `row` says which it is. What is not compared has no losses. */
const ROW_COLUMNS: Columns<CheckRow> = {
  row: { of: (row) => ("filled" in row ? "property" : "page") },
  property: {
    of: (row) => ("filled" in row ? row.property : lostProperties(row)),
    between: " | ",
  },
  filled: { of: (row) => ("filled" in row ? row.filled : null) },
  affected: { of: (row) => ("filled" in row ? row.affected : null) },
  id: { of: ofPage(({ id }) => id ?? null) },
  key: { of: ofPage(({ key }) => key) },
  type: { of: ofPage(({ type }) => type) },
  breadcrumbs: { of: ofPage(({ path }) => path.slice(0, -1)), between: BETWEEN_NAMES },
  name: { of: ofPage(({ path }) => path.at(-1)) },
  language: { of: ofPage(({ language }) => language ?? null) },
  state: { of: ofPage(({ state }) => state) },
  status: { of: ofPage(({ status }) => status ?? null) },
  ...Object.fromEntries(
    PAGE_PARTS.flatMap((part) => [
      [part, { of: ofPage(({ losses }) => losses[part].count) }],
      [`${part}Lost`, { of: (row: CheckRow) => ("filled" in row ? row.lost[part] : row.losses[part].lost) }],
      [`${part}Missing`, { of: ofPage(({ losses }) => losses[part].missing), between: " | " }],
    ]),
  ),
  oldLinks: { of: ofPage(({ oldLinks }) => oldLinks), between: " | " },
  findings: {
    of: ofPage(({ findings }) => findings.map(({ is, text }) => `${is}: ${text}`)),
    between: " | ",
  },
  newName: { of: ofPage(({ name }) => name?.[1] ?? null) },
  url: { of: ofPage(({ url }) => url?.[0] ?? null) },
  newUrl: { of: ofPage(({ url }) => url?.[1] ?? null) },
};

/**
 * Yields what properties lost, then all pages, the worst first, as rows; json has them as two lists, with the two sides, the
 * totals, and the nodes that the old site lacks.
 */
export function* importCheckRows(
  { old, imported, check }: CheckedImport,
  format: RowFormat,
): Generator<string> {
  const { languages, accepted, extra, pages, properties, notCompared, notComparedProperties } = check;
  const { pages: pagesKept, ...compared } = check.totals;
  const head = () => ({
    old: sourceJson(old),
    new: {
      place: imported.path,
      format: imported.format,
      rows: imported.rows.length,
      known: [...imported.known],
    },
    properties: properties.map(({ property, filled, affected, lost }) => ({
      property,
      filled,
      affected,
      ...lost,
    })),
    totals: {
      pages: pagesKept,
      compared,
      missing: pagesKept.old - pagesKept.kept,
      extra: extra.length,
      accepted,
      names: pages.filter(({ name }) => name).length,
      urls: pages.filter(({ url }) => url).length,
      oldLinks: pages.reduce((sum, page) => sum + page.oldLinks.length, 0),
      findings: Object.fromEntries(findingCounts(pages)),
      languagesLeftOut: check.languagesLeftOut,
      notCompared: Object.fromEntries(notCompared),
      notComparedProperties: Object.fromEntries(
        [...notComparedProperties.values()].flatMap((properties) => [...properties]),
      ),
    },
    languages,
    extra: extra.map(({ key, language, url, name }) => ({ key, language, url, name })),
  });
  const { row, filled, affected, ...ofPages } = ROW_COLUMNS;
  if (format === "json") yield* writeReport({ head, name: "pages", rows: pages, columns: ofPages }, format);
  else {
    const rows = [...properties, ...pages];
    yield* writeReport({ head, name: "rows", rows, columns: ROW_COLUMNS }, format);
  }
}

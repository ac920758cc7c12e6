/** Import listings: the rows of a finished import in another system, as NDJSON or CSV with columns by name. */

import { isUtf8 } from "node:buffer";
import { statSync } from "node:fs";
import { DataError, UsageError } from "../errors.ts";
import { readDataFile } from "../formats/data-file.ts";
import { namedRows } from "../formats/read-csv.ts";
import { isMembers } from "../json/shape.ts";
import type { SiteTrees } from "../site/site-data.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { parseUdi } from "../site/udi.ts";
import { htmlParts } from "../site/values/html-parts.ts";
import { counted, inWords } from "../text/counted.ts";
import { withoutMark } from "../text/file-text.ts";
import { comparableText, hasTags, markupIn, withoutTags } from "./comparable-text.ts";
import { urlsInText, valuesByAlias } from "./page-content.ts";

/** What is known of a page of the new site, or of one of its languages. */
export type ImportRow = {
  /** The key of the node on the old site. */
  key: Key;
  /** Absent if the row is about the page in all its languages. */
  language?: string;
  url?: string;
  /** The key of the node above. Absent if only the URL says where the page is. */
  parent?: Key | null;
  name?: string;
  /** The text that visitors read. */
  text?: string;
  /** Keys and URLs of the pages, files and images that the page leads to or shows, each once. */
  references?: readonly string[];
  /** What the HTML or the values of the page have beside texts. Absent if nothing is known of it. */
  shown?: ShownParts;
  /** Entities and tags that visitors read as text, with the word that has them. Default: none. */
  markup?: readonly string[];
  /** Other values by the aliases of the old properties; blocks in any form that keeps their aliases. */
  properties?: object;
};

/** What a page has beside its text. */
type ShownParts = {
  /** Links, images and files, as often as the page has them: each with its keys and URLs. */
  uses: readonly (readonly string[])[];
  /** URLs that the page shows as text. */
  urls: readonly string[];
  /** The `alt` and `title` texts, in the form of `comparableText`. */
  labels: readonly string[];
  /** What links to a part of the page can lead to. */
  ids: ReadonlySet<string>;
};

/** What rows can say of a page besides its key and language. */
export type KnownPart = "url" | "name" | "text" | "references";

/** A finished import in another system. */
export type FinishedImport = {
  /** The path of the listing, or the URL of the site. */
  path: string;
  /** What it is, in words. */
  format: string;
  rows: readonly ImportRow[];
  /** The host of the new site, if it is known besides the URLs of rows. */
  host?: string;
  /** The parts that any row has; the others are not compared. */
  known: ReadonlySet<KnownPart>;
  /** The lower-case aliases that any `properties` have; the values of others are not compared. Default: none. */
  aliases?: "all" | ReadonlySet<string>;
  /** The pages that exist and must not be read. Default: none. */
  refused?: ReadonlySet<Key>;
};

const COLUMNS = ["key", "language", "url", "name", "text", "html", "references", "properties"] as const;
type ListingColumn = (typeof COLUMNS)[number];
type Cells = Readonly<Partial<Record<ListingColumn, unknown>>>;

/** A text of a listing must fit into one string. */
const SIZE_LIMIT = { bytes: 500_000_000, reason: "takes more than 500 MB, which is the most of a listing" };
/** The most faults that are reported. */
const MOST_FAULTS = 5;
/** Separators of a cell with several references. A URL may hold commas and semicolons. */
const BETWEEN_REFERENCES = /\s+|[,;|](?=\s|$|\/|https?:|umb:|\{?[0-9a-f]{8}-)/i;

/**
 * Whether a path is that of a listing: a file with the ending of one, and not one of a data directory or an export.
 * @throws UsageError for a file in a form that neither listings nor other sources have
 */
export function isListingPath(path: string): boolean {
  if (/(?:^|[\\/])(?:content|media)\.(?:nd)?json$/.test(path)) return false;
  const [, ending] = /\.(ndjson|jsonl|csv|json|tsv|txt|xlsx?)$/i.exec(path) ?? [];
  if (ending === undefined || statSync(path, { throwIfNoEntry: false })?.isDirectory()) return false;
  if (/^(?:ndjson|jsonl|csv)$/i.test(ending)) return true;
  throw new UsageError(`${path} is not an import listing: write it as .ndjson, an object a line, or as .csv`);
}

/**
 * The warning about an import that has no node of the old site: its keys are others, or it is of another site.
 * @returns `undefined` if it has any, or is empty
 */
export function strangeKeysWarning(
  { rows, path }: Pick<FinishedImport, "rows" | "path">,
  { content, media }: SiteTrees,
): string | undefined {
  const isKnown = ({ key }: ImportRow) => content.findKey(key) >= 0 || media.findKey(key) >= 0;
  if (rows.length === 0 || rows.some(isKnown)) return undefined;
  return `warning: none of the keys of ${path} is that of a node of the old site, by which nodes are matched`;
}

/**
 * Reads a listing. Other columns are ignored.
 * @throws DataError if it cannot be read, has no column `key`, or has malformed rows
 */
export function readImportListing(path: string): FinishedImport {
  const { bytes, start, end } = readDataFile(path, SIZE_LIMIT);
  if (!isUtf8(bytes.subarray(start, end))) throw new DataError(`${path} is not UTF-8: save it as UTF-8`);
  const text = withoutMark(bytes.toString("utf8", start, end));
  const rows: ImportRow[] = [];
  const faults: string[] = [];
  for (const { line, cells } of /\.csv$/i.test(path) ? csvCells(text, path) : jsonCells(text)) {
    const row = typeof cells === "string" ? cells : rowOf(cells);
    if (typeof row === "string") faults.push(`${path}:${line}: ${row}`);
    else rows.push(row);
  }
  if (faults.length > 0) {
    const more = faults.length > MOST_FAULTS ? [`and ${faults.length - MOST_FAULTS} more`] : [];
    const [first, ...others] = [...faults.slice(0, MOST_FAULTS), ...more];
    throw new DataError(first, { findings: others });
  }
  const aliases = new Set(rows.flatMap(({ properties }) => [...valuesByAlias(properties ?? {}).keys()]));
  return { path, format: "import listing", rows, known: knownParts(rows), aliases };
}

/** The parts that any of the rows has. */
export function knownParts(rows: readonly ImportRow[]): Set<KnownPart> {
  const parts = ["url", "name", "text", "references"] as const;
  const isKnown = (row: ImportRow, part: KnownPart) =>
    row[part] !== undefined || (part === "references" && row.shown !== undefined);
  return new Set(parts.filter((part) => rows.some((row) => isKnown(row, part))));
}

/** The cells of a row, or what is wrong with it. */
type ReadRow = { line: number; cells: Cells | string };

function* jsonCells(text: string): Generator<ReadRow> {
  let line = 0;
  for (const each of text.split("\n")) {
    line++;
    if (each.trim() === "") continue;
    let value: unknown;
    try {
      value = JSON.parse(each);
    } catch (error) {
      yield { line, cells: `is not JSON: ${(error as Error).message}` };
      continue;
    }
    yield { line, cells: isMembers(value) ? value : "must be an object with the member key" };
  }
}

/** @throws DataError without a column `key` */
function* csvCells(text: string, path: string): Generator<ReadRow> {
  const rows = namedRows(text, COLUMNS, ["key"], path);
  if (rows === undefined) {
    const others = COLUMNS.filter((column) => column !== "key");
    throw new DataError(`${path}:1: must name its columns: key, and of ${inWords(others)} what is known`);
  }
  try {
    yield* rows;
  } catch (error) {
    throw error instanceof UsageError ? new DataError(error.message) : error;
  }
}

/** @returns the row, or what is wrong with it */
function rowOf(cells: Cells): ImportRow | string {
  const written = cells.key ?? "";
  if (written === "") return "has no key";
  if (typeof written !== "string") return faultOfText("key", written);
  const key = parseUdi(written.trim())?.key ?? parseKey(written.trim());
  if (key === undefined) return `key ${JSON.stringify(written)} is not a GUID`;
  const texts: Partial<Record<ListingColumn, string>> = {};
  for (const column of COLUMNS) {
    const value = cells[column];
    if (column === "key" || column === "references" || column === "properties") continue;
    if (value === undefined || value === null) continue;
    if (typeof value !== "string") return faultOfText(column, value);
    texts[column] = value;
  }
  const references = referencesOf(cells.references);
  if (typeof references === "string") return references;
  const properties = membersOf(cells.properties);
  if (properties === "malformed") return "properties must be an object of values by alias";
  const { language, url, name, text, html } = texts;
  const words = [text, html].flatMap((each) => (each === undefined ? [] : comparableText(each)));
  const markup = [
    text === undefined || hasTags(text) ? "" : text,
    html === undefined ? "" : withoutTags(html),
  ];
  const urls = urlsInText(text ?? "");
  return {
    key,
    ...(language && { language }),
    ...(url !== undefined && { url: url.trim() }),
    ...(name !== undefined && { name: name.trim() }),
    ...(words.length > 0 && { text: words.join("\n") }),
    ...(references && { references: [...references, ...urls] }),
    ...(html !== undefined && { shown: shownParts(html, urls) }),
    ...(words.length > 0 && { markup: markup.flatMap(markupIn) }),
    ...(properties && { properties }),
  };
}

/** @param linked URLs that a text beside the HTML has */
function shownParts(html: string, linked: readonly string[]): ShownParts {
  const { uses, labels, ids } = htmlParts(html);
  return {
    uses: [...uses.map(({ urls }) => urls), ...linked.map((url) => [url])],
    urls: urlsInText(withoutTags(html)),
    labels: labels.map(comparableText),
    ids,
  };
}

function faultOfText(column: ListingColumn, value: unknown): string {
  return `${column} must be a text, not ${typeof value === "object" ? "a list or an object" : value}`;
}

/** An object; in CSV as JSON. */
function membersOf(value: unknown): object | undefined | "malformed" {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string") return isMembers(value) ? value : "malformed";
  try {
    return membersOf(JSON.parse(value));
  } catch {
    return "malformed";
  }
}

/** @returns the references, if there are any, or what is wrong with them */
function referencesOf(value: unknown): readonly string[] | undefined | string {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value.split(BETWEEN_REFERENCES).filter((each) => each !== "");
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value;
  return "references must be a list of texts";
}

/** The language of the site that a language of the import is: `nb` is `nb-NO` if the site has no other `nb`. */
export function matchingLanguage(code: string, languages: readonly string[]): string | undefined {
  const lower = code.toLowerCase().replace("_", "-");
  const same = languages.find((each) => each.toLowerCase() === lower);
  if (same !== undefined) return same;
  const [primary] = lower.split("-");
  const alike = languages.filter((each) => each.toLowerCase().split("-")[0] === primary);
  return alike.length === 1 ? alike[0] : undefined;
}

/** What an import is, in a line. */
export function importInWords({ format, rows, known }: FinishedImport): string {
  const pages = new Set(rows.map(({ key }) => key)).size;
  const parts = ["key", ...(rows.some(({ language }) => language) ? ["language"] : []), ...known];
  return `${format}, ${counted(rows.length, "row")} of ${counted(pages, "node")} with ${parts.join(", ")}`;
}

/** The URLs of nodes: of content by its segments and the domains of the site, of media by where their files lie. */

import { FILE_PROPERTY, mediaUrl } from "../../media/media-paths.ts";
import { type Key, parseKey } from "../../tree/key.ts";
import { type Domain, nodeUrls, type StoredRedirect, urlBelowDomain } from "../../urls/node-urls.ts";
import { segmentOptions, URL_NAME, urlSegment, urlSource } from "../../urls/url-segment.ts";
import type { FormatOptions } from "../data-format.ts";
import { madeUrlsNote } from "../findings.ts";
import type { ChosenNode } from "./choose-versions.ts";
import type { NodeValues } from "./node-values.ts";
import type { SiteLanguage, SiteLanguages } from "./site-languages.ts";
import type { SiteNotes } from "./site-notes.ts";
import type { SqliteDatabase } from "./sqlite/sqlite-database.ts";

/** From version 15 on, the segments that the site itself has made. */
const TABLE = "umbracoDocumentUrl";
const COLUMNS = ["uniqueId", "isDraft", "languageId", "urlSegment"];
/** From 15.4 on. What is not primary is a further address of a node. */
const PRIMARY = "isPrimary";

const NO_SEGMENT = "has no segment in the database: that of its url is made of its name";

/** The segments of documents, by their keys. */
type ByKey = {
  /** In the language that is read. */
  own: Map<Key, string>;
  /** In no language, or in the default one, which is that of documents which do not vary. */
  shared: Map<Key, string>;
};

/** As visitors see them, and as editors do. */
type Segments = { published: ByKey; draft: ByKey };

/** What URLs are made by. */
type UrlRules = {
  domains: readonly Domain[];
  languages: SiteLanguages;
  options: Pick<FormatOptions, "urls" | "urlAscii" | "settings">;
};

/**
 * @param content in preorder; the values are of these nodes, and maybe of others behind them
 * @returns for each, its URL, if it has one; up to version 14, which keeps no segments, only where they are to be made
 */
export function contentUrls(
  database: SqliteDatabase,
  content: readonly ChosenNode[],
  values: NodeValues,
  { domains, languages, options }: UrlRules,
  notes: SiteNotes,
): (string | undefined)[] {
  const segments = readSegments(database, languages);
  if (segments === undefined && !options.urls) return [];
  const rules = segmentOptions(undefined, options.urlAscii, options.settings);
  if (segments === undefined) notes.whole(madeUrlsNote(rules), "madeUrls");
  const madeSegment = (node: ChosenNode) => {
    // It lacks now and then the row of a page that it knows.
    if (segments) notes.node(node.row.id, NO_SEGMENT, "madeSegments");
    return urlSegment(urlSource(node.name, storedValue(node, URL_NAME, node.place, values)?.text), rules);
  };
  const nodes = content.map((node) => ({
    name: String(node.row.id),
    parent: node.parent?.place ?? -1,
    segment: (segments && segmentIn(segments, node)) ?? madeSegment(node),
  }));
  return nodeUrls(nodes, {
    domains,
    culture: languages.read?.code,
    isDefaultCulture: languages.read?.id === languages.default?.id,
    settings: options.settings,
  });
}

function segmentIn({ published, draft }: Segments, { row, type, isPublished }: ChosenNode) {
  const key = parseKey(row.key);
  if (key === undefined) return undefined;
  const { own, shared } = isPublished ? published : draft;
  return own.get(key) ?? (type.varies ? undefined : shared.get(key));
}

/** @param at the node's place among those that the values are of */
function storedValue({ type }: ChosenNode, wanted: string, at: number, values: NodeValues) {
  const property = type.properties.findIndex(({ alias }) => alias === wanted);
  return property < 0 ? undefined : values.get(at, property);
}

/** @returns `undefined` up to version 14, where the database does not hold them */
function readSegments(database: SqliteDatabase, languages: SiteLanguages): Segments | undefined {
  if (!COLUMNS.every((column) => database.has(TABLE, column))) return undefined;
  const segments = {
    published: { own: new Map(), shared: new Map() },
    draft: { own: new Map(), shared: new Map() },
  };
  const hasPrimary = database.has(TABLE, PRIMARY);
  for (const row of database.rows(TABLE, hasPrimary ? [...COLUMNS, PRIMARY] : COLUMNS)) {
    const key = parseKey(row.text(0) ?? "");
    const segment = row.text(3);
    if (key === undefined || segment === undefined || (hasPrimary && !row.flag(4))) continue;
    addSegment(row.flag(1) ? segments.draft : segments.published, key, segment, row.optionalId(2), languages);
  }
  return segments;
}

/** @param language `undefined` for a document that does not vary */
function addSegment(
  { own, shared }: ByKey,
  key: Key,
  segment: string,
  language: number | undefined,
  languages: SiteLanguages,
): void {
  if (language === languages.read?.id) own.set(key, segment);
  if (language === undefined || language === languages.default?.id) shared.set(key, segment);
}

/**
 * @param media in any order
 * @param first the place of the first of them among the nodes that the values are of
 * @returns for each, what its file property tells, else what is kept beside its version
 */
export function mediaUrls(
  database: SqliteDatabase,
  media: readonly ChosenNode[],
  values: NodeValues,
  first: number,
): (string | undefined)[] {
  const paths = new Map<number, string>();
  for (const row of database.rows("umbracoMediaVersion", ["id", "path"])) {
    const path = row.text(1);
    if (path !== undefined) paths.set(row.id(0), path);
  }
  return media.map((node, index) => {
    const value = storedValue(node, FILE_PROPERTY, first + index, values);
    return (value && !value.isJson ? mediaUrl(value.text) : undefined) ?? paths.get(node.version.id);
  });
}

/** Old addresses of pages, which the CMS keeps when a page is renamed or moved. */
const REDIRECTS = "umbracoRedirectUrl";
const REDIRECT_COLUMNS = ["url", "contentKey", "culture", "createDateUtc"];
/** Up to version 14: the id of the node whose domain the path lies below. */
const BELOW_DOMAIN = /^([0-9]+)(?:\/(.*))?$/s;

/**
 * @returns the newest redirect of each address and language, in the order of the table; also those to pages that are not there
 */
export function readRedirects(database: SqliteDatabase, domains: readonly Domain[]): StoredRedirect[] {
  if (!REDIRECT_COLUMNS.every((column) => database.has(REDIRECTS, column))) return [];
  const newest = new Map<string, StoredRedirect & { date: string }>();
  for (const row of database.rows(REDIRECTS, REDIRECT_COLUMNS)) {
    const [url = "", language, date = ""] = [row.text(0), row.text(2), row.text(3)];
    const key = parseKey(row.text(1) ?? "");
    if (url === "#" || key === undefined) continue;
    const name = JSON.stringify([url.toLowerCase(), language?.toLowerCase()]);
    const known = newest.get(name);
    if (known && known.date >= date) continue;
    const [, root, path = ""] = BELOW_DOMAIN.exec(url) ?? [];
    const plain = url === "" ? "/" : url;
    newest.set(name, {
      url: root === undefined ? plain : urlBelowDomain({ root, path, language }, domains),
      key,
      language,
      date,
    });
  }
  return [...newest.values()].map(({ date: _, ...redirect }) => redirect);
}

/** All domains of nodes that are there, in the order in which the CMS takes them. */
export function readSiteDomains(
  database: SqliteDatabase,
  nodes: ReadonlyMap<number, unknown>,
  languages: readonly SiteLanguage[],
): Domain[] {
  const codes = new Map(languages.map(({ id, code }) => [id, code]));
  const columns = ["id", "domainName", "domainRootStructureID", "domainDefaultLanguage"];
  // From 11.3 on.
  const isSorted = database.has("umbracoDomain", "sortOrder");
  const found: { domain: Domain; sortOrder: number }[] = [];
  for (const row of database.rows("umbracoDomain", isSorted ? [...columns, "sortOrder"] : columns)) {
    const name = row.text(1);
    const rootId = row.optionalId(2);
    if (name === undefined || rootId === undefined || !nodes.has(rootId)) continue;
    const domain = { root: String(rootId), name, language: codes.get(row.optionalId(3) ?? Number.NaN) };
    found.push({ domain, sortOrder: isSorted ? (row.optionalId(4) ?? 0) : 0 });
  }
  // Rows come in order of their ids, which sorting keeps.
  return found.sort((a, b) => a.sortOrder - b.sortOrder).map(({ domain }) => domain);
}

/** Queries what the URLs of a site are made of: domains, the segments that the site has stored, and redirects. */

import type { SiteDomain } from "../../site/languages.ts";
import { entryIn } from "../../site/map-entries.ts";
import { type Key, parseKey } from "../../site/tree/key.ts";
import { type StoredRedirect, urlBelowDomain } from "../../site/urls/node-urls.ts";
import type { DatabaseLanguages } from "./site-languages.ts";
import { type Database, keyOfColumn, rows } from "./sql.ts";

// In the order in which the CMS tries them. A domain whose node is gone is of no use.
const DOMAINS = `
  select d.domainRootStructureID as root, n.key, d.domainName as domain, nullif(l.languageISOCode, '') as language
  from umbracoDomain d
  join siteNode n on n.id = d.domainRootStructureID and not n.isMedia
  left join umbracoLanguage l on l.id = d.domainDefaultLanguage
  where d.domainName <> ''
  order by d.sortOrder, d.id`;

/** A domain, with the id of its node. */
export type DatabaseDomain = SiteDomain & { node: Key; root: number };

export function domainsOfDatabase(database: Database): DatabaseDomain[] {
  const found = rows<{ root: number; key: string; domain: string; language?: string }>(database, DOMAINS);
  return Array.from(found, ({ root, key, domain, language = null }) => ({
    root,
    node: keyOfColumn(key, root),
    domain,
    language,
  }));
}

/** The domains as facts about the site. */
export function siteDomains(domains: readonly DatabaseDomain[]): SiteDomain[] {
  return domains.map(({ domain, node, language }) => ({ domain, node, language }));
}

const SEGMENTS = `
  select n.id, u.isDraft, u.languageId, u.urlSegment as segment
  from umbracoDocumentUrl u
  join umbracoNode n on n.uniqueId = u.uniqueId
  where u.isPrimary and u.urlSegment <> ''
  order by u.rowid`;

/** The segment of a document in the language that is read, and the segment of a document that does not vary. */
type Segments = { own?: string; invariant?: string };

/** By the ids of documents: the segments that visitors see, and the segments of drafts. */
export type SiteSegments = Record<"published" | "draft", ReadonlyMap<number, Segments>>;

export function readSegments(
  database: Database,
  { read, default: fallback }: DatabaseLanguages,
): SiteSegments {
  const published = new Map<number, Segments>();
  const draft = new Map<number, Segments>();
  type Row = { id: number; isDraft: 0 | 1; languageId?: number; segment: string };
  for (const { id, isDraft, languageId, segment } of rows<Row>(database, SEGMENTS)) {
    const segments = entryIn(isDraft ? draft : published, id, (): Segments => ({}));
    if (languageId === read?.id) segments.own = segment;
    // Up to 17.2 documents that do not vary have a row for each language.
    if (languageId === undefined || languageId === fallback?.id) segments.invariant = segment;
  }
  return { published, draft };
}

// "#" is no address.
const REDIRECTS = `
  select ifnull(url, '') as url, contentKey, nullif(culture, '') as language, ifnull(createDateUtc, '') as date
  from umbracoRedirectUrl
  where contentKey <> '' and url is not '#'
  order by rowid`;

/** Up to version 14: the id of the node below whose domain the path lies. */
const BELOW_DOMAIN = /^([0-9]+)(?:\/(.*))?$/s;

/** @returns the newest redirect of each address and language, in the order of the table; also to pages that are not there */
export function readRedirects(database: Database, domains: readonly DatabaseDomain[]): StoredRedirect[] {
  const newest = new Map<string, StoredRedirect & { date: string }>();
  type Row = { url: string; contentKey: string; language?: string; date: string };
  for (const { url, contentKey, language, date } of rows<Row>(database, REDIRECTS)) {
    const key = parseKey(contentKey);
    const name = JSON.stringify([url.toLowerCase(), language?.toLowerCase()]);
    const known = newest.get(name);
    if (key === undefined || (known && known.date >= date)) continue;
    const [, root, path = ""] = BELOW_DOMAIN.exec(url) ?? [];
    // The front page has no path.
    const plain = url === "" ? "/" : url;
    const node = domains.find((each) => each.root === Number(root))?.node;
    newest.set(name, {
      url: root === undefined ? plain : urlBelowDomain({ node, path, language }, domains),
      key,
      language,
      date,
    });
  }
  return [...newest.values()].map(({ date: _, ...redirect }) => redirect);
}

/** How many old addresses there are, of whatever kind. */
export function countRedirects(database: Database): number {
  const [{ count }] = rows<{ count: number }>(database, "select count(*) as count from umbracoRedirectUrl");
  return count;
}

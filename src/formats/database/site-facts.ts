/** Queries facts about a site beside its nodes, which all versions have in the same tables. */

import type { Key } from "../../site/tree/key.ts";
import { type UnreadPart, unreadParts } from "../../site/unread.ts";
import { countRedirects, type DatabaseDomain, readRedirects, siteDomains } from "./database-urls.ts";
import { dictionaryOfDatabase, readDefinedLanguages } from "./site-languages.ts";
import { type Database, keyOfColumn, rows } from "./sql.ts";
import { type CountRows, OBJECT_TYPES, type UmbracoDatabase } from "./umbraco-tables.ts";

/** @param domains of the site, in the order in which the CMS tries them */
export function readSiteFacts(
  { database, tables, countRows }: Omit<UmbracoDatabase, "version">,
  domains: readonly DatabaseDomain[],
) {
  const dictionary = dictionaryOfDatabase(database);
  return {
    languages: readDefinedLanguages(database),
    domains: () => siteDomains(domains),
    dictionary: () => dictionary,
    memberGroups: readMemberGroups(database),
    protectedNodes: readProtected(database, tables),
    unread: readUnreadParts(database, countRows),
    redirectCount: countRedirects(database),
    newerDrafts: countOf(database, NEWER_DRAFTS),
    ownRelations: countOf(database, OWN_RELATIONS),
    templateMasters: readMasters(database),
    redirects: readRedirects(database, domains),
  };
}

function countOf(database: Database, query: string): number {
  const [{ count }] = rows<{ count: number }>(database, query);
  return count;
}

const NEWER_DRAFTS = `
  select count(*) as count from siteNode n
  join umbracoDocument d on d.nodeId = n.id
  where d.published and d.edited and not n.isTrashed`;

// Umbraco makes the relations of these types of the references in values, and of nodes in the recycle bin.
const OWN_RELATIONS = `
  select count(*) as count from umbracoRelation r
  join umbracoRelationType t on t.id = r.relType
  where t.alias not in (
    'umbMedia', 'umbDocument', 'umbMember', 'umbElement', 'relateParentDocumentOnDelete', 'relateParentMediaFolderOnDelete'
  )`;

const MASTERS = `
  select t.alias, m.alias as master from cmsTemplate t
  join umbracoNode n on n.id = t.nodeId
  join cmsTemplate m on m.nodeId = n.parentId`;

function readMasters(database: Database): ReadonlyMap<string, string> {
  const found = rows<{ alias: string; master: string }>(database, MASTERS);
  return new Map(Array.from(found, ({ alias, master }) => [alias, master]));
}

const GROUPS = `
  select id, uniqueId as key, text as name from umbracoNode
  where nodeObjectType = '${OBJECT_TYPES.memberGroup}' and text <> ''`;

/** The names of member groups by their ids, and by their keys in lower case. */
function readMemberGroups(database: Database): ReadonlyMap<string, string> {
  const groups = [...rows<{ id: number; key: string; name: string }>(database, GROUPS)];
  return new Map(
    groups.flatMap(({ id, key, name }) => [
      [String(id), name],
      [key.toLowerCase(), name],
    ]),
  );
}

const PROTECTED = `
  select n.id, n.key from umbracoAccess a
  join siteNode n on n.id = a.nodeId and not n.isMedia`;

/**
 * @param tables the names of the tables that the site has: the one of access came with 7.3
 * @returns the keys of the pages themselves, without those below them; `undefined` if the site cannot say
 */
function readProtected(database: Database, tables: ReadonlySet<string>): ReadonlySet<Key> | undefined {
  if (!tables.has("umbracoAccess")) return undefined;
  const found = rows<{ id: number; key: string }>(database, PROTECTED);
  return new Set(Array.from(found, ({ id, key }) => keyOfColumn(key, id)));
}

/** What nodes are that are not read, by their object type. */
export const COUNTED_NODES = {
  member: "members",
  memberGroup: "member groups",
  blueprint: "blueprints",
  libraryElement: "library elements",
} as const satisfies Partial<Record<keyof typeof OBJECT_TYPES, string>>;

// Nodes are copied whatever they are.
const NODES = `
  select iif(o.isRead, 'nodes in the recycle bin', o.what) as what, count(*) as count
  from umbracoNode n
  join (
    select '${OBJECT_TYPES.document}' as type, '' as what, 1 as isRead
    union all select '${OBJECT_TYPES.media}', '', 1
    ${Object.entries(COUNTED_NODES)
      .map(
        ([type, what]) =>
          `union all select '${OBJECT_TYPES[type as keyof typeof COUNTED_NODES]}', '${what}', 0`,
      )
      .join("\n    ")}
  ) o on n.nodeObjectType = o.type and o.isRead = (n.trashed <> 0)
  group by 1`;

/** What the rows of tables are. */
export const COUNTED_TABLES = {
  UFForms: "Umbraco Forms",
  UFRecords: "records of Umbraco Forms",
  umbracoAccessRule: "rules of public access",
  umbracoContentSchedule: "scheduled publications",
  umbracoRelation: "relations",
  cmsTags: "tags",
  umbracoUser: "users",
  // Tables of packages, with redirects that editors made. Those of the CMS itself are read.
  icUrlTracker: "redirects and missing URLs in the table icUrlTracker",
  urltrackerRedirect: "redirects in the table urltrackerRedirect",
  SkybrudRedirects: "redirects in the table SkybrudRedirects",
  SeoToolkitRedirects: "redirects in the table SeoToolkitRedirects",
} as const;

/** @returns the highest count first; a table that is damaged is not counted */
function readUnreadParts(database: Database, countRows: CountRows): UnreadPart[] {
  const inTables = Object.entries(COUNTED_TABLES).map(([table, what]) => ({
    what,
    count: countRows(table) ?? 0,
  }));
  return unreadParts([...rows<UnreadPart>(database, NODES), ...inTables]);
}

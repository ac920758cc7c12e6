/** Queries facts about a site beside its nodes: the names of member groups, which pages only members see, and what is not read. */

import { type Key, parseKey, ZERO_KEY } from "../../site/tree/key.ts";
import { type UnreadPart, unreadParts } from "../../site/unread.ts";
import { recordKey } from "../site-model.ts";
import { type Database, rows } from "./sql.ts";
import type { CountRows } from "./umbraco-tables.ts";

const GROUPS = `
  select id, uniqueId as key, text as name from umbracoNode
  where nodeObjectType = '366E63B9-880F-4E13-A61C-98069B029728' and text <> ''`;

/** The names of member groups by their ids, and by their keys in lower case. */
export function readMemberGroups(database: Database): ReadonlyMap<string, string> {
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
export function readProtected(database: Database, tables: ReadonlySet<string>): ReadonlySet<Key> | undefined {
  if (!tables.has("umbracoAccess")) return undefined;
  const found = rows<{ id: number; key: string }>(database, PROTECTED);
  return new Set(Array.from(found, ({ id, key }) => recordKey(parseKey(key) ?? ZERO_KEY, id).key));
}

// Nodes are copied whatever they are.
const NODES = `
  select iif(o.isRead, 'nodes in the recycle bin', o.what) as what, count(*) as count
  from umbracoNode n
  join (
    select 'C66BA18E-EAF3-4CFF-8A22-41B16D66A972' as type, '' as what, 1 as isRead
    union all select 'B796F64C-1F99-4FFB-B886-4BF4BC011A9C', '', 1
    union all select '39EB0F98-B348-42A1-8662-E7EB18487560', 'members', 0
    union all select '366E63B9-880F-4E13-A61C-98069B029728', 'member groups', 0
    union all select '6EBEF410-03AA-48CF-A792-E1C1CB087ACA', 'blueprints', 0
    union all select '3D7B623C-94B1-487D-8554-A46EC37568BE', 'library elements', 0
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
} as const;

/** @returns the highest count first; a table that is damaged is not counted */
export function readUnreadParts(database: Database, countRows: CountRows): UnreadPart[] {
  const inTables = Object.entries(COUNTED_TABLES).map(([table, what]) => ({
    what,
    count: countRows(table) ?? 0,
  }));
  return unreadParts([...rows<UnreadPart>(database, NODES), ...inTables]);
}

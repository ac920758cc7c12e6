/** Counts what the database of a site has and is not read. */
import { type UnreadPart, unreadParts } from "../../site/unread.ts";
import { type Database, rows } from "./sql.ts";
import type { CountRows } from "./umbraco-tables.ts";

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

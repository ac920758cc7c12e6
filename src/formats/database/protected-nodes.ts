/** Queries which pages only members see: the rules of access are not read. */
import { type Key, parseKey, ZERO_KEY } from "../../site/tree/key.ts";
import { recordKey } from "../site-model.ts";
import { type Database, rows } from "./sql.ts";

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

/** The domains of a site: where its addresses begin. */
import type { Domain } from "../../urls/node-urls.ts";
import type { SiteLanguage } from "./site-languages.ts";
import type { SqliteDatabase } from "./sqlite/sqlite-database.ts";

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

/** The domains of a site: where its addresses begin. */
import type { SiteLanguage } from "./site-languages.ts";
import type { SqliteDatabase } from "./sqlite/sqlite-database.ts";

export type SiteDomain = {
  /** As the site writes it: `https://host/path`, `host/path` or `/path`; a wildcard, `*1234`, gives a language alone. */
  name: string;
  isWildcard: boolean;
  /** The node that it begins at. */
  rootId: number;
  /** The code of its language. */
  culture: string | undefined;
};

/** All domains of nodes that are there, in the order in which the CMS takes them. */
export function readDomains(
  database: SqliteDatabase,
  nodes: ReadonlyMap<number, unknown>,
  languages: readonly SiteLanguage[],
): SiteDomain[] {
  const codes = new Map(languages.map(({ id, code }) => [id, code]));
  const columns = ["id", "domainName", "domainRootStructureID", "domainDefaultLanguage"];
  // From 11.3 on.
  const isSorted = database.has("umbracoDomain", "sortOrder");
  const found: { domain: SiteDomain; sortOrder: number }[] = [];
  for (const row of database.rows("umbracoDomain", isSorted ? [...columns, "sortOrder"] : columns)) {
    const name = row.text(1)?.trim() ?? "";
    const rootId = row.optionalId(2);
    if (name === "" || rootId === undefined || !nodes.has(rootId)) continue;
    const culture = codes.get(row.optionalId(3) ?? Number.NaN);
    const domain = { name, isWildcard: name.startsWith("*"), rootId, culture };
    found.push({ domain, sortOrder: isSorted ? (row.optionalId(4) ?? 0) : 0 });
  }
  // Rows come in order of their ids, which sorting keeps.
  return found.sort((a, b) => a.sortOrder - b.sortOrder).map(({ domain }) => domain);
}

/** The segments of URLs that the site itself has made, from version 15 on. */
import { type Key, parseKey } from "../../tree/key.ts";
import type { SiteLanguages } from "./site-languages.ts";
import type { SqliteDatabase } from "./sqlite/sqlite-database.ts";

const TABLE = "umbracoDocumentUrl";
const COLUMNS = ["uniqueId", "isDraft", "languageId", "urlSegment"];
/** From 15.4 on. What is not primary is a further address of a node. */
const PRIMARY = "isPrimary";

/** The segments of documents, by their keys. */
type ByKey = {
  /** In the language that is read. */
  own: Map<Key, string>;
  /** In no language, or in the default one, which is that of documents which do not vary. */
  shared: Map<Key, string>;
};

/** As visitors see them, and as editors do. */
export type Segments = { published: ByKey; draft: ByKey };

/** @returns `undefined` up to version 14, where the database does not hold them */
export function readSegments(database: SqliteDatabase, languages: SiteLanguages): Segments | undefined {
  if (!database.has(TABLE, ...COLUMNS)) return undefined;
  const segments = {
    published: { own: new Map(), shared: new Map() },
    draft: { own: new Map(), shared: new Map() },
  };
  const hasPrimary = database.has(TABLE, PRIMARY);
  for (const row of database.rows(TABLE, hasPrimary ? [...COLUMNS, PRIMARY] : COLUMNS)) {
    const key = parseKey(row.text(0) ?? "");
    const segment = row.text(3);
    if (key === undefined || segment === undefined || (hasPrimary && !row.flag(4))) continue;
    add(row.flag(1) ? segments.draft : segments.published, key, segment, row.optionalId(2), languages);
  }
  return segments;
}

/** @param language `undefined` for a document that does not vary */
function add(
  { own, shared }: ByKey,
  key: Key,
  segment: string,
  language: number | undefined,
  languages: SiteLanguages,
): void {
  if (language === languages.read?.id) own.set(key, segment);
  if (language === undefined || language === languages.default?.id) shared.set(key, segment);
}

/** @param varies whether the document differs by language */
export function segmentOf({ own, shared }: ByKey, key: Key | undefined, varies: boolean): string | undefined {
  if (key === undefined) return undefined;
  return own.get(key) ?? (varies ? undefined : shared.get(key));
}

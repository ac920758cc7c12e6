/** Umbraco's tables, as far as the reader queries them: loaded from a database of any supported version into one form. */
import { FileFault } from "../data-file.ts";
import { type Database, rows } from "./sql.ts";

/**
 * The columns of each table. They have these names in versions 8 to 18, in SQLite as in SQL Server. A column with a default
 * is missing in older versions. SQLite refuses values of other types, since the tables are strict.
 */
const TABLES = {
  // Documents and media, and the types, data types and templates: nodeObjectType distinguishes them. uniqueId is the key.
  umbracoNode: `id INTEGER PRIMARY KEY, uniqueId TEXT NOT NULL COLLATE NOCASE, parentId INTEGER NOT NULL,
    sortOrder INTEGER NOT NULL, trashed INTEGER NOT NULL, text TEXT, nodeObjectType TEXT COLLATE NOCASE,
    createDate TEXT NOT NULL`,
  // The type of a document or media item.
  umbracoContent: "nodeId INTEGER PRIMARY KEY, contentTypeId INTEGER NOT NULL",
  // The versions of documents and media items: current is the one that editors see.
  umbracoContentVersion: `id INTEGER PRIMARY KEY, nodeId INTEGER NOT NULL, versionDate TEXT NOT NULL,
    current INTEGER NOT NULL, text TEXT`,
  // The names of a version by language, if its type varies, and when it was saved in that language.
  umbracoContentVersionCultureVariation: `versionId INTEGER NOT NULL, languageId INTEGER NOT NULL,
    name TEXT NOT NULL, date TEXT DEFAULT NULL`,
  // A document is published if it says so, and a version of it does.
  // edited: whether its draft is newer than what is published.
  umbracoDocument:
    "nodeId INTEGER PRIMARY KEY, published INTEGER NOT NULL, edited INTEGER NOT NULL DEFAULT 0",
  umbracoDocumentVersion: "id INTEGER PRIMARY KEY, templateId INTEGER, published INTEGER NOT NULL",
  // The languages in which a document that varies is published.
  umbracoDocumentCultureVariation: `nodeId INTEGER NOT NULL, languageId INTEGER NOT NULL,
    published INTEGER NOT NULL`,
  // The file of a version of a media item.
  umbracoMediaVersion: "id INTEGER PRIMARY KEY, path TEXT",
  // The values of versions; of the five columns of a row one has the value.
  umbracoPropertyData: `versionId INTEGER NOT NULL, propertyTypeId INTEGER NOT NULL, languageId INTEGER, segment TEXT,
    intValue INTEGER, decimalValue TEXT, dateValue TEXT, varcharValue TEXT, textValue TEXT`,
  umbracoLanguage: `id INTEGER PRIMARY KEY, languageISOCode TEXT, isDefaultVariantLang INTEGER NOT NULL,
    languageCultureName TEXT DEFAULT '', mandatory INTEGER NOT NULL DEFAULT 0, fallbackLanguageId INTEGER DEFAULT NULL`,
  // The items of the dictionary, with the id of the item above, and their texts.
  cmsDictionary: "id TEXT NOT NULL COLLATE NOCASE, parent TEXT COLLATE NOCASE, key TEXT NOT NULL",
  cmsLanguageText: "languageId INTEGER NOT NULL, UniqueId TEXT NOT NULL COLLATE NOCASE, value TEXT",
  umbracoDataType:
    "nodeId INTEGER PRIMARY KEY, propertyEditorAlias TEXT NOT NULL, dbType TEXT NOT NULL, config TEXT, propertyEditorUiAlias TEXT DEFAULT NULL",
  // The hosts and paths of nodes. sortOrder: from 11.3 on.
  umbracoDomain: `id INTEGER PRIMARY KEY, domainDefaultLanguage INTEGER, domainRootStructureID INTEGER,
    domainName TEXT NOT NULL, sortOrder INTEGER NOT NULL DEFAULT 0`,
  // Content types, media types and member types. variations: 1 by culture, 2 by segment, 3 by both. Whether nodes below are
  // seen as a list: isContainer, from 14 on the data type listView.
  cmsContentType: `nodeId INTEGER NOT NULL, alias TEXT, icon TEXT, allowAtRoot INTEGER NOT NULL,
    variations INTEGER NOT NULL, isElement INTEGER NOT NULL DEFAULT 0, description TEXT DEFAULT NULL,
    isContainer INTEGER DEFAULT 0, listView TEXT DEFAULT NULL COLLATE NOCASE`,
  // The parent of a type is among its compositions.
  cmsContentType2ContentType: "parentContentTypeId INTEGER NOT NULL, childContentTypeId INTEGER NOT NULL",
  cmsContentTypeAllowedContentType: `Id INTEGER NOT NULL, AllowedId INTEGER NOT NULL,
    SortOrder INTEGER NOT NULL`,
  // The templates of a content type.
  cmsDocumentType: `contentTypeNodeId INTEGER NOT NULL, templateNodeId INTEGER NOT NULL,
    IsDefault INTEGER NOT NULL`,
  cmsPropertyType: `id INTEGER PRIMARY KEY, dataTypeId INTEGER NOT NULL, contentTypeId INTEGER NOT NULL,
    propertyTypeGroupId INTEGER, Alias TEXT NOT NULL, Name TEXT, sortOrder INTEGER NOT NULL,
    mandatory INTEGER NOT NULL, Description TEXT, variations INTEGER NOT NULL, UniqueId TEXT NOT NULL,
    validationRegExp TEXT DEFAULT NULL, validationRegExpMessage TEXT DEFAULT NULL,
    mandatoryMessage TEXT DEFAULT NULL, labelOnTop INTEGER DEFAULT 0`,
  // Tabs (type 1) and groups. alias and type: from 8.17 on.
  cmsPropertyTypeGroup: `id INTEGER PRIMARY KEY, uniqueID TEXT NOT NULL, contenttypeNodeId INTEGER NOT NULL,
    text TEXT NOT NULL, alias TEXT NOT NULL DEFAULT '', sortorder INTEGER NOT NULL,
    type INTEGER NOT NULL DEFAULT 0`,
  cmsTemplate: "nodeId INTEGER NOT NULL, alias TEXT",
  // The segments of URLs that the site has made: from 15 on, isPrimary from 15.4 on.
  umbracoDocumentUrl: `uniqueId TEXT NOT NULL COLLATE NOCASE, isDraft INTEGER NOT NULL, languageId INTEGER,
    urlSegment TEXT NOT NULL, isPrimary INTEGER NOT NULL DEFAULT 1`,
  // The documents that only members see, without those below them.
  umbracoAccess: "nodeId INTEGER NOT NULL",
  // Relations of nodes, and their types.
  umbracoRelation: "relType INTEGER NOT NULL",
  umbracoRelationType: "id INTEGER PRIMARY KEY, alias TEXT DEFAULT NULL",
  // Old addresses of pages that were renamed or moved.
  umbracoRedirectUrl: "contentKey TEXT, createDateUtc TEXT, url TEXT, culture TEXT",
} as const;

/** Distinguish the nodes of a site. */
export const OBJECT_TYPES = {
  document: "C66BA18E-EAF3-4CFF-8A22-41B16D66A972",
  media: "B796F64C-1F99-4FFB-B886-4BF4BC011A9C",
  documentType: "A2CB7800-F571-4787-9638-BC48539A0EFB",
  mediaType: "4EA4382B-2F5A-4C2B-9587-AE9B3CF3602E",
  member: "39EB0F98-B348-42A1-8662-E7EB18487560",
  memberGroup: "366E63B9-880F-4E13-A61C-98069B029728",
  blueprint: "6EBEF410-03AA-48CF-A792-E1C1CB087ACA",
  libraryElement: "3D7B623C-94B1-487D-8554-A46EC37568BE",
} as const;

/** What several queries read. */
const VIEWS = `
  -- The documents and media items; the parent of a root is NULL. Blueprints, elements of the library and members have rows in
  -- the same tables.
  create temp view siteNode as
  select n.id, n.uniqueId as key, nullif(n.parentId, -1) as parentId, n.sortOrder, n.trashed as isTrashed, n.text as name, n.createDate,
    n.nodeObjectType = '${OBJECT_TYPES.media}' as isMedia, t.nodeId as typeId, t.variations & 1 as varies
  from umbracoNode n
  left join umbracoContent c on c.nodeId = n.id
  left join cmsContentType t on t.nodeId = c.contentTypeId
  where n.nodeObjectType in ('${OBJECT_TYPES.document}', '${OBJECT_TYPES.media}');

  -- The content and media types. Members have types, too.
  create temp view siteType as
  select t.nodeId as id, n.uniqueId as key, t.alias, ifnull(nullif(n.text, ''), t.alias) as name,
    nullif(t.icon, '') as icon, t.allowAtRoot, t.variations, t.isElement, n.parentId,
    nullif(t.description, '') as description, t.isContainer, t.listView,
    n.nodeObjectType = '${OBJECT_TYPES.mediaType}' as isMedia
  from cmsContentType t
  join umbracoNode n on n.id = t.nodeId
  where t.alias <> ''
    and n.nodeObjectType in ('${OBJECT_TYPES.documentType}', '${OBJECT_TYPES.mediaType}');
`;

/** Tables that may be missing. */
const OPTIONAL: readonly string[] = [
  "cmsDictionary",
  "cmsLanguageText",
  "umbracoAccess",
  "umbracoDocumentUrl",
  "umbracoRedirectUrl",
  "umbracoRelation",
  "umbracoRelationType",
];
/** Without rows in it there is no site. */
const NODES = "umbracoNode";
/** Queried without a copy, since the values of all versions are most of a database. */
export const VALUES = "umbracoPropertyData";

/** Tables that came with a version, the latest first. */
const SINCE = [
  ["umbracoElement", "18"],
  ["umbracoDistributedJob", "17"],
  ["umbracoDocumentUrl", "15"],
  ["umbracoWebhook", "13"],
  ["umbracoUserGroup2Language", "10"],
  ["umbracoLogViewerQuery", "9"],
] as const;
const EARLIEST = "8";
/** SQLite came with this version. */
const EARLIEST_IN_SQLITE = "10";

export type UmbracoDatabase = {
  /** Has the tables and views above. */
  database: Database;
  /** The earliest version of the CMS that has all tables that this database has. */
  version: string;
  /** The names of the tables that it has. */
  tables: ReadonlySet<string>;
  countRows: CountRows;
};

/** The number of rows of a table that is not copied; `undefined` if there is no such table, or if it is damaged. */
export type CountRows = (table: string) => number | undefined;

/** The tables of a site, wherever they are stored. */
export type SiteTables = {
  /** Whether there is a table of this name, in any case. */
  has(table: string): boolean;
  /** The names of a table's columns, in any case; none if there is no such table. */
  columnsOf(table: string): readonly string[];
  /** Whether a table without rows can be absent, as in a script that has rows alone. Default: no. */
  omitsEmptyTables?: boolean;
};

/** A temporary table, and its columns that the table of the site has. */
export type TableCopy = { table: string; columns: readonly string[] };

/** The most that the copied rows take: SQLite runs in an address space of 4 GB, which has the file, too. */
export const MOST_COPIED_BYTES = 1_000_000_000;
export const TOO_LARGE = `the data that is read of it takes more than ${MOST_COPIED_BYTES / 1e9} GB`;
const PAGE_BYTES = 4096;

/** Whether the temporary tables have reached their most pages. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && error.message === "database or disk is full";
}

/**
 * Creates the temporary tables and views, without rows. They are in memory, since a temporary file would be there, too; and in
 * a transaction that stays open, since a transaction for each statement takes twice the time.
 * @returns what fills the tables, or the names of tables and columns that the site must have and lacks
 */
export function createTables(
  database: Database,
  { has, columnsOf, omitsEmptyTables = false }: SiteTables,
): { copies: TableCopy[]; missing: string[] } {
  const copies: TableCopy[] = [];
  const missing: string[] = [];
  database.run(`
    pragma temp_store = memory;
    pragma temp.page_size = ${PAGE_BYTES};
    pragma temp.max_page_count = ${Math.floor(MOST_COPIED_BYTES / PAGE_BYTES)};
    begin;`);
  for (const [table, definition] of Object.entries(TABLES)) {
    database.run(`create temp table ${table} (${definition}) strict`);
    const present = new Set(columnsOf(table).map((name) => name.toLowerCase()));
    const columns = [...rows<ColumnOfTable>(database, COLUMNS, { ":table": table })];
    const isPresent = ({ name }: ColumnOfTable) => present.has(name.toLowerCase());
    const absent = columns.filter((column) => !column.isOptional && !isPresent(column));
    const names = has(table) ? absent.map(({ name }) => `${table}.${name}`) : [table];
    if (names.length === 0)
      copies.push({ table, columns: columns.filter(isPresent).map(({ name }) => name) });
    else if (!OPTIONAL.includes(table) && !(omitsEmptyTables && !has(table) && table !== NODES))
      for (const name of names) missing.push(name);
  }
  database.run(VIEWS);
  return { copies, missing };
}

type ColumnOfTable = { name: string; isOptional: 0 | 1 };

const COLUMNS = "select name, dflt_value is not null as isOptional from pragma_table_info(:table, 'temp')";

/** @param earliest the version of a site that has no table of `SINCE`. Default: 8 */
export function versionByTables({ has }: SiteTables, earliest: string = EARLIEST): string {
  const version = SINCE.find(([table]) => has(table))?.[1] ?? earliest;
  return Number(version) < Number(earliest) ? earliest : version;
}

/**
 * Copies what is read into temporary tables, each by one scan of the table itself: an index that is damaged, or a table that
 * is not read, does no harm.
 * @throws FileFault if a table is damaged, or if the database is not Umbraco's
 */
export function loadTables(database: Database): UmbracoDatabase {
  // SQLite then detects more kinds of damaged pages.
  database.run("pragma cell_size_check = on");
  const { tables, fault } = storedTables(database);
  const site: SiteTables = {
    has: (table) => tables.has(table.toLowerCase()),
    columnsOf: (table) =>
      Array.from(rows<{ name: string }>(database, STORED_COLUMNS, { ":table": table }), ({ name }) => name),
  };
  const { copies, missing } = createTables(database, site);
  if (missing.length > 0) throw fault ?? new FileFault(reasonForeign(tables, missing));
  for (const { table, columns } of copies) {
    if (table === VALUES) database.run(`drop table temp.${table}`);
    else copyTable(database, table, columns.map((name) => `"${name}"`).join(", "));
  }
  return {
    database,
    version: versionByTables(site, EARLIEST_IN_SQLITE),
    tables: tableNames(copies),
    countRows: (table) => (site.has(table) ? countRows(database, table) : undefined),
  };
}

function countRows(database: Database, table: string): number | undefined {
  try {
    const [{ count }] = rows<{ count: number }>(
      database,
      `select count(*) as count from main."${table}" not indexed`,
    );
    return count;
  } catch {
    return undefined;
  }
}

export function tableNames(copies: readonly TableCopy[]): ReadonlySet<string> {
  return new Set(copies.map(({ table }) => table));
}

const STORED_COLUMNS = "select name from pragma_table_info(:table, 'main')";

const STORED_TABLES = "select lower(name) as name from main.sqlite_schema where type = 'table'";

/**
 * @returns the names of tables in lower case; and what is wrong with the definition of a table, which matters only if a table
 * is missing that is needed
 */
function storedTables(database: Database): { tables: ReadonlySet<string>; fault?: FileFault } {
  const read = () => new Set(Array.from(rows<{ name: string }>(database, STORED_TABLES), ({ name }) => name));
  try {
    return { tables: read() };
  } catch (error) {
    // SQLite then skips definitions that it cannot read.
    database.run("pragma writable_schema = on");
    const fault = damaged(error, database, "sqlite_schema");
    try {
      return { tables: read(), fault };
    } catch {
      throw fault;
    }
  }
}

/** In lower case. */
const ONLY_IN_5 = ["node", "nodeversion", "attribute"];

/** @param tables the names of all tables, in lower case */
export function reasonForeign(
  tables: ReadonlySet<string>,
  missing: readonly string[],
  versions = "10 to 18",
): string {
  if (tables.size === 0) return "it holds no tables";
  if (ONLY_IN_5.every((name) => tables.has(name)))
    return "it is of Umbraco 5, whose tables no other version has: versions 4 and 6 to 18 are read";
  if (!tables.has("umbraconode"))
    return `it is another program's: it has ${tables.size} tables, and none of them is umbracoNode`;
  const names = missing.slice(0, 5).join(", ") + (missing.length > 5 ? " and more" : "");
  return `its schema is none of Umbraco ${versions}: there is no ${names}`;
}

function copyTable(database: Database, table: string, columns: string): void {
  try {
    database.run(`insert into temp.${table} (${columns}) select ${columns} from main.${table} not indexed`);
  } catch (error) {
    throw damaged(error, database, table);
  }
}

/** A fault in SQLite's own words, with the table, and with the page if SQLite's check of the table finds it; or that there is too much to copy. */
export function damaged(error: unknown, database: Database, table: string): FileFault {
  if (isFull(error)) return new FileFault(TOO_LARGE);
  const message = error instanceof Error ? error.message : String(error);
  const found = /Tree .*/.exec(quickCheck(database, table))?.[0];
  return new FileFault(`it is damaged: ${table}: ${message}${found ? ` (${found})` : ""}`);
}

/** The first thing that SQLite's check reports; the check itself can fail later on. */
function quickCheck(database: Database, table: string): string {
  try {
    for (const row of rows<{ quick_check: string }>(database, `pragma main.quick_check("${table}")`))
      return row.quick_check;
  } catch {}
  return "";
}

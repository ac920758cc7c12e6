/** Loads the tables of an Umbraco 7: nodes from the XML that it keeps of each, types and editors from its tables. */
import type { Kind } from "../../operations.ts";
import { warnOfMissingTypes } from "../../site/findings.ts";
import { FILE_PROPERTY, mediaUrl } from "../../site/media/media-paths.ts";
import { resolveTypes } from "../../site/schema/resolve-types.ts";
import { parseKey, ZERO_KEY } from "../../site/tree/key.ts";
import { segmentOptions } from "../../site/urls/url-segment.ts";
import { FileFault } from "../data-file.ts";
import { type Contents, type FormatOptions, refuseOptions } from "../data-format.ts";
import { domainsOfDatabase } from "../database/database-urls.ts";
import { readSchema } from "../database/read-schema.ts";
import { COUNTED_TABLES, readSiteFacts } from "../database/site-facts.ts";
import type { SiteWarnings } from "../database/site-warnings.ts";
import { type Database, rows } from "../database/sql.ts";
import { createTables, type SiteTables, tableNames } from "../database/umbraco-tables.ts";
import { definedEditors, EditorAliases } from "../editor-aliases.ts";
import { type PreValue, preValueConfig, preValueTexts } from "../pre-values.ts";
import { buildSite, IN_BIN, recordKey, type SiteRecord } from "../site-model.ts";
import { NodeElementReader } from "../umbraco-config/node-element.ts";
import { parseXml, type XmlElement, XmlSyntaxError } from "../xml/xml-parser.ts";
import { rowCounts, type TableFiller } from "./fill-tables.ts";
import type { CellValue, TableReader } from "./table-reader.ts";

const VERSION = 7;
/** In messages. */
const NAME = `a database of Umbraco ${VERSION}`;

/** The table with a row of XML per published document, media item and member. */
const XML_TABLE = "cmsContentXml";
const DOCUMENT_TABLE = "cmsDocument";
const PRE_VALUE_TABLE = "cmsDataTypePreValues";

/** Tables of version 8 that 7 has too: their names in 7, if they differ, and values of columns that 7 can lack. */
const TABLES: Readonly<Record<string, { from?: string; missing?: Readonly<Record<string, CellValue>> }>> = {
  umbracoNode: { missing: { uniqueId: "" } },
  umbracoLanguage: { missing: { isDefaultVariantLang: 0 } },
  umbracoDataType: { from: "cmsDataType", missing: { config: null } },
  umbracoDomain: { from: "umbracoDomains" },
  umbracoAccess: {},
  umbracoRedirectUrl: { missing: { culture: null } },
  umbracoRelation: {},
  umbracoRelationType: {},
  cmsDictionary: {},
  cmsLanguageText: {},
  cmsContentType: { missing: { variations: 0, isElement: 0 } },
  cmsContentType2ContentType: {},
  cmsContentTypeAllowedContentType: {},
  cmsDocumentType: {},
  cmsPropertyType: { missing: { variations: 0, UniqueId: "" } },
  cmsPropertyTypeGroup: { missing: { uniqueID: "" } },
  cmsTemplate: {},
};

/** Version 8 has none of these tables. */
const ONLY_IN_7 = [XML_TABLE, DOCUMENT_TABLE, PRE_VALUE_TABLE];

export function isVersion7({ has }: TableReader): boolean {
  return ONLY_IN_7.some(has) && !has("umbracoContentVersion");
}

type TableReading = {
  reader: TableReader;
  /** Empty: the tables are created in it. */
  database: Database;
  filler: TableFiller;
  options: FormatOptions;
  warnings: SiteWarnings;
};

/** @throws FileFault; UsageError for options that a database of version 7 cannot use */
export async function loadVersion7(reading: TableReading): Promise<Contents> {
  const { reader, database, options, warnings } = reading;
  refuseOptions(options, ["includeUnpublished"], NAME);
  const { preValues, tables } = await fillTables(reading);
  const schema = readSchema(database, warnings.file);
  const domains = domainsOfDatabase(database);
  const segments = options.urls ? segmentOptions(VERSION, options.settings) : undefined;
  const readerOf = (kind: Kind) =>
    new NodeElementReader({
      editors: [new EditorAliases(definedEditors(schema[kind]))],
      segments,
      error: ({ attributes }, reason) => warnings.error(Number(attributes.id), reason),
      warn: ({ attributes }, text, topic) => warnings.node(Number(attributes.id), text(), topic),
    });
  const readers = { content: readerOf("content"), media: readerOf("media") };
  const { nodes, schedules, newerDrafts } = await readNodes(reader, database);
  const countRows = await rowCounts(reader, Object.keys(COUNTED_TABLES));
  await reader.read(XML_TABLE, ["nodeId", "xml"], ([id, xml]) => {
    const node = nodes.get(Number(id));
    if (!node || typeof xml !== "string" || node.unpublished !== undefined) return;
    const { kind, parent, sortOrder, key, hasDerivedKey } = node;
    const element = parseElement(xml, node.id);
    const record = readers[kind].read(element, xml, { id: node.id, parent });
    if (!record) return;
    Object.assign(node, record, {
      sortOrder,
      incomplete: undefined,
      ...(!hasDerivedKey && { key, hasDerivedKey }),
      ...(kind === "media" && { url: urlOfFile(element, xml), urlName: undefined, template: undefined }),
    });
  });
  const records: Record<Kind, Node[]> = { content: [], media: [] };
  for (const node of nodes.values()) records[node.kind].push(node);
  const { trees, unpublished } = buildSite(
    {
      records,
      linkedBy: "id",
      includeUnpublished: false,
      urls: segments && { domains, settings: options.settings },
    },
    warnings.ofRecords(),
  );
  warnings.removed(records);
  const dataTypes = schema.dataTypes.map((dataType) => ({
    ...dataType,
    preValues: preValueTexts(preValues.get(dataType.id ?? 0) ?? []),
  }));
  return {
    trees,
    hasMadeUrls: segments !== undefined,
    unpublished,
    version: String(VERSION),
    ofOneCulture: NAME,
    ...readSiteFacts(
      { database, tables, countRows: (table) => (table === SCHEDULES ? schedules : countRows(table)) },
      domains,
    ),
    newerDrafts,
    types: (findings) => resolveTypes(schema, dataTypes, warnOfMissingTypes(findings)),
  };
}

/** The table of version 8; before, documents have the dates. */
const SCHEDULES: keyof typeof COUNTED_TABLES = "umbracoContentSchedule";

/** @returns the pre-values of data types by their ids, and the names of the tables that there are */
async function fillTables(
  reading: TableReading,
): Promise<{ preValues: ReadonlyMap<number, readonly PreValue[]>; tables: ReadonlySet<string> }> {
  const { reader, database, filler, warnings } = reading;
  const nameOf = (table: string) => TABLES[table].from ?? table;
  const asVersion8: SiteTables = {
    has: (table) => table in TABLES && reader.has(nameOf(table)),
    columnsOf: (table) =>
      table in TABLES
        ? [...reader.columnsOf(nameOf(table)), ...Object.keys(TABLES[table].missing ?? {})]
        : [],
  };
  const { copies, missing } = createTables(database, asVersion8);
  const absent = [
    ...missing.flatMap((name) => {
      const [table, ...column] = name.split(".");
      return table in TABLES ? [nameOf(table), ...column].join(".") : [];
    }),
    ...[DOCUMENT_TABLE, XML_TABLE].filter((name) => !reader.has(name)),
  ];
  if (absent.length > 0)
    throw new FileFault(`its schema is not that of Umbraco 7: there is no ${absent.slice(0, 5).join(", ")}`);
  reader.willRead([
    ...copies.map(({ table }) => nameOf(table)),
    ...ONLY_IN_7,
    ...Object.keys(COUNTED_TABLES),
  ]);
  for (const copy of copies) await filler.fill(copy, { ...TABLES[copy.table], from: nameOf(copy.table) });
  filler.warnOfBrokenTexts(warnings);
  const preValues = new Map<number, PreValue[]>();
  const columns = ["datatypeNodeId", "id", "alias", "sortorder", "value"];
  await reader.read(PRE_VALUE_TABLE, columns, ([dataType, id, alias, sortOrder, value]) => {
    const own = preValues.get(Number(dataType)) ?? [];
    preValues.set(Number(dataType), own);
    own.push({
      id: String(id ?? ""),
      alias: String(alias ?? ""),
      sortOrder: String(sortOrder),
      value: String(value ?? ""),
    });
  });
  for (const [dataType, own] of preValues) {
    own.sort((a, b) => Number(a.sortOrder) - Number(b.sortOrder));
    database.run("update umbracoDataType set config = ? where nodeId = ?", [preValueConfig(own), dataType]);
  }
  return { preValues, tables: tableNames(copies) };
}

type Node = SiteRecord & { id: number; kind: Kind; parent: number | undefined };

// As the CMS itself fills its umbraco.config: parents and orders are those of the table, not of the XML.
const NODES =
  "select id, key, parentId as parent, sortOrder, isTrashed, ifnull(name, '') as name, isMedia from siteNode order by id";

/**
 * @returns the documents and media items by id, in order of ids, without XML; how many dates of publication are scheduled, and how
 * many published documents have a newer draft
 */
async function readNodes(
  reader: TableReader,
  database: Database,
): Promise<{ nodes: Map<number, Node>; schedules: number; newerDrafts: number }> {
  const published = new Set<CellValue>();
  const drafts = new Set<CellValue>();
  let schedules = 0;
  const columns = ["nodeId", "published", "newest", "releaseDate", "expireDate"];
  await reader.read(DOCUMENT_TABLE, columns, ([id, isPublished, isNewest, ...dates]) => {
    if (isPublished) published.add(id);
    else if (isNewest) drafts.add(id);
    if (isNewest) schedules += dates.filter((date) => date !== null).length;
  });
  type Row = { id: number; key: string; parent?: number; sortOrder: number; name: string } & Record<
    "isTrashed" | "isMedia",
    0 | 1
  >;
  const nodes = new Map<number, Node>();
  for (const { isMedia, isTrashed, key, ...row } of rows<Row>(database, NODES)) {
    const isDraft = !isMedia && !published.has(row.id);
    nodes.set(row.id, {
      parent: undefined,
      ...row,
      ...recordKey(parseKey(key) ?? ZERO_KEY, row.id),
      kind: isMedia ? "media" : "content",
      type: "",
      removed: isTrashed ? IN_BIN : undefined,
      unpublished: isDraft ? "it is not published" : undefined,
      incomplete: isDraft
        ? undefined
        : `it has no row in ${XML_TABLE}, which the site writes when it publishes`,
      properties: NO_PROPERTIES,
    });
  }
  const isDrafted = ({ id, kind, removed }: Node) =>
    kind === "content" && removed === undefined && published.has(id) && drafts.has(id);
  return { nodes, schedules, newerDrafts: [...nodes.values()].filter(isDrafted).length };
}

const NO_PROPERTIES = Buffer.from("{}");

function parseElement(xml: string, id: number): XmlElement {
  try {
    return parseXml(xml);
  } catch (error) {
    if (!(error instanceof XmlSyntaxError)) throw error;
    throw new FileFault(`the XML of node ${id} is damaged: ${error.message}`, { cause: error });
  }
}

function urlOfFile(element: XmlElement, source: string): string | undefined {
  return mediaUrl(element.child(FILE_PROPERTY)?.content(source));
}

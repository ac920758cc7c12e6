/** Loads the tables of an Umbraco 4 to 7: nodes from the XML that it keeps of each, types and editors from its tables. */

import type { Kind } from "../../operations.ts";
import { warnOfMissingTypes } from "../../site/findings.ts";
import { entryIn } from "../../site/map-entries.ts";
import { FILE_PROPERTY, mediaUrl } from "../../site/media/media-paths.ts";
import { resolveTypes } from "../../site/schema/resolve-types.ts";
import { parseKey, ZERO_KEY } from "../../site/tree/key.ts";
import { segmentOptions } from "../../site/urls/url-segment.ts";
import { counted } from "../../text/counted.ts";
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
import { NodeElementReader, valueNamed } from "../umbraco-config/node-element.ts";
import { parseXml, type XmlElement, XmlSyntaxError } from "../xml/xml-parser.ts";
import type { CellValue } from "./cell-values.ts";
import { editorOfControl } from "./control-ids.ts";
import { type RenamedColumn, rowCounts, type TableFiller } from "./fill-tables.ts";
import type { TableReader } from "./table-reader.ts";

/** The table with a row of XML per published document, media item and member. */
const XML_TABLE = "cmsContentXml";
const DOCUMENT_TABLE = "cmsDocument";
const PRE_VALUE_TABLE = "cmsDataTypePreValues";
/** The table of types that a type is based on. */
const BASES = "cmsContentType2ContentType";

type OlderTable = {
  /** Its names in older versions, if they differ, the latest first. */
  from?: readonly string[];
  /** Values of columns that older versions can lack. */
  missing?: Readonly<Record<string, CellValue>>;
  /** Columns that have another name in older versions. */
  renamed?: Readonly<Record<string, RenamedColumn>>;
};

/** The column of version 4 with the type above. */
const MASTER_TYPE = "masterContentType";

/** Tables of version 8 that older versions have too. */
const TABLES: Readonly<Record<string, OlderTable>> = {
  umbracoNode: { missing: { uniqueId: "" } },
  umbracoLanguage: { missing: { isDefaultVariantLang: 0 } },
  umbracoDataType: {
    from: ["cmsDataType"],
    missing: { config: null },
    // Up to version 6.
    renamed: {
      propertyEditorAlias: { from: "controlId", convert: (id) => editorOfControl(String(id ?? "")) },
    },
  },
  umbracoDomain: { from: ["umbracoDomains"] },
  umbracoAccess: {},
  umbracoRedirectUrl: { missing: { culture: null } },
  umbracoRelation: {},
  umbracoRelationType: {},
  cmsDictionary: {},
  cmsLanguageText: {},
  // Version 4 allows all types as roots.
  cmsContentType: { missing: { variations: 0, isElement: 0, allowAtRoot: 1 } },
  cmsContentType2ContentType: {},
  cmsContentTypeAllowedContentType: { missing: { SortOrder: 0 } },
  cmsDocumentType: {},
  cmsPropertyType: {
    missing: { variations: 0, UniqueId: "" },
    // In version 4.
    renamed: { propertyTypeGroupId: { from: "tabId" } },
  },
  cmsPropertyTypeGroup: { from: ["cmsPropertyTypeGroup", "cmsTab"], missing: { uniqueID: "" } },
  cmsTemplate: {},
};

/** Version 8 has none of these tables. */
const NOT_IN_8 = [XML_TABLE, DOCUMENT_TABLE, PRE_VALUE_TABLE];

export function isVersion4To7({ has }: TableReader): boolean {
  return NOT_IN_8.some(has) && !has("umbracoContentVersion");
}

type TableReading = {
  reader: TableReader;
  /** Empty: the tables are created in it. */
  database: Database;
  filler: TableFiller;
  options: FormatOptions;
  warnings: SiteWarnings;
};

function hasColumn(reader: TableReader, table: string, column: string): boolean {
  return reader.columnsOf(table).some((name) => name.toLowerCase() === column.toLowerCase());
}

/** The version, by what came with 6 and 7. Version 5 has other tables. */
function majorVersion(reader: TableReader): 4 | 6 | 7 {
  if (hasColumn(reader, "cmsDataType", "propertyEditorAlias")) return 7;
  return reader.has("cmsPropertyTypeGroup") ? 6 : 4;
}

/** @throws FileFault; UsageError for options that a database of such a version cannot use */
export async function loadVersion4To7(reading: TableReading): Promise<Contents> {
  const { reader, database, options, warnings } = reading;
  const version = majorVersion(reader);
  const name = `a database of Umbraco ${version}`;
  refuseOptions(options, ["includeUnpublished"], name);
  const { preValues, tables } = await fillTables(reading);
  const schema = readSchema(database, warnings.file);
  const domains = domainsOfDatabase(database);
  const segments = options.urls ? segmentOptions(version, options.settings) : undefined;
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
  const withoutEditor = records.content
    .concat(records.media)
    .reduce((sum, node) => sum + (node.withoutEditor ?? 0), 0);
  if (withoutEditor > 0) {
    const properties = counted(withoutEditor, "property has", "properties have");
    warnings.whole(
      `${properties} no editor alias, since the types of the nodes lack them: the API's .NET client drops those`,
      "noEditors",
    );
  }
  const dataTypes = schema.dataTypes.map((dataType) => ({
    ...dataType,
    preValues: preValueTexts(preValues.get(dataType.id ?? 0) ?? []),
  }));
  return {
    trees,
    hasMadeUrls: segments !== undefined,
    unpublished,
    version: String(version),
    ofOneCulture: name,
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
  const nameOf = (table: string) => {
    const { from = [table] } = TABLES[table];
    return from.find(reader.has) ?? from[0];
  };
  const renamedIn = (table: string) =>
    Object.entries(TABLES[table].renamed ?? {}).filter(([, { from }]) =>
      hasColumn(reader, nameOf(table), from),
    );
  const hasMasters = hasColumn(reader, "cmsContentType", MASTER_TYPE) && !reader.has(BASES);
  const asVersion8: SiteTables = {
    omitsEmptyTables: reader.omitsEmptyTables,
    has: (table) => table in TABLES && (reader.has(nameOf(table)) || (table === BASES && hasMasters)),
    columnsOf: (table) => {
      if (!(table in TABLES)) return [];
      if (table === BASES && hasMasters) return ["parentContentTypeId", "childContentTypeId"];
      const added = [...Object.keys(TABLES[table].missing ?? {}), ...renamedIn(table).map(([name]) => name)];
      return [...reader.columnsOf(nameOf(table)), ...added];
    },
  };
  const { copies, missing } = createTables(database, asVersion8);
  const absent = [
    ...missing.flatMap((name) => {
      const [table, ...column] = name.split(".");
      return table in TABLES ? [nameOf(table), ...column].join(".") : [];
    }),
    ...[DOCUMENT_TABLE, XML_TABLE].filter((name) => !reader.has(name) && !reader.omitsEmptyTables),
  ];
  if (absent.length > 0)
    throw new FileFault(
      `its schema is not that of Umbraco 4 to 7: there is no ${absent.slice(0, 5).join(", ")}`,
    );
  reader.willRead([...copies.map(({ table }) => nameOf(table)), ...NOT_IN_8, ...Object.keys(COUNTED_TABLES)]);
  for (const copy of copies) {
    const { missing } = TABLES[copy.table];
    const renamed = Object.fromEntries(renamedIn(copy.table));
    await filler.fill(copy, { from: nameOf(copy.table), missing, renamed });
  }
  if (hasMasters) await addMasterTypes(reader, database);
  filler.warnOfBrokenTexts(warnings);
  const preValues = new Map<number, PreValue[]>();
  const columns = ["datatypeNodeId", "id", "alias", "sortorder", "value"];
  await reader.read(PRE_VALUE_TABLE, columns, ([dataType, id, alias, sortOrder, value]) => {
    entryIn(preValues, Number(dataType), () => []).push({
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

/** Makes the type above a type its base and the node above its own, as later versions have it. */
async function addMasterTypes(reader: TableReader, database: Database): Promise<void> {
  await reader.read("cmsContentType", ["nodeId", MASTER_TYPE], ([type, master]) => {
    if (!(Number(master) > 0)) return;
    database.run(`insert into temp.${BASES} (parentContentTypeId, childContentTypeId) values (?, ?)`, [
      master,
      type,
    ]);
    database.run("update temp.umbracoNode set parentId = ? where id = ?", [master, type]);
  });
}

type Node = SiteRecord & {
  /** How many properties of its XML its type lacks. */
  withoutEditor?: number;
  id: number;
  kind: Kind;
  parent: number | undefined;
};

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
  return mediaUrl(valueNamed(element, FILE_PROPERTY)?.content(source));
}

/** The definitions of content and media types, with the ids and keys that the site knows them by. */
import type { Kind } from "../../operations.ts";
import {
  Definitions,
  type NamedThing,
  type PropertyDefinition,
  propertiesOf,
  type TabDefinition,
  type TypeDefinition,
} from "../../schema/definitions.ts";
import { type Key, keyOfId, parseKey, ZERO_KEY } from "../../tree/key.ts";
import { type PropertyKind, propertyKind } from "../node-writer.ts";
import type { NodeRow, NodeRows } from "./node-rows.ts";
import type { SqliteDatabase } from "./sqlite/sqlite-database.ts";

/** The bit of `variations` that says that values differ by language; the other says that they do by segment. */
const BY_CULTURE = 1;

/** A data type: what properties are edited by. */
type DataType = { id: number; key: Key; editorAlias: string | null };

export type SiteSchema = {
  content: Definitions;
  media: Definitions;
  /** By the ids of types. */
  byId: ReadonlyMap<number, TypeDefinition>;
  dataTypes: readonly DataType[];
};

/** Definitions while the tables that they are spread over are read. */
type Draft = {
  kind: Kind;
  row: NodeRow;
  definition: TypeDefinition;
  tabs: TabDefinition[];
  properties: PropertyDefinition[];
  bases: number[];
  allowed: { id: number; sortOrder: number }[];
  templates: NamedThing[];
};

/** @param file the database's name, without its folder */
export function readSchema(database: SqliteDatabase, rows: NodeRows, file: string): SiteSchema {
  const drafts = readDrafts(database, rows, file);
  const dataTypes = readDataTypes(database, rows.dataType);
  const tabs = readTabs(database, drafts);
  readProperties(database, drafts, tabs, dataTypes);
  readLinks(database, drafts);
  readTemplates(database, drafts, rows.template);
  const byId = new Map(Array.from(drafts, ([id, draft]) => [id, finished(draft, drafts)]));
  const ofKind = (kind: Kind) =>
    new Definitions([...byId].flatMap(([id, type]) => (drafts.get(id)?.kind === kind ? [type] : [])));
  return { content: ofKind("content"), media: ofKind("media"), byId, dataTypes: [...dataTypes.values()] };
}

function readDrafts(
  database: SqliteDatabase,
  { contentType, mediaType }: NodeRows,
  file: string,
): Map<number, Draft> {
  const drafts = new Map<number, Draft>();
  const columns = ["nodeId", "alias", "icon", "allowAtRoot", "variations"];
  for (const row of database.rows("cmsContentType", columns)) {
    const id = row.id(0);
    const kind = contentType.has(id) ? "content" : "media";
    const node = contentType.get(id) ?? mediaType.get(id);
    const alias = row.text(1);
    // Members have types too.
    if (node === undefined || alias === undefined) continue;
    const lists = { tabs: [], properties: [], bases: [], allowed: [], templates: [] };
    const definition = {
      ...lists,
      id,
      key: keyOf(node.key, id),
      alias,
      name: node.name ?? alias,
      icon: row.text(2) ?? null,
      allowedAsRoot: row.flag(3),
      defaultTemplate: undefined,
      varies: isByCulture(row.optionalId(4)),
      file: `${file}, type ${alias}`,
    };
    drafts.set(id, { ...lists, kind, row: node, definition });
  }
  return drafts;
}

function readDataTypes(database: SqliteDatabase, rows: ReadonlyMap<number, NodeRow>): Map<number, DataType> {
  const dataTypes = new Map<number, DataType>();
  for (const row of database.rows("umbracoDataType", ["nodeId", "propertyEditorAlias"])) {
    const id = row.id(0);
    dataTypes.set(id, { id, key: keyOf(rows.get(id)?.key, id), editorAlias: row.text(1) ?? null });
  }
  return dataTypes;
}

/** Tabs, and groups in them, by their ids. */
function readTabs(
  database: SqliteDatabase,
  drafts: ReadonlyMap<number, Draft>,
): ReadonlyMap<number, TabDefinition> {
  const tabs = new Map<number, TabDefinition>();
  const columns = ["id", "uniqueID", "contenttypeNodeId", "text", "sortorder", "alias"];
  for (const row of database.rows("cmsPropertyTypeGroup", columns)) {
    const id = row.id(0);
    const key = keyOf(row.text(1), id);
    const tab = { id, key, alias: row.text(5), name: row.text(3) ?? "", sortOrder: row.optionalId(4) ?? 0 };
    tabs.set(id, tab);
    drafts.get(row.id(2))?.tabs.push(tab);
  }
  return tabs;
}

function readProperties(
  database: SqliteDatabase,
  drafts: ReadonlyMap<number, Draft>,
  tabs: ReadonlyMap<number, TabDefinition>,
  dataTypes: ReadonlyMap<number, DataType>,
): void {
  const columns = [
    ...["id", "contentTypeId", "UniqueId", "Alias", "Name", "Description", "sortOrder"],
    ...["dataTypeId", "mandatory", "variations", "propertyTypeGroupId"],
  ];
  for (const row of database.rows("cmsPropertyType", columns)) {
    const properties = drafts.get(row.id(1))?.properties;
    const alias = row.text(3);
    if (properties === undefined || alias === undefined) continue;
    const id = row.id(0);
    const tab = tabs.get(row.optionalId(10) ?? Number.NaN);
    const { editorAlias, ...dataType } = dataTypeOf(row.id(7), dataTypes);
    properties.push({
      id,
      key: keyOf(row.text(2), id),
      alias,
      name: row.text(4) ?? alias,
      description: row.text(5) ?? null,
      sortOrder: freeSortOrder(row.optionalId(6) ?? 0, properties, tab),
      editorAlias,
      dataType,
      mandatory: row.flag(8),
      varies: isByCulture(row.optionalId(9)),
      tab,
    });
  }
}

/** What is known of a data type, which may not be there. */
function dataTypeOf(id: number, dataTypes: ReadonlyMap<number, DataType>): DataType {
  return dataTypes.get(id) ?? { id, key: keyOfId(id), editorAlias: null };
}

/** Where the place of a property in its tab is taken, it comes last, as the CMS numbers them when it reads them. */
function freeSortOrder(
  sortOrder: number,
  properties: readonly PropertyDefinition[],
  tab: TabDefinition | undefined,
): number {
  const others = properties.filter((other) => other.tab === tab).map((other) => other.sortOrder);
  return others.includes(sortOrder) ? others.reduce((most, other) => Math.max(most, other)) + 1 : sortOrder;
}

/** What a type is made of, and what may stand below its nodes. */
function readLinks(database: SqliteDatabase, drafts: ReadonlyMap<number, Draft>): void {
  const bases = ["childContentTypeId", "parentContentTypeId"];
  for (const row of database.rows("cmsContentType2ContentType", bases)) {
    drafts.get(row.id(0))?.bases.push(row.id(1));
  }
  for (const row of database.rows("cmsContentTypeAllowedContentType", ["Id", "AllowedId", "SortOrder"])) {
    drafts.get(row.id(0))?.allowed.push({ id: row.id(1), sortOrder: row.optionalId(2) ?? 0 });
  }
}

function readTemplates(
  database: SqliteDatabase,
  drafts: ReadonlyMap<number, Draft>,
  rows: ReadonlyMap<number, NodeRow>,
): void {
  const templates = new Map<number, NamedThing>();
  for (const row of database.rows("cmsTemplate", ["nodeId", "alias"])) {
    const id = row.id(0);
    const node = rows.get(id);
    templates.set(id, { id, key: keyOf(node?.key, id), alias: row.text(1) ?? "", name: node?.name });
  }
  const columns = ["contentTypeNodeId", "templateNodeId", "IsDefault"];
  for (const row of database.rows("cmsDocumentType", columns)) {
    const template = templates.get(row.id(1));
    const draft = drafts.get(row.id(0));
    if (!(draft && template)) continue;
    draft.templates.push(template);
    if (row.flag(2)) draft.definition = { ...draft.definition, defaultTemplate: template.alias };
  }
}

function finished(draft: Draft, drafts: ReadonlyMap<number, Draft>): TypeDefinition {
  const { row, definition, tabs, properties, templates } = draft;
  const named = (ids: readonly number[]) =>
    ids.flatMap((id) => {
      const other = drafts.get(id)?.definition;
      return other ? [{ id, key: other.key, alias: other.alias }] : [];
    });
  // The type that one inherits from is the node above its own.
  const isParent = (id: number) => (id === row.parentId ? 0 : 1);
  const bases = named(draft.bases.toSorted((a, b) => isParent(a) - isParent(b)));
  const allowed = draft.allowed.toSorted((a, b) => a.sortOrder - b.sortOrder).map(({ id }) => id);
  return { ...definition, tabs, properties, templates, bases, allowed: named(allowed) };
}

/** A key as the database has it; where it is none, the one that is made of the id. */
function keyOf(text: string | undefined, id: number): Key {
  const key = parseKey(text?.toLowerCase() ?? "");
  return key === undefined || key === ZERO_KEY ? keyOfId(id) : key;
}

function isByCulture(variations: number | undefined): boolean {
  return ((variations ?? 0) & BY_CULTURE) !== 0;
}

/** A property of a type. */
type SiteNodeProperty = {
  /** Of the property itself, which values name. */
  id: number;
  alias: string;
  kind: PropertyKind;
  /** Whether values differ by language on nodes of this type. */
  varies: boolean;
};

/** What nodes of a type have. */
export type SiteNodeType = {
  alias: string;
  /** Whether nodes differ by language. */
  varies: boolean;
  /** In order of their aliases, as uSync writes them. */
  properties: readonly SiteNodeProperty[];
};

/** Ids begin at 1. */
const NO_ID = 0;

/** The types of nodes, by the ids of nodes. */
export function readNodeTypes(database: SqliteDatabase, schema: SiteSchema): Map<number, SiteNodeType> {
  const types = new Map<number, SiteNodeType>();
  for (const [id, definition] of schema.byId) types.set(id, nodeType(definition, schema));
  const found = new Map<number, SiteNodeType>();
  for (const row of database.rows("umbracoContent", ["nodeId", "contentTypeId"])) {
    const type = types.get(row.id(1));
    if (type) found.set(row.id(0), type);
  }
  return found;
}

function nodeType(definition: TypeDefinition, { content, media }: SiteSchema): SiteNodeType {
  const definitions = content.find(definition) === definition ? content : media;
  const properties = [...propertiesOf(definitions.familyOf(definition)).values()].map(
    ({ id = NO_ID, alias, editorAlias, varies }): SiteNodeProperty => ({
      id,
      alias,
      // Numbers have columns of their own: no editor makes one of a text.
      kind: { ...propertyKind(alias, editorAlias), editorAlias: null },
      // A property varies only where the type of the node does too.
      varies: definition.varies && varies,
    }),
  );
  return { alias: definition.alias, varies: definition.varies, properties: properties.sort(byAlias) };
}

function byAlias({ alias }: SiteNodeProperty, other: SiteNodeProperty): number {
  const [a, b] = [alias.toLowerCase(), other.alias.toLowerCase()];
  if (a === b) return alias < other.alias ? -1 : 1;
  return a < b ? -1 : 1;
}

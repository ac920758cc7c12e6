/** Queries the content and media types of a site, with the ids and keys that the site knows them by. */
import type { Kind } from "../../operations.ts";
import {
  Definitions,
  type PropertyDefinition,
  propertiesOf,
  type TabDefinition,
  type TypeDefinition,
} from "../../schema/definitions.ts";
import { type Key, keyOfId, parseKey, ZERO_KEY } from "../../tree/key.ts";
import { type PropertyKind, propertyKind } from "../node-writer.ts";
import { type Database, rows } from "./sql.ts";

/** A data type: the configuration of an editor. */
type DataType = { id: number; key: Key; editorAlias: string | null };

type SiteSchema = {
  content: Definitions;
  media: Definitions;
  /** By the ids of types. */
  byId: ReadonlyMap<number, TypeDefinition>;
  dataTypes: readonly DataType[];
};

// Members have types, too.
const TYPES = `
  create temp view siteType as
  select t.nodeId as id, n.uniqueId as key, t.alias, ifnull(nullif(n.text, ''), t.alias) as name,
    nullif(t.icon, '') as icon, t.allowAtRoot, t.variations & 1 as varies, n.parentId,
    n.nodeObjectType = '4EA4382B-2F5A-4C2B-9587-AE9B3CF3602E' as isMedia
  from cmsContentType t
  join umbracoNode n on n.id = t.nodeId
  where t.alias <> ''
    and n.nodeObjectType in ('A2CB7800-F571-4787-9638-BC48539A0EFB', '4EA4382B-2F5A-4C2B-9587-AE9B3CF3602E')`;

const TYPE_ROWS = "select id, key, alias, name, icon, allowAtRoot, varies, isMedia from siteType";

const TABS = `
  select contenttypeNodeId as typeId, id, uniqueID as key, nullif(alias, '') as alias, text as name, sortorder as sortOrder
  from cmsPropertyTypeGroup
  order by id`;

const DATA_TYPES = `
  select d.nodeId as id, n.uniqueId as key, nullif(d.propertyEditorAlias, '') as editorAlias
  from umbracoDataType d
  left join umbracoNode n on n.id = d.nodeId
  order by d.nodeId`;

const PROPERTIES = `
  select contentTypeId as typeId, id, UniqueId as key, Alias as alias, ifnull(nullif(Name, ''), Alias) as name,
    nullif(Description, '') as description, sortOrder, dataTypeId, mandatory, variations & 1 as varies,
    propertyTypeGroupId as tabId
  from cmsPropertyType
  where Alias <> ''
  order by id`;

// The type that a type inherits from is the node above its own; it comes before the compositions.
const BASES = `
  select t.id as typeId, b.id, b.key, b.alias
  from cmsContentType2ContentType c
  join siteType t on t.id = c.childContentTypeId
  join siteType b on b.id = c.parentContentTypeId
  order by b.id = t.parentId desc, c.rowid`;

// The types that may be below nodes of a type.
const ALLOWED = `
  select a.Id as typeId, t.id, t.key, t.alias
  from cmsContentTypeAllowedContentType a
  join siteType t on t.id = a.AllowedId
  order by a.SortOrder, a.rowid`;

const TEMPLATES = `
  select d.contentTypeNodeId as typeId, d.IsDefault as isDefault, t.nodeId as id, n.uniqueId as key,
    ifnull(t.alias, '') as alias, nullif(n.text, '') as name
  from cmsDocumentType d
  join cmsTemplate t on t.nodeId = d.templateNodeId
  left join umbracoNode n on n.id = t.nodeId
  order by d.rowid`;

type TypeRow = {
  alias: string;
  name: string;
  icon?: string;
  allowAtRoot: 0 | 1;
  varies: 0 | 1;
  isMedia: 0 | 1;
};
type TabRow = { alias?: string; name: string; sortOrder: number };
type PropertyRow = {
  alias: string;
  name: string;
  description?: string;
  sortOrder: number;
  dataTypeId: number;
  mandatory: 0 | 1;
  varies: 0 | 1;
  tabId?: number;
};
type TemplateRow = { alias: string; name?: string; isDefault: 0 | 1 };

/** @param file the database's name, without its folder */
export function readSchema(database: Database, file: string): SiteSchema {
  database.run(TYPES);
  const dataTypes = new Map<number, DataType>();
  for (const { editorAlias = null, ...row } of keyed<{ editorAlias?: string }>(database, DATA_TYPES))
    dataTypes.set(row.id, { ...row, editorAlias });
  const tabs = keyed<TabRow & OfType>(database, TABS);
  const tabsOf = byType(tabs);
  const propertiesOfType = byType(keyed<PropertyRow & OfType>(database, PROPERTIES));
  const basesOf = byType(keyed<{ alias: string } & OfType>(database, BASES));
  const allowedOf = byType(keyed<{ alias: string } & OfType>(database, ALLOWED));
  const templatesOf = byType(keyed<TemplateRow & OfType>(database, TEMPLATES));
  const byId = new Map<number, TypeDefinition>();
  const ofKind: Record<Kind, TypeDefinition[]> = { content: [], media: [] };
  for (const { isMedia, allowAtRoot, icon = null, varies, ...type } of keyed<TypeRow>(database, TYPE_ROWS)) {
    const templates = templatesOf(type.id);
    const definition = {
      ...type,
      icon,
      allowedAsRoot: isMarked(allowAtRoot),
      allowed: allowedOf(type.id),
      defaultTemplate: templates.findLast(({ isDefault }) => isDefault)?.alias,
      templates,
      varies: isMarked(varies),
      bases: basesOf(type.id),
      tabs: tabsOf(type.id),
      properties: ownProperties(propertiesOfType(type.id), tabs, dataTypes),
      file: `${file}, type ${type.alias}`,
    };
    byId.set(type.id, definition);
    ofKind[isMedia ? "media" : "content"].push(definition);
  }
  return {
    content: new Definitions(ofKind.content),
    media: new Definitions(ofKind.media),
    byId,
    dataTypes: [...dataTypes.values()],
  };
}

function ownProperties(
  rows: readonly Keyed<PropertyRow>[],
  tabs: readonly TabDefinition[],
  dataTypes: ReadonlyMap<number, DataType>,
): PropertyDefinition[] {
  const properties: PropertyDefinition[] = [];
  for (const { dataTypeId, tabId, description = null, mandatory, varies, ...row } of rows) {
    const tab = tabId === undefined ? undefined : tabs.find(({ id }) => id === tabId);
    const missing = { id: dataTypeId, key: keyOfId(dataTypeId), editorAlias: null };
    const { editorAlias, ...dataType } = dataTypes.get(dataTypeId) ?? missing;
    // A property whose place in its tab is taken comes last, as the CMS numbers properties when it reads them.
    const taken = properties.filter((other) => other.tab === tab).map(({ sortOrder }) => sortOrder);
    const sortOrder = taken.includes(row.sortOrder)
      ? taken.reduce((most, other) => Math.max(most, other)) + 1
      : row.sortOrder;
    properties.push({
      ...row,
      description,
      sortOrder,
      editorAlias,
      dataType,
      mandatory: isMarked(mandatory),
      varies: isMarked(varies),
      tab,
    });
  }
  return properties;
}

type OfType = { typeId: number };
type Keyed<Row> = Row & { id: number; key: Key };

/** Things that have an id and a key; if its key is missing or zero, it is made of the id. */
function keyed<Row extends object>(database: Database, sql: string): Keyed<Row>[] {
  return Array.from(rows<Row & { id: number; key?: string }>(database, sql), (row) => {
    const key = parseKey(row.key ?? "");
    return { ...row, key: key === undefined || key === ZERO_KEY ? keyOfId(row.id) : key };
  });
}

/** Gives the parts of a type by the type's id, in their order. */
function byType<Part extends OfType>(parts: readonly Part[]): (type: number) => Part[] {
  const groups = new Map<number, Part[]>();
  for (const part of parts) {
    const group = groups.get(part.typeId);
    if (group) group.push(part);
    else groups.set(part.typeId, [part]);
  }
  return (type) => groups.get(type) ?? [];
}

function isMarked(flag: number): boolean {
  return flag !== 0;
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

/** What nodes of each type have, by the ids of types. */
export function nodeTypes(schema: SiteSchema): Map<number, SiteNodeType> {
  return new Map(Array.from(schema.byId, ([id, definition]) => [id, nodeType(definition, schema)]));
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

/** Queries the content and media types of a site, with the ids and keys that the site knows them by. */

import type { Kind } from "../../operations.ts";
import { entryIn } from "../../site/map-entries.ts";
import {
  type DataTypeDefinition,
  DEFAULT_LIST_VIEW,
  Definitions,
  type PropertyDefinition,
  propertiesOf,
  type TabDefinition,
  type TypeDefinition,
  type Variation,
  variesByCulture,
} from "../../site/schema/definitions.ts";
import { type Key, parseKey, ZERO_KEY } from "../../site/tree/key.ts";
import { type PropertyPrefix, propertyKind } from "../node-writer.ts";
import { dateOf } from "./read-nodes.ts";
import { type Database, keyOfColumn, rows } from "./sql.ts";

const TYPES = `
  select t.id, t.key, t.alias, t.name, t.icon, t.allowAtRoot, t.variations, t.isElement, t.isMedia, t.description,
    t.isContainer, t.listView, p.id as parentId, p.key as parentKey
  from siteType t
  left join siteType p on p.id = t.parentId`;

const TABS = `
  select contenttypeNodeId as typeId, id, uniqueID as key, nullif(alias, '') as alias, text as name, sortorder as sortOrder,
    type = 1 as isTab
  from cmsPropertyTypeGroup
  order by id`;

const DATA_TYPES = `
  select d.nodeId as id, n.uniqueId as key, ifnull(n.text, '') as name, nullif(d.propertyEditorAlias, '') as editorAlias,
    d.dbType, d.config, n.createDate, nullif(d.propertyEditorUiAlias, '') as editorUi
  from umbracoDataType d
  left join umbracoNode n on n.id = d.nodeId
  order by d.nodeId`;

const PROPERTIES = `
  select p.contentTypeId as typeId, p.id, p.UniqueId as key, p.Alias as alias, ifnull(nullif(p.Name, ''), p.Alias) as name,
    nullif(p.Description, '') as description, p.sortOrder, p.mandatory, p.variations,
    nullif(p.validationRegExp, '') as pattern, nullif(p.validationRegExpMessage, '') as patternMessage,
    nullif(p.mandatoryMessage, '') as mandatoryMessage, p.labelOnTop,
    p.propertyTypeGroupId as tabId, p.dataTypeId, n.uniqueId as dataTypeKey, nullif(d.propertyEditorAlias, '') as editorAlias
  from cmsPropertyType p
  left join umbracoDataType d on d.nodeId = p.dataTypeId
  left join umbracoNode n on n.id = d.nodeId
  where p.Alias <> ''
  order by p.id`;

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

/** By the number in the column `variations`. */
const VARIATIONS: readonly Variation[] = ["nothing", "culture", "segment", "both"];

type TypeRow = {
  alias: string;
  name: string;
  icon?: string;
  allowAtRoot: 0 | 1;
  variations: number;
  isElement: 0 | 1;
  isMedia: 0 | 1;
  description?: string;
  isContainer?: 0 | 1;
  listView?: string;
  /** The type above. */
  parentId?: number;
  parentKey?: string;
};
type DataTypeRow = Omit<DataTypeDefinition, "id" | "key">;
type TabRow = { alias?: string; name: string; sortOrder: number; isTab: 0 | 1 };
type PropertyRow = {
  alias: string;
  name: string;
  description?: string;
  sortOrder: number;
  mandatory: 0 | 1;
  pattern?: string;
  patternMessage?: string;
  mandatoryMessage?: string;
  labelOnTop?: 0 | 1;
  variations: number;
  tabId?: number;
  dataTypeId: number;
  dataTypeKey?: string;
  editorAlias?: string;
};
type TemplateRow = { alias: string; name?: string; isDefault: 0 | 1 };

/**
 * @param file the database's name, without its folder
 * @returns the definitions of types, the data types, and by the ids of types what their nodes have
 */
export function readSchema(database: Database, file: string) {
  const tabs = rowsWithKeys<TabRow & OfType>(database, TABS).map(({ isTab, ...tab }) => ({
    ...tab,
    isTab: isTab !== 0,
  }));
  const tabsOf = byType(tabs);
  const propertiesOfType = byType(rowsWithKeys<PropertyRow & OfType>(database, PROPERTIES));
  const basesOf = byType(rowsWithKeys<{ alias: string } & OfType>(database, BASES));
  const allowedOf = byType(rowsWithKeys<{ alias: string } & OfType>(database, ALLOWED));
  const templatesOf = byType(rowsWithKeys<TemplateRow & OfType>(database, TEMPLATES));
  const types = rowsWithKeys<TypeRow>(database, TYPES);
  const nodeTypes = new Map<number, DatabaseNodeType>();
  const definitionsOf = (kind: Kind) => {
    const ofKind = types.filter(({ isMedia }) => (isMedia ? kind === "media" : kind === "content"));
    const definitions = new Definitions(
      ofKind.map(({ id, key, alias, name, icon = null, description, ...row }) => {
        const templates = templatesOf(id);
        return {
          ...{ id, key, alias, name, icon, description },
          listView: listViewOf(row),
          parent: row.parentId === undefined ? undefined : keyOfColumn(row.parentKey, row.parentId),
          allowedAsRoot: row.allowAtRoot !== 0,
          allowed: allowedOf(id),
          defaultTemplate: templates.findLast(({ isDefault }) => isDefault)?.alias,
          templates,
          variation: VARIATIONS[row.variations] ?? "nothing",
          isElement: row.isElement !== 0,
          bases: basesOf(id),
          tabs: tabsOf(id),
          properties: propertyDefinitions(propertiesOfType(id), tabs),
          file: `${file}, type ${alias}`,
        };
      }),
    );
    for (const definition of definitions.all)
      nodeTypes.set(definition.id ?? NO_ID, nodeType(definition, definitions));
    return definitions;
  };
  return {
    content: definitionsOf("content"),
    media: definitionsOf("media"),
    dataTypes: rowsWithKeys<DataTypeRow>(database, DATA_TYPES).map(({ createDate, ...row }) => ({
      ...row,
      createDate: createDate && dateOf(createDate),
    })),
    nodeTypes,
  };
}

function listViewOf({
  listView = "",
  isContainer,
}: Pick<TypeRow, "listView" | "isContainer">): Key | undefined {
  const key = parseKey(listView);
  if (key !== undefined && key !== ZERO_KEY) return key;
  return isContainer ? DEFAULT_LIST_VIEW : undefined;
}

function propertyDefinitions(
  rows: readonly Keyed<PropertyRow>[],
  tabs: readonly TabDefinition[],
): PropertyDefinition[] {
  const properties: PropertyDefinition[] = [];
  for (const { tabId, dataTypeId, dataTypeKey, mandatory, variations, ...all } of rows) {
    const { pattern, patternMessage, mandatoryMessage, labelOnTop, ...row } = all;
    const tab = tabId === undefined ? undefined : tabs.find(({ id }) => id === tabId);
    // A property whose sortOrder in its tab is taken comes last, as Umbraco numbers properties when it reads them.
    const taken = properties.filter((other) => other.tab === tab).map(({ sortOrder }) => sortOrder);
    const sortOrder = taken.includes(row.sortOrder)
      ? taken.reduce((most, other) => Math.max(most, other)) + 1
      : row.sortOrder;
    properties.push({
      ...row,
      description: row.description ?? null,
      sortOrder,
      editorAlias: row.editorAlias ?? null,
      dataType: { id: dataTypeId, key: keyOfColumn(dataTypeKey, dataTypeId) },
      mandatory: mandatory !== 0,
      validation: { pattern, patternMessage, mandatoryMessage },
      labelOnTop: labelOnTop === 1,
      variation: VARIATIONS[variations] ?? "nothing",
      tab,
    });
  }
  return properties;
}

type OfType = { typeId: number };
type Keyed<Row> = Row & { id: number; key: Key };

function rowsWithKeys<Row extends object>(database: Database, sql: string): Keyed<Row>[] {
  const found = rows<Row & { id: number; key?: string }>(database, sql);
  return Array.from(found, (row) => ({ ...row, key: keyOfColumn(row.key, row.id) }));
}

/** Gives the parts of a type by the type's id, in their order. */
function byType<Part extends OfType>(parts: readonly Part[]): (type: number) => Part[] {
  const groups = new Map<number, Part[]>();
  for (const part of parts) entryIn(groups, part.typeId, () => []).push(part);
  return (type) => groups.get(type) ?? [];
}

/** What nodes of a type have. */
export type DatabaseNodeType = {
  alias: string;
  /** Whether nodes differ by language. */
  varies: boolean;
  /** In order of their aliases, as uSync writes them. */
  properties: readonly { id: number; alias: string; kind: PropertyPrefix }[];
};

/** Ids begin at 1. */
const NO_ID = 0;

function nodeType(definition: TypeDefinition, definitions: Definitions): DatabaseNodeType {
  const { alias, variation } = definition;
  const properties = [...propertiesOf(definitions.familyOf(definition)).values()].map(
    ({ id = NO_ID, alias, editorAlias }) => ({
      id,
      alias,
      // Numbers have columns of their own: no editor makes one of a text.
      kind: { ...propertyKind(alias, editorAlias), editorAlias: null },
    }),
  );
  return {
    alias,
    varies: variesByCulture(variation),
    properties: properties.sort((a, b) => compareAliases(a.alias, b.alias)),
  };
}

/** Without regard to case, then by code units. */
function compareAliases(alias: string, other: string): number {
  const [a, b] = [alias.toLowerCase(), other.toLowerCase()];
  if (a === b) return alias < other ? -1 : 1;
  return a < b ? -1 : 1;
}

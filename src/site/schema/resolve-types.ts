/** Makes types from their definitions, with the tabs of their compositions, and with derived ids if the data has none. */

import { isMembers } from "../../json/shape.ts";
import { deriveIds, type Identified, type Key, keyOfAlias, keyOfName } from "../tree/key.ts";
import {
  commonVariation,
  type DataTypeDefinition,
  type Definitions,
  type PropertyDefinition,
  propertiesOf,
  type SiteDefinitions,
  type TabDefinition,
  type TypeDefinition,
  type TypeOrTemplate,
} from "./definitions.ts";
import {
  type ContentType,
  type DataType,
  GENERIC_TAB,
  type MediaType,
  NO_DATE,
  type PropertyTraits,
  type TypeLists,
  type TypeProperty,
  type TypeReference,
  type TypeTab,
  type TypeTraits,
} from "./site-types.ts";

/** Ids by key. Content types, media types, templates, data types, tabs and properties have separate ids. */
type Ids = ReadonlyMap<Key, number>;
type SharedIds = Record<"templates" | "dataTypes" | "tabs" | "properties", Ids>;

/**
 * @param dataTypes data types that the site has, whether a property uses them or not
 * @param report called for each reference to a type that does not exist
 */
export function resolveTypes(
  { content, media }: SiteDefinitions,
  dataTypes: readonly DataTypeDefinition[],
  report: (definition: TypeDefinition, name: TypeOrTemplate) => void,
): TypeLists {
  const all = [...content.all, ...media.all];
  const templates = new Templates(content.all);
  const properties = all.flatMap((definition) =>
    definition.properties.map((property) => ({ ...property, key: propertyKey(definition, property) })),
  );
  const ids = {
    templates: idsOf(templates.all),
    dataTypes: idsOf([
      ...properties.map((property) => ({ ...property.dataType, key: dataTypeKey(property) })),
      ...dataTypes,
    ]),
    tabs: idsOf(all.flatMap(tabsAndGeneric)),
    properties: idsOf(properties),
  };
  for (const definitions of [content, media]) {
    for (const definition of definitions.all) {
      const names = [...definition.allowed, ...definition.bases];
      for (const name of names) if (!definitions.find(name)) report(definition, name);
    }
  }
  const preValues = new Map(
    dataTypes.flatMap(({ key, preValues }) => (preValues?.size ? [[key, preValues] as const] : [])),
  );
  const editorUis = new Map(
    dataTypes.flatMap(({ key, editorUi }) => (editorUi === undefined ? [] : [[key, editorUi] as const])),
  );
  const contentTypes = new Resolver(content, ids);
  const mediaTypes = new Resolver(media, ids);
  return {
    content: content.all.map((definition) => contentTypes.contentType(definition, templates)),
    media: media.all.map((definition) => mediaTypes.mediaType(definition)),
    data: dataTypes
      .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
      .map((definition) => dataType(definition, idIn(ids.dataTypes, definition.key))),
    ...(preValues.size > 0 && { preValues }),
    ...(editorUis.size > 0 && { editorUis }),
    traits: new Map(
      [content, media].flatMap((definitions) =>
        definitions.all.map((definition) => [definition.key, traitsOf(definition, definitions)] as const),
      ),
    ),
    tabAliases: new Map(
      all.flatMap((definition) =>
        definition.tabs.flatMap((tab) => (tab.alias ? [[tabKey(definition, tab), tab.alias] as const] : [])),
      ),
    ),
  };
}

function traitsOf(definition: TypeDefinition, definitions: Definitions): TypeTraits {
  const { isElement, variation: ofType, description, listView, parent, tabs } = definition;
  const family = definitions.familyOf(definition);
  const properties = family.toReversed().flatMap(({ alias: from, properties: own }) =>
    own.map((property): [string, PropertyTraits] => [
      property.alias,
      {
        variation: commonVariation(property.variation, ofType),
        from,
        dataType: dataTypeKey(property),
        validation: property.validation,
        labelOnTop: property.labelOnTop === true,
      },
    ]),
  );
  return {
    ...{ isElement, variation: ofType, description, listView },
    parent: parent !== undefined && definitions.find({ key: parent, alias: "" }) ? parent : undefined,
    tabs: new Set(tabs.filter(({ isTab }) => isTab).map((tab) => tabKey(definition, tab))),
    properties: new Map(properties),
  };
}

function dataType(definition: DataTypeDefinition, id: number): DataType {
  const { key, name, dbType, editorAlias = null, createDate = NO_DATE, config } = definition;
  return {
    id,
    key,
    name,
    dbType: dbType?.toLowerCase() ?? null,
    editorAlias,
    editor: null,
    createDate,
    updateDate: NO_DATE,
    config: configuration(config),
  };
}

function configuration(json: string | undefined): DataType["config"] {
  try {
    const value: unknown = JSON.parse(json ?? "{}");
    return isMembers(value) ? value : {};
  } catch {
    return {};
  }
}

class Resolver {
  readonly #definitions: Definitions;
  readonly #typeIds: Ids;
  readonly #ids: SharedIds;

  constructor(definitions: Definitions, ids: SharedIds) {
    this.#definitions = definitions;
    const named = definitions.all.flatMap((type) => [type, ...type.allowed, ...type.bases]);
    this.#typeIds = idsOf(named.flatMap(({ id, key }) => (key === undefined ? [] : [{ id, key }])));
    this.#ids = ids;
  }

  contentType(definition: TypeDefinition, templates: Templates): ContentType {
    const { allowedAsRoot, allowedContentTypes, compositions, ...head } = this.mediaType(definition);
    const template = (named: TypeOrTemplate) => {
      const key = templates.keyOf(named);
      return { id: idIn(this.#ids.templates, key), key, alias: named.alias, name: named.name ?? null };
    };
    const { defaultTemplate: alias, templates: allowed } = definition;
    const byDefault = allowed.find((named) => named.alias === alias) ?? {
      key: undefined,
      alias: alias ?? "",
    };
    return {
      ...head,
      defaultTemplate: alias === undefined ? null : template(byDefault),
      allowedAsRoot,
      allowedContentTypes,
      allowedTemplate: allowed.map(template),
      compositions,
    };
  }

  mediaType(definition: TypeDefinition): MediaType {
    const { key, alias, name, icon, allowedAsRoot, allowed } = definition;
    const family = this.#definitions.familyOf(definition);
    const missing = family.flatMap(({ bases }) => bases).filter((base) => !this.#definitions.find(base));
    return {
      id: idIn(this.#typeIds, key),
      key,
      alias,
      name,
      icon,
      tabs: this.#tabs(family),
      allowedAsRoot,
      allowedContentTypes: this.#references(allowed),
      compositions: this.#references([...family.slice(1), ...missing]),
    };
  }

  /** Each type once. A missing type has no name; without a key it is left out. */
  #references(names: readonly TypeOrTemplate[]): TypeReference[] {
    const references = new Map<Key, TypeReference>();
    for (const named of names) {
      const found = this.#definitions.find(named);
      const { key, alias } = found ?? named;
      if (key === undefined || references.has(key)) continue;
      references.set(key, { id: idIn(this.#typeIds, key), key, alias, name: found?.name ?? null });
    }
    return [...references.values()];
  }

  #tabs(family: readonly TypeDefinition[]): TypeTab[] {
    const counting = new Set(propertiesOf(family).values());
    const propertiesIn = (definition: TypeDefinition, tab: TabDefinition | undefined) =>
      bySortOrder(definition.properties)
        .filter((property) => property.tab === tab && counting.has(property))
        .map((property) => this.#property(definition, property));
    const tabs = family.flatMap((definition) =>
      bySortOrder(definition.tabs).map((tab) => this.#tab(definition, tab, propertiesIn(definition, tab))),
    );
    const loose = family.flatMap((definition) => propertiesIn(definition, undefined));
    if (loose.length === 0) return tabs;
    const last = tabs.reduce((most, { sortOrder }) => Math.max(most, sortOrder), -1);
    return [...tabs, { ...this.#tab(family[0], genericTab, loose), sortOrder: last + 1 }];
  }

  #tab(definition: TypeDefinition, tab: TabDefinition, properties: TypeProperty[]): TypeTab {
    const key = tabKey(definition, tab);
    const { name, sortOrder } = tab;
    return { id: idIn(this.#ids.tabs, key), key, name, sortOrder, properties };
  }

  #property(definition: TypeDefinition, property: PropertyDefinition): TypeProperty {
    const { alias, name, description, sortOrder, editorAlias, mandatory } = property;
    const key = propertyKey(definition, property);
    const id = idIn(this.#ids.properties, key);
    const dataTypeId = idIn(this.#ids.dataTypes, dataTypeKey(property));
    return { id, key, alias, name, description, sortOrder, editorAlias, dataTypeId, mandatory };
  }
}

/** The templates that types refer to. If one reference has a key, it applies to references that have only the alias. */
class Templates {
  readonly all: { id?: number; key: Key }[];
  readonly #keys = new Map<string, Key>();

  constructor(definitions: readonly TypeDefinition[]) {
    const named = definitions.flatMap(({ templates }) => templates);
    for (const { key, alias } of named) if (key !== undefined) this.#keys.set(alias.toLowerCase(), key);
    const defaults = definitions.flatMap(({ defaultTemplate: alias }) =>
      alias === undefined ? [] : [{ key: undefined, alias }],
    );
    this.all = [...named, ...defaults].map((name) => ({ ...name, key: this.keyOf(name) }));
  }

  keyOf({ key, alias }: TypeOrTemplate): Key {
    return key ?? this.#keys.get(alias.toLowerCase()) ?? keyOfAlias("template", alias);
  }
}

const genericTab: TabDefinition = { key: undefined, name: GENERIC_TAB, sortOrder: 0 };

/** The type's tabs with their keys, and the tab of properties without a tab. */
function tabsAndGeneric(definition: TypeDefinition) {
  return [...definition.tabs, genericTab].map((tab) => ({ id: tab.id, key: tabKey(definition, tab) }));
}

function tabKey({ key }: TypeDefinition, tab: TabDefinition): Key {
  return tab.key ?? keyOfName(key, tab.name);
}

function propertyKey(type: TypeDefinition, { key, alias }: PropertyDefinition): Key {
  return key ?? keyOfName(type.key, alias);
}

function dataTypeKey({ dataType, editorAlias }: PropertyDefinition): Key {
  return dataType.key ?? keyOfAlias("data type", editorAlias ?? "");
}

function bySortOrder<T extends { sortOrder: number }>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => a.sortOrder - b.sortOrder);
}

function idsOf(items: readonly { id?: number; key: Key }[]): Ids {
  const byKey = new Map<Key, Identified>();
  for (const { id, key } of items) if (!byKey.has(key)) byKey.set(key, { key, id });
  deriveIds([...byKey.values()]);
  return new Map([...byKey.values()].map(({ key, id = 0 }) => [key, id]));
}

function idIn(ids: Ids, key: Key): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`no id was derived for ${key}`);
  return id;
}

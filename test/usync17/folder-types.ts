/** The data types, content types and media types of a uSync 17 folder, and what an import would refuse or lose of them. */
import { type Configuration, objectsIn, settingsIn } from "../../src/decode/configuration.ts";
import { isTrue } from "../../src/formats/usync/config-file.ts";
import type { XmlElement } from "../../src/formats/xml/xml-parser.ts";
import { isMembers } from "../../src/json/shape.ts";
import type { Kind } from "../../src/operations.ts";
import { DEFAULT_LIST_VIEW } from "../../src/site/schema/definitions.ts";
import { type Key, parseKey, ZERO_KEY } from "../../src/site/tree/key.ts";
import { MEDIA_LIST_VIEW } from "../../src/usync17/target-data-types.ts";
import { childText, type FolderItem, keyIn, type ReportFinding, variesIn } from "./folder-items.ts";
import type { NodeReferences } from "./folder-references.ts";
import type { ValueDataType } from "./value-forms.ts";

export type FolderDataType = Required<ValueDataType> & { name: string };

export type FolderProperty = {
  alias: string;
  definition: Key;
  editor: string;
  varies: boolean;
  isMandatory: boolean;
  /** The alias of its tab; empty if it is in none. */
  tab: string;
};

export type FolderType = {
  kind: Kind;
  key: Key;
  alias: string;
  isElement: boolean;
  varies: boolean;
  /** The type that it lies below. */
  parent: Key | undefined;
  /** The types that it inherits from directly. */
  bases: readonly Key[];
  /** The types that are allowed below its nodes, and the templates of its nodes, by key. */
  allowed: ReadonlyMap<Key, string>;
  templates: ReadonlyMap<Key, string>;
  /** An alias; empty if there is none. */
  defaultTemplate: string;
  listView: Key | undefined;
  /** Its own properties, by alias in lower case. */
  properties: ReadonlyMap<string, FolderProperty>;
  /** Whether its own groups of properties are tabs, by alias in lower case. */
  tabs: ReadonlyMap<string, boolean>;
};

/** The types of a folder. A section that the folder lacks is empty: what names its items is then not checked. */
export type FolderTypes = {
  dataTypes: ReadonlyMap<Key, FolderDataType>;
  byKey: ReadonlyMap<Key, FolderType>;
  byAlias: Readonly<Record<Kind, ReadonlyMap<string, FolderType>>>;
  /** The aliases of templates by key. */
  templates: ReadonlyMap<Key, string>;
};

const SUBJECTS = { content: "content-type", media: "media-type" } as const;

/** Reads the data types. Reports types that an import would refuse. */
export function readDataTypes(items: Iterable<FolderItem>, report: ReportFinding): Map<Key, FolderDataType> {
  const dataTypes = new Map<Key, FolderDataType>();
  const names = new Set<string>();
  for (const { key, alias: name, root } of items) {
    const found = (text: string) => report("data-type", name, text);
    const info = root.child("Info");
    const editor = childText(info, "EditorAlias");
    const config = parsedJson(root.child("Config")?.text ?? "{}");
    if (names.has(name.toLowerCase())) found("another data type has this name: the import overwrites it");
    names.add(name.toLowerCase());
    if (editor === "") found("names no editor: the import refuses it");
    if (childText(info, "EditorUIAlias") === "") found("names no interface of its editor");
    if (!isMembers(config)) found("its configuration is no JSON object");
    if (key !== undefined) dataTypes.set(key, { name, editor, config: isMembers(config) ? config : {} });
  }
  return dataTypes;
}

/** Reads the types of a kind. Reports types that an import would refuse. @param taken the keys of properties and tabs of all types, each with what has it */
export function readTypes(
  kind: Kind,
  items: Iterable<FolderItem>,
  taken: Map<Key, string>,
  report: ReportFinding,
): FolderType[] {
  const types: FolderType[] = [];
  const aliases = new Set<string>();
  for (const { key = ZERO_KEY, alias, root } of items) {
    const found = (text: string) => report(SUBJECTS[kind], alias, text);
    if (aliases.has(alias.toLowerCase())) found("another type has this alias: the import overwrites it");
    aliases.add(alias.toLowerCase());
    const take = (own: XmlElement, what: string) => {
      const memberKey = parseKey(childText(own, "Key"));
      const other = memberKey === undefined ? undefined : taken.get(memberKey);
      if (memberKey === undefined) found(`its ${what} has no key`);
      else if (other !== undefined) found(`its ${what} has the key of ${other}: the import refuses the type`);
      else taken.set(memberKey, `${alias}, ${what}`);
    };
    const info = root.child("Info");
    const properties = new Map<string, FolderProperty>();
    for (const property of root.child("GenericProperties")?.children ?? []) {
      const name = childText(property, "Alias");
      if (properties.has(name.toLowerCase())) found(`has the property ${name} twice`);
      properties.set(name.toLowerCase(), {
        alias: name,
        definition: parseKey(childText(property, "Definition")) ?? ZERO_KEY,
        editor: childText(property, "Type"),
        varies: variesIn(property),
        isMandatory: isTrue(childText(property, "Mandatory")),
        tab: property.child("Tab")?.attributes.Alias ?? "",
      });
      take(property, `property ${name}`);
    }
    const tabs = new Map<string, boolean>();
    for (const tab of root.child("Tabs")?.children ?? []) {
      const name = childText(tab, "Alias");
      if (name === "") found("has a tab without an alias: the import refuses it");
      tabs.set(name.toLowerCase(), childText(tab, "Type") === "Tab");
      take(tab, `tab ${name}`);
    }
    const listView = parseKey(childText(info, "ListView"));
    types.push({
      ...{ kind, key, alias, properties, tabs },
      isElement: isTrue(childText(info, "IsElement")),
      varies: variesIn(info),
      parent: keyIn(info?.child("Parent"), "Key"),
      bases: [...keyedChildren(info?.child("Compositions")).keys()],
      allowed: keyedChildren(root.child("Structure")),
      templates: keyedChildren(info?.child("AllowedTemplates")),
      defaultTemplate: childText(info, "DefaultTemplate"),
      listView: listView === ZERO_KEY ? undefined : listView,
    });
  }
  return types;
}

/** The aliases of child elements by their keys. */
function keyedChildren(parent: XmlElement | undefined): Map<Key, string> {
  const keyed = (parent?.children ?? []).flatMap((child) => {
    const key = keyIn(child, "Key");
    return key === undefined ? [] : [[key, child.text.trim()] as const];
  });
  return new Map(keyed);
}

/** Whether a section exists and lacks an item. */
export function isMissing<Name>(
  name: Name,
  section: { readonly size: number; has(name: Name): boolean },
): boolean {
  return section.size > 0 && !section.has(name);
}

/** Reports what types name and the folder lacks, and what no type can inherit. */
export function checkTypes(types: FolderTypes, report: ReportFinding): void {
  const templateAliases = new Set(Array.from(types.templates.values(), (alias) => alias.toLowerCase()));
  for (const type of types.byKey.values()) {
    const found = (text: string) => report(SUBJECTS[type.kind], type.alias, text);
    checkInheritance(type, types, found);
    checkProperties(type, types, found);
    for (const [key, alias] of type.allowed)
      if (!types.byKey.has(key))
        found(`allows ${alias} below it, which is not in the folder: the import leaves that out`);
    for (const [key, alias] of type.templates)
      if (isMissing(key, types.templates))
        found(`allows the template ${alias}, which is not in the folder: the import leaves that out`);
    const { defaultTemplate, listView } = type;
    if (defaultTemplate !== "" && isMissing(defaultTemplate.toLowerCase(), templateAliases))
      found(`its default template ${defaultTemplate} is not in the folder: the import leaves that out`);
    if (listView !== undefined && !BUILT_IN_LIST_VIEWS.has(listView) && isMissing(listView, types.dataTypes))
      found(`its list view ${listView} is not in the folder: its nodes have none`);
  }
}

/** The data types of list views that a fresh Umbraco has. */
const BUILT_IN_LIST_VIEWS: ReadonlySet<Key> = new Set([DEFAULT_LIST_VIEW, MEDIA_LIST_VIEW]);

function checkInheritance(type: FolderType, types: FolderTypes, found: (text: string) => void): void {
  for (const base of type.bases)
    if (!types.byKey.has(base))
      found(`its composition ${base} is not in the folder: its properties are lost`);
  if (type.parent !== undefined && !type.bases.includes(type.parent))
    found(`its parent ${type.parent} is none of its compositions: the import does not inherit from it`);
  const family = familyOf(type, types);
  if (family.slice(1).includes(type)) found("inherits from itself: the import refuses it");
  const aliases = new Map<string, string>();
  const tabs = new Map<string, boolean>();
  for (const member of new Set(family)) {
    for (const { alias } of member.properties.values()) {
      const other = aliases.get(alias.toLowerCase());
      if (other !== undefined)
        found(`the property ${alias} is in ${member.alias} and in ${other}: the import refuses the type`);
      aliases.set(alias.toLowerCase(), member.alias);
    }
    for (const [alias, isTab] of member.tabs) {
      if (tabs.has(alias) && tabs.get(alias) !== isTab)
        found(`${alias} is a tab here and a group in ${member.alias}: the import refuses the type`);
      tabs.set(alias, isTab);
    }
  }
  const isWhole = family.every(({ bases }) => bases.every((base) => types.byKey.has(base)));
  for (const { alias, tab } of type.properties.values())
    if (isWhole && tab !== "" && !tabs.has(tab.toLowerCase()))
      found(`has no tab ${tab}, which its property ${alias} names: the property is not created`);
}

function checkProperties(type: FolderType, { dataTypes }: FolderTypes, found: (text: string) => void): void {
  for (const { alias, definition, editor } of type.properties.values()) {
    const own = dataTypes.get(definition)?.editor;
    if (isMissing(definition, dataTypes))
      found(`the data type of ${alias} is not in the folder: the property is not created`);
    else if (own !== undefined && own !== editor)
      found(`${alias} names the editor ${editor}, its data type ${own}`);
  }
}

/** A type, then all that it inherits from; a type that comes again is in it twice. */
function familyOf(type: FolderType, { byKey }: FolderTypes): FolderType[] {
  const family = [type];
  const seen = new Set<FolderType>();
  for (let at = 0; at < family.length; at++) {
    if (seen.has(family[at])) continue;
    seen.add(family[at]);
    for (const base of family[at].bases) {
      const found = byKey.get(base);
      if (found) family.push(found);
    }
  }
  return family;
}

/** All properties of a type by alias in lower case; its own take precedence. */
export function allProperties(type: FolderType, types: FolderTypes): Map<string, FolderProperty> {
  return new Map(
    familyOf(type, types)
      .flatMap(({ properties }) => [...properties])
      .toReversed(),
  );
}

/** Reports types and nodes that the configurations of data types name and the folder lacks. */
export function checkConfigurations(
  types: FolderTypes,
  references: NodeReferences,
  report: ReportFinding,
): void {
  for (const { name, editor, config } of types.dataTypes.values()) {
    const found = (text: string) => report("data-type", name, text);
    const start = (kind: Kind, value: unknown) => {
      if (typeof value !== "string" || value === "") return;
      const key = parseKey(value);
      if (key === undefined) found(`its start node ${value} is no key: Umbraco refuses the configuration`);
      else if (key !== ZERO_KEY)
        references.refer(
          { subject: "data-type", name },
          kind,
          key,
          `its start node ${key} is not in the folder: nothing can be picked`,
        );
    };
    const typed = (kind: Kind, what: string, value: unknown) => {
      const key = typeof value === "string" ? parseKey(value) : undefined;
      if (key === undefined) {
        if (typeof value === "string" && value !== "")
          found(`${what} the type ${value}, which is no key: Umbraco refuses the configuration`);
      } else if (types.byAlias[kind].size > 0 && types.byKey.get(key)?.kind !== kind)
        found(`${what} the type ${key}, which is not in the folder`);
    };
    checkBlocks(config, types, found);
    switch (editor.toLowerCase()) {
      case "umbraco.contentpicker":
        start("content", config.startNodeId);
        break;
      case "umbraco.mediapicker3":
        start("media", config.startNodeId);
        for (const type of listedNames(config.filter)) typed("media", "its filter names", type);
        break;
      case "umbraco.richtext":
        start("media", config.mediaParentId);
        break;
      case "umbraco.multinodetreepicker": {
        const root = settingsIn(config, "startNode");
        const kind = root.type === "media" ? "media" : "content";
        if (root.type === "member") break;
        start(kind, root.id);
        for (const type of listedNames(config.filter)) typed(kind, "its filter names", type);
        const dynamic = settingsIn(root, "dynamicRoot");
        start("content", dynamic.originKey);
        for (const step of objectsIn(dynamic, "querySteps"))
          for (const type of Array.isArray(step.anyOfDocTypeKeys) ? step.anyOfDocTypeKeys : [])
            typed("content", "its dynamic root looks for", type);
      }
    }
  }
}

/** Reports blocks that no element can have, and areas that no block can be in. */
function checkBlocks(
  config: Configuration,
  { byKey, byAlias }: FolderTypes,
  found: (text: string) => void,
): void {
  const blocks = objectsIn(config, "blocks");
  const groups = new Set(objectsIn(config, "blockGroups").map(({ key }) => key));
  for (const block of blocks) {
    for (const name of ["contentElementTypeKey", "settingsElementTypeKey"]) {
      const key = parseKey(String(block[name]));
      if (key === undefined || byAlias.content.size === 0) continue;
      const type = byKey.get(key);
      if (!type) found(`its block ${key} has no type in the folder: nobody can add it`);
      else if (!type.isElement) found(`its block ${type.alias} is a type of nodes, not of elements`);
    }
    if (block.groupKey && !groups.has(block.groupKey))
      found(`its block ${block.contentElementTypeKey} is in the group ${block.groupKey}, which is not there`);
    for (const area of objectsIn(block, "areas"))
      for (const { elementTypeKey } of objectsIn(area, "specifiedAllowance")) {
        const isListed = blocks.some(({ contentElementTypeKey }) => contentElementTypeKey === elementTypeKey);
        if (elementTypeKey && !isListed)
          found(`its area ${area.alias} allows the block ${elementTypeKey}, which is not there`);
      }
  }
}

/** Names with commas between them. */
function listedNames(value: unknown): string[] {
  return typeof value === "string" ? value.split(",").map((name) => name.trim()) : [];
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the definitions of content and media types, and data types. */

import type { Findings } from "../../site/findings.ts";
import {
  type DataTypeDefinition,
  DEFAULT_LIST_VIEW,
  Definitions,
  type PropertyDefinition,
  type TabDefinition,
  type TypeDefinition,
  type TypeOrTemplate,
  type Variation,
} from "../../site/schema/definitions.ts";
import { type Key, keyOfAlias, parseKey, ZERO_KEY } from "../../site/tree/key.ts";
import { counted } from "../../text/counted.ts";
import { shortened } from "../../text/visible-text.ts";
import { type PreValue, preValueConfig, preValueTexts } from "../pre-values.ts";
import type { XmlElement } from "../xml/xml-parser.ts";
import { type ConfigFile, detached, isTrue, readConfig } from "./config-file.ts";
import { type Layer, listFiles, SITE_SECTIONS, type UsyncFile } from "./find-files.ts";

/** Returns all data types by key. */
type ReadDataTypes = (findings: Findings) => ReadonlyMap<Key, DataTypeDefinition>;

/** The data types of a folder, read at the first call. */
export function dataTypesIn(layers: readonly Layer[]): ReadDataTypes {
  let dataTypes: Map<Key, DataTypeDefinition> | undefined;
  return (findings) => {
    if (dataTypes) return dataTypes;
    dataTypes = new Map();
    for (const file of listFiles(layers, SITE_SECTIONS.dataTypes, findings)) {
      const root = readConfig(file, findings)?.root;
      if (!root || root.name === "Empty") continue;
      const key = parseKey(root.attributes.Key?.trim() ?? "");
      if (key !== undefined) dataTypes.set(key, detached(dataTypeIn(root, key)));
    }
    return dataTypes;
  };
}

/** uSync 7 has name, editor and column as attributes, and a list of pre-values. */
function dataTypeIn(root: XmlElement, key: Key): DataTypeDefinition {
  const { attributes } = root;
  const info = root.child("Info");
  const preValues = preValuesIn(childrenOf(root, "PreValues"));
  return {
    key,
    name: childText(info, "Name") ?? attributes.Name ?? attributes.Alias ?? "",
    dbType: childText(info, "DatabaseType") ?? attributes.DatabaseType,
    editorAlias: childText(info, "EditorAlias") ?? (attributes.Id || undefined),
    editorUi: childText(info, "EditorUIAlias") ?? childText(info, "EditorUiAlias"),
    config: childText(root, "Config") ?? preValueConfig(preValues),
    preValues: preValueTexts(preValues),
  };
}

function preValuesIn(elements: readonly XmlElement[]): PreValue[] {
  return elements.map(({ attributes: { Id, Alias, Value, SortOrder }, text }) => ({
    id: Id,
    alias: Alias,
    sortOrder: SortOrder,
    value: text || (Value ?? ""),
  }));
}

/** The editor of a data type, for properties whose type lacks it. */
type EditorOf = (dataType: Key) => string | undefined;

/** Reads `ContentTypes/*.config`, `MediaTypes/*.config`, and the folders of uSync 7. */
export function readTypes(
  files: readonly UsyncFile[],
  readDataTypes: ReadDataTypes,
  findings: Findings,
): Definitions {
  const editorOf = (dataType: Key) => readDataTypes(findings).get(dataType)?.editorAlias;
  const definitions: TypeDefinition[] = [];
  const deleted = new Set<Key | undefined>();
  const unusable: UnusableKey[] = [];
  for (const file of files) {
    const config = readConfig(file, findings);
    if (!config) continue;
    const { attributes, name } = config.root;
    if (name === "Empty") {
      if (attributes.Change === "Delete") deleted.add(parseKey(attributes.Key?.trim() ?? ""));
      continue;
    }
    const definition = definitionIn(config, editorOf, unusable);
    if (!config.faulty) definitions.push(definition);
  }
  warnOfUnusableKeys(unusable, findings);
  const left = definitions.filter(({ key, alias }) => alias !== "" && !deleted.has(key));
  return new Definitions(lastOfEach("alias", lastOfEach("key", left, findings), findings));
}

/** The key of a tab, group or property that is not a GUID, as assistants write them and uSync accepts them. */
type UnusableKey = { file: string; text: string };

function warnOfUnusableKeys(unusable: readonly UnusableKey[], findings: Findings): void {
  if (unusable.length === 0) return;
  const [{ file, text }] = unusable;
  const count = counted(
    unusable.length,
    "key of a tab, group or property is not a GUID",
    "keys of tabs, groups or properties are not GUIDs",
  );
  const shown = JSON.stringify(shortened(text, 40));
  findings.warn(
    file,
    `${count} (the first is ${shown}): keys derived from their names are used`,
    "derivedTypeKeys",
  );
}

/** If several files have one key or one alias, the last in order of paths counts. */
function lastOfEach(
  name: "key" | "alias",
  definitions: readonly TypeDefinition[],
  findings: Findings,
): TypeDefinition[] {
  const last = new Map<string, TypeDefinition>();
  for (const definition of definitions) {
    const { file, [name]: value } = definition;
    const other = last.get(value);
    if (other) {
      const reason = `is left out: ${file} has the same ${name}, ${value}`;
      findings.warn(other.file, reason, name === "key" ? "sameTypeKey" : "sameTypeAlias");
    }
    last.set(value, definition);
  }
  return [...last.values()];
}

function definitionIn(config: ConfigFile, editorOf: EditorOf, unusable: UnusableKey[]): TypeDefinition {
  const { root, file } = config;
  const info = root.child("Info");
  // uSync 7 has key and alias inside.
  const alias = root.attributes.Alias ?? childText(info, "Alias") ?? "";
  const keyText = root.attributes.Key ?? childText(info, "Key");
  const key = keyText ? config.key(keyText, "Key", root) : keyOfAlias("type", alias);
  const keyOf: KeyOf = (element) => {
    const text = childText(element, "Key");
    const key = parseKey(text?.trim() ?? "");
    if (text !== undefined && key === undefined) unusable.push({ file: file.name, text });
    return key && detached(key);
  };
  const tabs = childrenOf(root, "Tabs").map((tab) => tabIn(config, tab, keyOf));
  const parents = ["Parent", "Master"].flatMap((name) => info?.child(name) ?? []);
  return {
    key,
    alias,
    name: childText(info, "Name") ?? alias,
    icon: childText(info, "Icon") ?? null,
    description: childText(info, "Description"),
    listView: listViewIn(info),
    allowedAsRoot: isTrue(childText(info, "AllowAtRoot")),
    allowed: childrenOf(root, "Structure")
      .toSorted((a, b) => Number(a.attributes.SortOrder ?? 0) - Number(b.attributes.SortOrder ?? 0))
      .map(namedBy),
    defaultTemplate: childText(info, "DefaultTemplate"),
    templates: childrenOf(info, "AllowedTemplates").map(namedBy),
    variation: variationIn(info),
    isElement: isTrue(childText(info, "IsElement")),
    parent: parents.map(namedBy)[0]?.key,
    bases: [...parents, ...childrenOf(info, "Compositions")].map(namedBy),
    tabs: tabs.map(({ tab }) => tab),
    properties: childrenOf(root, "GenericProperties").map((property) =>
      propertyIn(config, property, { tabs, editorOf, keyOf }),
    ),
    file: file.name,
  };
}

/** A tab with what properties call it by: its alias from uSync 9 on, before its name. */
type NamedTab = { tab: TabDefinition; alias: string | undefined };

/** The key of a tab, group or property, `undefined` if it has none that is a GUID. */
type KeyOf = (element: XmlElement) => Key | undefined;

function tabIn(config: ConfigFile, element: XmlElement, keyOf: KeyOf): NamedTab {
  const alias = childText(element, "Alias");
  return {
    alias,
    tab: {
      key: keyOf(element),
      alias,
      name: childText(element, "Caption") ?? "",
      sortOrder: sortOrderIn(config, element),
      isTab: childText(element, "Type")?.trim() === "Tab",
    },
  };
}

/** A data type from version 14 on, before only whether there is one. */
function listViewIn(info: XmlElement | undefined): Key | undefined {
  const key = parseKey(childText(info, "ListView")?.trim() ?? "");
  if (key !== undefined && key !== ZERO_KEY) return key;
  return isTrue(childText(info, "IsListView")) ? DEFAULT_LIST_VIEW : undefined;
}

function propertyIn(
  config: ConfigFile,
  element: XmlElement,
  { tabs, editorOf, keyOf }: { tabs: readonly NamedTab[]; editorOf: EditorOf; keyOf: KeyOf },
): PropertyDefinition {
  const alias = childText(element, "Alias") ?? "";
  const definition = childText(element, "Definition");
  const dataType = definition === undefined ? undefined : config.key(definition, "Definition", element);
  return {
    key: keyOf(element),
    alias,
    name: childText(element, "Name") ?? alias,
    description: childText(element, "Description") ?? null,
    sortOrder: sortOrderIn(config, element),
    editorAlias: childText(element, "Type") ?? (dataType && editorOf(dataType)) ?? null,
    dataType: { key: dataType },
    mandatory: isTrue(childText(element, "Mandatory")),
    validation: {
      pattern: childText(element, "Validation"),
      patternMessage: childText(element, "ValidationRegExpMessage"),
      mandatoryMessage: childText(element, "MandatoryMessage"),
    },
    labelOnTop: isTrue(childText(element, "LabelOnTop")),
    variation: variationIn(element),
    tab: tabOf(element.child("Tab"), tabs),
  };
}

function tabOf(named: XmlElement | undefined, tabs: readonly NamedTab[]): TabDefinition | undefined {
  if (!named) return undefined;
  const { Alias } = named.attributes;
  const byAlias = Alias ? tabs.find(({ alias }) => alias === Alias) : undefined;
  return (byAlias ?? tabs.find(({ tab }) => tab.name === named.text))?.tab;
}

function sortOrderIn(config: ConfigFile, element: XmlElement): number {
  return config.integer(childText(element, "SortOrder"), "SortOrder", element) ?? 0;
}

function namedBy({ attributes, text }: XmlElement): TypeOrTemplate {
  return { key: parseKey(attributes.Key?.trim() ?? ""), alias: text.trim() };
}

function childrenOf(parent: XmlElement | undefined, name: string): readonly XmlElement[] {
  return parent?.child(name)?.children ?? [];
}

/** The text of a child element, `undefined` if it is blank. */
function childText(parent: XmlElement | undefined, name: string): string | undefined {
  const text = parent?.child(name)?.text;
  return text === undefined || text.trim() === "" ? undefined : text;
}

const VARIATIONS: Readonly<Record<string, Variation>> = {
  Culture: "culture",
  Segment: "segment",
  CultureAndSegment: "both",
};

function variationIn(element: XmlElement | undefined): Variation {
  return VARIATIONS[childText(element, "Variations")?.trim() ?? ""] ?? "nothing";
}

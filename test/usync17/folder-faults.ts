/** What an import of a uSync 17 folder would refuse, lose or hide, though the program reads it as it was meant. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseXml, type XmlElement } from "../../src/formats/xml/xml-parser.ts";
import { isMembers } from "../../src/json/shape.ts";
import { DEFAULT_LIST_VIEW } from "../../src/site/schema/definitions.ts";
import { ZERO_KEY } from "../../src/site/tree/key.ts";
import { WRITTEN_SECTIONS } from "../../src/usync17/move-site.ts";
import { MEDIA_LIST_VIEW } from "../../src/usync17/target-data-types.ts";

type Members = Readonly<Record<string, unknown>>;
type Property = { alias: string; editor: string; definition: string; tab: string; varies: boolean };

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** What a fresh Umbraco has. */
const BUILT_IN: ReadonlySet<string> = new Set([ZERO_KEY, DEFAULT_LIST_VIEW, MEDIA_LIST_VIEW]);

export function folderFaults(folder: string): string[] {
  const faults: string[] = [];
  const items = new Map(WRITTEN_SECTIONS.map((section) => [section, itemsIn(join(folder, section))]));
  const keys = new Set<string>(BUILT_IN);
  for (const [section, roots] of items) {
    const own = roots.map((root) => root.attributes.Key);
    for (const key of repeated(own)) faults.push(`${section}: the key ${key} is there twice`);
    for (const key of own) keys.add(key);
  }
  const types = [...(items.get("ContentTypes") ?? []), ...(items.get("MediaTypes") ?? [])];
  const dataTypes = new Map(
    (items.get("DataTypes") ?? []).map((root) => [
      root.attributes.Key,
      { editor: text(root, "Info/EditorAlias"), config: JSON.parse(text(root, "Config")) as Members },
    ]),
  );
  const typesByKey = new Map(types.map((root) => [root.attributes.Key, root]));
  const families = new Map(types.map((root) => [root, familyOf(root, typesByKey)]));

  for (const [section, roots] of items)
    for (const root of roots)
      for (const key of referencesIn(root))
        if (!keys.has(key)) faults.push(`${section} ${root.attributes.Alias}: ${key} is not in the folder`);

  const members = types.flatMap((root) => [
    ...children(root, "GenericProperties"),
    ...children(root, "Tabs"),
  ]);
  for (const key of repeated(members.map((each) => text(each, "Key"))))
    faults.push(`the key ${key} of a property or a tab is there twice`);

  for (const [root, family] of families) {
    const found = (fault: string) => faults.push(`${root.name} ${root.attributes.Alias}: ${fault}`);
    const properties = family.flatMap(propertiesOf);
    for (const alias of repeated(properties.map(({ alias }) => alias.toLowerCase())))
      found(`the property ${alias} is inherited, too`);
    const tabs = new Map<string, string>();
    for (const tab of family.flatMap((each) => children(each, "Tabs"))) {
      const [alias, kind] = [text(tab, "Alias"), text(tab, "Type")];
      if (alias === "" || (tabs.get(alias) ?? kind) !== kind) found(`the alias "${alias}" of a tab`);
      tabs.set(alias, kind);
    }
    for (const { alias, tab, definition, editor } of properties) {
      if (tab !== "" && !tabs.has(tab)) found(`the property ${alias} names the tab ${tab}`);
      if (dataTypes.get(definition)?.editor !== editor)
        found(`the editor of ${alias} is not its data type's`);
    }
  }

  for (const [key, { config }] of dataTypes)
    for (const block of listOf(config.blocks))
      for (const type of [block.contentElementTypeKey, block.settingsElementTypeKey])
        if (type !== undefined && !isElement(typesByKey.get(String(type))))
          faults.push(`data type ${key}: its block ${type} is no element`);

  /** @param areTexts whether Umbraco reads the values of its blocks as texts: below rich text and single blocks */
  const checkValue = (
    value: unknown,
    { definition, editor }: Property,
    found: (fault: string) => void,
    areTexts = false,
  ) => {
    const own = jsonOf(value);
    const markup = isMembers(own) && typeof own.markup === "string" ? own.markup : undefined;
    const blocks = isMembers(own) && markup !== undefined ? own.blocks : own;
    if (markup !== undefined) {
      for (const [, target] of markup.matchAll(/localLink:([^}"]*)/g))
        if (!GUID.test(target)) found(`links to ${target}`);
      if (/<\?umbraco_macro/i.test(markup)) found("holds a macro");
    }
    if (!isMembers(blocks) || !Array.isArray(blocks.contentData)) return;
    const areBelow = areTexts || markup !== undefined || editor === "Umbraco.SingleBlock";
    const contents = listOf(blocks.contentData);
    const layout = isMembers(blocks.layout) ? blocks.layout[editor] : [];
    const [inData, placed, exposed] = [
      contents.map(({ key }) => key),
      placedIn(layout),
      listOf(blocks.expose).map(({ contentKey }) => contentKey),
    ].map((all) => [...new Set(all)].toSorted().join());
    if (inData !== placed || inData !== exposed)
      found(`blocks ${inData}, placed ${placed}, exposed ${exposed}`);
    const inMarkup = Array.from(markup?.matchAll(/data-content-key="([^"]*)"/g) ?? [], ([, key]) => key);
    if (markup !== undefined && inMarkup.toSorted().join() !== inData)
      found("blocks without a place in markup");
    const listed = listOf(dataTypes.get(definition)?.config.blocks).map((each) => each.contentElementTypeKey);
    for (const block of contents)
      if (!listed.includes(block.contentTypeKey))
        found(`its data type does not list ${block.contentTypeKey}`);
    for (const block of [...contents, ...listOf(blocks.settingsData)]) {
      const type = typesByKey.get(String(block.contentTypeKey));
      if (type === undefined || !isElement(type)) found(`a block of the type ${block.contentTypeKey}`);
      const properties = (type && families.get(type)?.flatMap(propertiesOf)) ?? [];
      for (const each of listOf(block.values)) {
        const property = properties.find(({ alias }) => alias === each.alias);
        if (areBelow && typeof each.value === "object" && each.value !== null)
          found(`${each.alias} is no text`);
        if (property) checkValue(each.value, property, (fault) => found(`${each.alias}: ${fault}`), areBelow);
        else found(`${each.alias} is no property of a block`);
      }
    }
  };

  const languages = (items.get("Languages") ?? []).map((root) => root.attributes.Alias);
  for (const section of ["Content", "Media"] as const)
    for (const root of items.get(section) ?? []) {
      const found = (fault: string) => faults.push(`${section} ${root.attributes.Alias}: ${fault}`);
      const alias = text(root, "Info/ContentType");
      const type = items
        .get(section === "Content" ? "ContentTypes" : "MediaTypes")
        ?.find((each) => each.attributes.Alias === alias);
      if (type === undefined || isElement(type)) found(`is of the type ${alias}`);
      const properties = (type && families.get(type)?.flatMap(propertiesOf)) ?? [];
      for (const element of children(root, "Properties")) {
        const property = properties.find((each) => each.alias === element.name);
        if (!property) found(`has a value of ${element.name}`);
        for (const value of element.children) {
          const { Culture: culture } = value.attributes;
          if (culture !== undefined && !(property?.varies && languages.includes(culture)))
            found(`has a value of ${element.name} in ${culture}`);
          if (property) checkValue(value.text, property, (fault) => found(`${element.name}: ${fault}`));
        }
      }
    }
  return faults;
}

function itemsIn(section: string): XmlElement[] {
  const names = existsSync(section) ? readdirSync(section) : [];
  return names.map((name) => parseXml(readFileSync(join(section, name), "utf8").replace("\uFEFF", "")));
}

function text(root: XmlElement, path: string): string {
  let at: XmlElement | undefined = root;
  for (const name of path.split("/")) at = at?.child(name);
  return at?.text ?? "";
}

function children(root: XmlElement, name: string): readonly XmlElement[] {
  return root.child(name)?.children ?? [];
}

function repeated(all: readonly string[]): string[] {
  const seen = new Set<string>();
  return all.filter((each) => seen.size === seen.add(each).size);
}

/** The keys in attributes below a root, and those of data types. */
function referencesIn(element: XmlElement): string[] {
  return element.children.flatMap((child) => {
    const isKey = child.name === "Definition" || child.name === "ListView";
    const { Key: key = isKey ? child.text : undefined } = child.attributes;
    return [...(key === undefined ? [] : [key]), ...referencesIn(child)];
  });
}

/** A type with all that it inherits from. */
function familyOf(root: XmlElement, types: ReadonlyMap<string, XmlElement>): XmlElement[] {
  const family = new Set([root]);
  for (const member of family)
    for (const { attributes } of member.child("Info")?.child("Compositions")?.children ?? []) {
      const base = types.get(attributes.Key);
      if (base) family.add(base);
    }
  return [...family];
}

function propertiesOf(type: XmlElement): Property[] {
  return children(type, "GenericProperties").map((each) => ({
    ...{ alias: text(each, "Alias"), editor: text(each, "Type"), definition: text(each, "Definition") },
    tab: each.child("Tab")?.attributes.Alias ?? "",
    varies: text(each, "Variations").startsWith("Culture"),
  }));
}

function isElement(type: XmlElement | undefined): boolean {
  return type !== undefined && text(type, "Info/IsElement") === "true";
}

function listOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.filter(isMembers) : [];
}

/** The keys of the blocks that a layout places, at any depth. */
function placedIn(layout: unknown): unknown[] {
  return listOf(layout).flatMap(({ contentKey, areas }) => [
    contentKey,
    ...listOf(areas).flatMap(({ items }) => placedIn(items)),
  ]);
}

function jsonOf(value: unknown): unknown {
  return typeof value === "string" && /^\s*\{/.test(value) ? parsed(value) : value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

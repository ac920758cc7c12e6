/** The layouts in which values hold elements, recognised by structure, whatever the editor. */

import {
  type JsonNode,
  memberCount,
  memberOf,
  memberText,
  openedOutline,
  writtenMember,
} from "../../json/outline.ts";
import { parseKey } from "../tree/key.ts";
import { keyInName } from "../udi.ts";
import { type Editor, knownEditor } from "./editors.ts";
import type { Element, Layout, Leftover } from "./value-parts.ts";

/** A property of an element. */
export type FoundProperty = {
  alias: string;
  /** If the value contains it. */
  editorAlias?: string;
  culture?: string;
  segment?: string;
  /** Set if the layout determines how the property is read. */
  editor?: Editor;
  /** The alias of the grid control around the property. */
  control?: string;
  /** The path from the object. */
  path: readonly (string | number)[];
  node: JsonNode;
};

export type FoundElement = {
  layout: Layout;
  role: Element["role"];
  path: readonly (string | number)[];
  /** The index of the element of the same object that holds this one. */
  holder?: number;
  /** The index of the holder's area. */
  area?: number;
  /** Whether visitors do not see it. Default: they do */
  isHidden?: boolean;
  /** Reads type and properties on demand: there may be many thousands of elements. */
  read: () => ElementContent;
};

/** The type and the properties of an element. */
type ElementContent = { alias?: string; key?: string; properties: readonly FoundProperty[] } & Pick<
  Element,
  "columnSpan" | "rowSpan" | "areas"
>;

/** The elements of an object, and other members that may hold something. */
type FoundLayout = {
  /** The layout of the first element, if there is one. */
  layout: Layout | undefined;
  elements: readonly FoundElement[];
  rest: readonly FoundProperty[];
};

/** An object in its text, the editor of its property if it is known, and the alias of the grid control around it. */
type ObjectAt = { text: string; node: JsonNode; editor?: Editor; control?: string };

type ReadLayout = (at: ObjectAt) => FoundLayout | undefined;

const NESTED_OWN = ["ncContentTypeAlias", "key", "name", "PropType"];
const STACKED_OWN = ["icContentTypeAlias", "icContentTypeGuid", "key", "name", "icon"];
/** The members of a block before version 15 that are no properties. */
const BLOCK_MEMBERS: readonly string[] = ["contentTypeKey", "contentTypeAlias", "udi", "key"];

const BLOCK_PARTS = ["layout", "contentData", "settingsData", "expose"];

/** Tried in this order; the first match wins. */
const READERS: readonly ReadLayout[] = [
  nestedContent,
  stackedContent,
  blocks,
  archetype,
  vorto,
  docTypeGrid,
  contentBlock,
  leBlender,
  gridControl,
];

/** @returns `undefined` if the object has no layout */
export function layoutOf(at: ObjectAt): FoundLayout | undefined {
  for (const read of READERS) {
    const found = read(at);
    if (found) return found;
  }
  return undefined;
}

/** Returns the members of an object with their paths. */
function memberProperties(
  node: JsonNode | undefined,
  path: FoundProperty["path"] = [],
  left: readonly string[] = [],
): FoundProperty[] {
  if (node?.kind !== "object") return [];
  const members = node.names.map((alias, i) => ({ alias, path: [...path, alias], node: node.items[i] }));
  return left.length === 0 ? members : members.filter(({ alias }) => !left.includes(alias));
}

function one(layout: Layout, content: ElementContent, rest: readonly FoundProperty[] = []): FoundLayout {
  return { layout, elements: [{ layout, role: "content", path: [], read: () => content }], rest };
}

function nestedContent({ text, node }: ObjectAt): FoundLayout | undefined {
  const alias = memberText(text, node, "ncContentTypeAlias");
  if (alias === undefined) return undefined;
  return one("nested-content", { alias, properties: memberProperties(node, [], NESTED_OWN) });
}

function stackedContent({ text, node }: ObjectAt): FoundLayout | undefined {
  const alias = memberText(text, node, "icContentTypeAlias");
  const key = memberText(text, node, "icContentTypeGuid");
  if (alias === undefined && key === undefined) return undefined;
  return one("stacked-content", { alias, key, properties: memberProperties(node, [], STACKED_OWN) });
}

function archetype({ text, node }: ObjectAt): FoundLayout | undefined {
  if (!isArchetype(node)) return undefined;
  const elements = (memberOf(node, "fieldsets")?.items ?? []).flatMap((fieldset, i): FoundElement[] => {
    const properties = memberOf(fieldset, "properties");
    const alias = memberText(text, fieldset, "alias");
    if (properties === undefined) return [];
    const path = ["fieldsets", i];
    const read = () => ({ alias, properties: listedProperties(text, properties, [...path, "properties"]) });
    const isHidden = /^(?:true|1)$/i.test(writtenMember(text, fieldset, "disabled"));
    return [{ layout: "archetype", role: "content", path, read, isHidden }];
  });
  return { layout: elements[0]?.layout, elements, rest: memberProperties(node, [], ["fieldsets"]) };
}

/** Reads properties from a list of objects with `alias` and `value`. */
function listedProperties(text: string, list: JsonNode, path: FoundProperty["path"]): FoundProperty[] {
  return list.items.flatMap((property, i): FoundProperty[] => {
    const textIn = (name: string) => memberText(text, property, name);
    const alias = textIn("alias");
    const node = memberOf(property, "value");
    if (alias === undefined || node === undefined) return [];
    const editorAlias = textIn("propertyEditorAlias") ?? textIn("editorAlias");
    const variant = { culture: textIn("culture"), segment: textIn("segment") };
    return [{ alias, editorAlias: editorAlias || undefined, ...variant, path: [...path, i, "value"], node }];
  });
}

function vorto({ node }: ObjectAt): FoundLayout | undefined {
  const values = memberOf(node, "values");
  if (values?.kind !== "object" || memberOf(node, "dtdGuid") === undefined) return undefined;
  return one(
    "vorto",
    { properties: memberProperties(values, ["values"]) },
    memberProperties(node, [], ["values"]),
  );
}

function docTypeGrid({ text, node }: ObjectAt): FoundLayout | undefined {
  const alias = memberText(text, node, "dtgeContentTypeAlias") ?? memberText(text, node, "docType");
  return alias === undefined ? undefined : inValue(node, "doc-type-grid", { alias });
}

/** Contentment Content Blocks. */
function contentBlock({ text, node }: ObjectAt): FoundLayout | undefined {
  const key = memberText(text, node, "elementType");
  return key === undefined ? undefined : inValue(node, "content-blocks", { key });
}

/** Returns an element whose properties are the members of the object's `value`. */
function inValue(node: JsonNode, layout: Layout, names: Omit<ElementContent, "properties">) {
  const value = memberOf(node, "value");
  if (value?.kind !== "object") return undefined;
  return one(
    layout,
    { ...names, properties: memberProperties(value, ["value"]) },
    memberProperties(node, [], ["value"]),
  );
}

/** LeBlender: every member of the object contains its data type. */
function leBlender({ node, control }: ObjectAt): FoundLayout | undefined {
  if (node.items.length === 0 || !node.items.every(isOfLeBlender)) return undefined;
  const properties = node.names.flatMap((alias, i): FoundProperty[] => {
    const value = memberOf(node.items[i], "value");
    return value ? [{ alias, path: [alias, "value"], node: value }] : [];
  });
  return one("leblender", { alias: control, properties });
}

function isOfLeBlender(node: JsonNode): boolean {
  return memberOf(node, "dataTypeGuid") !== undefined && memberOf(node, "editorAlias") !== undefined;
}

function gridControl(at: ObjectAt): FoundLayout | undefined {
  const editor = memberOf(at.node, "editor");
  const value = memberOf(at.node, "value");
  const alias = memberText(at.text, editor ?? at.node, "alias");
  if (editor?.kind !== "object" || value === undefined || alias === undefined) return undefined;
  const rest = memberProperties(at.node, [], ["editor", "value"]);
  const property = { alias: "value", path: ["value"], node: value };
  // The value of such a control is an element itself.
  if (isElementIn(at.text, value)) {
    return { layout: undefined, elements: [], rest: [{ ...property, control: alias }, ...rest] };
  }
  const control = controlKind(memberText(at.text, editor, "view"), alias);
  const properties = [{ ...property, editor: control && CONTROL_EDITORS[control] }];
  return one("grid", { alias, properties }, rest);
}

function isElementIn(text: string, value: JsonNode): boolean {
  if (value.kind === "array") return value.items.some((node) => leBlender({ text, node }) !== undefined);
  return docTypeGrid({ text, node: value }) !== undefined;
}

type ControlKind = "rte" | "media" | "embed";

/** The kind of a grid's control. Sites choose the aliases of grid editors; the views are the CMS's own. */
export function controlKind(view: string | undefined, alias: string): ControlKind | undefined {
  const name = (view || alias).toLowerCase();
  if (name.startsWith("rte")) return "rte";
  if (name.startsWith("media") || name.startsWith("image")) return "media";
  return name.startsWith("embed") ? "embed" : undefined;
}

/** How the values of controls are read. */
export const CONTROL_EDITORS: Readonly<Partial<Record<ControlKind, Editor>>> = {
  rte: { reads: "markup" },
  media: { reads: "links", kind: "media" },
};

function blocks({ text, node, editor }: ObjectAt): FoundLayout | undefined {
  if (!isBlockValue(node)) return undefined;
  const { layout, list } = shownLayout(text, node, editor);
  const isExposed = exposedBlocks(text, node);
  const elements = blocksInOrder(text, node, list).map((block) => {
    const isHidden = !block.isShown || (block.role === "content" && !isExposed(block.item));
    return { ...blockElement(text, block, layout), isHidden };
  });
  return { layout, elements, rest: memberProperties(node, [], BLOCK_PARTS) };
}

/** From version 15 on, languages expose blocks; returns whether one does. */
function exposedBlocks(text: string, node: JsonNode): (block: JsonNode) => boolean {
  const exposures = memberOf(node, "expose") ?? memberOf(node, "Expose");
  if (exposures?.kind !== "array") return () => true;
  const keys = new Set(exposures.items.map((each) => keyInName(memberText(text, each, "contentKey"))));
  return (block) => {
    const key = keyInName(memberText(text, block, "udi") ?? memberText(text, block, "key"));
    return listedValues(block) === undefined || keys.has(key);
  };
}

function blockElement(text: string, block: Block, layout: Layout): FoundElement {
  const { item, role, path, holder, area, entry } = block;
  return {
    ...{ layout, role, path, holder, area },
    read: () => ({
      key: memberText(text, item, "contentTypeKey"),
      alias: memberText(text, item, "contentTypeAlias"),
      properties: blockProperties(text, item, path),
      ...(entry && role === "content" && layoutOfBlock(text, entry)),
    }),
  };
}

/** Returns the spans and the areas of a block. */
function layoutOfBlock(
  text: string,
  entry: JsonNode,
): Pick<ElementContent, "columnSpan" | "rowSpan" | "areas"> {
  return {
    columnSpan: memberCount(text, entry, "columnSpan"),
    rowSpan: memberCount(text, entry, "rowSpan"),
    areas: memberOf(entry, "areas")?.items.map((area) => parseKey(memberText(text, area, "key") ?? "")),
  };
}

/** A list from version 15 on; before that, members of the object. */
function blockProperties(text: string, item: JsonNode, path: FoundProperty["path"]): FoundProperty[] {
  const values = listedValues(item);
  return values ? listedProperties(text, values, [...path, "values"]) : blockMembers(item, path);
}

/** The properties of a block before version 15, which are members of it. */
export function blockMembers(block: JsonNode, path: FoundProperty["path"] = []): FoundProperty[] {
  return memberProperties(block, path, BLOCK_MEMBERS);
}

/**
 * The properties of a block as a list, as from version 15 on; `undefined` before. A UDI beside it does not matter: Umbraco
 * writes one into blocks of documents that vary when it publishes them.
 */
export function listedValues(block: JsonNode): JsonNode | undefined {
  const values = memberOf(block, "values");
  return values?.kind === "array" && values.items.every((value) => memberOf(value, "alias"))
    ? values
    : undefined;
}

/** The content or settings of a block, with its path. */
type Block = {
  item: JsonNode;
  role: "content" | "settings";
  path: readonly (string | number)[];
  /** The index of the block that holds this one in an area. */
  holder?: number;
  /** The index of that area. */
  area?: number;
  /** The item of the layout that shows the block. */
  entry?: JsonNode;
  isShown?: boolean;
};

/** Blocks by key. */
type ListedBlocks = Map<string | undefined, Block>;

type Shown = { entry: JsonNode } & Pick<Block, "holder" | "area">;

export function isBlockValue(node: JsonNode): boolean {
  return memberOf(node, "contentData")?.kind === "array";
}

/** Whether the blocks of a value have GUIDs, as from version 15 on, and not UDIs. */
export function hasBlockKeys(text: string, node: JsonNode): boolean {
  const first = shownLayout(text, node).list?.items[0] ?? memberOf(node, "contentData")?.items[0];
  if (first === undefined) return false;
  const textIn = (name: string) => memberText(text, first, name) !== undefined;
  return textIn("contentKey") || (textIn("key") && listedValues(first) !== undefined);
}

/**
 * Returns the content of each block, then its settings, then the blocks in its areas; at the end, blocks that the layout
 * does not show.
 * @param node `isBlockValue` must be true for it
 */
function blocksInOrder(text: string, node: JsonNode, layout: JsonNode | undefined): Block[] {
  const contents = blocksByKey(text, node, "content");
  const settings = blocksByKey(text, node, "settings");
  const blocks: Block[] = [];
  const open: Shown[] = shownIn(layout, {});
  for (let next = open.pop(); next; next = open.pop()) {
    const { entry, holder, area } = next;
    const content = contents.get(keyOfBlock(text, entry, "content"));
    const isHolder = content !== undefined && !content.isShown;
    const index = blocks.length;
    for (const block of [content, settings.get(keyOfBlock(text, entry, "settings"))]) {
      if (block === undefined || block.isShown) continue;
      block.isShown = true;
      blocks.push(Object.assign(block, next));
    }
    const areas = memberOf(entry, "areas")?.items ?? [];
    for (const [i, each] of [...areas.entries()].reverse()) {
      const around = isHolder ? { holder: index, area: i } : { holder, area };
      for (const shown of shownIn(memberOf(each, "items"), around)) open.push(shown);
    }
  }
  const hidden = [contents, settings].flatMap((listed) =>
    [...listed.values()].filter(({ isShown }) => !isShown),
  );
  return [...blocks, ...hidden];
}

/**
 * Returns the index of the layout that is shown. A value has several after its data type was changed to another editor,
 * each under the alias of its editor. The CMS takes that of the property's editor; if there is none, it is the one that
 * places most of the blocks which the value has.
 * @param layouts an object
 * @param editorAlias `undefined` if unknown
 * @param contents the blocks of the value by key
 */
export function shownLayoutIndex(
  text: string,
  layouts: JsonNode,
  editorAlias: string | undefined,
  contents: () => ReadonlyMap<string | undefined, unknown>,
): number {
  if (layouts.items.length < 2) return 0;
  const own = layouts.names.findIndex((name) => name.toLowerCase() === editorAlias?.toLowerCase());
  if (own !== -1) return own;
  const known = contents();
  const isKnown = (entry: JsonNode) => known.has(keyOfBlock(text, entry, "content"));
  const placed = layouts.items.map(({ items }) => items.filter(isKnown).length);
  return placed.reduce((best, count, i) => (count > placed[best] ? i : best), 0);
}

/**
 * Returns the layout of a block value without reading its blocks, and the list that places them.
 * @param node `isBlockValue` must be true for it
 * @param editor that of the property. Default: unknown
 */
export function shownLayout(
  text: string,
  node: JsonNode,
  editor?: Editor,
): { layout: Layout; list: JsonNode | undefined } {
  // uSync 15 writes it with a capital letter.
  const layouts = memberOf(node, "layout") ?? memberOf(node, "Layout");
  if (layouts === undefined) return { layout: "blocks", list: undefined };
  const index = shownLayoutIndex(text, layouts, editor?.alias, () => blocksByKey(text, node, "content"));
  return { layout: knownEditor(layouts.names[index])?.layout ?? "blocks", list: layouts.items.at(index) };
}

/** In reverse order, since they are popped. */
function shownIn(list: JsonNode | undefined, { holder, area }: Omit<Shown, "entry">): Shown[] {
  return (list?.items ?? []).map((entry) => ({ entry, holder, area })).reverse();
}

/** The blocks of a value by the keys by which layouts name them. */
export function blocksByKey(text: string, node: JsonNode, role: Block["role"]): ListedBlocks {
  const listed: ListedBlocks = new Map();
  const name = `${role}Data`;
  for (const [i, item] of memberOf(node, name)?.items.entries() ?? []) {
    if (item.kind !== "object") continue;
    const own = keyInName(memberText(text, item, "udi") ?? memberText(text, item, "key"));
    // A block without a key of its own is kept under its index.
    const key = own === undefined || listed.has(own) ? `${name} ${i}` : own;
    listed.set(key, { item, role, path: [name, i], holder: undefined });
  }
  return listed;
}

/** The key by which an entry of a layout names its content or its settings. */
export function keyOfBlock(text: string, entry: JsonNode, role: Block["role"]): string | undefined {
  return keyInName(memberText(text, entry, `${role}Key`) ?? memberText(text, entry, `${role}Udi`));
}

/** Whether an object is the value of a grid. */
export function isGrid(node: JsonNode): boolean {
  const sections = memberOf(node, "sections");
  if (sections?.kind !== "array") return false;
  const hasRows = sections.items.every((section) => memberOf(section, "rows")?.kind === "array");
  return hasRows && (sections.items.length > 0 || memberOf(node, "name") !== undefined);
}

/** Whether an object is the value of an archetype. */
export function isArchetype(node: JsonNode): boolean {
  const fieldsets = memberOf(node, "fieldsets");
  if (fieldsets?.kind !== "array") return false;
  return fieldsets.items.every((fieldset) => memberOf(fieldset, "properties")?.kind === "array");
}

/** The members of a macro in a grid. */
export const MACRO_MEMBERS = { alias: "macroAlias", parameters: "macroParamsDictionary" } as const;

/** @returns the leftovers that the object itself is, without its contents */
export function leftoversIn(text: string, node: JsonNode): Omit<Leftover, "pointer">[] {
  if (isGrid(node)) {
    return [{ kind: "grid", text: memberText(text, node, "name") ?? "" }];
  }
  if (isArchetype(node)) {
    const fieldsets = memberOf(node, "fieldsets")?.items ?? [];
    const aliases = fieldsets.map((fieldset) => memberText(text, fieldset, "alias") ?? "");
    return [{ kind: "archetype", text: [...new Set(aliases)].join(", ") }];
  }
  const macro = memberText(text, node, MACRO_MEMBERS.alias);
  return macro === undefined || !memberOf(node, MACRO_MEMBERS.parameters)
    ? []
    : [{ kind: "macro", text: macro }];
}

/** A section or an area of a row, and how many of 12 columns it spans. */
type GridColumn = { columnSpan?: number };
type GridSection = GridColumn & { rows: { name?: string; areas: GridColumn[] }[] };

/**
 * Returns the sections of a grid. The elements in an area have its pointer (`/sections/0/rows/0/areas/0`) and more.
 * @param value JSON text, also of a string that holds the grid
 * @returns none if the value is no grid
 */
export function gridSections(value: string): GridSection[] {
  const { text, node } = openedOutline(value);
  if (!isGrid(node)) return [];
  const itemsOf = (parent: JsonNode, name: string) => memberOf(parent, name)?.items ?? [];
  const columnOf = (column: JsonNode): GridColumn => ({ columnSpan: memberCount(text, column, "grid") });
  return itemsOf(node, "sections").map((section) => ({
    ...columnOf(section),
    rows: itemsOf(section, "rows").map((row) => ({
      name: memberText(text, row, "name"),
      areas: itemsOf(row, "areas").map(columnOf),
    })),
  }));
}

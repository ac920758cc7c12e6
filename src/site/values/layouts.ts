/** The layouts in which values hold elements, recognised by structure, whatever the editor. */

import {
  type BlockElement,
  isBlocks,
  isExposed,
  type ListedProperty,
  listedProperties,
  type PlacedBlock,
  propertiesOf,
  readBlocks,
} from "./blocks.ts";
import type { Editor } from "./editors.ts";
import type { StoredValue } from "./stored-value.ts";
import type { Element, Layout, Leftover } from "./value-parts.ts";

/** A property of an element. */
export type FoundProperty = ListedProperty & {
  /** Set if the layout determines how the property is read. */
  editor?: Editor;
  /** The alias of the grid control around the property. */
  control?: string;
};

export type FoundElement = {
  layout: Layout;
  role: Element["role"];
  value: StoredValue;
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

/** An object, the editor of its property if it is known, and the alias of the grid control around it. */
type ObjectAt = { value: StoredValue; editor?: Editor; control?: string };

type ReadLayout = (at: ObjectAt) => FoundLayout | undefined;

const NESTED_OWN = ["ncContentTypeAlias", "key", "name", "PropType"];
const STACKED_OWN = ["icContentTypeAlias", "icContentTypeGuid", "key", "name", "icon"];
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

function one(
  layout: Layout,
  value: StoredValue,
  content: ElementContent,
  rest: readonly FoundProperty[] = [],
): FoundLayout {
  return { layout, elements: [{ layout, role: "content", value, read: () => content }], rest };
}

function nestedContent({ value }: ObjectAt): FoundLayout | undefined {
  const alias = value.stringAt("ncContentTypeAlias");
  return alias === undefined
    ? undefined
    : one("nested-content", value, { alias, properties: value.members(NESTED_OWN) });
}

function stackedContent({ value }: ObjectAt): FoundLayout | undefined {
  const alias = value.stringAt("icContentTypeAlias");
  const key = value.stringAt("icContentTypeGuid");
  if (alias === undefined && key === undefined) return undefined;
  return one("stacked-content", value, { alias, key, properties: value.members(STACKED_OWN) });
}

function archetype({ value }: ObjectAt): FoundLayout | undefined {
  if (!isArchetype(value)) return undefined;
  const elements = (value.at("fieldsets")?.items() ?? []).flatMap((fieldset): FoundElement[] => {
    const properties = fieldset.at("properties");
    if (properties === undefined) return [];
    const read = () => ({ alias: fieldset.stringAt("alias"), properties: listedProperties(properties) });
    const isHidden = /^(?:true|1)$/i.test(fieldset.at("disabled")?.text ?? "");
    return [{ layout: "archetype", role: "content", value: fieldset, read, isHidden }];
  });
  return { layout: elements[0]?.layout, elements, rest: value.members(["fieldsets"]) };
}

function vorto({ value }: ObjectAt): FoundLayout | undefined {
  const values = value.at("values");
  if (values?.node.kind !== "object" || !value.has("dtdGuid")) return undefined;
  return one("vorto", value, { properties: values.members() }, value.members(["values"]));
}

function docTypeGrid({ value }: ObjectAt): FoundLayout | undefined {
  const alias = value.stringAt("dtgeContentTypeAlias") ?? value.stringAt("docType");
  return alias === undefined ? undefined : inValue(value, "doc-type-grid", { alias });
}

/** Contentment Content Blocks. */
function contentBlock({ value }: ObjectAt): FoundLayout | undefined {
  const key = value.stringAt("elementType");
  return key === undefined ? undefined : inValue(value, "content-blocks", { key });
}

/** Returns an element whose properties are the members of the object's `value`. */
function inValue(value: StoredValue, layout: Layout, names: Omit<ElementContent, "properties">) {
  const inner = value.at("value");
  if (inner?.node.kind !== "object") return undefined;
  return one(layout, value, { ...names, properties: inner.members() }, value.members(["value"]));
}

/** LeBlender: every member of the object contains its data type. */
function leBlender({ value, control }: ObjectAt): FoundLayout | undefined {
  const members = value.members();
  if (
    members.length === 0 ||
    !members.every((each) => each.value.has("dataTypeGuid") && each.value.has("editorAlias"))
  )
    return undefined;
  const properties = members.flatMap(({ alias, value }): FoundProperty[] => {
    const inner = value.at("value");
    return inner ? [{ alias, value: inner }] : [];
  });
  return one("leblender", value, { alias: control, properties });
}

function gridControl({ value }: ObjectAt): FoundLayout | undefined {
  const editor = value.at("editor");
  const inner = value.at("value");
  const alias = (editor ?? value).stringAt("alias");
  if (editor?.node.kind !== "object" || inner === undefined || alias === undefined) return undefined;
  const rest = value.members(["editor", "value"]);
  const property = { alias: "value", value: inner };
  // The value of such a control is an element itself.
  if (isElementIn(inner))
    return { layout: undefined, elements: [], rest: [{ ...property, control: alias }, ...rest] };
  const control = controlKind(editor.stringAt("view"), alias);
  return one(
    "grid",
    value,
    { alias, properties: [{ ...property, editor: control && CONTROL_EDITORS[control] }] },
    rest,
  );
}

function isElementIn(value: StoredValue): boolean {
  if (value.node.kind === "array")
    return value.items().some((item) => leBlender({ value: item }) !== undefined);
  return docTypeGrid({ value }) !== undefined;
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

/** The content of each block, then its settings, then the blocks in its areas; at the end, blocks that no layout places. */
function blocks({ value, editor }: ObjectAt): FoundLayout | undefined {
  if (!isBlocks(value)) return undefined;
  const read = readBlocks(value, editor?.alias);
  const elements: FoundElement[] = [];
  const seen = new Set<BlockElement>();
  const add = (element: BlockElement, more: Partial<FoundElement>, spans = {}) => {
    if (seen.has(element)) return;
    seen.add(element);
    const { value, role } = element;
    const isHidden = !isExposed(read, element);
    const [key, alias] = [value.stringAt("contentTypeKey"), value.stringAt("contentTypeAlias")];
    const content = () => ({ key, alias, properties: propertiesOf(element), ...spans });
    elements.push({ layout: read.layout, role, value, isHidden, read: content, ...more });
  };
  const place = (placed: readonly PlacedBlock[], around: Pick<FoundElement, "holder" | "area">) => {
    for (const { entry, content, settings, areas } of placed) {
      const holder = content && !seen.has(content) ? elements.length : undefined;
      if (content) {
        const [columnSpan, rowSpan] = [entry.countAt("columnSpan"), entry.countAt("rowSpan")];
        add(content, around, {
          columnSpan,
          rowSpan,
          areas: entry.at("areas") && areas.map(({ key }) => key),
        });
      }
      if (settings) add(settings, around);
      for (const [area, { blocks }] of areas.entries())
        place(blocks, holder === undefined ? around : { holder, area });
    }
  };
  place(read.placed, {});
  for (const element of read.unplaced) add(element, { isHidden: true });
  return { layout: read.layout, elements, rest: value.members(BLOCK_PARTS) };
}

/** Whether an object is the value of a grid. */
export function isGrid(value: StoredValue): boolean {
  const sections = value.at("sections");
  if (sections?.node.kind !== "array") return false;
  const all = sections.items();
  return (
    all.every((section) => section.at("rows")?.node.kind === "array") && (all.length > 0 || value.has("name"))
  );
}

/** Whether an object is the value of an archetype. */
export function isArchetype(value: StoredValue): boolean {
  const fieldsets = value.at("fieldsets");
  if (fieldsets?.node.kind !== "array") return false;
  return fieldsets.items().every((fieldset) => fieldset.at("properties")?.node.kind === "array");
}

/** The members of a macro in a grid. */
export const MACRO_MEMBERS = { alias: "macroAlias", parameters: "macroParamsDictionary" } as const;

/** @returns the leftovers that the object itself is, without its contents */
export function leftoversIn(value: StoredValue): Omit<Leftover, "pointer">[] {
  if (isGrid(value)) return [{ kind: "grid", text: value.stringAt("name") ?? "" }];
  if (isArchetype(value)) {
    const aliases = (value.at("fieldsets")?.items() ?? []).map(
      (fieldset) => fieldset.stringAt("alias") ?? "",
    );
    return [{ kind: "archetype", text: [...new Set(aliases)].join(", ") }];
  }
  const macro = value.stringAt(MACRO_MEMBERS.alias);
  return macro === undefined || !value.has(MACRO_MEMBERS.parameters) ? [] : [{ kind: "macro", text: macro }];
}

/** A part of a grid, and how many columns it spans. */
type GridPart = { value: StoredValue; columnSpan?: number };
export type GridArea = GridPart & { controls: readonly StoredValue[] };
type GridRow = { value: StoredValue; name?: string; areas: readonly GridArea[] };
export type GridSection = GridPart & { rows: readonly GridRow[] };

/** Returns the sections of a grid of version 7 or 8 with all that is in them; none for any other value. */
export function gridSections(value: StoredValue): GridSection[] {
  const itemsOf = (parent: StoredValue, name: string) => parent.member(name)?.entered().items() ?? [];
  const partOf = (part: StoredValue): GridPart => ({ value: part, columnSpan: part.countAt("grid") });
  return itemsOf(value, "sections").map((section) => ({
    ...partOf(section),
    rows: itemsOf(section, "rows").map((row) => ({
      value: row,
      name: row.memberText("name"),
      areas: itemsOf(row, "areas").map((area) => ({ ...partOf(area), controls: itemsOf(area, "controls") })),
    })),
  }));
}

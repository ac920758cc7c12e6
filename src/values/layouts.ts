/** The ways in which values hold elements: each is told by what it is made of, whatever the editor. */
import { type Block, blockOrder, isBlockValue } from "./block-order.ts";
import type { Editor } from "./editors.ts";
import { type JsonNode, memberOf, memberText } from "./json-outline.ts";
import { isArchetype } from "./leftovers.ts";
import type { Element, Layout } from "./value-parts.ts";

/** A property of an element that was found. */
export type FoundProperty = {
  alias: string;
  /** As the value tells. */
  editorAlias?: string;
  culture?: string;
  segment?: string;
  /** How to read it where the layout knows that better than any alias would tell. */
  editor?: Editor;
  /** The control that it lies in, where it is one of a grid. */
  control?: string;
  /** Where it lies, from the object on. */
  path: readonly (string | number)[];
  node: JsonNode;
};

export type FoundElement = {
  layout: Layout;
  role: Element["role"];
  alias?: string;
  key?: string;
  path: readonly (string | number)[];
  /** The index of another element of the same object that holds it. */
  holder?: number;
  properties: readonly FoundProperty[];
};

/** What an object holds as a layout: its elements, and other members that are still to be looked at. */
type FoundLayout = { elements: readonly FoundElement[]; rest: readonly FoundProperty[] };

/** An object in the text that it lies in, and the alias of the grid's control around it. */
type ObjectAt = { text: string; node: JsonNode; control?: string };

type ReadLayout = (at: ObjectAt) => FoundLayout | undefined;

const NESTED_OWN = ["ncContentTypeAlias", "key", "name", "PropType"];
const STACKED_OWN = ["icContentTypeAlias", "icContentTypeGuid", "key", "name", "icon"];
const BLOCK_OWN = ["contentTypeKey", "contentTypeAlias", "udi", "key"];

const BLOCK_PARTS = ["layout", "contentData", "settingsData", "expose"];

const MARKUP: Editor = { reads: "markup" };
const MEDIA: Editor = { reads: "links", kind: "media" };

/** Each object is tried by all in turn. */
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

/** @returns `undefined` for an object that is none of them */
export function layoutOf(at: ObjectAt): FoundLayout | undefined {
  for (const read of READERS) {
    const found = read(at);
    if (found) return found;
  }
  return undefined;
}

/** The members of an object, each with the path to it. */
function membersOf(
  node: JsonNode | undefined,
  path: FoundProperty["path"] = [],
  left: readonly string[] = [],
): FoundProperty[] {
  if (node?.kind !== "object") return [];
  const members = node.names.map((alias, i) => ({ alias, path: [...path, alias], node: node.items[i] }));
  return left.length === 0 ? members : members.filter(({ alias }) => !left.includes(alias));
}

function one(element: Omit<FoundElement, "role" | "path">, rest: readonly FoundProperty[] = []): FoundLayout {
  return { elements: [{ role: "content", path: [], ...element }], rest };
}

function nestedContent({ text, node }: ObjectAt): FoundLayout | undefined {
  const alias = memberText(text, node, "ncContentTypeAlias");
  if (alias === undefined) return undefined;
  return one({ layout: "nested-content", alias, properties: membersOf(node, [], NESTED_OWN) });
}

function stackedContent({ text, node }: ObjectAt): FoundLayout | undefined {
  const alias = memberText(text, node, "icContentTypeAlias");
  const key = memberText(text, node, "icContentTypeGuid");
  if (alias === undefined && key === undefined) return undefined;
  return one({ layout: "stacked-content", alias, key, properties: membersOf(node, [], STACKED_OWN) });
}

function archetype({ text, node }: ObjectAt): FoundLayout | undefined {
  if (!isArchetype(node)) return undefined;
  const elements = (memberOf(node, "fieldsets")?.items ?? []).flatMap((fieldset, i): FoundElement[] => {
    const properties = memberOf(fieldset, "properties");
    const alias = memberText(text, fieldset, "alias");
    if (properties === undefined) return [];
    const path = ["fieldsets", i];
    const listed = listedProperties(text, properties, [...path, "properties"]);
    return [{ layout: "archetype", role: "content", alias, path, properties: listed }];
  });
  return { elements, rest: membersOf(node, [], ["fieldsets"]) };
}

/** Properties as a list of objects with `alias` and `value`. */
function listedProperties(text: string, list: JsonNode, path: FoundProperty["path"]): FoundProperty[] {
  return list.items.flatMap((property, i): FoundProperty[] => {
    const told = (name: string) => memberText(text, property, name);
    const alias = told("alias");
    const node = memberOf(property, "value");
    if (alias === undefined || node === undefined) return [];
    const editorAlias = told("propertyEditorAlias") ?? told("editorAlias");
    const place = { culture: told("culture"), segment: told("segment") };
    return [{ alias, editorAlias: editorAlias || undefined, ...place, path: [...path, i, "value"], node }];
  });
}

function vorto({ node }: ObjectAt): FoundLayout | undefined {
  const values = memberOf(node, "values");
  if (values?.kind !== "object" || memberOf(node, "dtdGuid") === undefined) return undefined;
  return one({ layout: "vorto", properties: membersOf(values, ["values"]) }, membersOf(node, [], ["values"]));
}

function docTypeGrid({ text, node }: ObjectAt): FoundLayout | undefined {
  const alias = memberText(text, node, "dtgeContentTypeAlias") ?? memberText(text, node, "docType");
  return alias === undefined ? undefined : inValue(node, { layout: "doc-type-grid", alias });
}

/** Contentment's. */
function contentBlock({ text, node }: ObjectAt): FoundLayout | undefined {
  const key = memberText(text, node, "elementType");
  return key === undefined ? undefined : inValue(node, { layout: "content-blocks", key });
}

/** An element whose properties are the members of the object's `value`. */
function inValue(node: JsonNode, element: Pick<FoundElement, "layout" | "alias" | "key">) {
  const value = memberOf(node, "value");
  if (value?.kind !== "object") return undefined;
  return one({ ...element, properties: membersOf(value, ["value"]) }, membersOf(node, [], ["value"]));
}

/** An object whose members all tell their data type. */
function leBlender({ node, control }: ObjectAt): FoundLayout | undefined {
  if (node.items.length === 0 || !node.items.every(isOfLeBlender)) return undefined;
  const properties = node.names.flatMap((alias, i): FoundProperty[] => {
    const value = memberOf(node.items[i], "value");
    return value ? [{ alias, path: [alias, "value"], node: value }] : [];
  });
  return one({ layout: "leblender", alias: control, properties });
}

function isOfLeBlender(node: JsonNode): boolean {
  return memberOf(node, "dataTypeGuid") !== undefined && memberOf(node, "editorAlias") !== undefined;
}

function gridControl(at: ObjectAt): FoundLayout | undefined {
  const editor = memberOf(at.node, "editor");
  const value = memberOf(at.node, "value");
  const alias = memberText(at.text, editor ?? at.node, "alias");
  if (editor?.kind !== "object" || value === undefined || alias === undefined) return undefined;
  const rest = membersOf(at.node, [], ["editor", "value"]);
  const property = { alias: "value", path: ["value"], node: value };
  // These controls are elements themselves.
  if (isElementIn(at.text, value)) return { elements: [], rest: [{ ...property, control: alias }, ...rest] };
  const view = memberText(at.text, editor, "view") ?? "";
  const properties = [{ ...property, editor: controlEditor(view, alias) }];
  return one({ layout: "grid", alias, properties }, rest);
}

function isElementIn(text: string, value: JsonNode): boolean {
  if (value.kind === "array") return value.items.some((node) => leBlender({ text, node }) !== undefined);
  return docTypeGrid({ text, node: value }) !== undefined;
}

/** Editors of controls are named as each site likes; their views are those of the CMS. */
function controlEditor(view: string, alias: string): Editor | undefined {
  const name = view === "" ? alias.toLowerCase() : view.toLowerCase();
  if (name.startsWith("rte")) return MARKUP;
  return name.startsWith("media") || name.startsWith("image") ? MEDIA : undefined;
}

function blocks({ text, node }: ObjectAt): FoundLayout | undefined {
  if (!isBlockValue(node)) return undefined;
  const { layout, order } = blockOrder(text, node);
  // Read when its turn comes: there may be many thousands.
  const elements = order.map(
    ({ item, role, path, holder }: Block): FoundElement => ({
      ...{ layout, role, path, holder },
      get key() {
        return memberText(text, item, "contentTypeKey");
      },
      get alias() {
        return memberText(text, item, "contentTypeAlias");
      },
      get properties() {
        return blockProperties(text, item, path);
      },
    }),
  );
  return { elements, rest: membersOf(node, [], BLOCK_PARTS) };
}

/** From 15 on a list, before that the members of the object. */
function blockProperties(text: string, item: JsonNode, path: FoundProperty["path"]): FoundProperty[] {
  const values = memberOf(item, "values");
  const isList = values?.kind === "array" && values.items.every((value) => memberOf(value, "alias"));
  // Files of uSync write `udi` beside the key, as null.
  if (values && isList && memberText(text, item, "udi") === undefined) {
    return listedProperties(text, values, [...path, "values"]);
  }
  return membersOf(item, path, BLOCK_OWN);
}

/** Determines the shape of a value. */

import { type JsonNode, memberOf, openedOutline, stringOf } from "../../json/outline.ts";
import { readIsoDate } from "../../text/iso-date.ts";
import { parseKey } from "../tree/key.ts";
import { parseUdi } from "../udi.ts";
import { type Editor, editorFor } from "./editors.ts";
import { isArchetype, isBlockValue, isGrid, layoutOf, shownLayout } from "./layouts.ts";
import { isLink, isMediaItem } from "./picked-references.ts";
import { LAYOUTS, type ReadableValue, type ValueShape } from "./value-parts.ts";

/** Without hyphens, with hyphens, and in braces. */
const GUID_LENGTHS: readonly number[] = [32, 36, 38];
const NUMBER = /^-?\d{1,20}(?:\.\d{1,30})?$/;
const PATH = /^~?\/media\/\S/i;
const URL_START = /^(?:https?:\/\/|\/(?:[^/\s]|$))\S*$/i;
/** Shapes of the items that give a list its shape. */
const IN_LISTS: readonly ValueShape[] = [...LAYOUTS, "media-picker-3", "links"];
const XML = /^<(?:\?xml|MultiNodePicker|links|DAMP)[\s>]/i;
const TAG = /<\/?[a-z!?]/i;

const NO_TEXTS: readonly string[] = [];

/** Returns the form of a text that is not JSON. */
export function formOfText(text: string, editor: Editor | undefined): ReadableValue {
  const shape = shapeOfText(text, editor);
  return { shape, texts: shape === "text" || shape === "html" ? [text] : NO_TEXTS };
}

/** Returns the form of a JSON value; a string is treated as text. */
export function formOfJson(text: string, node: JsonNode, editor: Editor | undefined): ReadableValue {
  if (node.kind === "string") return formOfText(stringOf(text, node) ?? "", editor);
  const shape = shapeOfJson(text, node, editor);
  if (shape !== "texts" && !isMarkup(shape)) return { shape, texts: NO_TEXTS };
  const nodes = shape === "texts" ? node.items : [memberOf(node, "markup")];
  return { shape, texts: nodes.map((each) => stringOf(text, each)).filter((each) => each !== undefined) };
}

/** Whether the texts of a value of this shape are HTML. */
export function isMarkup(shape: ValueShape): boolean {
  return shape === "html" || shape === "rich-text-json" || shape === "rich-text-blocks";
}

/** Returns the shape of a text that is not JSON. */
function shapeOfText(text: string, editor: Editor | undefined): ValueShape {
  const trimmed = text.trim();
  if (trimmed === "") return "empty";
  const end = trimmed.indexOf(",");
  const first = end < 0 ? trimmed : trimmed.slice(0, end).trimEnd();
  const single = shapeOfToken(first, editor);
  if (single === undefined) return shapeOfLongText(trimmed);
  if (end < 0) return single;
  const many = MANY[single];
  const isList =
    many !== undefined && trimmed.split(",").every((part) => shapeOfToken(part.trim(), editor) === single);
  return isList ? many : shapeOfLongText(trimmed);
}

const MANY: Readonly<Partial<Record<ValueShape, ValueShape>>> = { id: "ids", guid: "guids", udi: "udis" };

/** The characters with which numbers, GUIDs, UDIs and dates begin. */
const TOKEN_BEGINS = /^[-\d{(a-fu]/i;

function shapeOfToken(token: string, editor: Editor | undefined): ValueShape | undefined {
  if (!TOKEN_BEGINS.test(token)) return undefined;
  if (NUMBER.test(token)) return editor?.reads === "nodes" ? "id" : "number";
  if (GUID_LENGTHS.includes(token.length) && parseKey(token) !== undefined) return "guid";
  if (parseUdi(token)?.key !== undefined) return "udi";
  return readIsoDate(token) ? "date" : undefined;
}

function shapeOfLongText(text: string): ValueShape {
  if (XML.test(text)) return "xml";
  if (TAG.test(text)) return "html";
  if (PATH.test(text)) return "media-path";
  return URL_START.test(text) ? "url" : "text";
}

/** Returns the shape of a JSON value; a string is treated as text. */
export function shapeOfJson(text: string, node: JsonNode, editor: Editor | undefined): ValueShape {
  if (node.kind === "string") return shapeOfText(stringOf(text, node) ?? "", editor);
  if (node.kind === "number") return editor?.reads === "nodes" ? "id" : "number";
  if (node.kind === "literal") return text.startsWith("n", node.start) ? "empty" : "boolean";
  return node.kind === "object" ? shapeOfObject(text, node, editor) : shapeOfArray(text, node, editor);
}

/** Shapes of objects by their members: the first match wins. */
const OBJECTS: readonly { shape: ValueShape; has: readonly string[] }[] = [
  { shape: "rich-text-json", has: ["markup", "blocks"] },
  { shape: "image-cropper", has: ["src"] },
];

function shapeOfObject(text: string, node: JsonNode, editor: Editor | undefined): ValueShape {
  if (isBlockValue(node)) return shownLayout(text, node, editor).layout;
  if (isGrid(node)) return "grid";
  if (isArchetype(node)) return "archetype";
  const layout = layoutOf({ text, node })?.layout;
  const has = (name: string) => memberOf(node, name) !== undefined;
  if (layout) return layout;
  if (isMediaItem(node, editor)) return "media-picker-3";
  const known = OBJECTS.find((object) => object.has.every(has))?.shape;
  return known ?? (isLink(text, node) ? "links" : "json-object");
}

function shapeOfArray(text: string, node: JsonNode, editor: Editor | undefined): ValueShape {
  const first = node.items[0];
  if (first === undefined) return "empty";
  if (first.kind === "object") {
    const shape = shapeOfObject(text, first, editor);
    return IN_LISTS.includes(shape) ? shape : "json-array";
  }
  if (node.items.every(({ kind }) => kind === "number") && editor?.reads === "nodes") return "ids";
  return node.items.every(({ kind }) => kind === "string") ? shapeOfTexts(text, first, editor) : "json-array";
}

function shapeOfTexts(text: string, first: JsonNode, editor: Editor | undefined): ValueShape {
  const token = stringOf(text, first)?.trim() ?? "";
  return MANY[shapeOfToken(token, editor) ?? "text"] ?? "texts";
}

/** Returns the same shape as `readValue`. */
export function shapeOf(value: string, editorAlias: string | undefined, alias?: string): ValueShape {
  const editor = editorFor(editorAlias, alias);
  const { text, node } = openedOutline(value);
  return shapeOfJson(text, node, editor);
}

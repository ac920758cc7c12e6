/** Determines the shape of a value. */

import { readIsoDate } from "../../text/iso-date.ts";
import { parseKey } from "../tree/key.ts";
import { parseUdi } from "../udi.ts";
import { isBlocks, shownLayout } from "./blocks.ts";
import { type Editor, editorFor } from "./editors.ts";
import { isArchetype, isGrid, layoutOf } from "./layouts.ts";
import { isLink, isMediaItem } from "./picked-references.ts";
import { StoredValue } from "./stored-value.ts";
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

/** Returns the form of a value; a string is treated as text. */
export function formOf(value: StoredValue, editor: Editor | undefined): ReadableValue {
  if (value.string !== undefined) return formOfText(value.string, editor);
  const shape = shapeOfJson(value, editor);
  if (shape !== "texts" && !isMarkup(shape)) return { shape, texts: NO_TEXTS };
  const texts = shape === "texts" ? value.items() : [value.at("markup")];
  return { shape, texts: texts.map((each) => each?.string).filter((each) => each !== undefined) };
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

/** Returns the shape of a value; a string is treated as text. */
export function shapeOfJson(value: StoredValue, editor: Editor | undefined): ValueShape {
  const { kind } = value.node;
  if (value.string !== undefined) return shapeOfText(value.string, editor);
  if (kind === "number") return editor?.reads === "nodes" ? "id" : "number";
  if (kind === "literal") return value.isNull ? "empty" : "boolean";
  return kind === "object" ? shapeOfObject(value, editor) : shapeOfArray(value, editor);
}

/** Shapes of objects by their members: the first match wins. */
const OBJECTS: readonly { shape: ValueShape; has: readonly string[] }[] = [
  { shape: "rich-text-json", has: ["markup", "blocks"] },
  { shape: "image-cropper", has: ["src"] },
];

function shapeOfObject(value: StoredValue, editor: Editor | undefined): ValueShape {
  if (isBlocks(value)) return shownLayout(value, editor?.alias).layout;
  if (isGrid(value)) return "grid";
  if (isArchetype(value)) return "archetype";
  const layout = layoutOf({ value })?.layout;
  if (layout) return layout;
  if (isMediaItem(value, editor)) return "media-picker-3";
  const known = OBJECTS.find((object) => object.has.every((name) => value.has(name)))?.shape;
  return known ?? (isLink(value) ? "links" : "json-object");
}

function shapeOfArray(value: StoredValue, editor: Editor | undefined): ValueShape {
  const [first] = value.items();
  if (first === undefined) return "empty";
  if (first.node.kind === "object") {
    const shape = shapeOfObject(first, editor);
    return IN_LISTS.includes(shape) ? shape : "json-array";
  }
  const { items } = value.node;
  if (items.every(({ kind }) => kind === "number") && editor?.reads === "nodes") return "ids";
  if (items.some(({ kind }) => kind !== "string")) return "json-array";
  return MANY[shapeOfToken(first.text.trim(), editor) ?? "text"] ?? "texts";
}

/** Returns the same shape as `readValue`. */
export function shapeOf(value: string, editorAlias: string | undefined, alias?: string): ValueShape {
  return shapeOfJson(StoredValue.of(value).entered(), editorFor(editorAlias, alias));
}

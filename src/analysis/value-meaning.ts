/** What a value means, whatever generation of the CMS wrote it: what can be compared of it, or that nothing can. */
import { type MemberText, readObjects, withoutMembers } from "../json/json-in-memory.ts";
import { editorFor } from "../values/editors.ts";
import type { ElementTypes } from "../values/element-types.ts";
import { readValue } from "../values/read-value.ts";
import { type Element, LAYOUTS, type Reference, type Shape, type ValueParts } from "../values/value-parts.ts";
import { parseValue } from "./json-value.ts";
import { unquotedText } from "./node-record.ts";
import { type Family, familyOf, scalarTexts } from "./scalar-meaning.ts";
import { linksIn, seenIn } from "./text-meaning.ts";

/** A value as it stands somewhere. */
export type GivenValue = {
  alias: string;
  /** `null` where it is not known. */
  editorAlias: string | null;
  /** Compact JSON. */
  value: string;
};

/** Something that is pointed at: equal ones are the same thing on both sides. */
export type Pointed = {
  mark: string;
  /** What it is called. */
  name: string;
  /** Whether a node was found. */
  isFound: boolean;
};

/** What is needed to read values of one side. */
export type ValueSide = {
  types: ElementTypes;
  pointed: (reference: Reference) => Pointed;
};

export type Meaning =
  | { level: "empty" }
  | { level: "scalar"; texts: readonly string[]; family: Family }
  | { level: "reference"; pointed: readonly Pointed[] }
  /** Links, each with what it is called. */
  | { level: "links"; links: readonly { to: Pointed; name: string }[] }
  | {
      level: "text";
      text: string;
      pointed: readonly Pointed[];
      elements: readonly Element[];
      isMarkdown: boolean;
    }
  | { level: "elements"; elements: readonly Element[] }
  /** Nothing can be told of it. `what` is the editor, or what stands for it. */
  | { level: "none"; what: string };

const UNKNOWN = "(no editor)";

/** @param editorAlias that of the value, or that of its counterpart where it is not known */
export function meaningOf(given: GivenValue, editorAlias: string | null, side: ValueSide): Meaning {
  if (isEmpty(given.value)) return { level: "empty" };
  const family = editorAlias === null ? undefined : familyOf(editorAlias);
  if (family) return scalar(given.value, family, editorAlias);
  const parts = readValue(given.value, editorAlias, side.types, given.alias);
  const byEditor = meaningByEditor(given, editorAlias, parts, side);
  return byEditor ?? (editorAlias === null ? meaningByShape(given, parts, side) : none(editorAlias));
}

function scalar(value: string, family: Family, editorAlias: string | null): Meaning {
  const texts = scalarTexts(value, family);
  if (texts === undefined) return none(editorAlias);
  return texts.every((text) => text === "") ? { level: "empty" } : { level: "scalar", texts, family };
}

function none(editorAlias: string | null): Meaning {
  return { level: "none", what: editorAlias ?? UNKNOWN };
}

function isEmpty(value: string): boolean {
  return (
    /^(?:null|""|\[\]|\{\}|"\s*(?:\[\s*\]|\{\s*\})?\s*")$/.test(value) || unquotedText(value)?.trim() === ""
  );
}

function meaningByEditor(
  { alias, value }: GivenValue,
  editorAlias: string | null,
  parts: ValueParts,
  side: ValueSide,
): Meaning | undefined {
  const editor = editorFor(editorAlias ?? undefined, alias);
  switch (editor?.reads) {
    case "nodes":
    case "file":
      return pointing(parts, side);
    case "links":
      return linked(value, editorAlias, side);
    case "markup":
      return textual(value, parts, side, /markdown/i.test(editorAlias ?? ""));
    case "elements":
      return structured(parts, editorAlias);
    default:
      return undefined;
  }
}

/** How values are read where no editor is known, by what cannot be mistaken. */
const BY_SHAPE: Readonly<Partial<Record<Shape, Family | "nodes" | "links" | "markup">>> = {
  udi: "nodes",
  udis: "nodes",
  "media-picker-3": "nodes",
  "media-path": "nodes",
  "image-cropper": "nodes",
  links: "links",
  html: "markup",
  "rich-text-json": "markup",
  boolean: "boolean",
  number: "number",
  date: "date",
  text: "text",
  url: "text",
};

function meaningByShape({ value }: GivenValue, parts: ValueParts, side: ValueSide): Meaning {
  const reading = BY_SHAPE[parts.shape];
  if (reading === "nodes") return pointing(parts, side);
  if (reading === "links") return linked(value, null, side);
  if (reading === "markup") return textual(value, parts, side, false);
  if (reading) return scalar(value, reading, null);
  return parts.elements.length > 0 ? structured(parts, null) : none(null);
}

function pointing({ references }: ValueParts, { pointed }: ValueSide): Meaning {
  const all = references.map(pointed);
  return all.length === 0
    ? { level: "none", what: "what names no node" }
    : { level: "reference", pointed: all };
}

/** What has no elements is empty where it is of an editor's own making, and else nothing that anybody could tell. */
function structured({ elements, shape }: ValueParts, editorAlias: string | null): Meaning {
  if (elements.length > 0) return { level: "elements", elements };
  return LAYOUTS.some((layout) => layout === shape) ? { level: "empty" } : none(editorAlias);
}

function textual(value: string, parts: ValueParts, side: ValueSide, isMarkdown: boolean): Meaning {
  const { text, html } = seenIn(value);
  const pointed = linksIn(html, side);
  const { elements } = parts;
  if (text === "" && pointed.length === 0 && elements.length === 0) return { level: "empty" };
  return { level: "text", text, pointed, elements, isMarkdown };
}

/** The links of a list, however a generation calls their members. */
function linked(value: string, editorAlias: string | null, side: ValueSide): Meaning {
  const text = unquotedText(value) ?? value;
  const isJson = /^\s*[[{]/.test(text) && parseValue(text) !== undefined;
  const objects = isJson ? readObjects(Buffer.from(text)) : undefined;
  if (objects) return { level: "links", links: objects.map((members) => linkOf(members, editorAlias, side)) };
  if (isJson) return none(editorAlias);
  const [reference] = readValue(value, editorAlias, side.types).references;
  return {
    level: "links",
    links: [{ to: reference ? side.pointed(reference) : pointedUrl(text), name: "" }],
  };
}

function linkOf(members: readonly MemberText[], editorAlias: string | null, side: ValueSide) {
  const [reference] = readValue(withoutMembers(members, []), editorAlias, side.types).references;
  const texts = new Map(members.map(({ name, value }) => [JSON.parse(name), unquotedText(value)]));
  const told = (...names: string[]) => names.map((name) => texts.get(name)).find((text) => text) ?? "";
  const url = told("url", "link") + told("queryString", "querystring");
  const to = reference ? side.pointed(reference) : pointedUrl(url);
  return { to, name: told("name", "caption", "title").trim() };
}

/** What stands there as it is. */
export function pointedUrl(url: string): Pointed {
  return { mark: `url ${url}`, name: url, isFound: true };
}

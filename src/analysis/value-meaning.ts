/** What a value means, whatever generation of the CMS wrote it: what can be compared of it, or that nothing can. */
import { type MemberText, readObjects, withoutMembers } from "../json/json-in-memory.ts";
import { type Editor, editorFor } from "../values/editors.ts";
import type { ElementTypes } from "../values/element-types.ts";
import { readValue } from "../values/read-value.ts";
import { attributeOf, TagReader } from "../values/tag-reader.ts";
import { type Element, LAYOUTS, type Reference, type Shape, type ValueParts } from "../values/value-parts.ts";
import { visibleHtml } from "../values/visible-html.ts";
import { isStructure, parseValue } from "./json-value.ts";
import { unquotedText } from "./node-record.ts";
import { type Family, familyOf, scalarTexts } from "./scalar-meaning.ts";

/** A value as it stands somewhere. */
export type GivenValue = {
  alias: string;
  /** `null` where it is not known. */
  editorAlias: string | null;
  /** Compact JSON. */
  value: string;
};

/** What stands for a property that is not there. */
export function noValue(alias: string): GivenValue {
  return { alias, editorAlias: null, value: "null" };
}

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
const MARKUP_EDITOR = "Umbraco.TinyMCE";

/** @param editorAlias that of the value, or that of its counterpart where it is not known */
export function meaningOf(given: GivenValue, editorAlias: string | null, side: ValueSide): Meaning {
  if (isEmpty(given.value)) return { level: "empty" };
  const family = editorAlias === null ? undefined : familyOf(editorAlias);
  if (family) return scalar(given.value, family, editorAlias);
  return meaningByParts(
    given,
    editorAlias,
    readValue(given.value, editorAlias, side.types, given.alias),
    side,
  );
}

function meaningByParts(
  { alias, value }: GivenValue,
  editorAlias: string | null,
  parts: ValueParts,
  side: ValueSide,
): Meaning {
  const reading = readingOf(alias, editorAlias, parts);
  switch (reading) {
    case "nodes":
    case "file":
      return pointing(parts, side);
    case "links":
      return linked(value, editorAlias, side);
    case "markup":
      return textual(value, parts, side, /markdown/i.test(editorAlias ?? ""));
    case "elements":
      return structured(parts, editorAlias);
    case "other":
    case undefined:
      return none(editorAlias);
    default:
      return scalar(value, reading, editorAlias);
  }
}

/** What shows how a value is to be read where no editor is known, and cannot be mistaken. */
const BY_SHAPE: Readonly<Partial<Record<Shape, Family | Editor["reads"]>>> = {
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

function readingOf(alias: string, editorAlias: string | null, { shape, elements }: ValueParts) {
  const editor = editorFor(editorAlias ?? undefined, alias);
  if (editor || editorAlias !== null) return editor?.reads;
  return BY_SHAPE[shape] ?? (elements.length > 0 ? "elements" : undefined);
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

/** What is seen of a text: compact JSON, that of a text, or from 13 on an object with its `markup`. */
function seenIn(value: string): { text: string; html: string } {
  const json = parseValue(value);
  const inner = typeof json === "string" && /^\s*\{/.test(json) ? parseValue(json) : json;
  const markup = isStructure(inner) && !Array.isArray(inner) ? inner.markup : undefined;
  const html = typeof markup === "string" ? markup : (unquotedText(value) ?? "");
  return { text: visibleHtml(html), html };
}

/** Where each link and image of a text leads: to a node, or to what stands there. */
function linksIn(html: string, side: ValueSide): Pointed[] {
  const tags = new TagReader(html);
  const opening = /<(?:a|img)\b/gi;
  const links: Pointed[] = [];
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const tag = tags.read(match.index);
    if (tag === undefined) continue;
    opening.lastIndex = tag.end;
    const markup = JSON.stringify(html.slice(match.index, tag.end));
    const found = readValue(markup, MARKUP_EDITOR, side.types).references.map(side.pointed);
    const link = found.find(({ isFound }) => isFound) ?? found[0];
    const plain = attributeOf(tag, tag.name === "a" ? "href" : "src");
    if (link) links.push(link);
    else if (plain) links.push(pointedUrl(plain));
  }
  return links;
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
function pointedUrl(url: string): Pointed {
  return { mark: `url ${url}`, name: url, isFound: true };
}

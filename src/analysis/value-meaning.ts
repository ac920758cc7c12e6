/** What a value means, whatever generation of the CMS wrote it: what can be compared of it, or that nothing can. */
import { type MemberText, readObjects, withoutMembers } from "../json/tolerant-cursor.ts";
import { type Editor, editorFor } from "../values/editors.ts";
import type { ElementTypes } from "../values/element-types.ts";
import { readValue } from "../values/read-value.ts";
import { attributeOf, TagReader } from "../values/tag-reader.ts";
import {
  type Element,
  LAYOUTS,
  type Reference,
  type ValueParts,
  type ValueShape,
} from "../values/value-parts.ts";
import { spaceFolded, visibleText } from "../values/visible-html.ts";
import { parseString } from "./compact-json.ts";
import { isStructure, type Json, parseValue } from "./json-value.ts";

/** A value as it stands somewhere. */
export type PropertyValue = {
  alias: string;
  /** `null` where it is not known. */
  editorAlias: string | null;
  /** Compact JSON. */
  value: string;
};

/** What stands for a property that is not there. */
export function missingValue(alias: string): PropertyValue {
  return { alias, editorAlias: null, value: "null" };
}

/** Something that is pointed at: equal ones are the same thing on both sides. */
export type LinkTarget = {
  identity: string;
  /** What it is called. */
  name: string;
  /** Whether a node was found. */
  isFound: boolean;
};

/** What is needed to read values of one side. */
export type ValueContext = {
  types: ElementTypes;
  resolve: (reference: Reference) => LinkTarget;
};

export type Meaning =
  | { level: "empty" }
  | { level: "scalar"; texts: readonly string[]; family: Family }
  | { level: "reference"; pointed: readonly LinkTarget[] }
  /** Links, each with what it is called. */
  | { level: "links"; links: readonly { to: LinkTarget; name: string }[] }
  | {
      level: "text";
      text: string;
      pointed: readonly LinkTarget[];
      elements: readonly Element[];
      isMarkdown: boolean;
    }
  | { level: "elements"; elements: readonly Element[] }
  /** Nothing can be told of it. `what` is the editor, or what stands for it. */
  | { level: "none"; what: string };

const UNKNOWN = "(no editor)";
const MARKUP_EDITOR = "Umbraco.TinyMCE";

/** @param editorAlias that of the value, or that of its counterpart where it is not known */
export function meaningOf(given: PropertyValue, editorAlias: string | null, side: ValueContext): Meaning {
  if (isEmpty(given.value)) return { level: "empty" };
  const family =
    editorAlias === null ? undefined : FAMILY_OF.get(editorAlias.toLowerCase().replace(/^umbraco\./, ""));
  if (family) return scalar(given.value, family, editorAlias);
  return meaningByParts(
    given,
    editorAlias,
    readValue(given.value, editorAlias, side.types, given.alias),
    side,
  );
}

function meaningByParts(
  { alias, value }: PropertyValue,
  editorAlias: string | null,
  parts: ValueParts,
  side: ValueContext,
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
const BY_SHAPE: Readonly<Partial<Record<ValueShape, Family | Editor["reads"]>>> = {
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
    /^(?:null|""|\[\]|\{\}|"\s*(?:\[\s*\]|\{\s*\})?\s*")$/.test(value) || parseString(value)?.trim() === ""
  );
}

function pointing({ references }: ValueParts, { resolve }: ValueContext): Meaning {
  const all = references.map(resolve);
  return all.length === 0
    ? { level: "none", what: "what names no node" }
    : { level: "reference", pointed: all };
}

/** What has no elements is empty where it is of an editor's own making, and else nothing that anybody could tell. */
function structured({ elements, shape }: ValueParts, editorAlias: string | null): Meaning {
  if (elements.length > 0) return { level: "elements", elements };
  return LAYOUTS.some((layout) => layout === shape) ? { level: "empty" } : none(editorAlias);
}

function textual(value: string, parts: ValueParts, side: ValueContext, isMarkdown: boolean): Meaning {
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
  const html = typeof markup === "string" ? markup : (parseString(value) ?? "");
  return { text: visibleText(html), html };
}

/** Where each link and image of a text leads: to a node, or to what stands there. */
function linksIn(html: string, side: ValueContext): LinkTarget[] {
  const tags = new TagReader(html);
  const opening = /<(?:a|img)\b/gi;
  const links: LinkTarget[] = [];
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const tag = tags.read(match.index);
    if (tag === undefined) continue;
    opening.lastIndex = tag.end;
    const markup = JSON.stringify(html.slice(match.index, tag.end));
    const found = readValue(markup, MARKUP_EDITOR, side.types).references.map(side.resolve);
    const link = found.find(({ isFound }) => isFound) ?? found[0];
    const plain = attributeOf(tag, tag.name === "a" ? "href" : "src");
    if (link) links.push(link);
    else if (plain) links.push(pointedUrl(plain));
  }
  return links;
}

/** The links of a list, however a generation calls their members. */
function linked(value: string, editorAlias: string | null, side: ValueContext): Meaning {
  const text = parseString(value) ?? value;
  const isJson = /^\s*[[{]/.test(text) && parseValue(text) !== undefined;
  const objects = isJson ? readObjects(text) : undefined;
  if (objects) return { level: "links", links: objects.map((members) => linkOf(members, editorAlias, side)) };
  if (isJson) return none(editorAlias);
  const [reference] = readValue(value, editorAlias, side.types).references;
  return {
    level: "links",
    links: [{ to: reference ? side.resolve(reference) : pointedUrl(text), name: "" }],
  };
}

function linkOf(members: readonly MemberText[], editorAlias: string | null, side: ValueContext) {
  const [reference] = readValue(withoutMembers(members, []), editorAlias, side.types).references;
  const texts = new Map(members.map(({ name, value }) => [JSON.parse(name), parseString(value)]));
  const told = (...names: string[]) => names.map((name) => texts.get(name)).find((text) => text) ?? "";
  const url = told("url", "link") + told("queryString", "querystring");
  const to = reference ? side.resolve(reference) : pointedUrl(url);
  return { to, name: told("name", "caption", "title").trim() };
}

/** What stands there as it is. */
function pointedUrl(url: string): LinkTarget {
  return { identity: `url ${url}`, name: url, isFound: true };
}

/** How the values of editors that hold neither nodes nor markup are compared. */
const FAMILIES = [
  "text",
  "number",
  "boolean",
  "date",
  "texts",
  /** Of what the data type offers: some versions hold the ids of that, which nobody can tell from outside. */
  "choices",
  "color",
  "slider",
  "json",
] as const;
type Family = (typeof FAMILIES)[number];

/** Editors of the CMS itself, without their `Umbraco.`, in lower case. */
const EDITORS: Readonly<Record<Family, readonly string[]>> = {
  text: [
    "textbox",
    "textarea",
    "textboxmultiple",
    "emailaddress",
    "label",
    "noedit",
    "timeonly",
    "plain.string",
    "plain.time",
  ],
  number: ["integer", "decimal", "plain.integer", "plain.decimal"],
  boolean: ["truefalse"],
  date: ["date", "datetime", "dateonly", "datetimeunspecified", "datetimewithtimezone", "plain.datetime"],
  texts: ["tags", "multipletextstring"],
  choices: ["checkboxlist", "radiobuttonlist", "dropdown", "dropdown.flexible", "dropdownmultiple"],
  color: ["colorpicker", "colorpicker.eyedropper", "colorpickeralias"],
  slider: ["slider"],
  json: ["plain.json"],
};

const FAMILY_OF = new Map(FAMILIES.flatMap((family) => EDITORS[family].map((alias) => [alias, family])));
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d))?(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;
const LONGEST_NUMBER = 15;
const TRUE = new Set(["1", "true", "on", "yes"]);
const FALSE = new Set(["", "0", "false", "off", "no"]);

/** @returns the texts that a value comes to, of equal values the same ones; `undefined` where it is none that these editors write */
function scalarTexts(value: string, family: Family): string[] | undefined {
  if (family === "json") return [parseString(value) ?? value];
  const told = listOf(opened(parseValue(value)), family);
  const texts = told.filter((text) => text !== undefined);
  if (texts.length < told.length) return undefined;
  if (family === "boolean") return [booleanOf(texts[0] ?? "")];
  return texts.map((text) => normal(text, family)).filter((text) => text !== "");
}

/** Whether all of a list are ids of what a data type offers, for all that can be told. */
export function areChoiceIds(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.every((text) => /^\d+$/.test(text));
}

/** A string that holds JSON as that JSON. */
function opened(value: Json | undefined): Json {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value ?? null;
  return parseValue(value) ?? value;
}

function listOf(json: Json, family: Family): (string | undefined)[] {
  if (Array.isArray(json)) return json.map(textOf);
  if (family === "slider" && typeof json === "object" && json !== null) {
    const { from, to }: { [name: string]: Json } = json;
    return distinct([textOf(from ?? null), textOf(to ?? null)]);
  }
  const text = textOf(json);
  return text === undefined ? [text] : split(text, family);
}

function split(text: string, family: Family): (string | undefined)[] {
  if (family === "slider") return distinct(text.split(","));
  if (family === "texts" && /[\r\n]/.test(text)) return text.split(/\r?\n/);
  return family === "texts" || family === "choices" ? text.split(",") : [text];
}

/** A range that begins where it ends is one number. */
function distinct(texts: readonly (string | undefined)[]): (string | undefined)[] {
  return [...new Set(texts.map((text) => text?.trim()))];
}

/** What an item says: objects of some editors hold it as their `value`. */
function textOf(json: Json): string | undefined {
  if (json === null) return "";
  if (typeof json !== "object") return String(json);
  const own = Array.isArray(json) ? undefined : (json.value ?? json.label);
  return own === undefined || typeof own === "object" ? undefined : String(own);
}

function normal(text: string, family: Family): string {
  const plain = family === "text" ? text.replaceAll("\r\n", "\n").normalize("NFC").trim() : spaceFolded(text);
  if (family === "number" || family === "slider") return numberOf(plain);
  if (family === "date") return dateOf(plain);
  return family === "color" ? plain.replace(/^#/, "").toLowerCase() : plain;
}

function numberOf(text: string): string {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text) && text.length <= LONGEST_NUMBER;
  return isNumber ? String(Number(text)) : text;
}

/** To the second, without zone; midnight is the day. */
function dateOf(text: string): string {
  const [match, day, minute = "00:00", second = "00"] = DATE.exec(text) ?? [];
  if (match === undefined) return text;
  const time = `${minute}:${second}`;
  return time === "00:00:00" ? day : `${day}T${time}`;
}

function booleanOf(text: string): string {
  const word = text.trim().toLowerCase();
  return TRUE.has(word) ? "true" : FALSE.has(word) ? "" : word;
}

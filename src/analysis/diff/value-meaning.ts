/** Reduces a value to its meaning, whatever generation of the CMS wrote it, so that values can be compared. */

import { type MemberText, parseString, readObjects, withoutMembers } from "../../json/outline.ts";
import type { Site } from "../../site/site.ts";
import {
  editorFor,
  knownEditor,
  type Reading,
  readsScalar,
  type ScalarReading,
} from "../../site/values/editors.ts";
import { attributeOf, TagReader } from "../../site/values/tag-reader.ts";
import {
  type Element,
  LAYOUTS,
  type Reference,
  type ValueParts,
  type ValueShape,
} from "../../site/values/value-parts.ts";
import { spaceFolded, visibleText } from "../../site/values/visible-html.ts";
import { readIsoDate } from "../../text/iso-date.ts";
import { isStructure, type Json, parseValue } from "../json-value.ts";

/** A value of a property. */
export type PropertyValue = {
  alias: string;
  /** `null` if unknown. */
  editorAlias: string | null;
  /** Compact JSON. */
  value: string;
};

/** The value of a missing property. */
export function missingValue(alias: string): PropertyValue {
  return { alias, editorAlias: null, value: "null" };
}

/** The target of a reference or link; equal identities mean the same target on both sides. */
export type LinkTarget = {
  identity: string;
  /** The name to show. */
  name: string;
  /** Whether a node was found. */
  isFound: boolean;
};

/** The context for reading values of one site. */
export type ValueContext = {
  read: Site["read"];
  resolve: (reference: Reference) => LinkTarget;
};

export type Meaning =
  | { level: "empty" }
  | { level: "scalar"; texts: readonly string[]; reads: ScalarReading }
  | { level: "reference"; pointed: readonly LinkTarget[] }
  /** Links with their texts. */
  | { level: "links"; links: readonly { to: LinkTarget; name: string }[] }
  | {
      level: "text";
      text: string;
      pointed: readonly LinkTarget[];
      elements: readonly Element[];
      isMarkdown: boolean;
    }
  | { level: "elements"; elements: readonly Element[] }
  /** The value cannot be compared. `what` is the editor or another reason. */
  | { level: "none"; what: string };

const UNKNOWN = "(no editor)";
const MARKUP_EDITOR = "Umbraco.TinyMCE";

/** @param editorAlias the editor of the value, or of its counterpart if unknown */
export function meaningOf(given: PropertyValue, editorAlias: string | null, side: ValueContext): Meaning {
  if (isWithoutMeaning(given.value)) return { level: "empty" };
  const reads = knownEditor(editorAlias)?.reads;
  if (reads !== undefined && readsScalar(reads)) return scalarMeaning(given.value, reads, editorAlias);
  return meaningByParts(given, editorAlias, side.read(given.value, editorAlias, given.alias), side);
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
      return nodesMeaning(parts, side);
    case "links":
      return linksMeaning(value, editorAlias, side);
    case "markup":
      return markupMeaning(value, parts, side, knownEditor(editorAlias)?.isMarkdown === true);
    case "elements":
      return elementsMeaning(parts, editorAlias);
    case "other":
    case undefined:
      return notComparable(editorAlias);
    default:
      return scalarMeaning(value, reading, editorAlias);
  }
}

/** How a value of an unknown editor is read, for shapes that are unambiguous. */
const BY_SHAPE: Readonly<Partial<Record<ValueShape, Reading>>> = {
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

function scalarMeaning(value: string, reads: ScalarReading, editorAlias: string | null): Meaning {
  const texts = scalarTexts(value, reads);
  if (texts === undefined) return notComparable(editorAlias);
  return texts.every((text) => text === "") ? { level: "empty" } : { level: "scalar", texts, reads };
}

function notComparable(editorAlias: string | null): Meaning {
  return { level: "none", what: editorAlias ?? UNKNOWN };
}

function isWithoutMeaning(value: string): boolean {
  const text = (parseString(value) ?? value).trim();
  return text === "" || value === "null" || /^(?:\[\s*\]|\{\s*\})$/.test(text);
}

function nodesMeaning({ references }: ValueParts, { resolve }: ValueContext): Meaning {
  const all = references.map(resolve);
  return all.length === 0
    ? { level: "none", what: "what names no node" }
    : { level: "reference", pointed: all };
}

/** A value without elements is empty if its layout is known; otherwise it cannot be compared. */
function elementsMeaning({ elements, shape }: ValueParts, editorAlias: string | null): Meaning {
  if (elements.length > 0) return { level: "elements", elements };
  return LAYOUTS.some((layout) => layout === shape) ? { level: "empty" } : notComparable(editorAlias);
}

function markupMeaning(value: string, parts: ValueParts, side: ValueContext, isMarkdown: boolean): Meaning {
  const { text, html } = visibleMarkup(value);
  const pointed = linksIn(html, side);
  const { elements } = parts;
  if (text === "" && pointed.length === 0 && elements.length === 0) return { level: "empty" };
  return { level: "text", text, pointed, elements, isMarkdown };
}

/** Returns the visible text of a value: a JSON string, or from version 13 on an object with `markup`. */
function visibleMarkup(value: string): { text: string; html: string } {
  const json = parseValue(value);
  const inner = typeof json === "string" && /^\s*\{/.test(json) ? parseValue(json) : json;
  const markup = isStructure(inner) && !Array.isArray(inner) ? inner.markup : undefined;
  const html = typeof markup === "string" ? markup : (parseString(value) ?? "");
  return { text: visibleText(html), html };
}

/** Resolves the links and images of a text to nodes or URLs. */
function linksIn(html: string, side: ValueContext): LinkTarget[] {
  const tags = new TagReader(html);
  const opening = /<(?:a|img)\b/gi;
  const links: LinkTarget[] = [];
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const tag = tags.read(match.index);
    if (tag === undefined) continue;
    opening.lastIndex = tag.end;
    const markup = JSON.stringify(html.slice(match.index, tag.end));
    const found = side.read(markup, MARKUP_EDITOR).references.map(side.resolve);
    const link = found.find(({ isFound }) => isFound) ?? found[0];
    const plain = attributeOf(tag, tag.name === "a" ? "href" : "src");
    if (link) links.push(link);
    else if (plain) links.push(pointedUrl(plain));
  }
  return links;
}

/** Reads a list of links, in the member names of any generation. */
function linksMeaning(value: string, editorAlias: string | null, side: ValueContext): Meaning {
  const text = parseString(value) ?? value;
  const isJson = /^\s*[[{]/.test(text) && parseValue(text) !== undefined;
  const objects = isJson ? readObjects(text) : undefined;
  if (objects) return { level: "links", links: objects.map((members) => linkIn(members, editorAlias, side)) };
  if (isJson) return notComparable(editorAlias);
  const [reference] = side.read(value, editorAlias).references;
  return {
    level: "links",
    links: [{ to: reference ? side.resolve(reference) : pointedUrl(text), name: "" }],
  };
}

function linkIn(members: readonly MemberText[], editorAlias: string | null, side: ValueContext) {
  const [reference] = side.read(withoutMembers(members, []), editorAlias).references;
  const texts = new Map(members.map(({ name, value }) => [JSON.parse(name), parseString(value)]));
  const firstText = (...names: string[]) => names.map((name) => texts.get(name)).find((text) => text) ?? "";
  const url = firstText("url", "link") + firstText("queryString", "querystring");
  const to = reference ? side.resolve(reference) : pointedUrl(url);
  return { to, name: firstText("name", "caption", "title").trim() };
}

function pointedUrl(url: string): LinkTarget {
  return { identity: `url ${url}`, name: url, isFound: true };
}

const LONGEST_NUMBER = 15;
const TRUE = new Set(["1", "true", "on", "yes"]);
const FALSE = new Set(["", "0", "false", "off", "no"]);

/** @returns normalised texts, the same for equal values; `undefined` if these editors cannot have written the value */
function scalarTexts(value: string, reads: ScalarReading): string[] | undefined {
  if (reads === "json") return [parseString(value) ?? value];
  const items = itemsOfScalar(jsonInString(parseValue(value)), reads);
  const texts = items.filter((text) => text !== undefined);
  if (texts.length < items.length) return undefined;
  if (reads === "boolean") return [booleanOf(texts[0] ?? "")];
  return texts.map((text) => normalised(text, reads)).filter((text) => text !== "");
}

/** Whether all texts look like ids of choices of a data type. */
export function areChoiceIds(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.every((text) => /^\d+$/.test(text));
}

/** Parses a string that holds JSON. */
function jsonInString(value: Json | undefined): Json {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value ?? null;
  return parseValue(value) ?? value;
}

function itemsOfScalar(json: Json, reads: ScalarReading): (string | undefined)[] {
  if (Array.isArray(json)) return json.map(textOfItem);
  if (reads === "slider" && typeof json === "object" && json !== null) {
    const { from, to }: { [name: string]: Json } = json;
    return distinctTexts([textOfItem(from ?? null), textOfItem(to ?? null)]);
  }
  const text = textOfItem(json);
  return text === undefined ? [text] : splitText(text, reads);
}

function splitText(text: string, reads: ScalarReading): (string | undefined)[] {
  if (reads === "slider") return distinctTexts(text.split(","));
  if (reads === "texts" && /[\r\n]/.test(text)) return text.split(/\r?\n/);
  return reads === "texts" || reads === "choices" ? text.split(",") : [text];
}

/** A range with equal ends equals a single number. */
function distinctTexts(texts: readonly (string | undefined)[]): (string | undefined)[] {
  return [...new Set(texts.map((text) => text?.trim()))];
}

/** Returns the text of an item; objects of some editors hold it as `value` or `label`. */
function textOfItem(json: Json): string | undefined {
  if (json === null) return "";
  if (typeof json !== "object") return String(json);
  const own = Array.isArray(json) ? undefined : (json.value ?? json.label);
  return own === undefined || typeof own === "object" ? undefined : String(own);
}

function normalised(text: string, reads: ScalarReading): string {
  const plain = reads === "text" ? text.replaceAll("\r\n", "\n").normalize("NFC").trim() : spaceFolded(text);
  if (reads === "number" || reads === "slider") return comparableNumber(plain);
  if (reads === "date") return comparableDate(plain);
  return reads === "color" ? plain.replace(/^#/, "").toLowerCase() : plain;
}

function comparableNumber(text: string): string {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text) && text.length <= LONGEST_NUMBER;
  return isNumber ? String(Number(text)) : text;
}

/** Normalises a date to the second, without zone; midnight becomes the day. */
function comparableDate(text: string): string {
  const date = readIsoDate(text);
  if (!date) return text;
  const { day, minute = "00:00", second = "00" } = date;
  const time = `${minute}:${second}`;
  return time === "00:00:00" ? day : `${day}T${time}`;
}

function booleanOf(text: string): string {
  const word = text.trim().toLowerCase();
  return TRUE.has(word) ? "true" : FALSE.has(word) ? "" : word;
}

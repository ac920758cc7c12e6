/** Reduces a value to its meaning, whatever generation of the CMS wrote it, so that values can be compared. */

import {
  type JsonNode,
  type JsonOutline,
  type MemberText,
  memberOf,
  memberText,
  openedOutline,
  parseString,
  readObjects,
  withoutMembers,
} from "../../json/outline.ts";
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
import { comparableNumber, isStructure, textOfScalar } from "../json-value.ts";

/** A value of a property. */
export type ComparedValue = {
  alias: string;
  /** `null` if unknown. */
  editorAlias: string | null;
  /** Compact JSON. */
  value: string;
};

/** The value of a missing property. */
export function missingValue(alias: string): ComparedValue {
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
export function meaningOf(given: ComparedValue, editorAlias: string | null, side: ValueContext): Meaning {
  if (isWithoutMeaning(given.value)) return { level: "empty" };
  const reads = knownEditor(editorAlias)?.reads;
  if (reads !== undefined && readsScalar(reads)) return scalarMeaning(given.value, reads, editorAlias);
  return meaningByParts(given, editorAlias, side.read(given.value, editorAlias, given.alias), side);
}

function meaningByParts(
  { alias, value }: ComparedValue,
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

/** A value without elements that visitors see is empty if its layout is known; otherwise it cannot be compared. */
function elementsMeaning({ elements, shape }: ValueParts, editorAlias: string | null): Meaning {
  if (elements.some(({ isHidden }) => !isHidden)) return { level: "elements", elements };
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
  const { text, node } = openedOutline(value);
  const html = memberText(text, node, "markup") ?? parseString(value) ?? "";
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
  const { text, node } = openedOutline(value);
  if (isStructure(node)) {
    const links = readObjects(text)?.map((members) => linkIn(members, editorAlias, side));
    return links ? { level: "links", links } : notComparable(editorAlias);
  }
  const [reference] = side.read(value, editorAlias).references;
  const to = reference ? side.resolve(reference) : pointedUrl(parseString(value) ?? value);
  return { level: "links", links: [{ to, name: "" }] };
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

const TRUE = new Set(["1", "true", "on", "yes"]);
const FALSE = new Set(["", "0", "false", "off", "no"]);

/** @returns normalised texts, the same for equal values; `undefined` if these editors cannot have written the value */
function scalarTexts(value: string, reads: ScalarReading): string[] | undefined {
  if (reads === "json") return [parseString(value) ?? value];
  const items = itemsOfScalar(openedOutline(value), reads);
  const texts = items.filter((text) => text !== undefined);
  if (texts.length < items.length) return undefined;
  if (reads === "boolean") return [booleanOf(texts[0] ?? "")];
  return texts.map((text) => normalised(text, reads)).filter((text) => text !== "");
}

/** Whether all texts look like ids of choices of a data type. */
export function areChoiceIds(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.every((text) => /^\d+$/.test(text));
}

function itemsOfScalar({ text, node }: JsonOutline, reads: ScalarReading): (string | undefined)[] {
  if (node.kind === "array") return node.items.map((item) => textOfItem(text, item));
  if (reads === "slider" && node.kind === "object") {
    return distinctTexts(["from", "to"].map((name) => textOfItem(text, memberOf(node, name))));
  }
  const item = textOfItem(text, node);
  return item === undefined ? [item] : splitText(item, reads);
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

/** Returns the text of an item, empty if it is missing; objects of some editors hold it as `value` or `label`. */
function textOfItem(text: string, node: JsonNode | undefined): string | undefined {
  if (node === undefined) return "";
  const own = [memberOf(node, "value"), memberOf(node, "label")].find((each) => each && !isNull(text, each));
  const scalar = node.kind === "object" ? own : node;
  return scalar && !isStructure(scalar) ? textOfScalar({ text, node: scalar }) : undefined;
}

function isNull(text: string, node: JsonNode): boolean {
  return node.kind === "literal" && text.startsWith("n", node.start);
}

function normalised(text: string, reads: ScalarReading): string {
  const plain = reads === "text" ? text.replaceAll("\r\n", "\n").normalize("NFC").trim() : spaceFolded(text);
  if (reads === "number" || reads === "slider")
    return /^-?\d+(?:\.\d+)?$/.test(plain) ? comparableNumber(plain) : plain;
  if (reads === "date") return comparableDate(plain);
  return reads === "color" ? plain.replace(/^#/, "").toLowerCase() : plain;
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

/** References in text: those that are written as nothing else is, and what tags of HTML say beside. */
import type { Kind } from "../operations.ts";
import { type Key, parseKey, ZERO_KEY } from "../tree/key.ts";
import { mediaPathAt } from "./media-path-syntax.ts";
import { attributeOf, type Tag, TagReader } from "./tag-reader.ts";
import type { LeftoverKind, ReferenceTarget, Syntax } from "./value-parts.ts";

/** A reference, where it stands being known to whom it is told. */
export type FoundReference = {
  kind: Kind | undefined;
  target: ReferenceTarget;
  syntax: Syntax;
  text: string;
};

/** Takes what is found in a text, in order. */
type TextFindings = {
  reference(found: FoundReference): void;
  leftover(kind: LeftoverKind, text: string): void;
  /** The value of a macro's parameter, which may be text of any kind. */
  parameter(text: string): void;
};

const MAY_HOLD = /[{[<]|umb:\/\/|%7B|\/media\//i;
/** Where something may begin that is looked for. */
const ANCHOR = /<(?=[a-z?])|umb:\/\/|localLink|\/media\//gi;
/** The same, within an attribute. */
const PLAIN_ANCHOR = /umb:\/\/|localLink|\/media\//gi;
const UDI = /umb:\/\/(document|media)\/([0-9a-f]{32}|[0-9a-f-]{36})(?![0-9a-f])/iy;
const LINK = /localLink(?::|%3A)([^}"'<>\s]{1,120}?)(?:\}|%7D)/iy;
const LINK_OPENS = /(?:\{|%7B)$/i;
const HEX_DIGITS = 32;
const DIGITS = /^\d{1,10}$/;
const MACRO = "?umbraco_macro";
const HIGHEST_ID = 2 ** 31 - 1;

/** The reference of a text that is one UDI and nothing else. */
export function udiAlone(text: string): FoundReference | undefined {
  UDI.lastIndex = 0;
  const match = UDI.exec(text);
  return match?.[0].length === text.length ? udiReference(match, "udi") : undefined;
}

/** Whether a text may hold anything but what it shows: references, or JSON. */
export function mayHold(text: string): boolean {
  return MAY_HOLD.test(text);
}

/** @returns the id that the text is, or `undefined` where it is none that a node can have */
export function nodeId(text: string): number | undefined {
  if (!DIGITS.test(text)) return undefined;
  const id = Number(text);
  return id > 0 && id <= HIGHEST_ID ? id : undefined;
}

/**
 * @param isMarkup whether the CMS's own editor wrote the text: then `data-id` and `rel` are its own
 */
export function findInText(text: string, isMarkup: boolean, findings: TextFindings): void {
  const reader = new TagReader(text);
  const anchor = new RegExp(ANCHOR);
  for (let match = anchor.exec(text); match; match = anchor.exec(text)) {
    if (match[0] !== "<") {
      anchor.lastIndex = findAt(text, match.index, match[0], NO_CONTEXT, findings);
      continue;
    }
    const tag = reader.read(match.index);
    if (!tag) continue;
    anchor.lastIndex = Math.max(tag.end, anchor.lastIndex);
    findInTag(tag, isMarkup, findings);
  }
}

/** What the tag around an attribute tells of it. */
type Context = {
  kind: Kind | undefined;
  /** Whether paths are of no account, as the CMS makes them anew of what else the tag has. */
  isPathMade: boolean;
  /** Whether the whole text may be a path, blanks and all. */
  isWhole: boolean;
};

const NO_CONTEXT: Context = { kind: undefined, isPathMade: false, isWhole: false };

function findPlain(text: string, context: Context, findings: TextFindings): void {
  const anchor = new RegExp(PLAIN_ANCHOR);
  for (let match = anchor.exec(text); match; match = anchor.exec(text)) {
    anchor.lastIndex = findAt(text, match.index, match[0], context, findings);
  }
}

/** Reads what begins at a place. Returns where to go on. */
function findAt(text: string, at: number, anchor: string, context: Context, findings: TextFindings): number {
  if (anchor.startsWith("/")) return findPath(text, at, context, findings);
  return anchor.endsWith("/")
    ? findUdi(text, at, "udi", findings)
    : findLink(text, at, context.kind, findings);
}

function findUdi(text: string, at: number, syntax: Syntax, findings: TextFindings): number {
  UDI.lastIndex = at;
  const match = UDI.exec(text);
  const found = match && udiReference(match, syntax);
  if (found) findings.reference(found);
  return at + (match?.[0] ?? "umb://").length;
}

function udiReference([text, type, guid]: RegExpExecArray, syntax: Syntax): FoundReference | undefined {
  const key = guid.length === HEX_DIGITS ? keyOfDigits(guid.toLowerCase()) : parseKey(guid);
  if (key === undefined || key === ZERO_KEY) return undefined;
  const kind = type.toLowerCase() === "media" ? "media" : "content";
  return { kind, target: { by: "key", key }, syntax, text };
}

/** Digits that are known to be those of a GUID: `parseKey` would look at each of them again. */
function keyOfDigits(hex: string): Key {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function findLink(text: string, at: number, kind: Kind | undefined, findings: TextFindings): number {
  LINK.lastIndex = at;
  const match = LINK.exec(text);
  const opener = LINK_OPENS.exec(text.slice(Math.max(0, at - 3), at));
  if (!match || !opener) return at + "localLink".length;
  const found = linkReference(unescaped(match[1]), opener[0] + match[0], kind);
  if (found) findings.reference(found);
  if (found?.target.by === "id") findings.leftover("integer-local-link", found.text);
  return at + match[0].length;
}

function linkReference(inner: string, text: string, kind: Kind | undefined): FoundReference | undefined {
  UDI.lastIndex = 0;
  const udi = UDI.exec(inner);
  const named = udi && udiReference(udi, "local-link");
  if (named) return { ...named, text };
  const id = nodeId(inner);
  if (id !== undefined) return { kind, target: { by: "id", id }, syntax: "local-link", text };
  const key = parseKey(inner);
  if (key === undefined || key === ZERO_KEY) return undefined;
  return { kind, target: { by: "key", key }, syntax: "local-link", text };
}

function unescaped(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function findPath(text: string, at: number, context: Context, findings: TextFindings): number {
  const found = mediaPathAt(text, at, context.isWhole);
  if (!found) return at + "/media/".length;
  const { path, host, end } = found;
  const target: ReferenceTarget = host === undefined ? { by: "path", path } : { by: "path", path, host };
  if (!context.isPathMade) {
    findings.reference({ kind: "media", target, syntax: "media-path", text: text.slice(found.start, end) });
  }
  return end;
}

function findInTag(tag: Tag, isMarkup: boolean, findings: TextFindings): void {
  if (tag.name === MACRO) {
    findInMacro(tag, findings);
    return;
  }
  const udi = attributeOf(tag, "data-udi");
  const context = contextOf(tag, udi);
  let isOwn = isMarkup || udi !== undefined;
  const noting: TextFindings = {
    ...findings,
    reference(found) {
      isOwn = true;
      findings.reference(found);
    },
  };
  for (const { name, value } of tag.attributes) {
    if (name === "data-udi") findUdi(value, Math.max(0, value.search(/umb:/i)), "data-udi", noting);
    else if (name === "data-content-udi") findings.leftover("data-content-udi", value);
    else findPlain(value, name === "href" || name === "src" ? context : inOther(context, name), noting);
  }
  if (isOwn) findOldIds(tag, udi !== undefined, findings);
}

/** Which of `src` and `href` are of account, and which tree they lead to. */
function contextOf(tag: Tag, udi: string | undefined): Context {
  const type = attributeOf(tag, "type")?.toLowerCase();
  const kind = type === "document" ? "content" : type === "media" ? "media" : undefined;
  return { kind, isPathMade: udi !== undefined, isWhole: true };
}

function inOther(context: Context, name: string): Context {
  // Several paths stand in `srcset`, and one among other words in `style`.
  return { ...context, isPathMade: context.isPathMade && name === "data-src", isWhole: false };
}

function findInMacro(tag: Tag, findings: TextFindings): void {
  const alias = attributeOf(tag, "macroalias") ?? attributeOf(tag, "alias") ?? "";
  findings.leftover("macro", alias);
  for (const { name, value } of tag.attributes) {
    if (name !== "macroalias" && name !== "alias") findings.parameter(value);
  }
}

/** @param hasUdi whether the tag names its node by UDI, which is what the CMS goes by */
function findOldIds(tag: Tag, hasUdi: boolean, findings: TextFindings): void {
  const isImage = tag.name === "img";
  for (const syntax of isImage ? (["rel", "data-id"] as const) : (["data-id"] as const)) {
    const text = attributeOf(tag, syntax);
    const id = text === undefined ? undefined : nodeId(text.trim());
    if (text === undefined || id === undefined) continue;
    findings.leftover(syntax, text);
    if (hasUdi) continue;
    findings.reference({ kind: isImage ? "media" : undefined, target: { by: "id", id }, syntax, text });
  }
}

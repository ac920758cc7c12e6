/** Finds references in text by their syntax: UDIs, local links, paths of media files. */

import type { Kind } from "../../operations.ts";
import { percentDecoded } from "../../text/percent-decoded.ts";
import { parseKey, ZERO_KEY } from "../tree/key.ts";
import { type Udi, udiAt } from "../udi.ts";
import { attributeOf, type Tag, TagReader } from "./tag-reader.ts";
import type { LeftoverKind, ReferenceTarget, Syntax } from "./value-parts.ts";

/** A reference without its location. */
export type FoundReference = {
  kind: Kind | undefined;
  target: ReferenceTarget;
  syntax: Syntax;
  text: string;
};

/** Receives the findings of a text in order. */
type TextFindings = {
  reference(found: FoundReference): void;
  leftover(kind: LeftoverKind, text: string): void;
  /** The value of a macro's parameter, a text of any kind. */
  parameter(text: string): void;
};

/** The starts of references in text: what a new form needs beside its syntax and its reader in `findAt`. */
const STARTS = "umb://|localLink|/media/";
const MAY_HOLD = new RegExp(`[{[<]|%7B|${STARTS}`, "i");
/** The start of a possible reference. */
const ANCHOR = new RegExp(STARTS, "gi");
const LINK = /localLink(?::|%3A)([^}"'<>\s]{1,120}?)(?:\}|%7D)/iy;
/** Not a local link, and not a path on another host. */
const PAGE = /^\/(?![/\\{%])\S*$/;
const LINK_OPENS = /(?:\{|%7B)$/i;
const DIGITS = /^\d{1,10}$/;
const HIGHEST_ID = 2 ** 31 - 1;

/** Returns the reference of a UDI, if it names a node. */
export function udiReference(udi: Udi | undefined, syntax: Syntax = "udi"): FoundReference | undefined {
  if (udi?.kind === undefined || udi.key === undefined || udi.key === ZERO_KEY) return undefined;
  return { kind: udi.kind, target: { by: "key", key: udi.key }, syntax, text: udi.text };
}

/** Returns the reference of a root-relative URL of a page; `undefined` for paths of media files. */
export function pageAt(url: string): FoundReference | undefined {
  if (!PAGE.test(url) || mediaPathAt(url, 0, true)) return undefined;
  const path = url.split(/[?#]/, 1)[0];
  return { kind: "content", target: { by: "path", path }, syntax: "url", text: url };
}

/** Whether a URL is the path of a media file, without a host. */
export function isMediaPath(url: string): boolean {
  return mediaPathAt(url, url.startsWith("~") ? 1 : 0, true) !== undefined;
}

/** Whether a text may contain references or JSON. */
export function mayHoldParts(text: string): boolean {
  return MAY_HOLD.test(text);
}

/** @returns the id that the text is; `undefined` if no node can have it */
export function nodeId(text: string): number | undefined {
  if (!DIGITS.test(text)) return undefined;
  const id = Number(text);
  return id > 0 && id <= HIGHEST_ID ? id : undefined;
}

/** The context of an attribute in its tag. */
type TextContext = {
  kind: Kind | undefined;
  /** Whether the whole text may be a path, including spaces. */
  isWhole: boolean;
};

const NO_CONTEXT: TextContext = { kind: undefined, isWhole: false };

/** Finds the next possible reference. */
function anchorFrom(anchor: RegExp, text: string, from: number): RegExpExecArray | null {
  anchor.lastIndex = from;
  return anchor.exec(text);
}

function findPlain(text: string, context: TextContext, findings: TextFindings): void {
  let match = anchorFrom(ANCHOR, text, 0);
  while (match) {
    const end = findAt(text, match.index, match[0], context, findings);
    match = anchorFrom(ANCHOR, text, end);
  }
}

/** Reads `umb://`, `localLink` or `/media/` at an offset. Returns the offset after it. */
function findAt(
  text: string,
  at: number,
  anchor: string,
  context: TextContext,
  findings: TextFindings,
): number {
  if (anchor.startsWith("/")) return findPath(text, at, context, findings);
  return anchor.endsWith("/") ? findUdi(text, at, findings) : findLink(text, at, context.kind, findings);
}

function findUdi(text: string, at: number, findings: TextFindings): number {
  const found = udiReference(udiAt(text, at));
  if (found) findings.reference(found);
  return at + (found?.text ?? "umb://").length;
}

function findLink(text: string, at: number, kind: Kind | undefined, findings: TextFindings): number {
  LINK.lastIndex = at;
  const match = LINK.exec(text);
  const opener = LINK_OPENS.exec(text.slice(Math.max(0, at - 3), at));
  if (!match || !opener) return at + "localLink".length;
  const found = linkReference(percentDecoded(match[1]), opener[0] + match[0], kind);
  if (found) findings.reference(found);
  if (found?.target.by === "id") findings.leftover("integer-local-link", found.text);
  return at + match[0].length;
}

function linkReference(inner: string, text: string, kind: Kind | undefined): FoundReference | undefined {
  const named = udiReference(udiAt(inner, 0), "local-link");
  if (named) return { ...named, text };
  const id = nodeId(inner);
  if (id !== undefined) return { kind, target: { by: "id", id }, syntax: "local-link", text };
  const key = parseKey(inner);
  if (key === undefined || key === ZERO_KEY) return undefined;
  return { kind, target: { by: "key", key }, syntax: "local-link", text };
}

const LOCAL_LINK = /\/?(?:\{|%7B)localLink(?::|%3A)([^}"'<>\s]{1,120}?)(?:\}|%7D)/gi;

/**
 * Replaces the local links of a text, with a slash before them.
 * @param kind the tree of GUIDs and ids. Default: either
 * @param instead gets `undefined` for a link that can be no node's
 */
export function replaceLocalLinks(
  text: string,
  kind: Kind | undefined,
  instead: (found: FoundReference | undefined, text: string) => string,
): string {
  return text.replace(LOCAL_LINK, (link, inner) =>
    instead(linkReference(percentDecoded(inner), link, kind), link),
  );
}

function findPath(text: string, at: number, context: TextContext, findings: TextFindings): number {
  const found = mediaPathAt(text, at, context.isWhole);
  if (!found) return at + "/media/".length;
  const { path, host, end } = found;
  const target: ReferenceTarget = host === undefined ? { by: "path", path } : { by: "path", path, host };
  findings.reference({ kind: "media", target, syntax: "media-path", text: text.slice(found.start, end) });
  return end;
}

/** The start of a tag or a possible reference. */
const MARKUP_ANCHOR = new RegExp(`<(?=[a-z?])|${STARTS}`, "gi");
const MACRO = "?umbraco_macro";
/** The attributes with the alias of a macro; the second one in version 4. */
const MACRO_NAMES = ["macroalias", "alias"];
/** Tags that link to pages. */
const LINKS = ["a", "area"];

/** @param isMarkup whether an editor of the CMS wrote the text: then `data-id` and `rel` have the CMS's meaning */
export function findInText(text: string, isMarkup: boolean, findings: TextFindings): void {
  const reader = new TagReader(text);
  let end = 0;
  for (
    let match = anchorFrom(MARKUP_ANCHOR, text, end);
    match;
    match = anchorFrom(MARKUP_ANCHOR, text, end)
  ) {
    if (match[0] !== "<") {
      end = findAt(text, match.index, match[0], NO_CONTEXT, findings);
      continue;
    }
    const tag = reader.read(match.index);
    end = Math.max(tag?.end ?? 0, match.index + 1);
    if (tag) findInTag(tag, isMarkup, findings);
  }
}

/** Attributes that the CMS derives from `data-udi`. */
const FROM_UDI = ["src", "href", "data-src"];

function findInTag(tag: Tag, isMarkup: boolean, findings: TextFindings): void {
  if (tag.name === MACRO) {
    findInMacro(tag, findings);
    return;
  }
  const dataUdi = attributeOf(tag, "data-udi");
  const udi =
    dataUdi === undefined
      ? undefined
      : udiReference(udiAt(dataUdi, Math.max(0, dataUdi.search(/umb:/i))), "data-udi");
  const type = attributeOf(tag, "type")?.toLowerCase();
  const kind = type === "document" ? "content" : type === "media" ? "media" : undefined;
  let isOwn = isMarkup || dataUdi !== undefined;
  let namesNode = false;
  const noting: TextFindings = {
    ...findings,
    reference(found) {
      isOwn = true;
      namesNode = true;
      findings.reference(found);
    },
  };
  const derived: TextFindings = { ...noting, reference: () => {} };
  for (const { name, value } of tag.attributes) {
    if (name === "data-udi") {
      if (udi) noting.reference(udi);
    } else if (name === "data-content-udi") noting.leftover("data-content-udi", value);
    else {
      // `srcset` lists several paths, and `style` contains paths among other text.
      const isWhole = name === "href" || name === "src";
      findPlain(value, { kind, isWhole }, udi && FROM_UDI.includes(name) ? derived : noting);
    }
  }
  if (isOwn) findOldIds(tag, udi !== undefined, noting);
  // A link may be the URL of a page.
  const page =
    namesNode || !LINKS.includes(tag.name) ? undefined : pageAt(attributeOf(tag, "href")?.trim() ?? "");
  if (page) findings.reference(page);
}

function findInMacro(tag: Tag, findings: TextFindings): void {
  const named = MACRO_NAMES.find((name) => attributeOf(tag, name) !== undefined);
  findings.leftover("macro", named === undefined ? "" : (attributeOf(tag, named) ?? ""));
  for (const { name, value } of tag.attributes) if (name !== named) findings.parameter(value);
}

/** @param hasUdi whether the tag has a UDI, which takes precedence in the CMS */
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

/** A path with its offsets in the text, which include host, query and fragment. */
type FoundPath = { path: string; host: string | undefined; start: number; end: number };

/**
 * Media paths have a folder of digits, of eight characters or of a GUID, or digits before the name; URLs of pages do
 * not.
 */
const BEGINS =
  /\/media\/(?:(?:\d{1,10}|[a-z0-9]{8}|[0-9a-f]{32}|[0-9a-f-]{36})\/(?=[^/\s"'<>?#])|\d{1,10}-)/iy;
/** Characters that end a path in running text, besides white space. */
const ENDS = Array.from("\"'<>\\`|{}\u00a0", (character) => character.charCodeAt(0));
const OPEN = 0x28;
const CLOSE = 0x29;
const COMMA = 0x2c;
const BEHIND = /[),.;:!?\]*_]+$/;
const HOST = /(?:https?:)?\/\/([a-z0-9.-]{1,253}(?::\d{1,5})?)$/i;
const LONGEST_HOST = 300;
/** Characters that may precede a root-relative path. */
const BEFORE = /^[\s"'(=,:;>~[\\|]?$/;
const ENDS_IN_EXTENSION = /\.[a-z0-9]{1,8}$/i;
const LONGEST_TRAIL = 40;

/**
 * Reads the path of a media file.
 * @param at the offset of `/media/`
 * @param isWhole whether the whole text is known to be a URL
 */
function mediaPathAt(text: string, at: number, isWhole: boolean): FoundPath | undefined {
  BEGINS.lastIndex = at;
  if (!BEGINS.test(text)) return undefined;
  const before = text.slice(Math.max(0, at - LONGEST_HOST), at);
  const host = HOST.exec(before);
  if (!host && !BEFORE.test(before.slice(-1))) return undefined;
  const start = at - (host?.[0].length ?? 0);
  const isAlone = isAlongWhole(text, start, isWhole);
  const end = isAlone ? text.trimEnd().length : runEnd(text, at);
  const path = withoutQuery(text.slice(at, end));
  // A page called media may have child pages.
  if (!path.includes(".", path.lastIndexOf("/"))) return undefined;
  return { path, host: host?.[1].toLowerCase(), start, end };
}

/** Whether the whole text is the path; then it may include spaces and commas. */
function isAlongWhole(text: string, start: number, isWhole: boolean): boolean {
  const lead = text.slice(0, Math.min(start, 3)).trim();
  if (start > 3 || (lead !== "" && lead !== "~")) return false;
  if (isWhole) return true;
  const trimmed = text.trimEnd();
  if (/[\n"'<>{]/.test(trimmed) || trimmed.includes(",/media/")) return false;
  return ENDS_IN_EXTENSION.test(withoutQuery(trimmed).slice(-LONGEST_TRAIL));
}

/** Returns the end of a path in running text. Reads no further. */
function runEnd(text: string, start: number): number {
  let at = start;
  let open = 0;
  for (let code = text.charCodeAt(at); isOfPath(code); code = text.charCodeAt(++at)) {
    if (code === OPEN) open++;
    // A closing parenthesis without an opening one belongs to `url(…)` or to a Markdown link.
    else if (code === CLOSE && open-- === 0) break;
    else if (code === COMMA && text.startsWith("/media/", at + 1)) break;
  }
  const trail = BEHIND.exec(text.slice(Math.max(start, at - LONGEST_TRAIL), at))?.[0] ?? "";
  return at - (trail.endsWith(")") ? 0 : trail.length);
}

/** Whether a character can be part of a path. */
function isOfPath(code: number): boolean {
  return code > 0x20 && !ENDS.includes(code);
}

function withoutQuery(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

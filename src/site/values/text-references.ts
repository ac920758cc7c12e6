/** Finds references in text by their syntax: UDIs, local links, paths of media files. */

import type { Kind } from "../../operations.ts";
import { percentDecoded } from "../../text/path-text.ts";
import { HIGHEST_ID, type Key, parseKey, ZERO_KEY } from "../tree/key.ts";
import { kindOfEntity, type Udi, udiAt } from "../udi.ts";
import { attributeOf, macroOf, type Tag, TagReader } from "./tag-reader.ts";
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

/** A part of a text that may be a reference. */
type TextPart = {
  /** `undefined` if it can be no node's. */
  found: FoundReference | undefined;
  leftover?: LeftoverKind;
  start: number;
  end: number;
};

/** A form of references in text. */
type TextForm = {
  /** What each reference of this form contains, ignoring case. */
  anchor: string;
  /** A pattern of what a text begins with that is such a reference and nothing else. */
  begin: string;
  /** @returns `undefined` if no reference has its anchor at the offset */
  read(text: string, at: number, context: TextContext): TextPart | undefined;
  /** Set if the CMS replaces it by the URL of the node when it shows the text. */
  isLink?: true;
};

/** All forms: `readValue` finds a new one, and decoders replace it if it is a link. */
const FORMS: readonly TextForm[] = [
  { anchor: "umb://", begin: "umb:", read: readUdi },
  { anchor: "localLink", begin: "/?\\{localLink:", read: readLocalLink, isLink: true },
  { anchor: "/media/", begin: "~?/media/", read: readMediaPath },
];

const patternOf = (forms: readonly TextForm[]) =>
  forms.map(({ anchor }) => anchor.replace(/[^\w\s/:]/g, "\\$&")).join("|");
const ANCHORS = patternOf(FORMS);
const MAY_HOLD = new RegExp(`[{[<]|%7B|${ANCHORS}`, "i");
const ANCHOR = new RegExp(ANCHORS, "gi");
const LINK_ANCHOR = new RegExp(patternOf(FORMS.filter(({ isLink }) => isLink)), "gi");
const ALONE = new RegExp(`^(?:${FORMS.map(({ begin }) => begin).join("|")}|https?://)`, "i");
const LOCAL_LINK = /localLink(?::|%3A)([^}"'<>\s]{1,120}?)(?:\}|%7D)/iy;
/** A path, or an absolute URL; not a local link. */
const PAGE = /^(?:(?:https?:)?\/\/([^\s/?#:@\\{%]+(?::\d{1,5})?)(?![^/?#]))?(\/(?![/\\{%])\S*|[?#]\S*)?$/i;
const LINK_OPENS = /(?:\{|%7B)$/i;
const DIGITS = /^\d{1,10}$/;

/** Returns the reference of a UDI, if it names a node. */
export function udiReference(udi: Udi | undefined, syntax: Syntax = "udi"): FoundReference | undefined {
  if (udi?.kind === undefined || udi.key === undefined || udi.key === ZERO_KEY) return undefined;
  return { kind: udi.kind, target: { by: "key", key: udi.key }, syntax, text: udi.text };
}

/** Returns the reference of a root-relative or absolute URL of a page; `undefined` for paths of media files. */
export function pageAt(url: string): FoundReference | undefined {
  const [, host, rest = ""] = PAGE.exec(url) ?? [];
  if ((host === undefined && rest[0] !== "/") || mediaPathAt(rest, 0, true)) return undefined;
  const path = withoutQuery(rest) || "/";
  const target: ReferenceTarget =
    host === undefined ? { by: "path", path } : { by: "path", path, host: host.toLowerCase() };
  return { kind: "content", target, syntax: "url", text: url };
}

/** Whether a URL is the path of a media file, without a host. */
export function isMediaPath(url: string): boolean {
  return mediaPathAt(url, url.startsWith("~") ? 1 : 0, true) !== undefined;
}

/** Whether a text may contain references or JSON. */
export function mayHoldParts(text: string): boolean {
  return MAY_HOLD.test(text);
}

/** Whether a text is a list of UDIs, or one path or URL, as in a picker, and not running text. */
export function isReferenceAlone(text: string): boolean {
  return ALONE.test(text) && !/[<\n]/.test(text);
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

function findFrom(anchor: RegExp, text: string, from: number): RegExpExecArray | null {
  anchor.lastIndex = from;
  return anchor.exec(text);
}

function readAt(text: string, { 0: anchor, index }: RegExpExecArray, context: TextContext) {
  const form = FORMS.find((each) => each.anchor.toLowerCase() === anchor.toLowerCase());
  return form?.read(text, index, context);
}

function findPlain(text: string, context: TextContext, findings: TextFindings): void {
  let match = findFrom(ANCHOR, text, 0);
  while (match) match = findFrom(ANCHOR, text, findAt(text, match, context, findings));
}

/** Reports the reference of an anchor. Returns the offset after it. */
function findAt(text: string, match: RegExpExecArray, context: TextContext, findings: TextFindings): number {
  const { found, leftover, end } = readAt(text, match, context) ?? { end: match.index + match[0].length };
  if (found) findings.reference(found);
  if (found && leftover) findings.leftover(leftover, found.text);
  return end;
}

/**
 * Returns the links to nodes in a text, with a slash before them.
 * @param kind the tree of GUIDs and ids. Default: either
 */
export function linksIn(text: string, kind?: Kind): TextPart[] {
  const links: TextPart[] = [];
  for (let match = findFrom(LINK_ANCHOR, text, 0); match; ) {
    const link = readAt(text, match, { kind, isWhole: false });
    if (link) {
      const start = text[link.start - 1] === "/" ? link.start - 1 : link.start;
      const found = link.found && { ...link.found, text: text.slice(start, link.end) };
      links.push({ found, start, end: link.end });
    }
    match = findFrom(LINK_ANCHOR, text, link?.end ?? match.index + match[0].length);
  }
  return links;
}

/**
 * Replaces the links to nodes in a text.
 * @param instead gets `undefined` for a link that can be no node's
 */
export function replaceLinks(
  text: string,
  instead: (found: FoundReference | undefined, text: string) => string,
): string {
  let replaced = "";
  let from = 0;
  for (const { found, start, end } of linksIn(text)) {
    replaced += text.slice(from, start) + instead(found, text.slice(start, end));
    from = end;
  }
  return replaced + text.slice(from);
}

function readUdi(text: string, at: number): TextPart | undefined {
  const found = udiReference(udiAt(text, at));
  return found && { found, start: at, end: at + found.text.length };
}

function readLocalLink(text: string, at: number, { kind }: TextContext): TextPart | undefined {
  LOCAL_LINK.lastIndex = at;
  const match = LOCAL_LINK.exec(text);
  const opener = LINK_OPENS.exec(text.slice(Math.max(0, at - 3), at));
  if (!match || !opener) return undefined;
  const target = percentDecoded(match[1]);
  const named = udiReference(udiAt(target, 0)) ?? referenceTo(target, kind);
  return {
    found: named && { ...named, syntax: "local-link", text: opener[0] + match[0] },
    ...(named?.target.by === "id" && { leftover: "integer-local-link" }),
    start: at - opener[0].length,
    end: at + match[0].length,
  };
}

/** Returns a reference for a bare id or GUID, if it can be a node's. */
export function referenceTo(text: string, kind: Kind | undefined): FoundReference | undefined {
  const id = nodeId(text);
  if (id !== undefined) return { kind, target: { by: "id", id }, syntax: "id", text };
  const key = nodeKey(text);
  return key === undefined ? undefined : { kind, target: { by: "key", key }, syntax: "guid", text };
}

/** @returns the key that the text is; `undefined` if no node can have it */
export function nodeKey(text: string | undefined): Key | undefined {
  const key = text === undefined ? undefined : parseKey(text);
  return key === ZERO_KEY ? undefined : key;
}

function readMediaPath(text: string, at: number, { isWhole }: TextContext): TextPart | undefined {
  const read = mediaPathAt(text, at, isWhole);
  if (!read) return undefined;
  const { path, host, start, end } = read;
  const target: ReferenceTarget = host === undefined ? { by: "path", path } : { by: "path", path, host };
  return { found: { kind: "media", target, syntax: "media-path", text: text.slice(start, end) }, start, end };
}

/** The start of a tag or a possible reference. */
const MARKUP_ANCHOR = new RegExp(`<(?=[a-z?])|${ANCHORS}`, "gi");
/** Tags that link to pages. */
const LINKS = ["a", "area"];

/** @param isMarkup whether an editor of the CMS wrote the text: then `data-id` and `rel` have the CMS's meaning */
export function findInText(text: string, isMarkup: boolean, findings: TextFindings): void {
  const reader = new TagReader(text);
  let end = 0;
  for (let match = findFrom(MARKUP_ANCHOR, text, 0); match; match = findFrom(MARKUP_ANCHOR, text, end)) {
    if (match[0] !== "<") {
      end = findAt(text, match, NO_CONTEXT, findings);
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
  const macro = macroOf(tag);
  if (macro) {
    findings.leftover("macro", macro.alias ?? "");
    for (const { value } of macro.parameters) findings.parameter(value);
    return;
  }
  const udi = udiOfTag(tag);
  const kind = kindOfLink(tag);
  let isOwn = isMarkup || attributeOf(tag, "data-udi") !== undefined;
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
  for (const found of isOwn ? idsOfTag(tag) : []) {
    noting.leftover(found.syntax, found.text);
    if (!udi) noting.reference(found);
  }
  // A link may be the URL of a page.
  const page =
    namesNode || !LINKS.includes(tag.name) ? undefined : pageAt(attributeOf(tag, "href")?.trim() ?? "");
  if (page) findings.reference(page);
}

/** The tree of a link, from version 14 on. */
export function kindOfLink(tag: Tag): Kind | undefined {
  return kindOfEntity(attributeOf(tag, "type"));
}

/** The node of a link or an image by its UDI. */
function udiOfTag(tag: Tag): FoundReference | undefined {
  const text = attributeOf(tag, "data-udi");
  return text === undefined
    ? undefined
    : udiReference(udiAt(text, Math.max(0, text.search(/umb:/i))), "data-udi");
}

/** An id in an attribute, as up to version 7. */
type IdOfTag = FoundReference & { syntax: "rel" | "data-id" };

/** The nodes of a link or an image by ids; a UDI takes precedence in the CMS. */
export function idsOfTag(tag: Tag): IdOfTag[] {
  const isImage = tag.name === "img";
  return (isImage ? (["rel", "data-id"] as const) : (["data-id"] as const)).flatMap((syntax): IdOfTag[] => {
    const text = attributeOf(tag, syntax)?.trim() ?? "";
    const id = nodeId(text);
    return id === undefined
      ? []
      : [{ kind: isImage ? "media" : undefined, target: { by: "id", id }, syntax, text }];
  });
}

/** The node of a link or an image by its attributes, other than its URL. */
export function nodeOfTag(tag: Tag): FoundReference | undefined {
  return udiOfTag(tag) ?? idsOfTag(tag)[0];
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

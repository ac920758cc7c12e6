/** References in text that are written as nothing else is: UDIs, local links, paths of media. */
import type { Kind } from "../operations.ts";
import { keyOfDigits, parseKey, ZERO_KEY } from "../tree/key.ts";
import { mediaPathAt } from "./media-path-syntax.ts";
import type { LeftoverKind, ReferenceTarget, Syntax } from "./value-parts.ts";

/** A reference, where it stands being known to whom it is told. */
export type FoundReference = {
  kind: Kind | undefined;
  target: ReferenceTarget;
  syntax: Syntax;
  text: string;
};

/** Takes what is found in a text, in order. */
export type TextFindings = {
  reference(found: FoundReference): void;
  leftover(kind: LeftoverKind, text: string): void;
  /** The value of a macro's parameter, which may be text of any kind. */
  parameter(text: string): void;
};

const MAY_HOLD = /[{[<]|umb:\/\/|%7B|\/media\//i;
/** Where something may begin that is looked for. */
const ANCHOR = /umb:\/\/|localLink|\/media\//gi;
const UDI = /umb:\/\/(document|media)\/([0-9a-f]{32}|[0-9a-f-]{36})(?![0-9a-f])/iy;
const LINK = /localLink(?::|%3A)([^}"'<>\s]{1,120}?)(?:\}|%7D)/iy;
/** No local link, and no path on another host. */
const PAGE = /^\/(?![/\\{%])\S*$/;
const LINK_OPENS = /(?:\{|%7B)$/i;
const HEX_DIGITS = 32;
const DIGITS = /^\d{1,10}$/;
const HIGHEST_ID = 2 ** 31 - 1;

/** The reference of a text that is one UDI and nothing else. */
export function udiAlone(text: string): FoundReference | undefined {
  UDI.lastIndex = 0;
  const match = UDI.exec(text);
  return match?.[0].length === text.length ? udiReference(match, "udi") : undefined;
}

/** The reference of a URL that begins at the root of the site, and is not that of a file among the media. */
export function pageAt(url: string): FoundReference | undefined {
  if (!PAGE.test(url) || mediaPathAt(url, 0, true)) return undefined;
  const path = url.split(/[?#]/, 1)[0];
  return { kind: "content", target: { by: "path", path }, syntax: "url", text: url };
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

/** What the tag around an attribute tells of it. */
export type TextContext = {
  kind: Kind | undefined;
  /** Whether paths are of no account, as the CMS makes them anew of what else the tag has. */
  isPathMade: boolean;
  /** Whether the whole text may be a path, blanks and all. */
  isWhole: boolean;
};

export const NO_CONTEXT: TextContext = { kind: undefined, isPathMade: false, isWhole: false };

/** The first place from one on where something may begin. */
export function anchorFrom(anchor: RegExp, text: string, from: number): RegExpExecArray | null {
  anchor.lastIndex = from;
  return anchor.exec(text);
}

export function findPlain(text: string, context: TextContext, findings: TextFindings): void {
  let match = anchorFrom(ANCHOR, text, 0);
  while (match) {
    const end = findAt(text, match.index, match[0], context, findings);
    match = anchorFrom(ANCHOR, text, end);
  }
}

/** Reads what begins at a place with `umb://`, `localLink` or `/media/`. Returns where to go on. */
export function findAt(
  text: string,
  at: number,
  anchor: string,
  context: TextContext,
  findings: TextFindings,
): number {
  if (anchor.startsWith("/")) return findPath(text, at, context, findings);
  return anchor.endsWith("/")
    ? findUdi(text, at, "udi", findings)
    : findLink(text, at, context.kind, findings);
}

export function findUdi(text: string, at: number, syntax: Syntax, findings: TextFindings): number {
  UDI.lastIndex = at;
  const match = UDI.exec(text);
  const found = match && udiReference(match, syntax);
  if (found) findings.reference(found);
  return at + (match?.[0] ?? "umb://").length;
}

function udiReference([text, type, guid]: RegExpExecArray, syntax: Syntax): FoundReference | undefined {
  // Digits alone are known to be those of a GUID: `parseKey` would look at each of them again.
  const key = guid.length === HEX_DIGITS ? keyOfDigits(guid.toLowerCase()) : parseKey(guid);
  if (key === undefined || key === ZERO_KEY) return undefined;
  const kind = type.toLowerCase() === "media" ? "media" : "content";
  return { kind, target: { by: "key", key }, syntax, text };
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

function findPath(text: string, at: number, context: TextContext, findings: TextFindings): number {
  const found = mediaPathAt(text, at, context.isWhole);
  if (!found) return at + "/media/".length;
  const { path, host, end } = found;
  const target: ReferenceTarget = host === undefined ? { by: "path", path } : { by: "path", path, host };
  if (!context.isPathMade) {
    findings.reference({ kind: "media", target, syntax: "media-path", text: text.slice(found.start, end) });
  }
  return end;
}

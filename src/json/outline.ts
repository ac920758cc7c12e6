/** Reads JSON text in memory, strict or loose, by offsets: any part can be copied as written, and numbers keep their digits. */
import { BYTE, looksNested, MOST_LEVELS, pointerBelow } from "./grammar.ts";

/** A member of an object as JSON text, the name with its quotes. */
export type MemberText = { name: string; value: string };

/** Reads forward through JSON text that need not be valid: finds names and values, and validates nothing. */
export class TextCursor {
  readonly text: string;
  /** The index of the next character to read. */
  at: number;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  /** The code of the next character that is not white space, without consuming it; NaN at the end of the text. */
  peek(): number {
    let code = this.text.charCodeAt(this.at);
    while (code === 0x20 || (code >= 0x09 && code <= 0x0d)) code = this.text.charCodeAt(++this.at);
    return code;
  }

  /** Consumes the next character that is not white space if it has this code. */
  accept(code: number): boolean {
    if (this.peek() !== code) return false;
    this.at++;
    return true;
  }

  /** Like `peek`, past commas: the first character of the next item. */
  next(): number {
    while (this.accept(BYTE.comma));
    return this.peek();
  }

  /**
   * Reads the name of an object's next member and the colon after it.
   * @returns the name with its quotes; `undefined` if the object ends or anything else follows
   */
  name(): string | undefined {
    if (this.next() !== BYTE.quote) return undefined;
    const start = this.at;
    this.at = stringEnd(this.text, start);
    const end = this.at;
    return this.accept(BYTE.colon) ? this.text.slice(start, end) : undefined;
  }

  /** Skips the next value. */
  skip(): void {
    this.next();
    this.at = valueEnd(this.text, this.at);
  }

  /** Reads the text of the next value. */
  value(): string {
    this.next();
    const start = this.at;
    this.skip();
    return this.text.slice(start, this.at);
  }

  /** Reads the members of an object, which must be next. */
  members(): MemberText[] {
    const members: MemberText[] = [];
    this.accept(BYTE.openBrace);
    for (let name = this.name(); name !== undefined; name = this.name()) {
      members.push({ name, value: this.value() });
    }
    this.next();
    this.accept(BYTE.closeBrace);
    return members;
  }
}

/**
 * @param json an array of objects, or one object
 * @returns the members of each object, in their order; `undefined` if the text is anything else
 */
export function readObjects(json: string): MemberText[][] | undefined {
  const cursor = new TextCursor(json);
  const isArray = cursor.accept(BYTE.openBracket);
  if (!isArray) return cursor.peek() === BYTE.openBrace ? [cursor.members()] : undefined;
  const objects: MemberText[][] = [];
  while (cursor.next() === BYTE.openBrace) objects.push(cursor.members());
  return cursor.accept(BYTE.closeBracket) ? objects : undefined;
}

/** The object as JSON text, without the members of these names. */
export function withoutMembers(members: readonly MemberText[], names: readonly string[]): string {
  const left = names.map((name) => `"${name}"`);
  const kept = members.filter(({ name }) => !left.includes(name));
  return `{${kept.map(({ name, value }) => `${name}:${value}`).join(",")}}`;
}

/** Members of an object by name, as JSON. */
export type Fields = Map<string, string>;

/** Parses an object; if a name occurs twice, the last member wins. Returns an empty map for any other value. */
export function parseMembers(json: string): Fields {
  if (!json.startsWith("{")) return new Map();
  const members: Fields = new Map();
  for (const { name, value } of new TextCursor(json).members()) members.set(unquoted(name), value);
  return members;
}

/** Returns the text of a JSON string; `undefined` for any other value. */
export function parseString(json: string | undefined): string | undefined {
  return json?.startsWith('"') ? unquoted(json) : undefined;
}

/** `JSON.parse` of a valid JSON string; most have no escapes. */
export function unquoted(json: string): string {
  return json.includes("\\") ? JSON.parse(json) : json.slice(1, -1);
}

/**
 * Returns a member as it is written. Works only for compact objects without nested objects or arrays, and not for the
 * first member.
 * @returns `undefined` if the member is missing
 */
export function scalarMember(json: string, name: string): string | undefined {
  // Inside a string, the quotes would be escaped.
  const before = `,"${name}":`;
  const at = json.indexOf(before);
  return at < 0 ? undefined : json.slice(at + before.length, valueEnd(json, at + before.length));
}

/** A value with its offsets in the text. */
export type JsonNode = {
  kind: "object" | "array" | "string" | "number" | "literal";
  start: number;
  end: number;
  /** The decoded names of an object's members. */
  names: readonly string[];
  /** The items of an array, or the values of an object's members. */
  items: readonly JsonNode[];
};

type OpenNode = JsonNode & { names: string[]; items: JsonNode[] };

const NONE: readonly never[] = [];

const APOSTROPHE = 0x27;

const WORD = /[\w.+-]+/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const NAME = /^[A-Za-z_]\w*$/;
/** Apostrophes, words without quotes, escapes, control characters, last commas: an outline without these is strict JSON. */
const MAY_BE_LOOSE = /['\\\p{Cc}]|[[{,:] *\w|, *[\]}]/u;
const BARE_GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Parses text that should be JSON, without recursion and in linear time. Also accepts what old editors wrote: GUIDs
 * without quotes, names without quotes, apostrophes as quotes, and a comma before the end of an object or array.
 * @param levels how many objects and arrays may be open, for callers that recurse. Default: any number
 * @returns `undefined` if the text is invalid or deeper
 */
export function parseOutline(text: string, levels = Number.POSITIVE_INFINITY): JsonNode | undefined {
  const cursor = new TextCursor(text);
  const open: OpenNode[] = [];
  const root = readNode();
  if (!root) return undefined;
  for (let last = open.at(-1); last; last = open.at(-1)) if (!readNext(last)) return undefined;
  return Number.isNaN(cursor.peek()) ? root : undefined;

  /** Reads the next item of the innermost container, or its end. */
  function readNext(container: OpenNode): boolean {
    const isObject = container.kind === "object";
    const hasNext = container.items.length === 0 || cursor.accept(BYTE.comma);
    if (cursor.accept(isObject ? BYTE.closeBrace : BYTE.closeBracket)) {
      container.end = cursor.at;
      open.pop();
      return true;
    }
    if (!hasNext) return false;
    if (isObject && !readName(container)) return false;
    const item = readNode();
    if (item) container.items.push(item);
    return item !== undefined;
  }

  function readName({ names }: OpenNode): boolean {
    cursor.peek();
    const start = cursor.at;
    if (!skipString() && !NAME.test(readWord())) return false;
    names.push(decodedString(text, start, cursor.at));
    return cursor.accept(BYTE.colon);
  }

  /** Reads a scalar, or the start of a container, which becomes the innermost one. */
  function readNode(): JsonNode | undefined {
    const first = cursor.peek();
    const start = cursor.at;
    if (first === BYTE.openBrace || first === BYTE.openBracket) {
      if (open.length >= levels) return undefined;
      cursor.at++;
      const kind = first === BYTE.openBrace ? "object" : "array";
      const node: OpenNode = { kind, start, end: -1, names: [], items: [] };
      open.push(node);
      return node;
    }
    const kind = skipString() ? "string" : kindOfWord(readWord());
    return kind && scalarNode(kind, start, cursor.at);
  }

  /** Skips a string in either quotes, if one is next. */
  function skipString(): boolean {
    const quote = text.charCodeAt(cursor.at);
    if (quote !== BYTE.quote && quote !== APOSTROPHE) return false;
    const end = quotedEnd(text, cursor.at, quote === APOSTROPHE ? "'" : '"');
    if (end >= 0) cursor.at = end;
    return end >= 0;
  }

  function readWord(): string {
    WORD.lastIndex = cursor.at;
    const word = WORD.exec(text)?.[0] ?? "";
    cursor.at += word.length;
    return word;
  }
}

/** Treats a text as a JSON string, or as the content of one if it has no quotes. */
export function wholeString(text: string): JsonNode {
  return scalarNode("string", 0, text.length);
}

/** Returns the member with this name; the last one if it occurs twice, like `JSON.parse`. */
export function memberOf(node: JsonNode, name: string): JsonNode | undefined {
  const at = node.names.lastIndexOf(name);
  return at < 0 ? undefined : node.items[at];
}

/** Returns the decoded text of a string; `undefined` for any other value. */
export function stringOf(text: string, node: JsonNode | undefined): string | undefined {
  return node?.kind === "string" ? decodedString(text, node.start, node.end) : undefined;
}

/** Returns the decoded text of a member if that is a string. */
export function memberText(text: string, node: JsonNode, name: string): string | undefined {
  return stringOf(text, memberOf(node, name));
}

/** The text of a member, also of a boolean or a number; empty if there is none. */
function writtenMember(text: string, node: JsonNode, name: string): string {
  const member = memberOf(node, name);
  return stringOf(text, member) ?? (member ? text.slice(member.start, member.end) : "");
}

/** Returns the whole number from 1 of a member, which may be a text; `undefined` for any other value. */
export function memberCount(text: string, node: JsonNode, name: string): number | undefined {
  const written = writtenMember(text, node, name);
  return /^[1-9][0-9]{0,8}$/.test(written) ? Number(written) : undefined;
}

/** Decodes a string between two offsets, with or without quotes. */
function decodedString(text: string, start: number, end: number): string {
  const first = text.charCodeAt(start);
  if (first !== BYTE.quote && first !== APOSTROPHE) return text.slice(start, end);
  const inner = text.slice(start + 1, end - 1);
  if (!inner.includes("\\")) return inner;
  try {
    return JSON.parse(first === BYTE.quote ? text.slice(start, end) : `"${inner}"`);
  } catch {
    return inner;
  }
}

function scalarNode(kind: JsonNode["kind"], start: number, end: number): JsonNode {
  return { kind, start, end, names: NONE, items: NONE };
}

function kindOfWord(word: string): JsonNode["kind"] | undefined {
  if (word === "null" || word === "true" || word === "false") return "literal";
  if (NUMBER.test(word)) return "number";
  return BARE_GUID.test(word) ? "string" : undefined;
}

/** JSON text with its outline. */
export type JsonOutline = { text: string; node: JsonNode };

/** Parses a value; strings that hold an object or an array are entered. Invalid JSON is a text. */
export function openedOutline(value: string): JsonOutline {
  return enteredOutline(parseStrictOutline(value) ?? { text: value, node: wholeString(value) });
}

/** Returns the object or array in a string, or in a string within; any other value itself. */
export function enteredOutline(outline: JsonOutline): JsonOutline {
  for (let inner: JsonOutline | undefined = outline; inner; inner = nestedIn(inner)) outline = inner;
  return outline;
}

function nestedIn({ text, node }: JsonOutline): JsonOutline | undefined {
  const inner = nestedJson(stringOf(text, node) ?? "");
  return inner === undefined ? undefined : parseStrictOutline(inner);
}

/** Returns the trimmed text of a string that looks like an object or an array; otherwise `undefined`. */
export function nestedJson(text: string): string | undefined {
  const trimmed = text.trim();
  return looksNested(trimmed) ? trimmed : undefined;
}

/**
 * Parses text that should be JSON. If it is written in the looser syntax that `parseOutline` accepts, it is rewritten
 * as strict JSON.
 * @param levels as of `parseOutline`
 * @returns `undefined` if the text is invalid or deeper
 */
export function parseStrictOutline(text: string, levels?: number): JsonOutline | undefined {
  const node = parseOutline(text, levels);
  if (!node || !MAY_BE_LOOSE.test(text) || isJson(text)) return node && { text, node };
  const strict = compactOutline({ text, node });
  const strictNode = parseOutline(strict);
  return strictNode && { text: strict, node: strictNode };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Writes a value as strict and compact JSON; numbers keep their digits. */
export function compactOutline({ text, node }: JsonOutline): string {
  const items = node.items.map((item) => compactOutline({ text, node: item }));
  if (node.kind === "array") return `[${items.join(",")}]`;
  if (node.kind === "object") {
    return `{${items.map((item, i) => `${JSON.stringify(node.names[i])}:${item}`).join(",")}}`;
  }
  return node.kind === "string" ? JSON.stringify(stringOf(text, node)) : text.slice(node.start, node.end);
}

/** A part of a text to replace. */
export type Replacement = { start: number; end: number; text: string };

/** @param parts in the order of the text */
export function replaced(text: string, parts: readonly Replacement[]): string {
  let made = "";
  let at = 0;
  for (const { start, end, text: instead } of parts) {
    made += text.slice(at, start) + instead;
    at = end;
  }
  return made + text.slice(at);
}

/** A value in JSON text with its JSON pointer (RFC 6901); JSON inside a string has the pointers of that JSON. */
type JsonPart = { text: string; node: JsonNode; pointer: string };

/**
 * Replaces values in JSON and keeps the rest as written.
 * @param instead returns the JSON that replaces a value; `undefined` to visit its items
 */
export function replaceValues(
  json: string,
  instead: (part: JsonPart) => string | undefined,
  top = "",
  levels = MOST_LEVELS + 3,
): string {
  const parts: Replacement[] = [];
  const visit = (node: JsonNode, pointer: string, left: number) => {
    let text = instead({ text: json, node, pointer });
    if (text === undefined && node.kind === "string" && left > 0) {
      const inner = nestedIn({ text: json, node });
      const made = inner && replaceValues(inner.text, instead, pointer, left - 1);
      if (made !== inner?.text) text = JSON.stringify(made);
    }
    if (text !== undefined) {
      parts.push({ start: node.start, end: node.end, text });
      return;
    }
    for (const [i, item] of left > 0 ? node.items.entries() : []) {
      visit(item, pointerBelow(pointer, [node.names[i] ?? i]), left - 1);
    }
  };
  const root = parseOutline(json);
  if (root) visit(root, top, levels);
  return replaced(json, parts);
}

/** The end of the value that begins at `start`. Reads each character once, without recursion. */
function valueEnd(json: string, start: number): number {
  let at = start;
  let depth = 0;
  do {
    const code = json.charCodeAt(at);
    if (code === BYTE.quote) at = stringEnd(json, at);
    else if (isOpener(code)) {
      depth++;
      at++;
    } else if (isCloser(code)) {
      depth--;
      at++;
    } else at = otherEnd(json, at);
  } while (depth > 0 && at < json.length);
  return at;
}

/** The end of the string that begins at `start`, after its closing quote; -1 if there is none. */
function quotedEnd(text: string, start: number, quote = '"'): number {
  for (let end = text.indexOf(quote, start + 1); end > 0; end = text.indexOf(quote, end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BYTE.backslash) before--;
    if ((end - before) % 2 === 1) return end + 1;
  }
  return -1;
}

function stringEnd(json: string, start: number): number {
  const end = quotedEnd(json, start);
  return end < 0 ? json.length : end;
}

/** After a comma, a colon, a number or a literal. */
function otherEnd(json: string, start: number): number {
  let at = start + 1;
  for (let code = json.charCodeAt(at); isPlain(code); code = json.charCodeAt(at)) at++;
  return at;
}

/** Whether a character can continue a number or a literal. */
function isPlain(code: number): boolean {
  return (
    code > BYTE.quote && code !== BYTE.comma && code !== BYTE.colon && !isOpener(code) && !isCloser(code)
  );
}

function isOpener(code: number): boolean {
  return code === BYTE.openBrace || code === BYTE.openBracket;
}

function isCloser(code: number): boolean {
  return code === BYTE.closeBrace || code === BYTE.closeBracket;
}

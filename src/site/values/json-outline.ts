/** Parses JSON text into an outline of offsets, so that any part can be copied as written. */
import { BYTE, looksNested, MOST_LEVELS, pointerBelow } from "../../json/grammar.ts";
import { quotedEnd } from "../../json/tolerant-cursor.ts";

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

/** About a millisecond of parsing. */
const ITEMS_PER_STEP = 5000;

const WORD = /[\w.+-]+/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const NAME = /^[A-Za-z_]\w*$/;
/** Apostrophes, words without quotes, escapes, control characters: an outline without these is strict JSON. */
const MAY_BE_LOOSE = /['\\\p{Cc}]|[[{,:] *\w/u;
/** Longer words are neither numbers nor GUIDs. */
const LONGEST_WORD = 400;
const BARE_GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Parses text that should be JSON, without recursion and in linear time. Also accepts what old editors wrote: GUIDs
 * without quotes, names without quotes, and apostrophes as quotes.
 * @returns `undefined` if the text is invalid
 */
export function parseOutline(text: string): JsonNode | undefined {
  return runSteps(outlineSteps(text));
}

/** Like `parseOutline`, some thousand items per step. */
export function outlineSteps(text: string): Generator<void, JsonNode | undefined, void> {
  return new OutlineReader(text).read();
}

/** Runs a generator of steps without a break. */
export function runSteps<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Treats a text as a JSON string, or as the content of one if it has no quotes. */
export function wholeString(text: string): JsonNode {
  return scalar("string", 0, text.length);
}

/** Returns the member with this name; the last one if it occurs twice, like `JSON.parse`. */
export function memberOf(node: JsonNode, name: string): JsonNode | undefined {
  const at = node.names.lastIndexOf(name);
  return at < 0 ? undefined : node.items[at];
}

/** Returns the decoded text of a string; `undefined` for any other value. */
export function stringOf(text: string, node: JsonNode | undefined): string | undefined {
  return node?.kind === "string" ? decoded(text, node.start, node.end) : undefined;
}

/** Returns the decoded text of a member if that is a string. */
export function memberText(text: string, node: JsonNode, name: string): string | undefined {
  return stringOf(text, memberOf(node, name));
}

/** Returns the whole number from 1 of a member, which may be a text; `undefined` for any other value. */
export function memberCount(text: string, node: JsonNode, name: string): number | undefined {
  const member = memberOf(node, name);
  const written = stringOf(text, member) ?? (member ? text.slice(member.start, member.end) : "");
  return /^[1-9][0-9]{0,8}$/.test(written) ? Number(written) : undefined;
}

/** Decodes a string between two offsets, with or without quotes. */
function decoded(text: string, start: number, end: number): string {
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

class OutlineReader {
  readonly #text: string;
  readonly #open: OpenNode[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  *read(): Generator<void, JsonNode | undefined, void> {
    const root = this.#value();
    if (!root) return undefined;
    let items = 0;
    for (let open = this.#open.at(-1); open; open = this.#open.at(-1)) {
      if (!this.#goOn(open)) return undefined;
      if (++items % ITEMS_PER_STEP === 0) yield;
    }
    this.#skipSpace();
    return this.#at === this.#text.length ? root : undefined;
  }

  /** Reads the next item of the innermost container, or its end. */
  #goOn(open: OpenNode): boolean {
    this.#skipSpace();
    const isObject = open.kind === "object";
    // In ASCII, the closing bracket is two after the opening one.
    if (this.#accept(isObject ? BYTE.openBrace + 2 : BYTE.closeBracket)) {
      open.end = this.#at;
      this.#open.pop();
      return true;
    }
    if (open.items.length > 0 && !this.#accept(BYTE.comma)) return false;
    if (isObject && !this.#name(open)) return false;
    const item = this.#value();
    if (!item) return false;
    open.items.push(item);
    return true;
  }

  #name(open: OpenNode): boolean {
    this.#skipSpace();
    const start = this.#at;
    if (!this.#string() && !NAME.test(this.#word())) return false;
    open.names.push(decoded(this.#text, start, this.#at));
    this.#skipSpace();
    return this.#accept(BYTE.colon);
  }

  /** Reads a scalar, or the start of a container, which becomes the innermost one. */
  #value(): JsonNode | undefined {
    this.#skipSpace();
    const start = this.#at;
    const first = this.#text.charCodeAt(start);
    if (first === BYTE.openBrace || first === BYTE.openBracket) {
      this.#at++;
      const kind = first === BYTE.openBrace ? "object" : "array";
      const node: OpenNode = { kind, start, end: -1, names: [], items: [] };
      this.#open.push(node);
      return node;
    }
    if (this.#string()) return scalar("string", start, this.#at);
    const kind = kindOfWord(this.#word());
    return kind && scalar(kind, start, this.#at);
  }

  /** Reads a string if there is one. */
  #string(): boolean {
    const quote = this.#text.charCodeAt(this.#at);
    if (quote !== BYTE.quote && quote !== APOSTROPHE) return false;
    const end = quotedEnd(this.#text, this.#at, String.fromCharCode(quote));
    if (end >= 0) this.#at = end;
    return end >= 0;
  }

  #word(): string {
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#text)?.[0] ?? "";
    this.#at += word.length;
    return word;
  }

  #accept(code: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== code) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    let code = this.#text.charCodeAt(this.#at);
    while (code === 0x20 || (code >= 0x09 && code <= 0x0d)) code = this.#text.charCodeAt(++this.#at);
  }
}

function scalar(kind: JsonNode["kind"], start: number, end: number): JsonNode {
  return { kind, start, end, names: NONE, items: NONE };
}

function kindOfWord(word: string): JsonNode["kind"] | undefined {
  if (word === "null" || word === "true" || word === "false") return "literal";
  if (word.length > LONGEST_WORD) return undefined;
  if (NUMBER.test(word)) return "number";
  return BARE_GUID.test(word) ? "string" : undefined;
}

/** JSON text with its outline. */
type JsonOutline = { text: string; node: JsonNode };

/** Parses the object or array in a string, if there is one. */
function parseNestedOutline(text: string): JsonOutline | undefined {
  const nested = nestedJson(text);
  return nested === undefined ? undefined : parseStrictOutline(nested);
}

/** Parses a value; a string that holds an object or an array is entered. Invalid JSON is a text. */
export function openedOutline(value: string): JsonOutline {
  let outline = parseStrictOutline(value) ?? { text: value, node: wholeString(value) };
  for (;;) {
    const { text, node } = outline;
    const nested = node.kind === "string" ? parseNestedOutline(stringOf(text, node) ?? "") : undefined;
    if (!nested) return outline;
    outline = nested;
  }
}

/** Returns the trimmed text of a string that looks like an object or an array; otherwise `undefined`. */
export function nestedJson(text: string): string | undefined {
  const trimmed = text.trim();
  return looksNested(trimmed) ? trimmed : undefined;
}

/**
 * Parses text that should be JSON. If it is written in the looser syntax that `parseOutline` accepts, it is rewritten
 * as strict JSON.
 * @returns `undefined` if the text is invalid
 */
function parseStrictOutline(text: string): JsonOutline | undefined {
  return runSteps(strictSteps(text));
}

/** Like `parseStrictOutline`, in steps. */
export function* strictSteps(text: string): Generator<void, JsonOutline | undefined, void> {
  const root = yield* outlineSteps(text);
  if (!root || !MAY_BE_LOOSE.test(text) || isJson(text)) return root && { text, node: root };
  yield;
  const strict = strictText(text, root);
  yield;
  const again = yield* outlineSteps(strict);
  return again && { text: strict, node: again };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Rewrites loose JSON as strict JSON. */
function strictText(text: string, root: JsonNode): string {
  const written: string[] = [];
  const open: { node: JsonNode; next: number }[] = [];
  const begin = (node: JsonNode) => {
    if (node.kind === "object" || node.kind === "array") {
      written.push(node.kind === "object" ? "{" : "[");
      open.push({ node, next: 0 });
    } else {
      const scalarText = text.slice(node.start, node.end);
      written.push(node.kind === "string" ? JSON.stringify(stringOf(text, node)) : scalarText);
    }
  };
  begin(root);
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const { node, next } = last;
    if (next === node.items.length) {
      written.push(node.kind === "object" ? "}" : "]");
      open.pop();
      continue;
    }
    if (next > 0) written.push(",");
    if (node.kind === "object") written.push(JSON.stringify(node.names[next]), ":");
    last.next++;
    begin(node.items[next]);
  }
  return written.join("");
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
      const inner = parseNestedOutline(stringOf(json, node) ?? "");
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

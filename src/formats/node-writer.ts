/** Writes nodes to a tree: their text as JSON, from the fields and properties that a CMS's own formats have. */
import { ByteBuffer } from "../json/byte-buffer.ts";
import { appendCompact } from "../json/cursor.ts";
import { BYTE, looksNested } from "../json/grammar.ts";
import { CMS_NODE_FIELDS } from "../json/members.ts";
import type { Key } from "../site/tree/key.ts";
import type { TreeBuilder } from "../site/tree/tree-builder.ts";
import { knownEditor } from "../site/values/editors.ts";

/** Valid JSON numbers, which are written with their own digits. */
const NUMBERS = { integer: /^-?(?:0|[1-9][0-9]*)$/, decimal: /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/ };

const SPACE = 0x20;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const FIRST_BEYOND_ASCII = 0x85;
/** White space as .NET has it, which wrote the texts: `Char.IsWhiteSpace`. JavaScript has U+FEFF instead of U+0085. */
const BEYOND_ASCII = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** How a value of only white space is written: as null or as text. */
type WhiteSpaceAs = "null" | "text";

/** A text without the white space at its ends. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isWhiteSpace(code: number): boolean {
  if (code < FIRST_BEYOND_ASCII) return code === SPACE || (code >= TAB && code <= CARRIAGE_RETURN);
  return BEYOND_ASCII.test(String.fromCharCode(code));
}

/** What a JSON string may not be able to hold as it is. Halves of surrogate pairs do not come out of UTF-8. */
const ESCAPED = /["\\\p{Cc}]/u;

/** As JSON.stringify, which is slow to start: most texts need no more than quotes. */
function jsonString(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** The fields of a node. A field that is `undefined` is not written. */
export type NodeFields = {
  id: number;
  key: Key;
  name: string;
  url?: string;
  type: string;
  sortOrder?: number;
  createDate?: string;
  updateDate?: string;
  /** The segment of its URL, if the data has it. */
  urlName?: string;
  /** The alias of the node's template, or its id if the data has only that. */
  template?: string | number;
  /** Written only for nodes that are not published. */
  published?: false;
};

/** What a property is, whatever its value. */
export type PropertyPrefix = {
  alias: string;
  editorAlias: string | null;
  /** What comes before the value: `"alias":{"alias":…,"editorAlias":…,"value":`. */
  head: string;
};

/** A property of a node. */
type NodeProperty = {
  property: PropertyPrefix;
  /** As the CMS keeps it, or, with `isJson`, the JSON of the value as it is to be written. */
  text: string | undefined;
  isJson?: boolean;
};

/** Characters of text that are collected before they are written. */
const LONGEST_PENDING = 1024 * 1024;
/** The JSON of many nodes shares storage of this size, until less than the least is left of it. */
const STORAGE_BYTES = 1024 * 1024;
const LEAST_STORAGE = 64 * 1024;

/** Writes the values of nodes as JSON. */
export class PropertyWriter {
  readonly #out = new ByteBuffer(STORAGE_BYTES);
  readonly #blank: WhiteSpaceAs;

  /** @param blank what becomes of a value that is white space alone */
  constructor(blank: WhiteSpaceAs) {
    this.#blank = blank;
  }

  /** @returns the JSON object of a node's properties */
  write(properties: Iterable<NodeProperty>): Buffer {
    const out = this.#out;
    // Text is collected, since each call that writes bytes is expensive.
    let pending = "{";
    let end = "}";
    let separator = "";
    for (const { property, text, isJson } of properties) {
      pending += separator + property.head;
      pending = isJson ? pending + text : this.#writeValue(pending, text, property.editorAlias);
      separator = "},";
      end = "}}";
      if (pending.length > LONGEST_PENDING) {
        out.appendText(pending);
        pending = "";
      }
    }
    out.appendText(pending + end);
    return out.take(LEAST_STORAGE);
  }

  /**
   * Writes a value: text that is whole JSON as that JSON, if it has at most 1,000 levels; integers and decimals, with all
   * their digits, as numbers if their editor is one of numbers; all else as a string.
   * @param before text that is still to be written before the value
   * @param text `undefined` is null
   * @returns text that is still to be written by now
   */
  #writeValue(before: string, text: string | undefined, editorAlias: string | null): string {
    if (text === undefined) return `${before}null`;
    const inner = trimmed(text);
    if (looksNested(inner)) {
      this.#out.appendText(before);
      return appendCompact(this.#out, inner) ? "" : jsonString(text);
    }
    if (inner === "" && this.#blank === "null") return `${before}null`;
    const number = knownEditor(editorAlias)?.jsonNumber;
    const isNumber = number !== undefined && NUMBERS[number].test(text);
    return before + (isNumber ? text : jsonString(text));
  }
}

/** Writes nodes to a tree that is being built. */
export class NodeWriter {
  readonly #builder: TreeBuilder;
  /** The text of one node. */
  readonly #out = new ByteBuffer();

  constructor(builder: TreeBuilder) {
    this.#builder = builder;
  }

  /** Gives a row of the tree its text. @param properties as a `PropertyWriter` writes them */
  write(row: number, fields: NodeFields, properties: Buffer): void {
    const out = this.#out;
    out.length = 0;
    out.appendText(fieldsText(fields));
    out.bytes[0] = BYTE.openBrace;
    const fieldsEnd = out.length;
    out.appendText(',"properties":');
    out.appendBytes(properties);
    const parts = { item: fieldsEnd, fields: fieldsEnd, end: out.length };
    this.#builder.setText(row, out.bytes.subarray(0, out.length), parts);
  }
}

/** A property without its value. */
export function propertyKind(alias: string, editorAlias: string | null): PropertyPrefix {
  const name = JSON.stringify(alias);
  const head = `${name}:{"alias":${name},"editorAlias":${JSON.stringify(editorAlias)},"value":`;
  return { alias, editorAlias, head };
}

/** The fields as JSON members, each with a comma before it. */
function fieldsText(fields: NodeFields): string {
  let text = "";
  for (const name of CMS_NODE_FIELDS) {
    const value = fields[name];
    if (value !== undefined) text += `,"${name}":${typeof value === "string" ? jsonString(value) : value}`;
  }
  return text;
}

/** Writes the text of nodes, as a tree keeps it, from the fields and properties that a CMS's own formats have. */
import { ByteBuffer } from "../json/byte-buffer.ts";
import { appendCompact } from "../json/cursor.ts";
import { looksNested } from "../json/grammar.ts";
import { Members, RANK } from "../json/members.ts";
import type { TreeBuilder } from "../tree/tree-builder.ts";

/** Numbers as JSON writes them, so that they can stand there with their own digits. */
const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
/** Editors whose values are integers. */
const INTEGER_EDITORS: readonly (string | null)[] = ["Umbraco.TrueFalse", "Umbraco.Integer"];
const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const DECIMAL_EDITOR = "Umbraco.Decimal";

const SPACE = 0x20;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const FIRST_BEYOND_ASCII = 0x85;
/** White space as .NET has it, which wrote the texts: `Char.IsWhiteSpace`. JavaScript has U+FEFF in place of U+0085. */
const BEYOND_ASCII = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** What becomes of a value that is white space alone: null, or the text that it is. */
type Blank = "null" | "text";

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
function quoted(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** The fields of a node; what is `undefined` is left out. */
type NodeFields = {
  key: string;
  name: string;
  url: string | undefined;
  type: string;
  sortOrder: number | undefined;
  createDate: string | undefined;
  updateDate: string | undefined;
  /** The segment of its URL, where the data has that. */
  urlName?: string;
  /** The alias of the node's template, or its id where the data has that. */
  template?: string | number;
  /** Told only of nodes that are not published. */
  published?: false;
};

const FIELDS_BEHIND_NAME = [
  "url",
  "type",
  "sortOrder",
  "createDate",
  "updateDate",
  "urlName",
  "template",
  "published",
] as const satisfies readonly (keyof NodeFields)[];

/** What a property is, whatever its value. */
export type PropertyKind = {
  alias: string;
  editorAlias: string | null;
  /** What comes before the value: `"alias":{"alias":…,"editorAlias":…,"value":`. */
  head: string;
};

/** A property of a node. */
export type NodeProperty = {
  property: PropertyKind;
  /** As the CMS keeps it, or, with `isJson`, the JSON of the value as it is to be written. */
  text: string | undefined;
  isJson?: boolean;
};

/** Fields that may be known only when all nodes are. */
type LateFields = Pick<NodeFields, "published"> & Partial<Pick<NodeFields, "url">>;

const NO_FIELDS: LateFields = {};

/** Where a node's text lies: in `block.bytes`, once that is full or `finish` was called. */
export type WrittenNode = {
  block: { bytes: Buffer };
  id: number;
  /**
   * Where the text begins, where the members behind its id do, where its url has its place, where the members of `properties`
   * begin, and where it ends.
   */
  start: number;
  key: number;
  url: number;
  properties: number;
  end: number;
};

/** How much storage a block has at first, and how much of it is used at least before another is begun. */
const BLOCK_BYTES = 1024 * 1024;
const FULL = 7 / 8;
/** How much text is gathered before it is written, in characters. */
const LONGEST_PENDING = 1024 * 1024;
const NO_BYTES = Buffer.alloc(0);

export class NodeWriter {
  readonly #out = new ByteBuffer(BLOCK_BYTES);
  #block: WrittenNode["block"] = { bytes: NO_BYTES };
  readonly #blank: Blank;
  readonly #members = new Members();

  /** @param blank what becomes of a value that is white space alone */
  constructor(blank: Blank) {
    this.#blank = blank;
  }

  /** Writes a node with an id that may still change. */
  write(id: number, fields: NodeFields, properties: readonly NodeProperty[]): WrittenNode {
    const out = this.#out;
    if (out.length > out.bytes.length * FULL) this.finish();
    const start = out.length;
    const idText = `,"id":${id}`;
    const named = `${idText},"key":"${fields.key}","name":${quoted(fields.name)}`;
    const head = named + fieldsText(fields);
    // Text is gathered, since each call that writes bytes costs as much as many of them.
    let pending = `${head},"properties":{`;
    let separator = "";
    for (const { property, text, isJson } of properties) {
      pending += separator + property.head;
      pending = isJson ? pending + text : this.#writeValue(pending, text, property.editorAlias);
      separator = "},";
      if (pending.length > LONGEST_PENDING) {
        out.appendText(pending);
        pending = "";
      }
    }
    out.appendText(properties.length === 0 ? `${pending}}` : `${pending}}}`);
    const key = start + idText.length;
    return {
      block: this.#block,
      id,
      start,
      key,
      url: start + Buffer.byteLength(named),
      properties: start + Buffer.byteLength(head),
      end: out.length,
    };
  }

  /**
   * Writes the value as docs/formats.md has it (Values): JSON is what it says, integers and decimals are numbers where their
   * editor says so, all else is a string.
   * @param before text that is still to be written before the value
   * @param text `undefined` is null
   * @returns text that is still to be written by now
   */
  #writeValue(before: string, text: string | undefined, editorAlias: string | null): string {
    if (text === undefined) return `${before}null`;
    const inner = trimmed(text);
    if (looksNested(inner)) {
      this.#out.appendText(before);
      return appendCompact(this.#out, inner) ? "" : quoted(text);
    }
    if (inner === "" && this.#blank === "null") return `${before}null`;
    const isNumber = INTEGER_EDITORS.includes(editorAlias)
      ? INTEGER.test(text)
      : editorAlias === DECIMAL_EDITOR && DECIMAL.test(text);
    return before + (isNumber ? text : quoted(text));
  }

  /** Makes all texts written so far ready to be kept. */
  finish(): void {
    this.#block.bytes = this.#out.take(Number.POSITIVE_INFINITY);
    this.#block = { bytes: NO_BYTES };
  }

  /**
   * Gives a row of a tree its text, which was made ready before.
   * @param id the one it has in the end
   * @param late what was not known when it was written
   */
  keep(builder: TreeBuilder, row: number, text: WrittenNode, id: number, late: LateFields = NO_FIELDS): void {
    const isAsWritten = id === text.id && late.url === undefined && late.published === undefined;
    const { block, start, key, properties, end } = isAsWritten ? text : rewritten(text, id, late);
    const members = this.#members;
    members.clear();
    members.add(0, start, key);
    members.add(RANK.otherScalar, key, properties);
    members.add(RANK.properties, properties, end);
    // What was made anew is small: kept by itself, it would be a block of its own.
    if (isAsWritten) builder.adoptText(row, members, block.bytes, 0);
    else builder.setText(row, members, block.bytes, 0);
  }
}

export function propertyKind(alias: string, editorAlias: string | null): PropertyKind {
  const name = JSON.stringify(alias);
  const head = `${name}:{"alias":${name},"editorAlias":${JSON.stringify(editorAlias)},"value":`;
  return { alias, editorAlias, head };
}

/** Fields in the order in which answers write them, as JSON; what is `undefined` is left out. */
function fieldsText(fields: Partial<NodeFields>): string {
  let text = "";
  for (const name of FIELDS_BEHIND_NAME) {
    const value = fields[name];
    if (value !== undefined) text += `,"${name}":${typeof value === "string" ? quoted(value) : value}`;
  }
  return text;
}

/** A copy of a text, with an id and late fields. */
function rewritten(text: WrittenNode, id: number, { url, published }: LateFields): WrittenNode {
  const head = Buffer.from(`,"id":${id}`);
  const named = text.block.bytes.subarray(text.key, text.url);
  const fields = text.block.bytes.subarray(text.url, text.properties);
  const properties = text.block.bytes.subarray(text.properties, text.end);
  const late = Buffer.from(fieldsText({ url }));
  const bytes = Buffer.concat([
    head,
    named,
    late,
    fields,
    Buffer.from(fieldsText({ published })),
    properties,
  ]);
  return {
    block: { bytes },
    id,
    start: 0,
    key: head.length,
    url: head.length + named.length,
    properties: bytes.length - properties.length,
    end: bytes.length,
  };
}

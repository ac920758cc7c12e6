/** The text of a node, kept from the file or response that it was read from to the answer that it is sent in.
 *
 * A node is kept as compact JSON in UTF-8, `{"id":…,"key":…,…,"properties":{…}`: an object without its closing brace, its
 * members in the order of answers (`members.ts`), without `path` and `children`. The part up to the last scalar is the
 * node's item, for lists; the part up to `properties` is its fields. An answer is a copy of a range of bytes, followed by
 * `,"path":[…]`, `,"children":[` or the brace. Only this file knows about the missing brace and what may follow: other
 * code has the type `NodeText` and calls the functions here.
 *
 * Files are read by a cursor (`cursor.ts`), never by `JSON.parse`: it validates the text, compacts it in place, and knows
 * the location of an error. So numbers keep their digits (64-bit integers and decimals are exact in the CMS; a double would
 * round them), duplicate names and `__proto__` stay as they are, and no objects are allocated: parsed nodes take twice the
 * memory of their texts, and each answer would have to serialise them again.
 *
 * Texts in memory are read by `outline.ts`, which finds names and values without validating them: in texts that were
 * validated before, and in responses of sites, where one bad item must not affect the others. Nodes are read from JSON by `formats/json`, and
 * written from other formats by `formats/node-writer.ts`.
 */
import type { ByteBuffer } from "./byte-buffer.ts";
import { BYTE } from "./grammar.ts";
import { type Fields, parseMembers, readObjects, TextCursor, withoutMembers } from "./outline.ts";

declare const WITHOUT_BRACE: unique symbol;

/** A node's text, or the first part of it with only the item or the fields. Its bytes must never change. */
export type NodeText<T extends string | Buffer = Buffer> = T & { readonly [WITHOUT_BRACE]: true };

/** The JSON around the texts of nodes and between them. */
export const AROUND_NODES = {
  openPath: Buffer.from(',"path":['),
  openChildren: Buffer.from(',"children":['),
  /** After the last child: closes the list and its node. */
  closeChildren: Buffer.from("]}"),
  closeNode: 0x7d,
} as const;

const CLOSE = "}";
const CLOSE_BYTES = Buffer.from(CLOSE);
const LINE_END = Buffer.from("}\n");
const ID = '{"id":';
const KEY = Buffer.from('"key":"');
const KEY_LENGTH = 36;
/** Characters of a 32-bit integer. */
const LONGEST_ID = 11;
/** The members of a line of NDJSON that have the parent's id or key. */
const PARENT_NAMES: readonly string[] = ["parentId", "parentKey"];

/** A range of a block of node texts. */
export function nodeTextIn(block: Buffer, start: number, end: number): NodeText {
  return block.subarray(start, end) as NodeText;
}

/**
 * The text of a node's whole object.
 * @param json compact, its members in order, without `path` and `children`; bytes are not copied
 */
export function textOfObject<T extends string | Buffer>(json: T): NodeText<T>;
export function textOfObject(json: string | Buffer): string | Buffer {
  return typeof json === "string" ? json.slice(0, -CLOSE.length) : json.subarray(0, -CLOSE.length);
}

/** The text as a string. */
export function decodedText(text: NodeText): NodeText<string> {
  return text.toString() as NodeText<string>;
}

/** The whole object. */
export function nodeJson(text: NodeText<string>): string {
  return text + CLOSE;
}

/**
 * The bytes of the whole object.
 * @param first what comes before its members: `{`, and members with a comma after each
 */
export function nodeJsonAfter(first: Uint8Array, text: NodeText): Buffer {
  return Buffer.concat([first, text.subarray(1), CLOSE_BYTES]);
}

/** The parsed members of an item or of fields. Numbers lose digits that doubles cannot hold. */
export function parseNodeText(text: NodeText<string | Buffer>): Record<string, unknown> {
  return JSON.parse(text.toString() + CLOSE);
}

/** The value of one member of a text of any length, without parsing the rest; `undefined` if there is none. */
export function memberIn(text: NodeText, name: string): unknown {
  const cursor = new TextCursor(text.toString());
  cursor.accept(BYTE.openBrace);
  for (let each = cursor.name(); each !== undefined; each = cursor.name()) {
    if (each === JSON.stringify(name)) return JSON.parse(cursor.value());
    cursor.skip();
  }
  return undefined;
}

/** The node's id, the first member of its text. */
export function idIn(text: NodeText): number {
  return Number.parseInt(text.toString("latin1", ID.length, ID.length + LONGEST_ID), 10);
}

/** The node's key, the member after its id. */
export function keyOfNodeText(text: NodeText): string {
  const start = text.indexOf(KEY) + KEY.length;
  return text.toString("latin1", start, start + KEY_LENGTH);
}

/** The parent of a node as a line of NDJSON has it. */
export type LineParent = { id: number; key: string };

/**
 * Appends a line of NDJSON.
 * @param parent `undefined` for a root; without a key, the line has the id alone
 */
export function appendLine(
  out: ByteBuffer,
  text: NodeText,
  parent: { id: number; key?: string } | undefined,
): void {
  out.appendText(parent === undefined ? "{" : `${parentMembers(parent)},`);
  // The line has a brace of its own.
  out.append(text, 1, text.length);
  out.appendBytes(LINE_END);
}

function parentMembers({ id, key }: { id: number; key?: string }): string {
  return key === undefined ? `{"parentId":${id}` : `{"parentId":${id},"parentKey":"${key}"`;
}

/** The beginning of a line with the members of the parent, the id and the key. */
const LINE_HEAD =
  /^(\{"parentId":(-?\d{1,11})(?:,"parentKey":"[0-9a-f-]{36}")?,|\{)"id":(-?\d{1,11}),"key":"[0-9a-f-]{36}"/;
/** The ids of a node and of its parent are within so many characters. */
export const LINE_HEAD_LENGTH = 192;

/**
 * Reads the beginning of a line as `appendLine` writes it.
 * @returns the ids, and the offset of the byte before the node's own members; `undefined` for any other line
 */
export function readLineHead(
  line: string,
): { id: number; parentId: number | undefined; start: number } | undefined {
  const [, before, parentId, id] = LINE_HEAD.exec(line) ?? [];
  if (before === undefined) return undefined;
  return {
    id: Number(id),
    parentId: parentId === undefined ? undefined : Number(parentId),
    start: before.length - 1,
  };
}

/** A copy of a text or of its fields, without members that a line of NDJSON would have for the parent. */
export function withoutParentNames(text: NodeText): NodeText {
  // A view would keep its larger block in memory.
  if (!PARENT_NAMES.some((name) => text.includes(`"${name}":`)))
    return Buffer.from(text) as Buffer as NodeText;
  const [members] = readObjects(nodeJson(decodedText(text))) ?? [];
  if (members === undefined) throw new Error("a node's text is an object");
  return textOfObject(Buffer.from(withoutMembers(members, PARENT_NAMES)));
}

/** The parts of a node's text. */
export type NodeRecord = {
  /** All fields except `properties`. */
  fields: Fields;
  /** Compact JSON, parsed only if two nodes differ in it: most changed nodes keep their properties. */
  properties: string;
};

export function parseNodeRecord(text: NodeText<string | Buffer>): NodeRecord {
  const fields = parseMembers(nodeJson(text.toString() as NodeText<string>));
  const properties = fields.get("properties") ?? "{}";
  fields.delete("properties");
  return { fields, properties };
}

/** Returns the `value` of each property by alias. */
export function propertyValues(properties: string): Fields {
  return new Map([...parseMembers(properties)].map(([alias, property]) => [alias, propertyValue(property)]));
}

/** Returns the `value` of a property. */
export function propertyValue(property: string): string {
  return parseMembers(property).get("value") ?? "null";
}

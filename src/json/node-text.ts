/** The text of a node: what it says, as it is kept from the file or the answer it was read of to the answer it is sent in.
 *
 * A node is kept as compact JSON in UTF-8, `{"id":…,"key":…,…,"properties":{…}`: an object without its closing brace, its
 * members in the order in which answers write them (`members.ts`), without `path` and `children`. The beginning up to the
 * last scalar is the node's item, for lists; that up to `properties` are its fields. So an answer is made by copying a
 * range of bytes and writing `,"path":[…]`, `,"children":[` or the brace behind it. That the brace is missing, and what may
 * follow, is known to this file alone: others have the type `NodeText`, and ask here.
 *
 * Files are read by a cursor (`cursor.ts`), never by `JSON.parse`: it validates the text, compacts it in place, and knows
 * the location of a fault. So numbers keep their digits (64-bit integers and decimals are exact in the CMS, a double would
 * round them); a name that is there twice, or is `__proto__`, stays what it is; and no objects are made: parsed, nodes take
 * twice the memory of their texts, and each answer would have to write them anew, where bytes are copied.
 *
 * A second cursor (`tolerant-cursor.ts`) finds names and values as they are written: in texts that were validated before,
 * and in answers of sites, where one bad item must not cost the others. Nodes are read from JSON by `formats/json`, and
 * written from other formats by `formats/node-writer.ts`.
 */
import type { ByteBuffer } from "./byte-buffer.ts";
import { BYTE } from "./grammar.ts";
import { readObjects, TolerantCursor, withoutMembers } from "./tolerant-cursor.ts";

declare const WITHOUT_BRACE: unique symbol;

/** A node's text, or the beginning of it that has only the item or the fields. It stays what it is; so must its bytes. */
export type NodeText<T extends string | Buffer = Buffer> = T & { readonly [WITHOUT_BRACE]: true };

/** What answers write around the texts of nodes, and between them. */
export const AROUND_NODES = {
  openPath: Buffer.from(',"path":['),
  openChildren: Buffer.from(',"children":['),
  /** Behind the last child: closes the list, and the node that has it. */
  closeChildren: Buffer.from("]}"),
  closeNode: 0x7d,
} as const;

const CLOSE = "}";
const LINE_END = Buffer.from("}\n");
const ID = '{"id":';
const KEY = Buffer.from('"key":"');
const KEY_LENGTH = 36;
/** Characters of a 32-bit integer. */
const LONGEST_ID = 11;
/** The names by which a line of NDJSON tells the node's parent. */
const PARENT_NAMES: readonly string[] = ["parentId", "parentKey"];

/** Some bytes of a block that nodes' texts were stored in. */
export function nodeTextIn(block: Buffer, start: number, end: number): NodeText {
  return block.subarray(start, end) as NodeText;
}

/**
 * The text that a node's whole object has.
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

/** The text as bytes. */
export function encodedText(text: NodeText<string>): NodeText {
  return Buffer.from(text) as Buffer as NodeText;
}

/** The whole object. */
export function objectOf(text: NodeText<string>): string {
  return text + CLOSE;
}

/** What an item or fields say, for those who look for a member or two: numbers lose digits that doubles do not hold. */
export function parseNodeText(text: NodeText<string | Buffer>): Record<string, unknown> {
  return JSON.parse(text.toString() + CLOSE);
}

/** The value of one member, of a text of any length: nothing else of it is parsed. `undefined` where it is not there. */
export function memberIn(text: NodeText, name: string): unknown {
  const cursor = new TolerantCursor(text.toString());
  cursor.accept(BYTE.openBrace);
  for (let each = cursor.name(); each !== undefined; each = cursor.name()) {
    if (each === JSON.stringify(name)) return JSON.parse(cursor.value());
    cursor.skip();
  }
  return undefined;
}

/** The node's id, which its text begins with. */
export function idIn(text: NodeText): number {
  return Number.parseInt(text.toString("latin1", ID.length, ID.length + LONGEST_ID), 10);
}

/** The node's key, which stands behind its id. */
export function keyIn(text: NodeText): string {
  const start = text.indexOf(KEY) + KEY.length;
  return text.toString("latin1", start, start + KEY_LENGTH);
}

/**
 * Appends a line of NDJSON.
 * @param parentId `undefined` for a root
 */
export function appendLine(out: ByteBuffer, text: NodeText, parentId: number | undefined): void {
  out.appendText(parentId === undefined ? "{" : `{"parentId":${parentId},`);
  // The text's own brace gives way to the line's.
  out.append(text, 1, text.length);
  out.appendBytes(LINE_END);
}

/** A copy of a text, or of the fields of one, without those that would name a parent if a line of NDJSON had them. */
export function withoutParentNames(text: NodeText): NodeText {
  // What it lies in is larger, and would be kept by a part of it.
  if (!PARENT_NAMES.some((name) => text.includes(`"${name}":`)))
    return Buffer.from(text) as Buffer as NodeText;
  const [members] = readObjects(objectOf(decodedText(text))) ?? [];
  if (members === undefined) throw new Error("a node's text is an object");
  return textOfObject(Buffer.from(withoutMembers(members, PARENT_NAMES)));
}

/** What makes a node the only child of the last of its ancestors, who hold each other: what stands before and behind it. */
export function nestingBelow(ancestors: readonly string[]): { before: string; behind: string } {
  const before = ancestors.map((object) => textOfObject(object) + String(AROUND_NODES.openChildren)).join("");
  return { before, behind: String(AROUND_NODES.closeChildren).repeat(ancestors.length) };
}

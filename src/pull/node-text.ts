/** The text of one node of a tree, as a line of NDJSON can hold it. */
import { MemberReader, readObjects, withoutMembers } from "../json/json-in-memory.ts";
import type { Tree } from "../tree/tree.ts";

/** Names that NDJSON uses itself, to name a node's parent. */
const PARENT_NAMES = ["parentId", "parentKey"];
const CLOSE = Buffer.from("}");

/** Characters of a 32-bit integer. */
const LONGEST_ID = 11;

/** `{"id":…,"properties":{…}` without the closing brace, and without fields that would name a parent. */
export function nodeText(tree: Tree, place: number): Buffer {
  const { start, fields, text } = tree.columns;
  const properties = bytesOf(tree, place).subarray(start[place] + fields[place], start[place] + text[place]);
  return Buffer.concat([fieldsText(tree, place), properties]);
}

/** As `nodeText`, without `properties`. */
export function fieldsText(tree: Tree, place: number): Buffer {
  const { start, fields } = tree.columns;
  const text = bytesOf(tree, place).subarray(start[place], start[place] + fields[place]);
  // The block that it lies in is larger, and would be kept by a part of it.
  return PARENT_NAMES.some((name) => text.includes(`"${name}":`)) ? withoutParents(text) : Buffer.from(text);
}

/** The node's id, which its text begins with. */
export function idAt(tree: Tree, place: number): number {
  const start = tree.columns.start[place] + '{"id":'.length;
  return Number.parseInt(bytesOf(tree, place).toString("latin1", start, start + LONGEST_ID), 10);
}

function withoutParents(text: Buffer): Buffer {
  const [members] = readObjects(Buffer.concat([text, CLOSE])) ?? [];
  if (members === undefined) throw new Error("a node's text is an object");
  return Buffer.from(withoutMembers(members, PARENT_NAMES).slice(0, -1));
}

function bytesOf(tree: Tree, place: number): Buffer {
  return tree.blocks[tree.columns.block[place]];
}

/** The `url` of a node's text, which has no closing brace; `undefined` where it has none. Nothing else of it is parsed. */
export function urlIn(text: Buffer): string | undefined {
  const reader = new MemberReader(Buffer.concat([text, CLOSE]));
  if (!reader.enterObject()) return undefined;
  for (const name of reader.names()) {
    const value = reader.value();
    if (name !== '"url"') continue;
    const url: unknown = JSON.parse(value);
    return typeof url === "string" ? url : undefined;
  }
  return undefined;
}

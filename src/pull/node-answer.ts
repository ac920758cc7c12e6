/** Reads what a server answered about one node: its own text. */

import { isUtf8 } from "node:buffer";
import { Findings } from "../formats/findings.ts";
import { NodeReader } from "../formats/json/node-reader.ts";
import { JsonCursor } from "../json/cursor.ts";
import { shown } from "../json/grammar.ts";
import {
  decodedText,
  type NodeText,
  PARENT_NAMES,
  parseNodeText,
  textOfObject,
  withoutParentNames,
} from "../json/node-text.ts";
import { withoutMark } from "../text/byte-order-mark.ts";
import { type Key, markOfKey, parseKey, ZERO_KEY } from "../tree/key.ts";
import type { Tree } from "../tree/tree.ts";
import { faultInFields, memberRank } from "./record.ts";

export type NodeAnswer = {
  /** In the form that answers have, without fields that would name a parent. */
  text: NodeText<string>;
  /** 0 where the node has none. */
  sortOrder: number;
  /** What tells its key from others (`markOfKey`). */
  keyMark: number;
};

/** What is wrong with an answer. */
export type Fault = {
  fault: string;
  /** Whether that may be because its end is missing. */
  isCut: boolean;
  /** Whether it is a web page. */
  isPage?: boolean;
  /** Whether it is sound in itself, so that the next may be the right one. */
  isSound?: boolean;
};

const TEXT_ENDS = /the text ends/;

/** The node that is asked for; where it is listed with a key, that is told by its mark. */
type AskedFor = { id: number; listedKeyMark?: number };

/**
 * @returns the answer read; or what is wrong with it: it is no sound answer, it is about another node, a member has a JSON
 * type that it never has, or `properties` is missing or null, so that the node's values are not in it
 */
export function readNodeAnswer(body: Buffer, asked: AskedFor): NodeAnswer | Fault {
  const quick = readCanonicalNode(body);
  if (quick) return checked(quick, asked);
  const read = readWhole(body, "node");
  if ("fault" in read) return read;
  const { tree, hasProperties, path } = read;
  const id = tree.idAt(0);
  if (id !== asked.id) return anotherThan(asked.id);
  if (!hasProperties) return { ...NOT_THE_NODE, fault: "it has no properties" };
  const item = tree.text(0, "item");
  const fault = faultInFields(parseNodeText(item)) ?? faultInPath(path);
  if (fault !== undefined) return { ...NOT_THE_NODE, fault };
  const text = decodedText(withoutParentNames(tree.text(0)));
  return checked({ id, key: tree.keyAt(0), text, sortOrder: sortOrderIn(item) }, asked);
}

/** An answer that is sound in itself. */
const NOT_THE_NODE = { isCut: false, isSound: true };

function checked(
  { id, key, ...answer }: { id: number; key: Key } & Omit<NodeAnswer, "keyMark">,
  { id: askedId, listedKeyMark }: AskedFor,
): NodeAnswer | Fault {
  if (id !== askedId) return anotherThan(askedId);
  const keyMark = markOfKey(key);
  if (listedKeyMark === undefined || listedKeyMark === keyMark) return { ...answer, keyMark };
  return { ...NOT_THE_NODE, fault: `its key ${key} is not the one that it is listed with` };
}

/** A missing or null path is harmless: the lists tell who is above a node, and no path is stored. */
function faultInPath(path = "null"): string | undefined {
  return path === "null" || path.startsWith("[") ? undefined : `/path must be an array, not ${shown(path)}`;
}

/** 0 where an item has none. */
export function sortOrderIn(item: NodeText<string | Buffer>): number {
  return sortOrderOf(parseNodeText(item));
}

/** The same of a node that was parsed. */
export function sortOrderOf({ sortOrder }: Record<string, unknown>): number {
  if (typeof sortOrder !== "number") return 0;
  // One beyond what doubles hold is parsed as an infinity, and two of these cannot be compared by their difference.
  return Math.min(Math.max(sortOrder, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** The text of a node's fields, without `properties`; `undefined` where the tree does not hold the node. */
export function fieldsOf(tree: Tree, id: number): NodeText<string> | undefined {
  const place = tree.findId(id);
  return place < 0 ? undefined : decodedText(withoutParentNames(tree.text(place, "fields")));
}

/** An answer that was read; whether its first node has properties, and the JSON text of its path, if it has one. */
type WholeAnswer = { tree: Tree; hasProperties: boolean; path: string | undefined };

/** Reads an answer whole, and strictly. */
export function readWhole(body: Buffer, expected: "roots" | "node"): WholeAnswer | Fault {
  const findings = new Findings();
  const cursor = JsonCursor.copyOf(withoutMark(body));
  const reader = new NodeReader("answer", cursor, findings, { isFlat: false, endsAtFault: true });
  const complete = reader.readNested();
  if (complete && reader.isArray !== (expected === "roots")) {
    return { fault: expected === "roots" ? "it is no array of roots" : "it is no node", isCut: false };
  }
  const tree = complete && findings.errorCount === 0 ? reader.build() : undefined;
  const { firstHasProperties: hasProperties, firstPath: path } = reader;
  if (tree && findings.errorCount === 0) return { tree, hasProperties, path };
  if (/^\s*</.test(body.toString("latin1", 0, 64))) {
    return { fault: "it is a web page", isCut: false, isPage: true };
  }
  const [fault] = findings.errorLines();
  return { fault, isCut: !complete && TEXT_ENDS.test(fault), isSound: complete || undefined };
}

export function anotherThan(id: number): Fault {
  return { ...NOT_THE_NODE, fault: `it is about another node than ${id}` };
}

/** An answer about one node, parsed. */
type ParsedNode = {
  id: number;
  key: string;
  sortOrder?: number;
  path?: unknown[];
  children?: unknown[];
  properties: Record<string, unknown>;
};

/** A longer answer is not parsed into objects, which can take forty times its size: reading its bytes is slower, and safe. */
const PARSED_BYTES = 8 * 1024 * 1024;
/** The order of a property's members; others stand behind them. */
const PROPERTY_MEMBERS = ["alias", "editorAlias", "value"];

/** @returns `undefined` where the answer has another form, or is no sound answer */
export function readCanonicalNode(
  body: Buffer,
): { id: number; key: Key; sortOrder: number; text: NodeText<string> } | undefined {
  if (body.length > PARSED_BYTES || !isUtf8(body)) return undefined;
  const node = parseCanonical(body.toString("utf8"));
  if (node === undefined) return undefined;
  const { path, children, ...own } = node;
  const { id, key, sortOrder = 0 } = node;
  return { id, key, sortOrder, text: textOfObject(JSON.stringify(own)) };
}

function parseCanonical(text: string): ParsedNode | undefined {
  try {
    const node: unknown = JSON.parse(text);
    // Then there is no white space, no needless escape, no name twice, and no number that JavaScript would write otherwise.
    return isNode(node) && JSON.stringify(node) === text && isInOrder(node) ? node : undefined;
  } catch {
    // No JSON, or nested more deeply than the stack allows.
    return undefined;
  }
}

function isNode(value: unknown): value is ParsedNode {
  if (!isObject(value)) return false;
  const { id, key, sortOrder, path, children, properties } = value;
  return (
    isNumbered(id, key) &&
    (sortOrder === undefined || typeof sortOrder === "number") &&
    (path === undefined || Array.isArray(path)) &&
    (children === undefined || (Array.isArray(children) && children.every(isObject))) &&
    isObject(properties) &&
    faultInFields(value) === undefined &&
    PARENT_NAMES.every((name) => !Object.hasOwn(value, name))
  );
}

/** Whether an id and a key are as answers write them. */
function isNumbered(id: unknown, key: unknown): boolean {
  if (typeof id !== "number" || (id | 0) !== id) return false;
  return typeof key === "string" && parseKey(key) === key && key !== ZERO_KEY;
}

/** Whether members stand in the order in which answers have them; path and children may stand anywhere. */
function isInOrder(node: ParsedNode): boolean {
  let last = 0;
  for (const [name, value] of Object.entries(node)) {
    if (name === "path" || name === "children") continue;
    const rank = memberRank(name, typeof value !== "object" || value === null);
    if (rank < last) return false;
    last = rank;
  }
  return Object.values(node.properties).every(isProperty);
}

function isProperty(value: unknown): boolean {
  if (!isObject(value)) return false;
  let last = 0;
  for (const name of Object.keys(value)) {
    const at = PROPERTY_MEMBERS.indexOf(name);
    const rank = at < 0 ? PROPERTY_MEMBERS.length : at;
    if (rank < last) return false;
    last = rank;
  }
  return true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

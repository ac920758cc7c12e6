/** Reads the answer about one node: the node's own text. */
import { Findings } from "../formats/findings.ts";
import { NodeReader } from "../formats/json/node-reader.ts";
import { JsonCursor } from "../json/cursor.ts";
import { shown } from "../json/grammar.ts";
import { decodedText, type NodeText, parseNodeText, withoutParentNames } from "../json/node-text.ts";
import { withoutMark } from "../text/byte-order-mark.ts";
import { markOfKey } from "../tree/key.ts";
import type { Tree } from "../tree/tree.ts";
import { faultInFields } from "./record.ts";

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

/** The node that was fetched, and the mark of the key that it is listed with, if any. */
type Wanted = { id: number; listedKeyMark?: number };

/**
 * @returns the answer read; or what is wrong with it: it is no sound answer, it is about another node, a member has a JSON
 * type that it never has, or `properties` is missing or null, so that the node's values are not in it
 */
export function readNodeAnswer(body: Buffer, { id, listedKeyMark }: Wanted): NodeAnswer | Fault {
  const read = readWhole(body, "node");
  if ("fault" in read) return read;
  const { tree, hasProperties, path } = read;
  if (tree.idAt(0) !== id) return anotherThan(id);
  if (!hasProperties) return { ...NOT_THE_NODE, fault: "it has no properties" };
  const item = parseNodeText(tree.text(0, "item"));
  const fault = faultInFields(item) ?? faultInPath(path);
  if (fault !== undefined) return { ...NOT_THE_NODE, fault };
  const key = tree.keyAt(0);
  const keyMark = markOfKey(key);
  if (listedKeyMark !== undefined && listedKeyMark !== keyMark) {
    return { ...NOT_THE_NODE, fault: `its key ${key} is not the one that it is listed with` };
  }
  return { text: decodedText(withoutParentNames(tree.text(0))), sortOrder: sortOrderOf(item), keyMark };
}

/** An answer that is sound in itself. */
const NOT_THE_NODE = { isCut: false, isSound: true };

/** A missing or null path is harmless: the lists tell who is above a node, and no path is stored. */
function faultInPath(path = "null"): string | undefined {
  return path === "null" || path.startsWith("[") ? undefined : `/path must be an array, not ${shown(path)}`;
}

/** 0 where an item has none. */
export function sortOrderIn(item: NodeText<string | Buffer>): number {
  return sortOrderOf(parseNodeText(item));
}

/** The same of a node that was parsed. */
function sortOrderOf({ sortOrder }: Record<string, unknown>): number {
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

/** Reads the answer about one node: the node's own text. */

import { NodeReader } from "../formats/json/node-reader.ts";
import { JsonCursor } from "../json/cursor.ts";
import { shown } from "../json/grammar.ts";
import { decodedText, type NodeText, parseNodeText, withoutParentNames } from "../json/node-text.ts";
import { Findings } from "../site/findings.ts";
import type { Tree } from "../site/tree/tree.ts";
import { withoutMark } from "../text/byte-order-mark.ts";
import { faultInFields } from "./record.ts";

export type NodeAnswer = {
  /** As answers write it, without fields that would set a parent. */
  text: NodeText<string>;
  /** 0 if the node has none. */
  sortOrder: number;
};

export type Fault = {
  fault: string;
  /** Whether a missing end may be the cause. */
  isCut: boolean;
  /** Whether the answer is a web page. */
  isPage?: boolean;
  /** Whether the answer is well-formed, so that the next one may be valid. */
  isSound?: boolean;
};

const TEXT_ENDS = /the text ends/;

/**
 * @returns a fault if the answer is malformed, is about another node, has a member of a wrong JSON type, or lacks `properties`
 */
export function readNodeAnswer(body: Buffer, id: number): NodeAnswer | Fault {
  const read = readWhole(body, "node", { skipsChildren: true });
  if ("fault" in read) return read;
  const { tree, hasProperties, path } = read;
  if (tree.idAt(0) !== id) return anotherThan(id);
  if (!hasProperties) return { ...NOT_THE_NODE, fault: "it has no properties" };
  const item = parseNodeText(tree.text(0, "item"));
  const fault = faultInFields(item) ?? faultInPath(path);
  if (fault !== undefined) return { ...NOT_THE_NODE, fault };
  return { text: decodedText(withoutParentNames(tree.text(0))), sortOrder: sortOrderOf(item) };
}

const NOT_THE_NODE = { isCut: false, isSound: true };

/** A missing or null path is harmless: the listing has the ancestors, and no path is stored. */
function faultInPath(path = "null"): string | undefined {
  return path === "null" || path.startsWith("[") ? undefined : `/path must be an array, not ${shown(path)}`;
}

/** 0 if an item has none. */
export function sortOrderIn(item: NodeText<string | Buffer>): number {
  return sortOrderOf(parseNodeText(item));
}

function sortOrderOf({ sortOrder }: Record<string, unknown>): number {
  if (typeof sortOrder !== "number") return 0;
  // A number beyond the doubles is parsed as infinity, and the difference of two infinities is NaN.
  return Math.min(Math.max(sortOrder, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** The text of a node's fields, without `properties`; `undefined` if the tree lacks the node. */
export function fieldsOf(tree: Tree, id: number): NodeText<string> | undefined {
  const index = tree.findId(id);
  return index < 0 ? undefined : decodedText(withoutParentNames(tree.text(index, "fields")));
}

/** An answer; whether its first node has properties, and the JSON text of that node's path, if it has one. */
type WholeAnswer = { tree: Tree; hasProperties: boolean; path: string | undefined };

/**
 * Reads an answer strictly, up to its first fault.
 * @param skipsChildren whether children are not read. Default: they must be nodes
 */
export function readWhole(
  body: Buffer,
  expected: "roots" | "node",
  { skipsChildren = false } = {},
): WholeAnswer | Fault {
  const findings = new Findings();
  const cursor = JsonCursor.copyOf(withoutMark(body));
  const reader = new NodeReader("answer", cursor, findings, {
    isFlat: false,
    endsAtFault: true,
    skipsChildren,
  });
  const complete = reader.readNested();
  if (complete && reader.isArray !== (expected === "roots")) {
    return { fault: expected === "roots" ? "it is not an array of roots" : "it is not a node", isCut: false };
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
  return { ...NOT_THE_NODE, fault: `it is not about node ${id}` };
}

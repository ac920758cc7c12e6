/** Reads the answer about one node: the node's own text. */

import { shown } from "../json/grammar.ts";
import { decodedText, type NodeText, parseNodeText, withoutParentNames } from "../json/node-text.ts";
import type { Tree } from "../site/tree/tree.ts";
import { type Fault, readAnswer } from "./answer.ts";
import { faultInFields } from "./record.ts";

export type NodeAnswer = {
  /** The node as answers write it, without fields that would set a parent. */
  text: NodeText<string>;
  /** 0 if the node has none. */
  sortOrder: number;
};

/**
 * @returns a fault if the answer is malformed, is about another node, has a member of a wrong JSON type, or lacks `properties`
 */
export function readNodeAnswer(body: Buffer, id: number): NodeAnswer | Fault {
  const read = readAnswer(body, "node", { skipsChildren: true });
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
function faultInPath(path = "[]"): string | undefined {
  return path.startsWith("[") ? undefined : `/path must be an array, not ${shown(path)}`;
}

/** 0 if an item has none. */
export function sortOrderOfItem(item: NodeText<string | Buffer>): number {
  return sortOrderOf(parseNodeText(item));
}

function sortOrderOf({ sortOrder }: Record<string, unknown>): number {
  if (typeof sortOrder !== "number") return 0;
  // A number beyond the doubles is parsed as infinity, and the difference of two infinities is NaN.
  return Math.min(Math.max(sortOrder, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** The text of a node's fields, without `properties`; `undefined` if the tree lacks the node. */
export function fieldsOfNode(tree: Tree, id: number): NodeText<string> | undefined {
  const index = tree.findId(id);
  return index < 0 ? undefined : decodedText(withoutParentNames(tree.text(index, "fields")));
}

export function anotherThan(id: number): Fault {
  return { ...NOT_THE_NODE, fault: `it is not about node ${id}` };
}

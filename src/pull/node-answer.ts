/** Reads what a server answered about one node: its own text. */
import { Findings } from "../formats/findings.ts";
import { NestedReader } from "../formats/json/nested-reader.ts";
import { readFrom } from "../json/byte-window.ts";
import { decodedText, type NodeText, parseNodeText, withoutParentNames } from "../json/node-text.ts";
import type { Tree } from "../tree/tree.ts";
import { readCanonicalNode } from "./canonical-answer.ts";

export type NodeAnswer = {
  /** In the form that answers have, without fields that would name a parent. */
  text: NodeText<string>;
  /** 0 where the node has none. */
  sortOrder: number;
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

/**
 * @returns the answer read; or what is wrong with it, where it is no sound answer, one about another node than `id`, or the
 * node's item alone: whether a node has no properties, or an answer leaves them out, cannot be told apart
 */
export function readNodeAnswer(body: Buffer, id: number): NodeAnswer | Fault {
  const quick = readCanonicalNode(body);
  if (quick) return quick.id === id ? quick : anotherThan(id);
  const read = readWhole(body, "node");
  if ("fault" in read) return read;
  const { tree, hasProperties } = read;
  if (tree.idAt(0) !== id) return anotherThan(id);
  return hasProperties ? answerAt(tree, 0) : { fault: "it has no properties", isCut: false, isSound: true };
}

function answerAt(tree: Tree, place: number): NodeAnswer {
  const text = decodedText(withoutParentNames(tree.text(place)));
  return { text, sortOrder: sortOrderIn(tree.text(place, "item")) };
}

/** 0 where an item has none. */
export function sortOrderIn(item: NodeText<string | Buffer>): number {
  const { sortOrder } = parseNodeText(item);
  if (typeof sortOrder !== "number") return 0;
  // One beyond what doubles hold is parsed as an infinity, which a journal's line could not write.
  return Math.min(Math.max(sortOrder, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** The text of a node's fields, without `properties`; `undefined` where the tree does not hold the node. */
export function fieldsOf(tree: Tree, id: number): NodeText<string> | undefined {
  const place = tree.findId(id);
  return place < 0 ? undefined : decodedText(withoutParentNames(tree.text(place, "fields")));
}

/** Reads an answer whole, and strictly. */
export function readTree(body: Buffer, expected: "roots" | "node"): Tree | Fault {
  const read = readWhole(body, expected);
  return "fault" in read ? read : read.tree;
}

function readWhole(body: Buffer, expected: "roots" | "node"): { tree: Tree; hasProperties: boolean } | Fault {
  const findings = new Findings();
  const reader = new NestedReader("answer", readFrom([body]), findings, body.length);
  const complete = reader.readToFault();
  if (complete && reader.isArray !== (expected === "roots")) {
    return { fault: expected === "roots" ? "it is no array of roots" : "it is no node", isCut: false };
  }
  const tree = complete && findings.errorCount === 0 ? reader.build() : undefined;
  if (tree && findings.errorCount === 0) return { tree, hasProperties: reader.nodes.firstHasProperties };
  if (/^\s*</.test(body.toString("latin1", 0, 64))) {
    return { fault: "it is a web page", isCut: false, isPage: true };
  }
  const [fault] = findings.errorLines();
  return { fault, isCut: !complete && TEXT_ENDS.test(fault) };
}

export function anotherThan(id: number): Fault {
  return { fault: `it is about another node than ${id}`, isCut: false, isSound: true };
}

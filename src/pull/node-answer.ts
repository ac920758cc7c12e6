/** Reads what a server answered about one node or the roots: the node's own text, and who its relatives list as children. */
import { withoutMark } from "../byte-order-mark.ts";
import { Findings } from "../formats/findings.ts";
import { NestedReader } from "../formats/json/nested-reader.ts";
import { readFrom } from "../json/byte-window.ts";
import type { Tree } from "../tree/tree.ts";
import { LastPath, type ParsedNode, readCanonicalNode } from "./canonical-answer.ts";
import { fieldsText, nodeText } from "./node-text.ts";

/** Nodes, and the ids of their children in the order of the answer. */
export type Lists = Map<number, number[]>;

export type NodeAnswer = {
  /** `{"id":…,"properties":{…}` without the closing brace, in the form that answers have. */
  text: string;
  /** 0 where the node has none. */
  sortOrder: number;
  /** All lists of children in the answer: the node's own, those below it, and those that its path brought along. */
  lists: Lists;
};

/** What is wrong with an answer, and whether that may be because its end is missing. */
export type Fault = { fault: string; isCut: boolean };

type Item = { id?: unknown; children?: unknown; path?: unknown };

/** An answer that goes so many levels below a node lists its children, and theirs. */
export const LEVELS_LISTED = 2;

/** What was asked for: a node, its level, and how deep the answer was to go. */
export type WantedNode = { id: number; level: number; maxLevel: number };

/**
 * @param lastPath saves time where answers about siblings are read one after the other
 * @returns the answer read; or what is wrong with it, where it is no sound answer or one about another node than `id`
 */
export function readNodeAnswer(
  body: Buffer,
  { id, level, maxLevel }: WantedNode,
  lastPath = new LastPath(),
): NodeAnswer | Fault {
  const read = readCanonicalNode(body, lastPath) ?? readAnyNode(body);
  if ("fault" in read) return read;
  const { node, text } = read;
  if (node.id !== id) return { fault: `it is about another node than ${id}`, isCut: false };
  const lists: Lists = new Map();
  // An answer to the lowest limit lists nobody.
  if (maxLevel > 0) {
    const path = pathOf(node);
    if (path.length === level - 1) path.forEach((root, i) => void collectLists(root, i + 1, maxLevel, lists));
    collectLists(node, level, maxLevel, lists);
  }
  return { text, sortOrder: node.sortOrder ?? 0, lists };
}

function readAnyNode(body: Buffer): { node: ParsedNode; text: string } | Fault {
  const tree = readTree(body, "node");
  if ("fault" in tree) return tree;
  return { node: JSON.parse(withoutMark(body).toString("utf8")), text: nodeText(tree, 0).toString() };
}

/** What a listing tells about nodes that cannot be had themselves. */
export type Listing = {
  /** The roots, or the one node. */
  roots: number[];
  /** The one node's ancestors, root first. */
  ancestors: number[];
  lists: Lists;
  /** The text of a node's item, without properties; `undefined` where the listing does not hold the node. */
  itemText: (id: number) => string | undefined;
};

/**
 * Reads the answer of a root operation, or about one node, for whom it lists.
 * @param level the level of the node or the roots
 */
export function readListing(
  body: Buffer,
  expected: "roots" | "node",
  { level, maxLevel }: Omit<WantedNode, "id">,
): Listing | Fault {
  const tree = readTree(body, expected);
  if ("fault" in tree) return tree;
  const parsed: Item | Item[] = JSON.parse(withoutMark(body).toString("utf8"));
  const items: Item[] = Array.isArray(parsed) ? parsed : [parsed];
  const lists: Lists = new Map();
  for (const item of items) collectLists(item, level, maxLevel, lists);
  return {
    roots: idsOf(items),
    ancestors: Array.isArray(parsed) ? [] : idsOf(pathOf(parsed)),
    lists,
    itemText: (id) => {
      const place = tree.findId(id);
      return place < 0 ? undefined : fieldsText(tree, place).toString();
    },
  };
}

function pathOf({ path }: Item): Item[] {
  return Array.isArray(path) ? path : [];
}

function readTree(body: Buffer, expected: "roots" | "node"): Tree | Fault {
  const findings = new Findings();
  const reader = new NestedReader("answer", readFrom([body]), findings, body.length);
  const complete = reader.read();
  if (complete && reader.isArray !== (expected === "roots")) {
    return { fault: expected === "roots" ? "it is no array of roots" : "it is no node", isCut: false };
  }
  const tree = complete ? reader.build() : undefined;
  if (tree && findings.errorCount === 0) return tree;
  if (/^\s*</.test(body.toString("latin1", 0, 64))) return { fault: "it is a web page", isCut: false };
  return { fault: findings.errorLines()[0], isCut: !complete };
}

/**
 * Takes in the lists of children above the limit: at the limit they are cut, which some servers write as an empty list.
 * Walks without recursion, since trees can be deep.
 */
function collectLists(root: Item, rootLevel: number, maxLevel: number, lists: Lists): void {
  let items = [root];
  for (let level = rootLevel; level < maxLevel && items.length > 0; level++) {
    const below: Item[] = [];
    for (const item of items) {
      if (!Array.isArray(item?.children)) continue;
      if (typeof item.id === "number") lists.set(item.id, idsOf(item.children));
      for (const child of item.children) below.push(child);
    }
    items = below;
  }
}

function idsOf(items: readonly Item[]): number[] {
  return items.map((item) => item?.id).filter((id) => typeof id === "number");
}

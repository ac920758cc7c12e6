/** Reads what a server answered for whom it lists below the roots or a node: tolerantly, as one bad item must not cost the list. */
import { type LeanItem, type LeanItems, readLean } from "../formats/lean-answer.ts";
import { readRemoteAnswer } from "../formats/remote-answer.ts";
import { readObjects, withoutMembers } from "../json/json-in-memory.ts";
import { JsonSyntaxError } from "../json/line-scanner.ts";
import type { NodeText } from "../json/node-text.ts";
import type { Target } from "../source.ts";
import { placeOf } from "../sources/tree-answers.ts";
import type { Tree } from "../tree/tree.ts";
import { lackOf } from "./list-lack.ts";
import {
  anotherThan,
  type Fault,
  fieldsOf,
  type NodeAnswer,
  readNodeAnswer,
  readTree,
} from "./node-answer.ts";

/** Nodes, and the ids of their children in the order of the answer. */
export type Lists = Map<number, readonly number[]>;

/** Gives the text of a node's item, without properties; `undefined` where an answer does not hold the node. */
export type ItemText = (id: number) => NodeText<string> | undefined;

/** Whom an answer lists. Nodes without `children`, or with some that are no nodes, are not in `lists`. */
type ListAnswer = { lists: Lists; itemText: ItemText };

type RootLists = ListAnswer & {
  roots: readonly number[];
  /** What is wrong with the list of roots, if anything. */
  lack: string | undefined;
};

/** An answer about one node. */
type NodeLists = ListAnswer & {
  /** What else it tells about the node, where it is sound. */
  own: NodeAnswer | undefined;
  /** What is wrong with the node's own list, if anything. */
  lack: string | undefined;
};

/**
 * What was asked for: a node, its level in the tree as it is, and how deep the answer was to go; without `maxLevel` it lists
 * the children of the node itself, whatever levels the site has.
 */
type WantedLists = { id: number; level: number; maxLevel: number | undefined };

const NOBODY: readonly number[] = [];
/** What an item's own text does not have. */
const AROUND_ITEM = ["children", "path"];

/** The way to a node: its ancestors, root first, then itself. */
type Way = { ids: number[]; itemText: ItemText };

/** Reads the answer of a root operation, so many levels deep. */
export function readRootLists(body: Buffer, levels: number): RootLists | Fault {
  const items = readLean(body);
  if (!Array.isArray(items)) return faultOf(body, "roots");
  const roots = knownIdsOf(items);
  const { lack, hasKeys = false } = lackOf(items, body, "roots") ?? {};
  // Where nothing in it is like a node, something else has answered.
  if (lack !== undefined && roots.length === 0 && !hasKeys) return faultOf(body, "roots");
  return { roots, lack, lists: listsIn(items, levels - 1), itemText: itemTextIn(body, "roots") };
}

/** Reads an answer about one node for all that it lists below it. */
export function readSubtree(body: Buffer, id: number): ListAnswer | Fault {
  const item = readLean(body);
  if (item === undefined || Array.isArray(item)) return faultOf(body, "node");
  if (item.id !== id) return anotherThan(id);
  return { lists: listsIn([item], Number.POSITIVE_INFINITY), itemText: itemTextIn(body, "node") };
}

/** Reads an answer about one node for whom it lists, and whom its ancestors list where `path` tells. */
export function readNodeLists(body: Buffer, wanted: WantedLists): NodeLists | Fault {
  const { id } = wanted;
  const item = readLean(body);
  if (item === undefined || Array.isArray(item)) return faultOf(body, "node");
  if (item.id !== id) return anotherThan(id);
  const lists = listsAround(item, wanted);
  const lack = item.children ? lackOf(item.children, body, "children")?.lack : "without children";
  if (lack !== undefined && item.children) lists.set(id, knownIdsOf(item.children));
  const own = readNodeAnswer(body, id);
  return { lists, lack, own: "fault" in own ? undefined : own, itemText: itemTextIn(body, "node") };
}

/** The lists of a node and of those below it, and of its ancestors where `path` tells all of them. */
function listsAround(item: LeanItem, { level, maxLevel }: WantedLists): Lists {
  if (maxLevel === undefined) return listsIn([item], 1);
  const lists = listsIn([item], maxLevel - level);
  const { path = [] } = item;
  if (path.length === level - 1) {
    path.forEach((ancestor, i) => void collect([ancestor], maxLevel - i - 1, lists));
  }
  return lists;
}

/** Reads an answer about one node for its ancestors. */
export function readWay(body: Buffer, target: Exclude<Target, { by: "root" }>): Way | Fault {
  const read = readRemoteAnswer(body, "node");
  if ("errors" in read) return faultOf(body, "node", read.errors[0]);
  const { tree, level } = read;
  const place = placeOf(tree, target);
  if (place !== level - 1) return { fault: "it is about another node", isCut: false };
  const ids = Array.from({ length: level }, (_, ancestor) => tree.idAt(ancestor));
  return { ids, itemText: (id) => fieldsOf(tree, id) };
}

/** The lists of items, so many levels deep and no deeper: at the limit they are cut, which some servers write as an empty list. */
function listsIn(items: LeanItems, levels: number): Lists {
  const lists: Lists = new Map();
  collect(items, levels, lists);
  return lists;
}

/** Walks without recursion, since trees can be deep. What one item is listed with in several places, it lists together. */
function collect(top: LeanItems, levels: number, lists: Lists): void {
  let items = top;
  for (let left = levels; left > 0 && items.length > 0; left--) {
    const below: (LeanItem | null)[] = [];
    for (const item of items) {
      if (!item?.children) continue;
      takeList(item.id, item.children, lists);
      for (const child of item.children) if (child?.children) below.push(child);
    }
    items = below;
  }
}

function takeList(id: LeanItem["id"], children: LeanItems, lists: Lists): void {
  const ids = idsOf(children);
  if (id !== undefined && ids) lists.set(id, together(ids, lists.get(id)));
}

function together(ids: readonly number[], others: readonly number[] = NOBODY): readonly number[] {
  return others.length > 0 ? [...ids, ...others] : ids;
}

/** @returns `undefined` where one of them is no node that could be asked for */
function idsOf(items: LeanItems): readonly number[] | undefined {
  const ids = knownIdsOf(items);
  return ids.length === items.length ? ids : undefined;
}

function knownIdsOf(items: LeanItems): readonly number[] {
  if (items.length === 0) return NOBODY;
  const ids: number[] = [];
  for (const item of items) if (item?.id !== undefined) ids.push(item.id);
  return ids;
}

/** What is wrong with a body that is not as it is to be. */
function faultOf(body: Buffer, expected: "roots" | "node", otherwise = `it is no ${expected}`): Fault {
  const tree = readTree(body, expected);
  return "fault" in tree ? tree : { fault: otherwise, isCut: false };
}

/** Reads the answer strictly only when an item's text is asked for; where that fails, the item alone. */
function itemTextIn(body: Buffer, expected: "roots" | "node"): ItemText {
  let tree: Tree | Fault | undefined;
  let items: ReadonlyMap<number, Buffer> | undefined;
  return (id) => {
    tree ??= readTree(body, expected);
    if (!("fault" in tree)) return fieldsOf(tree, id);
    items ??= itemsIn(body);
    return looseItemText(items.get(id), id);
  };
}

/** The bytes of each item of an answer in which some are at fault. */
function itemsIn(body: Buffer): ReadonlyMap<number, Buffer> {
  const items = new Map<number, Buffer>();
  readLean(body, ({ id }, json) => void (id !== undefined && items.set(id, json)));
  return items;
}

/** The text of one of them. */
function looseItemText(json: Buffer | undefined, id: number): NodeText<string> | undefined {
  try {
    const [members] = (json && readObjects(json)) ?? [];
    if (members === undefined) return undefined;
    const alone = readTree(Buffer.from(withoutMembers(members, AROUND_ITEM)), "node");
    return "fault" in alone ? undefined : fieldsOf(alone, id);
  } catch (error) {
    // The fault may lie in it.
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** Reads what a server answered for whom it lists below the roots or a node: tolerantly, as one bad item must not cost the list. */
import { type LeanItem, type LeanItems, readLean } from "../formats/lean-answer.ts";
import { readRemoteAnswer } from "../formats/remote-answer.ts";
import type { Target } from "../source.ts";
import { placeOf } from "../sources/directory.ts";
import { isKeyOfId, markOfKey } from "../tree/key.ts";
import { type ItemText, itemTextIn } from "./item-text.ts";
import { lackOf } from "./list-lack.ts";
import {
  anotherThan,
  type Fault,
  fieldsOf,
  type NodeAnswer,
  readNodeAnswer,
  readWhole,
} from "./node-answer.ts";

/** Nodes, and the ids of their children in the order of the answer. */
export type Lists = Map<number, readonly number[]>;

/** What an answer lists: of each node that has a key, its id, and behind it what tells the key from others (`markOfKey`). */
export type KeyMarks = readonly number[];

/** What an answer tells of the nodes that it lists: with which keys, and their texts. */
export type ToldItems = { keyMarks: KeyMarks; itemText: ItemText };

/** The same, and of whom it has the items. */
export type ListedItems = ToldItems & { ids: readonly number[] };

/** Whom an answer lists. Nodes without `children`, or with some that are no nodes, are not in `lists`. */
type ListAnswer = ToldItems & { lists: Lists };
/** The same, while it is gathered. */
type Listed = { lists: Lists; keyMarks: number[] };

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
type WantedLists = { id: number; level: number; listedKeyMark?: number; maxLevel: number | undefined };

const NOBODY: readonly number[] = [];

/** Reads the answer of a root operation, so many levels deep. */
export function readRootLists(body: Buffer, levels: number): RootLists | Fault {
  const items = readLean(body);
  if (!Array.isArray(items)) return faultOf(body, "roots");
  const roots = knownIdsOf(items);
  const { lack, hasKeys = false } = lackOf(items, body, "roots") ?? {};
  // Where nothing in it is like a node, something else has answered.
  if (lack !== undefined && roots.length === 0 && !hasKeys) return faultOf(body, "roots");
  const listed = listedIn(items, levels - 1);
  takeKeys(items, listed);
  return { roots, lack, ...listed, itemText: itemTextIn(body, "roots") };
}

/** Reads an answer about one node for all that it lists below it. */
export function readSubtree(body: Buffer, id: number): ListAnswer | Fault {
  const item = readItem(body, id);
  if ("fault" in item) return item;
  return { ...listedIn([item], Number.POSITIVE_INFINITY), itemText: itemTextIn(body, "node") };
}

/** Reads an answer about one node for whom it lists, and whom its ancestors list where `path` tells. */
export function readNodeLists(body: Buffer, wanted: WantedLists): NodeLists | Fault {
  const { id } = wanted;
  const item = readItem(body, id);
  if ("fault" in item) return item;
  const listed = listedAround(item, wanted);
  const lack = item.children ? lackOf(item.children, body, "children")?.lack : "without children";
  if (lack !== undefined && item.children) listed.lists.set(id, knownIdsOf(item.children));
  const own = readNodeAnswer(body, wanted);
  return { ...listed, lack, own: "fault" in own ? undefined : own, itemText: itemTextIn(body, "node") };
}

function readItem(body: Buffer, id: number): LeanItem | Fault {
  const item = readLean(body);
  if (item === undefined || Array.isArray(item)) return faultOf(body, "node");
  return item.id === id ? item : anotherThan(id);
}

/** The lists of a node and of those below it, and of its ancestors where `path` tells all of them. */
function listedAround(item: LeanItem, { level, maxLevel }: WantedLists): Listed {
  if (maxLevel === undefined) return listedIn([item], 1);
  const listed = listedIn([item], maxLevel - level);
  const { path = [] } = item;
  if (path.length === level - 1) {
    path.forEach((ancestor, i) => void collect([ancestor], maxLevel - i - 1, listed));
  }
  return listed;
}

/** Reads an answer about one node for the way to it: its ancestors, root first, then itself. */
export function readWay(body: Buffer, target: Exclude<Target, { by: "root" }>): ListedItems | Fault {
  const read = readRemoteAnswer(body, "node");
  if ("errors" in read) return faultOf(body, "node", read.errors[0]);
  const { tree, level, hasPath } = read;
  // Without its ancestors the node would be copied as a root.
  if (!hasPath) return { fault: "it has no path", isCut: false };
  const place = placeOf(tree, target);
  if (place !== level - 1) return { fault: "it is about another node", isCut: false };
  const ids = Array.from({ length: level }, (_, ancestor) => tree.idAt(ancestor));
  const keyMarks = ids.flatMap((id, ancestor) => {
    const key = tree.keyAt(ancestor);
    return isKeyOfId(key, id) ? [] : [id, markOfKey(key)];
  });
  return { ids, keyMarks, itemText: (id) => fieldsOf(tree, id) };
}

/** The lists of items, so many levels deep and no deeper: at the limit they are cut, which some servers write as an empty list. */
function listedIn(items: LeanItems, levels: number): Listed {
  const listed: Listed = { lists: new Map(), keyMarks: [] };
  collect(items, levels, listed);
  return listed;
}

/** Walks without recursion, since trees can be deep. What one item is listed with in several places, it lists together. */
function collect(top: LeanItems, levels: number, listed: Listed): void {
  let items = top;
  for (let left = levels; left > 0 && items.length > 0; left--) {
    const below: (LeanItem | null)[] = [];
    for (const item of items) {
      if (!item?.children) continue;
      takeList(item.id, item.children, listed);
      for (const child of item.children) if (child?.children) below.push(child);
    }
    items = below;
  }
}

function takeList(id: LeanItem["id"], children: LeanItems, listed: Listed): void {
  const ids = idsOf(children);
  if (id !== undefined && ids) listed.lists.set(id, together(ids, listed.lists.get(id)));
  takeKeys(children, listed);
}

function takeKeys(items: LeanItems, { keyMarks }: Listed): void {
  for (const item of items) {
    if (item?.id !== undefined && item.keyMark !== undefined) keyMarks.push(item.id, item.keyMark);
  }
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
  const answer = readWhole(body, expected);
  return "fault" in answer ? { ...answer, isSound: undefined } : { fault: otherwise, isCut: false };
}

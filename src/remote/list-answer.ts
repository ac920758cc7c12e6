/** Reads list answers: roots and children. A list with an item that is not a node is incomplete. */

import type { NodeText } from "../json/node-text.ts";
import type { Target } from "../site/source.ts";
import {
  type AnswerTree,
  anotherThanExpected,
  type Expected,
  type Fault,
  readAnswer,
  readAnswerAbout,
} from "./answer.ts";
import { type OutlineItem, type OutlineItems, readAnswerOutline } from "./answer-outline.ts";
import { anotherThan, fieldsOfNode, type NodeAnswer, readNodeAnswer } from "./node-answer.ts";
import { membersOf, withoutWrongFields } from "./record.ts";

/** The ids of nodes' children, in the order of the answer. */
export type Lists = Map<number, readonly number[]>;

/** The texts of an answer's items. */
export type AnswerItems = { itemText: ItemText };

/** The same, and the ids of the items. */
export type ListedItems = AnswerItems & { ids: readonly number[] };

/** A list answer. `lists` lacks nodes without `children`, or with items that are not nodes. */
type ListAnswer = AnswerItems & { lists: Lists };

type RootLists = ListAnswer & {
  roots: readonly number[];
  /** What is wrong with the list of roots, if anything, in words that follow "answered". */
  gap: string | undefined;
};

/** An answer about one node. */
export type NodeLists = ListAnswer & {
  /** The node's own answer, if it is valid. */
  own: NodeAnswer | undefined;
  /** The same for the node's own list. */
  gap: string | undefined;
};

/**
 * The node that was fetched, its level in the tree as it is listed, and the `maxLevel` of the request; without one, the answer has the
 * node's children, whatever the site's own levels are.
 */
type WantedLists = { id: number; level: number; maxLevel: number | undefined };

const NO_IDS: readonly number[] = [];

/** Reads the answer of a root operation, down to a level. */
export function readRootLists(body: Buffer, levels: number): RootLists | Fault {
  const items = readAnswerOutline(body);
  if (!Array.isArray(items)) return faultOfAnswer(body, "roots");
  const roots = idsOfItems(items);
  const gap = gapInList(items, roots, "roots");
  // If no item is a node, the answer is something else.
  if (gap !== undefined && roots.length === 0) return faultOfAnswer(body, "roots");
  return { roots, gap, lists: listsIn(items, levels - 1), itemText: itemTextIn(body, "roots") };
}

/** Reads all lists below a node. */
export function readSubtree(body: Buffer, id: number): ListAnswer | Fault {
  const item = readItem(body, id);
  if ("fault" in item) return item;
  return { lists: listsIn([item], Number.POSITIVE_INFINITY), itemText: itemTextIn(body, "node") };
}

/** Reads the lists of a node and its descendants, and of its ancestors if `path` has them. */
export function readNodeLists(body: Buffer, wanted: WantedLists): NodeLists | Fault {
  const { id } = wanted;
  const item = readItem(body, id);
  if ("fault" in item) return item;
  const lists = listsAround(item, wanted);
  const ids = item.children && idsOfItems(item.children);
  const gap = item.children && ids ? gapInList(item.children, ids, "children") : "without children";
  if (gap !== undefined && ids) lists.set(id, ids);
  const own = readNodeAnswer(body, id);
  return { lists, gap, own: "fault" in own ? undefined : own, itemText: itemTextIn(body, "node") };
}

function readItem(body: Buffer, id: number): OutlineItem | Fault {
  const item = readAnswerOutline(body);
  if (item === undefined || Array.isArray(item)) return faultOfAnswer(body, "node");
  return item.id === id ? item : anotherThan(id);
}

/** The lists of a node and its descendants, and of its ancestors if `path` has all of them. */
function listsAround(item: OutlineItem, { level, maxLevel }: WantedLists): Lists {
  if (maxLevel === undefined) return listsIn([item], 1);
  const lists = listsIn([item], maxLevel - level);
  const { path = [] } = item;
  if (path.length === level - 1) {
    path.forEach((ancestor, i) => void collectLists([ancestor], maxLevel - i - 1, lists));
  }
  return lists;
}

/** Reads the path to a node: its ancestors, root first, then the node itself. */
export function readPath(body: Buffer, target: Exclude<Target, { by: "root" }>): ListedItems | Fault {
  const read = readAnswerAbout(body, target);
  if ("fault" in read) return { ...read, isSound: undefined };
  const { tree, level, path } = read;
  // Without its ancestors the node would be copied as a root.
  if (path === undefined) return { fault: "it has no path", isCut: false };
  const ids = Array.from({ length: level }, (_, ancestor) => tree.idAt(ancestor));
  return { ids, itemText: (id) => fieldsOfNode(tree, id) };
}

/** The lists of items, down to a level: some servers write an empty list at the level that cuts. */
function listsIn(items: OutlineItems, levels: number): Lists {
  const lists: Lists = new Map();
  collectLists(items, levels, lists);
  return lists;
}

/** If several items list children of one node, it lists all of them. */
function collectLists(items: OutlineItems, levels: number, lists: Lists): void {
  if (levels <= 0) return;
  for (const item of items) {
    if (!item?.children) continue;
    const { id, children } = item;
    const ids = idsOfItems(children);
    // A list with an item that is not a node is incomplete.
    if (id !== undefined && ids.length === children.length) {
      lists.set(id, [...(lists.get(id) ?? []), ...ids]);
    }
    collectLists(children, levels - 1, lists);
  }
}

function idsOfItems(items: OutlineItems): readonly number[] {
  if (items.length === 0) return NO_IDS;
  const ids: number[] = [];
  for (const item of items) if (item?.id !== undefined) ids.push(item.id);
  return ids;
}

/** The fault of a body that is not such an answer. */
function faultOfAnswer(body: Buffer, expected: Expected): Fault {
  const answer = readAnswer(body, expected);
  return "fault" in answer ? { ...answer, isSound: undefined } : anotherThanExpected(expected);
}

/** @returns `undefined` if all items are nodes; else what is wrong, in words that follow "answered" */
function gapInList(
  items: OutlineItems,
  ids: readonly number[],
  what: "roots" | "children",
): string | undefined {
  const count = items.length - ids.length;
  return count === 0 ? undefined : `with ${count} of ${items.length} ${what} that are not nodes`;
}

/** Returns the text of a node's item, without properties; `undefined` if the answer lacks the node, or is malformed. */
type ItemText = (id: number) => NodeText<string> | undefined;

/** Reads the answer strictly at the first call. */
function itemTextIn(body: Buffer, expected: Expected): ItemText {
  let answer: AnswerTree | Fault | undefined;
  return (id) => {
    answer ??= readAnswer(body, expected);
    const text = "tree" in answer ? fieldsOfNode(answer.tree, id) : undefined;
    return text && withoutWrongFields(text);
  };
}

/** Whether an item of an answer has a member of a name; the items are read at the first call. */
export function hasMemberIn(ids: readonly number[], itemText: ItemText): (name: string) => boolean {
  let names: Set<string> | undefined;
  return (name) => {
    const items = names ? [] : ids.map(itemText).filter((item) => item !== undefined);
    names ??= new Set(items.flatMap((item) => membersOf(item).map((member) => member.name)));
    return names.has(name);
  };
}

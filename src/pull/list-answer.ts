/** Reads what a server answered for whom it lists below the roots or a node: tolerantly, as one bad item must not cost the list. */
import { withoutMark } from "../byte-order-mark.ts";
import { readRemoteAnswer } from "../formats/remote-answer.ts";
import type { NodeText } from "../json/node-text.ts";
import { HIGHEST_LEVEL } from "../operations.ts";
import type { Target } from "../source.ts";
import type { Tree } from "../tree/tree.ts";
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
export type ListAnswer = { lists: Lists; itemText: ItemText };

/** An answer about one node. */
export type NodeLists = ListAnswer & {
  /** What else it tells about the node, where it is sound. */
  own: NodeAnswer | undefined;
  /** What is wrong with the node's own list, if anything. */
  lack: string | undefined;
};

/**
 * What was asked for: a node, its level in the tree as it is, and how deep the answer was to go; without `maxLevel` it lists
 * the children of the node itself, whatever levels the site has.
 */
export type WantedLists = { id: number; level: number; maxLevel: number | undefined };

/** The way to a node: its ancestors, root first, then itself. */
export type Way = { ids: number[]; itemText: ItemText };

const NOBODY: readonly number[] = [];

type Item = { id?: unknown; children?: unknown; path?: unknown };

/** Reads the answer of a root operation, so many levels deep. */
export function readRootLists(
  body: Buffer,
  levels: number,
): (ListAnswer & { roots: readonly number[] }) | Fault {
  const strict = levels === HIGHEST_LEVEL ? readTree(body, "roots") : undefined;
  if (strict && "tree" in strict && strict.isWhole) return allIn(strict.tree);
  const items = parsed(body);
  if (!Array.isArray(items)) return faultOf(body, "roots");
  const roots = idsOf(items);
  if (roots === undefined) return faultOf(body, "roots");
  return { roots, lists: listsIn(items, levels - 1), itemText: itemTextIn(body, "roots", items) };
}

/** Reads an answer about one node for all that it lists below it. */
export function readSubtree(body: Buffer, id: number): ListAnswer | Fault {
  const strict = readTree(body, "node");
  if ("tree" in strict && strict.isWhole && strict.tree.idAt(0) === id) return allIn(strict.tree);
  const item = parsed(body);
  if (!isItem(item)) return faultOf(body, "node");
  if (item.id !== id) return anotherThan(id);
  return { lists: listsIn([item], Number.POSITIVE_INFINITY), itemText: itemTextIn(body, "node", [item]) };
}

/** Reads an answer about one node for whom it lists, and whom its ancestors list where `path` tells. */
export function readNodeLists(body: Buffer, { id, level, maxLevel }: WantedLists): NodeLists | Fault {
  const item = parsed(body);
  if (!isItem(item)) return faultOf(body, "node");
  if (item.id !== id) return anotherThan(id);
  const lists = listsIn([item], maxLevel === undefined ? 1 : maxLevel - level);
  const path = Array.isArray(item.path) && maxLevel !== undefined ? item.path : [];
  if (path.length === level - 1) {
    path.forEach((ancestor, i) => void collect([ancestor], Number(maxLevel) - i - 1, lists));
  }
  const lack = lackOf(item.children);
  if (lack !== undefined && Array.isArray(item.children)) lists.set(id, item.children.flatMap(idOf));
  const own = readNodeAnswer(body, id);
  return { lists, lack, own: "fault" in own ? undefined : own, itemText: itemTextIn(body, "node", [item]) };
}

/** Reads an answer about one node for its ancestors. */
export function readWay(body: Buffer, target: Exclude<Target, { by: "root" }>): Way | Fault {
  const read = readRemoteAnswer(body, "node");
  if ("errors" in read) return faultOf(body, "node", read.errors[0]);
  const { tree, level } = read;
  const place = target.by === "id" ? tree.findId(target.id) : tree.findKey(target.key);
  if (place !== level - 1) return { fault: "it is about another node", isCut: false };
  const ids = Array.from({ length: level }, (_, ancestor) => tree.idAt(ancestor));
  return { ids, itemText: (id) => fieldsOf(tree, id) };
}

/** All that a tree lists. It takes a third of the memory that parsed items do. */
function allIn(tree: Tree): ListAnswer & { roots: readonly number[] } {
  const { parent, end } = tree.columns;
  const roots: number[] = [];
  const lists: Lists = new Map();
  /** The lists of nodes that have children, at the places of those nodes. */
  const open = new Map<number, number[]>();
  for (let place = 0; place < tree.size; place++) {
    const id = tree.idAt(place);
    (open.get(parent[place]) ?? roots).push(id);
    if (end[place] > place + 1) open.set(place, []);
    lists.set(id, open.get(place) ?? NOBODY);
  }
  return { roots, lists, itemText: (id) => fieldsOf(tree, id) };
}

/** The lists of items, so many levels deep and no deeper: at the limit they are cut, which some servers write as an empty list. */
function listsIn(items: readonly unknown[], levels: number): Lists {
  const lists: Lists = new Map();
  collect(items, levels, lists);
  return lists;
}

/** Walks without recursion, since trees can be deep. What one item is listed with in several places, it lists together. */
function collect(top: readonly unknown[], levels: number, lists: Lists): void {
  let items = top;
  for (let left = levels; left > 0 && items.length > 0; left--) {
    const below: unknown[] = [];
    for (const item of items) {
      if (!isItem(item) || !Array.isArray(item.children)) continue;
      const ids = idsOf(item.children);
      if (isId(item.id) && ids) lists.set(item.id, [...ids, ...(lists.get(item.id) ?? [])]);
      for (const child of item.children) below.push(child);
    }
    items = below;
  }
}

function lackOf(children: unknown): string | undefined {
  if (!Array.isArray(children)) return "without children";
  const count = children.filter((child) => idOf(child).length === 0).length;
  return count === 0 ? undefined : `with ${count} of ${children.length} children that are no nodes`;
}

/** @returns `undefined` where one of them is no node that could be asked for */
function idsOf(items: readonly unknown[]): number[] | undefined {
  const ids = items.flatMap(idOf);
  return ids.length === items.length ? ids : undefined;
}

function idOf(item: unknown): number[] {
  return isItem(item) && isId(item.id) ? [item.id] : [];
}

function isItem(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is number {
  return typeof value === "number" && (value | 0) === value;
}

/** What is wrong with a body that is not as it is to be. */
function faultOf(body: Buffer, expected: "roots" | "node", otherwise = `it is no ${expected}`): Fault {
  const read = readTree(body, expected);
  return "fault" in read ? read : { fault: otherwise, isCut: false };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(withoutMark(body).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Reads the answer strictly only when an item's text is asked for; where that fails, the item alone. */
function itemTextIn(body: Buffer, expected: "roots" | "node", items: readonly unknown[]): ItemText {
  let read: ReturnType<typeof readTree> | undefined;
  return (id) => {
    read ??= readTree(body, expected);
    if ("tree" in read) return fieldsOf(read.tree, id);
    const item = find(items, id);
    if (item === undefined) return undefined;
    const { children, path, ...fields } = item;
    const alone = readTree(Buffer.from(JSON.stringify(fields)), "node");
    return "fault" in alone ? undefined : fieldsOf(alone.tree, id);
  };
}

function find(top: readonly unknown[], id: number): Item | undefined {
  const rest = [...top];
  while (rest.length > 0) {
    const item = rest.pop();
    if (!isItem(item)) continue;
    if (item.id === id) return item;
    if (Array.isArray(item.children)) for (const child of item.children) rest.push(child);
  }
  return undefined;
}

/** Compares two trees of one kind, whose nodes are matched by key: what was added, gone, moved and changed, node by node. */
import type { NodeText } from "../json/node-text.ts";
import { parseKey } from "../tree/key.ts";
import { isKeyOfId } from "../tree/key-of-id.ts";
import { type ComparedNode, compareNodes, type Difference, VERBS } from "./compare-nodes.ts";
import { longestRise } from "./longest-rise.ts";

/** A node as a tree lists it; ids are the tree's own. */
type ListedNode = { id: number; key: string; parentId: number | undefined };

export type ComparedTree = {
  /** In preorder. */
  nodes: ReadonlyMap<number, ListedNode>;
  text: (node: ListedNode) => NodeText<string>;
};

/** A node to which something was done; one that was added or is gone is told as it is whole. */
export type Change = { node: ComparedNode } & ({ verb: "added" | "gone" } | { difference: Difference });

type Pair = { was: ListedNode; is: ListedNode };

/** @returns the changes in the order of the new tree, gone nodes behind those behind which they stood */
export function* compareTrees(before: ComparedTree, after: ComparedTree): Generator<Change> {
  const pairs = pairUp(before, after);
  const places = reordered(before, after, pairs);
  const gone = goneBehind(before, pairs);
  /** Nodes whose `url` is another one. */
  const movedUrls = new Set<number>();
  const goneAt = function* (id: number | undefined): Generator<Change> {
    for (const was of gone.get(id) ?? []) yield { node: comparedNode(before, was), verb: "gone" };
  };
  yield* goneAt(undefined);
  for (const is of after.nodes.values()) {
    const node = comparedNode(after, is);
    const pair = pairs.get(is.id);
    if (pair === undefined) {
      yield { node, verb: "added" };
      continue;
    }
    const earlier = {
      ...comparedNode(before, pair.was),
      parentKey: formerParent(before, after, pairs, pair),
    };
    const isBelowMoved = is.parentId !== undefined && movedUrls.has(is.parentId);
    const difference = differenceOf(earlier, node, isBelowMoved, places.get(is.id));
    if (difference?.before.has("url") || difference?.after.has("url")) movedUrls.add(is.id);
    if (difference && difference.changes.length > 0) yield { node, difference };
    yield* goneAt(pair.was.id);
  }
}

/** @returns `undefined` for most nodes, which are what and where they were */
function differenceOf(
  earlier: ComparedNode,
  node: ComparedNode,
  isBelowMoved: boolean,
  place: Place | undefined,
): Difference | undefined {
  const isSame = earlier.text === node.text && earlier.parentKey === node.parentKey;
  if (isSame && !place) return undefined;
  const difference = compareNodes(earlier, node, isBelowMoved);
  if (place) addOrder(difference, place);
  return difference;
}

/** By the new tree's ids. A made key is matched by the id that it was made of, and gives way to a real one. */
function pairUp(before: ComparedTree, after: ComparedTree): Map<number, Pair> {
  const byKey = new Map<string, ListedNode>();
  for (const node of before.nodes.values()) byKey.set(node.key, node);
  const pairs = new Map<number, Pair>();
  for (const is of after.nodes.values()) {
    const same = before.nodes.get(is.id);
    const was = byKey.get(is.key) ?? (same && hasMadeKey(same) ? same : undefined);
    if (was) pairs.set(is.id, { was, is });
  }
  return pairs;
}

function hasMadeKey({ id, key }: ListedNode): boolean {
  const parsed = parseKey(key);
  return parsed !== undefined && isKeyOfId(parsed, id);
}

function comparedNode(tree: ComparedTree, node: ListedNode): ComparedNode {
  const parent = node.parentId === undefined ? undefined : tree.nodes.get(node.parentId);
  return { id: node.id, key: node.key, parentKey: parent?.key, text: tree.text(node) };
}

/** The key of a node's former parent: the one that it has now, where it is still there. */
function formerParent(
  before: ComparedTree,
  after: ComparedTree,
  pairs: ReadonlyMap<number, Pair>,
  { was, is }: Pair,
): string | undefined {
  if (was.parentId === undefined) return undefined;
  if (stayed(pairs, { was, is })) return after.nodes.get(is.parentId ?? was.parentId)?.key;
  return before.nodes.get(was.parentId)?.key;
}

/** Whether a node stands below the same one as before. */
function stayed(pairs: ReadonlyMap<number, Pair>, { was, is }: Pair): boolean {
  if (is.parentId === undefined) return was.parentId === undefined;
  return was.parentId !== undefined && pairs.get(is.parentId)?.was.id === was.parentId;
}

/** Nodes that are gone, by the id of the node of the old tree behind which they stood. */
function goneBehind(
  before: ComparedTree,
  pairs: ReadonlyMap<number, Pair>,
): Map<number | undefined, ListedNode[]> {
  const kept = new Set(Array.from(pairs.values(), ({ was }) => was.id));
  const gone = new Map<number | undefined, ListedNode[]>();
  let last: number | undefined;
  for (const node of before.nodes.values()) {
    if (kept.has(node.id)) last = node.id;
    else {
      const behind = gone.get(last);
      if (behind) behind.push(node);
      else gone.set(last, [node]);
    }
  }
  return gone;
}

/** Where a node stands among its siblings, the first at 0. */
type Place = { before: number; after: number };

/** The fewest nodes whose moving among their siblings gives the new order, and where they stood and stand. */
function reordered(
  before: ComparedTree,
  after: ComparedTree,
  pairs: ReadonlyMap<number, Pair>,
): Map<number, Place> {
  const were = placesIn(before);
  const are = placesIn(after);
  const families = new Map<number | undefined, Pair[]>();
  for (const pair of pairs.values()) {
    if (!stayed(pairs, pair)) continue;
    const family = families.get(pair.is.parentId);
    if (family) family.push(pair);
    else families.set(pair.is.parentId, [pair]);
  }
  const moved = new Map<number, Place>();
  for (const family of families.values()) {
    const row = family.map(({ was }) => were.get(was.id) ?? 0);
    const inOrder = longestRise(row);
    family.forEach(({ is }, i) => {
      if (!inOrder.has(row[i])) moved.set(is.id, { before: row[i], after: are.get(is.id) ?? 0 });
    });
  }
  return moved;
}

function placesIn({ nodes }: ComparedTree): Map<number, number> {
  const counts = new Map<number | undefined, number>();
  const places = new Map<number, number>();
  for (const { id, parentId } of nodes.values()) {
    const place = counts.get(parentId) ?? 0;
    places.set(id, place);
    counts.set(parentId, place + 1);
  }
  return places;
}

function addOrder(difference: Difference, { before, after }: Place): void {
  difference.changes = VERBS.filter((verb) => verb === "reordered" || difference.changes.includes(verb));
  difference.before.set("position", String(before));
  difference.after.set("position", String(after));
}

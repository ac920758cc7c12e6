/** Compares two trees of one kind, whose nodes are matched by key: what was added, gone, moved and changed, node by node. */
import { decodedText, type NodeText } from "../json/node-text.ts";
import { parseKey } from "../tree/key.ts";
import { isKeyOfId } from "../tree/key-of-id.ts";
import { type ComparedNode, compareNodes, type Difference, VERBS } from "./compare-nodes.ts";
import { longestRise } from "./longest-rise.ts";

/** A tree as it is compared: nodes are named by their places in preorder, from 0. */
export type ComparedTree = {
  readonly size: number;
  idAt: (place: number) => number;
  keyAt: (place: number) => string;
  /** The place of the node above; negative for a root's. */
  parentAt: (place: number) => number;
  /** The place of the node that has this id; negative where none has. */
  findId: (id: number) => number;
  /** @returns bytes that stay what they are until the next text is asked for */
  text: (place: number) => NodeText;
};

/** A node to which something was done; one that was added or is gone is told as it is whole. */
export type Change = { node: ComparedNode } & ({ verb: "added" | "gone" } | { difference: Difference });

/** Two trees, and by the places of the new one where each node stood; negative for those that were added. */
type Pairs = { before: ComparedTree; after: ComparedTree; former: Int32Array };

const NONE = -1;

/** @returns the changes in the order of the new tree, gone nodes behind those behind which they stood */
export function* compareTrees(before: ComparedTree, after: ComparedTree): Generator<Change> {
  const pairs = { before, after, former: pairUp(before, after) };
  const moves = reordered(pairs);
  const gone = goneBehind(pairs);
  /** Places of nodes whose `url` is another one. */
  const movedUrls = new Set<number>();
  const goneAt = function* (was: number): Generator<Change> {
    for (const place of gone.get(was) ?? []) yield { node: comparedNode(before, place), verb: "gone" };
  };
  yield* goneAt(NONE);
  for (let is = 0; is < after.size; is++) {
    const was = pairs.former[is];
    if (was < 0) {
      yield { node: comparedNode(after, is), verb: "added" };
      continue;
    }
    if (hasChanged(pairs, is) || moves.has(is)) {
      const isBelowMoved = movedUrls.has(after.parentAt(is));
      const change = changeAt(pairs, is, isBelowMoved, moves.get(is));
      const { difference } = change;
      if (difference.before.has("url") || difference.after.has("url")) movedUrls.add(is);
      if (difference.changes.length > 0) yield change;
    }
    yield* goneAt(was);
  }
}

/** Whether a node says something else than before, or stands elsewhere: few do, and only they are looked at closely. */
function hasChanged(pairs: Pairs, is: number): boolean {
  const { before, after, former } = pairs;
  return !stayed(pairs, is) || !before.text(former[is]).equals(after.text(is));
}

function changeAt(pairs: Pairs, is: number, isBelowMoved: boolean, move: Move | undefined) {
  const { before, after, former } = pairs;
  const node = comparedNode(after, is);
  const earlier = comparedNode(before, former[is]);
  const parentKey = stayed(pairs, is) ? node.parentKey : earlier.parentKey;
  const difference = compareNodes({ ...earlier, parentKey }, node, isBelowMoved);
  if (move) addOrder(difference, move);
  return { node, difference };
}

/** A made key is matched by the id that it was made of, and gives way to a real one. */
function pairUp(before: ComparedTree, after: ComparedTree): Int32Array {
  const former = new Int32Array(after.size).fill(NONE);
  const others: number[] = [];
  const isPaired = new Uint8Array(before.size);
  for (let is = 0; is < after.size; is++) {
    const same = before.findId(after.idAt(is));
    if (same >= 0 && before.keyAt(same) === after.keyAt(is)) {
      former[is] = same;
      isPaired[same] = 1;
    } else others.push(is);
  }
  if (others.length === 0) return former;
  const byKey = new Map<string, number>();
  isPaired.forEach((paired, was) => {
    if (paired === 0) byKey.set(before.keyAt(was), was);
  });
  for (const is of others) {
    const same = before.findId(after.idAt(is));
    former[is] = byKey.get(after.keyAt(is)) ?? (same >= 0 && hasMadeKey(before, same) ? same : NONE);
  }
  return former;
}

function hasMadeKey(tree: ComparedTree, place: number): boolean {
  const key = parseKey(tree.keyAt(place));
  return key !== undefined && isKeyOfId(key, tree.idAt(place));
}

function comparedNode(tree: ComparedTree, place: number): ComparedNode {
  const parent = tree.parentAt(place);
  return {
    id: tree.idAt(place),
    key: tree.keyAt(place),
    parentKey: parent < 0 ? undefined : tree.keyAt(parent),
    text: decodedText(tree.text(place)),
  };
}

/** Whether a node stands below the same one as before, which may have another key by now. */
function stayed({ before, after, former }: Pairs, is: number): boolean {
  const parent = after.parentAt(is);
  const formerParent = before.parentAt(former[is]);
  return parent < 0 ? formerParent < 0 : formerParent >= 0 && former[parent] === formerParent;
}

/** Nodes that are gone, by the place of the node of the old tree behind which they stood. */
function goneBehind({ before, former }: Pairs): Map<number, number[]> {
  const isKept = new Uint8Array(before.size);
  for (const was of former) if (was >= 0) isKept[was] = 1;
  const gone = new Map<number, number[]>();
  let last = NONE;
  isKept.forEach((kept, was) => {
    if (kept === 1) last = was;
    else {
      const behind = gone.get(last);
      if (behind) behind.push(was);
      else gone.set(last, [was]);
    }
  });
  return gone;
}

/** Where a node stood and stands among its siblings, the first at 0. */
type Move = { before: number; after: number };

/** The fewest nodes whose moving among their siblings gives the new order. */
function reordered(pairs: Pairs): Map<number, Move> {
  const were = positionsIn(pairs.before);
  const are = positionsIn(pairs.after);
  const families = new Map<number, number[]>();
  for (let is = 0; is < pairs.after.size; is++) {
    if (pairs.former[is] < 0 || !stayed(pairs, is)) continue;
    const parent = pairs.after.parentAt(is);
    const family = families.get(parent);
    if (family) family.push(is);
    else families.set(parent, [is]);
  }
  const moves = new Map<number, Move>();
  for (const family of families.values()) {
    const row = family.map((is) => were[pairs.former[is]]);
    const inOrder = longestRise(row);
    family.forEach((is, i) => {
      if (!inOrder.has(row[i])) moves.set(is, { before: row[i], after: are[is] });
    });
  }
  return moves;
}

/** Where each node stands among its siblings. */
function positionsIn(tree: ComparedTree): Int32Array {
  // Roots are counted behind all others.
  const counts = new Int32Array(tree.size + 1);
  const positions = new Int32Array(tree.size);
  for (let place = 0; place < tree.size; place++) {
    const parent = tree.parentAt(place);
    positions[place] = counts[parent < 0 ? tree.size : parent]++;
  }
  return positions;
}

function addOrder(difference: Difference, { before, after }: Move): void {
  difference.changes = VERBS.filter((verb) => verb === "reordered" || difference.changes.includes(verb));
  difference.before.set("position", String(before));
  difference.after.set("position", String(after));
}

/** Compares two trees of one kind, node by node. */

import { type NodeText, parseNodeRecord } from "../../json/node-text.ts";
import { parseString } from "../../json/outline.ts";
import { entryIn } from "../../site/map-entries.ts";
import type { Key } from "../../site/tree/key.ts";
import { CHANGE_KINDS, type ChangeKind } from "./change-kinds.ts";
import { type CompareRules, compareNodes, DEFAULT_RULES, type Difference } from "./compare-nodes.ts";
import { addValueCounts, noValueCounts } from "./compare-values.ts";
import { type ComparedTree, hasSameParent, type Matches, matchNodes, parentKeyAt } from "./match-nodes.ts";

/** A node with changes. */
export type ChangedNode = {
  /** The indexes in the old tree (-1 if added) and in the new tree (-1 if removed). */
  was: number;
  is: number;
  /** At least one, in the order of `CHANGE_KINDS`. */
  changeKinds: readonly ChangeKind[];
};

/** A changed node with its differences; `difference` is undefined if the node was added or removed. */
export type Change = {
  id: number;
  key: Key;
  parentKey: Key | undefined;
  /** The new text, or the old one if the node was removed. */
  text: NodeText;
  changeKinds: readonly ChangeKind[];
  difference: Difference | undefined;
};

type ComparisonOptions = {
  /** Default: all kinds of change and all fields except dates. */
  rules?: CompareRules;
  /** Default: by key. */
  matches?: Matches;
  /** Whether the values of a node that both trees have are counted. Default: of all nodes. */
  isCounted?: (node: Pick<ChangedNode, "was" | "is">) => boolean;
};

const NO_CHANGES: readonly ChangeKind[] = [];
const URL_MEMBER = Buffer.from('"url":');

export class TreeComparison {
  readonly before: ComparedTree;
  readonly after: ComparedTree;
  readonly matches: Matches;
  /** In the order of the new tree; a removed node follows the node that preceded it in the old tree. */
  readonly changes: readonly ChangedNode[];
  /** Indexes in the new tree of nodes whose `url` changed only because an ancestor's did. */
  readonly followedUrls: readonly number[];
  /** Results of the value comparison, if the sites are of different generations. */
  readonly values = noValueCounts();
  readonly #rules: CompareRules;
  readonly #isCounted: NonNullable<ComparisonOptions["isCounted"]>;
  readonly #positions: ReadonlyMap<number, Position>;
  /** By index in the new tree: 1 if the `url` of the node, or of its nearest ancestor with a `url`, changed. */
  readonly #hasOtherUrl: Uint8Array;

  constructor(before: ComparedTree, after: ComparedTree, options: ComparisonOptions = {}) {
    const { rules = DEFAULT_RULES, matches = matchNodes(before, after), isCounted = () => true } = options;
    this.before = before;
    this.after = after;
    this.matches = matches;
    this.#rules = rules;
    this.#isCounted = isCounted;
    this.#positions = rules.changeKinds.has("reordered") ? reorderedNodes(before, after, matches) : new Map();
    this.#hasOtherUrl = new Uint8Array(after.size);
    const { changes, followedUrls } = this.#compare();
    this.changes = changes;
    this.followedUrls = followedUrls;
  }

  /** Returns the differences of a changed node. */
  describe({ was, is, changeKinds }: ChangedNode): Change {
    if (was < 0) return { ...this.#nodeAt(this.after, is), changeKinds, difference: undefined };
    if (is < 0) return { ...this.#nodeAt(this.before, was), changeKinds, difference: undefined };
    const node = this.#nodeAt(this.after, is);
    const difference = this.#differenceOf(is, this.before.text(was), node.text);
    if (changeKinds.includes("moved")) {
      difference.before.set("parentKey", JSON.stringify(parentKeyAt(this.before, was) ?? null));
      difference.after.set("parentKey", JSON.stringify(node.parentKey ?? null));
    }
    const position = this.#positions.get(is);
    if (position) {
      difference.before.set("position", String(position.before));
      difference.after.set("position", String(position.after));
    }
    return { ...node, changeKinds, difference };
  }

  /** Whether a node of both trees has another parent than before. */
  isMoved(is: number): boolean {
    return !hasSameParent(this.before, this.after, this.matches, is);
  }

  #nodeAt(tree: ComparedTree, index: number) {
    return {
      id: tree.idAt(index),
      key: tree.keyAt(index),
      parentKey: parentKeyAt(tree, index),
      text: tree.text(index),
    };
  }

  #compare(): { changes: ChangedNode[]; followedUrls: number[] } {
    const { before, after, matches } = this;
    const changes: ChangedNode[] = [];
    const followedUrls: number[] = [];
    const removed = this.#rules.changeKinds.has("removed")
      ? removedBehind(before, matches)
      : new Map<number, number[]>();
    const addRemoved = (was: number) => {
      for (const index of removed.get(was) ?? []) {
        if (!this.#isLeftBehind(index)) changes.push({ was: index, is: -1, changeKinds: ["removed"] });
      }
    };
    addRemoved(-1);
    for (let is = 0; is < after.size; is++) {
      const was = matches.wasAt[is];
      if (was < 0) {
        if (this.#rules.changeKinds.has("added")) changes.push({ was, is, changeKinds: ["added"] });
        continue;
      }
      const difference = this.#comparePair(was, is);
      const changeKinds = this.changeKindsOf(is, difference);
      if (changeKinds.length > 0) changes.push({ was, is, changeKinds });
      else if (difference?.url === "followed") followedUrls.push(is);
      addRemoved(was);
    }
    return { changes, followedUrls };
  }

  /** Whether the type map says that a node of the old tree was dropped on purpose. */
  #isLeftBehind(was: number): boolean {
    const { migrated } = this.#rules;
    const type = migrated && parseString(parseNodeRecord(this.before.text(was)).fields.get("type"));
    return type !== undefined && migrated?.map.typeOf(type) === null;
  }

  /** @returns `undefined` if the texts are identical */
  #comparePair(was: number, is: number): Difference | undefined {
    const [earlier, later] = [this.before.text(was), this.after.text(is)];
    // Across generations, identical bytes may differ in meaning.
    const isSame = this.#rules.migrated === undefined && earlier.equals(later);
    const difference = isSame ? undefined : this.#differenceOf(is, earlier, later);
    const hasOwnUrl = difference !== undefined && difference.url !== "same";
    if (hasOwnUrl || (this.#isBelowOtherUrl(is) && !later.includes(URL_MEMBER))) this.#hasOtherUrl[is] = 1;
    if (difference?.tally && this.#isCounted({ was, is })) addValueCounts(this.values, difference.tally);
    return difference;
  }

  changeKindsOf(is: number, difference: Difference | undefined): readonly ChangeKind[] {
    const own = difference?.changeKinds ?? NO_CHANGES;
    const isMoved = this.#rules.changeKinds.has("moved") && this.isMoved(is);
    const isReordered = this.#positions.has(is);
    if (!isMoved && !isReordered) return own;
    const changeKinds = new Set([...own, isMoved && "moved", isReordered && "reordered"]);
    return CHANGE_KINDS.filter((kind) => changeKinds.has(kind));
  }

  #differenceOf(is: number, earlier: NodeText, later: NodeText): Difference {
    return compareNodes(earlier, later, this.#rules, {
      isMoved: this.isMoved(is),
      isBelowOtherUrl: this.#isBelowOtherUrl(is),
    });
  }

  #isBelowOtherUrl(is: number): boolean {
    const parent = this.after.parentAt(is);
    return parent >= 0 && this.#hasOtherUrl[parent] === 1;
  }
}

/** Returns the indexes of removed nodes, by the old index of the kept node before them; -1 if there is none. */
function removedBehind(before: ComparedTree, { wasAt }: Matches): Map<number, number[]> {
  const kept = new Uint8Array(before.size);
  for (const was of wasAt) if (was >= 0) kept[was] = 1;
  const removed = new Map<number, number[]>();
  let last = -1;
  for (let index = 0; index < before.size; index++) {
    if (kept[index]) last = index;
    else entryIn(removed, last, () => []).push(index);
  }
  return removed;
}

/** The old and new positions of a node among its siblings, from 0. */
type Position = { before: number; after: number };

/** @returns by index in the new tree; nodes with another parent than before are left out */
function reorderedNodes(before: ComparedTree, after: ComparedTree, matches: Matches): Map<number, Position> {
  const { wasAt } = matches;
  const were = positionsIn(before);
  const are = positionsIn(after);
  const families = reorderedSiblings(before, after, matches, were);
  const moved = new Map<number, Position>();
  for (const family of families.values()) {
    const row = family.map((is) => were[wasAt[is]]);
    const inOrder = longestIncreasing(row);
    family.forEach((is, i) => {
      if (!inOrder.has(row[i])) moved.set(is, { before: row[i], after: are[is] });
    });
  }
  return moved;
}

/** Returns the children that kept their parent, for each parent whose children changed order; roots under -1. */
function reorderedSiblings(
  before: ComparedTree,
  after: ComparedTree,
  matches: Matches,
  were: Int32Array,
): Map<number, number[]> {
  const { wasAt } = matches;
  const stayed = (is: number) => wasAt[is] >= 0 && hasSameParent(before, after, matches, is);
  const highest = new Int32Array(after.size + 1).fill(-1);
  const families = new Map<number, number[]>();
  for (let is = 0; is < after.size; is++) {
    if (!stayed(is)) continue;
    const position = were[wasAt[is]];
    const parent = after.parentAt(is);
    if (position < highest[parent + 1]) families.set(parent, []);
    else highest[parent + 1] = position;
  }
  if (families.size === 0) return families;
  for (let is = 0; is < after.size; is++) if (stayed(is)) families.get(after.parentAt(is))?.push(is);
  return families;
}

function positionsIn(tree: ComparedTree): Int32Array {
  const counts = new Int32Array(tree.size + 1);
  const positions = new Int32Array(tree.size);
  for (let index = 0; index < tree.size; index++) positions[index] = counts[tree.parentAt(index) + 1]++;
  return positions;
}

/**
 * Returns a longest increasing subsequence: the siblings that keep their order, so that as few as possible are reported
 * as reordered.
 * @param row distinct numbers
 */
export function longestIncreasing(row: readonly number[]): Set<number> {
  /**
   * `ends`: by length, the position at which a sequence of this length ends lowest; `before`: by position, the previous
   * one.
   */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  row.forEach((value, index) => {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (row[ends[middle]] < value) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1];
    ends[low] = index;
  });
  const rise = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = before[index]) rise.add(row[index]);
  return rise;
}

/** A tree with its changes since an earlier state: rows are marked, and removed nodes follow the children that exist. */
import type { ChangeKind } from "../../analysis/diff/change-kinds.ts";
import type { ChangedNode } from "../../analysis/diff/compare-trees.ts";
import type { ElementField } from "../../analysis/diff/compare-values.ts";
import type { KindDiff } from "../../analysis/diff/site-diff.ts";
import { entryIn } from "../../site/map-entries.ts";
import type { NodeNames } from "../../site/tree/node-names.ts";
import { NO_PARENT } from "../../site/tree/preorder.ts";
import type { Tree } from "../../site/tree/tree.ts";
import type { Level, NodeChange, PathRow, TreeRow } from "./explorer-api.ts";
import { TreeLevels, type Window } from "./tree-levels.ts";

/** A node of the tree as it is, or a removed one of the tree as it was. */
export type ShownNode = { index: number; isRemoved: boolean };

/** What is above the roots. */
const ROOTS: ShownNode = { index: NO_PARENT, isRemoved: false };

export class ShownTree {
  readonly #tree: Tree;
  readonly #levels: TreeLevels;
  readonly #changes: KindChanges | undefined;
  readonly #earlier: TreeLevels | undefined;

  /** @param diff since an earlier state. Default: none is known */
  constructor(tree: Tree, levels: TreeLevels, diff: KindDiff | undefined) {
    this.#tree = tree;
    this.#levels = levels;
    this.#changes = diff && new KindChanges(diff);
    this.#earlier = diff && new TreeLevels(diff.before);
  }

  find(key: string): ShownNode | undefined {
    const index = this.#tree.findKey(key);
    if (index >= 0) return { index, isRemoved: false };
    const was = this.#changes?.findRemoved(key) ?? -1;
    return was < 0 ? undefined : { index: was, isRemoved: true };
  }

  /** The tree that a node is of. */
  treeOf({ isRemoved }: ShownNode): Tree {
    return isRemoved && this.#changes ? this.#changes.before : this.#tree;
  }

  /** @param parent `undefined` above the roots */
  level(parent: ShownNode = ROOTS, window: Window): Level {
    const own = parent.isRemoved
      ? { total: 0, from: window.from, rows: [], isSortable: false }
      : this.#levels.level(parent.index, window);
    const removed = this.#changes?.removedBelow(parent) ?? [];
    const first = Math.max(0, window.from - own.total);
    const rest = removed.slice(first, first + window.count - own.rows.length);
    const rows = [...own.rows.map((row) => this.#marked(row)), ...rest.map((was) => this.#removedRow(was))];
    return { ...own, total: own.total + removed.length, rows };
  }

  /** The change of a node, if it has one. @param nameOf the name of a field of a block, if its type is known */
  change(shown: ShownNode, nameOf: NameOfField): NodeChange | undefined {
    return this.#changes?.describe(shown, nameOf);
  }

  row({ index, isRemoved }: ShownNode): TreeRow {
    return isRemoved ? this.#removedRow(index) : this.#marked(this.#levels.row(index));
  }

  /** The node's ancestors, root first, and itself, each with its index among its siblings. */
  path({ index, isRemoved }: ShownNode): PathRow[] {
    if (!this.#changes) return this.#levels.path(index);
    if (!isRemoved) return this.#markedPath(index);
    const { parent, line } = this.#changes.removedLine(index);
    const path = parent === NO_PARENT ? [] : this.#markedPath(parent);
    let above: ShownNode = { index: parent, isRemoved: false };
    for (const was of line) {
      const before = above.isRemoved ? 0 : this.#levels.countBelow(parent);
      const siblings = this.#changes.removedBelow(above);
      const position = before + siblings.indexOf(was);
      path.push({ row: this.#removedRow(was), index: position, of: before + siblings.length });
      above = { index: was, isRemoved: true };
    }
    return path;
  }

  /** The names of the node's ancestors, root first. */
  namesAbove({ index, isRemoved }: ShownNode, namesOf: (tree: Tree) => NodeNames): string[] {
    const now = namesOf(this.#tree);
    if (!isRemoved || !this.#changes) return now.above(index, Number.POSITIVE_INFINITY);
    const { parent, line } = this.#changes.removedLine(index);
    const before = namesOf(this.#changes.before);
    const removed = line.slice(0, -1).map((was) => before.at(was));
    return parent === NO_PARENT
      ? removed
      : [...now.above(parent, Number.POSITIVE_INFINITY), now.at(parent), ...removed];
  }

  #markedPath(node: number): PathRow[] {
    let parent = NO_PARENT;
    return this.#levels.path(node).map(({ row, index, of }) => {
      const removed = this.#changes?.removedBelow({ index: parent, isRemoved: false }).length ?? 0;
      parent = this.#tree.findKey(row.key);
      return { row: this.#marked(row), index, of: of + removed };
    });
  }

  #removedRow(was: number): TreeRow {
    if (!this.#earlier || !this.#changes) throw new Error("a removed row without a comparison");
    const children = this.#changes.removedBelow({ index: was, isRemoved: true }).length;
    return { ...this.#earlier.row(was), children, changeKinds: ["removed"] };
  }

  #marked(row: TreeRow): TreeRow {
    if (!this.#changes) return row;
    const index = this.#tree.findKey(row.key);
    const changeKinds = this.#changes.kindsAt(index);
    const changedBelow = this.#changes.countBelow(index);
    return {
      ...row,
      children: row.children + this.#changes.removedBelow({ index, isRemoved: false }).length,
      changeKinds: changeKinds.length > 0 ? [...changeKinds] : undefined,
      changedBelow: changedBelow || undefined,
    };
  }
}

type NameOfField = (field: ElementField) => string | undefined;

/** A path in a value with the name of the field at its end instead of the alias. */
function namedField(at: string, field: ElementField | undefined, nameOf: NameOfField): string {
  const name = field && nameOf(field);
  return name !== undefined && at.endsWith(`: ${field?.alias}`)
    ? at.slice(0, -(field?.alias.length ?? 0)) + name
    : at;
}

class KindChanges {
  /** The tree as it was. */
  readonly before: Tree;
  readonly #diff: KindDiff;
  /** By index in the tree as it is. */
  readonly #changed = new Map<number, ChangedNode>();
  /** By index in the tree as it was. */
  readonly #removed = new Map<number, ChangedNode>();
  /** Indexes of removed nodes, by the index of the node that they were below: one that exists, or one that is removed too. */
  readonly #removedBelow = new Map<number, number[]>();
  readonly #removedBelowRemoved = new Map<number, number[]>();
  /** How many of the nodes before each index are changed, or have a removed node below them. */
  readonly #sums: Int32Array;
  readonly #lost: ReadonlyMap<number, number>;

  constructor(diff: KindDiff) {
    this.#diff = diff;
    this.before = diff.before;
    const isAt = new Int32Array(diff.before.size).fill(-1);
    diff.comparison.matches.wasAt.forEach((was, is) => {
      if (was >= 0) isAt[was] = is;
    });
    for (const change of diff.changes) {
      if (change.is >= 0) this.#changed.set(change.is, change);
      else this.#addRemoved(change, isAt);
    }
    /** How many nodes are removed, by the index of the nearest ancestor that exists. */
    const lost = new Map<number, number>();
    for (const was of this.#removed.keys()) {
      const { parent } = this.removedLine(was);
      lost.set(parent, (lost.get(parent) ?? 0) + 1);
    }
    this.#lost = lost;
    this.#sums = new Int32Array(diff.after.size + 1);
    for (let index = 0; index < diff.after.size; index++) {
      const own = this.#changed.has(index) ? 1 : 0;
      this.#sums[index + 1] = this.#sums[index] + own + (lost.get(index) ?? 0);
    }
  }

  /** @returns none if the node has not changed */
  kindsAt(index: number): readonly ChangeKind[] {
    return this.#changed.get(index)?.changeKinds ?? [];
  }

  /** How many nodes below a node are changed or removed. */
  countBelow(index: number): number {
    const end = this.#diff.after.columns.end[index];
    return this.#sums[end] - this.#sums[index + 1] + (this.#lost.get(index) ?? 0);
  }

  /** The indexes, in the tree as it was, of removed nodes below a node, or above the roots. */
  removedBelow({ index, isRemoved }: ShownNode): readonly number[] {
    return (isRemoved ? this.#removedBelowRemoved : this.#removedBelow).get(index) ?? [];
  }

  /** @returns the index of a removed node in the tree as it was, or -1 */
  findRemoved(key: string): number {
    const was = this.before.findKey(key);
    return this.#removed.has(was) ? was : -1;
  }

  /**
   * The ancestors of a removed node: the nearest that exists, and the removed ones below it.
   * @returns as `line` the indexes of removed nodes, the topmost first, the node itself last
   */
  removedLine(was: number): { parent: number; line: number[] } {
    const line = [was];
    for (let at = this.before.parentAt(was); this.#removed.has(at); at = this.before.parentAt(at))
      line.unshift(at);
    const above = this.before.parentAt(line[0]);
    return { parent: above < 0 ? NO_PARENT : this.#diff.after.findKey(this.before.keyAt(above)), line };
  }

  /** What differs in a node; `undefined` if nothing does. */
  describe({ index, isRemoved }: ShownNode, nameOf: NameOfField): NodeChange | undefined {
    const change = (isRemoved ? this.#removed : this.#changed).get(index);
    if (!change) return undefined;
    const { changeKinds, difference } = this.#diff.describe(change);
    if (!difference) return { changeKinds: [...changeKinds], fields: [], properties: [] };
    const { before, after, properties } = difference;
    const names = [...new Set([...before.keys(), ...after.keys()])];
    return {
      changeKinds: [...changeKinds],
      fields: names.map((name) => ({ name, before: before.get(name), after: after.get(name) })),
      properties: properties.flatMap(({ alias, before, after, differences }) =>
        (differences ?? [{ at: "", before, after, fields: [] }]).map(({ at, fields, ...each }) => ({
          name: alias,
          at: namedField(at, fields.at(-1), nameOf) || undefined,
          before: each.before,
          after: each.after,
        })),
      ),
    };
  }

  #addRemoved(change: ChangedNode, isAt: Int32Array): void {
    const { was } = change;
    this.#removed.set(was, change);
    const parent = this.before.parentAt(was);
    const [lists, at] =
      parent < 0
        ? [this.#removedBelow, NO_PARENT]
        : isAt[parent] >= 0
          ? [this.#removedBelow, isAt[parent]]
          : [this.#removedBelowRemoved, parent];
    entryIn(lists, at, () => []).push(was);
  }
}

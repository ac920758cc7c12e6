/** A tree as the explorer shows it: marked with what has changed, and with those that are gone behind the children that are there. */

import { NO_PARENT } from "../../tree/preorder.ts";
import type { Tree } from "../../tree/tree.ts";
import type { Level, PlacedRow, TreeRow } from "./explorer-answers.ts";
import type { KindChanges } from "./kind-changes.ts";
import { TreeLevels, type Window } from "./tree-levels.ts";

/** A node of the tree as it is, or one that is gone, of the tree as it was. */
export type ShownPlace = { place: number; isGone: boolean };

export class ShownTree {
  readonly #tree: Tree;
  readonly #levels: TreeLevels;
  readonly #changes: KindChanges | undefined;
  readonly #earlier: TreeLevels | undefined;

  /** @param changes since an earlier state. Default: none are known */
  constructor(tree: Tree, levels: TreeLevels, changes: KindChanges | undefined) {
    this.#tree = tree;
    this.#levels = levels;
    this.#changes = changes;
    this.#earlier = changes && new TreeLevels(changes.before);
  }

  find(key: string): ShownPlace | undefined {
    const place = this.#tree.findKey(key);
    if (place >= 0) return { place, isGone: false };
    const was = this.#changes?.findGone(key) ?? -1;
    return was < 0 ? undefined : { place: was, isGone: true };
  }

  /** The tree that a node is of. */
  treeOf({ isGone }: ShownPlace): Tree {
    return isGone && this.#changes ? this.#changes.before : this.#tree;
  }

  /** @param parent `undefined` above the roots */
  level(parent: ShownPlace | undefined, window: Window): Level {
    const at = parent?.place ?? NO_PARENT;
    if (parent?.isGone) return this.#goneLevel(this.#changes?.goneBelowGone(at) ?? [], window);
    const own = this.#levels.level(at, window);
    const gone = this.#changes?.goneBelow(at) ?? [];
    const first = Math.max(0, window.from - own.total);
    const rest = gone.slice(first, first + window.count - own.rows.length);
    const rows = [...own.rows.map((row) => this.#marked(row)), ...rest.map((was) => this.#goneRow(was))];
    return { ...own, total: own.total + gone.length, rows };
  }

  row({ place, isGone }: ShownPlace): TreeRow {
    return isGone ? this.#goneRow(place) : this.#marked(this.#levels.row(place));
  }

  /** The node's ancestors, root first, and itself, each with its place among its siblings. */
  path({ place, isGone }: ShownPlace): PlacedRow[] {
    if (!this.#changes) return this.#levels.path(place);
    if (!isGone) return this.#markedPath(place);
    const { parent, line } = this.#changes.goneLine(place);
    const path = parent === NO_PARENT ? [] : this.#markedPath(parent);
    const own = this.#levels.countBelow(parent);
    line.forEach((was, i) => {
      const siblings =
        (i === 0 ? this.#changes?.goneBelow(parent) : this.#changes?.goneBelowGone(line[i - 1])) ?? [];
      const before = i === 0 ? own : 0;
      path.push({
        row: this.#goneRow(was),
        index: before + siblings.indexOf(was),
        of: before + siblings.length,
      });
    });
    return path;
  }

  /**
   * The names of the node's ancestors, root first.
   * @param known names by place, of those that are there: they are added to
   */
  namesAbove({ place, isGone }: ShownPlace, known: Map<number, string>): string[] {
    if (!isGone || !this.#changes || !this.#earlier) return this.#levels.namesAbove(place, known);
    const { parent, line } = this.#changes.goneLine(place);
    const above =
      parent === NO_PARENT
        ? []
        : [...this.#levels.namesAbove(parent, known), this.#levels.name(parent, known)];
    for (const was of line.slice(0, -1)) above.push(this.#earlier.row(was).name);
    return above;
  }

  #markedPath(place: number): PlacedRow[] {
    let parent = NO_PARENT;
    return this.#levels.path(place).map(({ row, index, of }) => {
      const gone = this.#changes?.goneBelow(parent).length ?? 0;
      parent = this.#tree.findKey(row.key);
      return { row: this.#marked(row), index, of: of + gone };
    });
  }

  #goneLevel(gone: readonly number[], { from, count }: Window): Level {
    const rows = gone.slice(from, from + count).map((was) => this.#goneRow(was));
    return { total: gone.length, from, rows, isSortable: false };
  }

  #goneRow(was: number): TreeRow {
    if (!this.#earlier || !this.#changes) throw new Error("nothing is gone where nothing is compared");
    const children = this.#changes.goneBelowGone(was).length;
    return { ...this.#earlier.row(was), children, verbs: ["gone"] };
  }

  #marked(row: TreeRow): TreeRow {
    if (!this.#changes) return row;
    const place = this.#tree.findKey(row.key);
    const verbs = this.#changes.verbsAt(place);
    const changedBelow = this.#changes.countBelow(place);
    return {
      ...row,
      children: row.children + this.#changes.goneBelow(place).length,
      verbs: verbs.length > 0 ? [...verbs] : undefined,
      changedBelow: changedBelow || undefined,
    };
  }
}

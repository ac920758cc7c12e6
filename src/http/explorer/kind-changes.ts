/** What has become of the nodes of a tree since an earlier state of it, looked up by their places. */
import type { ChangedNode } from "../../analysis/compare-trees.ts";
import type { KindDiff } from "../../analysis/site-diff.ts";
import { NO_PARENT } from "../../tree/preorder.ts";
import type { Tree } from "../../tree/tree.ts";
import type { NodeChange } from "./explorer-answers.ts";

const NONE: readonly number[] = [];

export class KindChanges {
  /** The tree as it was. */
  readonly before: Tree;
  readonly #diff: KindDiff;
  /** By place in the tree as it is. */
  readonly #changed = new Map<number, ChangedNode>();
  /** By place in the tree as it was. */
  readonly #gone = new Map<number, ChangedNode>();
  /** Places of nodes that are gone: by the place of the node below which they stood, as it is, or as it was if that is gone too. */
  readonly #goneBelow = new Map<number, number[]>();
  readonly #goneBelowGone = new Map<number, number[]>();
  /** How many of the nodes before each place are changed, or had one below them that is gone. */
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
      else this.#addGone(change, isAt);
    }
    /** How many are gone, by the place of the nearest node above them that is not. */
    const lost = new Map<number, number>();
    for (const was of this.#gone.keys()) {
      const { parent } = this.goneLine(was);
      lost.set(parent, (lost.get(parent) ?? 0) + 1);
    }
    this.#lost = lost;
    this.#sums = new Int32Array(diff.after.size + 1);
    for (let place = 0; place < diff.after.size; place++) {
      const own = this.#changed.has(place) ? 1 : 0;
      this.#sums[place + 1] = this.#sums[place] + own + (lost.get(place) ?? 0);
    }
  }

  /** @returns none where nothing was done to the node */
  verbsAt(place: number): readonly string[] {
    return this.#changed.get(place)?.verbs ?? [];
  }

  /** How many nodes below one are changed or gone. */
  countBelow(place: number): number {
    const end = this.#diff.after.columns.end[place];
    return this.#sums[end] - this.#sums[place + 1] + (this.#lost.get(place) ?? 0);
  }

  /** The places, in the tree as it was, of those that stood below a node, or above the roots. */
  goneBelow(place: number): readonly number[] {
    return this.#goneBelow.get(place) ?? NONE;
  }

  /** The same of a node that is gone itself. */
  goneBelowGone(was: number): readonly number[] {
    return this.#goneBelowGone.get(was) ?? NONE;
  }

  /** @returns the place of a node that is gone, in the tree as it was, or -1 */
  findGone(key: string): number {
    const was = this.before.findKey(key);
    return this.#gone.has(was) ? was : -1;
  }

  /**
   * Where a node that is gone stood: below which node of the tree as it is, and below which of those that are gone.
   * @returns places of nodes that are gone, the topmost first, the node itself last
   */
  goneLine(was: number): { parent: number; line: number[] } {
    const line = [was];
    for (let at = this.before.parentAt(was); this.#gone.has(at); at = this.before.parentAt(at))
      line.unshift(at);
    const above = this.before.parentAt(line[0]);
    return { parent: above < 0 ? NO_PARENT : this.#diff.after.findKey(this.before.keyAt(above)), line };
  }

  /** What differs in a node; `undefined` where nothing does. @param isGone whether the place is one of the tree as it was */
  describe(place: number, isGone: boolean): NodeChange | undefined {
    const change = (isGone ? this.#gone : this.#changed).get(place);
    if (!change) return undefined;
    const { verbs, difference } = this.#diff.describe(change);
    if (!difference) return { verbs: [...verbs], fields: [], properties: [] };
    const { before, after, properties } = difference;
    const names = [...new Set([...before.keys(), ...after.keys()])];
    return {
      verbs: [...verbs],
      fields: names.map((name) => ({ name, before: before.get(name), after: after.get(name) })),
      properties: properties.map((each) => ({ name: each.alias, before: each.before, after: each.after })),
    };
  }

  #addGone(change: ChangedNode, isAt: Int32Array): void {
    const { was } = change;
    this.#gone.set(was, change);
    const parent = this.before.parentAt(was);
    const [places, at] =
      parent < 0
        ? [this.#goneBelow, NO_PARENT]
        : isAt[parent] >= 0
          ? [this.#goneBelow, isAt[parent]]
          : [this.#goneBelowGone, parent];
    const known = places.get(at);
    if (known) known.push(was);
    else places.set(at, [was]);
  }
}

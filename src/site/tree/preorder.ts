/** Orders rows by their parents in preorder, and siblings by `sortOrder`. */
import { MOST_LEVELS } from "../../json/grammar.ts";

/** Reports a fault of the node in `row`. @param other the row of the node that it conflicts with */
export type ReportRowFault = (row: number, reason: string, other?: number) => void;

/** The parent of a root. */
export const NO_PARENT = -1;

/** For each index in preorder: its row, level (from 1), parent's index, and subtree end (exclusive). */
type Preorder = { rowAt: Int32Array; level: Int32Array; parent: Int32Array; end: Int32Array };

/**
 * Orders `size` rows. Siblings with the same `sortOrder` keep the order of their rows.
 * @param parents each row's parent row, or `NO_PARENT`
 * @param report called for the first row on a level that is too deep, or once for each cycle; rows below get no index
 */
export function preorder(
  size: number,
  parents: Int32Array,
  sortOrders: Float64Array,
  report: ReportRowFault,
): Preorder {
  const { children, ends } = groupByParent(size, parents, sortOrders);
  const order = {
    rowAt: new Int32Array(size),
    level: new Int32Array(size),
    parent: new Int32Array(size),
    end: new Int32Array(size),
  };
  const { placed, tooDeep } = placeRows(children, ends, order);
  if (tooDeep !== undefined)
    report(tooDeep, `is on level ${MOST_LEVELS + 1}: a tree has at most ${MOST_LEVELS} levels`);
  else if (placed < size) reportCycles(size, parents, order.rowAt.subarray(0, placed), report);
  return order;
}

/** All rows grouped by parent, roots first. `ends[row + 1]` is where the children of `row` end, `ends[row]` where they begin. */
function groupByParent(size: number, parents: Int32Array, sortOrders: Float64Array) {
  const ends = new Int32Array(size + 2);
  for (let row = 0; row < size; row++) ends[parents[row] + 2]++;
  for (let i = 1; i < ends.length; i++) ends[i] += ends[i - 1];
  const children = new Int32Array(size);
  // Filling moves the start of each group to its end, so that `ends` then has the ends.
  for (let row = 0; row < size; row++) children[ends[parents[row] + 1]++] = row;
  for (let row = NO_PARENT; row < size; row++) {
    sortSiblings(children, row < 0 ? 0 : ends[row], ends[row + 1], sortOrders);
  }
  return { children, ends };
}

/** Sorts `children[from]` to `children[to - 1]` if they are not in order. */
function sortSiblings(children: Int32Array, from: number, to: number, sortOrders: Float64Array): void {
  for (let i = from + 1; i < to; i++) {
    if (sortOrders[children[i - 1]] > sortOrders[children[i]]) {
      children.subarray(from, to).sort((a, b) => sortOrders[a] - sortOrders[b] || a - b);
      return;
    }
  }
}

/**
 * Walks down from the roots.
 * @returns how many rows were reached, and the first row that is too deep, if there is one
 */
function placeRows(children: Int32Array, ends: Int32Array, order: Preorder) {
  let placed = 0;
  let tooDeep: number | undefined;
  const placeSiblings = (from: number, to: number, parent: number, level: number) => {
    if (level > MOST_LEVELS && from < to) tooDeep ??= children[from];
    for (let i = from; i < to && level <= MOST_LEVELS; i++) {
      const index = placed++;
      const row = children[i];
      order.rowAt[index] = row;
      order.parent[index] = parent;
      order.level[index] = level;
      placeSiblings(ends[row], ends[row + 1], index, level + 1);
      order.end[index] = placed;
    }
  };
  placeSiblings(0, ends[0], NO_PARENT, 1);
  return { placed, tooDeep };
}

/** Rows that no root leads to are in a cycle or below one. Each cycle is reported at its first row. */
function reportCycles(size: number, parents: Int32Array, reached: Int32Array, report: ReportRowFault): void {
  const seenBy = new Int32Array(size).fill(-1);
  for (const row of reached) seenBy[row] = size;
  for (let first = 0; first < size; first++) {
    let row = first;
    while (seenBy[row] === -1) {
      seenBy[row] = first;
      row = parents[row];
    }
    if (seenBy[row] !== first) continue;
    // `row` is in a new cycle, which is reported at its lowest row.
    let lowest = row;
    for (let next = parents[row]; next !== row; next = parents[next]) lowest = Math.min(lowest, next);
    report(lowest, "is an ancestor of its own parent", parents[lowest]);
  }
}

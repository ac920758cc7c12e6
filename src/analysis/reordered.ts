/** Finds the fewest nodes whose moving among their siblings gives the new order. */
import type { ComparedTree } from "./compared-tree.ts";
import { isWhereItWas, type Matches } from "./match-nodes.ts";

/** Where a node stood and stands among its siblings, the first at 0. */
export type Position = { before: number; after: number };

/** @returns by places of the new tree; nodes that stand below another one than before are not among them */
export function reordered(
  before: ComparedTree,
  after: ComparedTree,
  matches: Matches,
): Map<number, Position> {
  const { wasAt } = matches;
  const were = positionsIn(before);
  const are = positionsIn(after);
  const families = unorderedFamilies(before, after, matches, were);
  const moved = new Map<number, Position>();
  for (const family of families.values()) {
    const row = family.map((is) => were[wasAt[is]]);
    const inOrder = longestRise(row);
    family.forEach((is, i) => {
      if (!inOrder.has(row[i])) moved.set(is, { before: row[i], after: are[is] });
    });
  }
  return moved;
}

/** The children that stayed, of each parent of whom they stand in another order; roots below -1. */
function unorderedFamilies(
  before: ComparedTree,
  after: ComparedTree,
  matches: Matches,
  were: Int32Array,
): Map<number, number[]> {
  const { wasAt } = matches;
  const stayed = (is: number) => wasAt[is] >= 0 && isWhereItWas(before, after, matches, is);
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
  for (let place = 0; place < tree.size; place++) positions[place] = counts[tree.parentAt(place) + 1]++;
  return positions;
}

/**
 * What stands in its order already, so that the fewest are told as moved.
 * @param row distinct numbers
 * @returns the numbers of a longest part that rises, not necessarily side by side
 */
export function longestRise(row: readonly number[]): Set<number> {
  /** For each length the place at which a rise so long ends lowest, and for each place the one before it. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  row.forEach((value, place) => {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (row[ends[middle]] < value) low = middle + 1;
      else high = middle;
    }
    before[place] = ends[low - 1];
    ends[low] = place;
  });
  const rise = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = before[place]) rise.add(row[place]);
  return rise;
}

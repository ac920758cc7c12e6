/** The changes as people read them: of a subtree that was added, moved or is gone, the topmost node alone. */
import type { ChangedNode } from "./compare-trees.ts";
import type { KindDiff } from "./site-diff.ts";

/** A change, and how many nodes below it were added, moved or are gone with it. */
export type ListedChange = ChangedNode & { below: number };

export function listedChanges(diff: KindDiff): ListedChange[] {
  const added = tops(diff, "is");
  const gone = tops(diff, "was");
  const along = movedAlong(diff);
  return diff.changes.flatMap((change) => {
    const { was, is, verbs } = change;
    const below = was < 0 ? added.get(is) : is < 0 ? gone.get(was) : verbs.includes("moved") ? along(is) : 0;
    return below === undefined ? [] : [{ ...change, below }];
  });
}

/** The topmost of nodes that were added (`is`) or are gone (`was`), by place, and how many of them stand below each. */
function tops({ changes, before, after }: KindDiff, side: "was" | "is"): Map<number, number> {
  const tree = side === "is" ? after : before;
  /** For each place the topmost node that it stands below. */
  const topOf = new Map<number, number>();
  const counts = new Map<number, number>();
  const other = side === "is" ? "was" : "is";
  const alone = changes.filter((change) => change[other] < 0).map((change) => change[side]);
  // What is gone is told where it was, which the node above it need not be.
  for (const place of alone.sort((a, b) => a - b)) {
    const top = topOf.get(tree.parentAt(place));
    topOf.set(place, top ?? place);
    counts.set(top ?? place, top === undefined ? 0 : (counts.get(top) ?? 0) + 1);
  }
  return counts;
}

/** Tells how many nodes came along with one that was moved; found when it is first asked for. */
function movedAlong({ after, comparison }: KindDiff): (place: number) => number {
  let counts: Int32Array | undefined;
  const count = () => {
    const { wasAt } = comparison.matches;
    const sums = new Int32Array(after.size);
    /** For each place that of the moved node with which it came, or -1. */
    const movedWith = new Int32Array(after.size).fill(-1);
    for (let place = 0; place < after.size; place++) {
      if (wasAt[place] < 0) continue;
      const parent = after.parentAt(place);
      if (comparison.isMoved(place)) movedWith[place] = place;
      else if (parent >= 0) movedWith[place] = movedWith[parent];
      if (movedWith[place] >= 0 && movedWith[place] !== place) sums[movedWith[place]]++;
    }
    return sums;
  };
  return (place) => {
    counts ??= count();
    return counts[place];
  };
}

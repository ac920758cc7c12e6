/** The ancestors of the first row that is seen, which stay in sight while what is below them is scrolled. */
import { NodeName } from "./node-name.tsx";
import type { Branch } from "./tree-branch.ts";
import type { TreeModel } from "./tree-model.ts";
import type { VirtualScroll } from "./virtual-scroll.ts";

/** More would leave no room for rows. */
const MOST_STICKY = 8;

/** @param first the number of the first row that is seen */
function stickyBranches(tree: TreeModel, first: number): Branch[] {
  // Each ancestor hides one row more, whose ancestors then count.
  for (let hidden = 0; hidden <= MOST_STICKY; hidden++) {
    const row = tree.rowAt(first + hidden);
    if (!row) return [];
    if (row.branch.level <= hidden) return ancestors(row.branch).slice(0, hidden);
  }
  const deep = tree.rowAt(first + MOST_STICKY);
  return deep ? ancestors(deep.branch).slice(-MOST_STICKY) : [];
}

function ancestors(branch: Branch): Branch[] {
  const found: Branch[] = [];
  for (let at: Branch | undefined = branch; at?.parent; at = at.parent) found.unshift(at);
  return found;
}

type StickyProps = {
  tree: TreeModel;
  scroll: VirtualScroll;
  /** Told the number of the row that is pointed at. */
  onVisit: (number: number) => void;
};

/** For the mouse: to others each row tells its level. */
export function StickyRows({ tree, scroll, onVisit }: StickyProps) {
  const branches = stickyBranches(tree, scroll.first);
  if (branches.length === 0) return null;
  return (
    <div class="sticky-rows" aria-hidden="true">
      {branches.map((branch) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: hidden from all but the mouse
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the tree lead there as well
        <div
          key={branch.row?.key}
          class="sticky-row"
          style={{ height: `${scroll.rowHeight}px`, "--level": branch.level - 1 }}
          onClick={() => branch.parent && onVisit(tree.numberOf(branch.parent, branch.at))}
        >
          {branch.row ? <NodeName row={branch.row} /> : null}
        </div>
      ))}
    </div>
  );
}

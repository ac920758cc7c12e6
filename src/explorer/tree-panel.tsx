/** The tree of a kind as rows of one height, of which only those near the eye are there, and the ancestors of the first, which stay in sight. */
import { useLayoutEffect } from "preact/hooks";
import type { PlacedRow } from "../http/explorer/explorer-answers.ts";
import type { Kind } from "../operations.ts";
import { NodeName } from "./node-name.tsx";
import type { Branch, VisibleRow } from "./tree-branch.ts";
import type { TreeModel } from "./tree-model.ts";
import { TreeItem } from "./tree-row.tsx";
import { useActiveRow } from "./use-active-row.ts";
import { type Trees, useTree } from "./use-tree.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";
import type { VirtualScroll } from "./virtual-scroll.ts";

/** More would leave no room for rows. */
const MOST_STICKY = 8;

type PanelProps = {
  kind: Kind;
  /** Those of both kinds, as they were left. */
  trees: Trees;
  /** Where the node is that is looked at. */
  path: readonly PlacedRow[] | undefined;
  version: string;
};

export function TreePanel({ kind, trees, path, version }: PanelProps) {
  const { tree, loads } = useTree(trees, kind, version);
  const view = useVirtualRows(tree);
  const { active, moveTo, onKeyDown, pointTo } = useActiveRow(tree, kind, view);
  useLayoutEffect(() => {
    if (loads > 0 && path && path.length > 0) moveTo(tree.reveal(path), "middle");
  }, [tree, loads, path]);
  return (
    <div class="tree">
      <StickyRows tree={tree} scroll={view.scroll} onVisit={moveTo} />
      <div
        ref={view.element}
        class="tree-scroller"
        role="tree"
        tabIndex={0}
        aria-label={`The ${kind} tree`}
        aria-activedescendant={view.rows.some(({ number }) => number === active) ? idOf(active) : undefined}
        onScroll={view.onScroll}
        onKeyDown={onKeyDown}
      >
        <div class="tree-height" style={{ height: `${view.scroll.height}px` }}>
          {view.rows.map((row) => (
            <TreeItem
              key={keyOf(row.visible)}
              id={idOf(row.number)}
              visible={row.visible}
              kind={kind}
              top={view.scroll.offsetOf(row.number)}
              isActive={row.number === active}
              isCurrent={row.visible.row !== undefined && row.visible.row.key === path?.at(-1)?.row.key}
              onToggle={() => tree.toggle(row.visible)}
              onPoint={(event) => pointTo(row.number, event)}
            />
          ))}
        </div>
      </div>
      {loads > 0 && tree.size === 0 ? <p class="quiet tree-empty">There are no {kind} nodes.</p> : null}
    </div>
  );
}

function keyOf({ branch, index }: VisibleRow): string {
  return `${branch.row?.key ?? ""} ${index}`;
}

function idOf(number: number): string {
  return `row-${number}`;
}

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
function StickyRows({ tree, scroll, onVisit }: StickyProps) {
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

/** The tree of a kind as rows of one height, of which only those near the eye are there. */
import { useLayoutEffect } from "preact/hooks";
import type { PlacedRow } from "../explorer-answers.ts";
import type { Kind } from "../operations.ts";
import { StickyRows } from "./sticky-rows.tsx";
import type { VisibleRow } from "./tree-branch.ts";
import { TreeItem } from "./tree-row.tsx";
import { useActiveRow } from "./use-active-row.ts";
import { type Trees, useTree } from "./use-tree.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";

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

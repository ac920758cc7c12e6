/** The tree of a kind as rows of one height, of which only those near the eye are there. */
import { useLayoutEffect } from "preact/hooks";
import type { PlacedRow } from "../explorer-answers.ts";
import type { Kind } from "../operations.ts";
import { StickyRows, stickyBranches } from "./sticky-rows.tsx";
import type { VisibleRow } from "./tree-branch.ts";
import { TreeItem } from "./tree-row.tsx";
import { useActiveRow } from "./use-active-row.ts";
import { useTree } from "./use-tree.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";

type PanelProps = {
  kind: Kind;
  /** The node that is looked at. */
  current: string | undefined;
  /** Where that is. */
  path: readonly PlacedRow[] | undefined;
  version: string;
};

export function TreePanel({ kind, current, path, version }: PanelProps) {
  const { tree, loads } = useTree(kind, version);
  const view = useVirtualRows(tree);
  const { active, moveTo, onKeyDown, pointTo } = useActiveRow(tree, kind, view);
  useLayoutEffect(() => {
    if (loads > 0 && path && path.length > 0) moveTo(tree.reveal(path), "middle");
  }, [tree, loads, path]);
  const onPoint = (number: number, event: MouseEvent) => {
    // The tree keeps the focus, whichever row is pointed at.
    event.preventDefault();
    view.element.current?.focus({ preventScroll: true });
    pointTo(number);
  };
  const rows = view.rows();
  return (
    <div class="tree">
      <StickyRows
        branches={stickyBranches(tree, view.scroll.first)}
        rowHeight={view.scroll.rowHeight}
        onVisit={moveTo}
        tree={tree}
      />
      <div
        ref={view.element}
        class="tree-scroller"
        role="tree"
        tabIndex={0}
        aria-label={`The ${kind} tree`}
        aria-activedescendant={rows.some(({ number }) => number === active) ? idOf(active) : undefined}
        onScroll={view.onScroll}
        onKeyDown={onKeyDown}
      >
        <div class="tree-height" style={{ height: `${view.scroll.height}px` }}>
          {rows.map(({ number, visible }) => (
            <TreeItem
              key={keyOf(visible)}
              id={idOf(number)}
              visible={visible}
              kind={kind}
              top={view.scroll.offsetOf(number)}
              isActive={number === active}
              isCurrent={visible.row !== undefined && visible.row.key === current}
              onToggle={() => (visible.isOpen ? tree.close(visible) : tree.open(visible))}
              onPoint={(event) => onPoint(number, event)}
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

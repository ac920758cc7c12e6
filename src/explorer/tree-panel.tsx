/** The tree of a kind as rows of one height, of which only those near the eye are there. */
import { useLayoutEffect, useState } from "preact/hooks";
import type { ExplorerSite, PathRow } from "../http/explorer/explorer-api.ts";
import type { Kind } from "../operations.ts";
import { ChangeMarks } from "./change-marks.tsx";
import { Icon, typeIcon } from "./icon.tsx";
import { inDigits } from "./locale-text.ts";
import { NodeName } from "./node-name.tsx";
import { linkTo } from "./route.ts";
import type { TreeModel, VisibleRow } from "./tree-model.ts";
import { type Trees, useTree } from "./use-tree.ts";
import { useVirtualRows, type VirtualRows } from "./use-virtual-rows.ts";

export type PanelProps = {
  site: ExplorerSite;
  kind: Kind;
  /** Those of both kinds, as they were left. */
  trees: Trees;
  /** The path of the node that is shown. */
  path: readonly PathRow[] | undefined;
};

export function TreePanel({ site, kind, trees, path }: PanelProps) {
  const { tree, loads } = useTree(trees, kind, site.version);
  const view = useVirtualRows(tree);
  const { active, moveTo, onKeyDown, pointTo } = useActiveRow(tree, kind, view);
  useLayoutEffect(() => {
    if (loads > 0 && path && path.length > 0) moveTo(tree.reveal(path), "middle");
  }, [tree, loads, path]);
  return (
    <div class="tree">
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
        <div class="tree-height" style={{ height: `${tree.size * view.rowHeight}px` }}>
          {view.rows.map((row) => (
            <TreeItem
              key={keyOf(row.visible)}
              id={idOf(row.number)}
              visible={row.visible}
              kind={kind}
              icon={row.visible.row && typeIcon(site, kind, row.visible.row.type)}
              top={row.number * view.rowHeight}
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

type RowProps = {
  visible: VisibleRow;
  kind: Kind;
  icon: string | undefined;
  id: string;
  /** Its offset, in pixels. */
  top: number;
  isActive: boolean;
  isCurrent: boolean;
  onToggle: () => void;
  onPoint: (event: MouseEvent) => void;
};

function TreeItem(props: RowProps) {
  const { visible, kind, icon, id, top, isActive, isCurrent, onToggle, onPoint } = props;
  const { branch, index, row, isOpen } = visible;
  const isParent = row !== undefined && row.children > 0;
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      class="tree-row"
      data-active={isActive || undefined}
      data-unpublished={row?.isUnpublished || undefined}
      aria-level={branch.level + 1}
      aria-posinset={index + 1}
      aria-setsize={branch.total}
      aria-expanded={isParent ? isOpen : undefined}
      aria-selected={isCurrent}
      aria-busy={row ? undefined : true}
      style={{ transform: `translateY(${top}px)`, "--level": branch.level }}
      onMouseDown={onPoint}
    >
      {isParent ? (
        // The arrow keys open and close: this is for the mouse.
        <span class="twisty" data-open={isOpen || undefined} aria-hidden="true" onClick={onToggle}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M6 4l4 4-4 4" />
          </svg>
        </span>
      ) : (
        <span class="twisty" />
      )}
      {row ? (
        <a
          class="tree-link"
          tabIndex={-1}
          title={[row.name, row.type, row.isUnpublished ? "not published" : ""].filter(Boolean).join(" – ")}
          href={linkTo({ view: "node", kind, key: row.key })}
        >
          {icon ? <Icon name={icon} /> : null}
          <NodeName row={row} />
          <span class="tree-type">{row.type}</span>
          <ChangeMarks row={row} />
        </a>
      ) : (
        <span class="tree-waiting">
          <span class="hidden">loading</span>
        </span>
      )}
      {isParent ? (
        <span class="tree-count">
          {inDigits(row.children)}
          <span class="hidden"> below</span>
        </span>
      ) : null}
    </div>
  );
}

const PAGE_ROWS = 10;
/** Keys that lead to another row, whatever the row at hand is. */
const MOVES: Readonly<Record<string, (at: number, size: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + PAGE_ROWS,
  PageUp: (at) => at - PAGE_ROWS,
  Home: () => 0,
  End: (_at, size) => size - 1,
};

function useActiveRow(tree: TreeModel, kind: Kind, view: VirtualRows) {
  const [row, setRow] = useState<VisibleRow>();
  const active = tree.numberNow(row);
  const moveTo = (number: number, to: "middle" | "edge" = "edge") => {
    const within = Math.max(0, Math.min(number, tree.size - 1));
    setRow(tree.rowAt(within));
    view.show(within, to);
  };
  const visit = (number: number) => {
    const node = tree.rowAt(number)?.row;
    if (node) location.hash = linkTo({ view: "node", kind, key: node.key });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    // Such keys are the browser's.
    if (ctrlKey || metaKey || altKey) return;
    const row = tree.rowAt(active);
    if (Object.hasOwn(MOVES, key)) moveTo(MOVES[key](active, tree.size));
    else if (key === "Enter" || key === " ") visit(active);
    else if (key === "ArrowRight" && row) row.isOpen ? moveTo(active + 1) : tree.open(row);
    else if (key === "ArrowLeft" && row) {
      const { parent, at } = row.branch;
      if (row.isOpen) tree.close(row);
      else if (parent) moveTo(tree.numberOf(parent, at));
    } else return;
    event.preventDefault();
  };
  const pointTo = (number: number, event: MouseEvent) => {
    // The tree keeps the focus, whichever row is pointed at.
    event.preventDefault();
    view.element.current?.focus({ preventScroll: true });
    setRow(tree.rowAt(number));
  };
  return { active, moveTo, onKeyDown, pointTo };
}

/** The tree of a kind as rows of one height, of which only those near the eye are there. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import type { PlacedRow, Sought } from "../explorer-answers.ts";
import type { Kind } from "../operations.ts";
import { ask, urlOf } from "./ask.ts";
import { linkTo } from "./route.ts";
import { StickyRows, stickyBranches } from "./sticky-rows.tsx";
import { meaningOf } from "./tree-keys.ts";
import type { TreeModel, VisibleRow } from "./tree-model.ts";
import { TreeItem } from "./tree-row.tsx";
import { useTree } from "./use-tree.ts";
import { VirtualScroll } from "./virtual-scroll.ts";

/** In rems: what is enough for a finger where that points. */
const ROW_REMS = 1.75;
const TOUCH_ROW_REMS = 2.5;
/** Rows that are there although they are not seen. */
const SPARE_ROWS = 12;
/** What is typed within this time is one text, in milliseconds. */
const TYPING_PAUSE = 700;

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
  const [active, setActive] = useState(0);
  const typing = useRef({ text: "", until: 0 });

  useLayoutEffect(() => {
    if (loads === 0 || !path || path.length === 0) return;
    const number = tree.reveal(path);
    setActive(number);
    view.show(number);
  }, [tree, loads, path]);

  const moveTo = (number: number) => {
    const to = Math.max(0, Math.min(number, tree.size - 1));
    setActive(to);
    view.show(to);
  };
  const visit = (number: number) => {
    const row = tree.rowAt(number)?.row;
    if (row) location.hash = linkTo({ view: "node", kind, key: row.key });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const meaning = meaningOf(tree, active, event);
    if (!meaning) return;
    event.preventDefault();
    if (meaning === "done") return;
    if ("to" in meaning) moveTo(meaning.to);
    else if ("visit" in meaning) visit(meaning.visit);
    else
      seek(tree, kind, active, typedText(typing.current, meaning.seek)).then((to) => to >= 0 && moveTo(to));
  };
  const pointTo = (number: number, event: MouseEvent) => {
    // The tree keeps the focus, whichever row is pointed at.
    event.preventDefault();
    view.element.current?.focus({ preventScroll: true });
    setActive(number);
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
              onPoint={(event) => pointTo(number, event)}
            />
          ))}
        </div>
      </div>
      {loads > 0 && tree.size === 0 ? <Empty>There are no {kind} nodes.</Empty> : null}
    </div>
  );
}

function Empty({ children }: { children: ComponentChildren }) {
  return <p class="quiet tree-empty">{children}</p>;
}

/** The rows that are to be there, and how to bring one into sight. */
function useVirtualRows(tree: TreeModel) {
  const element = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [scroll] = useState(() => new VirtualScroll(rowHeight()));
  scroll.resize(tree.size, element.current?.clientHeight ?? 0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => redraw(undefined));
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  const first = Math.max(0, scroll.first - SPARE_ROWS);
  const end = Math.min(tree.size, scroll.first + scroll.count + SPARE_ROWS);
  useLayoutEffect(() => tree.need(first, end));
  return {
    element,
    scroll,
    onScroll: () => {
      scroll.scrolled(element.current?.scrollTop ?? 0);
      redraw(undefined);
    },
    show: (number: number) => {
      scroll.resize(tree.size, element.current?.clientHeight ?? 0);
      const to = topToShow(tree, scroll, number, element.current?.clientHeight ?? 0);
      if (to !== undefined) {
        const scrollTop = scroll.scrollTo(to);
        // The element is higher only once it is drawn.
        requestAnimationFrame(() => element.current?.scrollTo({ top: scrollTop, behavior: "instant" }));
      }
      redraw(undefined);
    },
    rows: () => {
      const rows: { number: number; visible: VisibleRow }[] = [];
      for (let number = first; number < end; number++) {
        const visible = tree.rowAt(number);
        if (visible) rows.push({ number, visible });
      }
      return rows;
    },
  };
}

/** @returns where to scroll to, so that neither the edge nor the ancestors above hide a row; `undefined` where it is seen */
function topToShow(tree: TreeModel, { top, rowHeight: height }: VirtualScroll, number: number, view: number) {
  const level = tree.rowAt(number)?.branch.level ?? 0;
  const at = number * height;
  const hidden = level * height;
  if (at < top + hidden) return at - hidden;
  return at + height > top + view ? at + height - view : undefined;
}

function typedText(typing: { text: string; until: number }, character: string): string {
  const now = Date.now();
  typing.text = now < typing.until ? typing.text + character : character;
  typing.until = now + TYPING_PAUSE;
  return typing.text;
}

/** The next row whose name begins with a text: among the siblings, which the server knows all. */
async function seek(tree: TreeModel, kind: Kind, at: number, text: string): Promise<number> {
  const active = tree.rowAt(at);
  if (!active) return -1;
  const { branch, index } = active;
  // A text that grows may still be that of the same row.
  const from = [...text].length > 1 ? index : index + 1;
  const key = branch.row?.key;
  const sought = await ask<Sought>(urlOf("/explorer/seek", { kind, key, from, text })).catch(() => undefined);
  return sought?.index == null ? -1 : tree.numberOf(branch, sought.index);
}

function rowHeight(): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return Math.round(rem * (matchMedia("(pointer: coarse)").matches ? TOUCH_ROW_REMS : ROW_REMS));
}

function keyOf({ branch, index }: VisibleRow): string {
  return `${branch.row?.key ?? ""} ${index}`;
}

function idOf(number: number): string {
  return `row-${number}`;
}

/** The rows of a tree that are in view, and scrolling to another row. */
import { useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import type { TreeModel, VisibleRow } from "./tree-model.ts";
import { VirtualScroll } from "./virtual-scroll.ts";

/** In rems; higher on touch screens. */
const ROW_REMS = 1.75;
const TOUCH_ROW_REMS = 2.5;
/** How many rows are drawn above and below the view. */
const SPARE_ROWS = 12;
export type VirtualRows = ReturnType<typeof useVirtualRows>;

/** The rows to draw, and a function that scrolls to a row. */
export function useVirtualRows(tree: TreeModel) {
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
  const rows: { number: number; visible: VisibleRow }[] = [];
  for (let number = first; number < end; number++) {
    const visible = tree.rowAt(number);
    if (visible) rows.push({ number, visible });
  }
  return {
    element,
    scroll,
    onScroll: () => {
      scroll.scrolled(element.current?.scrollTop ?? 0);
      redraw(undefined);
    },
    /** @param to the position in the view of a row that was out of view */
    show: (number: number, to: "middle" | "edge") => {
      const height = element.current?.clientHeight ?? 0;
      scroll.resize(tree.size, height);
      const top = topToShow(tree, scroll, number, height);
      if (top !== undefined) {
        const scrollTop = scroll.scrollTo(to === "edge" ? top : number * scroll.rowHeight - height / 2);
        // The element is higher only once it is drawn.
        requestAnimationFrame(() => element.current?.scrollTo({ top: scrollTop, behavior: "instant" }));
      }
      redraw(undefined);
    },
    rows,
  };
}

/** @returns the scroll position at which neither the edge nor the sticky ancestors hide a row; `undefined` if it is in view */
function topToShow(tree: TreeModel, { top, rowHeight: height }: VirtualScroll, number: number, view: number) {
  const level = tree.rowAt(number)?.branch.level ?? 0;
  const at = number * height;
  const hidden = level * height;
  if (at < top + hidden) return at - hidden;
  return at + height > top + view ? at + height - view : undefined;
}

function rowHeight(): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return Math.round(rem * (matchMedia("(pointer: coarse)").matches ? TOUCH_ROW_REMS : ROW_REMS));
}

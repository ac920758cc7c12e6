/** The rows of a tree that are in view, and scrolling to another row. */
import { useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import type { TreeModel, VisibleRow } from "./tree-model.ts";

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
  const [rowHeight] = useState(rowPixels);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => redraw(undefined));
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  const { scrollTop = 0, clientHeight = 0 } = element.current ?? {};
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - SPARE_ROWS);
  const end = Math.min(tree.size, Math.ceil((scrollTop + clientHeight) / rowHeight) + SPARE_ROWS);
  useLayoutEffect(() => tree.need(first, end));
  const rows: { number: number; visible: VisibleRow }[] = [];
  for (let number = first; number < end; number++) {
    const visible = tree.rowAt(number);
    if (visible) rows.push({ number, visible });
  }
  return {
    element,
    rowHeight,
    onScroll: () => redraw(undefined),
    /** @param to the position in the view of a row that was out of view */
    show: (number: number, to: "middle" | "edge") => {
      // The element is as high as its rows only once it is drawn.
      requestAnimationFrame(() => {
        const box = element.current;
        if (!box) return;
        const top = number * rowHeight;
        const isAbove = top < box.scrollTop;
        const room = box.clientHeight - rowHeight;
        if (!isAbove && top <= box.scrollTop + room) return;
        const edge = isAbove ? top : top - room;
        box.scrollTo({ top: to === "edge" ? edge : top - box.clientHeight / 2, behavior: "instant" });
      });
      redraw(undefined);
    },
    rows,
  };
}

function rowPixels(): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return Math.round(rem * (matchMedia("(pointer: coarse)").matches ? TOUCH_ROW_REMS : ROW_REMS));
}

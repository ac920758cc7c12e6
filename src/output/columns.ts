/** Cells side by side: padded to their columns, each of as many lines as it takes. */
import stringWidth from "string-width";
import { wrapped } from "./fit.ts";

/** Columns between two cells. */
export const GAP = 2;

/** What a cell shows: safe text that fits its column, or several lines of it; and how it is painted. */
export type Cell = { lines: readonly string[]; paint?: (text: string) => string };

/** Yields the lines of one row. Nothing stands behind its last cell. */
export function* rowLines(cells: readonly Cell[], widths: readonly number[]): Generator<string> {
  const height = Math.max(...cells.map(({ lines }) => lines.length));
  for (let i = 0; i < height; i++) {
    const shown = cells.map(({ lines, paint = same }, column) => {
      const text = lines[i] ?? "";
      return (text === "" ? "" : paint(text)) + " ".repeat(Math.max(widths[column] - stringWidth(text), 0));
    });
    yield shown.join(" ".repeat(GAP)).trimEnd();
  }
}

/** How many columns each column of these rows takes: what it needs, or an even part of `room` where that is too little for all. */
export function widthsOf(rows: readonly (readonly string[])[], room: number): number[] {
  const [first = []] = rows;
  const needed = first.map((_, column) => widestOf(rows.map((row) => row[column])));
  const sum = needed.reduce((total, width) => total + width + GAP, 0);
  const part = Math.max(Math.floor(room / needed.length) - GAP, 1);
  return sum <= room ? needed : needed.map((width) => Math.min(width, part));
}

/** How many columns the widest of these takes. */
function widestOf(texts: Iterable<string>): number {
  let widest = 0;
  for (const text of texts) widest = Math.max(widest, stringWidth(text));
  return widest;
}

/** A long text without spaces, such as a list of UDIs, in lines: broken behind commas where it can be. */
export function brokenUp(text: string, columns: number): string[] {
  const parts = text.match(/[^,]*,?/g)?.filter((part) => part !== "") ?? [];
  const lines: string[] = [];
  for (const piece of parts.flatMap((part) => wrapped(part, columns))) {
    const last = lines.at(-1);
    if (last !== undefined && stringWidth(last + piece) <= columns) lines[lines.length - 1] = last + piece;
    else lines.push(piece);
  }
  return lines;
}

function same(text: string): string {
  return text;
}

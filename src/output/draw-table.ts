/** Draws rows of cells as a table without borders, by cli-table3. */
import Table from "cli-table3";
import { widthOf } from "./fit.ts";

/** Columns between two cells. */
export const GAP = 2;
/** cli-table3 compares each cell with all above it, so a long table is drawn in parts. */
const ROWS_AT_ONCE = 16;
const NO_BORDERS = Object.fromEntries(
  ["top", "bottom", "left", "right", "mid"].flatMap((side) =>
    [side, `${side}-mid`, `${side}-left`, `${side}-right`].map((char) => [char, ""]),
  ),
);
/** Colour is chalk's business: cli-table3 would add its own, even to a pipe. */
const STYLE = { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true };

/**
 * A line of safe text that fits its columns, painted or not, and so one without a line feed: cli-table3 takes quadratic
 * time for a cell of several lines, and breaks them between code units. A cell can span columns, and be indented.
 */
export type Cell = string | { content: string; colSpan: number; style?: { "padding-left": number } };

/**
 * Yields the lines. Nothing stands behind the last cell of a row.
 * @param widths how many columns each column takes; the last one, of which none is given, takes what it needs
 */
export function* drawTable(rows: Iterable<readonly Cell[]>, widths: readonly number[]): Generator<string> {
  let some: Cell[][] = [];
  for (const row of rows) {
    some.push([...row]);
    if (some.length < ROWS_AT_ONCE) continue;
    yield* drawSome(some, widths);
    some = [];
  }
  if (some.length > 0) yield* drawSome(some, widths);
}

function drawSome(rows: Cell[][], widths: readonly number[]): string[] {
  const table = new Table({
    chars: { ...NO_BORDERS, middle: " ".repeat(GAP) },
    colWidths: [...widths],
    style: STYLE,
  });
  table.push(...rows);
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd());
}

/** A row of cells of several lines, as rows of one line each. */
export function lineRows(cells: readonly (readonly string[])[]): string[][] {
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => cells.map((lines) => lines[line] ?? ""));
}

/** How many columns each column of these rows takes: what it needs, or an even part of `room` where that is too little for all. */
export function widthsOf(rows: readonly (readonly string[])[], room: number): number[] {
  const [first = []] = rows;
  const needed = first.map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, widthOf(row[column])), 0),
  );
  const sum = needed.reduce((total, width) => total + width + GAP, 0);
  const part = Math.max(Math.floor(room / needed.length) - GAP, 1);
  return sum <= room ? needed : needed.map((width) => Math.min(width, part));
}

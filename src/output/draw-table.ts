/** Draws rows of cells as a table without borders, by cli-table3. */
import Table from "cli-table3";
import { padded, widthOf } from "./fit.ts";

/** Columns between two cells. */
export const GAP = 2;
const GAP_TEXT = " ".repeat(GAP);
/** cli-table3 compares each cell with all above it, so a long table is drawn in parts. */
const ROWS_AT_ONCE = 16;
/** cli-table3 takes about 0.1 ms for a row, 20 s for 200,000: in longer tables, further rows are padded here to the same widths. */
const ROWS_BY_LIBRARY = 256;
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
  let drawn = 0;
  for (const row of rows) {
    if (drawn === ROWS_BY_LIBRARY) {
      yield paddedRow(row, widths);
      continue;
    }
    some.push([...row]);
    if (some.length < ROWS_AT_ONCE) continue;
    yield* drawSome(some, widths);
    drawn += some.length;
    some = [];
  }
  if (some.length > 0) yield* drawSome(some, widths);
}

/** The line that cli-table3 makes of a row. */
function paddedRow(row: readonly Cell[], widths: readonly number[]): string {
  let line = "";
  let column = 0;
  for (const cell of row) {
    const { content, colSpan, style } =
      typeof cell === "string" ? { content: cell, colSpan: 1, style: undefined } : cell;
    const indented = " ".repeat(style?.["padding-left"] ?? 0) + content;
    line += colSpan === 1 && column < widths.length ? padded(indented, widths[column]) + GAP_TEXT : indented;
    column += colSpan;
  }
  return line.trimEnd();
}

function drawSome(rows: Cell[][], widths: readonly number[]): string[] {
  const table = new Table({
    chars: { ...NO_BORDERS, middle: GAP_TEXT },
    colWidths: [...widths],
    style: STYLE,
  });
  for (const row of rows) table.push(row);
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd());
}

/** A row of cells of several lines, as rows of one line each. */
export function lineRows(cells: readonly (readonly string[])[]): string[][] {
  const height = cells.reduce((most, lines) => Math.max(most, lines.length), 0);
  return Array.from({ length: height }, (_, line) => cells.map((lines) => lines[line] ?? ""));
}

/** The columns that are shown, from left to right, and how many columns of the terminal each takes. */
type Columns = { shown: number[]; widths: number[] };

/**
 * Chooses the columns that stand whole in the room there is.
 * @param room what columns take, with `GAP` behind each
 * @param worth columns by their worth, the most first; default: as they stand
 * @param kept so many of these are shown in any case, their cells to be wrapped where they must; default: all
 */
export function columnsFor(
  rows: readonly (readonly string[])[],
  room: number,
  worth = (rows[0] ?? []).map((_, column) => column),
  kept = worth.length,
): Columns {
  const needs = worth.map((column) =>
    rows.reduce((widest, row) => Math.max(widest, widthOf(row[column])), 0),
  );
  let left = room;
  const chosen = worth.flatMap((column, rank) => {
    if (rank >= kept && needs[rank] + GAP > left) return [];
    left -= needs[rank] + GAP;
    return [{ column, need: needs[rank] }];
  });
  const widths = sharesOf(
    chosen.map(({ need }) => need),
    room - GAP * chosen.length,
  );
  const inOrder = chosen
    .map(({ column }, i) => ({ column, width: widths[i] }))
    .sort((a, b) => a.column - b.column);
  return { shown: inOrder.map(({ column }) => column), widths: inOrder.map(({ width }) => width) };
}

/** What each of these gets of too little room: the first most, so that it is whole if it can be, and the others a part each. */
function sharesOf(needs: readonly number[], room: number): number[] {
  let left = room;
  return needs.map((need, i) => {
    const later = needs.slice(i + 1);
    const part = Math.floor(left / (later.length + 2));
    const reserved = later.reduce((sum, other) => sum + Math.min(other, part), 0);
    const share = Math.max(Math.min(need, left - reserved), 1);
    left -= share;
    return share;
  });
}

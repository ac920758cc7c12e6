/** Draws rows of cells as a table without borders: long lists by padding alone, small tables by cli-table3. */
import Table from "cli-table3";
import { padded } from "./fit.ts";

/** Columns between two cells. */
export const GAP = 2;
const GAP_TEXT = " ".repeat(GAP);
/** cli-table3 compares each cell with all above it, so a table is drawn in parts. */
const ROWS_AT_ONCE = 16;
const NO_BORDERS = Object.fromEntries(
  ["top", "bottom", "left", "right", "mid"].flatMap((side) =>
    [side, `${side}-mid`, `${side}-left`, `${side}-right`].map((char) => [char, ""]),
  ),
);
/** Only chalk adds colour: cli-table3 would add its own, even to a pipe. */
const STYLE = { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true };

/**
 * Returns a row of a list of any length as a line without trailing blanks.
 * @param cells one line of safe text each, painted or not, that fits its column
 * @param widths the width of each column except the last one, which takes what it needs
 */
export function paddedLine(cells: readonly string[], widths: readonly number[]): string {
  return paddedCells(cells, widths).join(GAP_TEXT).trimEnd();
}

function paddedCells(cells: readonly string[], widths: readonly number[]): string[] {
  return cells.map((cell, column) => (column < widths.length ? padded(cell, widths[column]) : cell));
}

/**
 * Yields the lines of a table that is small by nature, drawn by cli-table3, which takes about 0.1 ms for a row. Its cells are
 * padded before, since cli-table3 measures some texts as wider and would cut them.
 * @param rows as in `paddedLine`. A cell has no line feed: cli-table3 takes quadratic time for a cell of several lines
 */
export function* smallTable(rows: Iterable<readonly string[]>, widths: readonly number[]): Generator<string> {
  const all = [...rows];
  for (let start = 0; start < all.length; start += ROWS_AT_ONCE) {
    const table = new Table({ chars: { ...NO_BORDERS, middle: GAP_TEXT }, style: STYLE });
    for (const cells of all.slice(start, start + ROWS_AT_ONCE)) table.push(paddedCells(cells, widths));
    for (const line of table.toString().split("\n")) yield line.trimEnd();
  }
}

/** A row of cells of several lines, as rows of one line each. */
export function lineRows(cells: readonly (readonly string[])[]): string[][] {
  const height = cells.reduce((most, lines) => Math.max(most, lines.length), 0);
  return Array.from({ length: height }, (_, line) => cells.map((lines) => lines[line] ?? ""));
}

/** The width of a column in columns of the terminal. */
type ColumnNeed = {
  /** The widest cell. */
  whole: number;
  /** What the column gets before columns of lower priority are shown. Default: `whole`. */
  enough?: number;
};

/**
 * Chooses the columns of a table and their widths: first each column gets what is enough for it, by priority; then what is
 * left goes to the columns that need more.
 * @param room the columns of the terminal, plus `GAP`, or infinity
 * @param priority the indexes of columns, the most important first. Default: from left to right
 * @param kept how many of these are always shown, however narrow; others only if they have enough. Default: all
 * @returns the indexes of the columns that are shown, from left to right, and the width of each
 */
export function columnsFor(
  needs: readonly ColumnNeed[],
  room: number,
  priority = needs.map((_, column) => column),
  kept = priority.length,
): { shown: number[]; widths: number[] } {
  let left = room;
  const chosen = priority.flatMap((column, rank) => {
    const { whole, enough = whole } = needs[column];
    const least = Math.min(whole, enough);
    if (rank >= kept && least + GAP > left) return [];
    left -= least + GAP;
    return [{ column, whole, least }];
  });
  const widths = shares(
    chosen.map(({ least }) => least),
    room - GAP * chosen.length,
    1,
  );
  const more = shares(
    chosen.map(({ whole }, i) => Math.max(whole - widths[i], 0)),
    Math.max(left, 0),
    0,
  );
  const inOrder = chosen
    .map(({ column }, i) => ({ column, width: widths[i] + more[i] }))
    .sort((a, b) => a.column - b.column);
  return { shown: inOrder.map(({ column }) => column), widths: inOrder.map(({ width }) => width) };
}

/** Shares room that may be too small: the first need is met if possible, the others get a part each; each gets at least `least`. */
function shares(needs: readonly number[], room: number, least: number): number[] {
  let left = room;
  return needs.map((need, i) => {
    const later = needs.slice(i + 1);
    const part = Math.floor(left / (later.length + 2));
    const reserved = later.reduce((sum, other) => sum + Math.min(other, part), 0);
    const share = Math.max(Math.min(need, left - reserved), least);
    left -= share;
    return share;
  });
}

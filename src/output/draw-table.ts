/** Draws rows of cells as a table without borders, by cli-table3. */
import Table from "cli-table3";
import { padded } from "./fit.ts";

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
/** Only chalk adds colour: cli-table3 would add its own, even to a pipe. */
const STYLE = { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true };

/**
 * One line of safe text that fits its columns, painted or not. It has no line feed, since cli-table3 takes quadratic time
 * for a cell of several lines, and breaks them between code units. A cell can span columns, and be indented.
 */
export type Cell = string | { content: string; colSpan: number; style?: { "padding-left": number } };

/**
 * Yields the lines, without trailing blanks.
 * @param widths the width of each column except the last one, which takes what it needs
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

/** Lists as rows and columns: one writer of json, ndjson and csv, and one layout of tables of text. */

import { BYTE_ORDER_MARK, type CsvCell, csvLine, excelLine } from "../text/csv.ts";
import { NONE, visible } from "../text/visible-text.ts";
import { columnsFor, GAP, lineRows, paddedLine, smallTable } from "./draw-table.ts";
import { fit, widthOf } from "./fit.ts";

/** The value of a column in a row: `undefined` if there is none, which json leaves out. */
type RowValue = CsvCell | boolean | null | readonly string[] | readonly object[] | WrittenJson | undefined;

/** JSON that is written as it is. */
type WrittenJson = { json: string };

/** A column of a list: its value in json, ndjson and csv, and how a table shows it. */
export type Column<T> = {
  of: (row: T) => RowValue;
  /** One line of `--fields help`. */
  about?: string;
  /** Separates the texts of a list in csv and tables. Default: a comma. */
  between?: string;
  /** Default: a table shows the column only if `--fields` names it. */
  table?: Pick<TableColumn<T>, "rank" | "enough" | "isNumber" | "paint">;
};

/** The columns of a list by name, in order. */
export type Columns<T> = Readonly<Record<string, Column<T>>>;

/** The columns of a list that a table shows. */
export function tableColumns<T>(columns: Columns<T>): TableColumn<T>[] {
  return Object.entries(columns).flatMap(([head, column]) =>
    column.table
      ? [
          {
            head,
            text: (row: T) => (column.of(row) === null ? NONE : String(csvCell(row, column))),
            ...column.table,
          },
        ]
      : [],
  );
}

/** The formats of rows for scripts and spreadsheets. */
export type RowFormat = "json" | "ndjson" | "csv" | "csv-excel";

/** Yields rows as one document, as a line each, or as csv with the names of its columns first. */
export function* writeRows<T>(rows: Iterable<T>, columns: Columns<T>, format: RowFormat): Generator<string> {
  if (format === "csv" || format === "csv-excel") {
    if (format === "csv-excel") yield BYTE_ORDER_MARK;
    const line = format === "csv-excel" ? excelLine : csvLine;
    yield line(Object.keys(columns));
    const all = Object.values(columns);
    for (const row of rows) yield line(all.map((column) => csvCell(row, column)));
    return;
  }
  if (format === "json") yield "[";
  let separator = "";
  for (const row of rows) {
    const text = rowJson(row, columns);
    yield format === "ndjson" ? `${text}\n` : separator + text;
    separator = ",";
  }
  if (format === "json") yield "]\n";
}

/** Yields rows; in json as a member of the head, so that a report is one object. */
export function* writeReport<T>(
  report: { head: () => object; name: string; rows: Iterable<T>; columns: Columns<T> },
  format: RowFormat,
): Generator<string> {
  const { head, name, columns } = report;
  const rows = writeRows(report.rows, columns, format);
  if (format !== "json") {
    yield* rows;
    return;
  }
  yield `${JSON.stringify(head()).slice(0, -1)},${JSON.stringify(name)}:`;
  for (const part of rows) yield part.replace(/\]\n$/, "]");
  yield "}\n";
}

/** Returns the lines of a table of all columns, the first ones having room first. */
export function rowTable<T>(
  rows: Iterable<T>,
  columns: Columns<T>,
  layout: Pick<TableLayout<readonly CsvCell[]>, "room" | "paintHead">,
): Iterable<string> {
  const all = Object.values(columns);
  // Read once: computing a value may traverse the whole site.
  const cells = Array.from(rows, (row) => all.map((column) => csvCell(row, column)));
  const shown = Object.keys(columns).map((head, i) => ({
    head,
    text: (row: readonly CsvCell[]) => String(row[i]),
    rank: i,
    enough: ENOUGH,
    isNumber: cells.every((row) => typeof row[i] === "number"),
  }));
  return tableLines(cells, shown, { ...layout, kept: 0 });
}

/** A row as an object. */
export function rowObject<T>(row: T, columns: Columns<T>): Record<string, RowValue> {
  return Object.fromEntries(Object.entries(columns).map(([name, { of }]) => [name, of(row)]));
}

function rowJson<T>(row: T, columns: Columns<T>): string {
  const members = Object.entries(columns).flatMap(([name, { of }]) => {
    const value = of(row);
    if (value === undefined) return [];
    return `${JSON.stringify(name)}:${isWritten(value) ? value.json : JSON.stringify(value)}`;
  });
  return `{${members.join(",")}}`;
}

function isWritten(value: RowValue): value is WrittenJson {
  return typeof value === "object" && value !== null && "json" in value;
}

function csvCell<T>(row: T, { of, between = ", " }: Column<T>): CsvCell {
  const value = of(row);
  if (isWritten(value)) return writtenCell(value.json);
  if (Array.isArray(value)) return value.join(between);
  return typeof value === "string" || typeof value === "number" ? value : String(value ?? "");
}

/** A string without quotes and escapes, a number if a double holds all its digits, other values as JSON. */
function writtenCell(json: string): CsvCell {
  if (json === "null") return "";
  if (json.startsWith('"')) return JSON.parse(json);
  return json === String(Number(json)) ? Number(json) : json;
}

/** Columns of the terminal that are enough for a value. */
const ENOUGH = 12;

/** A column of a table. */
export type TableColumn<T> = {
  /** Default: none. A table whose columns have no heads begins with its first row. */
  head?: string;
  text: (row: T) => string;
  /** Columns of a lower rank get room first; columns of a rank up to `kept` are always shown, others only if they have enough. */
  rank: number;
  isNumber?: boolean;
  /** The width that is enough for the column before columns of a higher rank get room. Default: its widest text. */
  enough?: number;
  /** The lines of a text that may be too long. Default: `wrap` of the layout. */
  lines?: (row: T, columns: number) => string[];
  /** Paints the head: a head that is painted before would be measured, cut and shown with its escapes. Default: as the layout. */
  paintHead?: (head: string) => string;
  /** Returns a function that paints the lines of a row's cell. Default: not painted. */
  paint?: (row: T) => (line: string) => string;
};

type TableLayout<T> = {
  /** The columns of the terminal. Default: any number. */
  room: number | undefined;
  kept: number;
  /** The lines of a text that may be too long. Default: one line, cut. */
  wrap?: (text: string, columns: number) => string[];
  /** Paints the heads. Default: not painted. */
  paintHead?: (head: string) => string;
  /** Whether the table is small by nature, whatever the size of the site. Default: it may be a long list. */
  isSmall?: boolean;
  /** A line below each row, over all columns. Default: none. */
  below?: (row: T) => string;
};

/** Yields the lines of a table, the heads first; control characters in the data are escaped. */
export function* tableLines<T>(
  rows: readonly T[],
  columns: readonly TableColumn<T>[],
  {
    room = Number.POSITIVE_INFINITY,
    kept,
    wrap = cutCell,
    paintHead: paintHeads = (head) => head,
    isSmall = false,
    below,
  }: TableLayout<T>,
): Generator<string> {
  const needs = columns.map(({ head = "", text, enough }) => {
    const widest = rows.reduce((most, row) => Math.max(most, widthOf(visible(text(row)))), 0);
    return { whole: widest === 0 ? 0 : Math.max(widest, widthOf(head)), enough };
  });
  const filled = [...columns.keys()].filter((column) => needs[column].whole > 0);
  const priority = filled.sort((a, b) => columns[a].rank - columns[b].rank || a - b);
  const always = filled.filter((column) => columns[column].rank <= kept).length;
  const { shown, widths } = columnsFor(needs, room + GAP, priority, always);
  const lineWidths = widths.slice(0, -1);
  const heads = function* (): Generator<string[]> {
    if (!columns.some(({ head }) => head)) return;
    yield* lineRows(
      shown.map((column, i) => {
        const { head = "", isNumber, paintHead = paintHeads } = columns[column];
        return isNumber
          ? [paintHead(" ".repeat(Math.max(widths[i] - widthOf(head), 0)) + head)]
          : wrap(head, widths[i]).map((line) => paintHead(line));
      }),
    );
  };
  const cellsOf = (row: T) =>
    lineRows(
      shown.map((column, i) => {
        const { text, isNumber, lines = (row, width) => wrap(text(row), width), paint } = columns[column];
        const cell = isNumber ? [visible(text(row)).padStart(widths[i])] : lines(row, widths[i]);
        // Painted blanks at the end of a line could not be trimmed.
        return paint ? cell.map((line) => (line.trim() === "" ? line : paint(row)(line))) : cell;
      }),
    );
  if (isSmall) {
    yield* smallTable([...heads(), ...rows.flatMap(cellsOf)], lineWidths);
    return;
  }
  for (const cells of heads()) yield paddedLine(cells, lineWidths);
  for (const row of rows) {
    for (const cells of cellsOf(row)) yield paddedLine(cells, lineWidths);
    if (below) yield below(row);
  }
}

function cutCell(text: string, columns: number): string[] {
  return [fit(text, columns)];
}

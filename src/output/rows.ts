/** Lists as rows and columns: one writer of json, ndjson and csv, and one layout of tables of text. */
import { visible } from "../text/visible-text.ts";
import { type CsvCell, csvLine } from "./csv.ts";
import { columnsFor, drawTable, GAP, lineRows } from "./draw-table.ts";

/** What a column has in a row: `undefined` if nothing, which json leaves out; csv has no lists. */
type RowValue = CsvCell | null | readonly object[] | undefined;

/** The columns of rows by name, in order. */
export type Columns<T> = Readonly<Record<string, (row: T) => RowValue>>;

/** Yields rows as one document, as a line each, or as csv with the names of its columns first. */
export function* writeRows<T>(
  rows: readonly T[],
  columns: Columns<T>,
  format: "json" | "ndjson" | "csv",
): Generator<string> {
  if (format === "csv") {
    yield csvLine(Object.keys(columns));
    for (const row of rows) yield csvLine(Object.values(columns).map((of) => csvCell(of(row))));
    return;
  }
  if (format === "json") yield "[";
  for (const [i, row] of rows.entries()) {
    const text = JSON.stringify(rowObject(row, columns));
    yield format === "ndjson" ? `${text}\n` : (i === 0 ? "" : ",") + text;
  }
  if (format === "json") yield "]\n";
}

/** A row as an object. */
export function rowObject<T>(row: T, columns: Columns<T>): Record<string, RowValue> {
  return Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, of(row)]));
}

function csvCell(value: RowValue): CsvCell {
  return typeof value === "string" || typeof value === "number" ? value : "";
}

/** A column of a table. */
export type TableColumn<T> = {
  head: string;
  text: (row: T) => string;
  /** Columns of a lower rank get room first; those of a rank up to `kept` are always shown, others only if they fit whole. */
  rank: number;
  isNumber?: boolean;
};

type TableLayout = {
  /** The columns of the terminal. */
  room: number;
  kept: number;
  /** Breaks a text that has too little room into lines. */
  wrap: (text: string, columns: number) => string[];
};

/** The lines of a table, the heads first. Nothing is in them that a terminal would obey. */
export function tableLines<T>(
  rows: readonly T[],
  columns: readonly TableColumn<T>[],
  { room, kept, wrap }: TableLayout,
): string[] {
  const texts = [
    columns.map(({ head }) => head),
    ...rows.map((row) => columns.map(({ text }) => visible(text(row)))),
  ];
  const worth = [...columns.keys()].sort((a, b) => columns[a].rank - columns[b].rank || a - b);
  const always = columns.filter(({ rank }) => rank <= kept).length;
  const { shown, widths } = columnsFor(texts, room + GAP, worth, always);
  const lines = texts.flatMap((row) =>
    lineRows(
      shown.map((column, i) =>
        columns[column].isNumber ? [row[column].padStart(widths[i])] : wrap(row[column], widths[i]),
      ),
    ),
  );
  return [...drawTable(lines, widths.slice(0, -1))];
}

/** Reads CSV (RFC 4180). */
import { UsageError } from "../errors.ts";

/** Cell separators, most likely first: spreadsheets write semicolons in locales with decimal commas. */
export const SEPARATORS = { ",": "a comma", ";": "a semicolon", "\t": "a tab" } as const;
export type Separator = keyof typeof SEPARATORS;

/** A row by its columns, or what is wrong with it. Lines count from 1. */
type NamedRow<Column extends string> = {
  line: number;
  cells: Readonly<Partial<Record<Column, string>>> | string;
};

/**
 * Reads CSV whose first row names its columns, in any order and case. Other columns and empty rows are left out.
 * @param columns in lower case
 * @param needed the columns that must be there, by which the separator is found
 * @param path the name of the file in messages
 * @returns the other rows; `undefined` if the first row does not name the columns that are needed
 * @throws UsageError while rows are read, if a column is there twice, and as `csvRows`
 */
export function namedRows<Column extends string>(
  text: string,
  columns: readonly Column[],
  needed: readonly Column[],
  path: string,
): Iterable<NamedRow<Column>> | undefined {
  // A line `sep=;` sets the separator in spreadsheets.
  const [setting = "", set] = /^sep=(.)[\r\n]+/.exec(text) ?? [];
  const [head = ""] = /^.*[^\s,;"].*$/m.exec(text.slice(setting.length)) ?? [];
  const separator = [...(set === undefined ? Object.keys(SEPARATORS) : set)].find((each) => {
    const names = namesIn(head.split(each));
    return needed.every((column) => names.includes(column));
  });
  return separator === undefined ? undefined : rowsBelowHead(text, columns, separator, path);
}

function* rowsBelowHead<Column extends string>(
  text: string,
  columns: readonly Column[],
  separator: string,
  path: string,
): Generator<NamedRow<Column>, void> {
  let names: string[] | undefined;
  for (const { cells, line } of csvRows(text, separator, path)) {
    if (cells.every((cell) => cell.trim() === "") || (line === 1 && cells[0] === "sep=")) continue;
    if (names === undefined) {
      names = namesIn(cells);
      const twice = columns.find((column) => names?.indexOf(column) !== names?.lastIndexOf(column));
      if (twice !== undefined) throw new UsageError(`${path}:${line}: names the column ${twice} twice`);
    } else if (cells.length > names.length) {
      yield { line, cells: `has ${cells.length} cells, and the first row has ${names.length}` };
    } else {
      const named = columns.map((column) => [column, cells[names?.indexOf(column) ?? -1]] as const);
      yield { line, cells: Object.fromEntries(named) as Partial<Record<Column, string>> };
    }
  }
}

function namesIn(head: readonly string[]): string[] {
  return head.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, "$1")
      .toLowerCase(),
  );
}

/**
 * Yields rows of CSV (RFC 4180) with the lines on which they begin.
 * @param separator one character
 * @param path the name of the file in messages
 * @throws UsageError if a quote is not closed, or text follows a closing quote
 */
export function* csvRows(
  text: string,
  separator: string,
  path: string,
): Generator<{ cells: string[]; line: number }> {
  const ends = new RegExp(`[${separator}\\r\\n]`, "g");
  let cells: string[] = [];
  let line = 1;
  let started = 1;
  for (let at = 0; at < text.length; ) {
    const { cell, end } = cellAt(text, at, ends, `${path}:${line}`);
    const stop = text.startsWith("\r\n", end) ? "\r\n" : text.slice(end, end + 1);
    cells.push(cell);
    line += cell.split("\n").length - 1;
    at = end + stop.length;
    // A row that ends with a separator ends with an empty cell.
    if (stop === separator && at < text.length) continue;
    if (stop === separator) cells.push("");
    yield { cells, line: started };
    cells = [];
    line++;
    started = line;
  }
}

/** @returns the cell that begins at `at`, and the offset of its end: a separator, a line end, or the end of the text */
function cellAt(text: string, at: number, ends: RegExp, where: string): { cell: string; end: number } {
  if (text[at] !== '"') {
    ends.lastIndex = at;
    const end = ends.exec(text)?.index ?? text.length;
    return { cell: text.slice(at, end), end };
  }
  let close = text.indexOf('"', at + 1);
  while (text[close + 1] === '"' && close >= 0) close = text.indexOf('"', close + 2);
  if (close < 0) throw new UsageError(`${where}: a quote is opened and not closed`);
  const end = close + 1;
  ends.lastIndex = end;
  if (end < text.length && ends.exec(text)?.index !== end) {
    throw new UsageError(`${where}: text after a closing quote`);
  }
  return { cell: text.slice(at + 1, close).replaceAll('""', '"'), end };
}

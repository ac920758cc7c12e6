/** Reads CSV (RFC 4180). */
import { UsageError } from "../errors.ts";

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

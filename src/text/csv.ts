/** Writes CSV: RFC 4180 with LF as the end of a line, as in all other output. */

/** The byte-order mark by which Excel recognises UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** What a cell holds. */
export type CsvCell = string | number;

/** Text that a spreadsheet would evaluate as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A place at which a formula would begin, if Excel separates by the list separator of its locale: then quotes do not hold
 * cells together that begin in another cell.
 */
const FORMULA_OF_EXCEL = /(?:^|(?<=[;,\t\r\n]"*))(?=[=+\-@＝＋－＠]|^[\t\r\n])/g;

/** A line with its line feed. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${csvRow(cells)}\n`;
}

/** The same for a file that Excel opens by itself, in which no part of a text is a formula in any locale. */
export function excelLine(cells: readonly CsvCell[]): string {
  return csvLine(
    cells.map((cell) => (typeof cell === "number" ? cell : cell.replace(FORMULA_OF_EXCEL, "'"))),
  );
}

/**
 * A row without its line end. A text that a spreadsheet would evaluate gets an apostrophe in front, as users type it there:
 * files are passed on, and the names in them come from the site's editors (CSV injection).
 */
export function csvRow(cells: readonly CsvCell[], separator: "," | ";" = ","): string {
  const shown = cells.map((cell) => {
    if (typeof cell === "number") return String(cell);
    const text = FORMULA.test(cell) ? `'${cell}` : cell;
    return /["\n\r]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return shown.join(separator);
}

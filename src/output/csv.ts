/** Lines of CSV, as RFC 4180 has them but for the line end, which is that of all other output. */

/** What a cell holds. */
export type CsvCell = string | number;

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A line with its line feed. A text that a spreadsheet would calculate has an apostrophe before it, as it is typed there: files
 * are passed on, and the names in them were written by whoever wrote the site.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}

function csvCell(cell: CsvCell): string {
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

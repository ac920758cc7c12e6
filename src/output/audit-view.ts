/** An audit for people: a table for each section, what counts most first. */
import type { ChalkInstance } from "chalk";
import type { AuditRow, AuditSection, NodeQuery } from "../analysis/audit/audit-section.ts";
import { counted } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import { type ShownColumn, shownColumns } from "./audit-cells.ts";
import { columnsFor, drawTable, GAP, lineRows } from "./draw-table.ts";
import { wordWrapped } from "./fit.ts";
import { brush, type ViewLook } from "./style.ts";

/** What an audit's views are given. */
export type ShownAudit = {
  /** What was read, in one line. */
  headline: string;
  sections: readonly AuditSection[];
  /** The command that lists nodes of the same place, and the flags by which it lists those that a row speaks of. */
  find: string;
  flagsOf: (query: NodeQuery) => string;
  /** Spells out the command that shows a section whole. */
  spellSection: (name: AuditSection["name"]) => string;
};

/** How many rows of a section are shown: `rows`. Default: all. */
type AuditLook = ViewLook & { rows?: number };

const INDENT = "  ";

/** The lines. Nothing is in them that a terminal would obey. */
export async function auditView(audit: ShownAudit, look: AuditLook): Promise<string[]> {
  const chalk = await brush(look);
  const empty = audit.sections.filter(({ rows }) => rows.length === 0);
  return [
    ...sentences(audit.headline, look),
    ...audit.sections
      .filter(({ rows }) => rows.length > 0)
      .flatMap((section) => ["", ...sectionLines(section, audit, look, chalk)]),
    ...(empty.length === 0
      ? []
      : ["", ...sentences(`nothing to tell of: ${empty.map(({ name }) => name).join(", ")}`, look)]),
  ];
}

function sectionLines(
  section: AuditSection,
  audit: ShownAudit,
  look: AuditLook,
  chalk: ChalkInstance,
): string[] {
  const { rows, title, name } = section;
  const shown = rows.slice(0, look.rows);
  const [heads, ...lines] = tableLines(shown, shownColumns({ ...section, rows: shown }), look);
  const left = rows.length - shown.length;
  const at = shown.findIndex((row) => row.query);
  const query = shown[at]?.query;
  const dimmed = [
    ...(left > 0 ? [`and ${counted(left, "row")} more: ${audit.spellSection(name)}`] : []),
    ...(query
      ? [
          `the ${at === 0 ? "first row's nodes" : `nodes of row ${at + 1}`}: ${audit.find} ${audit.flagsOf(query)}`,
        ]
      : []),
  ];
  return [
    chalk.bold(`${title} (${rows.length})`),
    chalk.dim(heads),
    ...lines,
    // A command that is broken into lines cannot be pasted.
    ...dimmed.map((line) => chalk.dim(visible(line))),
  ];
}

function sentences(text: string, { columns = Number.POSITIVE_INFINITY }: ViewLook): string[] {
  return wordWrapped(text, columns, INDENT);
}

/** The heads, then a line or more for each row. What can be done without is left out where it has no room beside the others. */
function tableLines(
  rows: readonly AuditRow[],
  columns: readonly ShownColumn[],
  { columns: room = Number.POSITIVE_INFINITY }: ViewLook,
): string[] {
  const texts = [
    columns.map(({ head }) => head),
    ...rows.map((row) => columns.map(({ text }) => visible(text(row)))),
  ];
  const order = byWorth(columns);
  const kept = columns.filter(({ extra }) => extra === undefined).length;
  const { shown, widths } = columnsFor(texts, room + GAP, order, kept);
  const lines = texts.flatMap((row) =>
    lineRows(
      shown.map((column, i) =>
        columns[column].number ? [row[column].padStart(widths[i])] : wordWrapped(row[column], widths[i], ""),
      ),
    ),
  );
  return [...drawTable(lines, widths.slice(0, -1))];
}

/** Numbers first, since they are of no use in part, then texts as they stand, then what can be done without. */
function byWorth(columns: readonly ShownColumn[]): number[] {
  const rank = ({ extra, number }: ShownColumn) => (extra === undefined ? (number ? 0 : 1) : 2 + extra);
  return columns.map((_, i) => i).sort((a, b) => rank(columns[a]) - rank(columns[b]) || a - b);
}

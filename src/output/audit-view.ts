/** An audit for people, a table for each section, and for scripts: rows as objects, and as lines of CSV. */

import type { ChalkInstance } from "chalk";
import type { AuditColumn, AuditRow, AuditSection, TypeOwner } from "../analysis/audit/audit-section.ts";
import type { FindQuery } from "../analysis/find/criteria.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { counted } from "../text/counted.ts";
import { NONE, visible } from "../text/visible-text.ts";
import { wordWrapped } from "./fit.ts";
import { type Columns, rowObject, type TableColumn, tableLines, writeRows } from "./rows.ts";
import { brush, type ViewLook } from "./style.ts";

/** A column as people see it. */
type ShownColumn = TableColumn<AuditRow> & {
  head: string;
  of: AuditColumn;
  /** What it is sorted by. Default: its text. */
  number?: ((row: AuditRow) => number) | undefined;
};

/** Numbers are of no use in part, so they get room first, then texts; what can be done without comes last. */
const NUMBER_RANK = 0;
const TEXT_RANK = 1;
const EXTRA_RANK = 2;

const HUNDREDTH = 0.01;

/** The columns of a section that tell something, in the order in which they stand beside each other. */
function shownColumns({ columns, rows, extras = [] }: AuditSection): ShownColumn[] {
  const cells = Object.entries(columns).map(([head, of], i): ShownColumn => {
    const text = (row: AuditRow) => cellText(row.cells[i], of);
    const number = of === "text" ? undefined : (row: AuditRow) => Number(row.cells[i] ?? 0);
    const own = number ? NUMBER_RANK : TEXT_RANK;
    const rank = extras.includes(head) ? EXTRA_RANK + extras.indexOf(head) : own;
    return { head, of, text, number, isNumber: number !== undefined, rank };
  });
  const [first, ...others] = cells;
  const on: ShownColumn = { head: "on", of: "text", text: ({ owner }) => ownerText(owner), rank: TEXT_RANK };
  const id: ShownColumn = {
    head: "id",
    of: "count",
    text: ({ node }) => (node ? String(node.id) : NONE),
    number: ({ node }) => node?.id ?? 0,
    isNumber: true,
    rank: NUMBER_RANK,
  };
  const key: ShownColumn = {
    head: "key",
    of: "text",
    text: ({ node }) => node?.key ?? NONE,
    rank: EXTRA_RANK + extras.length,
  };
  return [first, on, ...others, id, key].filter(({ text }) => rows.some((row) => text(row) !== NONE));
}

/** `article`, `element quote`, `media Image`. */
function ownerText(owner: TypeOwner | undefined): string {
  if (owner === undefined) return NONE;
  const words = [owner.kind === "content" ? "" : owner.kind, owner.of === "node" ? "" : owner.of, owner.type];
  return words.filter((word) => word !== "").join(" ") || NONE;
}

function cellText(cell: AuditRow["cells"][number], of: AuditColumn): string {
  if (cell === undefined) return NONE;
  if (of !== "share") return String(cell);
  const share = Number(cell);
  if (share > 0 && share < HUNDREDTH) return "< 1 %";
  return `${share < 1 ? Math.min(Math.round(share * 100), 99) : 100} %`;
}

/** What an audit's views are given. */
export type ShownAudit = {
  /** What was read, in one line. */
  headline: string;
  sections: readonly AuditSection[];
  /** The command that lists nodes of the same place, and the flags by which it lists those that a row speaks of. */
  find: string;
  flagsOf: (query: FindQuery) => string;
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
  const lines = tableLines(shown, shownColumns({ ...section, rows: shown }), {
    room: look.columns,
    kept: TEXT_RANK,
    wrap: (text, width) => wordWrapped(text, width, ""),
    paintHead: chalk.dim,
  });
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
    ...lines,
    // A command that is broken into lines cannot be pasted.
    ...dimmed.map((line) => chalk.dim(visible(line))),
  ];
}

function sentences(text: string, { columns = Number.POSITIVE_INFINITY }: ViewLook): string[] {
  return wordWrapped(text, columns, INDENT);
}

/** The columns of a section; `null` if there is nothing. */
export function sectionColumns(
  { columns }: Pick<AuditSection, "columns">,
  { find, flagsOf }: Pick<ShownAudit, "find" | "flagsOf">,
): Columns<AuditRow> {
  return {
    ...Object.fromEntries(
      Object.keys(columns).map((name, i) => [name, { of: ({ cells }: AuditRow) => cells[i] ?? null }]),
    ),
    kind: {
      about: "content or media",
      of: ({ owner, node, query }) => (owner ?? node ?? query)?.kind ?? null,
    },
    in: { about: "whether the type is that of a node or an element", of: ({ owner }) => owner?.of ?? null },
    type: { about: "alias of the type", of: ({ owner }) => owner?.type || null },
    finding: { about: "what is wrong, as --fail-on names it", of: ({ finding }) => finding ?? null },
    id: { about: "id of a node to look at", of: ({ node }) => node?.id ?? null },
    key: { about: "key of that node", of: ({ node }) => node?.key ?? null },
    name: { about: "name of that node", of: ({ node }) => node?.name ?? null },
    find: {
      about: "command that lists the nodes of the row",
      of: ({ query }) => (query ? `${find} ${flagsOf(query)}` : null),
    },
  };
}

/** All of it as one object. */
export function auditJson(
  audit: ShownAudit,
  { path, format, version, trees }: Pick<LoadedData, "path" | "format" | "version" | "trees">,
): object {
  return {
    path,
    format,
    version,
    nodes: { content: trees.content.size, media: trees.media.size },
    sections: audit.sections.map((section) => ({
      name: section.name,
      title: section.title,
      rows: section.rows.map((row) => rowObject(row, sectionColumns(section, audit))),
    })),
  };
}

/** Yields a line of JSON for each row, which says of which section it is. */
export function* auditLines(audit: ShownAudit): Generator<string> {
  for (const section of audit.sections) {
    yield* writeRows(
      section.rows,
      { section: { of: () => section.name }, ...sectionColumns(section, audit) },
      "ndjson",
    );
  }
}

/** A row of an audit with its section. */
type SectionRow = { section: AuditSection; row: AuditRow };

/** The rows of all sections as one list, whose columns are those of all sections. */
export function auditList(audit: ShownAudit): { rows: SectionRow[]; columns: Columns<SectionRow> } {
  const own = audit.sections.map((section) => ({ section, columns: sectionColumns(section, audit) }));
  const common = sectionColumns({ columns: {} }, audit);
  const names = new Set([
    ...own.flatMap(({ section }) => Object.keys(section.columns)),
    ...Object.keys(common),
  ]);
  const columnOf = (name: string) => ({
    about:
      common[name]?.about ??
      `of ${own.flatMap(({ section, columns }) => (name in columns ? section.name : [])).join(", ")}`,
    of: ({ section, row }: SectionRow) =>
      own.find((each) => each.section === section)?.columns[name]?.of(row) ?? undefined,
  });
  return {
    rows: audit.sections.flatMap((section) => section.rows.map((row) => ({ section, row }))),
    columns: {
      section: { about: "name of the section", of: ({ section }) => section.name },
      ...Object.fromEntries(Array.from(names, (name) => [name, columnOf(name)])),
    },
  };
}

/** An audit as text: for people a summary and a table for each section, for scripts its rows as JSON and CSV. */

import type { ChalkInstance } from "chalk";
import {
  fateSentences,
  type GroupNumbers,
  groupColumns,
  groupNumbers,
  SHOWN_TYPES,
  siteFacts,
  type TypeNumbers,
  typeColumns,
} from "../analysis/audit/audit-overview.ts";
import type {
  AuditCell,
  AuditColumn,
  AuditRow,
  AuditSection,
  ExampleNode,
} from "../analysis/audit/audit-section.ts";
import type { AuditSummary } from "../analysis/audit/audit-summary.ts";
import type { FindQuery } from "../analysis/find/criteria.ts";
import type { TypeOwner } from "../site/schema/type-owner.ts";
import type { SiteData } from "../site/site-data.ts";
import { counted, inPercent } from "../text/counted.ts";
import { NONE, visible } from "../text/visible-text.ts";
import { widthOf, wordWrapped } from "./fit.ts";
import { type Columns, rowObject, type TableColumn, tableLines, writeRows } from "./rows.ts";
import { brush, type ViewOptions } from "./style.ts";
import { NO_NAME } from "./tree-view.ts";

/** A column as people see it. */
type ShownColumn = TableColumn<AuditRow> & { head: string };

/** Part of a number is useless, so numbers get room first, then texts, then the columns that a narrow terminal drops. */
const NUMBER_RANK = 0;
const TEXT_RANK = 1;
const EXTRA_RANK = 2;

/** A column of this width shows paths well, wrapped if necessary. */
const ENOUGH_PATH = 24;
/** A narrower column shows only the names of nodes whose paths do not fit. */
const LEAST_PATH = 18;

/** The columns of a section that are not empty, in order. */
function shownColumns({ subject, columns, rows }: AuditSection, pathOf: ShownAudit["pathOf"]): ShownColumn[] {
  const shown = Object.entries(columns).filter(([, { hiddenIn }]) => !hiddenIn || hiddenIn === "report");
  const cells = shown.map(([head, { of, extra }]): ShownColumn => {
    const isNumber = of !== "text";
    const own = isNumber ? NUMBER_RANK : TEXT_RANK;
    const rank = extra === undefined ? own : EXTRA_RANK + extra;
    // The path of a media node without a file is its name again.
    const repeats = ({ cells, node }: AuditRow) => subject === "media" && cells[head] === node?.name;
    return { head, text: (row) => (repeats(row) ? NONE : cellText(row.cells[head], of)), isNumber, rank };
  });
  const extras = shown.filter(([, { extra }]) => extra !== undefined);
  const lastRank = EXTRA_RANK + extras.length;
  const nodeHead = subject === "pages" ? undefined : subject;
  const on: ShownColumn = {
    head: "on",
    text: ({ owner }) => ownerText(owner),
    rank: nodeHead ? lastRank : TEXT_RANK,
  };
  const nodesIn = ({ node, nodes = node ? [node] : [] }: AuditRow, textOf: (node: ExampleNode) => string) =>
    nodes.map(textOf).join("; ") || NONE;
  /** Rows without a search, and without the name of the node in a cell, can be found by this column only. */
  const isOnlyTrace = !rows.some(
    ({ query, cells, node }) => query || Object.values(cells).includes(node?.name),
  );
  const node: ShownColumn = {
    head: nodeHead ?? subject ?? "example",
    text: (row) => nodesIn(row, pathOf),
    lines: (row, width) => {
      const paths = nodesIn(row, pathOf);
      const isCramped = width < LEAST_PATH && widthOf(visible(paths)) > width;
      return wordWrapped(isCramped ? nodesIn(row, ({ name }) => name || NO_NAME) : paths, width, "");
    },
    rank: subject || isOnlyTrace ? TEXT_RANK : lastRank,
    enough: ENOUGH_PATH,
  };
  const [first, ...others] = cells;
  const ordered = nodeHead ? [node, first, on, ...others] : [first, on, ...others, node];
  return ordered.filter(({ text }) => rows.some((row) => text(row) !== NONE));
}

/** `article`, `element quote`, `media Image`. */
function ownerText(owner: TypeOwner | undefined): string {
  if (owner === undefined) return NONE;
  const words = [owner.kind === "content" ? "" : owner.kind, owner.of === "node" ? "" : owner.of, owner.type];
  return words.filter((word) => word !== "").join(" ") || NONE;
}

function cellText(cell: AuditCell, of: AuditColumn["of"]): string {
  if (cell === undefined) return NONE;
  if (of !== "share") return String(cell);
  return inPercent(Number(cell));
}

/** An audit, and how its views print it. */
export type ShownAudit = {
  /** What was read, in one line. */
  headline: string;
  /** Default: only the tables are printed. */
  summary?: AuditSummary | undefined;
  sections: readonly AuditSection[];
  /** Returns the names of the node's ancestors and its own. */
  pathOf: (node: ExampleNode) => string;
  /** The command that lists nodes of the same source, and its flags for the nodes of a row. */
  find: string;
  flagsOf: (query: FindQuery) => string;
  /** Returns the command that prints all rows of a section. */
  spellSection: (name: AuditSection["name"]) => string;
};

/** How many rows of a section are shown: `rows`. Default: all. */
type AuditViewOptions = ViewOptions & { rows?: number };

const INDENT = "  ";
/** The width of the first lines if stdout is no terminal. */
const PIPE_COLUMNS = 80;

/**
 * Returns the summary, if there is one, and the tables, as lines without control characters. On a terminal the summary is
 * last, where people see it.
 */
export async function auditView(audit: ShownAudit, options: AuditViewOptions): Promise<string[]> {
  const chalk = await brush(options);
  const empty = audit.sections.filter(({ rows, unchecked }) => rows.length === 0 && !unchecked);
  // The summary says it, if there is one.
  const unchecked = audit.summary ? [] : audit.sections.flatMap((section) => section.unchecked ?? []);
  const parts = [
    [
      ...sentences(audit.headline, options),
      ...(audit.summary ? summaryLines(audit.summary, options, chalk) : []),
    ],
    ...audit.sections
      .filter(({ rows }) => rows.length > 0)
      .map((section) => sectionLines(section, audit, options, chalk)),
    ...unchecked.map((text) => sentences(text, options)),
    ...(empty.length === 0
      ? []
      : [sentences(`nothing to report: ${empty.map(({ name }) => name).join(", ")}`, options)]),
  ];
  const isTerminal = options.columns !== undefined;
  const [summary, ...tables] = parts;
  const ordered = audit.summary && isTerminal ? [...tables, summary] : parts;
  return ordered.flatMap((part, i) => (i === 0 ? part : ["", ...part]));
}

/** The site in few lines, two short tables, and a line for each finding, so that the summary fits a screen. */
function summaryLines(
  { site, types, editors, wrong, nothingWrong, decisions, unchecked }: AuditSummary,
  options: ViewOptions,
  chalk: ChalkInstance,
): string[] {
  const width = [...wrong, ...decisions].reduce((most, { count }) => Math.max(most, String(count).length), 0);
  const findings = (lines: AuditSummary["wrong"]) =>
    lines.flatMap(({ count, text }) =>
      sentences(`${count} ${text}`, options, " ".repeat(width + 1)).map((line, i) =>
        i === 0
          ? `${" ".repeat(width - String(count).length)}${chalk.bold(count)}${line.slice(String(count).length)}`
          : line,
      ),
    );
  const { facts, notes } = siteFacts(site);
  const table = <T>(title: string, rows: readonly T[], columns: TableColumn<T>[]) =>
    rows.length === 0
      ? []
      : [
          "",
          chalk.bold(title),
          ...tableLines(rows, columns, { room: options.columns, kept: TEXT_RANK, paintHead: chalk.dim }),
        ];
  return [
    ...itemLines(
      facts.map(({ count, text }) => `${count} ${text}`),
      options,
    ),
    ...notes.flatMap((text) => sentences(text, options)),
    ...table("Pages by type", types.slice(0, SHOWN_TYPES), [
      { head: "type", text: ({ name, type }) => visible(name ?? (type || NONE)), rank: TEXT_RANK },
      ...typeColumns(site, types).map(
        (head): TableColumn<TypeNumbers> => ({
          head,
          text: (row) => String(row[head]),
          isNumber: true,
          rank: NUMBER_RANK,
        }),
      ),
    ]),
    ...(types.length > SHOWN_TYPES ? [`and ${counted(types.length - SHOWN_TYPES, "more type")}`] : []),
    ...table("What the values become in Umbraco 17", groupNumbers(editors), [
      { head: "values hold", text: ({ holds }) => holds, rank: TEXT_RANK },
      ...groupColumns(editors).map(
        (head): TableColumn<GroupNumbers> => ({
          head,
          text: (row) => (row[head] === 0 ? NONE : String(row[head])),
          isNumber: true,
          rank: NUMBER_RANK,
        }),
      ),
    ]),
    ...fateSentences(editors).flatMap(({ lead, text, more }) =>
      sentences(`${lead}: ${text}${more > 0 ? ` and ${more} more` : ""}`, options),
    ),
    "",
    chalk.bold("Wrong"),
    ...findings(wrong),
    // Before the sentence that nothing is wrong, which would else read as if all was checked.
    ...unchecked.flatMap((text) => sentences(text, options)).map((line) => chalk.dim(line)),
    ...(nothingWrong === undefined ? [] : sentences(nothingWrong, options)),
    "",
    chalk.bold("Needs a decision"),
    ...(decisions.length > 0 ? findings(decisions) : ["Nothing needs a decision."]),
  ];
}

/** Fills lines with items, and breaks an item only if it is longer than a line. */
function itemLines(items: readonly string[], options: ViewOptions): string[] {
  const { columns = PIPE_COLUMNS } = options;
  const lines: string[] = [];
  for (const item of items) {
    const longer = `${lines.at(-1)} · ${item}`;
    if (lines.length > 0 && widthOf(visible(longer)) <= columns) lines[lines.length - 1] = longer;
    else lines.push(item);
  }
  return lines.flatMap((line) => sentences(line, options));
}

function sectionLines(
  section: AuditSection,
  audit: ShownAudit,
  options: AuditViewOptions,
  chalk: ChalkInstance,
): string[] {
  const { rows, title, name } = section;
  const shown = rows.slice(0, options.rows);
  const lines = tableLines(shown, shownColumns({ ...section, rows: shown }, audit.pathOf), {
    room: options.columns,
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
    ...sentences(`${title} (${rows.length})`, options).map((line) => chalk.bold(line)),
    ...lines,
    // A command that is broken into lines cannot be pasted.
    ...dimmed.map((line) => chalk.dim(visible(line))),
  ];
}

function sentences(
  text: string,
  { columns = Number.POSITIVE_INFINITY }: ViewOptions,
  indent = INDENT,
): string[] {
  return wordWrapped(text, columns, indent);
}

/** The columns of a section; `null` if there is nothing. */
export function sectionColumns(
  { columns }: Pick<AuditSection, "columns">,
  { find, flagsOf }: Pick<ShownAudit, "find" | "flagsOf">,
): Columns<AuditRow> {
  return {
    ...Object.fromEntries(
      Object.keys(columns).map((name) => [name, { of: ({ cells }: AuditRow) => cells[name] ?? null }]),
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
  { path, format, version, trees }: Pick<SiteData, "path" | "format" | "version" | "trees">,
): object {
  return {
    path,
    format,
    version,
    nodes: { content: trees.content.size, media: trees.media.size },
    summary: audit.summary,
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

/** The rows of all sections as one list, with the columns of all sections; by default only the columns that some row fills. */
export function auditList(audit: ShownAudit): {
  rows: SectionRow[];
  columns: Columns<SectionRow>;
  defaults: string[];
} {
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
  const rows = audit.sections.flatMap((section) => section.rows.map((row) => ({ section, row })));
  const columns: Columns<SectionRow> = {
    section: { about: "name of the section", of: ({ section }) => section.name },
    ...Object.fromEntries(Array.from(names, (name) => [name, columnOf(name)])),
  };
  const filled = Object.keys(columns).filter((name) =>
    rows.some((row) => ![undefined, null, ""].includes(columns[name].of(row) as undefined | null | "")),
  );
  return { rows, columns, defaults: rows.length === 0 ? Object.keys(columns) : filled };
}

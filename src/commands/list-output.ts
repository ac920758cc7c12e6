/** How commands print lists: the choice of columns, and the one function that prints rows. */

import { UsageError } from "../errors.ts";
import { type Io, writeAllLines, writeAllVisible } from "../io.ts";
import { wordWrapped } from "../output/fit.ts";
import {
  type Column,
  type Columns,
  type RowFormat,
  rowTable,
  tableLines,
  writeRows,
} from "../output/rows.ts";
import { brush, readViewOptions } from "../output/style.ts";
import {
  DEFAULT_NODE_FIELDS,
  FIELD_SETS,
  type FieldContext,
  type FieldValue,
  NODE_FIELDS,
  type NodeField,
  nodeField,
  onePassFieldReader,
} from "../site/node-fields.ts";
import { nearAliases } from "../site/schema/find-type.ts";
import type { Site } from "../site/site.ts";
import type { SiteNode } from "../site/site-nodes.ts";
import { isFieldHelp, type ListFlags } from "./shared-flags.ts";

/** The columns that a list can have. */
type ListFields<T> = {
  columns: Columns<T>;
  /** The names of the columns if none are chosen. Default: all. */
  defaults?: readonly string[];
  /** Names of several columns. Default: none. */
  sets?: Readonly<Record<string, readonly string[]>>;
  /** Columns of which the user says a part of the name. Default: none. */
  open?: { form: string; about: string; find: (name: string) => Column<T> | undefined };
};

/** Columns that people fill in, which are the last ones of a list. */
const TO_FILL_IN: readonly string[] = ["decision", "newUrl"];

/**
 * Prints the fields of a list if `--fields help` is given.
 * @returns whether `--fields help` is given: then the command prints nothing else
 */
export async function printFieldHelp<T>(
  { columns, sets = {}, open }: ListFields<T>,
  flags: ListFlags,
  io: Io,
): Promise<boolean> {
  if (!isFieldHelp(flags)) return false;
  const rows = [
    ...Object.entries(columns).map(([name, { about = "" }]) => [name, about]),
    ...(open ? [[open.form, open.about]] : []),
    ...Object.entries(sets).map(([name, fields]) => [name, fields.join(", ")]),
  ];
  const table = [
    { text: ([name]: string[]) => name, rank: 0 },
    { text: ([, about]: string[]) => about, rank: 1 },
  ];
  const { columns: room } = readViewOptions(flags, io);
  const wrap = (text: string, width: number) => wordWrapped(text, width, "");
  await writeAllLines(io.stdout, tableLines(rows, table, { room, kept: 1, wrap }));
  return true;
}

/**
 * The columns that `--fields` names; without it, the default columns of the list.
 * @throws UsageError for a name that the list does not have
 */
function chooseColumns<T>(list: ListFields<T>, { fields }: ListFlags): Columns<T> {
  const { columns, sets = {}, open, defaults = Object.keys(columns) } = list;
  const names = fields?.flatMap((name) => (Object.hasOwn(sets, name) ? sets[name] : [name])) ?? defaults;
  const ordered = [
    ...names.filter((name) => !TO_FILL_IN.includes(name)),
    ...TO_FILL_IN.filter((name) => names.includes(name)),
  ];
  return Object.fromEntries(
    ordered.map((name) => {
      const column = Object.hasOwn(columns, name) ? columns[name] : open?.find(name);
      if (column) return [name, column];
      const [near] = nearAliases(name, [...Object.keys(columns), ...Object.keys(sets)]);
      const hint = near === undefined ? "" : ` (did you mean ${near}?)`;
      throw new UsageError(`--fields has no field "${name}"${hint}; --fields help lists them`);
    }),
  );
}

/**
 * Refuses, before anything is read, fields that a list does not have, and fields of a view that has no columns.
 * @throws UsageError
 */
export function refuseFields<T>(flags: ListFlags, format: string, list: ListFields<T>): void {
  const { fields } = flags;
  if (fields === undefined) return;
  chooseColumns(list, flags);
  if (!HAS_COLUMNS.includes(format)) {
    throw new UsageError(`--fields selects columns, and ${format} has none`, { flags: { format: "csv" } });
  }
}

/** @throws UsageError if whole nodes are to be printed in a format that has no room for properties */
export function refuseFull({ full, format }: { full?: boolean; format?: string }): void {
  if (!full || format === undefined || format === "json" || format === "ndjson") return;
  throw new UsageError(`--full is for json and ndjson: a ${format} list has no properties`, {
    flags: { format: undefined },
  });
}

const HAS_COLUMNS: readonly string[] = ["json", "ndjson", "csv", "csv-excel", "table", "plain"];

/** How a list is printed. */
type ListPrint<F extends string> = {
  format: F;
  flags: ListFlags;
  io: Io;
  /** What the formats print that are not the columns as they are, unless `--fields` chooses columns. Default: none. */
  views?: Readonly<Partial<Record<F, () => Promise<void>>>>;
};

/**
 * Prints a list in the view of its format, or as its columns: in json, ndjson and csv as values, in other formats as a
 * table. Control characters in the data do not reach a terminal.
 */
export async function printList<T, F extends string>(
  list: ListFields<T> & { rows: Iterable<T> },
  how: ListPrint<F>,
): Promise<void> {
  const view = viewOf(how);
  return view ? view() : printColumns(chooseColumns(list, how.flags), list.rows, how);
}

async function printColumns<T, F extends string>(
  columns: Columns<T>,
  rows: Iterable<T>,
  { format, flags, io }: ListPrint<F>,
): Promise<void> {
  if (!isRowFormat(format)) {
    const viewOptions = readViewOptions(flags, io);
    const { bold } = await brush(viewOptions);
    return writeAllLines(io.stdout, rowTable(rows, columns, { room: viewOptions.columns, paintHead: bold }));
  }
  await writeAllVisible(io.stdout, writeRows(rows, columns, format));
}

function viewOf<F extends string>({ views, format, flags }: ListPrint<F>) {
  return flags.fields ? undefined : views?.[format];
}

function isRowFormat(format: string): format is RowFormat {
  return ["json", "ndjson", "csv", "csv-excel"].includes(format);
}

/**
 * The columns of a list of nodes.
 * @param read reads a field. Default: for help, which reads none
 */
export function nodeList(
  read: (field: NodeField, node: SiteNode) => FieldValue = () => undefined,
): ListFields<SiteNode> {
  const columnOf = (field: NodeField): Column<SiteNode> => ({
    about: field.description,
    of: (node) => read(field, node),
    between: field.between,
  });
  const columns = Object.entries(NODE_FIELDS).map(([name, field]) => [name, columnOf(field)]);
  const find = (name: string) => {
    const field = nodeField(name);
    return field && columnOf(field);
  };
  return {
    columns: Object.fromEntries(columns),
    defaults: DEFAULT_NODE_FIELDS,
    sets: FIELD_SETS,
    open: { form: "property:ALIAS", about: "value of a property of the node", find },
  };
}

/** The site that listed nodes belong to. */
type NodesOf = { site: Site } & Pick<FieldContext, "languageOf">;

/** Prints a list of nodes. Secrets in fields are redacted in all formats but json and ndjson, which importers read. */
export async function printNodes<F extends string>(
  nodes: readonly SiteNode[],
  { site, ...context }: NodesOf,
  how: ListPrint<F>,
): Promise<void> {
  const view = viewOf(how);
  if (view) return view();
  const { format, flags } = how;
  const isForImporters = format === "json" || format === "ndjson";
  let read: Awaited<ReturnType<typeof onePassFieldReader>> | undefined;
  const columns = chooseColumns(
    nodeList((field, node) => read?.(field, node)),
    flags,
  );
  // The reader reads what the chosen columns need, in one pass.
  const fields = Object.keys(columns).flatMap((name) => nodeField(name) ?? []);
  read = await onePassFieldReader(site, fields, nodes, {
    ...context,
    redactor: isForImporters ? undefined : site.secrets(),
  });
  await printColumns(columns, nodes, how);
}

/** The contract of databases that are read table by table: backups, data files and scripts. */
import type { WarningTopic } from "../../site/findings.ts";
import { FileFault } from "../data-file.ts";
import type { SiteTables } from "../database/umbraco-tables.ts";
import { type CellValue, ValueFault } from "./cell-values.ts";

/** Gets the values of the wanted columns, in an array that is used again. */
export type OnRow = (values: readonly CellValue[]) => void;

/** Which rows are decoded, by one of the wanted columns. */
export type RowFilter = { column: string; isKept(value: CellValue): boolean };

/** The tables of a database. Its file is open until `close` is called. */
export type TableReader = SiteTables & {
  /** The names of all tables, in lower case. */
  names: ReadonlySet<string>;
  /** The program that the database is of, with its version, such as `SQL Server 2014`. Absent if the file does not say. */
  server?: string;
  /** Counts tables in the progress, before they are read. @param names in any case */
  willRead(names: readonly string[]): void;
  /**
   * Reads the rows of a table; a table that does not exist has none. A long table is read in parts, between which the
   * event loop turns, so that progress is shown and signals are handled.
   * @param name in any case
   * @param columns the columns whose values are read, in any case; columns that the table lacks are NULL
   * @throws FileFault
   */
  read(name: string, columns: readonly string[], onRow: OnRow, filter?: RowFilter): Promise<void>;
  close(): void;
};

/** What a reader reports while it opens and reads a file. */
export type ReadingReport = {
  /** Called with the number of bytes that have been read, and how many there are. */
  onProgress(done: number, total: number): void;
  /** Called with what the user should know of the whole file. */
  warn(text: string, topic: WarningTopic): void;
};

/**
 * Opens a file of a format.
 * @throws FileFault if it cannot be read; the error of the file system
 */
export type OpenTables = (path: string, report: ReadingReport) => Promise<TableReader>;

const DEFAULT_SCHEMA = "dbo";
/** The table whose schema is read, if there are tables of several schemas. */
const NODE_TABLE = "umbraconode";

/** The tables of the schema that has Umbraco's, by their names in lower case. @param all tables of all schemas */
export function tablesOfSite<Table extends { schema: string; name: string }>(
  all: readonly Table[],
): Map<string, Table> {
  const named = (name: string) => all.filter((table) => table.name.toLowerCase() === name);
  const owners = named(NODE_TABLE).map(({ schema }) => schema);
  const schema = owners.find((name) => name.toLowerCase() === DEFAULT_SCHEMA) ?? owners[0] ?? DEFAULT_SCHEMA;
  return new Map(
    all.filter((table) => table.schema === schema).map((table) => [table.name.toLowerCase(), table]),
  );
}

type Columns = readonly { name: string }[];

/** What is read of a table, and what gets it. `name`: what the table was asked for by. `onBytes`: called with how many bytes of the table were read since. */
export type TableReading = {
  name: string;
  wanted: readonly string[];
  filter: RowFilter | undefined;
  onRow: OnRow;
  onBytes(bytes: number): void;
};

/** How a file has its tables. */
type TablesInFile<Table> = {
  /** By their names in lower case. */
  tables: ReadonlyMap<string, Table>;
  server?: string;
  /** How many bytes of the file a table takes. */
  sizeOf(table: Table): number;
  read(table: Table, reading: TableReading): Promise<void>;
  close(): void;
};

/** A reader of tables, which finds them by their names and reports the progress. */
export function readerOfTables<Table extends { columns: Columns }>(
  { tables, server, sizeOf, read, close }: TablesInFile<Table>,
  { onProgress }: ReadingReport,
): TableReader {
  const tableNamed = (name: string) => tables.get(name.toLowerCase());
  let done = 0;
  let total = 0;
  const onBytes = (bytes: number) => {
    done += bytes;
    // Some tables are read twice.
    onProgress(Math.min(done, total), total);
  };
  return {
    names: new Set(tables.keys()),
    server,
    has: (name) => tableNamed(name) !== undefined,
    columnsOf: (name) => tableNamed(name)?.columns.map((column) => column.name) ?? [],
    willRead: (names) => {
      for (const table of names.map(tableNamed)) if (table) total += sizeOf(table);
    },
    read: async (name, wanted, onRow, filter) => {
      const table = tableNamed(name);
      if (table) await read(table, { name, wanted, filter, onRow, onBytes });
    },
    close,
  };
}

/**
 * Decodes the wanted columns of rows, one row after the other.
 * @param columns of the table
 * @returns what returns the values of a row, in an array that is used again; `undefined` if the row is not kept. What it gets
 * decodes a column, and says in messages which row that is
 */
export function rowDecoder<Column extends { name: string }>(
  columns: readonly Column[],
  { wanted, filter }: Pick<TableReading, "wanted" | "filter">,
): (cellOf: (column: Column) => CellValue, row: () => string) => readonly CellValue[] | undefined {
  const columnNamed = (name: string) =>
    columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
  const found = wanted.map(columnNamed);
  const filterColumn = filter && columnNamed(filter.column);
  const values: CellValue[] = wanted.map(() => null);
  return (cellOf, row) => {
    let column = filterColumn;
    try {
      if (filter && !filter.isKept(column ? cellOf(column) : null)) return undefined;
      for (let index = 0; index < found.length; index++) {
        column = found[index];
        values[index] = column ? cellOf(column) : null;
      }
      return values;
    } catch (error) {
      if (!(error instanceof ValueFault || error instanceof RangeError)) throw error;
      const reason = error instanceof ValueFault ? error.message : "has a damaged value";
      throw new FileFault(`${row()} ${reason} in the column ${column?.name}`, { cause: error });
    }
  };
}

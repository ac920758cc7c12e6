/** The tables of a SQLite database, which are read row by row, and never written. */
import { readColumns } from "./create-table.ts";
import type { Pages } from "./pages.ts";
import { type Column, Row } from "./row.ts";
import { SqliteFault } from "./sqlite-fault.ts";
import { scanTable } from "./table-scan.ts";

/** The table of all tables, which begins on the first page. */
const SCHEMA: readonly Column[] = ["type", "name", "rootpage", "sql"].map((name) => ({
  name,
  index: ["type", "name", "tbl_name", "rootpage", "sql"].indexOf(name),
  fallback: undefined,
}));
const SCHEMA_PAGE = 1;

type Table = { name: string; root: number; columns: ReadonlyMap<string, Column> };

export class SqliteDatabase {
  readonly #pages: Pages;
  /** By their names in lower case. */
  readonly #statements = new Map<string, { name: string; root: number; sql: string }>();
  readonly #tables = new Map<string, Table>();

  /** @throws SqliteFault where the list of tables cannot be read */
  constructor(pages: Pages) {
    this.#pages = pages;
    for (const row of scanTable(pages, SCHEMA_PAGE, new Row("sqlite_master", SCHEMA))) {
      if (row.text(0) !== "table") continue;
      const name = row.text(1) ?? "";
      this.#statements.set(name.toLowerCase(), { name, root: row.id(2), sql: row.text(3) ?? "" });
    }
  }

  /** How many tables there are. */
  get tableCount(): number {
    return this.#statements.size;
  }

  /** Whether there is a table, and all of these columns in it. */
  has(table: string, ...columns: readonly string[]): boolean {
    const found = this.#find(table);
    return found !== undefined && columns.every((column) => found.columns.has(column.toLowerCase()));
  }

  /**
   * All rows in order of row ids; each is the same object. Columns are named without regard to case.
   * @throws SqliteFault where there is no such table or column, or its pages are damaged
   */
  rows(table: string, columns: readonly string[]): Generator<Row, void> {
    const found = this.#find(table);
    if (!found) throw new SqliteFault(`there is no table ${table}`);
    const wanted = columns.map((name) => {
      const column = found.columns.get(name.toLowerCase());
      if (!column) throw new SqliteFault(`the table ${table} has no column ${name}`);
      return column;
    });
    return scanTable(this.#pages, found.root, new Row(found.name, wanted));
  }

  #find(name: string): Table | undefined {
    const key = name.toLowerCase();
    const known = this.#tables.get(key);
    const statement = this.#statements.get(key);
    if (known || !statement) return known;
    const table = { name: statement.name, root: statement.root, columns: readColumns(statement.sql) };
    this.#tables.set(key, table);
    return table;
  }
}

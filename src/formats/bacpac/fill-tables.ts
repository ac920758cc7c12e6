/** Fills the temporary tables of an in-memory SQLite database with the rows of a `.bacpac`. */

import type { Database } from "../database/sql.ts";
import {
  type CountRows,
  isFull,
  type SiteTables,
  type TableCopy,
  TOO_LARGE,
  VALUES,
} from "../database/umbraco-tables.ts";
import type { Backup } from "./backup.ts";
import { BackupFault, type BackupValue, type OnRow, type RowFilter } from "./table-rows.ts";
import { ZipFault } from "./zip-file.ts";

/** Half a surrogate pair, which SQL Server can store and UTF-8 cannot. */
const HALF_CHARACTER = /\p{Cs}/u;

/** Stores rows. */
export class TableFiller {
  readonly #database: Database;
  readonly #backup: Backup;
  /** How many texts had half a character. */
  brokenTexts = 0;

  constructor(database: Database, backup: Backup) {
    this.#database = database;
    this.#backup = backup;
  }

  /**
   * @param from the name of the table in the backup
   * @param missing values of columns that the table in the backup lacks, or has NULL in
   * @param filter which rows are stored. Default: all
   * @throws BackupFault, ZipFault
   */
  async fill(
    { table, columns }: TableCopy,
    {
      from = table,
      missing = {},
      filter,
    }: {
      from?: string;
      missing?: Readonly<Record<string, BackupValue>>;
      filter?: RowFilter;
    } = {},
  ): Promise<void> {
    const names = columns.map((name) => `"${name}"`).join(", ");
    const placeholders = columns.map(() => "?").join(", ");
    const defaults = columns.map((name) => missing[name] ?? null);
    const stored = defaults.slice();
    const statement = this.#database.prepare(`insert into temp.${table} (${names}) values (${placeholders})`);
    try {
      const store: OnRow = (values) => {
        for (let index = 0; index < columns.length; index++)
          stored[index] = this.#stored(values[index] ?? defaults[index]);
        try {
          statement.run(stored);
        } catch (error) {
          if (isFull(error)) throw new BackupFault(TOO_LARGE);
          throw new BackupFault(`the table ${from} is damaged: ${(error as Error).message}`, {
            cause: error,
          });
        }
      };
      await this.#backup.read(from, columns, store, filter);
    } finally {
      statement.free();
    }
  }

  #stored(value: BackupValue): BackupValue {
    if (typeof value !== "string") return value;
    if (!HALF_CHARACTER.test(value)) return value;
    this.brokenTexts++;
    return value.replace(/\p{Cs}/gu, "\ufffd");
  }
}

/** The tables of a backup, with the names of the backup. */
export function tablesOf(backup: Backup): SiteTables {
  return {
    has: (table) => backup.names.has(table.toLowerCase()),
    columnsOf: (table) => backup.table(table)?.columns.map(({ name }) => name) ?? [],
  };
}

/**
 * Counts the rows of tables that are not stored.
 * @returns `undefined` for a table that does not exist or cannot be decoded
 */
export async function rowCounts(backup: Backup, tables: readonly string[]): Promise<CountRows> {
  const counts = new Map<string, number>();
  for (const table of tables) {
    let count = 0;
    try {
      await backup.read(table, [], () => count++);
      counts.set(table, count);
    } catch (error) {
      if (!(error instanceof BackupFault || error instanceof ZipFault)) throw error;
    }
  }
  return (table) => counts.get(table);
}

/** The column that names the version of a row. */
const VERSION_COLUMNS: Readonly<Record<string, string>> = {
  umbracoContentVersion: "id",
  umbracoDocumentVersion: "id",
  umbracoMediaVersion: "id",
  umbracoContentVersionCultureVariation: "versionId",
  [VALUES]: "versionId",
};

const OBJECT_TYPES: readonly BackupValue[] = [
  "C66BA18E-EAF3-4CFF-8A22-41B16D66A972",
  "B796F64C-1F99-4FFB-B886-4BF4BC011A9C",
];

/**
 * Fills the tables of Umbraco 8 and later with what is read: of versions and their values, those of content and media that are
 * current or published.
 * @param copies as `createTables` returns them
 * @throws BackupFault, ZipFault
 */
export async function fillCurrent(
  filler: TableFiller,
  backup: Backup,
  copies: readonly TableCopy[],
): Promise<void> {
  const kept = await keptVersions(backup);
  for (const copy of copies) {
    const column = VERSION_COLUMNS[copy.table];
    const isKept = (version: BackupValue) => kept.has(version);
    await filler.fill(copy, column === undefined ? {} : { filter: { column, isKept } });
  }
}

/** The ids of the current and published versions of content and media. */
async function keptVersions(backup: Backup): Promise<Set<BackupValue>> {
  const nodes = new Set<BackupValue>();
  await backup.read("umbracoNode", ["id", "nodeObjectType"], ([id, type]) => {
    if (OBJECT_TYPES.includes(type)) nodes.add(id);
  });
  const published = new Set<BackupValue>();
  await backup.read("umbracoDocumentVersion", ["id", "published"], ([id, isPublished]) => {
    if (isPublished) published.add(id);
  });
  const kept = new Set<BackupValue>();
  await backup.read("umbracoContentVersion", ["id", "nodeId", "current"], ([id, node, isCurrent]) => {
    if (nodes.has(node) && (isCurrent || published.has(id))) kept.add(id);
  });
  return kept;
}

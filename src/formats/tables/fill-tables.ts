/** Fills the temporary tables of an in-memory SQLite database with the rows of a database that is read table by table. */

import { counted } from "../../text/counted.ts";
import { FileFault } from "../data-file.ts";
import type { SiteWarnings } from "../database/site-warnings.ts";
import type { Database } from "../database/sql.ts";
import {
  type CountRows,
  isFull,
  OBJECT_TYPES,
  type TableCopy,
  TOO_LARGE,
  VALUES,
} from "../database/umbraco-tables.ts";
import type { CellValue } from "./cell-values.ts";
import type { OnRow, RowFilter, TableReader } from "./table-reader.ts";

/** Halves of surrogate pairs, which SQL Server can store and UTF-8 cannot. */
const HALF_CHARACTERS = /\p{Cs}/gu;

/** A column that has another name in the file, and perhaps other values. */
export type RenamedColumn = { from: string; convert?: (value: CellValue) => CellValue };

/** Stores rows. */
export class TableFiller {
  readonly #database: Database;
  readonly #reader: TableReader;
  /** How many texts had half a character. */
  #brokenTexts = 0;

  constructor(database: Database, reader: TableReader) {
    this.#database = database;
    this.#reader = reader;
  }

  /**
   * @param from the name of the table in the file
   * @param missing values of columns that the table in the file lacks, or has NULL in
   * @param renamed columns that have another name in the file
   * @param filter which rows are stored. Default: all
   * @throws FileFault
   */
  async fill(
    { table, columns }: TableCopy,
    {
      from = table,
      missing = {},
      renamed = {},
      filter,
    }: {
      from?: string;
      missing?: Readonly<Record<string, CellValue>>;
      renamed?: Readonly<Record<string, RenamedColumn>>;
      filter?: RowFilter;
    } = {},
  ): Promise<void> {
    const names = columns.map((name) => `"${name}"`).join(", ");
    const placeholders = columns.map(() => "?").join(", ");
    const defaults = columns.map((name) => missing[name] ?? null);
    const stored = defaults.slice();
    const conversions = columns.map((name) => renamed[name]?.convert);
    const statement = this.#database.prepare(`insert into temp.${table} (${names}) values (${placeholders})`);
    try {
      const store: OnRow = (values) => {
        for (let index = 0; index < columns.length; index++) {
          const value = values[index] ?? defaults[index];
          stored[index] = this.#stored(conversions[index]?.(value) ?? value);
        }
        try {
          statement.run(stored);
        } catch (error) {
          if (isFull(error)) throw new FileFault(TOO_LARGE);
          throw new FileFault(`the table ${from} is damaged: ${(error as Error).message}`, {
            cause: error,
          });
        }
      };
      const inFile = columns.map((name) => renamed[name]?.from ?? name);
      await this.#reader.read(from, inFile, store, filter);
    } finally {
      statement.free();
    }
  }

  #stored(value: CellValue): CellValue {
    if (typeof value !== "string") return value;
    const whole = value.replace(HALF_CHARACTERS, "\ufffd");
    if (whole !== value) this.#brokenTexts++;
    return whole;
  }

  /** Warns of halves of characters, after tables were filled. */
  warnOfBrokenTexts(warnings: SiteWarnings): void {
    if (this.#brokenTexts === 0) return;
    const texts = counted(this.#brokenTexts, "text has", "texts have");
    warnings.whole(`${texts} half a character (an unpaired UTF-16 surrogate), replaced by U+FFFD`, "notUtf8");
  }
}

/**
 * Counts the rows of tables that are not stored.
 * @returns `undefined` for a table that does not exist or cannot be decoded
 */
export async function rowCounts(reader: TableReader, tables: readonly string[]): Promise<CountRows> {
  const counts = new Map<string, number>();
  for (const table of tables) {
    let count = 0;
    try {
      await reader.read(table, [], () => count++);
      counts.set(table, count);
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
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

/**
 * Fills the tables of Umbraco 8 and later with what is read: of versions and their values, those of content and media that are
 * current or published.
 * @param copies as `createTables` returns them
 * @throws FileFault
 */
export async function fillCurrent(
  filler: TableFiller,
  reader: TableReader,
  copies: readonly TableCopy[],
): Promise<void> {
  const kept = await keptVersions(reader);
  for (const copy of copies) {
    const column = VERSION_COLUMNS[copy.table];
    const isKept = (version: CellValue) => kept.has(version);
    await filler.fill(copy, column === undefined ? {} : { filter: { column, isKept } });
  }
}

/** The ids of the current and published versions of content and media. */
async function keptVersions(reader: TableReader): Promise<Set<CellValue>> {
  const nodes = new Set<CellValue>();
  await reader.read("umbracoNode", ["id", "nodeObjectType"], ([id, type]) => {
    // Scripts have GUIDs in any case.
    const objectType = String(type).toUpperCase();
    if (objectType === OBJECT_TYPES.document || objectType === OBJECT_TYPES.media) nodes.add(id);
  });
  const published = new Set<CellValue>();
  await reader.read("umbracoDocumentVersion", ["id", "published"], ([id, isPublished]) => {
    if (isPublished) published.add(id);
  });
  const kept = new Set<CellValue>();
  await reader.read("umbracoContentVersion", ["id", "nodeId", "current"], ([id, node, isCurrent]) => {
    if (nodes.has(node) && (isCurrent || published.has(id))) kept.add(id);
  });
  return kept;
}

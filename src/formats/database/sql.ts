/** SQL on a SQLite database in memory (sql.js: SQLite compiled to WebAssembly), so that nothing beside its file changes. */

import initSqlJs, { type BindParams, type Database } from "sql.js";
import { type Key, parseKey, ZERO_KEY } from "../../site/tree/key.ts";
import { recordKey } from "../site-model.ts";

export type { Database };

/** @param image the bytes of a database file, which the database keeps; default: an empty database */
export async function openDatabase(image?: Uint8Array): Promise<Database> {
  const sqlite = await initSqlJs();
  return new sqlite.Database(image);
}

/**
 * Runs a query.
 * @returns the rows as objects without the columns that are NULL; a column of bytes is a `Uint8Array`
 */
export function* rows<Row extends object>(
  database: Database,
  sql: string,
  params?: BindParams,
): Generator<Row> {
  const statement = database.prepare(sql, params);
  try {
    const names = statement.getColumnNames();
    while (statement.step()) {
      const row: Record<string, unknown> = {};
      const values = statement.get();
      for (let index = 0; index < names.length; index++) {
        if (values[index] !== null) row[names[index]] = values[index];
      }
      yield row as Row;
    }
  } finally {
    statement.free();
  }
}

/** The key that a column has; if it is missing or zero, one derived from the id. */
export function keyOfColumn(text: string | undefined, id: number): Key {
  return recordKey(parseKey(text ?? "") ?? ZERO_KEY, id).key;
}

const UTF_8 = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });
const BROKEN_UTF_8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The text of a column that was queried as bytes, which keep a byte-order mark and show what is not UTF-8.
 * @param reportBroken called if the bytes are not UTF-8
 * @returns `undefined` for an empty text
 */
export function textOfColumn(bytes: Uint8Array | undefined, reportBroken: () => void): string | undefined {
  if (!bytes || bytes.length === 0) return undefined;
  try {
    return UTF_8.decode(bytes);
  } catch {
    reportBroken();
    return BROKEN_UTF_8.decode(bytes);
  }
}

/** Tells databases from other files, without loading what reads them. */
import { ReadOnlyFile } from "./sqlite/read-only-file.ts";

/** What every SQLite file begins with, unless it is encrypted. */
const MAGIC = "SQLite format 3\0";
/** How databases are called: one that is encrypted, or cut off, is known by that alone. */
const DATABASE_NAME = /\.(?:db|sqlite3?)$/i;

/** Whether a file is to be read as a database: by its first bytes, else by its name. */
export function isDatabase(path: string): boolean {
  return isNamedAsDatabase(path) || beginsAsOne(path);
}

export function isNamedAsDatabase(path: string): boolean {
  return DATABASE_NAME.test(path);
}

function beginsAsOne(path: string): boolean {
  const bytes = Buffer.alloc(MAGIC.length);
  try {
    const file = new ReadOnlyFile(path);
    file.read(bytes, 0);
    file.close();
  } catch {
    return false;
  }
  return bytes.toString("latin1") === MAGIC;
}

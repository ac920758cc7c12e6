/** Recognises files that only SQL Server can read, and says what to do instead. */
import { basename } from "node:path";
import { DataError } from "../errors.ts";
import { beginsWith, unreadable } from "./data-file.ts";
import { pathBelow } from "./path-below.ts";
import type { NamedDatabase } from "./site-settings.ts";

/** The tape format of backups, and compressed backups. */
const BACKUP_MAGICS = ["TAPE", "MSSQLBAK"];
/** The database of some sites of version 7 and 8. */
const COMPACT_DATABASE = ["App_Data", "Umbraco.sdf"];
const EXPORT = "then export it as a .bacpac (docs/formats.md, Export a backup)";

/**
 * Refuses backups and database files of SQL Server and SQL Server Compact, by their names, and backups by their first bytes.
 * @throws DataError
 */
export function refuseSqlServerFile(path: string): void {
  if (/\.bak$/i.test(path) || BACKUP_MAGICS.some((magic) => beginsWith(path, Buffer.from(magic))))
    throw unreadable(path, `it is a backup for SQL Server: restore it on a server, ${EXPORT}`);
  if (/\.[mnl]df$/i.test(path))
    throw unreadable(
      path,
      `it is a database file of SQL Server: attach ${basename(path)} to a server, ${EXPORT}`,
    );
  if (/\.sdf$/i.test(path)) throw compactRefusal(path);
}

/**
 * Refuses a site folder without data that can be read, if its database is one of SQL Server or SQL Server Compact.
 * @param database the database that the site's settings name
 * @throws DataError
 */
export function refuseSqlServerSite(root: string, database: NamedDatabase | undefined): void {
  const path = pathBelow(root, COMPACT_DATABASE);
  if (path !== undefined) throw compactRefusal(path);
  if (database?.location !== "server") return;
  throw new DataError(
    `${root} holds no data: its ${database.settingsFile} names a database server: export the database as a .bacpac (docs/formats.md, Export a backup), let the site write uSync files, or pass --base-url`,
  );
}

function compactRefusal(path: string): DataError {
  return unreadable(
    path,
    "it is a database of SQL Server Compact, which only runs on Windows: " +
      `let the site write uSync files; copy it to SQL Server with SQL Server Compact Toolbox, ${EXPORT}; or, up to version 7, pass App_Data/umbraco.config`,
  );
}

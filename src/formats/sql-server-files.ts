/** Recognises files that only SQL Server can read, and says what to do instead. */
import { basename } from "node:path";
import { DataError } from "../errors.ts";
import { beginsWith } from "./data-file.ts";

/** The tape format of backups, and compressed backups. */
const BACKUP_MAGICS = ["TAPE", "MSSQLBAK"];
const EXPORT = "then export it as a .bacpac (docs/formats.md, Export a backup)";

/**
 * Refuses backups and database files of SQL Server and SQL Server Compact, by their names, and backups by their first bytes.
 * @throws DataError
 */
export function refuseSqlServerFile(path: string): void {
  if (/\.bak$/i.test(path) || BACKUP_MAGICS.some((magic) => beginsWith(path, Buffer.from(magic))))
    throw new DataError(
      `${path} cannot be read: it is a backup for SQL Server: restore it on a server, ${EXPORT}`,
    );
  if (/\.[mnl]df$/i.test(path))
    throw new DataError(
      `${path} cannot be read: it is a database file of SQL Server: attach ${basename(path)} to a server, ${EXPORT}`,
    );
  if (/\.sdf$/i.test(path)) throw compactRefusal(path);
}

/** Why a database of SQL Server Compact is not read, and what to read instead. */
export function compactRefusal(path: string): DataError {
  return new DataError(
    `${path} cannot be read: it is a database of SQL Server Compact, which only runs on Windows: ` +
      `let the site write uSync files; copy it to SQL Server with SQL Server Compact Toolbox, ${EXPORT}; or, up to version 7, pass App_Data/umbraco.config`,
  );
}

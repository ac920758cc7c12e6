/** Loads a `.bacpac`, the backup of an Umbraco 7 to 18 on SQL Server. */
import { basename } from "node:path";
import type { Findings } from "../../site/findings.ts";
import { FileFault, unreadable } from "../data-file.ts";
import type { Contents, FormatOptions, LoadProgress } from "../data-format.ts";
import { contentsOf } from "../database/load-database.ts";
import { siteOfDatabase } from "../database/read-site.ts";
import { COUNTED_TABLES } from "../database/site-facts.ts";
import { SiteWarnings } from "../database/site-warnings.ts";
import { type Database, openDatabase } from "../database/sql.ts";
import { createTables, reasonForeign, tableNames, versionByTables } from "../database/umbraco-tables.ts";
import { type Backup, openBackup } from "./backup.ts";
import { fillCurrent, rowCounts, TableFiller } from "./fill-tables.ts";
import { isVersion7, loadVersion7 } from "./version-7.ts";

/**
 * @param onProgress called now and then while tables are read
 * @throws DataError if the backup cannot be read; UsageError for options that it cannot use
 */
export async function loadBacpac(
  path: string,
  options: FormatOptions,
  findings: Findings,
  onProgress: LoadProgress = () => {},
): Promise<Contents> {
  const file = basename(path);
  let backup: Backup | undefined;
  let database: Database | undefined;
  try {
    backup = await openBackup(path, (done, total) => onProgress({ file, done, total }));
    database = await openDatabase();
    const warnings = new SiteWarnings(file, findings);
    const filler = new TableFiller(database, backup);
    if (isVersion7(backup)) return await loadVersion7({ backup, database, filler, options, warnings });
    const { copies, missing } = createTables(database, backup);
    if (missing.length > 0) throw new FileFault(reasonForeign(backup.names, missing, "7 to 18"));
    const counted = Object.keys(COUNTED_TABLES);
    backup.willRead([...tableNames(copies), ...counted]);
    await fillCurrent(filler, backup, copies);
    filler.warnOfBrokenTexts(warnings);
    const countRows = await rowCounts(backup, counted);
    const umbraco = { database, version: versionByTables(backup), tables: tableNames(copies), countRows };
    return contentsOf(siteOfDatabase(umbraco, options, warnings), options, warnings);
  } catch (error) {
    throw faultOf(path, error);
  } finally {
    database?.close();
    backup?.close();
  }
}

function faultOf(path: string, error: unknown): unknown {
  const isSystemError = error instanceof Error && "syscall" in error;
  return error instanceof FileFault || isSystemError ? unreadable(path, error) : error;
}

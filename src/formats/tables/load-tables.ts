/** Loads an Umbraco from a database that is read table by table, of whatever file format. */
import { statSync } from "node:fs";
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
import { fillCurrent, rowCounts, TableFiller } from "./fill-tables.ts";
import type { OpenTables, TableReader } from "./table-reader.ts";
import { isVersion4To7, loadVersion4To7 } from "./versions-4-to-7.ts";

/**
 * @param open opens a file of the format
 * @param onProgress called now and then while tables are read
 * @throws DataError if the file cannot be read; UsageError for options that it cannot use
 */
export async function loadFromTables(
  open: OpenTables,
  path: string,
  options: FormatOptions,
  findings: Findings,
  onProgress: LoadProgress = () => {},
): Promise<Contents> {
  const file = basename(path);
  const warnings = new SiteWarnings(file, findings);
  let reader: TableReader | undefined;
  let database: Database | undefined;
  try {
    const before = stampOf(path);
    reader = await open(path, {
      onProgress: (done, total) => onProgress({ file, done, total }),
      warn: (text, topic) => warnings.whole(text, topic),
    });
    database = await openDatabase();
    const contents = await loadVersion(reader, database, options, warnings);
    // Parts of two states would fit together unnoticed.
    if (stampOf(path) !== before) throw new FileFault(WRITTEN);
    return { ...contents, server: reader.server };
  } catch (error) {
    throw faultOf(path, error);
  } finally {
    database?.close();
    reader?.close();
  }
}

const WRITTEN = "it was written to while it was read: try again, or copy it while the site is stopped";

/** A text that differs if the file has changed. @throws FileFault if it is empty */
function stampOf(path: string): string {
  const { ino, size, mtimeMs } = statSync(path);
  if (size === 0) throw new FileFault("the file is empty");
  return `${ino} ${size} ${mtimeMs}`;
}

async function loadVersion(
  reader: TableReader,
  database: Database,
  options: FormatOptions,
  warnings: SiteWarnings,
): Promise<Contents> {
  const filler = new TableFiller(database, reader);
  if (isVersion4To7(reader)) return loadVersion4To7({ reader, database, filler, options, warnings });
  const { copies, missing } = createTables(database, reader);
  if (missing.length > 0) throw new FileFault(reasonForeign(reader.names, missing, "4 to 18"));
  const counted = Object.keys(COUNTED_TABLES);
  reader.willRead([...tableNames(copies), ...counted]);
  await fillCurrent(filler, reader, copies);
  filler.warnOfBrokenTexts(warnings);
  const countRows = await rowCounts(reader, counted);
  const umbraco = { database, version: versionByTables(reader), tables: tableNames(copies), countRows };
  return contentsOf(siteOfDatabase(umbraco, options, warnings), options, warnings);
}

function faultOf(path: string, error: unknown): unknown {
  const isSystemError = error instanceof Error && "syscall" in error;
  return error instanceof FileFault || isSystemError ? unreadable(path, error) : error;
}

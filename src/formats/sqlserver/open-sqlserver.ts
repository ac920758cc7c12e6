/** Opens a data file (`.mdf`) or a full backup (`.bak`) of SQL Server 2005 and later. */
import { runInSlices } from "../../site/run-in-slices.ts";
import { counted } from "../../text/counted.ts";
import { FileFault } from "../data-file.ts";
import type { CellValue } from "../tables/cell-values.ts";
import {
  type ReadingReport,
  readerOfTables,
  rowDecoder,
  type TableReader,
  type TableReading,
  tablesOfSite,
} from "../tables/table-reader.ts";
import { type Catalog, readCatalog, type StoredTable } from "./catalog.ts";
import { openPages, type Pages } from "./pages.ts";
import { heapPages, indexedPages, rowsOn } from "./records.ts";
import { columnDecoder } from "./values.ts";

/** @throws FileFault; the error of the file system */
export async function openSqlServer(path: string, report: ReadingReport): Promise<TableReader> {
  const pages = await runInSlices(openPages(path, report));
  try {
    return tableReader(pages, readCatalog(pages), report);
  } catch (error) {
    pages.close();
    throw explained(error, "its catalog");
  }
}

function tableReader(
  pages: Pages,
  { tables, version, createdOn, isClosed }: Catalog,
  report: ReadingReport,
): TableReader {
  const { warn } = report;
  const { changed } = pages;
  const isInUse = pages.isDataFile && !isClosed;
  if (isInUse)
    warn(
      "was copied while the database was in use: the last changes may be missing, which only its log (.ldf) has",
      "notClosed",
    );
  const miscounted = new Set<StoredTable>();
  return readerOfTables<StoredTable>(
    {
      tables: tablesOfSite(tables),
      server: `SQL Server ${SERVERS.find(([first]) => version >= first)?.[1] ?? "2005"}`,
      sizeOf: ({ parts }) => parts.reduce((sum, { bytes }) => sum + bytes, 0),
      read: async (table, reading) => {
        const read = await runInSlices(passRows(pages, table, reading));
        const counts = table.parts.reduce((sum, { rows }) => sum + rows, 0);
        if (read === counts) return;
        const text = `the table ${table.name} has ${counted(read, "row")} that can be read, and ${counts} by the catalog`;
        // A database of 2000 counts wrong itself, and counts can be of another moment than rows.
        if (createdOn > LAST_OF_2000 && !isInUse && changed.size === 0) throw new FileFault(text);
        if (!miscounted.has(table)) warn(text, "changedFile");
        // Some tables are read twice.
        miscounted.add(table);
      },
      close: () => {
        if (changed.size > 0)
          warn(
            `${counted(changed.size, "page")} changed while the backup was made: what changed then may be there or not, since the log is not read`,
            "changedFile",
          );
        pages.close();
      },
    },
    report,
  );
}

/** The number of the last version before 2005. */
const LAST_OF_2000 = 539;

/** The versions of SQL Server by the number of the first version of their databases. */
const SERVERS = [
  [957, "2022"],
  [904, "2019"],
  [869, "2017"],
  [852, "2016"],
  [782, "2014"],
  [706, "2012"],
  [661, "2008 R2"],
  [655, "2008"],
] as const;

/** Reads a table in steps of a row. @returns the number of rows that were read */
function* passRows(pages: Pages, table: StoredTable, reading: TableReading): Generator<void, number> {
  let count = 0;
  let before = pages.bytesRead();
  for (const row of rowsOf(pages, table, reading)) {
    count++;
    if (row) reading.onRow(row);
    const bytes = pages.bytesRead();
    // Long values of other tables can lie in the same extents.
    if (bytes > before) reading.onBytes(bytes - before);
    before = bytes;
    yield;
  }
  return count;
}

/** The values of the rows of a table; `undefined` for a row that the filter leaves out. */
function* rowsOf(
  pages: Pages,
  { name, parts }: StoredTable,
  reading: TableReading,
): Generator<readonly CellValue[] | undefined, void> {
  const wanted = new Set(reading.wanted.map((column) => column.toLowerCase()));
  try {
    for (const { isHeap, map, root, ...part } of parts) {
      const reason = part.rows > 0 ? reasonUnread(part) : undefined;
      if (reason !== undefined)
        throw new FileFault(`${reason}, which is not supported: export the database as a .bacpac`);
      const columns = part.columns
        .filter((column) => wanted.has(column.name.toLowerCase()))
        .map((column) => ({ name: column.name, decode: columnDecoder(pages, column) }));
      const decodeRow = rowDecoder(columns, reading);
      for (const page of isHeap ? heapPages(pages, map) : indexedPages(pages, root))
        for (const row of rowsOn(page))
          yield decodeRow(
            ({ decode }) => decode(row),
            () => "a row",
          );
    }
  } catch (error) {
    throw explained(error, `the table ${name}`);
  }
}

const COLUMNSTORE = 3;

/** Why the rows of a part have a form that is not read. */
function reasonUnread({
  compression,
  isInMemory,
  columns,
}: Pick<StoredTable["parts"][number], "compression" | "isInMemory" | "columns">): string | undefined {
  if (compression >= COLUMNSTORE) return "it is a columnstore";
  if (compression > 0) return "it is compressed";
  if (isInMemory) return "it is in memory";
  return columns.some(({ isSparse }) => isSparse) ? "it has sparse columns" : undefined;
}

/** Says what could not be read, and turns a position outside of a page into a fault of the file. */
function explained(error: unknown, what: string): unknown {
  if (error instanceof FileFault) return new FileFault(`${what} cannot be read: ${error.message}`);
  if (error instanceof RangeError)
    return new FileFault(`${what} is damaged: a value leads out of its page`, { cause: error });
  return error;
}

/** Opens a data file (`.mdf`) or a full backup (`.bak`) of SQL Server 2005 and later. */
import { runInSlices } from "../../site/run-in-slices.ts";
import { counted } from "../../text/counted.ts";
import { FileFault } from "../data-file.ts";
import {
  type CellValue,
  type OnRow,
  type ReadingReport,
  type RowFilter,
  rowDecoder,
  type TableReader,
  tablesOfSite,
} from "../tables/table-reader.ts";
import { type Catalog, readCatalog, type StoredTable, type TablePart } from "./catalog.ts";
import { openPages, type Pages } from "./pages.ts";
import { heapPages, indexedPages, rowsOn } from "./records.ts";
import { columnDecoder } from "./values.ts";

/** @throws FileFault; the error of the file system */
export async function openSqlServer(path: string, report: ReadingReport): Promise<TableReader> {
  const pages = await runInSlices(openPages(path, report));
  try {
    const catalog = await runInSlices(explained(readCatalog(pages), "its catalog"));
    return tableReader(pages, catalog, report);
  } catch (error) {
    pages.close();
    throw error;
  }
}

function tableReader(
  pages: Pages,
  { tables: all, version, createdOn, isClosed }: Catalog,
  { onProgress, warn }: ReadingReport,
): TableReader {
  const isInUse = pages.isDataFile && !isClosed;
  if (isInUse)
    warn(
      "was copied while the database was in use: the last changes may be missing, which only its log (.ldf) has",
      "notClosed",
    );
  const tables = tablesOfSite(all);
  const tableNamed = (name: string) => tables.get(name.toLowerCase());
  const partsOf = (name: string) => tableNamed(name)?.parts ?? [];
  const before = pages.bytesRead();
  const miscounted = new Set<StoredTable>();
  let total = 0;
  // Long values of other tables can lie in the same extents.
  const onPage = () => onProgress(Math.min(pages.bytesRead() - before, total), total);
  return {
    server: serverName(version),
    names: new Set(tables.keys()),
    has: (name) => tableNamed(name) !== undefined,
    columnsOf: (name) => partsOf(name)[0]?.columns.map((column) => column.name) ?? [],
    willRead: (names) => {
      for (const { bytes } of names.flatMap(partsOf)) total += bytes;
    },
    read: async (name, columns, onRow, filter) => {
      const table = tableNamed(name);
      if (!table) return;
      const rows = explained(readRows(pages, table, columns, filter), `the table ${table.name}`);
      const read = await runInSlices(passRows(rows, onRow, onPage));
      const counts = table.parts.reduce((sum, part) => sum + part.rows, 0);
      if (read === counts) return;
      const text = `the table ${table.name} has ${counted(read, "row")} that can be read, and ${counts} by the catalog`;
      // A database of 2000 counts wrong itself, and counts can be of another moment than rows.
      if (createdOn > LAST_OF_2000 && !isInUse && pages.changedPages() === 0) throw new FileFault(text);
      if (!miscounted.has(table)) warn(text, "changedFile");
      // Some tables are read twice.
      miscounted.add(table);
    },
    close: () => {
      const changed = pages.changedPages();
      if (changed > 0)
        warn(
          `${counted(changed, "page")} changed while the backup was made: what changed then may be there or not, since the log is not read`,
          "changedFile",
        );
      pages.close();
    },
  };
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

function serverName(version: number): string {
  return `SQL Server ${SERVERS.find(([first]) => version >= first)?.[1] ?? "2005"}`;
}

type Values = readonly CellValue[];

/** Reads a table in steps of a page. @returns the number of rows that were read */
function* passRows(rows: Iterable<Values | "left-out" | "page">, onRow: OnRow, onPage: () => void) {
  let count = 0;
  for (const row of rows) {
    if (row === "page") {
      onPage();
      yield;
    } else {
      count++;
      if (row !== "left-out") onRow(row);
    }
  }
  return count;
}

/**
 * The rows of a table.
 * @returns their values, or that the filter leaves them out; and the end of each page
 */
function* readRows(
  pages: Pages,
  { parts }: StoredTable,
  wanted: readonly string[],
  filter: RowFilter | undefined,
): Generator<Values | "left-out" | "page", void> {
  for (const part of parts) {
    if (part.rows > 0) refuseUnread(part);
    const names = new Set(wanted.map((name) => name.toLowerCase()));
    const columns = part.columns
      .filter(({ name }) => names.has(name.toLowerCase()))
      .map((column) => ({ name: column.name, decode: columnDecoder(pages, column) }));
    const decodeRow = rowDecoder(columns, wanted, filter);
    for (const page of part.isHeap ? heapPages(pages, part.map) : indexedPages(pages, part.root)) {
      for (const row of rowsOn(page)) yield decodeRow(({ decode }) => decode(row)) ?? "left-out";
      yield "page";
    }
  }
}

const COLUMNSTORE = 3;

/** @throws FileFault if the rows have a form that is not read */
function refuseUnread({ compression, isInMemory, columns }: TablePart): void {
  const how =
    compression >= COLUMNSTORE
      ? "it is a columnstore"
      : compression > 0
        ? "it is compressed"
        : isInMemory
          ? "it is in memory"
          : columns.some(({ isSparse }) => isSparse)
            ? "it has sparse columns"
            : undefined;
  if (how !== undefined)
    throw new FileFault(`${how}, which is not supported: export the database as a .bacpac`);
}

/** Says what could not be read, and turns positions outside of a page into faults of the file. */
function* explained<Step, Result>(steps: Generator<Step, Result>, what: string): Generator<Step, Result> {
  try {
    return yield* steps;
  } catch (error) {
    if (error instanceof FileFault) throw new FileFault(`${what} cannot be read: ${error.message}`);
    if (error instanceof RangeError)
      throw new FileFault(`${what} is damaged: a value leads out of its page`, { cause: error });
    throw error;
  }
}

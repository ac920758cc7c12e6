/** Opens a SQL Server Compact database (`.sdf`): its catalog, and the rows of its tables. */
import { entryIn } from "../../site/map-entries.ts";
import { runInSlices } from "../../site/run-in-slices.ts";
import { FileFault } from "../data-file.ts";
import {
  type ReadingReport,
  readerOfTables,
  rowDecoder,
  type TableReader,
  type TableReading,
} from "../tables/table-reader.ts";
import { openSdfPages, PAGE_BYTES, type SdfPages } from "./sdf-pages.ts";
import {
  isNull,
  type RowLayout,
  rowPages,
  rowsOfPage,
  type SdfColumn,
  type SdfTable,
  valueOfColumn,
} from "./sdf-rows.ts";
import { sdfType } from "./sdf-types.ts";

/** @throws FileFault; the error of the file system if the file cannot be read */
export async function openSdf(path: string, report: ReadingReport): Promise<TableReader> {
  const pages = openSdfPages(path);
  try {
    return readerOfTables<SdfTable>(
      {
        tables: readCatalog(pages),
        server: `SQL Server Compact ${pages.version}`,
        sizeOf: (table) => rowPages(pages, table).length * PAGE_BYTES,
        read: (table, reading) => runInSlices(readRows(pages, table, reading)),
        close: pages.close,
      },
      report,
    );
  } catch (error) {
    pages.close();
    throw error;
  }
}

/** Reads a table in steps of a page. */
function* readRows(pages: SdfPages, table: SdfTable, reading: TableReading): Generator<void, void> {
  const decodeRow = rowDecoder(table.columns, reading);
  for (const pageId of rowPages(pages, table)) {
    for (const row of rowsOfPage(pages, table, pageId)) {
      const cellOf = (column: SdfColumn) =>
        isNull(row, column) ? null : valueOfColumn(pages, row, column, table.name);
      const values = decodeRow(cellOf, row.name);
      if (values) reading.onRow(values);
    }
    reading.onBytes(PAGE_BYTES);
    yield;
  }
}

/** The columns of the catalog that are read: name, ordinal, type, and position. Its rows have columns for all kinds of objects. */
const CATALOG_COLUMNS = (
  [
    ["ObjectType", 0, 2, 0],
    ["ObjectOwner", 1, 8, 0],
    ["ObjectName", 2, 8, 1],
    ["ObjectOrdinal", 5, 2, 10],
    ["TablePageId", 7, 4, 16],
    ["ColumnType", 13, 2, 30],
    ["ColumnSize", 14, 2, 32],
    ["ColumnPosition", 21, 2, 38],
  ] as const
).map(([name, ordinal, type, position]) => ({ name, ordinal, type: sdfType(type, 0), position }));
const CATALOG_LAYOUT = { columns: 38, bits: 9, fixedBytes: 58, variableValues: 10 };
const CATALOG: SdfTable = {
  name: "__SysObjects",
  pageId: 1027,
  columns: CATALOG_COLUMNS,
  layoutOf: (count) => (count === CATALOG_LAYOUT.columns ? CATALOG_LAYOUT : undefined),
};
/** Types of objects in the catalog. Of the others, indexes and constraints, nothing is read. */
const TABLE = 1;
const COLUMN = 4;

/** The tables by their names in lower case. */
function readCatalog(pages: SdfPages): Map<string, SdfTable> {
  const pageIds = new Map<string, number>();
  const columns = new Map<string, SdfColumn[]>();
  const decodeRow = rowDecoder(CATALOG_COLUMNS, {
    wanted: CATALOG_COLUMNS.map(({ name }) => name),
    filter: undefined,
  });
  for (const pageId of rowPages(pages, CATALOG)) {
    for (const row of rowsOfPage(pages, CATALOG, pageId)) {
      // NULL bits do not count here.
      const values = decodeRow((column) => valueOfColumn(pages, row, column, CATALOG.name), row.name) ?? [];
      const [owner, name] = values.slice(1, 3).map((value) => String(value).replace(/\0$/, ""));
      const [objectType, , , ordinal, page, type, size, position] = values.map(Number);
      if (objectType === TABLE) pageIds.set(name, page);
      // Columns can come before their table.
      if (objectType === COLUMN)
        entryIn(columns, owner, () => []).push({ name, ordinal, type: sdfType(type, size), position });
    }
  }
  const tables = Array.from(pageIds, ([name, pageId]): [string, SdfTable] => {
    const own = columns.get(name) ?? [];
    return [name.toLowerCase(), { name, pageId, columns: own, layoutOf: layoutReader(name, own) }];
  });
  return new Map(tables);
}

function layoutReader(table: string, columns: readonly SdfColumn[]): SdfTable["layoutOf"] {
  // Rows keep the values of a column that was removed, whose place in them the catalog does not have.
  const isRemoved = columns.some(({ ordinal }) => ordinal >= columns.length);
  const layouts = new Map<number, RowLayout>();
  return (count) => {
    if (isRemoved)
      throw new FileFault(
        `a column of the table ${table} was removed, so that its rows cannot be read: compact the database with SQL Server Compact Toolbox`,
      );
    if (count > columns.length) return undefined;
    return entryIn(layouts, count, () => layoutOf(columns.filter(({ ordinal }) => ordinal < count)));
  };
}

function layoutOf(columns: readonly SdfColumn[]): RowLayout {
  const layout = { bits: 0, fixedBytes: 0, variableValues: 0 };
  for (const { type, position } of columns) {
    if (type.area === "bits") layout.bits = Math.max(layout.bits, position + 1);
    else if (type.area === "fixed") layout.fixedBytes = Math.max(layout.fixedBytes, position + type.size);
    else layout.variableValues = Math.max(layout.variableValues, position + 1);
  }
  return layout;
}

/** Opens a SQL Server Compact database (`.sdf`): its catalog, and the rows of its tables. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { FileFault } from "../data-file.ts";
import { type ReadingReport, rowDecoder, type TableReader } from "../tables/table-reader.ts";
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

/** How many pages are read before the event loop turns. */
const PAGES_PER_TURN = 256;

/** @throws FileFault; the error of the file system if the file cannot be read */
export async function openSdf(path: string, { onProgress }: ReadingReport): Promise<TableReader> {
  const pages = openSdfPages(path);
  try {
    const tables = readCatalog(pages);
    const tableNamed = (name: string) => tables.get(name.toLowerCase());
    let done = 0;
    let total = 0;
    return {
      names: new Set(tables.keys()),
      server: `SQL Server Compact ${pages.version}`,
      has: (name) => tableNamed(name) !== undefined,
      columnsOf: (name) => tableNamed(name)?.columns.map((column) => column.name) ?? [],
      willRead: (names) => {
        for (const name of names) {
          const table = tableNamed(name);
          if (table) total += rowPages(pages, table).length * PAGE_BYTES;
        }
      },
      read: async (name, wanted, onRow, filter) => {
        const table = tableNamed(name);
        if (!table) return;
        const decoded = rowDecoder(table.columns, wanted, filter);
        for (const [index, pageId] of rowPages(pages, table).entries()) {
          for (const row of rowsOfPage(pages, table, pageId)) {
            const values = decoded((column) =>
              isNull(row, column) ? null : valueOfColumn(pages, row, column),
            );
            if (values) onRow(values);
          }
          done += PAGE_BYTES;
          // Some tables are read twice.
          onProgress(Math.min(done, total), total);
          if (index % PAGES_PER_TURN === PAGES_PER_TURN - 1) await nextTurn();
        }
      },
      close: pages.close,
    };
  } catch (error) {
    pages.close();
    throw error;
  }
}

type CatalogTable = SdfTable & { columns: readonly SdfColumn[] };

/** The columns of the catalog that are read. Its rows have columns for all kinds of objects. */
const CATALOG_COLUMNS = {
  objectType: catalogColumn(0, 2, 0),
  owner: catalogColumn(1, 8, 0),
  name: catalogColumn(2, 8, 1),
  ordinal: catalogColumn(5, 2, 10),
  pageId: catalogColumn(7, 4, 16),
  type: catalogColumn(13, 2, 30),
  size: catalogColumn(14, 2, 32),
  position: catalogColumn(21, 2, 38),
};
const CATALOG_LAYOUT = { columns: 38, bits: 9, fixedBytes: 58, variableValues: 10 };
const CATALOG: SdfTable = {
  name: "__SysObjects",
  pageId: 1027,
  layoutOf: (columns) => (columns === CATALOG_LAYOUT.columns ? CATALOG_LAYOUT : undefined),
};
/** Types of objects in the catalog. Of the others, indexes and constraints, nothing is read. */
const TABLE = 1;
const COLUMN = 4;

function catalogColumn(ordinal: number, type: number, position: number): SdfColumn {
  const known = sdfType(type, 0);
  if (!known) throw new TypeError(`there is no type ${type}`);
  return { name: `column ${ordinal}`, ordinal, type: known, position };
}

/** The tables by their names in lower case. */
function readCatalog(pages: SdfPages): Map<string, CatalogTable> {
  const pageIds = new Map<string, number>();
  const columns = new Map<string, SdfColumn[]>();
  const unsupported = new Map<string, string>();
  for (const pageId of rowPages(pages, CATALOG)) {
    for (const row of rowsOfPage(pages, CATALOG, pageId)) {
      // NULL bits do not count here.
      const numberOf = (column: SdfColumn) => Number(valueOfColumn(pages, row, column));
      const textOf = (column: SdfColumn) => String(valueOfColumn(pages, row, column)).replace(/\0$/, "");
      const objectType = numberOf(CATALOG_COLUMNS.objectType);
      const name = textOf(CATALOG_COLUMNS.name);
      if (objectType === TABLE) pageIds.set(name, numberOf(CATALOG_COLUMNS.pageId));
      if (objectType !== COLUMN) continue;
      // Columns can come before their table.
      const owner = textOf(CATALOG_COLUMNS.owner);
      const typeNumber = numberOf(CATALOG_COLUMNS.type);
      const type = sdfType(typeNumber, numberOf(CATALOG_COLUMNS.size));
      if (!type) {
        unsupported.set(owner, `the column ${name} of the table ${owner} has the unknown type ${typeNumber}`);
        continue;
      }
      const own = columns.get(owner) ?? [];
      columns.set(owner, own);
      const ordinal = numberOf(CATALOG_COLUMNS.ordinal);
      own.push({ name, ordinal, type, position: numberOf(CATALOG_COLUMNS.position) });
    }
  }
  const tables = Array.from(pageIds, ([name, pageId]): [string, CatalogTable] => {
    const own = columns.get(name) ?? [];
    const fault = unsupported.get(name) ?? removedColumn(name, own);
    return [name.toLowerCase(), { name, pageId, columns: own, layoutOf: layoutReader(own, fault) }];
  });
  return new Map(tables);
}

/** Rows keep the values of a column that was removed, whose place in them the catalog does not have. */
function removedColumn(table: string, columns: readonly SdfColumn[]): string | undefined {
  if (columns.every(({ ordinal }) => ordinal < columns.length)) return undefined;
  return `a column of the table ${table} was removed, so that its rows cannot be read: compact the database with SQL Server Compact Toolbox`;
}

/** @param fault why rows of the table cannot be read */
function layoutReader(columns: readonly SdfColumn[], fault: string | undefined): SdfTable["layoutOf"] {
  const most = columns.reduce((count, { ordinal }) => Math.max(count, ordinal + 1), 0);
  const layouts = new Map<number, RowLayout>();
  return (count) => {
    if (fault !== undefined) throw new FileFault(fault);
    if (count > most) return undefined;
    const layout = layouts.get(count) ?? layoutOf(columns.filter(({ ordinal }) => ordinal < count));
    layouts.set(count, layout);
    return layout;
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

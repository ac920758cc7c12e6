/** Reads the tables of a SQL Server database from its system tables. */
import { FileFault } from "../data-file.ts";
import {
  addressAt,
  NO_PAGE,
  PAGE_BYTES,
  PAGE_TYPE,
  type PageAddress,
  type Pages,
  PRIMARY_FILE,
  pageAddress,
  pageFault,
} from "./pages.ts";
import { chainedPages, indexedPages, rowsOn } from "./records.ts";

export type StoredColumn = {
  name: string;
  /** SQL Server's number of the type: see `values.ts`. */
  type: number;
  /** Bytes; -1 for `max`. */
  length: number;
  precision: number;
  scale: number;
  collation: number;
  /** Where the value begins in a row; of a variable size, -1 for the first one, -2 for the second. */
  offset: number;
  /** The number of its NULL bit, from 1. */
  nullBit: number;
  /** Of a `bit`, its place in the byte. */
  bit: number;
  isSparse: boolean;
  /** Of rows that are older than the column: whether they have a value other than NULL, and this value (`sql_variant`). */
  hasDefault: boolean;
  defaultValue?: Buffer;
};

/** The rows of a table, of which a partitioned table has several parts. */
export type TablePart = {
  rowset: bigint;
  isHeap: boolean;
  /** 0 none, 1 rows, 2 pages, 3 and 4 columnstore. */
  compression: number;
  isInMemory: boolean;
  /** How many rows the catalog counts. */
  rows: number;
  /** How many bytes its pages take, with those of long values. */
  bytes: number;
  root: PageAddress;
  map: PageAddress;
  columns: StoredColumn[];
};

export type StoredTable = { schema: string; name: string; parts: TablePart[] };

export type Catalog = {
  tables: StoredTable[];
  /** The number of the database's version: 611 is SQL Server 2005. */
  version: number;
  /** The number of the version on which it was created. */
  createdOn: number;
  /** Whether a data file was closed, so that nothing is in the log alone. */
  isClosed: boolean;
};

const BOOT_PAGE = 9;
const CLOSED = 0x40000000;

/** Versions from which on system tables differ. */
const VERSION = { 2005: 611, 2008: 655, 2012: 706 } as const;

/** The numbers of system tables. */
const SYSTEM = {
  columns: 3,
  columnNames2005: 4,
  rowsets: 5,
  defaults: 9,
  columns2005: 13,
  objects: 34,
  columnNames: 41,
  schemas: 64,
} as const;
const USER_TABLE = "U ";
const SCHEMA_CLASS = 50;
const COLUMN_DEFAULT = 1;
const HEAP = 0;
const CLUSTERED = 1;
const ROWS_UNIT = 1;
const STATUS = { hasDefault: 0x200, sparse: 0x100, inMemory: 0x100 } as const;

/** Where a rowset has its pages. `bytes`: all of them, with those of long values. */
type Unit = { root: PageAddress; map: PageAddress; bytes: number };
type Rowset = { id: bigint; index: number; status: number; rows: number; compression: number };
/** Where the values of a column are in rows. */
type ColumnPlace = Pick<StoredColumn, "offset" | "nullBit" | "bit"> & { status: number };
/** A row of a system table: its part of a fixed size, and its first value of variable size. */
type SystemRow = { fixed: Buffer; value: Buffer };

/**
 * Reads the catalog, in steps.
 * @throws FileFault; RangeError if a row of a system table is too short
 */
export function* readCatalog(pages: Pages): Generator<void, Catalog> {
  const boot = pages.get(pageAddress(BOOT_PAGE, PRIMARY_FILE));
  const version = boot.readUInt16LE(100);
  if (boot[1] !== PAGE_TYPE.boot) throw pageFault(boot);
  if (version < VERSION[2005])
    throw new FileFault(
      `it is of a version before SQL Server 2005 (${version}): attach or restore it on a newer server, and back it up there`,
    );
  const units = readUnits(pages, addressAt(boot, 612));
  const rowsOf = (rowset: bigint) => systemRows(indexedPages(pages, units.get(rowset)?.root ?? NO_PAGE));
  const tableNumber = (number: number) => rowsOf(BigInt(number) << 16n);
  yield;
  const rowsets = readRowsets(tableNumber(SYSTEM.rowsets));
  /** A system table whose rowset has another number. */
  const table = function* (number: number) {
    for (const { id, index } of rowsets.get(number) ?? []) if (index === CLUSTERED) yield* rowsOf(id);
  };
  yield;
  const places =
    version < VERSION[2008]
      ? places2005(tableNumber(SYSTEM.columns2005), tableNumber(SYSTEM.columnNames2005))
      : readPlaces(tableNumber(SYSTEM.columns));
  yield;
  const defaults = version < VERSION[2012] ? new Map<string, Buffer>() : readDefaults(table(SYSTEM.defaults));
  const tables = readTables(table(SYSTEM.schemas), table(SYSTEM.objects));
  yield;
  for (const [object, { parts }] of tables)
    for (const rowset of rowsets.get(object) ?? [])
      if (rowset.index <= CLUSTERED) parts.push(partOf(rowset, units));
  for (const { fixed, value } of table(SYSTEM.columnNames)) {
    if (fixed.readUInt16LE(8) !== 0) continue;
    const id = fixed.readUInt32LE(10);
    for (const { rowset, columns } of tables.get(fixed.readUInt32LE(4))?.parts ?? []) {
      const key = columnKey(rowset, id);
      const place = places.get(key);
      // Computed columns are not stored.
      if (place) columns.push(columnOf(fixed, value, place, version, defaults.get(key)));
    }
  }
  return {
    tables: [...tables.values()],
    version,
    createdOn: boot.readUInt16LE(102),
    isClosed: (boot.readUInt32LE(132) & CLOSED) !== 0,
  };
}

function* systemRows(pages: Iterable<Buffer>): Generator<SystemRow> {
  for (const page of pages)
    for (const { start, fixedEnd, variables } of rowsOn(page)) {
      const [first] = variables;
      yield {
        fixed: page.subarray(start, fixedEnd),
        value: first ? page.subarray(first.start, first.end) : NO_BYTES,
      };
    }
}

const NO_BYTES = Buffer.alloc(0);

function nameOf(value: Buffer): string {
  return value.toString("utf16le");
}

function columnKey(rowset: bigint, column: number | bigint): string {
  return `${rowset} ${column}`;
}

function readUnits(pages: Pages, first: PageAddress): Map<bigint, Unit> {
  const units = new Map<bigint, Unit>();
  for (const { fixed } of systemRows(chainedPages(pages, first))) {
    const rowset = fixed.readBigUInt64LE(13);
    const unit = units.get(rowset) ?? { root: NO_PAGE, map: NO_PAGE, bytes: 0 };
    units.set(rowset, unit);
    // Only the progress needs it.
    if (fixed.length >= 53) unit.bytes += Number(fixed.readBigUInt64LE(45)) * PAGE_BYTES;
    if (fixed[12] === ROWS_UNIT)
      Object.assign(unit, { root: addressAt(fixed, 33), map: addressAt(fixed, 39) });
  }
  return units;
}

/** By the number of the object. */
function readRowsets(rows: Iterable<SystemRow>): Map<number, Rowset[]> {
  const rowsets = new Map<number, Rowset[]>();
  for (const { fixed } of rows) {
    const object = fixed.readUInt32LE(13);
    const own = rowsets.get(object) ?? [];
    rowsets.set(object, own);
    own.push({
      id: fixed.readBigUInt64LE(4),
      index: fixed.readUInt32LE(17),
      status: fixed.readUInt32LE(25),
      rows: Number(fixed.readBigUInt64LE(31)),
      // SQL Server 2005 has no such column.
      compression: fixed.length > 39 ? fixed[39] : 0,
    });
  }
  return rowsets;
}

function readPlaces(rows: Iterable<SystemRow>): Map<string, ColumnPlace> {
  const places = new Map<string, ColumnPlace>();
  for (const { fixed } of rows)
    places.set(columnKey(fixed.readBigUInt64LE(4), fixed.readUInt32LE(12)), {
      status: fixed.readUInt32LE(40),
      offset: fixed.readInt16LE(44),
      nullBit: fixed.readUInt16LE(48),
      bit: fixed.readUInt8(52),
    });
  return places;
}

/** SQL Server 2005 has the places of stored columns, and which column is stored as which. */
function places2005(stored: Iterable<SystemRow>, names: Iterable<SystemRow>): Map<string, ColumnPlace> {
  const storedPlaces = new Map<string, ColumnPlace>();
  for (const { fixed } of stored)
    storedPlaces.set(columnKey(fixed.readBigUInt64LE(4), fixed.readUInt32LE(12)), {
      status: fixed.readUInt32LE(16),
      offset: fixed.readInt16LE(31),
      bit: fixed.readUInt8(35),
      nullBit: fixed.readUInt16LE(37),
    });
  const places = new Map<string, ColumnPlace>();
  for (const { fixed } of names) {
    const rowset = fixed.readBigUInt64LE(4);
    const place = storedPlaces.get(columnKey(rowset, fixed.readUInt32LE(16)));
    if (place) places.set(columnKey(rowset, fixed.readUInt32LE(12)), place);
  }
  return places;
}

function readDefaults(rows: Iterable<SystemRow>): Map<string, Buffer> {
  const defaults = new Map<string, Buffer>();
  for (const { fixed, value } of rows)
    if (fixed[4] === COLUMN_DEFAULT)
      defaults.set(columnKey(fixed.readBigUInt64LE(5), fixed.readBigUInt64LE(13)), value);
  return defaults;
}

/** By the number of the object. */
function readTables(schemas: Iterable<SystemRow>, objects: Iterable<SystemRow>) {
  const schemaNames = new Map<number, string>();
  for (const row of schemas)
    if (row.fixed[4] === SCHEMA_CLASS) schemaNames.set(row.fixed.readUInt32LE(5), nameOf(row.value));
  const tables = new Map<number, { schema: string; name: string; parts: TablePart[] }>();
  for (const row of objects) {
    if (row.fixed.toString("latin1", 17, 19) !== USER_TABLE) continue;
    const schema = schemaNames.get(row.fixed.readUInt32LE(8)) ?? "";
    tables.set(row.fixed.readUInt32LE(4), { schema, name: nameOf(row.value), parts: [] });
  }
  return tables;
}

function partOf(
  { id, index, status, rows, compression }: Rowset,
  units: ReadonlyMap<bigint, Unit>,
): TablePart {
  return {
    rowset: id,
    isHeap: index === HEAP,
    compression,
    isInMemory: (status & STATUS.inMemory) !== 0,
    rows,
    ...(units.get(id) ?? { root: NO_PAGE, map: NO_PAGE, bytes: 0 }),
    columns: [],
  };
}

function columnOf(
  fixed: Buffer,
  name: Buffer,
  { status, ...place }: ColumnPlace,
  version: number,
  defaultValue: Buffer | undefined,
): StoredColumn {
  return {
    name: nameOf(name),
    type: fixed[14],
    length: fixed.readInt16LE(19),
    precision: fixed[21],
    scale: fixed[22],
    collation: fixed.readInt32LE(23),
    ...place,
    isSparse: version >= VERSION[2008] && (status & STATUS.sparse) !== 0,
    hasDefault: version >= VERSION[2012] && (status & STATUS.hasDefault) !== 0,
    defaultValue,
  };
}

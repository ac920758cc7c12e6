/** Reads the tables of a SQL Server database from its system tables. */
import { entryIn } from "../../site/map-entries.ts";
import { FileFault } from "../data-file.ts";
import {
  addressAt,
  BOOT_PAGE,
  NO_PAGE,
  PAGE_BYTES,
  PAGE_TYPE,
  type PageAddress,
  type Pages,
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
type TablePart = {
  rowset: bigint;
  isHeap: boolean;
  /** 0 none, 1 rows, 2 pages, 3 and 4 columnstore. */
  compression: number;
  isInMemory: boolean;
  /** How many rows the catalog counts. */
  rows: number;
  columns: StoredColumn[];
} & PartPages;

/** `bytes`: of all pages of the part, with those of long values. */
type PartPages = { root: PageAddress; map: PageAddress; bytes: number };

export type StoredTable = {
  schema: string;
  name: string;
  parts: TablePart[];
  columns: readonly StoredColumn[];
};

export type Catalog = {
  tables: StoredTable[];
  /** The number of the database's version: 611 is SQL Server 2005. */
  version: number;
  /** The number of the version on which it was created. */
  createdOn: number;
  /** Whether a data file was closed, so that nothing is in the log alone. */
  isClosed: boolean;
};

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

/** Where the values of a column are in rows. */
type ColumnPlace = Pick<StoredColumn, "offset" | "nullBit" | "bit"> & { status: number };
/** Where rows of system tables have this. */
const PLACE_AT = { status: 40, offset: 44, nullBit: 48, bit: 52 } as const;
const PLACE_AT_2005 = { status: 16, offset: 31, bit: 35, nullBit: 37 } as const;
/** A row of a system table: its part of a fixed size, and its first value of variable size. */
type SystemRow = { fixed: Buffer; value: Buffer };

/** @throws FileFault; RangeError if a row of a system table is too short */
export function readCatalog(pages: Pages): Catalog {
  const boot = pages.get(BOOT_PAGE);
  const version = boot.readUInt16LE(100);
  if (boot[1] !== PAGE_TYPE.boot) throw pageFault(boot);
  if (version < VERSION[2005])
    throw new FileFault(
      `it is of a version before SQL Server 2005 (${version}): attach or restore it on a newer server, and back it up there`,
    );
  const units = readUnits(pages, addressAt(boot, 612));
  const rowsOf = (rowset: bigint) => systemRows(indexedPages(pages, units.get(rowset)?.root ?? NO_PAGE));
  const tableNumber = (number: number) => rowsOf(BigInt(number) << 16n);
  const parts = readParts(tableNumber(SYSTEM.rowsets), units);
  /** A system table whose rowset has another number. */
  const table = function* (number: number) {
    const own = parts.get(number)?.filter(({ isHeap }) => !isHeap) ?? [];
    for (const { rowset } of own) yield* rowsOf(rowset);
  };
  const places =
    version < VERSION[2008] ? places2005(tableNumber) : readPlaces(tableNumber(SYSTEM.columns), PLACE_AT);
  const defaults = version < VERSION[2012] ? new Map<string, Buffer>() : readDefaults(table(SYSTEM.defaults));
  for (const { fixed, value } of table(SYSTEM.columnNames)) {
    if (fixed.readUInt16LE(8) !== 0) continue;
    for (const { rowset, columns } of parts.get(fixed.readUInt32LE(4)) ?? []) {
      const key = columnKey(rowset, fixed.readUInt32LE(10));
      const place = places.get(key);
      // Computed columns are not stored.
      if (place) columns.push(columnOf(fixed, value, place, version, defaults.get(key)));
    }
  }
  return {
    tables: readTables(table(SYSTEM.schemas), table(SYSTEM.objects), parts),
    version,
    createdOn: boot.readUInt16LE(102),
    isClosed: (boot.readUInt32LE(132) & CLOSED) !== 0,
  };
}

function* systemRows(pages: Iterable<Buffer>): Generator<SystemRow> {
  for (const page of pages)
    for (const { start, fixedEnd, variables } of rowsOn(page)) {
      const [first = { start: 0, end: 0 }] = variables;
      yield { fixed: page.subarray(start, fixedEnd), value: page.subarray(first.start, first.end) };
    }
}

function columnKey(rowset: bigint, column: number | bigint): string {
  return `${rowset} ${column}`;
}

function readUnits(pages: Pages, first: PageAddress): Map<bigint, PartPages> {
  const units = new Map<bigint, PartPages>();
  for (const { fixed } of systemRows(chainedPages(pages, first))) {
    const unit = entryIn(units, fixed.readBigUInt64LE(13), () => ({ root: NO_PAGE, map: NO_PAGE, bytes: 0 }));
    // Only the progress needs it.
    if (fixed.length >= 53) unit.bytes += Number(fixed.readBigUInt64LE(45)) * PAGE_BYTES;
    if (fixed[12] === ROWS_UNIT)
      Object.assign(unit, { root: addressAt(fixed, 33), map: addressAt(fixed, 39) });
  }
  return units;
}

/** The heaps and clustered indexes by the number of the object. */
function readParts(
  rows: Iterable<SystemRow>,
  units: ReadonlyMap<bigint, PartPages>,
): Map<number, TablePart[]> {
  const parts = new Map<number, TablePart[]>();
  for (const { fixed } of rows) {
    const rowset = fixed.readBigUInt64LE(4);
    const index = fixed.readUInt32LE(17);
    if (index > CLUSTERED) continue;
    entryIn(parts, fixed.readUInt32LE(13), () => []).push({
      rowset,
      isHeap: index === HEAP,
      isInMemory: (fixed.readUInt32LE(25) & STATUS.inMemory) !== 0,
      rows: Number(fixed.readBigUInt64LE(31)),
      // SQL Server 2005 has no such column.
      compression: fixed.length > 39 ? fixed[39] : 0,
      columns: [],
      ...(units.get(rowset) ?? { root: NO_PAGE, map: NO_PAGE, bytes: 0 }),
    });
  }
  return parts;
}

function readPlaces(rows: Iterable<SystemRow>, at: typeof PLACE_AT | typeof PLACE_AT_2005) {
  const places = new Map<string, ColumnPlace>();
  for (const { fixed } of rows)
    places.set(columnKey(fixed.readBigUInt64LE(4), fixed.readUInt32LE(12)), {
      status: fixed.readUInt32LE(at.status),
      offset: fixed.readInt16LE(at.offset),
      nullBit: fixed.readUInt16LE(at.nullBit),
      bit: fixed.readUInt8(at.bit),
    });
  return places;
}

/** SQL Server 2005 has the places of stored columns, and which column is stored as which. */
function places2005(table: (number: number) => Iterable<SystemRow>): Map<string, ColumnPlace> {
  const stored = readPlaces(table(SYSTEM.columns2005), PLACE_AT_2005);
  const places = new Map<string, ColumnPlace>();
  for (const { fixed } of table(SYSTEM.columnNames2005)) {
    const rowset = fixed.readBigUInt64LE(4);
    const place = stored.get(columnKey(rowset, fixed.readUInt32LE(16)));
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

function readTables(
  schemas: Iterable<SystemRow>,
  objects: Iterable<SystemRow>,
  partsOf: ReadonlyMap<number, TablePart[]>,
): StoredTable[] {
  const schemaNames = new Map<number, string>();
  for (const { fixed, value } of schemas)
    if (fixed[4] === SCHEMA_CLASS) schemaNames.set(fixed.readUInt32LE(5), value.toString("utf16le"));
  const tables: StoredTable[] = [];
  for (const { fixed, value } of objects) {
    if (fixed.toString("latin1", 17, 19) !== USER_TABLE) continue;
    const schema = schemaNames.get(fixed.readUInt32LE(8)) ?? "";
    const parts = partsOf.get(fixed.readUInt32LE(4)) ?? [];
    tables.push({ schema, name: value.toString("utf16le"), parts, columns: parts[0]?.columns ?? [] });
  }
  return tables;
}

function columnOf(
  fixed: Buffer,
  name: Buffer,
  { status, ...place }: ColumnPlace,
  version: number,
  defaultValue: Buffer | undefined,
): StoredColumn {
  return {
    name: name.toString("utf16le"),
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

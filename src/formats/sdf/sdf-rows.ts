/** Reads the rows of a table in a SQL Server Compact database, page by page. */
import { FileFault } from "../data-file.ts";
import { type CellValue, ValueFault } from "../tables/cell-values.ts";
import { IDS_PER_PAGE, idAt, PAGE_BYTES, PAGE_HEADER_BYTES, PAGE_TYPES, type SdfPages } from "./sdf-pages.ts";
import type { SdfType } from "./sdf-types.ts";

export type SdfColumn = {
  name: string;
  /** Its NULL bit in a row. */
  ordinal: number;
  type: SdfType;
  /** Where its value is in the area of the type: the bit, the byte, or the index of the value. */
  position: number;
};

/** What a row has in its three areas. */
export type RowLayout = { bits: number; fixedBytes: number; variableValues: number };

export type SdfTable = {
  name: string;
  /** The page that lists the pages of its rows. */
  pageId: number;
  columns: readonly SdfColumn[];
  /** @param count of the columns that a row has: rows that are older than a column have fewer. @returns `undefined` if the table never had so many */
  layoutOf(count: number): RowLayout | undefined;
};

type SdfRow = {
  /** All parts of the row, without the links between them. */
  bytes: Buffer;
  columns: number;
  layout: RowLayout;
  /** Where the first area begins. */
  start: number;
  /** The row in messages, and that it is damaged. */
  name(): string;
};

/** Parts of a page that lists pages of rows. */
const COUNT_AT = 16;
const HAS_BITMAPS_AT = 20;
const IDS_AT = 24;
/** As many as 20 bits of ids need. */
const BITMAPS = 33;
const MORE_COUNT_AT = 0x70;
const MORE_IDS_AT = 0x78;
/** The bits of a bitmap page, and for how many ids they are. */
const BITS_AT = 32;
const BITMAP_IDS = 0x7f00;

/**
 * The ids of the pages that have the rows of a table.
 * @throws FileFault if the table is damaged
 */
export function rowPages(pages: SdfPages, { name, pageId }: SdfTable): readonly number[] {
  const page = pages.read(pageId, PAGE_TYPES.table, inTable(name));
  const listed = (countAt: number, start: number) => {
    const count = page.readUInt32LE(countAt);
    if (count > 3 * Math.floor((PAGE_BYTES - start) / 8))
      throw new FileFault(`${inTable(name)} is damaged: page ${pageId} lists ${count} pages`);
    return Array.from({ length: count }, (_, index) => idAt(page, start, index));
  };
  if (page.readUInt32LE(HAS_BITMAPS_AT) === 0) return listed(COUNT_AT, IDS_AT);
  const ids = new Set(listed(MORE_COUNT_AT, MORE_IDS_AT));
  for (let range = 0; range < BITMAPS; range++) {
    const bitmapId = idAt(page, IDS_AT, range);
    if (bitmapId === 0) continue;
    const bitmap = pages.read(bitmapId, PAGE_TYPES.bitmap, inTable(name));
    for (let bit = 0; bit < BITMAP_IDS; bit++)
      if ((bitmap[BITS_AT + (bit >> 3)] >> (bit & 7)) & 1) ids.add(range * BITMAP_IDS + bit);
  }
  return [...ids];
}

function inTable(name: string): string {
  return `the table ${name}`;
}

/** Parts of a page of rows: the table's page and the slots, whose entries begin at the end of the page. */
const OWNER_AT = 16;
const SLOT_COUNT_AT = 20;
const SLOTS_AT = 24;
const SLOT_BYTES = 4;
const MOST_SLOTS = (PAGE_BYTES - SLOTS_AT) / SLOT_BYTES;
const LOW_12_BITS = 0xfff;
const LOW_20_BITS = 0xfffff;
/** Bits of a slot: 1 is a free one. */
const SLOT_FLAGS = 3;
const CONTINUES_ROW = 0;
const BEGINS_ROW = 2;
/** Before the bytes of each part of a row, where it continues. */
const LINK_BYTES = 4;
const COLUMN_COUNT_BYTES = 4;
/** A row takes less than three pages. */
const MOST_PARTS = 100;

/**
 * Reads the rows that begin in a page.
 * @param pageId one of `rowPages`
 * @throws FileFault if the table is damaged
 */
export function* rowsOfPage(pages: SdfPages, table: SdfTable, pageId: number): Generator<SdfRow> {
  const read = (id: number) => {
    const page = pages.read(id, PAGE_TYPES.rows, inTable(table.name));
    const owner = page.readUInt32LE(OWNER_AT) & LOW_20_BITS;
    if (owner === table.pageId) return page;
    throw new FileFault(`${inTable(table.name)} is damaged: page ${id} is of the table with page ${owner}`);
  };
  const page = read(pageId);
  const count = page.readUInt32LE(SLOT_COUNT_AT) & LOW_12_BITS;
  for (let slot = 0; slot < count; slot++) {
    const name = () => `${inTable(table.name)} is damaged: page ${pageId}, row ${slot + 1}`;
    const fault = (reason: string) => new FileFault(`${name()} ${reason}`);
    const parts: Buffer[] = [];
    for (let part = partAt(page, slot, BEGINS_ROW, fault); part; ) {
      parts.push(part.subarray(LINK_BYTES));
      const link = part.readUInt32LE(0);
      if (link === 0) break;
      part = partAt(read(link >>> 12), link & LOW_12_BITS, CONTINUES_ROW, fault);
      if (!part) throw fault("continues in another row");
      if (parts.length > MOST_PARTS) throw fault("continues in a circle");
    }
    if (parts.length === 0) continue;
    const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    const columns = bytes.length < COLUMN_COUNT_BYTES ? 0 : bytes.readUInt32LE(0);
    const layout = table.layoutOf(columns);
    if (!layout) throw fault(`has ${columns} columns`);
    const start = COLUMN_COUNT_BYTES + Math.ceil(columns / 8);
    if (start + Math.ceil(layout.bits / 8) + layout.fixedBytes > bytes.length) throw fault("is cut off");
    yield { bytes, columns, layout, start, name };
  }
}

/** A part of a row, from its link on; `undefined` if the slot has another kind of part. */
function partAt(
  page: Buffer,
  slot: number,
  flags: number,
  fault: (reason: string) => FileFault,
): Buffer | undefined {
  if (slot >= MOST_SLOTS) throw fault("lies outside of the page");
  const entry = page.readUInt32LE(PAGE_BYTES - SLOT_BYTES * (slot + 1));
  if (((entry >>> 24) & SLOT_FLAGS) !== flags) return undefined;
  const start = SLOTS_AT + (entry & LOW_12_BITS);
  const end = start + ((entry >>> 12) & LOW_12_BITS);
  if (end > PAGE_BYTES || end - start < LINK_BYTES) throw fault("lies outside of the page");
  return page.subarray(start, end);
}

export function isNull({ bytes, columns }: SdfRow, { ordinal }: SdfColumn): boolean {
  return ordinal >= columns || ((bytes[COLUMN_COUNT_BYTES + (ordinal >> 3)] >> (ordinal & 7)) & 1) === 1;
}

const VARIABLE_ENTRY_BYTES = 2;
/** In the entry of a text: it has one byte per character. */
const IS_NARROW = 0x8000;

/**
 * The value of a column, whether or not its NULL bit is set.
 * @throws FileFault, RangeError if the table is damaged
 */
export function valueOfColumn(
  pages: SdfPages,
  { bytes, layout, start }: SdfRow,
  { position, type }: SdfColumn,
  table: string,
): CellValue {
  if (type.area === "bits") return (bytes[start + (position >> 3)] >> (position & 7)) & 1;
  const fixedAt = start + Math.ceil(layout.bits / 8);
  if (type.area === "fixed") return type.decode(bytes, fixedAt + position, fixedAt + position + type.size);
  const entriesAt = fixedAt + layout.fixedBytes;
  const valuesAt = entriesAt + VARIABLE_ENTRY_BYTES * layout.variableValues;
  // A row whose variable values are all empty ends before them.
  if (bytes.length < valuesAt) return type.decode(NO_BYTES, false);
  const entryOf = (index: number) => bytes.readUInt16LE(entriesAt + VARIABLE_ENTRY_BYTES * index);
  const startOf = (index: number) => valuesAt + (entryOf(index) & ~IS_NARROW);
  const to = position + 1 < layout.variableValues ? startOf(position + 1) : bytes.length;
  if (startOf(position) > to || to > bytes.length) throw new ValueFault("is cut off");
  const cell = bytes.subarray(startOf(position), to);
  const value = type.isLong ? longValue(pages, cell, inTable(table)) : cell;
  return type.decode(value, (entryOf(position) & IS_NARROW) !== 0);
}

const NO_BYTES = Buffer.alloc(0);

/** Before the bytes of a long value, or the ids of the pages that have them: its length, and another number. */
const LONG_HEAD_BYTES = 8;
const LONG_PAGE_BYTES = PAGE_BYTES - PAGE_HEADER_BYTES;
/** A value with more pages has maps of them. */
const MOST_LISTED_PAGES = 93;

function longValue(pages: SdfPages, cell: Buffer, reader: string): Buffer {
  if (cell.length === 0) return cell;
  const length = cell.readUInt32LE(0);
  if (cell.length === LONG_HEAD_BYTES + length) return cell.subarray(LONG_HEAD_BYTES);
  const count = Math.ceil(length / LONG_PAGE_BYTES);
  const listed = (index: number) => idAt(cell, LONG_HEAD_BYTES, index);
  const mapped = (index: number) => {
    const map = pages.read(listed(Math.floor(index / IDS_PER_PAGE)), PAGE_TYPES.longValueMap, reader);
    return idAt(map, PAGE_HEADER_BYTES, index % IDS_PER_PAGE);
  };
  const parts: Buffer[] = [];
  for (let index = 0; index < count; index++) {
    const id = count > MOST_LISTED_PAGES ? mapped(index) : listed(index);
    parts.push(pages.read(id, PAGE_TYPES.longValue, reader).subarray(PAGE_HEADER_BYTES));
  }
  return Buffer.concat(parts, length);
}

/** Reads the rows of a table in a SQL Server Compact database, page by page. */
import { FileFault } from "../data-file.ts";
import type { CellValue } from "../tables/table-reader.ts";
import {
  IDS_PER_PAGE,
  idAt,
  PAGE_BYTES,
  PAGE_HEADER_BYTES,
  PAGE_TYPES,
  packedBytes,
  type SdfPages,
} from "./sdf-pages.ts";
import type { SdfType } from "./sdf-types.ts";

export type SdfColumn = {
  name: string;
  /** Its NULL bit in a row. */
  ordinal: number;
  type: SdfType;
  /** Where its value is in the area of the type: the bit, the byte, or the index of the value. */
  position: number;
};

/** What a row with some number of columns has in its three areas. */
export type RowLayout = { bits: number; fixedBytes: number; variableValues: number };

export type SdfTable = {
  name: string;
  /** The page that lists the pages of its rows. */
  pageId: number;
  /** @param columns of the row: rows that are older than a column have fewer. @returns `undefined` if the table never had so many */
  layoutOf(columns: number): RowLayout | undefined;
};

type SdfRow = {
  /** All parts of the row, without the links between them. */
  bytes: Buffer;
  columns: number;
  layout: RowLayout;
  /** Where the first area begins. */
  start: number;
  place: RowPlace;
};

/** Where a row begins, for messages. */
type RowPlace = { table: string; pageId: number; slot: number };

function faultAt({ table, pageId, slot }: RowPlace, reason: string): FileFault {
  return new FileFault(`${inTable(table)} is damaged: page ${pageId}, row ${slot + 1} ${reason}`);
}

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
  const reader = inTable(name);
  const page = pages.read(pageId, PAGE_TYPES.table, reader);
  const listed = (start: number, count: number) => {
    if (packedBytes(count) > PAGE_BYTES - start)
      throw new FileFault(`${reader} is damaged: page ${pageId} lists ${count} pages`);
    return Array.from({ length: count }, (_, index) => idAt(page, start, index));
  };
  if (page.readUInt32LE(HAS_BITMAPS_AT) === 0) return listed(IDS_AT, page.readUInt32LE(COUNT_AT));
  const ids = new Set<number>();
  for (let range = 0; range < BITMAPS; range++) {
    const bitmapId = idAt(page, IDS_AT, range);
    if (bitmapId === 0) continue;
    const bitmap = pages.read(bitmapId, PAGE_TYPES.bitmap, reader);
    for (let bit = 0; bit < BITMAP_IDS; bit++)
      if ((bitmap[BITS_AT + (bit >> 3)] >> (bit & 7)) & 1) ids.add(range * BITMAP_IDS + bit);
  }
  for (const id of listed(MORE_IDS_AT, page.readUInt32LE(MORE_COUNT_AT))) ids.add(id);
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
const LOW_12_BITS = 0xfff;
const LOW_20_BITS = 0xfffff;
/** Bits of a slot: 1 is a free one. */
const SLOT_FLAGS = 3;
const CONTINUES_ROW = 0;
const BEGINS_ROW = 2;
/** Before the bytes of each part of a row, where it continues. */
const LINK_BYTES = 4;
const COLUMN_COUNT_BYTES = 4;

/**
 * Reads the rows that begin in a page.
 * @param pageId one of `rowPages`
 * @throws FileFault if the table is damaged
 */
export function* rowsOfPage(pages: SdfPages, table: SdfTable, pageId: number): Generator<SdfRow> {
  const reader = inTable(table.name);
  const read = (id: number) => {
    const page = pages.read(id, PAGE_TYPES.rows, reader);
    const owner = page.readUInt32LE(OWNER_AT) & LOW_20_BITS;
    if (owner === table.pageId) return page;
    throw new FileFault(`${reader} is damaged: page ${id} is of the table with page ${owner}`);
  };
  const page = read(pageId);
  const count = page.readUInt32LE(SLOT_COUNT_AT) & LOW_12_BITS;
  for (let slot = 0; slot < count; slot++) {
    const place = { table: table.name, pageId, slot };
    const entry = slotEntry(page, slot, place);
    if (entry.flags !== BEGINS_ROW) continue;
    const bytes = wholeRow(partOf(page, entry, place), read, place);
    if (bytes.length < COLUMN_COUNT_BYTES) throw faultAt(place, CUT_OFF);
    const columns = bytes.readUInt32LE(0);
    const layout = table.layoutOf(columns);
    if (!layout) throw faultAt(place, `has ${columns} columns`);
    const start = COLUMN_COUNT_BYTES + Math.ceil(columns / 8);
    if (bytes.length < start) throw faultAt(place, CUT_OFF);
    yield { bytes, columns, layout, start, place };
  }
}

const CUT_OFF = "is cut off";
const OUTSIDE = "lies outside of the page";

type SlotEntry = { flags: number; start: number; end: number };

/** @param place of the row that has this part */
function slotEntry(page: Buffer, slot: number, place: RowPlace): SlotEntry {
  const entryAt = PAGE_BYTES - SLOT_BYTES * (slot + 1);
  if (entryAt < SLOTS_AT) throw faultAt(place, OUTSIDE);
  const entry = page.readUInt32LE(entryAt);
  const start = SLOTS_AT + (entry & LOW_12_BITS);
  return { flags: (entry >>> 24) & SLOT_FLAGS, start, end: start + ((entry >>> 12) & LOW_12_BITS) };
}

function partOf(page: Buffer, { start, end }: SlotEntry, place: RowPlace): Buffer {
  if (end > PAGE_BYTES || end - start < LINK_BYTES) throw faultAt(place, OUTSIDE);
  return page.subarray(start, end);
}

/** The bytes of a row behind its links, joined with those of other pages. */
function wholeRow(first: Buffer, read: (id: number) => Buffer, place: RowPlace): Buffer {
  const parts = [first.subarray(LINK_BYTES)];
  const seen = new Set<number>();
  for (let link = first.readUInt32LE(0); link !== 0; ) {
    if (seen.has(link)) throw faultAt(place, "continues in a circle");
    seen.add(link);
    const page = read(link >>> 12);
    const entry = slotEntry(page, link & LOW_12_BITS, place);
    if (entry.flags !== CONTINUES_ROW) throw faultAt(place, "continues in another row");
    const part = partOf(page, entry, place);
    parts.push(part.subarray(LINK_BYTES));
    link = part.readUInt32LE(0);
  }
  return parts.length === 1 ? parts[0] : Buffer.concat(parts);
}

export function isNull({ bytes, columns }: SdfRow, { ordinal }: SdfColumn): boolean {
  return ordinal >= columns || ((bytes[COLUMN_COUNT_BYTES + (ordinal >> 3)] >> (ordinal & 7)) & 1) === 1;
}

const VARIABLE_ENTRY_BYTES = 2;
/** In the entry of a text: it has one byte per character. */
const IS_NARROW = 0x8000;

/**
 * The value of a column, whether or not its NULL bit is set.
 * @throws FileFault if the table is damaged
 */
export function valueOfColumn(pages: SdfPages, row: SdfRow, column: SdfColumn): CellValue {
  const { bytes, layout, start, place } = row;
  const { name, position, type } = column;
  const cutOff = () => faultAt(place, `is cut off before the column ${name}`);
  if (type.area === "bits") {
    const at = start + (position >> 3);
    if (at >= bytes.length) throw cutOff();
    return (bytes[at] >> (position & 7)) & 1;
  }
  const fixedAt = start + Math.ceil(layout.bits / 8);
  const entriesAt = fixedAt + layout.fixedBytes;
  if (type.area === "fixed") {
    const at = fixedAt + position;
    const end = at + type.size;
    if (end > Math.min(entriesAt, bytes.length)) throw cutOff();
    return explained(row, name, () => type.decode(bytes, at, end));
  }
  const valuesAt = entriesAt + VARIABLE_ENTRY_BYTES * layout.variableValues;
  // A row whose variable values are all empty ends before them.
  const hasValues = bytes.length >= valuesAt;
  const entry = hasValues ? bytes.readUInt16LE(entriesAt + VARIABLE_ENTRY_BYTES * position) : 0;
  const startOf = (index: number) =>
    valuesAt + (bytes.readUInt16LE(entriesAt + VARIABLE_ENTRY_BYTES * index) & ~IS_NARROW);
  const from = hasValues ? startOf(position) : bytes.length;
  const to = hasValues && position + 1 < layout.variableValues ? startOf(position + 1) : bytes.length;
  if (from > to || to > bytes.length) throw cutOff();
  const cell = bytes.subarray(from, to);
  const value = type.isLong ? longValue(pages, cell, name, place) : cell;
  return explained(row, name, () => type.decode(value, (entry & IS_NARROW) !== 0));
}

function explained(row: SdfRow, column: string, decode: () => CellValue): CellValue {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    throw faultAt(row.place, `${error.message} in the column ${column}`);
  }
}

/** Before the bytes of a long value, or the ids of the pages that have them: its length, and another number. */
const LONG_HEAD_BYTES = 8;
const LONG_PAGE_BYTES = PAGE_BYTES - PAGE_HEADER_BYTES;
/** A value with more pages has maps of them. */
const MOST_LISTED_PAGES = 93;

function longValue(pages: SdfPages, cell: Buffer, column: string, place: RowPlace): Buffer {
  if (cell.length === 0) return cell;
  const damaged = () => faultAt(place, `has a damaged value in the column ${column}`);
  const reader = inTable(place.table);
  if (cell.length < LONG_HEAD_BYTES) throw damaged();
  const length = cell.readUInt32LE(0);
  if (cell.length === LONG_HEAD_BYTES + length) return cell.subarray(LONG_HEAD_BYTES);
  const count = Math.ceil(length / LONG_PAGE_BYTES);
  if (count > pages.count) throw damaged();
  const mapCount = count > MOST_LISTED_PAGES ? Math.ceil(count / IDS_PER_PAGE) : 0;
  if (packedBytes(mapCount || count) > cell.length - LONG_HEAD_BYTES) throw damaged();
  const maps = Array.from({ length: mapCount }, (_, index) =>
    pages.read(idAt(cell, LONG_HEAD_BYTES, index), PAGE_TYPES.longValueMap, reader),
  );
  const value = Buffer.allocUnsafe(count * LONG_PAGE_BYTES);
  for (let index = 0; index < count; index++) {
    const id =
      mapCount === 0
        ? idAt(cell, LONG_HEAD_BYTES, index)
        : idAt(maps[Math.floor(index / IDS_PER_PAGE)], PAGE_HEADER_BYTES, index % IDS_PER_PAGE);
    pages.read(id, PAGE_TYPES.longValue, reader).copy(value, index * LONG_PAGE_BYTES, PAGE_HEADER_BYTES);
  }
  return value.subarray(0, length);
}

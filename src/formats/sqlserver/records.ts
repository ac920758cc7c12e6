/** Reads the records of tables: from a clustered index, or from the pages of a heap; and long values, which lie elsewhere. */
import {
  addressAt,
  EXTENT_PAGES,
  NO_PAGE,
  NO_RECORD,
  PAGE_TYPE,
  type PageAddress,
  type Pages,
  pageFault,
  pageNumber,
  recordsEnd,
  slotCount,
  slotOffset,
} from "./pages.ts";

/** A row on its page. All positions are those of the page. */
export type RowRecord = {
  page: Buffer;
  start: number;
  /** Where the part of a fixed size ends. */
  fixedEnd: number;
  /** How many columns the table had when the row was written. */
  columns: number;
  /** Where the NULL bits of the columns are. */
  nulls: number;
  /** Where the values of variable size are. `isElsewhere`: the bytes lead to the value. */
  variables: readonly { start: number; end: number; isElsewhere: boolean }[];
};

/** Kinds of records that are read. Others are stubs that lead to moved rows, which are read in their place, and deleted rows. */
const RECORD = { row: 0, moved: 1, longValue: 4 } as const;
const HAS_VARIABLES = 0x20;
const ELSEWHERE = 0x8000;

function recordKind(page: Buffer, at: number): number {
  return (page[at] >> 1) & 7;
}

/** The rows of a page. @throws FileFault; RangeError for a row that leads out of its page */
export function* rowsOn(page: Buffer): Generator<RowRecord> {
  for (let slot = 0; slot < slotCount(page); slot++) {
    const at = slotOffset(page, slot);
    if (at === NO_RECORD) continue;
    const kind = recordKind(page, at);
    if (kind === RECORD.row || kind === RECORD.moved) yield readRecord(page, at, kind === RECORD.moved);
  }
}

function readRecord(page: Buffer, start: number, isMoved: boolean): RowRecord {
  const fixedEnd = start + page.readUInt16LE(start + 2);
  const columns = page.readUInt16LE(fixedEnd);
  const nulls = fixedEnd + 2;
  let end = nulls + Math.ceil(columns / 8);
  const variables: RowRecord["variables"][number][] = [];
  if (page[start] & HAS_VARIABLES) {
    const count = page.readUInt16LE(end);
    const ends = end + 2;
    end = ends + 2 * count;
    for (let index = 0; index < count; index++) {
      const declared = page.readUInt16LE(ends + 2 * index);
      const own = { start: end, end: start + (declared & ~ELSEWHERE), isElsewhere: declared >= ELSEWHERE };
      if (own.end < end) throw pageFault(page, "is damaged: a value ends before it begins");
      end = own.end;
      variables.push(own);
    }
    // The last value of a moved row is the way back.
    if (isMoved) variables.pop();
  }
  if (end > recordsEnd(page)) throw pageFault(page, `is damaged: a row ends after byte ${recordsEnd(page)}`);
  return { page, start, fixedEnd, columns, nulls, variables };
}

/** The pages of a chain, all of a type. */
export function* chainedPages(
  pages: Pages,
  first: PageAddress,
  type: number = PAGE_TYPE.data,
): Generator<Buffer> {
  let count = 0;
  for (let address = first; address !== NO_PAGE; ) {
    const page = pages.get(address);
    // A chain of more pages than there are is a circle.
    if (page[1] !== type || count++ > pages.most)
      throw pageFault(page, "is damaged: it is not where its table has rows");
    yield page;
    address = addressAt(page, 16);
  }
}

/** A table of the largest size has fewer. */
const MOST_LEVELS = 16;

/** The pages of the rows of a clustered index. */
export function* indexedPages(pages: Pages, root: PageAddress): Generator<Buffer> {
  let address = root;
  for (let level = 0; level < MOST_LEVELS && address !== NO_PAGE; level++) {
    const page = pages.get(address);
    if (page[1] !== PAGE_TYPE.index) break;
    // The address of the page below is at the end of the part of a fixed size.
    address = addressAt(page, slotOffset(page, 0) + page.readUInt16LE(14) - 6);
  }
  yield* chainedPages(pages, address);
}

/** The pages of a heap. @param map its first map page */
export function* heapPages(pages: Pages, map: PageAddress): Generator<Buffer> {
  for (const page of chainedPages(pages, map, PAGE_TYPE.map))
    for (const address of mappedPages(page)) {
      if (!isInUse(pages, address)) continue;
      const rows = pages.get(address);
      if (rows[1] === PAGE_TYPE.data) yield rows;
    }
}

const SINGLE_PAGES = 8;

/** The pages that a map page gives to a table: eight single ones, and extents in a range. */
function* mappedPages(map: Buffer): Generator<PageAddress> {
  const head = slotOffset(map, 0);
  const bits = slotOffset(map, 1);
  for (let index = 0; index < SINGLE_PAGES; index++) {
    const single = addressAt(map, head + 46 + 6 * index);
    if (single !== NO_PAGE) yield single;
  }
  const extents = 8 * (map.readUInt16LE(bits + 2) - 4);
  for (let extent = 0; extent < extents; extent++)
    if ((map[bits + 4 + (extent >> 3)] >> (extent & 7)) & 1)
      for (let page = 0; page < EXTENT_PAGES; page++)
        yield addressAt(map, head + 40) + extent * EXTENT_PAGES + page;
}

/** The pages of which one page of free space (PFS) has a byte each. */
const SPACE_PAGES = 8088;
const SPACE_BYTES_AT = 100;
const IN_USE = 0x40;

/** Whether a page that a map gives to a table is in use. */
function isInUse(pages: Pages, address: PageAddress): boolean {
  const index = pageNumber(address) % SPACE_PAGES;
  // Page 0 is the header of the file.
  const first = pageNumber(address) < SPACE_PAGES ? 1 : 0;
  return (pages.get(address - index + first)[SPACE_BYTES_AT + index] & IN_USE) !== 0;
}

/** Kinds of long values. `links` and `wideLinks` lead to parts. */
const LONG = { small: 0, wideLinks: 2, part: 3, links: 4, newerLinks: 5, none: 8 } as const;
/** A link: where its part ends in the whole, then the page, its file and the slot. */
const LINK_BYTES = { narrow: 12, wide: 16 } as const;
const TARGET_BYTES = 8;
const DAMAGED_LONG = "is damaged: parts of a long value are missing";

/**
 * The bytes of a long value.
 * @param target where the bytes have its address: a page, its file, and a slot
 * @returns `undefined` for NULL
 * @throws FileFault
 */
export function longValue(pages: Pages, bytes: Buffer, target: number): Buffer | undefined {
  const page = pages.get(addressAt(bytes, target));
  const slot = bytes.readUInt16LE(target + 6);
  const start = slot < slotCount(page) ? slotOffset(page, slot) : NO_RECORD;
  const isLong = page[1] === PAGE_TYPE.longValues || page[1] === PAGE_TYPE.longValueTree;
  const end = start + page.readUInt16LE(start + 2);
  if (
    !isLong ||
    start === NO_RECORD ||
    recordKind(page, start) !== RECORD.longValue ||
    end > recordsEnd(page)
  )
    throw pageFault(page, DAMAGED_LONG);
  const linked = (from: number, size: number) =>
    linkedValue(pages, page, from, from + size * page.readUInt16LE(start + 16), size);
  const kind = page.readUInt16LE(start + 12);
  switch (kind) {
    case LONG.small:
      return page.subarray(start + 20, start + 20 + page.readUInt16LE(start + 14));
    case LONG.part:
      return page.subarray(start + 14, end);
    case LONG.wideLinks:
      return linked(start + 20, LINK_BYTES.wide);
    case LONG.links:
    case LONG.newerLinks:
      return linked(start + 24, LINK_BYTES.narrow);
    case LONG.none:
      return undefined;
    default:
      throw pageFault(page, `has a long value of the kind ${kind}, which is not known`);
  }
}

/** The bytes that links lead to. @throws FileFault */
export function linkedValue(
  pages: Pages,
  page: Buffer,
  start: number,
  end: number,
  size: number = LINK_BYTES.narrow,
): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  for (let at = start; at < end; at += size) {
    const part = longValue(pages, page, at + size - TARGET_BYTES);
    if (part) parts.push(part);
    length += part?.length ?? 0;
    if (length !== page.readUInt32LE(at)) throw pageFault(page, DAMAGED_LONG);
  }
  return parts.length === 1 ? parts[0] : Buffer.concat(parts);
}

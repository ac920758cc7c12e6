/** Reads the records of tables: from a clustered index, or from the pages of a heap; and long values, which lie elsewhere. */
import {
  addressAt,
  EXTENT_PAGES,
  fileNumber,
  NO_PAGE,
  NO_RECORD,
  nextPage,
  PAGE_TYPE,
  type PageAddress,
  type Pages,
  pageAddress,
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
  /** Where the values of variable size are. */
  variables: readonly VariableValue[];
};

/** `isElsewhere`: the bytes lead to the value. */
type VariableValue = { start: number; end: number; isElsewhere: boolean };

/** Kinds of records that are read. Others are stubs that lead to moved rows, which are read in their place, and deleted rows. */
const RECORD = { row: 0, moved: 1, longValue: 4 } as const;
const HAS_VARIABLES = 0x20;
const ELSEWHERE = 0x8000;

function recordKind(page: Buffer, at: number): number {
  return (page[at] >> 1) & 7;
}

/** The rows of a page. @throws FileFault */
export function* rowsOn(page: Buffer): Generator<RowRecord> {
  for (let slot = 0; slot < slotCount(page); slot++) {
    const at = slotOffset(page, slot);
    if (at === NO_RECORD) continue;
    const kind = recordKind(page, at);
    if (kind === RECORD.row || kind === RECORD.moved) yield readRecord(page, at, kind === RECORD.moved);
  }
}

function readRecord(page: Buffer, start: number, isMoved: boolean): RowRecord {
  const most = recordsEnd(page);
  const within = (end: number) => {
    if (end > most) throw pageFault(page, `is damaged: a row ends after byte ${most}`);
    return end;
  };
  const fixedEnd = start + page.readUInt16LE(within(start + 4) - 2);
  if (fixedEnd < start + 4) throw pageFault(page);
  const nulls = within(fixedEnd + 2);
  const columns = page.readUInt16LE(fixedEnd);
  let end = within(nulls + Math.ceil(columns / 8));
  const variables: VariableValue[] = [];
  if (page[start] & HAS_VARIABLES) {
    const ends = within(end + 2);
    const count = page.readUInt16LE(end);
    end = within(ends + 2 * count);
    for (let index = 0; index < count; index++) {
      const declared = page.readUInt16LE(ends + 2 * index);
      const variable = {
        start: end,
        end: start + (declared & ~ELSEWHERE),
        isElsewhere: declared >= ELSEWHERE,
      };
      end = within(variable.end);
      if (end < variable.start) throw pageFault(page, "is damaged: a value ends before it begins");
      variables.push(variable);
    }
    // The last value of a moved row is the way back.
    if (isMoved) variables.pop();
  }
  return { page, start, fixedEnd, columns, nulls, variables };
}

/** The pages of a chain of data pages. */
export function* chainedPages(pages: Pages, first: PageAddress): Generator<Buffer> {
  let count = 0;
  for (let address = first; address !== NO_PAGE; ) {
    const page = pages.get(address);
    if (page[1] !== PAGE_TYPE.data || count++ > pages.most) throw pageFault(page, OFF_CHAIN);
    yield page;
    address = nextPage(page);
  }
}

const OFF_CHAIN = "is damaged: it is not where its table has rows";
/** A table of the largest size has fewer. */
const MOST_LEVELS = 16;

/** The pages of the rows of a clustered index. */
export function* indexedPages(pages: Pages, root: PageAddress): Generator<Buffer> {
  let address = root;
  for (let level = 0; address !== NO_PAGE; level++) {
    const page = pages.get(address);
    if (page[1] !== PAGE_TYPE.index) break;
    const first = slotCount(page) > 0 ? slotOffset(page, 0) : NO_RECORD;
    if (level > MOST_LEVELS || first === NO_RECORD) throw pageFault(page);
    // The address of the page below is at the end of the part of a fixed size.
    address = addressAt(page, first + page.readUInt16LE(14) - 6);
  }
  yield* chainedPages(pages, address);
}

/** The pages of a heap. @param map its first map page */
export function* heapPages(pages: Pages, map: PageAddress): Generator<Buffer> {
  let count = 0;
  for (let address = map; address !== NO_PAGE; ) {
    const page = pages.get(address);
    if (page[1] !== PAGE_TYPE.map || count++ > pages.most) throw pageFault(page, OFF_CHAIN);
    for (const mapped of mappedPages(page)) {
      if (!isInUse(pages, mapped)) continue;
      const rows = pages.get(mapped);
      if (rows[1] === PAGE_TYPE.data) yield rows;
    }
    address = nextPage(page);
  }
}

const SINGLE_PAGES = 8;

/** The pages that a map page gives to a table: eight single ones, and extents in a range. */
function* mappedPages(map: Buffer): Generator<PageAddress> {
  const head = slotOffset(map, 0);
  const bits = slotOffset(map, 1);
  if (slotCount(map) < 2 || head === NO_RECORD || bits === NO_RECORD) throw pageFault(map);
  const range = addressAt(map, head + 40);
  for (let index = 0; index < SINGLE_PAGES; index++) {
    const single = addressAt(map, head + 46 + 6 * index);
    if (single !== NO_PAGE) yield single;
  }
  const end = Math.min(bits + map.readUInt16LE(bits + 2), recordsEnd(map));
  for (let at = bits + 4, first = pageNumber(range); at < end; at++, first += 8 * EXTENT_PAGES)
    for (let extent = 0; extent < 8; extent++)
      if ((map[at] >> extent) & 1)
        for (let page = 0; page < EXTENT_PAGES; page++)
          yield pageAddress(first + extent * EXTENT_PAGES + page, fileNumber(range));
}

/** The pages of which one page of free space (PFS) has a byte each. */
const SPACE_PAGES = 8088;
const SPACE_BYTES_AT = 100;
const IN_USE = 0x40;

/** Whether a page that a map gives to a table is in use. */
function isInUse(pages: Pages, address: PageAddress): boolean {
  const number = pageNumber(address);
  // Page 0 is the header of the file.
  const space = pages.get(
    pageAddress(Math.floor(number / SPACE_PAGES) * SPACE_PAGES || 1, fileNumber(address)),
  );
  return (space[SPACE_BYTES_AT + (number % SPACE_PAGES)] & IN_USE) !== 0;
}

/** Kinds of long values. `links` and `wideLinks` lead to parts. */
const LONG = { small: 0, wideLinks: 2, part: 3, links: 4, newerLinks: 5, none: 8 } as const;
/** A link: where its part ends in the whole, then the page, its file and the slot. */
const LINK_BYTES = { narrow: 12, wide: 16 } as const;
const TARGET_BYTES = 8;

/**
 * The bytes of a long value.
 * @param target where the bytes have its address: a page, its file, and a slot
 * @returns `undefined` for NULL
 * @throws FileFault
 */
export function longValue(pages: Pages, bytes: Buffer, target: number): Buffer | undefined {
  const parts: Buffer[] = [];
  return addLongValue(pages, bytes, target, parts, 0) === undefined ? undefined : joined(parts);
}

/** The bytes that links in a row lead to. @throws FileFault */
export function linkedValue(pages: Pages, page: Buffer, start: number, end: number): Buffer {
  const parts: Buffer[] = [];
  addLinked(pages, { page, start, end, size: LINK_BYTES.narrow }, parts, 0);
  return joined(parts);
}

function joined(parts: readonly Buffer[]): Buffer {
  return parts.length === 1 ? parts[0] : Buffer.concat(parts);
}

type Links = { page: Buffer; start: number; end: number; size: number };

/** @returns how many bytes were added */
function addLinked(pages: Pages, { page, start, end, size }: Links, to: Buffer[], level: number): number {
  if ((end - start) % size !== 0) throw pageFault(page, DAMAGED_LONG);
  let length = 0;
  for (let at = start; at < end; at += size) {
    length += addLongValue(pages, page, at + size - TARGET_BYTES, to, level) ?? 0;
    if (length !== page.readUInt32LE(at)) throw pageFault(page, DAMAGED_LONG);
  }
  return length;
}

const DAMAGED_LONG = "is damaged: parts of a long value are missing";

/** @returns how many bytes were added; `undefined` for NULL */
function addLongValue(
  pages: Pages,
  bytes: Buffer,
  target: number,
  to: Buffer[],
  level: number,
): number | undefined {
  const page = pages.get(addressAt(bytes, target));
  const slot = bytes.readUInt16LE(target + 6);
  const start = slot < slotCount(page) ? slotOffset(page, slot) : NO_RECORD;
  const isLong = page[1] === PAGE_TYPE.longValues || page[1] === PAGE_TYPE.longValueTree;
  if (!isLong || start === NO_RECORD || recordKind(page, start) !== RECORD.longValue || level > MOST_LEVELS)
    throw pageFault(page, DAMAGED_LONG);
  const end = start + page.readUInt16LE(start + 2);
  const add = (from: number, until: number) => {
    if (until > end || end > recordsEnd(page)) throw pageFault(page, DAMAGED_LONG);
    to.push(page.subarray(from, until));
    return until - from;
  };
  const follow = (from: number, size: number) => {
    const until = from + size * page.readUInt16LE(start + 16);
    if (until > end || end > recordsEnd(page)) throw pageFault(page, DAMAGED_LONG);
    return addLinked(pages, { page, start: from, end: until, size }, to, level + 1);
  };
  const kind = page.readUInt16LE(start + 12);
  switch (kind) {
    case LONG.small:
      return add(start + 20, start + 20 + page.readUInt16LE(start + 14));
    case LONG.part:
      return add(start + 14, end);
    case LONG.wideLinks:
      return follow(start + 20, LINK_BYTES.wide);
    case LONG.links:
    case LONG.newerLinks:
      return follow(start + 24, LINK_BYTES.narrow);
    case LONG.none:
      return undefined;
    default:
      throw pageFault(page, `has a long value of the kind ${kind}, which is not known`);
  }
}

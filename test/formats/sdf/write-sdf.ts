/** Writes databases of SQL Server Compact 4.0 from tables, with pages of every kind that real ones have. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { checksumOf } from "../../../src/formats/sdf/sdf-pages.ts";
import { temporaryDirectory } from "../../support/temporary.ts";
import { bytesOf, type Column, type Table, typeOf } from "../bacpac/write-bacpac.ts";

const PAGE = 4096;
const FIRST_ID = 1027;
const IDS_PER_MAP = 1527;
/** Tables with more pages have bitmaps of them. */
const MOST_LISTED = 40;
const BITMAP_IDS = 0x7f00;
/** Longer values are outside of their rows. */
const MOST_INLINE = 240;

type Kind = { number: number; size?: number };
const FIXED: Record<string, Kind> = {
  tinyint: { number: 0, size: 1 },
  smallint: { number: 1, size: 2 },
  int: { number: 3, size: 4 },
  bigint: { number: 5, size: 8 },
  datetime: { number: 13, size: 8 },
  uniqueidentifier: { number: 14, size: 16 },
  real: { number: 16, size: 4 },
  float: { number: 17, size: 8 },
  decimal: { number: 19, size: 19 },
};
const BIT: Kind = { number: 15 };
const TEXT: Kind = { number: 8 };
const LONG_TEXT: Kind = { number: 9 };
const LONG_BINARY: Kind = { number: 12 };

function kindOf({ type }: Column): Kind {
  const { base, args } = typeOf(type);
  if (base === "bit") return BIT;
  if (base === "nchar") return { number: 7, size: 2 * Number(args[0]) };
  if (FIXED[base]) return FIXED[base];
  if (base === "image" || base === "varbinary") return LONG_BINARY;
  return base === "ntext" || args[0] === "max" ? LONG_TEXT : TEXT;
}

/** A column, and where its value is in the area of its type. */
type Place = { column: Column; kind: Kind; position: number };

function placesOf(columns: readonly Column[]): Place[] {
  const next = { bits: 0, fixed: 0, texts: 0 };
  return columns.map((column) => {
    const kind = kindOf(column);
    const area = kind === BIT ? "bits" : kind.size ? "fixed" : "texts";
    const position = next[area];
    next[area] += kind.size ?? 1;
    return { column, kind, position };
  });
}

class SdfWriter {
  /** By id, from `FIRST_ID` on. */
  readonly #pages: Buffer[] = [];

  newPage(type: number): { id: number; page: Buffer } {
    const id = FIRST_ID + this.#pages.length;
    const page = Buffer.alloc(PAGE);
    page.writeUInt32LE(id | (type << 20), 4);
    this.#pages.push(page);
    return { id, page };
  }

  /** A page of a table without rows. */
  newTable(): number {
    return this.newPage(3).id;
  }

  /** @param rows each as bytes behind its link to the next part, cut where it continues on another page */
  writeRows(tableId: number, rows: readonly (readonly Buffer[])[]): void {
    const ids: number[] = [];
    let current: { id: number; page: Buffer } | undefined;
    let slots = 0;
    let used = 0;
    const slotFor = (bytes: Buffer, flags: number, link: number) => {
      if (!current || 24 + used + 4 + bytes.length + 4 * (slots + 1) > PAGE) {
        current = this.newPage(4);
        ids.push(current.id);
        [slots, used] = [0, 0];
      }
      const { page, id } = current;
      page.writeUInt32LE(link, 24 + used);
      bytes.copy(page, 28 + used);
      page.writeUInt32LE((used | ((4 + bytes.length) << 12) | (flags << 24)) >>> 0, PAGE - 4 * (slots + 1));
      used += 4 + bytes.length;
      slots++;
      page.writeUInt32LE((tableId | ((PAGE - 24 - used - 4 * slots) << 20)) >>> 0, 16);
      page.writeUInt32LE(slots | (used << 12), 20);
      return (id << 12) | (slots - 1);
    };
    for (const parts of rows) {
      let link = 0;
      for (const [index, part] of [...parts.entries()].reverse())
        link = slotFor(part, index === 0 ? 2 : 0, link);
    }
    this.#list(tableId, ids);
  }

  #list(tableId: number, ids: readonly number[]): void {
    const page = this.#pages[tableId - FIRST_ID];
    page.writeUInt32LE(ids.length, 16);
    if (ids.length <= MOST_LISTED) {
      writeIds(page, 24, ids);
      return;
    }
    // The last id is listed, the others have bits.
    const bitmaps = new Map<number, { id: number; page: Buffer }>();
    for (const id of ids.slice(0, -1)) {
      const range = Math.floor(id / BITMAP_IDS);
      const bitmap = bitmaps.get(range) ?? this.newPage(8);
      bitmaps.set(range, bitmap);
      bitmap.page[32 + ((id % BITMAP_IDS) >> 3)] |= 1 << (id & 7);
    }
    page.writeUInt32LE(1, 20);
    writeIds(
      page,
      24,
      Array.from({ length: 33 }, (_, range) => bitmaps.get(range)?.id ?? 0),
    );
    page.writeUInt32LE(1, 0x70);
    writeIds(page, 0x78, ids.slice(-1));
  }

  /** What the cell of a long value holds. */
  longCell(bytes: Buffer): Buffer {
    if (bytes.length === 0) return bytes;
    const head = Buffer.alloc(8);
    head.writeUInt32LE(bytes.length, 0);
    if (bytes.length <= MOST_INLINE) return Buffer.concat([head, bytes]);
    const ids = chunks(bytes, PAGE - 16).map((chunk) => {
      const { id, page } = this.newPage(5);
      chunk.copy(page, 16);
      return id;
    });
    const listed = ids.length <= 93 ? ids : chunks(ids, IDS_PER_MAP).map((own) => this.#longValueMap(own));
    const cell = Buffer.alloc(8 + 8 * Math.ceil(listed.length / 3));
    head.copy(cell);
    writeIds(cell, 8, listed);
    return cell;
  }

  #longValueMap(ids: readonly number[]): number {
    const { id, page } = this.newPage(9);
    writeIds(page, 16, ids);
    page.writeBigUInt64LE(BigInt(ids.length), PAGE - 8);
    return id;
  }

  /** The bytes of the file. */
  finish(): Buffer {
    const maps = chunks(this.#pages, IDS_PER_MAP);
    const header = Buffer.alloc(PAGE);
    header.writeUInt32LE(0x003d0900, 16);
    header.writeUInt32LE(1, 44);
    const first = Buffer.alloc(PAGE);
    first.writeUInt32LE(1 | (1 << 20), 4);
    writeIds(
      first,
      16,
      maps.map((_, index) => 2 + index),
    );
    // The pages lie in the reverse order of their ids.
    const placeOf = (index: number) => 2 + maps.length + this.#pages.length - 1 - index;
    const second = maps.map((own, number) => {
      const map = Buffer.alloc(PAGE);
      map.writeUInt32LE((2 + number) | (2 << 20), 4);
      writeIds(
        map,
        16,
        own.map((_, index) => placeOf(number * IDS_PER_MAP + index)),
      );
      return map;
    });
    const all = [header, first, ...second, ...this.#pages.toReversed()];
    for (const page of all) page.writeUInt32LE(checksumOf(page), 0);
    return Buffer.concat(all);
  }
}

function chunks<T extends Buffer | readonly unknown[]>(whole: T, size: number): T[] {
  const cut = (start: number) =>
    (whole as Buffer).subarray?.(start, start + size) ?? whole.slice(start, start + size);
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, index) => cut(index * size) as T);
}

/** Three ids of 20 bits in 8 bytes. */
function writeIds(to: Buffer, at: number, ids: readonly number[]): void {
  for (const [index, three] of chunks(ids, 3).entries()) {
    const packed = three.reduce((bits, id, place) => bits | (BigInt(id) << BigInt(20 * place)), 0n);
    to.writeBigUInt64LE(packed, at + 8 * index);
  }
}

/** Characters of Windows-1252 that Latin-1 lacks. */
const NOT_LATIN: Readonly<Record<string, string>> = { "€": "\x80", "’": "\x92", Ÿ: "\x9f" };

/** @returns `undefined` if a character needs more than one byte */
function narrowBytes(text: string): Buffer | undefined {
  if (!/^[\x20-\x7e\xa0-\xff€’Ÿ]*$/.test(text)) return undefined;
  return Buffer.from(
    text.replace(/[€’Ÿ]/g, (character) => NOT_LATIN[character]),
    "latin1",
  );
}

/** A row without values at its end is as one that is older than these columns. */
function rowBytes(writer: SdfWriter, all: readonly Place[], row: Table["rows"][number]): Buffer {
  const places = all.slice(0, 1 + all.findLastIndex(({ column }) => row[column.name] !== undefined));
  const head = Buffer.alloc(4 + Math.ceil(places.length / 8));
  head.writeUInt32LE(places.length, 0);
  const count = (is: (kind: Kind) => boolean) => places.filter(({ kind }) => is(kind)).length;
  const bits = Buffer.alloc(Math.ceil(count((kind) => kind === BIT) / 8));
  const fixed = Buffer.alloc(places.reduce((sum, { kind }) => sum + (kind.size ?? 0), 0));
  const entries = Buffer.alloc(2 * count((kind) => kind !== BIT && !kind.size));
  const cells: Buffer[] = [];
  let end = 0;
  for (const [index, { column, kind, position }] of places.entries()) {
    const value = row[column.name] ?? null;
    if (value === null) head[4 + (index >> 3)] |= 1 << (index & 7);
    if (kind === BIT) bits[position >> 3] |= Number(value ?? 0) << (position & 7);
    else if (kind.size) {
      if (value !== null) fixedBytes(column, value).copy(fixed, position);
    } else {
      const text = typeof value === "string" ? value : "";
      const narrow = kind === TEXT ? narrowBytes(text) : undefined;
      const bytes =
        value instanceof Uint8Array ? Buffer.from(value) : (narrow ?? Buffer.from(text, "utf16le"));
      entries.writeUInt16LE(end | (narrow ? 0x8000 : 0), 2 * position);
      cells.push(kind === TEXT ? bytes : writer.longCell(bytes));
      end += cells[cells.length - 1].length;
    }
  }
  return Buffer.concat(end === 0 ? [head, bits, fixed] : [head, bits, fixed, entries, ...cells]);
}

function fixedBytes({ type }: Column, value: NonNullable<Table["rows"][number][string]>): Buffer {
  const { base, args } = typeOf(type);
  const bytes = bytesOf(base, args, value);
  // The time comes first.
  return base === "datetime" ? Buffer.concat([bytes.subarray(4), bytes.subarray(0, 4)]) : bytes;
}

const CATALOG_BITS = 2;
const CATALOG_FIXED = 58;
const CATALOG_TEXTS = 10;

function catalogRow(
  type: number,
  owner: string,
  name: string,
  numbers: Readonly<Record<number, number>>,
): Buffer {
  const head = Buffer.alloc(4 + 5);
  head.writeUInt32LE(38, 0);
  const fixed = Buffer.alloc(CATALOG_FIXED);
  fixed.writeUInt16LE(type, 0);
  for (const [at, number] of Object.entries(numbers)) fixed.writeUInt16LE(number, Number(at));
  const entries = Buffer.alloc(2 * CATALOG_TEXTS);
  for (let index = 0; index < CATALOG_TEXTS; index++)
    entries.writeUInt16LE(
      (index === 0 ? 0 : index === 1 ? owner.length : owner.length + name.length) | 0x8000,
      2 * index,
    );
  return Buffer.concat([
    head,
    Buffer.alloc(CATALOG_BITS),
    fixed,
    entries,
    Buffer.from(owner + name, "latin1"),
  ]);
}

export type SdfOptions = {
  /** Rows are cut after so many bytes, and continue on other pages. */
  cutRows?: number;
  /** A column that the catalog does not have any more, as `table.column`. */
  removed?: string;
};

/** The bytes of a database. */
export function sdfOf(tables: readonly Table[], { cutRows = 3000, removed }: SdfOptions = {}): Buffer {
  const writer = new SdfWriter();
  const cut = (row: Buffer) => chunks(row, cutRows);
  const catalogId = writer.newTable();
  const catalog: Buffer[] = [];
  for (const { name, columns, rows } of tables) {
    const places = placesOf(columns);
    // Columns can come before their table.
    for (const [ordinal, { column, kind, position }] of places.entries())
      if (`${name}.${column.name}` !== removed)
        catalog.push(
          catalogRow(4, name, column.name, {
            10: ordinal,
            30: kind.number,
            32: kind.size ?? 0,
            38: position,
          }),
        );
    const id = writer.newTable();
    catalog.push(catalogRow(1, "", `${name}\0`, { 16: id & 0xffff, 18: id >>> 16 }));
    writer.writeRows(
      id,
      rows.map((row) => cut(rowBytes(writer, places, row))),
    );
  }
  writer.writeRows(
    catalogId,
    catalog.map((row) => [row]),
  );
  return writer.finish();
}

/** @returns the path of the file */
export function writeSdf(tables: readonly Table[], options?: SdfOptions): string {
  const path = join(temporaryDirectory(), "Umbraco.sdf");
  writeFileSync(path, sdfOf(tables, options));
  return path;
}

/** Writes data files and backups of SQL Server 2014 from tables: its system tables, clustered indexes, heaps and long values. */
import type { SqlValue } from "sql.js";
import { PAGE_TYPE, pageChecksum } from "../../../src/formats/sqlserver/pages.ts";
import { bytesOf, type Column, type Table, typeOf } from "../bacpac/write-bacpac.ts";

export const PAGE = 8192;
export const EXTENT = 8 * PAGE;
const HEADER = 96;
/** Longer values are kept in pages of their own. */
const LONGEST_IN_ROW = 3000;
const LONG_PART = 8000;
/** More links are kept in a page of their own. */
const MOST_LINKS = 4;
const FIRST_OBJECT = 1000;

/** What the tables are written as. */
export type WrittenForm = {
  /** Names of tables that have no clustered index. */
  heaps?: readonly string[];
  /** The number of the version, and of the one on which the database was created. */
  version?: number;
  createdOn?: number;
  /** Whether the database was closed. */
  isClosed?: boolean;
  /** The last column of a table, which came after its rows, and the default of these rows. */
  added?: { table: string; column: Column; hasDefault: boolean; value?: number };
  /** What the pages are protected by. */
  protection?: "checksum" | "none";
};

type StoredColumn = Column & { number: number; base: string; offset: number; bit: number; size: number };

/** SQL Server's numbers of types, and the bytes of those of a fixed size. */
const TYPES: Readonly<Record<string, readonly [number: number, size?: number]>> = {
  tinyint: [48, 1],
  smallint: [52, 2],
  int: [56, 4],
  bigint: [127, 8],
  bit: [104, 1],
  uniqueidentifier: [36, 16],
  datetime: [61, 8],
  float: [62, 8],
  decimal: [106, 17],
  nvarchar: [231],
  ntext: [99],
  image: [34],
  varbinary: [165],
};

/** A database in memory, as a list of pages. */
class WrittenDatabase {
  readonly pages: Buffer[] = [];
  readonly unused = new Set<number>();
  /** How many slots each page has. */
  readonly #slots = new Map<number, number>();
  readonly #ends = new Map<number, number>();

  /** Adds a page. @returns its number */
  add(type: number, { next = 0, fixed = 0 } = {}): number {
    const number = this.pages.length;
    const page = Buffer.alloc(PAGE);
    page[0] = 1;
    page[1] = type;
    page.writeUInt16LE(fixed, 14);
    if (next > 0) writeAddress(page, 16, next);
    writeAddress(page, 32, number);
    this.pages.push(page);
    this.#slots.set(number, 0);
    this.#ends.set(number, HEADER);
    return number;
  }

  hasRoom(number: number, bytes: number): boolean {
    return (this.#ends.get(number) ?? 0) + bytes <= PAGE - 2 * ((this.#slots.get(number) ?? 0) + 1);
  }

  /** Adds a record to a page. @returns its slot */
  put(number: number, record: Buffer): number {
    const page = this.pages[number];
    const slot = this.#slots.get(number) ?? 0;
    const at = this.#ends.get(number) ?? HEADER;
    if (!this.hasRoom(number, record.length)) throw new Error(`page ${number} is full`);
    record.copy(page, at);
    page.writeUInt16LE(at, PAGE - 2 * (slot + 1));
    page.writeUInt16LE(slot + 1, 22);
    this.#slots.set(number, slot + 1);
    this.#ends.set(number, at + record.length);
    return slot;
  }

  /** Adds records to new pages of a chain. @returns the numbers of the pages; none without records */
  chain(records: Iterable<Buffer>): number[] {
    const numbers: number[] = [];
    for (const record of records) {
      const last = numbers.at(-1);
      if (last === undefined || !this.hasRoom(last, record.length)) {
        numbers.push(this.add(PAGE_TYPE.data));
        if (last !== undefined) writeAddress(this.pages[last], 16, numbers[numbers.length - 1]);
      }
      this.put(numbers[numbers.length - 1], record);
    }
    return numbers;
  }

  /** Adds unused pages until an extent ends. They hold old rows of a page. */
  fillExtent(old: number | undefined): void {
    while (this.pages.length % 8 !== 0) {
      const number = this.add(PAGE_TYPE.data);
      this.unused.add(number);
      if (old === undefined) continue;
      this.pages[old].copy(this.pages[number]);
      writeAddress(this.pages[number], 32, number);
    }
  }

  /** Stores a long value. @returns the links to its parts, each with its end */
  long(bytes: Buffer): Buffer[] {
    const links: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += LONG_PART) {
      const part = bytes.subarray(at, at + LONG_PART);
      const head = Buffer.alloc(14);
      head[0] = 4 << 1;
      head.writeUInt16LE(head.length + part.length, 2);
      head.writeUInt16LE(3, 12);
      const page = this.add(PAGE_TYPE.longValues);
      links.push(linkTo(at + part.length, page, this.put(page, Buffer.concat([head, part]))));
    }
    return links;
  }

  /** Stores links in a record of their own. @returns where it is: a page and a slot */
  links(links: readonly Buffer[]): { page: number; slot: number } {
    const head = Buffer.alloc(24);
    head[0] = 4 << 1;
    head.writeUInt16LE(head.length + 12 * links.length, 2);
    head.writeUInt16LE(5, 12);
    head.writeUInt16LE(links.length, 16);
    const page = this.add(PAGE_TYPE.longValueTree);
    return { page, slot: this.put(page, Buffer.concat([head, ...links])) };
  }
}

function writeAddress(to: Buffer, at: number, page: number): void {
  to.writeUInt32LE(page, at);
  to.writeUInt16LE(1, at + 4);
}

function linkTo(end: number, page: number, slot: number): Buffer {
  const link = Buffer.alloc(12);
  link.writeUInt32LE(end, 0);
  writeAddress(link, 4, page);
  link.writeUInt16LE(slot, 10);
  return link;
}

type Variable = { bytes: Buffer; isElsewhere?: boolean };

/** @param fixed the part of a fixed size, without its first four bytes */
function record(
  fixed: Buffer,
  columns: number,
  nulls: readonly number[] = [],
  variables: readonly Variable[] = [],
): Buffer {
  const head = Buffer.alloc(4);
  head[0] = variables.length > 0 ? 0x30 : 0x10;
  head.writeUInt16LE(4 + fixed.length, 2);
  const bits = Buffer.alloc(2 + Math.ceil(columns / 8));
  bits.writeUInt16LE(columns, 0);
  for (const number of nulls) bits[2 + ((number - 1) >> 3)] |= 1 << ((number - 1) & 7);
  if (variables.length === 0) return Buffer.concat([head, fixed, bits]);
  const ends = Buffer.alloc(2 + 2 * variables.length);
  ends.writeUInt16LE(variables.length, 0);
  let end = head.length + fixed.length + bits.length + ends.length;
  variables.forEach(({ bytes, isElsewhere }, index) => {
    end += bytes.length;
    ends.writeUInt16LE(end + (isElsewhere ? 0x8000 : 0), 2 + 2 * index);
  });
  return Buffer.concat([head, fixed, bits, ends, ...variables.map(({ bytes }) => bytes)]);
}

/** A record of a system table. @param fields sizes and numbers by their offsets in the record */
function systemRecord(
  size: number,
  fields: Readonly<Record<number, readonly [bytes: number, value: number | bigint]>>,
  name?: string,
): Buffer {
  const fixed = Buffer.alloc(size - 4);
  for (const [offset, [bytes, value]] of Object.entries(fields)) {
    const number = BigInt.asUintN(8 * bytes, BigInt(value));
    for (let at = 0; at < bytes; at++)
      fixed[Number(offset) - 4 + at] = Number((number >> BigInt(8 * at)) & 255n);
  }
  return record(fixed, 1, [], name === undefined ? [] : [{ bytes: Buffer.from(name, "utf16le") }]);
}

function storedColumns(columns: readonly Column[]): StoredColumn[] {
  let offset = 4;
  let bits = 0;
  let bitsAt = 0;
  let variable = 0;
  return columns.map((column, index) => {
    const { base } = typeOf(column.type);
    const [, size] = TYPES[base] ?? fail(`${base} is not written`);
    const place = { offset: -1 - variable, bit: 0, size: size ?? 0 };
    if (base === "bit") {
      if (bits % 8 === 0) bitsAt = offset++;
      Object.assign(place, { offset: bitsAt, bit: bits++ % 8 });
    } else if (size === undefined) variable++;
    else {
      place.offset = offset;
      offset += size;
    }
    return { ...column, ...place, number: index + 1, base };
  });
}

function fail(reason: string): never {
  throw new Error(reason);
}

/** The bytes of a value on a page, where dates and decimals have another form than in bulk copy. */
function valueBytes({ base, type }: StoredColumn, value: SqlValue): Buffer {
  const bytes = bytesOf(base, typeOf(type).args, value);
  if (base === "datetime") return Buffer.concat([bytes.subarray(4), bytes.subarray(0, 4)]);
  return base === "decimal" ? bytes.subarray(2) : bytes;
}

function rowRecord(
  database: WrittenDatabase,
  columns: readonly StoredColumn[],
  row: Table["rows"][number],
): Buffer {
  const fixedEnd = columns.reduce((end, { offset, size }) => Math.max(end, offset + size), 4);
  const fixed = Buffer.alloc(fixedEnd - 4);
  const nulls: number[] = [];
  const variables: Variable[] = [];
  for (const column of columns) {
    const value = row[column.name] ?? null;
    if (value === null) nulls.push(column.number);
    if (column.offset >= 0) {
      if (value === null) continue;
      if (column.base === "bit") fixed[column.offset - 4] |= Number(value) << column.bit;
      else valueBytes(column, value).copy(fixed, column.offset - 4);
    } else variables.push(value === null ? { bytes: Buffer.alloc(0) } : variableOf(database, column, value));
  }
  return record(fixed, columns.length, nulls, variables);
}

function variableOf(database: WrittenDatabase, column: StoredColumn, value: SqlValue): Variable {
  const bytes = valueBytes(column, value);
  const isOldLarge = column.base === "ntext" || column.base === "image";
  if (bytes.length <= LONGEST_IN_ROW && !isOldLarge) return { bytes };
  const parts = database.long(bytes);
  const isTree = isOldLarge || parts.length > MOST_LINKS;
  const tree = isTree ? database.links(parts) : { page: 0, slot: 0 };
  const link = linkTo(bytes.length, tree.page, tree.slot);
  if (isOldLarge) return { bytes: Buffer.concat([Buffer.alloc(8), link.subarray(4)]), isElsewhere: true };
  return {
    bytes: Buffer.concat([Buffer.of(4), Buffer.alloc(11), ...(isTree ? [link] : parts)]),
    isElsewhere: true,
  };
}

/** Where the pages of a rowset are. */
type Rowset = { id: bigint; object: number; index: number; rows: number; root: number; map: number };

/**
 * The bytes of a data file.
 * @throws Error for a type that is not written
 */
export function dataFile(
  tables: readonly Table[],
  {
    heaps = [],
    version = 782,
    createdOn = version,
    isClosed = true,
    protection = "checksum",
    added,
  }: WrittenForm = {},
): Buffer {
  const database = new WrittenDatabase();
  const [header, space, boot] = [PAGE_TYPE.fileHeader, 11, PAGE_TYPE.boot];
  const first = [header, space, 8, 9, 20, 20, 16, 17, 20, boot, 20, 20, 20, 20, 20, 20];
  for (const type of first) database.add(type);
  const rowsets: Rowset[] = [];
  /** Stores records as a table. */
  const store = (
    records: readonly Buffer[],
    rowset: Pick<Rowset, "id" | "object">,
    isHeap = false,
  ): number[] => {
    if (isHeap) database.fillExtent(undefined);
    const chain = database.chain(records);
    if (isHeap) database.fillExtent(chain[0]);
    const isTree = chain.length > 1 && !isHeap;
    const root = isTree ? database.add(PAGE_TYPE.index, { fixed: 11 }) : (chain[0] ?? 0);
    for (const page of isTree ? chain.slice(0, 100) : []) {
      const entry = Buffer.alloc(11);
      writeAddress(entry, 5, page);
      database.put(root, entry);
    }
    const map = isHeap ? mapOf(database, chain) : 0;
    rowsets.push({ ...rowset, index: isHeap ? 0 : 1, rows: records.length, root, map });
    return chain;
  };
  const numbered = tables.map((table, index) => ({
    ...table,
    object: FIRST_OBJECT + index,
    id: BigInt(1e6 + index),
  }));
  const schemas = [...new Set(numbered.map(({ schema = "dbo" }) => schema))];
  const columns: Buffer[] = [];
  const places: Buffer[] = [];
  const defaults: Buffer[] = [];
  for (const table of numbered) {
    const written = table.columns.filter(({ type }) => TYPES[typeOf(type).base]);
    const own = storedColumns(written);
    const later = added?.table === table.name ? [added.column] : [];
    for (const { name, type, number, base, bit, offset, isNullable } of storedColumns([
      ...written,
      ...later,
    ])) {
      const hasDefault = number > own.length && added?.hasDefault === true;
      if (hasDefault && added.value !== undefined) {
        const value = Buffer.from([TYPES[base][0], 1, 0, 0, 0, 0]);
        value.writeInt32LE(added.value, 2);
        const fields = { 4: [1, 1], 5: [8, table.id], 13: [8, number] } as const;
        defaults.push(systemRecord(21, fields, value.toString("utf16le")));
      }
      const { args } = typeOf(type);
      const length = args[0] === "max" ? -1 : base === "nvarchar" ? 2 * Number(args[0]) : 8;
      const [precision, scale] = base === "decimal" ? args.map(Number) : [0, 0];
      columns.push(
        systemRecord(
          27,
          {
            4: [4, table.object],
            8: [2, 0],
            10: [4, number],
            14: [1, TYPES[base][0]],
            19: [2, length],
            21: [1, precision],
            22: [1, scale],
          },
          name,
        ),
      );
      places.push(
        systemRecord(53, {
          4: [8, table.id],
          12: [4, number],
          40: [4, (isNullable === false ? 0x80 : 0) | (hasDefault ? 0x200 : 0)],
          44: [2, offset],
          48: [2, number],
          52: [1, bit],
        }),
      );
    }
    store(
      table.rows.map((row) => rowRecord(database, own, row)),
      table,
      heaps.includes(table.name),
    );
  }
  const objects = numbered.map(({ object, name, schema = "dbo" }) =>
    systemRecord(
      19,
      { 4: [4, object], 8: [4, 1 + schemas.indexOf(schema)], 17: [1, 0x55], 18: [1, 0x20] },
      name,
    ),
  );
  store(places, { id: 3n << 16n, object: 3 });
  for (const [object, records] of [
    [9, defaults],
    [34, objects],
    [41, columns],
    [64, schemas.map((name, index) => systemRecord(9, { 4: [1, 50], 5: [4, 1 + index] }, name))],
  ] as const)
    store(records, { id: BigInt(2e6 + object), object });
  const rowsetRecords = rowsets.map(({ id, object, index, rows }) =>
    systemRecord(40, { 4: [8, id], 13: [4, object], 17: [4, index], 31: [8, rows] }),
  );
  store(rowsetRecords, { id: 5n << 16n, object: 5 });
  const file = (page: number): [number, number] => [2, page > 0 ? 1 : 0];
  const units = rowsets.map(({ id, root, map }) =>
    systemRecord(73, {
      12: [1, 1],
      13: [8, id],
      33: [4, root],
      37: file(root),
      39: [4, map],
      43: file(map),
      45: [8, 1],
    }),
  );
  const [firstUnit] = database.chain(units);
  const bootPage = database.pages[9];
  bootPage.writeUInt16LE(version, 100);
  bootPage.writeUInt16LE(createdOn, 102);
  bootPage.writeUInt32LE(isClosed ? 0x40000000 : 0, 132);
  writeAddress(bootPage, 612, firstUnit);
  database.fillExtent(undefined);
  database.pages.forEach((_, number) => {
    database.pages[1][100 + number] = database.unused.has(number) ? 0 : 0x40;
  });
  if (protection === "checksum") for (const page of database.pages) seal(page);
  return Buffer.concat(database.pages);
}

/** Gives a page the checksum of its bytes. */
export function seal(page: Buffer): void {
  page.writeUInt16LE(page.readUInt16LE(4) | 0x200, 4);
  page.writeUInt32LE(pageChecksum(page), 60);
}

/** The map of a heap: the first eight pages one by one, then whole extents. */
function mapOf(database: WrittenDatabase, pages: readonly number[]): number {
  const map = database.add(PAGE_TYPE.map);
  const head = Buffer.alloc(94);
  writeAddress(head, 40, 0);
  pages.slice(0, 8).forEach((page, index) => {
    writeAddress(head, 46 + 6 * index, page);
  });
  const bits = Buffer.alloc(4 + 1000);
  bits.writeUInt16LE(bits.length, 2);
  for (const page of pages.slice(8)) bits[4 + (page >> 6)] |= 1 << ((page >> 3) & 7);
  database.put(map, head);
  database.put(map, bits);
  return map;
}

/** What a backup is written as. */
export type BackupForm = {
  /** Which file of how many. */
  stripe?: [number: number, count: number];
  isDifferential?: boolean;
  /** Whether it is one of the log. */
  isLog?: boolean;
  /** Extents that are there a second time, in a later block. */
  again?: Buffer;
  /** Log sequence numbers. */
  first?: number;
  checkpoint?: number;
};

const BLOCK = 1024;

/** A plain backup of a data file. @param data none for another set in the same file */
export function tapeOf(data: Buffer, form: BackupForm = {}): Buffer {
  return Buffer.concat([mediaHeader(form), backupSet(data, form)]);
}

export function mediaHeader({ stripe = [1, 1] }: BackupForm = {}): Buffer {
  const raid = Buffer.alloc(32);
  raid.writeUInt16LE(stripe[1], 20);
  raid.writeUInt16LE(stripe[0], 24);
  return Buffer.concat([block("TAPE", Buffer.alloc(88), [["RAID", raid]]), fileMark()]);
}

/** The blocks of one backup, which can follow others. */
export function backupSet(
  data: Buffer,
  { isDifferential = false, isLog = false, again, first = 100, checkpoint = 100 }: BackupForm = {},
): Buffer {
  const set = Buffer.alloc(136);
  set.writeUInt32LE(isDifferential ? 8 : 4, 0);
  // 2024-03-05 10:11:12
  set.writeUIntBE(
    Number((2024n << 26n) | (3n << 22n) | (5n << 17n) | (10n << 12n) | (11n << 6n) | 12n),
    36,
    5,
  );
  const numbers = Buffer.alloc(62);
  numbers.writeUInt32LE(first, 32);
  numbers.writeUInt32LE(checkpoint, 52);
  const padding = Buffer.alloc(2);
  const dataBlock = (bytes: Buffer) =>
    block("MSDA", Buffer.alloc(8), [
      ["APAD", Buffer.alloc(918)],
      ["MQDA", Buffer.concat([padding, bytes])],
      ["MQDA", Buffer.alloc(0)],
    ]);
  return Buffer.concat([
    block("SSET", set),
    block("MSCI", Buffer.alloc(4), [["MQCI", numbers]]),
    ...(isLog ? [] : [dataBlock(data)]),
    ...(again ? [dataBlock(again)] : []),
    block("MSTL", Buffer.alloc(8), [["MQTL", Buffer.alloc(100)]]),
    fileMark(),
    block("ESET", Buffer.alloc(36)),
    fileMark(),
  ]);
}

/** @param own what a block has after its common header */
function block(
  name: string,
  own: Buffer,
  streams: readonly (readonly [name: string, data: Buffer])[] = [],
): Buffer {
  const header = Buffer.alloc(52);
  header.write(name, "latin1");
  header.writeUInt16LE(header.length + own.length, 8);
  signHeader(header);
  const parts = [header, own];
  let size = header.length + own.length;
  const add = (stream: string, data: Buffer) => {
    const head = Buffer.alloc(22);
    head.write(stream, "latin1");
    head.writeBigUInt64LE(BigInt(data.length), 8);
    signHeader(head);
    const after = Buffer.alloc((4 - ((size + head.length + data.length) % 4)) % 4);
    parts.push(head, data, after);
    size += head.length + data.length + after.length;
  };
  for (const [stream, data] of streams) add(stream, data);
  // The next block begins at a whole kilobyte.
  const rest = (size + 22) % BLOCK;
  add("SPAD", Buffer.alloc(rest === 0 ? 0 : BLOCK - rest));
  return Buffer.concat(parts);
}

function fileMark(): Buffer {
  const header = Buffer.alloc(512);
  header.write("SFMB", "latin1");
  header.writeUInt16LE(header.length, 8);
  signHeader(header.subarray(0, 52));
  return header;
}

/** The last word of a header is the XOR of the others. */
export function signHeader(header: Buffer): void {
  header.writeUInt16LE(0, header.length - 2);
  let sum = 0;
  for (let at = 0; at < header.length; at += 2) sum ^= header.readUInt16LE(at);
  header.writeUInt16LE(sum, header.length - 2);
}

const CHUNK = 32_768;

/** A compressed backup, in which each byte is a code of 8 bits. @param tape a plain backup */
export function compressed(tape: Buffer): Buffer {
  const head = Buffer.alloc(480);
  head.write("MSSQLBAK", "latin1");
  head.writeUInt32LE(2, 8);
  const parts = [head];
  for (let at = 0; at < tape.length; at += CHUNK) {
    const bytes = tape.subarray(at, at + CHUNK);
    const inflated = Buffer.alloc(Math.ceil(bytes.length / 512) * 512);
    bytes.copy(inflated);
    const deflated = Buffer.concat([Buffer.alloc(128, 0x88), Buffer.alloc(128), swapped(inflated)]);
    const header = Buffer.alloc(28);
    header[0] = 0x21;
    header[1] = inflated.length / 512;
    header.writeUInt16LE(deflated.length, 2);
    parts.push(header, deflated);
  }
  return Buffer.concat(parts);
}

/** Codes are words of 16 bits, the first bits in the higher byte. */
function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap16();
}

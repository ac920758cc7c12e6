/** The tables of a SQLite database, which are read row by row, and never written. */

import { isUtf8 } from "node:buffer";
import type { ByteBuffer } from "../../../json/byte-buffer.ts";
import { MAIN_HEADER_BYTES, type Pages, SqliteFault } from "./database-files.ts";

/** A whole number; one that a double does not hold exactly is a bigint. */
type Integer = number | bigint;

/** Where in a page, or in a record, the next bytes are read. */
class ByteCursor {
  bytes: Buffer;
  position = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** A number that is not negative and not large, such as a length. @throws SqliteFault where it is, or is cut off */
  length(): number {
    const value = this.varint();
    if (typeof value === "number" && value >= 0) return value;
    throw new SqliteFault("it is damaged: a length is negative or too large");
  }

  /** @throws SqliteFault where it is cut off */
  varint(): Integer {
    const { bytes } = this;
    const start = this.position;
    let value = 0;
    for (let at = start; at < start + 8; at++) {
      const byte = bytes[at];
      if (byte === undefined) throw new SqliteFault("it is damaged: a number is cut off");
      value = value * 128 + (byte & 127);
      if (byte < 128) {
        this.position = at + 1;
        return Number.isSafeInteger(value) ? value : exactly(bytes, start, at + 1);
      }
    }
    if (start + 9 > bytes.length) throw new SqliteFault("it is damaged: a number is cut off");
    this.position = start + 9;
    return exactly(bytes, start, start + 9);
  }
}

/** All nine bytes are a signed number of 64 bits: seven of each but the last, and all of that. */
function exactly(bytes: Buffer, start: number, end: number): Integer {
  let value = 0n;
  for (let at = start; at < end; at++) {
    const isNinth = at === start + 8;
    value = (value << (isNinth ? 8n : 7n)) | BigInt(isNinth ? bytes[at] : bytes[at] & 127);
  }
  return asInteger(BigInt.asIntN(64, value));
}

function asInteger(value: bigint): Integer {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** A value as SQLite keeps it; `undefined` is its NULL. */
export type SqlValue = Integer | string | Buffer | undefined;

/** Where a column of a table is found. */
type Column = {
  name: string;
  /** The place in the table's records; -1 for the column whose value is the row's id. */
  index: number;
  /** What rows hold that are older than the column. */
  fallback: SqlValue;
};

/** Bytes of the values of serial types 0 to 11 (sqlite.org/fileformat2.html, "Record Format"). */
const FIXED_LENGTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0];
const FIRST_TEXT = 13;
const FIRST_BLOB = 12;
/** What stands for bytes that are not UTF-8. */
const REPLACEMENT = "\uFFFD";

/** The columns that are read are named by their place among those that were asked for. */
export class Row {
  /** Whether a text of this row that was read is not UTF-8. */
  hasBrokenText = false;
  rowid: Integer = 0;
  readonly #table: string;
  readonly #columns: readonly Column[];
  readonly #cursor = new ByteCursor(Buffer.alloc(0));
  /** Of each value in the record at hand. */
  readonly #types: number[] = [];
  readonly #starts: number[] = [];
  #count = 0;

  constructor(table: string, columns: readonly Column[]) {
    this.#table = table;
    this.#columns = columns;
  }

  /**
   * Takes in another record.
   * @param bytes hold it from `start` to `end`
   * @throws SqliteFault where it is none
   */
  take(rowid: Integer, bytes: Buffer, start: number, end: number): void {
    const cursor = this.#cursor;
    this.rowid = rowid;
    this.hasBrokenText = false;
    cursor.bytes = bytes;
    cursor.position = start;
    let at = start + cursor.length();
    const headerEnd = at;
    let count = 0;
    while (cursor.position < headerEnd) {
      // Most types take one byte.
      const byte = bytes[cursor.position];
      const type = byte < 128 ? byte : cursor.length();
      if (byte < 128) cursor.position++;
      this.#types[count] = type;
      this.#starts[count++] = at;
      at += lengthOf(type);
    }
    if (cursor.position !== headerEnd || at > end) this.#damaged("its record is longer than its bytes");
    this.#count = count;
  }

  /** A whole number, or `undefined` for NULL. @throws SqliteFault where there is something else */
  integer(column: number): Integer | undefined {
    const value = this.value(column);
    if (value === undefined || typeof value === "bigint" || Number.isInteger(value)) return value as Integer;
    return this.#damaged(`${this.#columns[column].name} is no whole number`);
  }

  /** A whole number that a double holds. @throws SqliteFault where there is something else, NULL too */
  id(column: number): number {
    return this.optionalId(column) ?? this.#damaged(`${this.#columns[column].name} is NULL`);
  }

  /** As `id`, but `undefined` for NULL. */
  optionalId(column: number): number | undefined {
    const value = this.integer(column);
    if (typeof value !== "bigint") return value;
    return this.#damaged(`${this.#columns[column].name} is larger than any id`);
  }

  /** Whether a column holds another number than 0; NULL is none. */
  flag(column: number): boolean {
    return (this.optionalId(column) ?? 0) !== 0;
  }

  /** The text, `undefined` where there is none or an empty one. Numbers are text where they stand for it. */
  text(column: number): string | undefined {
    const value = this.value(column);
    if (Buffer.isBuffer(value)) return this.#damaged(`${this.#columns[column].name} is no text`);
    return value === undefined || value === "" ? undefined : String(value);
  }

  /** Appends the bytes of a text. @returns false where there is none or an empty one */
  appendText(column: number, out: ByteBuffer): boolean {
    const { index } = this.#columns[column];
    const type = index < this.#count ? this.#types[index] : 0;
    if (type > FIRST_TEXT && type % 2 === 1) {
      const start = this.#starts[index];
      out.append(this.#cursor.bytes, start, start + lengthOf(type));
      return true;
    }
    const text = this.text(column);
    if (text !== undefined) out.appendText(text);
    return text !== undefined;
  }

  /** Whatever stands in a column. */
  value(column: number): SqlValue {
    const { index, fallback } = this.#columns[column];
    if (index < 0) return this.rowid;
    if (index >= this.#count) return fallback;
    const type = this.#types[index];
    const start = this.#starts[index];
    const { bytes } = this.#cursor;
    if (type >= FIRST_BLOB) {
      const end = start + lengthOf(type);
      return type >= FIRST_TEXT && type % 2 === 1
        ? this.#textIn(bytes, start, end)
        : Buffer.from(bytes.subarray(start, end));
    }
    return numberIn(bytes, start, type);
  }

  #textIn(bytes: Buffer, start: number, end: number): string {
    const text = bytes.toString("utf8", start, end);
    if (text.includes(REPLACEMENT) && !isUtf8(bytes.subarray(start, end))) this.hasBrokenText = true;
    return text;
  }

  #damaged(reason: string): never {
    throw new SqliteFault(`it is damaged: ${this.#table}, row ${this.rowid}: ${reason}`);
  }
}

function lengthOf(type: number): number {
  return type < FIRST_BLOB ? FIXED_LENGTHS[type] : (type - (type % 2 === 0 ? FIRST_BLOB : FIRST_TEXT)) / 2;
}

/** @throws SqliteFault for the types that SQLite keeps for itself */
function numberIn(bytes: Buffer, start: number, type: number): Integer | undefined {
  if (type === 0) return undefined;
  if (type <= 5) return bytes.readIntBE(start, FIXED_LENGTHS[type]);
  if (type === 6) return asInteger(bytes.readBigInt64BE(start));
  if (type === 7) return bytes.readDoubleBE(start);
  if (type === 8 || type === 9) return type - 8;
  throw new SqliteFault("it is damaged: a value is of no type that SQLite writes");
}

/** A word, a name in quotes of any kind, a string, a number, or one sign. */
const TOKEN =
  /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|[\p{L}_][\p{L}\p{N}_$]*|[-+]?[0-9.]+(?:e[-+]?[0-9]+)?|[^\s]/giu;
const COMMENT = /^(?:--|\/\*)/;
/** What a definition begins with that is not of a column. */
const TABLE_CONSTRAINT = /^(?:constraint|primary|unique|check|foreign)$/i;
/** What ends the name of a column's type. */
const COLUMN_CONSTRAINT =
  /^(?:constraint|primary|not|null|unique|check|default|collate|references|generated|as)$/i;

type Definition = { name: string; type: string; tokens: string[] };

/** The columns in the order of the table's records, by their names in lower case. */
function readColumns(sql: string): Map<string, Column> {
  const tokens = (sql.match(TOKEN) ?? []).filter((token) => !COMMENT.test(token));
  const parts = splitBody(tokens.slice(tokens.indexOf("(") + 1));
  const definitions = parts.filter(([first]) => !TABLE_CONSTRAINT.test(first)).map(definitionOf);
  const rowid = rowidColumn(definitions, parts);
  return new Map(
    definitions.map(({ name, type, tokens }, index) => [
      name.toLowerCase(),
      { name, index: name === rowid ? -1 : index, fallback: defaultOf(tokens, type) },
    ]),
  );
}

/** The definitions between the outermost parentheses. */
function splitBody(tokens: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  let depth = 1;
  for (const token of tokens) {
    if (token === "(") depth++;
    if (token === ")") depth--;
    if (depth === 0) break;
    if (token === "," && depth === 1) parts.push([]);
    else parts[parts.length - 1].push(token);
  }
  return parts.filter(({ length }) => length > 0);
}

function definitionOf([first, ...tokens]: readonly string[]): Definition {
  const end = tokens.findIndex((token) => COLUMN_CONSTRAINT.test(token));
  const type = tokens.slice(0, end < 0 ? tokens.length : end).join(" ");
  return { name: unquoted(first), type, tokens };
}

/** The name of the column that stands for the row's id: a single primary key whose type is INTEGER and nothing else. */
function rowidColumn(definitions: readonly Definition[], parts: readonly string[][]): string | undefined {
  const own = definitions.find(({ tokens }) => /\bprimary key(?! desc\b)/i.test(tokens.join(" ")));
  const name = own?.name ?? singleKey(parts);
  const column = definitions.find((each) => each.name.toLowerCase() === name?.toLowerCase());
  return column && /^integer$/i.test(column.type) ? column.name : undefined;
}

/** The column of `PRIMARY KEY ("name")` behind the columns. */
function singleKey(parts: readonly string[][]): string | undefined {
  for (const tokens of parts.filter(([first]) => TABLE_CONSTRAINT.test(first))) {
    const at = tokens.findIndex((token) => /^primary$/i.test(token));
    if (at < 0) continue;
    const [, , , name, ...rest] = tokens.slice(at);
    const isSingle = name !== undefined && !rest.slice(0, rest.indexOf(")")).includes(",");
    return isSingle ? unquoted(name) : undefined;
  }
  return undefined;
}

/** The constant that rows have which are older than the column. */
function defaultOf(tokens: readonly string[], type: string): SqlValue {
  const at = tokens.findIndex((token) => /^default$/i.test(token));
  const literal = tokens.slice(at + 1).find((token) => token !== "(");
  if (at < 0 || literal === undefined || /^null$/i.test(literal)) return undefined;
  const text = literal.startsWith("'") ? unquoted(literal) : literal;
  const isNumber = /int|real|floa|doub|num|dec/i.test(type) && /^[-+]?[0-9]+(?:\.[0-9]+)?$/.test(text);
  return isNumber ? Number(text) : text;
}

function unquoted(token: string): string {
  const quote = token[0];
  if (quote === "[") return token.slice(1, -1);
  return /["'`]/.test(quote) ? token.slice(1, -1).replaceAll(quote + quote, quote) : token;
}

/** The kinds of page that tables have (sqlite.org/fileformat2.html, "B-tree Pages"). */
const INNER = 5;
const LEAF = 13;

/**
 * Gives each row of a table, in order of row ids; always the same object, which takes in one after the other.
 * @param root the page that the table begins with
 * @throws SqliteFault where the pages are not those of a table
 */
function* scanTable(pages: Pages, root: number, row: Row): Generator<Row, void> {
  const scan = new TableScan(pages, row);
  const waiting = [root];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const cells = scan.open(number);
    if (cells === undefined) {
      for (const child of scan.children()) waiting.push(child);
      scan.checkWaiting(waiting.length);
      continue;
    }
    for (let cell = 0; cell < cells; cell++) {
      scan.take(cell);
      yield row;
    }
  }
}

class TableScan {
  readonly #pages: Pages;
  readonly #row: Row;
  readonly #page: Buffer;
  readonly #cursor: ByteCursor;
  #number = 0;
  /** Where the header of the page at hand begins: on the first page, behind that of the file. */
  #start = 0;
  #cells = 0;
  /** A page belongs to one place of one table, so that there are never more of them to read than there are in all. */
  #pagesRead = 0;
  #lastRowid: Integer | undefined;
  #long = Buffer.alloc(0);

  constructor(pages: Pages, row: Row) {
    this.#pages = pages;
    this.#row = row;
    this.#page = Buffer.alloc(pages.pageSize);
    this.#cursor = new ByteCursor(this.#page.subarray(0, pages.usableSize));
  }

  /** Goes to a page. @returns how many rows it has, or `undefined` where it has children instead */
  open(number: number): number | undefined {
    this.#number = number;
    this.#read(number, this.#page);
    this.#start = number === 1 ? MAIN_HEADER_BYTES : 0;
    const kind = this.#page[this.#start];
    if (kind !== LEAF && kind !== INNER) this.#damaged("is no page of a table");
    this.#cells = this.#page.readUInt16BE(this.#start + 3);
    const pointersEnd = this.#start + (kind === LEAF ? 8 : 12) + 2 * this.#cells;
    if (pointersEnd > this.#pages.usableSize) this.#damaged(`has no room for its ${this.#cells} cells`);
    return kind === LEAF ? this.#cells : undefined;
  }

  /** The children of the page at hand, the last one first. */
  *children(): Generator<number> {
    yield this.#page.readUInt32BE(this.#start + 8);
    for (let cell = this.#cells - 1; cell >= 0; cell--) {
      const at = this.#cellAt(cell, 12);
      if (at + 4 > this.#pages.usableSize) this.#damaged("has a cell beyond its end");
      yield this.#page.readUInt32BE(at);
    }
  }

  /** Takes in a row of the page at hand. */
  take(cell: number): void {
    const cursor = this.#cursor;
    cursor.position = this.#cellAt(cell, 8);
    const length = cursor.length();
    const rowid = cursor.varint();
    if (this.#lastRowid !== undefined && rowid <= this.#lastRowid) this.#damaged("has rows out of order");
    this.#lastRowid = rowid;
    const start = cursor.position;
    const local = localLength(length, this.#pages.usableSize);
    if (start + local > this.#pages.usableSize) this.#damaged("has a cell beyond its end");
    if (local === length) this.#row.take(rowid, cursor.bytes, start, start + length);
    else this.#row.take(rowid, this.#joined(start, local, length), 0, length);
  }

  #cellAt(cell: number, headerLength: number): number {
    return this.#page.readUInt16BE(this.#start + headerLength + 2 * cell);
  }

  /** A row that begins on the page at hand and goes on in others, each of which names the next. */
  #joined(start: number, local: number, length: number): Buffer {
    const { usableSize, count, pageSize } = this.#pages;
    if (length > count * usableSize || start + local + 4 > usableSize)
      this.#damaged("has a cell beyond its end");
    const whole = Buffer.allocUnsafe(length);
    this.#page.copy(whole, 0, start, start + local);
    let next = this.#page.readUInt32BE(start + local);
    if (this.#long.length === 0) this.#long = Buffer.alloc(pageSize);
    for (let at = local; at < length; at += usableSize - 4) {
      this.#read(next, this.#long);
      this.#long.copy(whole, at, 4, usableSize);
      next = this.#long.readUInt32BE(0);
    }
    return whole;
  }

  /** @param waiting how many pages are still to be opened */
  checkWaiting(waiting: number): void {
    if (this.#pagesRead + waiting > this.#pages.count) this.#damaged("leads in a circle");
  }

  #read(number: number, target: Buffer): void {
    this.#pagesRead++;
    this.checkWaiting(0);
    this.#pages.read(number, target);
  }

  #damaged(reason: string): never {
    throw new SqliteFault(`it is damaged: page ${this.#number} ${reason}`);
  }
}

/** How much of a row stands on its own page (sqlite.org/fileformat2.html, "Cell Payload Overflow Pages"). */
function localLength(length: number, usableSize: number): number {
  if (length <= usableSize - 35) return length;
  const least = Math.floor(((usableSize - 12) * 32) / 255) - 23;
  const local = least + ((length - least) % (usableSize - 4));
  return local <= usableSize - 35 ? local : least;
}

/** The table of all tables, which begins on the first page. */
const SCHEMA: readonly Column[] = ["type", "name", "rootpage", "sql"].map((name) => ({
  name,
  index: ["type", "name", "tbl_name", "rootpage", "sql"].indexOf(name),
  fallback: undefined,
}));
const SCHEMA_PAGE = 1;

type Table = { name: string; root: number; columns: ReadonlyMap<string, Column> };

export class SqliteDatabase {
  readonly #pages: Pages;
  /** By their names in lower case. */
  readonly #statements = new Map<string, { name: string; root: number; sql: string }>();
  readonly #tables = new Map<string, Table>();

  /** @throws SqliteFault where the list of tables cannot be read */
  constructor(pages: Pages) {
    this.#pages = pages;
    for (const row of scanTable(pages, SCHEMA_PAGE, new Row("sqlite_master", SCHEMA))) {
      if (row.text(0) !== "table") continue;
      const name = row.text(1) ?? "";
      this.#statements.set(name.toLowerCase(), { name, root: row.id(2), sql: row.text(3) ?? "" });
    }
  }

  /** How many tables there are. */
  get tableCount(): number {
    return this.#statements.size;
  }

  /** Whether there is a table, and all of these columns in it. */
  has(table: string, ...columns: readonly string[]): boolean {
    const found = this.#find(table);
    return found !== undefined && columns.every((column) => found.columns.has(column.toLowerCase()));
  }

  /**
   * All rows in order of row ids; each is the same object. Columns are named without regard to case.
   * @throws SqliteFault where there is no such table or column, or its pages are damaged
   */
  rows(table: string, columns: readonly string[]): Generator<Row, void> {
    const found = this.#find(table);
    if (!found) throw new SqliteFault(`there is no table ${table}`);
    const wanted = columns.map((name) => {
      const column = found.columns.get(name.toLowerCase());
      if (!column) throw new SqliteFault(`the table ${table} has no column ${name}`);
      return column;
    });
    return scanTable(this.#pages, found.root, new Row(found.name, wanted));
  }

  #find(name: string): Table | undefined {
    const key = name.toLowerCase();
    const known = this.#tables.get(key);
    const statement = this.#statements.get(key);
    if (known || !statement) return known;
    const table = { name: statement.name, root: statement.root, columns: readColumns(statement.sql) };
    this.#tables.set(key, table);
    return table;
  }
}

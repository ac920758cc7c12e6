/** One row of a table, whose values are made of its bytes when they are asked for. */
import { isUtf8 } from "node:buffer";
import type { ByteBuffer } from "../../../json/byte-buffer.ts";
import { SqliteFault } from "./sqlite-fault.ts";
import { asInteger, ByteCursor, type Integer } from "./varint.ts";

/** A value as SQLite keeps it; `undefined` is its NULL. */
export type SqlValue = Integer | string | Buffer | undefined;

/** Where a column of a table is found. */
export type Column = {
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

/** Decodes the rows of a table in a `.bacpac`: the native format of SQL Server's bulk copy (BCP). */
import { FileFault } from "../data-file.ts";
import {
  DAY_BYTES,
  datetimeText,
  decimalText,
  guidText,
  scaledDateText,
  timeBytes,
} from "../tables/cell-values.ts";
import { type CellValue, type OnRow, type RowFilter, rowDecoder } from "../tables/table-reader.ts";
import { type BackupColumn, type BackupTable, DEFAULT_SCALE } from "./backup-schema.ts";

/** How a value is written. A prefix gives its length in bytes; all its bits set are NULL. */
type ValueLayout = {
  /** Bytes of the prefix: 0 if there is none. */
  prefix: 0 | 1 | 2 | 4 | 8;
  /** Bytes of the value, if all values have the same. */
  size: number | undefined;
  /** The most bytes of the value. */
  most: number;
  /** Whether the value is UTF-16. */
  isText: boolean;
  decode(bytes: Buffer, start: number, end: number): CellValue;
};

type FixedType = { size: number | ((scale: number) => number); decode?: ValueLayout["decode"] };

const OFFSET_BYTES = 2;

/** Types of a fixed size. Values of NOT NULL columns have no prefix. Of types without `decode`, which are no `SCALED_DATES`, no query reads a column. */
const FIXED: Readonly<Record<string, FixedType>> = {
  int: { size: 4, decode: (bytes, at) => bytes.readInt32LE(at) },
  bigint: { size: 8, decode: (bytes, at) => Number(bytes.readBigInt64LE(at)) },
  smallint: { size: 2, decode: (bytes, at) => bytes.readInt16LE(at) },
  tinyint: { size: 1, decode: (bytes, at) => bytes.readUInt8(at) },
  bit: { size: 1, decode: (bytes, at) => bytes.readUInt8(at) },
  uniqueidentifier: { size: 16, decode: guidText },
  datetime: {
    size: 8,
    decode: (bytes, at) => datetimeText(bytes.readInt32LE(at), bytes.readUInt32LE(at + 4)),
  },
  datetime2: { size: (scale) => timeBytes(scale) + DAY_BYTES },
  datetimeoffset: { size: (scale) => timeBytes(scale) + DAY_BYTES + OFFSET_BYTES },
  smalldatetime: { size: 4 },
  date: { size: DAY_BYTES },
  time: { size: timeBytes },
  float: { size: 8 },
  real: { size: 4 },
  money: { size: 8 },
  smallmoney: { size: 4 },
};
/** Fixed types whose times are in units of the scale of the column. */
const SCALED_DATES = ["datetime2", "datetimeoffset"];
/** Fixed types whose values have a prefix even if they are NOT NULL. */
const ALWAYS_PREFIXED = ["bit", "uniqueidentifier"];
/** Texts, in UTF-16 even if the database has them in one byte per character. */
const TEXTS = ["char", "varchar", "nchar", "nvarchar", "ntext", "text"];
const OLD_LARGE = ["ntext", "text", "image"];
const BINARY = ["varbinary", "image"];
/** Has no prefix if it is NOT NULL, unlike nchar (measured on Microsoft's sample databases). */
const BARE_TEXT = "char";
const DECIMALS = ["decimal", "numeric"];
/** Precision, scale, sign and 38 digits. */
const DECIMAL_MOST = 19;
/** SQL Server has no longer values. */
const LARGEST_VALUE = 2 ** 31 - 1;

function columnLayout(column: BackupColumn): ValueLayout | undefined {
  const { type, isNullable, isMax, length, scale } = column;
  const fixed = Object.hasOwn(FIXED, type) ? FIXED[type] : undefined;
  if (fixed) {
    if (!(scale >= 0 && scale <= DEFAULT_SCALE)) return undefined;
    const size = typeof fixed.size === "number" ? fixed.size : fixed.size(scale);
    const prefix = isNullable || ALWAYS_PREFIXED.includes(type) ? 1 : 0;
    const { decode = SCALED_DATES.includes(type) ? scaledDate(scale) : bytesOf } = fixed;
    return { prefix, size, most: size, isText: false, decode };
  }
  if (DECIMALS.includes(type))
    return { prefix: 1, size: undefined, most: DECIMAL_MOST, isText: false, decode: decimalOf };
  const isText = TEXTS.includes(type);
  if (!isText && !BINARY.includes(type)) return undefined;
  const decode = isText ? utf16Text : bytesOf;
  if (isMax) return { prefix: 8, size: undefined, most: LARGEST_VALUE, isText, decode };
  if (OLD_LARGE.includes(type)) return { prefix: 4, size: undefined, most: LARGEST_VALUE, isText, decode };
  if (!(length > 0)) return undefined;
  const most = length * (isText ? 2 : 1);
  if (type === BARE_TEXT && !isNullable) return { prefix: 0, size: most, most, isText, decode };
  return { prefix: 2, size: undefined, most, isText, decode };
}

function bytesOf(bytes: Buffer, start: number, end: number): Uint8Array {
  return Uint8Array.prototype.slice.call(bytes, start, end);
}

function utf16Text(bytes: Buffer, start: number, end: number): string {
  return bytes.toString("utf16le", start, end);
}

/** Precision, scale, sign (1 is positive) and a little-endian number. */
function decimalOf(bytes: Buffer, start: number, end: number): string {
  if (end - start < 4) throw new FileFault(`has a decimal of ${end - start} bytes`);
  return decimalText(bytes.subarray(start + 3, end), bytes[start + 1], bytes[start + 2] === 1);
}

function scaledDate(scale: number): ValueLayout["decode"] {
  return (bytes, at) => scaledDateText(bytes, at, scale);
}

/** A column of a row, with its index among the wanted ones, or -1. */
type RowColumn = BackupColumn & ValueLayout & { index: number };

/** Reads the rows of a table, once. */
export class RowReader {
  readonly #table: string;
  readonly #columns: readonly RowColumn[];
  readonly #decodeRow: ReturnType<typeof rowDecoder<RowColumn>>;
  /** Where the wanted values of a row begin and end in its bytes; they begin at -1 if they are NULL. */
  readonly #starts: number[];
  readonly #ends: number[];
  /** The number of rows that were read. */
  #rows = 0;
  /** How many bytes the next row needs at least. */
  #needed = 1;

  /**
   * @param wanted the columns whose values are decoded, in any case; the others are skipped
   * @param filter default: all rows are decoded
   * @throws FileFault if a column has a type that cannot be decoded
   */
  constructor(table: BackupTable, wanted: readonly string[], filter?: RowFilter) {
    const names = wanted.map((name) => name.toLowerCase());
    this.#table = table.name;
    this.#columns = table.columns.map((column) => {
      const layout = columnLayout(column);
      if (layout) return { ...column, ...layout, index: names.indexOf(column.name.toLowerCase()) };
      throw new FileFault(
        `the column ${column.name} of the table ${table.name} has the type ${column.type}, which is not supported`,
      );
    });
    this.#decodeRow = rowDecoder(this.#columns, wanted, filter);
    this.#starts = names.map(() => NULL);
    this.#ends = names.map(() => NULL);
  }

  /**
   * @param chunks the bytes of the table
   * @param size how many there are
   * @throws FileFault if the bytes are no whole rows of the table
   */
  async read(chunks: AsyncIterable<Buffer>, size: number, onRow: OnRow): Promise<void> {
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    let consumed = 0;
    for await (const chunk of chunks) {
      pending.push(chunk);
      pendingBytes += chunk.length;
      // A long value is joined once, when all of it is there.
      if (pendingBytes < this.#needed) continue;
      const bytes = pending.length === 1 ? chunk : Buffer.concat(pending, pendingBytes);
      const end = this.#readRows(bytes, onRow);
      consumed += end;
      if (this.#needed > size - consumed && consumed < size) throw this.#fault("is truncated");
      pending = end < bytes.length ? [bytes.subarray(end)] : [];
      pendingBytes = bytes.length - end;
    }
    if (pendingBytes > 0) throw this.#fault("is truncated");
  }

  /** Reads the rows that these bytes have all of. @returns their end */
  #readRows(bytes: Buffer, onRow: OnRow): number {
    let at = 0;
    this.#needed = 1;
    while (at < bytes.length) {
      const end = this.#rowEnd(bytes, at);
      if (end < 0) break;
      if (end === at) throw this.#fault("has no bytes");
      this.#takeRow(bytes, onRow);
      this.#rows++;
      this.#needed = 1;
      at = end;
    }
    return at;
  }

  /** Finds the wanted values of a row. @returns the end of the row, or -1 if these bytes do not have all of it */
  #rowEnd(bytes: Buffer, start: number): number {
    let at = start;
    for (const { name, isNullable, prefix, size, most, isText, index } of this.#columns) {
      let length = size ?? 0;
      if (prefix > 0) {
        this.#needed = at + prefix - start;
        if (at + prefix > bytes.length) return -1;
        const declared = lengthAt(bytes, at, prefix);
        at += prefix;
        if (declared === NULL) {
          if (!isNullable) throw this.#fault(`has no value in the column ${name}`);
          if (index >= 0) this.#starts[index] = NULL;
          continue;
        }
        if (declared > most || (size !== undefined && declared !== size) || (isText && declared % 2 !== 0))
          throw this.#fault(`has a value of ${declared} bytes in the column ${name}`);
        length = declared;
      }
      this.#needed = at + length - start;
      if (at + length > bytes.length) return -1;
      if (index >= 0) {
        this.#starts[index] = at;
        this.#ends[index] = at + length;
      }
      at += length;
    }
    return at;
  }

  #takeRow(bytes: Buffer, onRow: OnRow): void {
    const values = this.#decodeRow(({ index, name, decode }) => {
      if (this.#starts[index] === NULL) return null;
      try {
        return decode(bytes, this.#starts[index], this.#ends[index]);
      } catch (error) {
        if (!(error instanceof FileFault)) throw error;
        throw this.#fault(`${error.message} in the column ${name}`);
      }
    });
    if (values) onRow(values);
  }

  /** A fault of the row that is read. */
  #fault(reason: string): FileFault {
    return new FileFault(`the table ${this.#table} is damaged: row ${this.#rows + 1} ${reason}`);
  }
}

/** @returns the length that a prefix gives; `NULL` if there is no value */
function lengthAt(bytes: Buffer, at: number, prefix: ValueLayout["prefix"]): number {
  if (prefix === 1) return bytes[at] === 0xff ? NULL : bytes[at];
  if (prefix === 2) {
    const length = bytes[at] | (bytes[at + 1] << 8);
    return length === 0xffff ? NULL : length;
  }
  const low = bytes.readUInt32LE(at);
  const high = prefix === 8 ? bytes.readUInt32LE(at + 4) : 0;
  const isNull = low === 0xffffffff && (prefix === 4 || high === 0xffffffff);
  return isNull ? NULL : high * 2 ** 32 + low;
}

const NULL = -1;

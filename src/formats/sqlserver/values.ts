/** Decodes the values of a row. */
import { FileFault } from "../data-file.ts";
import {
  DAY_BYTES,
  dateText,
  datetimeText,
  decimalText,
  guidText,
  scaledDateText,
  timeBytes,
} from "../tables/cell-values.ts";
import type { CellValue } from "../tables/table-reader.ts";
import type { StoredColumn } from "./catalog.ts";
import type { Pages } from "./pages.ts";
import { linkedValue, longValue, type RowRecord } from "./records.ts";

type Decode = (bytes: Buffer, start: number, end: number) => CellValue;

/** A type of values. `size`: in bytes; absent if it varies. */
type ValueType = { size?: number; decode: Decode };

const bytesOf: Decode = (bytes, start, end) => Uint8Array.prototype.slice.call(bytes, start, end);
const utf16Text: Decode = (bytes, start, end) => bytes.toString("utf16le", start, end);

/** Encodings of texts with one byte per character, by the lowest byte of the collation; of some, two bytes. */
const ENCODINGS: Readonly<Record<number, string>> = {
  1: "windows-1256",
  3: "big5",
  7: "windows-1253",
  12: "windows-1255",
  16: "shift_jis",
  17: "euc-kr",
  19: "windows-1250",
  21: "windows-1251",
  22: "windows-1250",
  26: "windows-1254",
  31: "windows-1257",
  36: "gbk",
};
const DEFAULT_ENCODING = "windows-1252";

/** Bytes that are undefined in the encoding become U+FFFD. */
function narrowText({ collation }: StoredColumn): Decode {
  const decoder = new TextDecoder(ENCODINGS[collation & 0xff] ?? DEFAULT_ENCODING);
  return (bytes, start, end) => decoder.decode(bytes.subarray(start, end));
}

/** The sign (1 is positive), then the digits. */
function decimalType({ precision, scale }: StoredColumn): ValueType {
  const size = precision < 10 ? 5 : precision < 20 ? 9 : precision < 29 ? 13 : 17;
  return {
    size,
    decode: (bytes, start, end) => decimalText(bytes.subarray(start + 1, end), scale, bytes[start] === 1),
  };
}

/** By SQL Server's numbers. Of types whose values are bytes, no query reads a column. */
const TYPES: Readonly<Record<number, (column: StoredColumn) => ValueType>> = {
  // tinyint, smallint, int, bigint
  48: () => ({ size: 1, decode: (bytes, at) => bytes.readUInt8(at) }),
  52: () => ({ size: 2, decode: (bytes, at) => bytes.readInt16LE(at) }),
  56: () => ({ size: 4, decode: (bytes, at) => bytes.readInt32LE(at) }),
  127: () => ({ size: 8, decode: (bytes, at) => Number(bytes.readBigInt64LE(at)) }),
  // bit
  104: ({ bit }) => ({ size: 1, decode: (bytes, at) => (bytes.readUInt8(at) >> bit) & 1 }),
  // uniqueidentifier
  36: () => ({ size: 16, decode: guidText }),
  // datetime, smalldatetime, date, datetime2, datetimeoffset, time
  61: () => ({
    size: 8,
    decode: (bytes, at) => datetimeText(bytes.readInt32LE(at + 4), bytes.readUInt32LE(at)),
  }),
  58: () => ({
    size: 4,
    decode: (bytes, at) =>
      datetimeText(bytes.readUInt16LE(at + 2), bytes.readUInt16LE(at) * TICKS_PER_MINUTE),
  }),
  40: () => ({ size: DAY_BYTES, decode: (bytes, at) => dateText(bytes.readUIntLE(at, DAY_BYTES), 0) }),
  42: ({ scale }) => scaledDate(scale, 0),
  43: ({ scale }) => scaledDate(scale, 2),
  41: ({ scale }) => ({ size: timeBytes(scale), decode: bytesOf }),
  // real, float, money, smallmoney
  59: () => ({ size: 4, decode: (bytes, at) => bytes.readFloatLE(at) }),
  62: () => ({ size: 8, decode: (bytes, at) => bytes.readDoubleLE(at) }),
  60: () => ({ size: 8, decode: bytesOf }),
  122: () => ({ size: 4, decode: bytesOf }),
  // decimal, numeric
  106: decimalType,
  108: decimalType,
  // rowversion, binary
  189: () => ({ size: 8, decode: bytesOf }),
  173: ({ length }) => ({ size: length, decode: bytesOf }),
  // char, nchar
  175: (column) => ({ size: column.length, decode: narrowText(column) }),
  239: ({ length }) => ({ size: length, decode: utf16Text }),
  // image, varbinary, text, varchar, ntext, nvarchar
  34: () => ({ decode: bytesOf }),
  165: () => ({ decode: bytesOf }),
  35: (column) => ({ decode: narrowText(column) }),
  167: (column) => ({ decode: narrowText(column) }),
  99: () => ({ decode: utf16Text }),
  231: () => ({ decode: utf16Text }),
};
/** Types whose long values have a pointer of their own. */
const OLD_LARGE: readonly number[] = [34, 35, 99];
/** What messages call types that are not supported. */
const UNSUPPORTED: Readonly<Record<number, string>> = { 98: "sql_variant", 240: "of .NET (CLR)", 241: "xml" };

const TICKS_PER_MINUTE = 60 * 300;

function scaledDate(scale: number, offsetBytes: number): ValueType {
  return {
    size: timeBytes(scale) + DAY_BYTES + offsetBytes,
    decode: (bytes, at) => scaledDateText(bytes, at, scale),
  };
}

/** Bytes before a value of type `sql_variant`: its type and 1, then, by the type, a collation, sizes or a scale. */
const VARIANT_HEAD: Readonly<Record<number, number>> = {
  ...{ 41: 3, 42: 3, 43: 3 },
  ...{ 106: 4, 108: 4, 165: 4, 173: 4 },
  ...{ 167: 8, 175: 8, 231: 8, 239: 8 },
};
const SHORT_VARIANT_HEAD = 2;

/** What a pointer of the old large types takes, and where it has the address. */
const POINTER_BYTES = 16;
const POINTER_TARGET = 8;
/** What bytes begin with that lead to a value: of a max type, and of a text that did not fit in the row (described by others; none was seen). */
const LINKED: readonly number[] = [4, 2];
const LINKS_AT = 12;

/**
 * What decodes a column.
 * @returns reads the value in a row
 * @throws FileFault if the type is not supported; what is returned throws, if the row is damaged
 */
export function columnDecoder(pages: Pages, column: StoredColumn): (row: RowRecord) => CellValue {
  const { name, type, offset, nullBit } = column;
  const valueType = TYPES[type]?.(column);
  if (!valueType)
    throw new FileFault(
      `the column ${name} has the type ${UNSUPPORTED[type] ?? `number ${type}`}, which is not supported`,
    );
  const { size } = valueType;
  const fault = (reason: string) => new FileFault(`a row ${reason} in the column ${name}`);
  const decode: Decode = (bytes, start, end) => {
    try {
      return valueType.decode(bytes, start, end);
    } catch (error) {
      throw error instanceof FileFault ? fault(error.message) : error;
    }
  };
  const whole = (bytes: Buffer) => decode(bytes, 0, bytes.length);
  const longText = (page: Buffer, start: number, end: number) => {
    if (OLD_LARGE.includes(type) && end - start === POINTER_BYTES) {
      const long = longValue(pages, page, start + POINTER_TARGET);
      return long ? whole(long) : null;
    }
    if (!LINKED.includes(page[start])) throw fault("has a value that is kept in a way that is not known");
    return whole(linkedValue(pages, page, start + LINKS_AT, end));
  };
  const fill = () => {
    const { hasDefault, defaultValue } = column;
    if (!hasDefault) return null;
    if (defaultValue?.[0] !== type) throw fault("is older than the column, and has an unknown default");
    const own = TYPES[type]({ ...column, bit: 0 });
    return own.decode(defaultValue, VARIANT_HEAD[type] ?? SHORT_VARIANT_HEAD, defaultValue.length);
  };
  return ({ page, start, fixedEnd, columns, nulls, variables }) => {
    // The row is older than the column.
    if (nullBit > columns) return fill();
    if ((page[nulls + ((nullBit - 1) >> 3)] >> ((nullBit - 1) & 7)) & 1) return null;
    if (offset >= 0) {
      const at = start + offset;
      if (size === undefined || at + size > fixedEnd) throw fault("is too short");
      return decode(page, at, at + size);
    }
    const variable = variables[-offset - 1];
    // Empty values at the end of a row are left out.
    if (!variable) return whole(NO_BYTES);
    if (variable.isElsewhere) return longText(page, variable.start, variable.end);
    return decode(page, variable.start, variable.end);
  };
}

const NO_BYTES = Buffer.alloc(0);

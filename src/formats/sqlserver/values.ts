/** Decodes the values of a row. */
import { FileFault } from "../data-file.ts";
import {
  bytesOf,
  type CellValue,
  datetimeText,
  decimalText,
  FIXED_TYPES,
  SCALED_TYPES,
  smallDatetimeText,
  utf16Text,
  ValueFault,
  type ValueType,
} from "../tables/cell-values.ts";
import type { StoredColumn } from "./catalog.ts";
import type { Pages } from "./pages.ts";
import { linkedValue, longValue, type RowRecord } from "./records.ts";

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
function narrowText({ collation }: StoredColumn): ValueType["decode"] {
  const decoder = new TextDecoder(ENCODINGS[collation & 0xff] ?? DEFAULT_ENCODING);
  return (bytes, start, end) => decoder.decode(bytes.subarray(start, end));
}

const DATETIME: ValueType = {
  size: 8,
  decode: (bytes, at) => datetimeText(bytes.readInt32LE(at + 4), bytes.readUInt32LE(at)),
};
const SMALL_DATETIME: ValueType = {
  size: 4,
  decode: (bytes, at) => smallDatetimeText(bytes.readUInt16LE(at + 2), bytes.readUInt16LE(at)),
};

function decimalType({ precision, scale }: StoredColumn): ValueType {
  const size = precision < 10 ? 5 : precision < 20 ? 9 : precision < 29 ? 13 : 17;
  return { size, decode: (bytes, start, end) => decimalText(bytes, start, end, scale) };
}

/** By SQL Server's numbers. */
const TYPES: Readonly<Record<number, (column: StoredColumn) => ValueType>> = {
  48: () => FIXED_TYPES.tinyint,
  52: () => FIXED_TYPES.smallint,
  56: () => FIXED_TYPES.int,
  127: () => FIXED_TYPES.bigint,
  // bit
  104: ({ bit }) => ({ size: 1, decode: (bytes, at) => (bytes.readUInt8(at) >> bit) & 1 }),
  36: () => FIXED_TYPES.uniqueidentifier,
  61: () => DATETIME,
  58: () => SMALL_DATETIME,
  40: SCALED_TYPES.date,
  42: ({ scale }) => SCALED_TYPES.datetime2(scale),
  43: ({ scale }) => SCALED_TYPES.datetimeoffset(scale),
  41: ({ scale }) => SCALED_TYPES.time(scale),
  59: () => FIXED_TYPES.real,
  62: () => FIXED_TYPES.float,
  60: () => FIXED_TYPES.money,
  122: () => FIXED_TYPES.smallmoney,
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
  const { name, type, offset, nullBit, hasDefault, defaultValue } = column;
  const { size, decode } = TYPES[type]?.(column) ?? {};
  if (!decode)
    throw new FileFault(
      `the column ${name} has the type ${UNSUPPORTED[type] ?? `number ${type}`}, which is not supported`,
    );
  const whole = (bytes: Buffer) => decode(bytes, 0, bytes.length);
  /** Of a row that is older than the column. */
  const added = () => {
    if (!hasDefault) return null;
    if (defaultValue?.[0] !== type)
      throw new ValueFault("is older than the column, and has an unknown default");
    const head = VARIANT_HEAD[type] ?? SHORT_VARIANT_HEAD;
    return TYPES[type]({ ...column, bit: 0 }).decode(defaultValue, head, defaultValue.length);
  };
  return ({ page, start, fixedEnd, columns, nulls, variables }) => {
    if (nullBit > columns) return added();
    if ((page[nulls + ((nullBit - 1) >> 3)] >> ((nullBit - 1) & 7)) & 1) return null;
    if (offset >= 0) {
      const at = start + offset;
      if (size === undefined || at + size > fixedEnd) throw new ValueFault("is too short");
      return decode(page, at, at + size);
    }
    const variable = variables[-offset - 1];
    // Empty values at the end of a row are left out.
    if (!variable) return whole(NO_BYTES);
    if (!variable.isElsewhere) return decode(page, variable.start, variable.end);
    if (OLD_LARGE.includes(type) && variable.end - variable.start === POINTER_BYTES) {
      const long = longValue(pages, page, variable.start + POINTER_TARGET);
      return long ? whole(long) : null;
    }
    if (!LINKED.includes(page[variable.start]))
      throw new ValueFault("has a value that is kept in a way that is not known");
    return whole(linkedValue(pages, page, variable.start + LINKS_AT, variable.end));
  };
}

const NO_BYTES = Buffer.alloc(0);

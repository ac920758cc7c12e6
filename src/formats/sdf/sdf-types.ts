/** The types of SQL Server Compact: where a row has their values, and how these are decoded. */
import { datetimeText, decimalText, guidText } from "../tables/cell-values.ts";
import type { CellValue } from "../tables/table-reader.ts";

type Decode = (bytes: Buffer, at: number, end: number) => CellValue;

const BINARY_TYPE = 10;
const BIT_TYPE = 15;
/** Types whose values have the size of the column, if it is not given here. */
const FIXED: Readonly<Record<number, { size?: number; decode: Decode }>> = {
  // tinyint, smallint, the same unsigned, int, unsigned int, bigint, the same unsigned
  0: { size: 1, decode: (bytes, at) => bytes[at] },
  1: { size: 2, decode: (bytes, at) => bytes.readInt16LE(at) },
  2: { size: 2, decode: (bytes, at) => bytes.readUInt16LE(at) },
  3: { size: 4, decode: (bytes, at) => bytes.readInt32LE(at) },
  4: { size: 4, decode: (bytes, at) => bytes.readUInt32LE(at) },
  5: { size: 8, decode: (bytes, at) => Number(bytes.readBigInt64LE(at)) },
  6: { size: 8, decode: (bytes, at) => Number(bytes.readBigUInt64LE(at)) },
  [BINARY_TYPE]: { decode: bytesOf },
  // datetime: the reverse of SQL Server's order.
  13: { size: 8, decode: (bytes, at) => datetimeText(bytes.readInt32LE(at + 4), bytes.readUInt32LE(at)) },
  // uniqueidentifier
  14: { size: 16, decode: guidText },
  // real, float
  16: { size: 4, decode: (bytes, at) => bytes.readFloatLE(at) },
  17: { size: 8, decode: (bytes, at) => bytes.readDoubleLE(at) },
  // money: no query reads it.
  18: { size: 8, decode: bytesOf },
  // numeric: precision, scale, sign (1 is positive), digits
  19: {
    size: 19,
    decode: (bytes, at, end) => decimalText(bytes.subarray(at + 3, end), bytes[at + 1], bytes[at + 2] === 1),
  },
  // rowversion
  20: { size: 8, decode: bytesOf },
};
/** nchar, nvarchar, ntext, varbinary, image */
const VARIABLE: Readonly<Record<number, { isText: boolean; isLong: boolean }>> = {
  7: { isText: true, isLong: false },
  8: { isText: true, isLong: false },
  9: { isText: true, isLong: true },
  11: { isText: false, isLong: false },
  12: { isText: false, isLong: true },
};

export type SdfType =
  | { area: "bits" }
  | { area: "fixed"; size: number; decode: Decode }
  | {
      area: "variable";
      /** Whether a value can be outside of its row. */
      isLong: boolean;
      /** @param isNarrow whether a text has one byte per character */
      decode: (bytes: Buffer, isNarrow: boolean) => CellValue;
    };

/**
 * @param number of the type, in the catalog of a database
 * @param size of the column in bytes
 * @returns `undefined` if there is no such type
 */
export function sdfType(number: number, size: number): SdfType | undefined {
  if (number === BIT_TYPE) return { area: "bits" };
  const fixed = FIXED[number];
  if (fixed) return { area: "fixed", size: fixed.size ?? size, decode: fixed.decode };
  const variable = VARIABLE[number];
  return (
    variable && { area: "variable", isLong: variable.isLong, decode: variable.isText ? textOf : bytesIn }
  );
}

function bytesOf(bytes: Buffer, at: number, end: number): Uint8Array {
  return Uint8Array.prototype.slice.call(bytes, at, end);
}

function bytesIn(bytes: Buffer): Uint8Array {
  return bytesOf(bytes, 0, bytes.length);
}

function textOf(bytes: Buffer, isNarrow: boolean): string {
  return isNarrow ? windows1252Text(bytes) : bytes.toString("utf16le");
}

/** The characters of the bytes from 0x80 to 0x9f, where Windows-1252 differs from Latin-1. */
const FROM_80 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** `TextDecoder` takes Latin-1 for Windows-1252 in some versions of Node 23 and 24. */
function windows1252Text(bytes: Buffer): string {
  return bytes
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (character) => FROM_80[character.charCodeAt(0) - 0x80]);
}

/** The types of SQL Server Compact: where a row has their values, and how these are decoded. */
import { datetimeText, decimalText, guidText } from "../tables/cell-values.ts";
import type { CellValue } from "../tables/table-reader.ts";

type DecodeFixed = (bytes: Buffer, at: number, end: number) => CellValue;
/** @param isNarrow whether a text has one byte per character */
type DecodeVariable = (bytes: Buffer, isNarrow: boolean) => CellValue;

export type SdfType =
  | { area: "bits" }
  | { area: "fixed"; size: number; decode: DecodeFixed }
  /** `isLong`: a value can be outside of its row. */
  | { area: "variable"; isLong: boolean; decode: DecodeVariable };

const BIT = 15;
/** Types of a fixed size in bytes; if it is not given, the column has it. */
const FIXED: Readonly<Record<number, { size?: number; decode: DecodeFixed }>> = {
  // tinyint, smallint, unsigned smallint, int, unsigned int, bigint, unsigned bigint
  0: { size: 1, decode: (bytes, at) => bytes[at] },
  1: { size: 2, decode: (bytes, at) => bytes.readInt16LE(at) },
  2: { size: 2, decode: (bytes, at) => bytes.readUInt16LE(at) },
  3: { size: 4, decode: (bytes, at) => bytes.readInt32LE(at) },
  4: { size: 4, decode: (bytes, at) => bytes.readUInt32LE(at) },
  5: { size: 8, decode: (bytes, at) => Number(bytes.readBigInt64LE(at)) },
  6: { size: 8, decode: (bytes, at) => Number(bytes.readBigUInt64LE(at)) },
  // nchar, binary
  7: { decode: (bytes, at, end) => bytes.toString("utf16le", at, end) },
  10: { decode: bytesOf },
  // datetime: the time comes first, unlike in SQL Server.
  13: { size: 8, decode: (bytes, at) => datetimeText(bytes.readInt32LE(at + 4), bytes.readUInt32LE(at)) },
  // uniqueidentifier, real, float, money (which no query reads)
  14: { size: 16, decode: guidText },
  16: { size: 4, decode: (bytes, at) => bytes.readFloatLE(at) },
  17: { size: 8, decode: (bytes, at) => bytes.readDoubleLE(at) },
  18: { size: 8, decode: bytesOf },
  // numeric: precision, scale, sign (1 is positive), digits
  19: {
    size: 19,
    decode: (bytes, at, end) => decimalText(bytes.subarray(at + 3, end), bytes[at + 1], bytes[at + 2] === 1),
  },
  // rowversion
  20: { size: 8, decode: bytesOf },
};
const VARIABLE: Readonly<Record<number, { isLong: boolean; decode: DecodeVariable }>> = {
  // nvarchar, ntext, varbinary, image
  8: { isLong: false, decode: textOf },
  9: { isLong: true, decode: textOf },
  11: { isLong: false, decode: (bytes) => bytesOf(bytes) },
  12: { isLong: true, decode: (bytes) => bytesOf(bytes) },
};

/**
 * @param number of the type, in the catalog of a database
 * @param size of the column in bytes
 * @returns `undefined` if there is no such type
 */
export function sdfType(number: number, size: number): SdfType | undefined {
  if (number === BIT) return { area: "bits" };
  const fixed = FIXED[number];
  if (fixed) return { area: "fixed", size, ...fixed };
  const variable = VARIABLE[number];
  return variable && { area: "variable", ...variable };
}

/** A copy, since the bytes are those of a page. */
function bytesOf(bytes: Buffer, at?: number, end?: number): Uint8Array {
  return Uint8Array.prototype.slice.call(bytes, at, end);
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

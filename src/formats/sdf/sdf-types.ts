/** The types of SQL Server Compact: where a row has their values, and how these are decoded. */
import { FileFault } from "../data-file.ts";
import {
  bytesOf,
  type CellValue,
  datetimeText,
  FIXED_TYPES,
  scaledDecimalText,
  utf16Text,
  type ValueType,
} from "../tables/cell-values.ts";

export type SdfType =
  | { area: "bits" }
  | { area: "fixed"; size: number; decode: ValueType["decode"] }
  /** `isLong`: a value can be outside of its row. */
  | { area: "variable"; isLong: boolean; decode: DecodeVariable };

/** @param isNarrow whether a text has one byte per character */
type DecodeVariable = (bytes: Buffer, isNarrow: boolean) => CellValue;

const BIT = 15;
/** Types of a fixed size; if it is not given, the column has it. */
const FIXED: Readonly<Record<number, ValueType>> = {
  0: FIXED_TYPES.tinyint,
  1: FIXED_TYPES.smallint,
  // unsigned smallint
  2: { size: 2, decode: (bytes, at) => bytes.readUInt16LE(at) },
  3: FIXED_TYPES.int,
  // unsigned int
  4: { size: 4, decode: (bytes, at) => bytes.readUInt32LE(at) },
  5: FIXED_TYPES.bigint,
  // unsigned bigint
  6: { size: 8, decode: (bytes, at) => Number(bytes.readBigUInt64LE(at)) },
  // nchar, binary
  7: { decode: utf16Text },
  10: { decode: bytesOf },
  // datetime: the time comes first, as on SQL Server's pages.
  13: { size: 8, decode: (bytes, at) => datetimeText(bytes.readInt32LE(at + 4), bytes.readUInt32LE(at)) },
  14: FIXED_TYPES.uniqueidentifier,
  16: FIXED_TYPES.real,
  17: FIXED_TYPES.float,
  18: FIXED_TYPES.money,
  // numeric
  19: { size: 19, decode: scaledDecimalText },
  // rowversion
  20: { size: 8, decode: bytesOf },
};
const VARIABLE: Readonly<Record<number, { isLong: boolean; decode: DecodeVariable }>> = {
  // nvarchar, ntext, varbinary, image
  8: { isLong: false, decode: textOf },
  9: { isLong: true, decode: textOf },
  11: { isLong: false, decode: (bytes) => bytesOf(bytes, 0, bytes.length) },
  12: { isLong: true, decode: (bytes) => bytesOf(bytes, 0, bytes.length) },
};

/**
 * @param number of the type, in the catalog of a database
 * @param size of the column in bytes
 * @throws FileFault if there is no such type
 */
export function sdfType(number: number, size: number): SdfType {
  if (number === BIT) return { area: "bits" };
  if (FIXED[number]) return { area: "fixed", size, ...FIXED[number] };
  if (VARIABLE[number]) return { area: "variable", ...VARIABLE[number] };
  throw new FileFault(`a column has the type ${number}, which is not known`);
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

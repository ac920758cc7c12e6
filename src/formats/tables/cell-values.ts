/** Values that databases of SQL Server store as bytes, in the form of Umbraco's SQLite databases. */
import { FileFault } from "../data-file.ts";

/** A value in the form that Umbraco's SQLite databases have: GUIDs, dates and decimals are text. */
export type CellValue = string | number | Uint8Array | null;

/** What is wrong with a value, such as `has a date out of range`: what reads the row adds where that is. */
export class ValueFault extends FileFault {}

type Decode = (bytes: Buffer, start: number, end: number) => CellValue;

/** A type of values. `size`: in bytes; absent if it varies. */
export type ValueType = { size?: number; decode: Decode };

/** A copy, since the bytes are those of a page. */
export const bytesOf: Decode = (bytes, start, end) => Uint8Array.prototype.slice.call(bytes, start, end);
export const utf16Text: Decode = (bytes, start, end) => bytes.toString("utf16le", start, end);

/** Types of a fixed size that all files of SQL Server have alike. Of those whose values are bytes, no query reads a column. */
export const FIXED_TYPES = {
  tinyint: { size: 1, decode: (bytes, at) => bytes.readUInt8(at) },
  smallint: { size: 2, decode: (bytes, at) => bytes.readInt16LE(at) },
  int: { size: 4, decode: (bytes, at) => bytes.readInt32LE(at) },
  bigint: { size: 8, decode: (bytes, at) => Number(bytes.readBigInt64LE(at)) },
  uniqueidentifier: { size: 16, decode: guidText },
  real: { size: 4, decode: (bytes, at) => bytes.readFloatLE(at) },
  float: { size: 8, decode: (bytes, at) => bytes.readDoubleLE(at) },
  money: { size: 8, decode: bytesOf },
  smallmoney: { size: 4, decode: bytesOf },
} as const satisfies Readonly<Record<string, ValueType>>;

/** Types of dates and times in units of the column's scale, the digits of fractional seconds. */
export const SCALED_TYPES = {
  date: () => ({ size: DAY_BYTES, decode: (bytes, at) => dateText(bytes.readUIntLE(at, DAY_BYTES), 0) }),
  time: (scale) => ({ size: timeBytes(scale), decode: bytesOf }),
  datetime2: (scale) => scaledDate(scale, 0),
  // Offsets are not read: the times are UTC.
  datetimeoffset: (scale) => scaledDate(scale, 2),
} as const satisfies Readonly<Record<string, (scale: number) => ValueType>>;

const DAY_BYTES = 3;

function timeBytes(scale: number): number {
  return scale < 3 ? 3 : scale < 5 ? 4 : 5;
}

function scaledDate(scale: number, offsetBytes: number): ValueType {
  const size = timeBytes(scale);
  return {
    size: size + DAY_BYTES + offsetBytes,
    decode: (bytes, at) =>
      dateText(bytes.readUIntLE(at + size, DAY_BYTES), bytes.readUIntLE(at, size) / 10 ** scale),
  };
}

/** The 16 bytes of a GUID as .NET orders them: the first three groups are little-endian numbers. */
function guidText(bytes: Buffer, at: number): string {
  const hex = bytes.toString("hex", at, at + 16).toUpperCase();
  const reversed = (from: number, to: number) => {
    let text = "";
    for (let i = to - 2; i >= from; i -= 2) text += hex.slice(i, i + 2);
    return text;
  };
  return `${reversed(0, 8)}-${reversed(8, 12)}-${reversed(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A decimal that begins with its precision and its scale. */
export function scaledDecimalText(bytes: Buffer, start: number, end: number): string {
  return decimalText(bytes, start + 2, end, bytes[start + 1]);
}

/** A decimal: its sign (1 is positive), then its digits as a little-endian number. */
export function decimalText(bytes: Buffer, start: number, end: number, scale: number): string {
  let number = 0n;
  for (let at = end - 1; at > start; at--) number = (number << 8n) | BigInt(bytes[at]);
  const digits = String(number).padStart(scale + 1, "0");
  const split = digits.length - scale;
  const sign = bytes[start] === 1 || number === 0n ? "" : "-";
  return `${sign}${digits.slice(0, split)}${scale > 0 ? `.${digits.slice(split)}` : ""}`;
}

/** From 0001-01-01, in the Gregorian calendar. */
const DAYS_TO_1900 = 693_595;
const DAYS_TO_1970 = 719_162;
/** `datetime` counts thirds of a hundredth of a second, which .NET reads in milliseconds. */
const DATETIME_TICKS = 300;
const SECONDS_PER_DAY = 86_400;
/** Units of 100 nanoseconds. */
const UNITS_PER_SECOND = 1e7;
/** 9999-12-31. */
const LAST_DAY = 3_652_058;

/**
 * The text of a `datetime`.
 * @param days since 1900-01-01
 * @param ticks of 1/300 second
 * @throws ValueFault
 */
export function datetimeText(days: number, ticks: number): string {
  return dateText(days + DAYS_TO_1900, Math.round((ticks / DATETIME_TICKS) * 1000) / 1000);
}

/** The text of a `smalldatetime`. @param days since 1900-01-01 @throws ValueFault */
export function smallDatetimeText(days: number, minutes: number): string {
  return dateText(days + DAYS_TO_1900, minutes * 60);
}

/**
 * `yyyy-MM-dd HH:mm:ss[.fffffff]` without zeros at the end, as Umbraco writes dates to SQLite.
 * @param days since 0001-01-01
 */
function dateText(days: number, seconds: number): string {
  if (days < 0 || days > LAST_DAY || seconds >= SECONDS_PER_DAY)
    throw new ValueFault("has a date out of range");
  const whole = Math.floor(seconds);
  const time = new Date(((days - DAYS_TO_1970) * SECONDS_PER_DAY + whole) * 1000);
  const text = time.toISOString().slice(0, 19).replace("T", " ");
  const units = Math.min(Math.round((seconds - whole) * UNITS_PER_SECOND), UNITS_PER_SECOND - 1);
  return units === 0 ? text : `${text}.${String(units).padStart(7, "0").replace(/0+$/, "")}`;
}

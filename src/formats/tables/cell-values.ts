/** The texts of GUIDs, dates and decimals, which databases of SQL Server store as bytes, in the form of Umbraco's SQLite databases. */
import { FileFault } from "../data-file.ts";

/** The 16 bytes of a GUID as .NET orders them: the first three groups are little-endian numbers. */
export function guidText(bytes: Buffer, at: number): string {
  const hex = bytes.toString("hex", at, at + 16).toUpperCase();
  const reversed = (from: number, to: number) => {
    let text = "";
    for (let i = to - 2; i >= from; i -= 2) text += hex.slice(i, i + 2);
    return text;
  };
  return `${reversed(0, 8)}-${reversed(8, 12)}-${reversed(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** @param magnitude the digits as a little-endian number */
export function decimalText(magnitude: Uint8Array, scale: number, isPositive: boolean): string {
  let number = 0n;
  for (let at = magnitude.length - 1; at >= 0; at--) number = (number << 8n) | BigInt(magnitude[at]);
  const digits = String(number).padStart(scale + 1, "0");
  const split = digits.length - scale;
  const sign = isPositive || number === 0n ? "" : "-";
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

/** The text of a `datetime`. @param days since 1900-01-01 @param ticks of 1/300 second */
export function datetimeText(days: number, ticks: number): string {
  return dateText(days + DAYS_TO_1900, Math.round((ticks / DATETIME_TICKS) * 1000) / 1000);
}

/**
 * `yyyy-MM-dd HH:mm:ss[.fffffff]` without zeros at the end, as Umbraco writes dates to SQLite.
 * @param days since 0001-01-01
 * @throws FileFault
 */
export function dateText(days: number, seconds: number): string {
  if (days < 0 || days > LAST_DAY || seconds >= SECONDS_PER_DAY)
    throw new FileFault("has a date out of range");
  const whole = Math.floor(seconds);
  const time = new Date(((days - DAYS_TO_1970) * SECONDS_PER_DAY + whole) * 1000);
  const text = time.toISOString().slice(0, 19).replace("T", " ");
  const units = Math.min(Math.round((seconds - whole) * UNITS_PER_SECOND), UNITS_PER_SECOND - 1);
  return units === 0 ? text : `${text}.${String(units).padStart(7, "0").replace(/0+$/, "")}`;
}

/** Bytes of a date without a time. */
export const DAY_BYTES = 3;

/** Bytes of a time in units of its scale, the digits of its fractional seconds. */
export function timeBytes(scale: number): number {
  return scale < 3 ? 3 : scale < 5 ? 4 : 5;
}

/** The text of a `datetime2` or `datetimeoffset`, whose time is in units of its scale. Offsets are not read: their times are UTC. */
export function scaledDateText(bytes: Buffer, at: number, scale: number): string {
  const size = timeBytes(scale);
  return dateText(bytes.readUIntLE(at + size, DAY_BYTES), bytes.readUIntLE(at, size) / 10 ** scale);
}

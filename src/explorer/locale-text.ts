/** What is shown in words: kinds, and numbers, sizes and dates as the browser's locale writes them. */
import type { Kind } from "../operations.ts";
import { readIsoDate } from "../text/iso-date.ts";

const NUMBERS = new Intl.NumberFormat();
/** Numbers of four digits have no separators, since many of them are years. */
const VALUES = new Intl.NumberFormat(undefined, { useGrouping: "min2", maximumFractionDigits: 20 });
const SIZES = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const DATES = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const TIMES = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export function kindTitle(kind: Kind): string {
  return kind === "content" ? "Content" : "Media";
}

export function inDigits(count: number): string {
  return NUMBERS.format(count);
}

/** A number that is a value of the data, with all its digits. */
export function inPlainDigits(value: number): string {
  return VALUES.format(value);
}

/** `1 child`, `1,200 children`. */
export function countOf(count: number, one: string, many: string): string {
  return `${inDigits(count)} ${count === 1 ? one : many}`;
}

export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${inDigits(bytes)} B`;
  return bytes < 1_000_000 ? `${SIZES.format(bytes / 1000)} kB` : `${SIZES.format(bytes / 1_000_000)} MB`;
}

/** @returns the text itself if it is no date */
export function localDate(text: string): string {
  const date = readIsoDate(text);
  if (!date) return text;
  const { day, minute = "00:00", second = "00", fraction = "", zone } = date;
  const isDay = `${minute}:${second}` === "00:00:00" && /^0*$/.test(fraction) && (zone ?? "Z") === "Z";
  // Without a zone, a time is local. A day in UTC could be shown as the day before.
  const instant = new Date(`${day}T${minute}:${second}${isDay ? "" : (zone ?? "")}`);
  return (isDay ? DATES : TIMES).format(instant);
}

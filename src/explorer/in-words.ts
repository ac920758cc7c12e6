/** What is shown in words: kinds, and numbers, sizes and dates as the browser's locale writes them. */
import type { Kind } from "../operations.ts";

const NUMBERS = new Intl.NumberFormat();
const SIZES = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const DATES = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const TIMES = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export function kindTitle(kind: Kind): string {
  return kind === "content" ? "Content" : "Media";
}

export function inDigits(count: number): string {
  return NUMBERS.format(count);
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
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]|$)/.test(text)) return text;
  const hasTime = text.length > 10 && !/[T ]00:00(?::00(?:\.0+)?)?Z?$/.test(text);
  // A day alone would be taken for its midnight in Greenwich.
  const date = new Date(hasTime ? text : `${text.slice(0, 10)}T00:00:00`);
  if (Number.isNaN(date.getTime())) return text;
  return (hasTime ? TIMES : DATES).format(date);
}

/** What is shown in words: kinds, and numbers, sizes and dates as the browser's locale writes them. */
import type { Kind } from "../operations.ts";

const NUMBERS = new Intl.NumberFormat();
/** Numbers of four digits have no separators, since many of them are years. */
const VALUES = new Intl.NumberFormat(undefined, { useGrouping: "min2", maximumFractionDigits: 20 });
const SIZES = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const DATES = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const TIMES = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export function kindTitle(kind: Kind): string {
  return kind === "content" ? "Content" : "Media";
}

const FIELD_TITLES: Readonly<Record<string, string>> = {
  name: "Name",
  type: "Type",
  url: "URL",
  sortOrder: "Sort order",
  createDate: "Created",
  updateDate: "Updated",
  template: "Template",
  level: "Level",
  urlName: "URL name",
};

/** What a field of a node is called; a field that is not listed is called by its name. */
export function fieldTitle(name: string): string {
  return FIELD_TITLES[name] ?? name;
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
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]|$)/.test(text)) return text;
  const hasTime = text.length > 10 && !/[T ]00:00(?::00(?:\.0+)?)?Z?$/.test(text);
  // A day alone would be taken for its midnight in Greenwich.
  const date = new Date(hasTime ? text : `${text.slice(0, 10)}T00:00:00`);
  if (Number.isNaN(date.getTime())) return text;
  return (hasTime ? TIMES : DATES).format(date);
}

/** Texts and values in the form in which both sides of a check are compared. */
import { comparableNumber } from "../analysis/json-value.ts";
import { isMembers } from "../json/shape.ts";
import { spaceFolded, visibleTextAsWritten, withoutHtmlEntities } from "../site/values/visible-html.ts";
import { readIsoDate } from "../text/iso-date.ts";

const TAG = /<\/?[a-z][^<>]*>|<!--/i;
/** Soft hyphens and zero-width characters, which are no borders of words. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** Whether a text has tags, which are read as HTML whatever its editor is: a new page may show or interpret them. */
export function hasTags(text: string): boolean {
  return TAG.test(text);
}

/** The text that visitors read, on one line. Entities are decoded twice, since a site may escape what is escaped already. */
export function comparableText(text: string): string {
  const visible = hasTags(text) ? visibleTextAsWritten(text) : text;
  return spaceFolded(withoutHtmlEntities(withoutHtmlEntities(visible)).replace(INVISIBLE, ""));
}

/** The text of HTML as visitors read it, with its white space: tags are gone, and entities are decoded once. */
export function withoutTags(html: string): string {
  return hasTags(html) ? visibleTextAsWritten(html) : withoutHtmlEntities(html);
}

/** Tags that editors write. Others may be examples in a text about HTML. */
const SEEN_TAG = /<\/?(?:a|b|br|div|em|h[1-6]|i|img|li|ol|p|span|strong|table|td|tr|u|ul)(?:\s[^<>]*)?\/?>/gi;
const SEEN_ENTITY = /\S*&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});\S*/gi;

/**
 * The entities and tags in a text that visitors read as they are, since something has escaped them twice: tags, and words with an
 * entity.
 * @param seen as visitors read it
 */
export function markupIn(seen: string): string[] {
  const tags = seen.includes("<") ? Array.from(seen.matchAll(SEEN_TAG), ([tag]) => tag) : [];
  const words = seen.includes("&") ? Array.from(seen.matchAll(SEEN_ENTITY), ([word]) => word) : [];
  return [...tags, ...words.filter((word) => withoutHtmlEntities(word) !== word)];
}

/** An entity or tag, written the same whatever a page does with its letters and quotes. */
export function comparableMarkup(markup: string): string {
  return spaceFolded(markup.replace(INVISIBLE, ""))
    .replace(/[\u201c-\u201f]/g, '"')
    .toLowerCase();
}

/**
 * `markupIn` all texts of decoded properties: rich text as visitors read it, other texts as they are. A text with tags that is not
 * rich text is read in both ways, since a page may show its tags.
 */
export function markupInValues(value: unknown): string[] {
  if (typeof value === "string")
    return [...markupIn(value), ...(hasTags(value) ? markupIn(withoutTags(value)) : [])];
  if (Array.isArray(value)) return value.flatMap(markupInValues);
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    name === "markup" && typeof each === "string" ? markupIn(withoutTags(each)) : markupInValues(each),
  );
}

const TRUE = new Set(["true", "1", "on", "yes"]);
const FALSE = new Set(["false", "0", "off", "no", ""]);

/** A number, date, boolean or choice, written the same however a system stores it. */
export function comparableScalar(value: string | number | boolean): string {
  const text = comparableText(String(value)).toLowerCase();
  if (TRUE.has(text)) return "true";
  if (FALSE.has(text)) return "false";
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return comparableNumber(text);
  const date = readIsoDate(text.toUpperCase().replace(" ", "T"));
  if (date === undefined) return text.replace(/^#(?=[0-9a-f]{3,8}$)/, "");
  // Midnight is the day; zones are left out, since old data has none.
  const { day, minute = "00:00", second = "00" } = date;
  return `${minute}:${second}` === "00:00:00" ? day : `${day}t${minute}:${second}`;
}

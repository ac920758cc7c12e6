/** Texts and values in the form in which both sides of a check are compared. */
import { comparableNumber } from "../analysis/json-value.ts";
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

/** Counts the words that a visitor can read in the values of a node. */
import type { ValueShape } from "../site/values/value-parts.ts";
import { visibleText } from "../site/values/visible-html.ts";

/** What separates words, as `wc -w` and spreadsheets count; a dash between two spaces is no word. */
const WORD = /\S*[\p{L}\p{N}]\S*/gu;

/**
 * Counts the words of a value: of a text, of each text in a list, of rich text without its tags. Values of other shapes
 * (numbers, dates, ids, links, JSON) have none; elements in a value are values of their own.
 * @param value compact JSON
 * @param shape as `readValue` returns it
 */
export function countWords(value: string, shape: ValueShape): number {
  return textsOf(value, shape).reduce((sum, text) => sum + (text.match(WORD)?.length ?? 0), 0);
}

/**
 * Returns the texts of a value that people read: a text, each text in a list, rich text without its tags.
 * @param value compact JSON
 */
export function textsOf(value: string, shape: ValueShape): string[] {
  if (shape === "text") {
    const text = JSON.parse(value);
    return typeof text === "string" ? [text] : [];
  }
  if (shape === "texts") return jsonIn(value).filter((text: unknown) => typeof text === "string");
  return markupOf(value, shape).map(visibleText);
}

/**
 * Returns the HTML of rich text: at most one text, none for values of other shapes.
 * @param value compact JSON
 */
export function markupOf(value: string, shape: ValueShape): string[] {
  const isObject = shape === "rich-text-json" || shape === "rich-text-blocks";
  if (shape !== "html" && !isObject) return [];
  const html = isObject ? jsonIn(value).markup : JSON.parse(value);
  return typeof html === "string" ? [html] : [];
}

/** The JSON of a value that is JSON, or a string that holds it. */
function jsonIn(value: string) {
  let json = JSON.parse(value);
  while (typeof json === "string") json = JSON.parse(json);
  return json;
}

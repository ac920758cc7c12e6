/** Counts the words that a visitor can read in the values of a node. */
import { memberText, openedOutline, stringOf } from "../../json/outline.ts";
import type { ValueShape } from "./value-parts.ts";
import { visibleText } from "./visible-html.ts";

/** Shapes of rich text: HTML, or an object with HTML in its member `markup`. */
const MARKUP_SHAPES: readonly ValueShape[] = ["html", "rich-text-json", "rich-text-blocks"];

/** A word has a letter or a digit: a dash between two spaces is no word. */
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Counts the words of a value: of a text, of each text in a list, of rich text without its tags. Values of other shapes
 * (numbers, dates, ids, links, JSON) have none; elements in a value are values of their own.
 * @param value compact JSON
 * @param shape as `readValue` returns it
 */
export function countWords(value: string, shape: ValueShape): number {
  return textsOf(value, shape).reduce((sum, text) => sum + wordsOfText(text), 0);
}

/** Splits at white space, as `wc -w` and spreadsheets do. */
function wordsOfText(text: string): number {
  let count = 0;
  for (const part of text.split(/\s+/)) if (LETTER_OR_DIGIT.test(part)) count++;
  return count;
}

/**
 * Returns the texts of a value that people read: a text, each text in a list, rich text without its tags.
 * @param value compact JSON
 */
export function textsOf(value: string, shape: ValueShape): string[] {
  if (shape === "text" || shape === "texts") {
    const { text, node } = openedOutline(value);
    const nodes = node.kind === "array" ? node.items : [node];
    return nodes.map((each) => stringOf(text, each)).filter((each) => each !== undefined);
  }
  return markupOf(value, shape).map(visibleText);
}

/**
 * Returns the HTML of rich text: at most one text, none for values of other shapes.
 * @param value compact JSON
 */
export function markupOf(value: string, shape: ValueShape): string[] {
  if (!MARKUP_SHAPES.includes(shape)) return [];
  const { text, node } = openedOutline(value);
  const html = node.kind === "object" ? memberText(text, node, "markup") : stringOf(text, node);
  return html === undefined ? [] : [html];
}

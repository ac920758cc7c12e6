/** Counts the words that a visitor can read in the values of a node. */
import type { ReadableValue } from "./value-parts.ts";
import { isMarkup } from "./value-shape.ts";
import { visibleText } from "./visible-html.ts";

/** A word has a letter or a digit: a dash between two spaces is no word. */
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Counts the words of a value: of a text, of each text in a list, of rich text without its tags. Values of other shapes
 * (numbers, dates, ids, links, JSON) have none; elements in a value are values of their own.
 */
export function countWords(value: ReadableValue): number {
  return visibleTexts(value).reduce((sum, text) => sum + wordsOfText(text), 0);
}

/** Splits at white space, as `wc -w` and spreadsheets do. */
function wordsOfText(text: string): number {
  let count = 0;
  for (const part of text.split(/\s+/)) if (LETTER_OR_DIGIT.test(part)) count++;
  return count;
}

/** Returns the texts of a value that people read: a text, each text in a list, rich text without its tags. */
export function visibleTexts({ shape, texts }: ReadableValue): readonly string[] {
  return isMarkup(shape) ? texts.map(visibleText) : texts;
}

/** Returns the HTML of rich text: at most one text, none for values of other shapes. */
export function markupIn({ shape, texts }: ReadableValue): readonly string[] {
  return isMarkup(shape) ? texts : [];
}

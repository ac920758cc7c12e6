/** Counts the words that a visitor can read in the values of a node. */
import type { ReadableValue } from "./value-parts.ts";
import { isMarkup } from "./value-shape.ts";
import { visibleText, visibleTextAsWritten } from "./visible-html.ts";
import { countWordsIn } from "./words.ts";

/**
 * Counts the words of a value: of a text, of each text in a list, of rich text without its tags. Values of other shapes
 * (numbers, dates, ids, links, JSON) have none; elements in a value are values of their own.
 */
export function countWords({ shape, texts }: ReadableValue): number {
  let count = 0;
  for (const text of texts) {
    count += countWordsIn(isMarkup(shape) ? visibleTextAsWritten(text) : text);
  }
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

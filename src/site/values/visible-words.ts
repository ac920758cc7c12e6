/** Counts the words that a visitor can read in the values of a node. */
import type { ReadableValue } from "./value-parts.ts";
import { isMarkup } from "./value-shape.ts";
import { visibleText } from "./visible-html.ts";

/** The part of a word from its first letter or digit: a dash between two spaces is no word. */
const WORD = /[\p{L}\p{N}]\S*/gu;

/**
 * Counts the words of a value: of a text, of each text in a list, of rich text without its tags. Values of other shapes
 * (numbers, dates, ids, links, JSON) have none; elements in a value are values of their own.
 */
export function countWords(value: ReadableValue): number {
  return visibleTexts(value).reduce((sum, text) => sum + wordsOfText(text), 0);
}

/** Words end at white space, as for `wc -w` and spreadsheets. */
function wordsOfText(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

/** Returns the texts of a value that people read: a text, each text in a list, rich text without its tags. */
export function visibleTexts({ shape, texts }: ReadableValue): readonly string[] {
  return isMarkup(shape) ? texts.map(visibleText) : texts;
}

/** Returns the HTML of rich text: at most one text, none for values of other shapes. */
export function markupIn({ shape, texts }: ReadableValue): readonly string[] {
  return isMarkup(shape) ? texts : [];
}

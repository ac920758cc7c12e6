/** Limits of the JSON of a site's responses, on which all code that reads them relies. */
import { BYTE, MOST_LEVELS } from "./grammar.ts";

/** The most entries of a list or an object. */
const MOST_ENTRIES = 1_000_000;

const inWords = (count: number) => count.toLocaleString("en-US");

/**
 * Detects nesting and lists beyond what any site has, in one pass that allocates nothing and also reads malformed JSON. Nested
 * lists and nested objects are counted separately, since a level of a tree is one of each.
 * @returns what is beyond the limits, as a noun; `undefined` if nothing is
 */
export function beyondBounds(json: Uint8Array): string | undefined {
  let lists = 0;
  let objects = 0;
  /** Commas so far in each open list or object, by its depth. */
  const commas = new Uint32Array(2 * MOST_LEVELS + 4);
  const { length } = json;
  for (let at = 0; at < length; at++) {
    switch (json[at]) {
      case BYTE.quote:
        while (++at < length && json[at] !== BYTE.quote) if (json[at] === BYTE.backslash) at++;
        break;
      case BYTE.comma:
        if (++commas[lists + objects] === MOST_ENTRIES) {
          return `a list or object of more than ${inWords(MOST_ENTRIES)} entries`;
        }
        break;
      case BYTE.openBracket:
      case BYTE.openBrace:
        // The list of children of a node on the last level is empty.
        if ((json[at] === BYTE.openBracket ? lists++ : objects++) > MOST_LEVELS) {
          return `JSON that is nested more than ${inWords(MOST_LEVELS)} levels deep`;
        }
        commas[lists + objects] = 0;
        break;
      case BYTE.closeBracket:
        if (lists > 0) lists--;
        break;
      case BYTE.closeBrace:
        if (objects > 0) objects--;
        break;
    }
  }
  return undefined;
}

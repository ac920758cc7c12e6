/** Bounds of the JSON that a site answers with: whatever reads an answer may rely on them. */
import { BYTE, MOST_LEVELS } from "./grammar.ts";

/** A list or an object of an answer has no more entries, whatever they are. */
export const MOST_ENTRIES = 1_000_000;

const inWords = (count: number) => count.toLocaleString("en-US");

/**
 * Looks for nesting and lists beyond what any site has, in one pass that keeps nothing and reads malformed JSON, too. Lists
 * within lists and objects within objects are counted apart, since a level of a tree is one of each.
 * @returns what is beyond bounds, as a noun; `undefined` where nothing is
 */
export function beyondBounds(json: Uint8Array): string | undefined {
  let lists = 0;
  let objects = 0;
  /** Commas so far in each open list or object, by how many are open around it. */
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

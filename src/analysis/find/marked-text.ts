/** The words of a search, and where they are in a text. */
import { foldedLetters } from "./search-text.ts";

/** The words of a text without case and accents, each once. */
export function searchWords(text: string): string[] {
  return [...new Set(foldedLetters(text.trim()).split(/\s+/))].filter((word) => word !== "");
}

/** A part of a text, and whether it is one of the words. */
type MarkedPart = { text: string; isMatch: boolean };

/**
 * Splits a text where words begin and end in it, whatever their case and accents.
 * @param words as `searchWords` gives them
 */
export function markedParts(text: string, words: readonly string[]): MarkedPart[] {
  const { characters, starts } = foldedCharacters(text);
  const isMarked = new Uint8Array(text.length);
  for (const word of words) {
    for (let at = characters.indexOf(word); at >= 0; at = characters.indexOf(word, at + word.length)) {
      isMarked.fill(1, starts[at], starts[at + word.length]);
    }
  }
  const parts: MarkedPart[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    while (end < text.length && isMarked[end] === isMarked[start]) end++;
    parts.push({ text: text.slice(start, end), isMatch: isMarked[start] === 1 });
  }
  return parts;
}

/** A folded text, and for each of its characters where the character begins that it was folded from. */
function foldedCharacters(text: string): { characters: string; starts: number[] } {
  let characters = "";
  const starts: number[] = [];
  let at = 0;
  for (const character of text) {
    const own = foldedLetters(character);
    for (let i = 0; i < own.length; i++) starts.push(at);
    characters += own;
    at += character.length;
  }
  starts.push(text.length);
  return { characters, starts };
}

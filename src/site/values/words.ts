/** What a word is, wherever words are counted, searched and compared. */

/** A text without soft hyphens: a browser may break words there, and nobody sees them. They are no borders of words. */
export function withoutSoftHyphens(text: string): string {
  return text.replaceAll("\u00ad", "");
}

/**
 * Counts words. They end at white space, as for `wc -w` and spreadsheets, and begin at their first letter or digit: a dash between
 * two spaces is no word. Character by character, since a list of the words takes three times as long.
 */
export function countWordsIn(text: string): number {
  let count = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInWord) isInWord = !isSpace(code);
    else if (beginsWord(text, at, code)) {
      isInWord = true;
      count++;
    }
  }
  return count;
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/uy;

function beginsWord(text: string, at: number, code: number): boolean {
  const lower = code | 0x20;
  if ((lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39)) return true;
  if (code < 0x80) return false;
  // Blocks of letters alone (Latin, Cyrillic, Han, Hangul) first, since the expression takes three quarters of the time.
  if (code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7) return true;
  if ((code >= 0x400 && code <= 0x481) || (code >= 0x4e00 && code <= 0x9fff)) return true;
  if (code >= 0xac00 && code <= 0xd7a3) return true;
  LETTER_OR_DIGIT.lastIndex = at;
  return LETTER_OR_DIGIT.test(text);
}

/** The white space of `\s` above Latin-1, and the zero-width space, which separates words in scripts without spaces. */
const OTHER_SPACES: ReadonlySet<number> = new Set([
  0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x200b,
  0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
]);

/** Whether a code unit is white space. */
function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return code === 0xa0 || (code >= 0x1680 && OTHER_SPACES.has(code));
}

/** White space as .NET has it, which wrote the texts: `Char.IsWhiteSpace`. JavaScript has U+FEFF in place of U+0085. */

const SPACE = 0x20;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const FIRST_BEYOND_ASCII = 0x85;
const BEYOND_ASCII = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** A text without the white space at its ends. */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isWhiteSpace(code: number): boolean {
  if (code < FIRST_BEYOND_ASCII) return code === SPACE || (code >= TAB && code <= CARRIAGE_RETURN);
  return BEYOND_ASCII.test(String.fromCharCode(code));
}

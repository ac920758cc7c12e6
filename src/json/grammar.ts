/** What the grammar of JSON (RFC 8259) says of single bytes and of the text of one value, and how messages show that. */
import { shortened } from "../text/visible-text.ts";

/** The bytes that JSON's grammar is made of. */
export const BYTE = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  /** Begins `null`. */
  n: 0x6e,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** A tree has at most so many levels, and so has a value: all code that reads them may recurse. */
export const MOST_LEVELS = 1000;

const ZERO = 0x30;
const NINE = 0x39;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const LOWER_E = 0x65;
/** Turns upper case into lower. */
const LOWER_CASE = 0x20;

/** The digits of the longest 32-bit integer. */
const MOST_DIGITS = 10;

/** How many characters of a value an error message shows. */
const SHOWN_LENGTH = 40;

/** Whether a value that begins with this byte is neither an object nor an array. */
export function isScalar(first: number): boolean {
  return first !== BYTE.openBrace && first !== BYTE.openBracket;
}

/** Whether a text begins as an object or array does, and ends as the same. */
export function looksNested(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first === BYTE.openBrace) return text.endsWith("}");
  return first === BYTE.openBracket && text.endsWith("]");
}

/** The 32-bit integer that JSON text from `start` to `end` writes, or `undefined` where it is anything else. */
export function integerIn(bytes: Buffer, start: number, end: number): number | undefined {
  const isNegative = bytes[start] === MINUS;
  const first = isNegative ? start + 1 : start;
  if (end === first || end - first > MOST_DIGITS) return undefined;
  let value = 0;
  for (let i = first; i < end; i++) {
    const digit = bytes[i] - ZERO;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  if (isNegative) value = -value;
  return (value | 0) === value ? value : undefined;
}

/** Bytes of which an error message shows all, or as much as it ever shows. */
export const SHOWN_BYTES = (SHOWN_LENGTH + 1) * 4;

/** JSON text of any length, as an error message shows it. */
export function shown(text: string): string {
  return shortened(text, SHOWN_LENGTH);
}

/** One step of a JSON pointer (RFC 6901). */
export function pointerTo(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The pointer to what lies so many steps below another place. Pointers share what they begin with. */
export function pointerBelow(pointer: string, path: readonly (string | number)[]): string {
  let below = pointer;
  for (const step of path) below += typeof step === "number" ? `/${step}` : pointerTo(step);
  return below;
}

/**
 * @param bytes a number, and behind it at least one byte that numbers are not made of
 * @returns where the number that begins at `start` ends, or -1 where none begins there
 */
export function numberEnd(bytes: Buffer, start: number): number {
  let at = bytes[start] === MINUS ? start + 1 : start;
  at = bytes[at] === ZERO ? at + 1 : digitsEnd(bytes, at);
  if (bytes[at] === POINT) at = digitsEnd(bytes, at + 1);
  if ((bytes[at] | LOWER_CASE) !== LOWER_E) return at;
  const sign = bytes[at + 1];
  return digitsEnd(bytes, sign === PLUS || sign === MINUS ? at + 2 : at + 1);
}

/** Where at least one digit ends, or -1. */
function digitsEnd(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] >= ZERO && bytes[at] <= NINE) at++;
  return at > start ? at : -1;
}

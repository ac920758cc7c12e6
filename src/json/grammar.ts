/** The grammar of JSON (RFC 8259) for single bytes and single values, and how messages show values. */
import { shortened } from "../text/visible-text.ts";

/** The bytes of JSON's grammar. */
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

/** The most levels of a tree, and of a value: all code that reads them may recurse. */
export const MOST_LEVELS = 1000;

const ZERO = 0x30;
const NINE = 0x39;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const LOWER_E = 0x65;
/** The bit of lower case. */
const LOWER_CASE = 0x20;

/** The digits of the longest 32-bit integer. */
const MOST_DIGITS = 10;

/** The most characters of a value in an error message. */
const SHOWN_LENGTH = 40;

/** Whether a value that begins with this byte is neither an object nor an array. */
export function isScalar(first: number): boolean {
  return first !== BYTE.openBrace && first !== BYTE.openBracket;
}

/** Whether a text begins and ends as an object or an array does. */
export function looksNested(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first === BYTE.openBrace) return text.endsWith("}");
  return first === BYTE.openBracket && text.endsWith("]");
}

/** The 32-bit integer in JSON text from `start` to `end`, or `undefined` if it is anything else. */
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

/** Enough bytes for the part of a value that an error message shows. */
export const SHOWN_BYTES = (SHOWN_LENGTH + 1) * 4;

/** JSON text of any length, as an error message shows it. */
export function shown(text: string): string {
  return shortened(text, SHOWN_LENGTH);
}

/** One step of a JSON pointer (RFC 6901). */
export function pointerTo(name: string): string {
  return `/${/[~/]/.test(name) ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name}`;
}

/** The name of a member that a step of a JSON pointer has, without its slash. */
export function nameOfStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** A JSON pointer, some steps below another one. Pointers share their first steps. */
export function pointerBelow(pointer: string, path: readonly (string | number)[]): string {
  let below = pointer;
  for (const step of path) below += typeof step === "number" ? `/${step}` : pointerTo(step);
  return below;
}

/**
 * @param bytes with at least one byte after the number that numbers do not have
 * @returns the end of the number that begins at `start`, or -1 if there is none
 */
export function numberEnd(bytes: Buffer, start: number): number {
  let at = bytes[start] === MINUS ? start + 1 : start;
  at = bytes[at] === ZERO ? at + 1 : digitsEnd(bytes, at);
  if (bytes[at] === POINT) at = digitsEnd(bytes, at + 1);
  if ((bytes[at] | LOWER_CASE) !== LOWER_E) return at;
  const sign = bytes[at + 1];
  return digitsEnd(bytes, sign === PLUS || sign === MINUS ? at + 2 : at + 1);
}

/** The end of one or more digits, or -1. */
function digitsEnd(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] >= ZERO && bytes[at] <= NINE) at++;
  return at > start ? at : -1;
}

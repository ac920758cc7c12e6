/** Where numbers end, as the grammar of JSON has them (RFC 8259, section 6). */

const ZERO = 0x30;
const NINE = 0x39;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const LOWER_E = 0x65;
/** Turns upper case into lower. */
const LOWER_CASE = 0x20;

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

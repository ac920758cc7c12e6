/** Characters of random texts. */
import fc from "fast-check";

/**
 * Any character of Unicode, half of them ASCII; no half surrogate pairs. The same as the unit `binary` of fast-check, whose table of
 * all characters takes a second of each process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 0x7f }) },
    { weight: 2, arbitrary: fc.integer({ min: 0x80, max: 0xd7ff }) },
    { weight: 1, arbitrary: fc.integer({ min: 0xe000, max: 0x10ffff }) },
  )
  .map((code) => String.fromCodePoint(code));

/** `widthOf` and `fit`, compared with string-width, which is slower. */
import fc from "fast-check";
import stringWidth from "string-width";
import { expect, it } from "vitest";
import { fit, widthOf } from "../../src/output/fit.ts";

const word = fc.oneof(
  fc.constantFrom(..."a øЖ›…日가\u0301\u0483", "e\u0301", "👨\u200d👩\u200d👧", "🇩🇰"),
  fc.integer({ min: 0x20, max: 0xd7ff }).map((unit) => String.fromCharCode(unit)),
);
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(""));

it("widthOf equals string-width for each character", () => {
  // The fast path ends with Cyrillic, at U+052F.
  const characters = Array.from({ length: 0x1000 }, (_, unit) => String.fromCharCode(unit));
  expect(characters.filter((character) => widthOf(character) !== stringWidth(character))).toEqual([]);
});

it("widthOf equals string-width for any text, and fit cuts it to the columns", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 12 }), (long, columns) => {
      expect(widthOf(long)).toBe(stringWidth(long));
      expect(stringWidth(fit(long, columns))).toBeLessThanOrEqual(Math.max(columns, 1));
    }),
  );
});

it.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "ab…"],
  ["ab\u0301cd", 3, "ab\u0301…"],
  ["Måkevær", 4, "Måk…"],
  ["日本語", 4, "日…"],
  ["abc", 1, "…"],
  ["abc", 0, "…"],
])("fit: %j in %d columns is %j", (long, columns, shown) => {
  expect(fit(long, columns)).toBe(shown);
});

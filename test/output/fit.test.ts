/** `widthOf` and `fit`, compared with string-width, which is slower. */
import fc from "fast-check";
import stringWidth from "string-width";
import { expect, it } from "vitest";
import { fit, widthOf, wordWrapped, wrapped } from "../../src/output/fit.ts";
import { visible } from "../../src/text/visible-text.ts";
import { growsLinearly } from "../support/growth.ts";

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

it.each([
  ["a bc d", 4, "", ["a bc", "d"]],
  ["a bc d", 100, "  ", ["a bc d"]],
  ["  a  b", 100, "", ["a  b"]],
  ["abcdef gh", 4, "  ", ["abcd", "ef", "  gh"]],
  ["日本 語", 4, "", ["日本", "語"]],
  ["", 4, "", [""]],
])("wordWrapped: %j in %d columns, indented by %j", (text, columns, indent, lines) => {
  expect(wordWrapped(text, columns, indent)).toEqual(lines);
});

it.each<[string, (text: string) => unknown]>([
  ["widthOf", widthOf],
  ["wordWrapped", (text) => wordWrapped(text, 20, "")],
  ["wrapped", (text) => wrapped(text, 20)],
])("%s: the time grows with the text, not with its square", (_, work) => {
  for (const words of ["سلام ", "plain "]) {
    expect(growsLinearly((size) => words.repeat(size), work, 50)).toBe(true);
  }
});

it("widthOf measures long texts as string-width does, and no character is split", () => {
  fc.assert(
    fc.property(text, (short) => {
      const long = `${"e\u0301".repeat(200)}${short}`.repeat(3);
      expect(widthOf(long)).toBe(stringWidth(long));
      expect(wrapped(long, 10_000).join("")).toBe(visible(long));
    }),
    { numRuns: 10 },
  );
});

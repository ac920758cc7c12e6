/** Small functions on the text of JSON. */
import { describe, expect, it } from "vitest";
import { integerIn, looksNested, pointerTo, SHOWN_BYTES, shown } from "../../src/json/grammar.ts";

it.each([
  ["{}", true],
  ["[1]", true],
  ['{"a":1}', true],
  ["{]", false],
  ["[}", false],
  ["{", false],
  ["[", false],
  ["", false],
  ['"[]"', false],
])("looksNested: %j: %s", (text, expected) => {
  expect(looksNested(text)).toBe(expected);
});

it.each([
  ["0", 0],
  ["42", 42],
  ["-7", -7],
  ["2147483647", 2147483647],
  ["2147483648", undefined],
  ["-2147483648", -2147483648],
  ["-2147483649", undefined],
  ["99999999999", undefined],
  ["-", undefined],
  ["", undefined],
  ["1.0", undefined],
  ["1e3", undefined],
  ['"1"', undefined],
  ["1:", undefined],
  ["1/", undefined],
])("integerIn: %j is the 32-bit integer %s", (text, expected) => {
  expect(integerIn(Buffer.from(`5${text}5`), 1, 1 + text.length)).toBe(expected);
});

it("pointerTo escapes names", () => {
  expect(pointerTo("a/b~c~1")).toBe("/a~1b~0c~01");
});

describe("shown", () => {
  it("cuts a value to 40 characters", () => {
    expect(shown("x".repeat(40))).toBe("x".repeat(40));
    expect(shown("x".repeat(41))).toBe(`${"x".repeat(39)}…`);
  });

  it("returns the same for the first bytes of a value with any characters", () => {
    for (const character of ["x", "é", "日", "😀"]) {
      const whole = Buffer.from(character.repeat(100));
      const cut = whole.toString("utf8", 0, SHOWN_BYTES);
      expect(shown(cut)).toBe(shown(String(whole)));
    }
  });
});

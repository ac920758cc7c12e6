/** `countWords`: where words begin. */
import { expect, it } from "vitest";
import { countWords } from "../../../src/site/values/visible-words.ts";

it("`countWords` counts what has a letter or a digit, of any script", () => {
  const units = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const counted = units.filter((text) => countWords({ shape: "text", texts: [text] }) === 1);
  expect(counted).toEqual(units.filter((text) => /[\p{L}\p{N}]/u.test(text)));
  expect(countWords({ shape: "text", texts: ["Ærø – 東京, страница 7 × 2 𝒜 한국"] })).toBe(7);
});

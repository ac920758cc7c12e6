/** Numbers in words. */
import { expect, it } from "vitest";
import { inPercent } from "../../src/text/counted.ts";

it.each([
  [0, 35, "0 %"],
  [1, 100_000, "0.1 %"],
  [33, 35, "94.3 %"],
  [1, 2, "50.0 %"],
  [99_999, 100_000, "99.9 %"],
  [35, 35, "100 %"],
])("inPercent: %d of %d is %s", (part, all, text) => {
  expect(inPercent(part / all)).toBe(text);
});

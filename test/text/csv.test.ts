/** `csvLine`: quotes and escapes cells. */
import { expect, it } from "vitest";
import { csvLine } from "../../src/text/csv.ts";

it.each<[string, (string | number)[], string]>([
  ["texts and numbers", ["a", 1, 0.5], "a,1,0.5\n"],
  ["empty texts", ["", "b", ""], ",b,\n"],
  ["commas", ["a,b"], '"a,b"\n'],
  ["quotes", ['say "a"'], '"say ""a"""\n'],
  ["line ends", ["a\nb", "c\rd"], '"a\nb","c\rd"\n'],
  ["formulas, which get an apostrophe", ["=1+1", "+1", "-a", "@b", "\tc"], "'=1+1,'+1,'-a,'@b,'\tc\n"],
  ["negative numbers", [-1], "-1\n"],
])("csvLine writes %s", (_, cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

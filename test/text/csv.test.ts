/** `csvLine`, `excelLine`: quotes and escapes cells. */
import { expect, it } from "vitest";
import { csvLine, excelLine } from "../../src/text/csv.ts";

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

it.each<[string, string, string]>([
  ["a text that it would not evaluate", "x;y, z", '"x;y, z"\n'],
  ["a formula", "=1+1", "'=1+1\n"],
  ["a formula where semicolons separate", "x;=1+1", "x;'=1+1\n"],
  ["a formula where tabs separate", "x\t=1+1", "x\t'=1+1\n"],
  ["a formula where commas separate", "x,@SUM(A1)", '"x,\'@SUM(A1)"\n'],
  ["a formula in a quoted cell of its own", 'x;"=1+1;y', '"x;""\'=1+1;y"\n'],
  ["a formula at the start of a line", "x\n=1+1;y", '"x\n\'=1+1;y"\n'],
  ["several", "=1;-2;＝3", "'=1;'-2;'＝3\n"],
])("excelLine writes %s, whatever separates cells in the reader's locale", (_, cell, line) => {
  expect(excelLine([cell])).toBe(line);
});

it("csvLine keeps what is no formula where commas separate", () => {
  expect(csvLine(["x;=1+1"])).toBe("x;=1+1\n");
});

/** `tableLines`: the layout of tables of text. */
import { expect, it } from "vitest";
import { tableLines } from "../../src/output/rows.ts";

it("tableLines aligns columns by what is shown: control characters are escaped", () => {
  const rows = [
    ["a\u0007b", "1"],
    ["abc", "2"],
  ];
  const columns = [0, 1].map((column) => ({ text: (row: string[]) => row[column], rank: column }));
  const lines = [...tableLines(rows, columns, { room: 80, kept: 1 })];
  expect(lines).toEqual(["a\\u0007b  1", "abc       2"]);
});

/** Which columns a table shows, and their widths: columns that users copy are shown whole before the others get room. */
import { Chalk } from "chalk";
import { describe, expect, it } from "vitest";
import { columnsFor, GAP, lineRows, paddedLine, smallTable } from "../../src/output/draw-table.ts";
import { widthOf } from "../../src/output/fit.ts";

describe("columnsFor: the columns of a table", () => {
  it.each([
    ["are not truncated if there is room", [4, 10, 6], 26, undefined, undefined, [0, 1, 2], [4, 10, 6]],
    [
      "share too little room, the first taking what others leave",
      [25, 30],
      53,
      undefined,
      undefined,
      [0, 1],
      [25, 24],
    ],
    [
      "share the room if it is too little for each, the first getting most",
      [30, 30],
      24,
      undefined,
      undefined,
      [0, 1],
      [14, 6],
    ],
    ["have at least one character", [30, 30], 1, undefined, undefined, [0, 1], [1, 1]],
    ["are left out by rank", [22, 20, 27, 9], 75, [0, 2, 3, 1], 2, [0, 2, 3], [22, 27, 9]],
    ["are left out singly, if columns of lower rank have room", [4, 40, 6], 20, [0, 1, 2], 1, [0, 2], [4, 6]],
    ["are kept up to a minimum, the highest rank in full", [45, 36], 70, [1, 0], 2, [0, 1], [30, 36]],
  ])("%s", (_, needs, room, worth, kept, shown, widths) => {
    const wholes = needs.map((whole) => ({ whole }));
    expect(columnsFor(wholes, room, worth, kept)).toEqual({ shown, widths });
  });

  it.each([
    ["get enough each before one gets all", [60, 60], [20, 20], 64, [0, 1], [34, 26]],
    ["are left out if they would get less than enough", [30, 60], [10, 20], 30, [0], [28]],
    ["never get more than they need", [30, 8], [10, 20], 100, [0, 1], [30, 8]],
  ])("%s", (_, wholes, enough, room, shown, widths) => {
    const needs = wholes.map((whole, i) => ({ whole, enough: enough[i] }));
    expect(columnsFor(needs, room, undefined, 1)).toEqual({ shown, widths });
  });
});

describe("paddedLine and smallTable", () => {
  it("draw cells of several lines", () => {
    const rows = [...lineRows([["alias", "more"], ["1"]]), ...lineRows([["b"], ["2", "3"]])];
    const lines = [`alias${" ".repeat(GAP)}1`, "more", "b      2", "       3"];
    expect([...smallTable(rows, [5])]).toEqual(lines);
    expect(rows.map((row) => paddedLine(row, [5]))).toEqual(lines);
  });

  it("draw the same, however long the table is", () => {
    const chalk = new Chalk({ level: 1 });
    const kinds = [
      ["id", "name", "url"],
      ["1", "Ærø og 東京", "/a/"],
      ["22", chalk.dim("dim"), ""],
      ["333", "👩‍🚀 e\u0301", chalk.bold("/b/")],
      ["4444", "", ""],
    ];
    const lines = [
      "id    name          url",
      "1     Ærø og 東京   /a/",
      `22    ${chalk.dim("dim")}`,
      `333   👩‍🚀 e\u0301          ${chalk.bold("/b/")}`,
      "4444",
    ];
    expect(kinds.map((row) => paddedLine(row, [4, 12]))).toEqual(lines);
    const rows = Array.from({ length: 300 }, (_, i) => kinds[i % kinds.length]);
    expect([...smallTable(rows, [4, 12])]).toEqual(rows.map((_, i) => lines[i % kinds.length]));
  });

  it("cut no cell that fits its column", () => {
    // Arabic with vowel marks, which take no column.
    const name = "مَدْرَسَةٌ";
    expect(widthOf(name)).toBe(5);
    expect(paddedLine([name, "x"], [5])).toBe(`${name}  x`);
    expect([...smallTable([[name, "x"]], [5])].join()).toContain(name);
  });
});

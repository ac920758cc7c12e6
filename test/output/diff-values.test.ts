/** `wholePair`: the lines that differ between two values. */
import { Chalk } from "chalk";
import { expect, it } from "vitest";
import { wholePair } from "../../src/output/diff-values.ts";

const text = (lines: readonly string[]) => JSON.stringify(lines.join("\n"));
const shown = (before: readonly string[], after: readonly string[]) =>
  wholePair({ before: text(before), after: text(after) }, new Chalk({ level: 0 }));

it.each<[string, string[], string[], string[]]>([
  ["a changed line", ["a", "b", "c"], ["a", "x", "c"], ["  a", "- b", "+ x", "  c"]],
  ["a line that is added", ["a", "c"], ["a", "b", "c"], ["  a", "+ b", "  c"]],
  ["lines added to an empty text", [], ["a", "b"], ["+ a", "+ b"]],
])("wholePair shows %s", (_name, before, after, lines) => {
  expect(shown(before, after)).toEqual(lines);
});

it("wholePair shows only the lines that differ of 500 lines", () => {
  const before = Array.from({ length: 500 }, (_, i) => `line ${i}`);
  const after = before.map((line, i) => (i % 10 === 0 ? `${line} changed` : line));
  const lines = shown(before, after);
  expect(lines.filter((line) => /^[-+]/.test(line))).toHaveLength(100);
});

it("wholePair shows long texts that have no line in common as removed and added", () => {
  const before = Array.from({ length: 600 }, (_, i) => `old ${i}`);
  const lines = shown(
    before,
    before.map((line) => `new ${line}`),
  );
  expect(lines).toHaveLength(1200);
  expect([lines[0], lines[600]]).toEqual(["- old 0", "+ new old 0"]);
});

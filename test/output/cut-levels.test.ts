/** Views print the last level that is shown, if there are nodes below it. */
import { describe, expect, it } from "vitest";
import { run } from "../support/program.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

const node = (id: number, children: object[] = []) => ({
  id,
  key: keyOf(id),
  name: `n${id}`,
  type: "page",
  children,
});
/** Four levels, of which the second root has one. */
const ROOTS = [node(1, [node(2, [node(3, [node(4)])])]), node(5)];

describe("--depth: levels that were left out are reported", () => {
  it.each([
    ["tree", [], 2],
    ["tree", ["--depth", "0"], 1],
    ["tree", ["--depth", "2"], 3],
    ["tree", ["--max-level", "1"], 1],
    ["tree", ["--id", "2"], 3],
    ["tree", ["--id", "2", "--depth", "0"], 2],
    ["table", [], 2],
    ["table", ["--depth", "0"], 1],
    ["table", ["--depth", "2"], 3],
    ["table", ["--max-level", "1"], 1],
    ["table", ["--id", "2"], 3],
    ["table", ["--id", "2", "--depth", "0"], 2],
    ["table", ["--id", "1"], 2],
  ])("%s of %j: level %i was the last", async (format, args, level) => {
    const data = dataDirectory({ "content.json": ROOTS });
    const { stdout } = await run(["content", "--data", data, "--format", format, ...args]);
    expect(stdout.match(/^below level.*$/gm)).toEqual([`below level ${level} not shown: --depth all`]);
  });

  it.each(["tree", "table"])("%s: nothing is reported if all levels are shown", async (format) => {
    const data = dataDirectory({ "content.json": ROOTS });
    const shown = async (...args: string[]) =>
      (await run(["content", "--data", data, "--format", format, ...args])).stdout;
    for (const args of [
      ["--depth", "all"],
      ["--depth", "4"],
      ["--id", "4"],
      ["--id", "3", "--depth", "2"],
    ]) {
      expect(await shown(...args)).not.toContain("not shown");
    }
  });
});

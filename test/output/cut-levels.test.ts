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
    [[], 2],
    [["--depth", "0"], 1],
    [["--depth", "2"], 3],
    [["--max-level", "1"], 1],
    [["--id", "2"], 3],
    [["--id", "2", "--depth", "0"], 2],
  ])("tree of %j: level %i was the last", async (args, level) => {
    const data = dataDirectory({ "content.json": ROOTS });
    const { stdout } = await run(["content", "--data", data, "--format", "tree", ...args]);
    expect(stdout.match(/^below level.*$/gm)).toEqual([`below level ${level} not shown: --depth all`]);
  });

  it("nothing is reported if all levels are shown", async () => {
    const data = dataDirectory({ "content.json": ROOTS });
    const shown = async (...args: string[]) =>
      (await run(["content", "--data", data, "--format", "tree", ...args])).stdout;
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

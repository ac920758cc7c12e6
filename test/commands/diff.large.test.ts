/** `diff` of large data. */
import { expect, it } from "vitest";
import { run } from "../support/program.ts";
import { nodeOf, siteDirectory } from "../support/site.ts";

it("diff prints 200,000 changed properties of one node", async () => {
  const site = (value: string) => {
    const names = Array.from({ length: 200_000 }, (_, i) => `p${i}`);
    const properties = Object.fromEntries(names.map((alias) => [alias, { alias, editorAlias: "x", value }]));
    return siteDirectory([{ ...nodeOf(1, "Home"), properties }]);
  };
  const { status, stdout, stderr } = await run(["diff", site("a"), site("b"), "--format", "plain"]);
  expect(stderr).toBe("");
  expect(status).toBe(1);
  expect(stdout).toContain("p199999");
});

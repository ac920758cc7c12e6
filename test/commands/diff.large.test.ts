/** `diff` of large data. */
import { expect, it } from "vitest";
import { runProcess, SMALL_STACK } from "../support/program.ts";
import { nodeOf, siteDirectory } from "../support/site.ts";

it("diff prints 20,000 changed properties of one node", async () => {
  const site = (value: string) => {
    const names = Array.from({ length: 20_000 }, (_, i) => `p${i}`);
    const properties = Object.fromEntries(names.map((alias) => [alias, { alias, editorAlias: "x", value }]));
    return siteDirectory([{ ...nodeOf(1, "Home"), properties }]);
  };
  const { status, stdout, stderr } = await runProcess(
    ["diff", site("a"), site("b"), "--format", "plain"],
    SMALL_STACK,
  );
  expect(stderr).toBe("");
  expect(status).toBe(1);
  expect(stdout).toContain("p19999");
});

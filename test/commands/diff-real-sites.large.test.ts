/** `diff` of exports of real sites, if they are beside the repository. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../support/program.ts";
import { SHARED } from "../support/repository.ts";

const exportOf = (name: string) => join(SHARED, "corpus", name);
const treesOf = (name: string) => join(SHARED, "trees", name);

type Line = { name: string };
type Values = { equal: number; markup: number; differ: number; notCompared: Record<string, number> };
type Document = { counts: Record<string, number>; changes: Line[]; notCompared: object[]; values: Values };

async function documentOf(old: string, other: string, ...args: string[]): Promise<Document> {
  const { stdout, stderr } = await run(["diff", old, other, "--quiet", "--format", "json", ...args]);
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

describe.skipIf(!existsSync(join(SHARED, "corpus")))(
  "diff: real sites (skipped if ../shared is missing)",
  () => {
    it.each(["clean", "schemeweaver"])("%s as uSync has no differences from its JSON trees", async (name) => {
      const { changes, notCompared } = await documentOf(
        exportOf(`${name}-v17`),
        treesOf(name),
        "--no-as-migrated",
      );
      expect(changes).toEqual([]);
      expect(notCompared).toContainEqual({ field: "template", reason: "not in JSON" });
    });

    it("finds few differences between clean-v9 and clean-v17, by the meaning of values", async () => {
      const plain = await documentOf(exportOf("clean-v9"), exportOf("clean-v17"), "--no-as-migrated");
      const { changes, values } = await documentOf(exportOf("clean-v9"), exportOf("clean-v17"));
      expect(plain.counts).toMatchObject({ added: 0, removed: 0, moved: 0, renamed: 0, retyped: 0 });
      expect(plain.changes.length).toBeGreaterThan(40);
      expect(changes.map(({ name }) => name)).toEqual([
        "Features",
        "Podcasts and Videos",
        "YouTube Tutorials",
        "Paul Seal",
        "Social Icons",
      ]);
      expect(values).toMatchObject({ differ: 15, notCompared: {} });
      expect(values.equal).toBeGreaterThan(25 * values.differ);
    });
  },
);

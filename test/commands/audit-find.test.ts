/** What `audit` counts, `find` lists: the commands that it names find the nodes that it speaks of. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keyOf, nodeOf, siteDirectory } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { piped } from "../support/terminal.ts";

/** As a shell takes it apart: single quotes hold what stands between them. */
function words(command: string): string[] {
  return (command.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ""));
}

type Row = { section: string; find?: string; id?: number | null; nodes?: number };

describe("the commands that audit names", async () => {
  const { stdout } = await piped(["audit", "--sample", "--format", "ndjson"]);
  const rows: Row[] = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const byCommand = new Map(rows.flatMap((row) => (row.find ? [[row.find, row] as const] : [])));

  it("are of most sections", () => {
    expect(new Set([...byCommand.values()].map(({ section }) => section)).size).toBeGreaterThan(5);
  });

  it.each([...byCommand])("%s", async (command, { id, nodes = 0 }) => {
    const found = await piped([...words(command).slice(1), "--format", "json"]);
    const ids = JSON.parse(found.stdout).map((each: { id: number }) => each.id);
    if (typeof id === "number") expect(ids).toContain(id);
    expect(ids.length).toBeGreaterThanOrEqual(nodes);
  });
});

describe("media that a page picks without keys of the items", () => {
  const picks = { alias: "picks", editorAlias: "Umbraco.MediaPicker3", value: [{ mediaKey: keyOf(11) }] };
  const directory = () =>
    siteDirectory(
      [{ ...nodeOf(1, "Page"), properties: { picks } }],
      [
        { ...nodeOf(11, "picked"), url: "/media/1/a.jpg" },
        { ...nodeOf(12, "not picked"), url: "/media/2/b.jpg" },
      ],
    );

  it("are used: audit, find and slice follow the reference", async () => {
    const data = directory();
    const out = join(temporaryDirectory(), "out");
    const { stdout } = await piped(["audit", "--data", data, "--section", "media", "--format", "ndjson"]);
    const rows = stdout.trimEnd().split("\n");
    expect(rows.map((line) => JSON.parse(line).name)).toEqual(["not picked"]);
    const users = await piped(["find", "--data", data, "--links-to", keyOf(11), "--format", "json"]);
    expect(JSON.parse(users.stdout)).toMatchObject([{ id: 1 }]);
    await piped(["slice", "--data", data, "--key", keyOf(1), "--out", out]);
    expect(readFileSync(join(out, "media.ndjson"), "utf8")).toContain(keyOf(11));
  });
});

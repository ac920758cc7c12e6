/** What `audit` counts, `find` lists: the commands that it names find the nodes that it speaks of. */
import { describe, expect, it } from "vitest";
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

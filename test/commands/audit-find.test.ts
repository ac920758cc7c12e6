/** What `audit` counts, `find` lists: the commands that it names find the nodes that it speaks of. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import type { AuditAnswer, FoundNodes } from "../../src/http/explorer/explorer-answers.ts";
import { directoryEdition } from "../../src/sources/directory-edition.ts";
import { appOf, keyOf, nodeOf, siteDirectory } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { piped } from "../support/terminal.ts";

/** As a shell takes it apart: single quotes hold what stands between them. */
function words(command: string): string[] {
  return (command.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ""));
}

type Row = { section: string; find?: string | null; id?: number | null; nodes?: number };

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

describe("the commands for leftovers", () => {
  const text = (id: number, value: string, more: object = {}) => ({
    ...nodeOf(id, `n${id}`),
    properties: { body: { alias: "body", editorAlias: "Umbraco.TinyMCEv3", value }, ...more },
  });
  const link = '<a data-id="7" href="/x/">x</a>';
  const grid = (macroAlias: string) => ({
    value: { macroAlias, macroParamsDictionary: {} },
    editor: { alias: "macro" },
  });
  const directory = () =>
    siteDirectory([
      text(1, '<img rel="1051" data-id="1051" src="/media/1051/a.jpg">'),
      text(2, '<a rel="noopener" href="https://example.com/">x</a>'),
      text(3, "<p>the attribute rel= and data-id</p>"),
      text(4, link),
      text(5, "<p>nothing</p>", { other: { alias: "other", editorAlias: "Umbraco.TinyMCEv3", value: link } }),
      text(6, '<?UMBRACO_MACRO macroAlias="Map" />'),
      text(7, '<p>Map</p><?UMBRACO_MACRO macroAlias="MapOfAll" />'),
      { ...text(8, link), type: "" },
      text(9, "", { grid: { alias: "grid", editorAlias: "Own.Editor", value: grid("Map").value } }),
    ]);

  it("list as many nodes as the rows count, in the shell and in the explorer", async () => {
    const data = directory();
    const args = ["audit", "--data", data, "--section", "leftovers", "--format", "ndjson"];
    const rows = (await piped(args)).stdout
      .trimEnd()
      .split("\n")
      .map((line): Row => JSON.parse(line));
    const app = appOf({ explorer: {} }, directoryEdition(await loadDirectory(data)));
    const shown = (await (await app.request("/explorer/audit?section=leftovers")).json()) as AuditAnswer;
    expect(rows.length).toBeGreaterThan(4);
    expect(shown.rows).toHaveLength(rows.length);
    for (const [i, { find, nodes, id }] of rows.entries()) {
      // No search lists the nodes without a type alone.
      expect(typeof find).toBe(id === 8 ? "object" : "string");
      if (!find) continue;
      const found = await piped([...words(find).slice(1), "--format", "json"]);
      expect([find, JSON.parse(found.stdout).length]).toEqual([find, nodes]);
      const query = new URLSearchParams(shown.rows[i].query);
      const answer = (await (await app.request(`/explorer/find?${query}`)).json()) as FoundNodes;
      expect([find, answer.nodes.length]).toEqual([find, nodes]);
    }
  });
});

describe("the commands for urls that several pages have", () => {
  it("list these pages, and none whose url only begins so", async () => {
    const urls = ["/", "/", "/a/", "/A", "/a/b/", "/ab/"];
    const data = siteDirectory(urls.map((url, i) => ({ ...nodeOf(i + 1, `n${i}`), url })));
    const { stdout } = await piped(["audit", "--data", data, "--section", "urls", "--format", "ndjson"]);
    const rows = stdout
      .trimEnd()
      .split("\n")
      .map((line): Row => JSON.parse(line));
    expect(rows).toHaveLength(2);
    for (const { find, nodes } of rows) {
      const found = await piped([...words(find ?? "").slice(1), "--format", "json"]);
      expect([find, JSON.parse(found.stdout).length]).toEqual([find, nodes]);
    }
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

/** The find commands in the rows of `audit` list the nodes that the rows count. */
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import type { AuditAnswer, FoundNodes } from "../../src/http/explorer/explorer-api.ts";
import { parseLines } from "../support/ndjson.ts";
import { fixture } from "../support/repository.ts";
import { appOf, nodeOf, siteDirectory, udiOf } from "../support/site.ts";
import { piped, shellWords } from "../support/terminal.ts";
import { expectExplorerCounts, expectShellCounts, type Row, rowsOf } from "./audit-counts.ts";

/** Values that searches could confuse: texts in the form of ids, URLs with the same start, editors and properties inside elements. */
function trickySite(): string {
  const text = (value: unknown, editorAlias = "Umbraco.TextBox") => ({ editorAlias, value });
  const quote = (who: string) => [{ ncContentTypeAlias: "quote", name: "q", who }];
  const nested = (value: unknown) => text(value, "Umbraco.NestedContent");
  const page = (
    id: number,
    values: Record<string, { editorAlias: string; value: unknown }>,
    type = "page",
  ) => ({
    ...nodeOf(id, `n${id}`),
    type,
    properties: Object.fromEntries(
      Object.entries(values).map(([alias, each]) => [alias, { alias, ...each }]),
    ),
  });
  const photo = (id: number, url: string) => ({ ...nodeOf(id, `m${id}`), type: "Image", url });
  const content = [
    page(1, { link: text("1234", "Umbraco.ContentPicker"), who: text("somebody") }),
    page(2, { link: text("1234", "Umbraco.ContentPicker"), title: text("12345 of 1234") }),
    page(3, { link: text("11", "Umbraco.ContentPicker"), body: nested(quote("a")) }),
    page(4, { body: nested([...quote("b"), ...quote("")]), aside: nested(quote("c")) }),
    page(5, { body: nested([{ ncContentTypeAlias: "box", inner: quote("d") }]), who: text("") }),
    page(6, { what: text("a", "Own.One"), file: text({ src: "" }, "Umbraco.ImageCropper") }),
    page(7, { what: text("b", "Own.Two"), file: text({ src: "/media/1/a.jpg" }, "Umbraco.ImageCropper") }),
    page(8, { who: text("a"), same: text("s") }, "star*"),
    page(9, { who: text("a"), same: text("s") }, "starling"),
    page(16, { who: text("a"), same: text("s") }, "starling"),
    page(10, { who: text("a"), hidden: text(udiOf("media", 1)) }, ""),
  ];
  const urls = ["/media/1/a.jpg", "/media/1/a.jpg", "/media/1/a.jpg.webp", "/media/2/b.jpg"];
  return siteDirectory(
    content,
    urls.map((url, i) => photo(11 + i, url)),
  );
}

describe("audit: the find command of a row lists as many nodes as the row counts", () => {
  // The other fixtures and real sites follow with the large tests.
  it.each(["umbraco-config/site", "usync/cultures"])(
    "of %s, in the shell and in the explorer",
    async (name) => {
      const data = fixture(name);
      const rows = await rowsOf(data);
      expect(rows.length).toBeGreaterThan(0);
      await expectShellCounts(rows);
      await expectExplorerCounts(data, rows);
    },
  );

  it("of a site whose values are similar to ids, URLs and aliases of the rows", async () => {
    const data = trickySite();
    const rows = await rowsOf(data);
    const offered = new Map(
      rows.map(({ section, find }) => [section, find ?? ""] as const).filter(([, find]) => find),
    );
    for (const section of ["editors", "elements", "references", "media", "filled", "properties"])
      expect([...offered.keys()]).toContain(section);
    await expectShellCounts(rows);
    await expectExplorerCounts(data, rows);
  });

  it("of the plain format, and the command that lists all warnings of check, print the announced number of rows", async () => {
    const rows = await rowsOf(fixture("../../data"));
    const offered = rows.filter(({ find }) => find);
    expect(new Set(offered.map(({ section }) => section)).size).toBeGreaterThan(5);
    const plain = (await piped(["audit", "--data", fixture("../../data"), "--quiet"])).stdout.split("\n");
    const queries = plain.flatMap(
      (line) => /^the (?:first row's nodes|nodes of row \d+): (.*)$/.exec(line)?.[1] ?? [],
    );
    expect(queries.length).toBeGreaterThan(0);
    for (const query of queries) expect(offered.map(({ find }) => find)).toContain(query);
    const more = plain.flatMap((line) => {
      const [, left, command] = /^and (\d+) rows? more: (.*)$/.exec(line) ?? [];
      return command ? [[Number(left), command] as const] : [];
    });
    expect(more.length).toBeGreaterThan(0);
    for (const [left, command] of more) {
      const all = await piped([...shellWords(command).slice(1), "--format", "ndjson"]);
      expect([command, parseLines(all.stdout).length]).toEqual([command, left + 10]);
    }
  });
});

describe("audit and find: the find commands for leftovers", () => {
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
    const rows: Row[] = parseLines((await piped(args)).stdout);
    const app = appOf({ explorer: {} }, directorySource(await loadDirectory(data)));
    const shown = (await (await app.request("/explorer/audit?section=leftovers")).json()) as AuditAnswer;
    expect(rows.length).toBeGreaterThan(4);
    expect(shown.section?.rows).toHaveLength(rows.length);
    for (const [i, { find, nodes, id }] of rows.entries()) {
      // No search lists only the nodes without a type.
      expect(typeof find).toBe(id === 8 ? "object" : "string");
      if (!find) continue;
      const found = await piped([...shellWords(find).slice(1), "--format", "json"]);
      expect([find, JSON.parse(found.stdout).length]).toEqual([find, nodes]);
      const query = new URLSearchParams(shown.section?.rows[i].query);
      const answer = (await (await app.request(`/explorer/find?${query}`)).json()) as FoundNodes;
      expect([find, answer.nodes.length]).toEqual([find, nodes]);
    }
  });
});

describe("audit and find: the find commands for duplicate URLs", () => {
  it("list these pages, and none whose URL only has the same start", async () => {
    const urls = ["/", "/", "/a/", "/A", "/a/b/", "/ab/"];
    const data = siteDirectory(urls.map((url, i) => ({ ...nodeOf(i + 1, `n${i}`), url })));
    const { stdout } = await piped(["audit", "--data", data, "--section", "urls", "--format", "ndjson"]);
    const rows: Row[] = parseLines(stdout);
    expect(rows).toHaveLength(2);
    for (const { find, nodes } of rows) {
      const found = await piped([...shellWords(find ?? "").slice(1), "--format", "json"]);
      expect([find, JSON.parse(found.stdout).length]).toEqual([find, nodes]);
    }
  });
});

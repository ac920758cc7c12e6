/** `diff --report completeness`: words, images, links and elements of each page, before and after. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeEditedSample } from "../support/edited-sample.ts";
import { run } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";
import { nodeOf } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const SAMPLE = join(ROOT, "data");

const page = (id: number, name: string, value: unknown, editorAlias = "Umbraco.TinyMCE") => ({
  ...nodeOf(id, name),
  type: "page",
  properties: { body: { alias: "body", editorAlias, value } },
});

const OLD = [
  page(1, "Emptied", '<p>One two <a href="/x">three</a> <img src="/media/1/a.jpg"></p>'),
  page(2, "Same", "<p>One two</p>"),
  page(
    3,
    "Blocks",
    [
      { ncContentTypeAlias: "a", t: "x y" },
      { ncContentTypeAlias: "a", t: "z" },
    ],
    "Umbraco.NestedContent",
  ),
  page(4, "Removed", "<p>Gone now</p>"),
];
const NEW = [
  page(1, "Emptied", ""),
  page(2, "Same", "<p>One <em>two</em></p>"),
  page(3, "Blocks", [{ ncContentTypeAlias: "a", t: "x y" }], "Umbraco.NestedContent"),
  page(5, "Added", "<p>New</p>"),
];

function sites(): [string, string] {
  return [dataDirectory({ "content.json": OLD }), dataDirectory({ "content.json": NEW })];
}

const report = (directories: readonly string[], ...args: string[]) =>
  run(["diff", ...directories, "--report", "completeness", ...args]);

describe("diff --report completeness", () => {
  it("prints totals, and the pages with fewer words, images, links or elements", async () => {
    const directories = sites();
    const { status, stdout, stderr } = await report(directories);
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(stdout.replaceAll(directories[0], "old").replaceAll(directories[1], "new")).toMatchInlineSnapshot(`
      "old  old: JSON, 4 content and 0 media nodes
      new  new: JSON, 4 content and 0 media nodes

      all pages  before  after  difference
      pages           4      4           0
      words          10      5          -5
      images          1      0          -1
      links           1      0          -1
      elements        2      1          -1

      Pages with fewer words, pictures, links or elements (3)
      page     id  words  images  links  elements
      Emptied   1  3 → 0   1 → 0  1 → 0         0
      Blocks    3  3 → 2       0      0     2 → 1
      Removed   4  2 → –   0 → –  0 → –     0 → –
      "
    `);
  });

  it("--format csv: prints a row for each page", async () => {
    const { stdout } = await report(sites(), "--format", "csv");
    const rows = stdout.trim().split(/\r?\n/);
    expect(rows[0]).toBe(
      "id,key,type,breadcrumbs,name,state,wordsBefore,wordsAfter,imagesBefore,imagesAfter,linksBefore,linksAfter,elementsBefore,elementsAfter,fewer",
    );
    expect(rows.slice(1).map((row) => row.replace(/[0-9a-f-]{36}/, "KEY"))).toMatchInlineSnapshot(`
      [
        "1,KEY,page,,Emptied,matched,3,0,1,0,1,0,0,0,"words, images, links"",
        "2,KEY,page,,Same,matched,2,2,0,0,0,0,0,0,",
        "3,KEY,page,,Blocks,matched,3,2,0,0,0,0,2,1,"words, elements"",
        "5,KEY,page,,Added,added,,1,,0,,0,,0,",
        "4,KEY,page,,Removed,removed,2,,0,,0,,0,,words",
      ]
    `);
  });

  it("--format json: prints totals and pages", async () => {
    const { stdout } = await report(sites(), "--format", "json");
    const { totals, pages } = JSON.parse(stdout);
    expect(totals).toEqual({
      before: { pages: 4, words: 10, images: 1, links: 1, elements: 2 },
      after: { pages: 4, words: 5, images: 0, links: 0, elements: 1 },
    });
    expect(pages.map(({ id, state, fewer }: Record<string, unknown>) => [id, state, fewer])).toEqual([
      [1, "matched", ["words", "images", "links"]],
      [2, "matched", []],
      [3, "matched", ["words", "elements"]],
      [5, "added", []],
      [4, "removed", ["words"]],
    ]);
  });

  it("omits pages of types that the map drops, and pages outside --below", async () => {
    const directories = sites();
    const map = join(dataDirectory({ "map.json": { page: null } }), "map.json");
    const dropped = JSON.parse(
      (await report(directories, "--as-migrated", "--map", map, "--format", "json")).stdout,
    );
    expect(dropped.pages.map(({ id }: { id: number }) => id)).not.toContain(4);
    const below = JSON.parse((await report(directories, "--below", "2", "--format", "json")).stdout);
    expect(below.pages.map(({ id }: { id: number }) => id)).toEqual([2]);
  });

  it.each<[string[], number]>([
    [["--below", "2"], 0],
    [["--below", "2", "--fail-on", "changed"], 1],
    [["--fail-on", "fewer"], 1],
    [["--fail-on", "moved"], 0],
  ])("%j: exit status %i", async (args, expected) => {
    expect((await report(sites(), ...args)).status).toBe(expected);
  });

  it("--fail-on fewer works without the report", async () => {
    const [old, other] = sites();
    expect((await run(["diff", old, other, "--stat", "--fail-on", "fewer"])).status).toBe(1);
    expect((await run(["diff", old, old, "--stat", "--fail-on", "fewer"])).status).toBe(0);
  });

  it("the edited sample: the totals equal the sums of two inventories by find", async () => {
    const friday = join(temporaryDirectory(), "friday");
    writeEditedSample(friday);
    const { totals } = JSON.parse((await report([SAMPLE, friday], "--format", "json")).stdout);
    for (const [path, counts] of [
      [SAMPLE, totals.before],
      [friday, totals.after],
    ] as const) {
      const listed = await run([
        "find",
        "--kind",
        "content",
        "--fields",
        "words,elements",
        "--format",
        "json",
        "--data",
        path,
      ]);
      const rows: { words: number; elements: number }[] = JSON.parse(listed.stdout);
      expect(counts.pages).toBe(rows.length);
      for (const name of ["words", "elements"] as const) {
        expect(counts[name], name).toBe(rows.reduce((sum, row) => sum + row[name], 0));
      }
    }
  });
});

/** `find` and counts read words as visitors do, and lists as importers do. */
import { describe, expect, it } from "vitest";
import { countWords } from "../../../src/site/values/visible-words.ts";
import type { DataNode } from "../../oracle.ts";
import { parseLines } from "../../support/ndjson.ts";
import { run } from "../../support/program.ts";
import { keyOf, nodeOf, siteDirectory } from "../../support/site.ts";

type Values = Record<string, readonly [editorAlias: string, value: unknown]>;

const page = (id: number, values: Values): DataNode => ({
  ...nodeOf(id, `Page ${id}`),
  properties: Object.fromEntries(
    Object.entries(values).map(([alias, [editorAlias, value]]) => [alias, { alias, editorAlias, value }]),
  ),
});

async function found(nodes: readonly DataNode[], ...args: string[]): Promise<number[]> {
  const { stdout } = await run([
    "find",
    "--data",
    siteDirectory([...nodes], []),
    ...args,
    "--format",
    "ndjson",
  ]);
  return parseLines(stdout).map(({ id }) => id as number);
}

const TEXT = "Umbraco.TinyMCE";

describe("find: a word is found whatever visitors do not see of it", () => {
  const WORDS = [
    page(1, { text: [TEXT, "<p>The foghorn sounds</p>"] }),
    page(2, { text: [TEXT, "<p>The fog&shy;horn sounds</p>"] }),
    page(3, { text: [TEXT, "<p>The fog\u00adhorn sounds</p>"] }),
    page(4, { text: [TEXT, '<p>The fog<b class="x">horn</b> sounds</p>'] }),
    page(5, { text: [TEXT, "<p>The <em>f</em>oghorn sounds</p>"] }),
    page(6, { text: [TEXT, { markup: "<p>The fog<wbr>horn sounds</p>", blocks: {} }] }),
    page(7, {
      blocks: ["Umbraco.NestedContent", [{ ncContentTypeAlias: "card", text: "<b>The fo</b>ghorn sounds" }]],
    }),
    page(8, { text: ["Umbraco.TextBox", "The fog\u00adhorn sounds"] }),
    page(9, { text: [TEXT, "<p>The fog</p><p>horn sounds</p>"] }),
    page(10, { text: [TEXT, "<p>fog horn</p>"] }),
  ];

  it.each([
    [
      ["--text", "foghorn"],
      [1, 2, 3, 4, 5, 6, 7, 8],
    ],
    [
      ["--text", "fog\u00adhorn"],
      [1, 2, 3, 4, 5, 6, 7, 8],
    ],
    [
      ["--text", "foghorn sounds"],
      [1, 2, 3, 4, 5, 6, 7, 8],
    ],
    [
      ["--search", "foghorn"],
      [1, 2, 3, 4, 5, 6, 7, 8],
    ],
    [
      ["--search", "sounds foghorn"],
      [1, 2, 3, 4, 5, 6, 7, 8],
    ],
    [
      ["--property", "text~foghorn"],
      [1, 2, 3, 4, 5, 6, 8],
    ],
    [["--text", 'class="x"'], [4]],
  ])("%s", async (args, ids) => {
    expect(await found(WORDS, ...args)).toEqual(ids);
  });

  it.each([
    ["html", "<p>The fog&shy;horn sounds</p>", 3],
    ["html", '<p>The fog<b class="x">horn</b> sounds</p>', 3],
    ["html", "<p>The fog</p><p>horn sounds</p>", 4],
    ["text", "The fog\u00adhorn sounds", 3],
    ["text", "\u0e01\u0e02\u200b\u0e04\u0e07", 2],
  ] as const)("and counted once: %s %j", (shape, text, count) => {
    expect(countWords({ shape, texts: [text] })).toBe(count);
  });
});

describe("find --property: a value that is a list matches by its items", () => {
  const LISTS = [
    page(1, { tags: ["Umbraco.Tags", "red,blue"] }),
    page(2, { tags: ["Umbraco.Tags", ["red", "blue"]] }),
    page(3, { tags: ["Umbraco.Tags", '["red","blue"]'] }),
    page(4, { tags: ["Umbraco.Tags", "red wine, blue"] }),
    page(5, { tags: ["Umbraco.TextBox", "red,blue"] }),
    page(6, { tags: ["Umbraco.TextBox", "red"] }),
    page(7, { tags: ["Umbraco.CheckBoxList", "blue, red"] }),
    page(8, { tags: ["Umbraco.MultipleTextstring", "red\r\nblue"] }),
    page(9, { tags: ["Umbraco.RadioButtonList", "red, or blue"] }),
    page(10, {
      cards: [
        "Umbraco.BlockList",
        {
          layout: { "Umbraco.BlockList": [{ contentKey: keyOf(90) }] },
          contentData: [
            {
              contentTypeKey: keyOf(91),
              key: keyOf(90),
              values: [{ alias: "tags", editorAlias: "Umbraco.Tags", value: "red,blue" }],
            },
          ],
          expose: [{ contentKey: keyOf(90), culture: null, segment: null }],
        },
      ],
    }),
  ];

  it.each([
    [
      ["--property", "tags=red"],
      [1, 2, 3, 6, 7, 8],
    ],
    [["--property", "tags=red wine"], [4]],
    [
      ["--property", "tags=red,blue"],
      [1, 5],
    ],
    [["--property", "tags=red, or blue"], [9]],
    [["--property", "tags=or blue"], []],
    [["--property", "tags=red", "--in", "element"], [10]],
  ])("%s", async (args, ids) => {
    expect(await found(LISTS, ...args)).toEqual(ids);
  });
});

import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { run } from "../support/program.ts";
import { keyOf, udiOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

const HEBREW = "שלום עולם";

const DATA = {
  "content.json": [
    {
      id: 1,
      key: keyOf(1),
      name: "Home",
      type: "homePage",
      url: "/",
      children: [
        {
          id: 2,
          key: keyOf(2),
          name: `A very long name that goes on and on, ${"long ".repeat(40)}`,
          type: "articleWithAnUnusuallyLongAlias",
          children: [{ id: 4, key: keyOf(4), name: HEBREW, type: "article", children: [] }],
        },
        {
          id: 3,
          key: keyOf(3),
          name: "\u001b[2Jevil\u009b31m\u202etxt.exe\nsecond line\u2028\u007f",
          type: "article",
          properties: {
            title: { alias: "title", editorAlias: "Umbraco.TextBox", value: "Short" },
            "\u001b]0;x\u0007": { alias: "odd", editorAlias: null, value: "\u001b[31mred" },
            number: { alias: "number", editorAlias: "Umbraco.Integer", value: 5 },
            list: { alias: "list", editorAlias: "Umbraco.Tags", value: ["a", "b\u009b"] },
            long: {
              alias: "long",
              editorAlias: "Umbraco.TinyMCE",
              value: `<p>日本語 ${"text ".repeat(100)}</p>`,
            },
            none: { alias: "none", editorAlias: "Umbraco.Label", value: null },
          },
          children: [],
        },
        { id: 5, key: keyOf(5), children: [] },
      ],
    },
  ],
};

const PLAIN = { NO_COLOR: "1" };

/** What the program writes to a terminal of so many columns, or to a pipe. */
async function shownOf(
  data: Record<string, unknown>,
  args: string[],
  columns?: number,
  env: Record<string, string> = PLAIN,
) {
  const given = [...args, "--data", dataDirectory(data), "--quiet"];
  const { status, stdout } = await run(given, { columns, env });
  expect(status).toBe(0);
  return stdout;
}

const shown = (args: string[], columns?: number, env: Record<string, string> = {}) =>
  shownOf(DATA, args, columns, { TERM: "xterm", ...env });

const TABLE = ["find", "--kind", "content", "--format", "table"] as const;

describe("views: on a terminal", () => {
  it("a list is a tree", async () => {
    expect(await shown(["content", "--depth", "all"], 60, PLAIN)).toBe(
      `Home  homePage 1
├─ A very long name that…  articleWithAnUnusuallyLongAlias 2
│  └─ ${HEBREW}\u200e  article 4
├─ \\u001b[2Jevil\\u009b31m\\u202etxt.exe\\nsecond l…  article 3
└─ (no name)  5
`,
    );
  });

  it("one node is a card", async () => {
    expect(await shown(["content", "--id", "3"], 60, PLAIN)).toBe(
      `\\u001b[2Jevil\\u009b31m\\u202etxt.exe\\nsecond line\\u2028\\u007f
level 2, in Home

id    3
key   ${keyOf(3)}
type  article

properties (6)
title             Umbraco.TextBox  Short
\\u001b]0;x\\u0007  –                \\u001b[31mred
number            Umbraco.Integer  5
list              Umbraco.Tags     ["a","b\\u009b"]
long              Umbraco.TinyMCE  <p>日本語 text text text…
none              Umbraco.Label    null
`,
    );
  });

  it("a card truncates long values, also between escaped characters", async () => {
    const escaped = '\\"\n\u001f';
    const card = await shownOf(
      {
        "content.json": {
          id: 3,
          key: keyOf(3),
          ...Object.fromEntries(
            Array.from({ length: 8 }, (_, i) => [`f${i}`, "a".repeat(i) + escaped.repeat(9000)]),
          ),
          properties: {
            p: { value: "日本".repeat(10_000), editorAlias: null, alias: "p" },
            q: { value: [[1, "x"]] },
          },
        },
      },
      ["content", "--id", "3"],
      40,
    );
    for (let i = 0; i < 8; i++) expect(card).toContain(`\nf${i}   ${"a".repeat(i)}\\"\\n\\u001f\\"`);
    expect(card).toMatch(/\np {2}– {2}日本日本(日本)*日?…\nq {2}– {2}\[\[1,"x"\]\]\n/);
  });

  it("a card shows the children, and that a level was cut", async () => {
    expect(await shown(["content", "--id", "2"], 80, PLAIN)).toMatch(
      new RegExp(`\nchildren \\(1\\)\n${HEBREW}\u200e  article 4\n$`),
    );
    const card = await shown(["content", "--id", "1"], 80, PLAIN);
    expect(card).toMatch(
      /\nchildren \(3\)\n.*\n.*\n\(no name\) {2}5\nbelow level 2 not shown: --depth all\n$/,
    );
  });

  it("a card without its children prints that their level was cut", async () => {
    const card = await shown(["content", "--id", "2", "--depth", "0"], 80, PLAIN);
    expect(card).toContain("\nbelow level 2 not shown: --depth all\n");
  });

  it.each([
    ["content", "--depth", "all", "--format", "json"],
    ["content", "--depth", "all", "--format", "ndjson"],
    ["content", "--depth", "all", "--format", "tree"],
    ["content", "--id", "3"],
    [...TABLE],
  ])("%s %s %s %s %s has no control characters", async (...args) => {
    const text = await shown(args, 80, PLAIN);
    expect(text.replaceAll("\n", "").replaceAll("\u200e", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028]/u);
  });

  it.each([undefined, 80])(
    "a long table has the same columns from its first row to its last (%s)",
    async (columns) => {
      const nodes = Array.from({ length: 100 }, (_, i) => ({
        id: i + 1,
        key: keyOf(i + 1),
        name: i % 7 === 0 ? "日本語" : `Node ${"x".repeat(i % 9)}`,
        type: i % 5 === 0 ? "article" : "",
        sortOrder: i,
      }));
      const table = await shownOf({ "content.json": nodes }, [...TABLE], columns);
      const lines = table.trimEnd().split("\n");
      expect(lines[0].split(/ +/)).toEqual(["name", "id", "type", "key"]);
      const columnOf = (line: string, text: string) => stringWidth(line.slice(0, line.indexOf(text)));
      expect(lines.slice(1).map((line) => line.match(/\S+/g)?.at(-1))).toEqual(nodes.map(({ key }) => key));
      for (const [i, line] of lines.slice(1).entries()) {
        expect(columnOf(line, nodes[i].key)).toBe(columnOf(lines[0], "key"));
        if (nodes[i].type) expect(columnOf(line, nodes[i].type)).toBe(columnOf(lines[0], "type"));
        expect(line).toBe(line.trimEnd());
      }
    },
  );

  it("a table has a bold head if colour is wanted, otherwise without colour", async () => {
    const args = [...TABLE];
    expect(await shown(args, undefined, {})).not.toContain("\u001b");
    const painted = await shown(args, undefined, { FORCE_COLOR: "1" });
    const codes = painted
      .split("\u001b[")
      .slice(1)
      .map((text) => text.split("m")[0]);
    expect(new Set(codes)).toEqual(new Set(["1", "2", "22"]));
  });

  it.each([40, 60, 80, 140])("a card of %d columns shows keys, URLs and UDIs in full", async (columns) => {
    const alias = "anAliasThatIsLongerThanMostAliasesAre";
    const editor = "Our.Umbraco.AnEditorThatIsLongerThanMost";
    const udis = [1, 2, 3].map((n) => udiOf("document", n));
    const properties = {
      [alias]: { alias, editorAlias: editor, value: udis.join(",") },
      text: { alias: "text", editorAlias: "Umbraco.TextBox", value: "some words ".repeat(40) },
    };
    const url = `/${"long/".repeat(40)}`;
    const node = { id: 1, key: keyOf(1), name: "Home", url, properties };
    const text = await shownOf({ "content.json": [node] }, ["content", "--id", "1"], columns);
    const squeezed = text.replace(/\s+/g, "");
    for (const whole of [keyOf(1), url, udis.join(",")]) expect(squeezed).toContain(whole);
    if (columns === 140) for (const part of [alias, editor]) expect(text).toContain(part);
    expect(text.split("\n").filter((line) => line.includes("…"))).toEqual([
      expect.stringContaining("some words"),
    ]);
    if (columns >= 60) for (const udi of udis) expect(text).toContain(udi);
    for (const line of text.split("\n")) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
  });

  it("a card of 80 columns wraps no alias and no editor of usual length", async () => {
    const pairs = [
      ["multipleMediaPickerLegacy", "Umbraco.MediaPicker3"],
      ["eyeDropperColorPicker", "Umbraco.ColorPicker.EyeDropper"],
    ];
    const properties = Object.fromEntries(
      pairs.map(([alias, editorAlias]) => [alias, { alias, editorAlias, value: null }]),
    );
    const nodes = { "content.json": [{ id: 1, key: keyOf(1), properties }] };
    const card = await shownOf(nodes, ["content", "--id", "1"], 80);
    for (const [alias, editor] of pairs) expect(card).toMatch(new RegExp(`\\n${alias} +${editor} +null\\n`));
  });

  it("no line is wider than the terminal", async () => {
    for (const columns of [40, 160]) {
      for (const args of [
        ["content", "--depth", "all"],
        ["content", "--id", "3", "--format", "tree"],
        ["content", "--id", "3"],
        ["content", "--id", "1"],
        [...TABLE],
      ]) {
        const text = await shown(args, columns);
        for (const line of text.split("\n")) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
      }
    }
  });

  it("JSON is indented", async () => {
    const text = await shown(["content", "--id", "3", "--format", "json"], 80);
    expect(JSON.parse(text)).toEqual(JSON.parse(await shown(["content", "--id", "3"])));
    expect(text).toContain('\n  "path": [\n    {\n      "id": 1,');
    expect(text).toContain('"children": []\n}\n');
    expect(await shown(["content", "--format", "json"], 80)).toMatch(/^\[\n {2}\{\n {4}"id": 1,/);
  });
});

describe("views: to a pipe", () => {
  it("JSON is the answer itself", async () => {
    const text = await shown(["content", "--id", "5"]);
    expect(text).toBe(
      `{"id":5,"key":"${keyOf(5)}","path":[{"id":1,"key":"${keyOf(1)}","name":"Home","url":"/","type":"homePage"}],"properties":{},"children":[]}\n`,
    );
  });

  it("a tree is not cut", async () => {
    expect(await shown(["content", "--depth", "all", "--format", "tree"])).toContain(
      `${"long ".repeat(40)}  articleWith`,
    );
  });
});

describe("views: colour", () => {
  it.each([
    ["a terminal", [], 80, {}, true],
    ["a pipe", [], undefined, {}, false],
    ["a terminal and --no-color", ["--no-color"], 80, {}, false],
    ["FORCE_COLOR and --no-color", ["--no-color"], 80, { FORCE_COLOR: "1" }, false],
    ["a pipe and FORCE_COLOR", [], undefined, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
    ["a terminal and FORCE_COLOR=0", [], 80, { FORCE_COLOR: "0" }, false],
    ["a terminal and NO_COLOR", [], 80, { NO_COLOR: "1" }, false],
    ["a terminal and an empty NO_COLOR", [], 80, { NO_COLOR: "" }, true],
    ["a dumb terminal", [], 80, { TERM: "dumb" }, false],
  ])("with %s", async (_, flags, columns, env, expected) => {
    const text = await shown(["content", "--format", "tree", ...flags], columns, env);
    expect(text.includes("\u001b[2m")).toBe(expected);
  });
});

const node = (id: number, children: object[] = []) => ({
  id,
  key: keyOf(id),
  name: `n${id}`,
  type: "page",
  children,
});
/** Four levels, of which the second root has one. */
const ROOTS = [node(1, [node(2, [node(3, [node(4)])])]), node(5)];

describe("views: levels that were left out are reported", () => {
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

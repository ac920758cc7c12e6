/** `siteNodes`: a walk over both trees, compared with the nodes in the data. */
import { expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { type SiteNode, siteNodes } from "../../src/site/site-nodes.ts";
import type { DataNode } from "../oracle.ts";
import { nodeOf, propertiesOf, siteOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

/** Properties whose JSON contains everything that could be mistaken for its end. */
const HARD: Record<string, unknown> = {
  quotes: '"',
  backslashes: "\\\\",
  braces: '{"a":"}"}]',
  nothing: null,
  yes: true,
  number: -1.5e-7,
  list: [[], {}, [{ "}": '"' }], "]"],
  object: { a: { '"': "\\" }, b: [1, "}"] },
  empty: "",
  "na\"me's": "🦉",
};

const editorOf = (alias: string) => (alias.length > 5 ? null : "Some.Editor");

it("siteNodes yields level, parent, fields and properties of each node, content before media", () => {
  const hard = Object.entries(HARD).map(([alias, value]) => [alias, [editorOf(alias), value]] as const);
  const below = { ...nodeOf(2, "Hard"), properties: propertiesOf(Object.fromEntries(hard)) };
  const { trees } = siteOf(
    [nodeOf(1, "Home", [below, nodeOf(3, "Last")])],
    [{ ...nodeOf(9, "Picture"), properties: {} }],
  );
  const nodes = Array.from(siteNodes(trees), (node: SiteNode) => ({
    kind: node.kind,
    level: node.level,
    parent: node.parent,
    name: node.fields().name,
    properties: [...node.properties()],
  }));
  const title = (name: string) => [
    { alias: "title", editorAlias: "Umbraco.TextBox", value: JSON.stringify(name) },
  ];
  expect(nodes).toEqual([
    { kind: "content", level: 1, parent: -1, name: "Home", properties: title("Home") },
    {
      kind: "content",
      level: 2,
      parent: 0,
      name: "Hard",
      properties: Object.entries(HARD).map(([alias, value]) => ({
        ...{ alias, editorAlias: editorOf(alias), value: JSON.stringify(value) },
      })),
    },
    { kind: "content", level: 2, parent: 0, name: "Last", properties: title("Last") },
    { kind: "media", level: 1, parent: -1, name: "Picture", properties: [] },
  ]);
});

it("siteNodes keeps the digits of numbers, aliases such as __proto__, and the last of two members", async () => {
  const properties = `{${[
    '"__proto__":{"alias":"__proto__","editorAlias":"","value":12345678901234567890.10}',
    '"constructor":{"alias":"constructor","value":0}',
    '"twice":{"editorAlias":"E","value":1,"editorAlias":"F","value":{"x":"}"}}',
    '"bare":{}',
  ]}}`;
  const content = JSON.stringify([nodeOf(1, "Home")]).replace(/\{"title":.*?\}\}/, properties);
  const { trees } = await loadDirectory(dataDirectory({ "content.json": content }));
  const [home] = siteNodes(trees, ["content"]);
  expect([...home.properties()]).toEqual([
    { alias: "__proto__", editorAlias: null, value: "12345678901234567890.10" },
    { alias: "constructor", editorAlias: null, value: "0" },
    { alias: "twice", editorAlias: "F", value: '{"x":"}"}' },
    { alias: "bare", editorAlias: null, value: "null" },
  ]);
});

it("siteNodes: `brief` returns the same type, url and publication as `fields`", () => {
  const hard = 'a ,"type":"b", \\ "url": c';
  const roots: DataNode[] = [
    { ...nodeOf(1, hard), url: '/a"b/', published: false },
    { ...nodeOf(2, "n"), type: undefined, url: "" } as unknown as DataNode,
    { ...nodeOf(3, "n"), type: hard, published: true },
    { ...nodeOf(4, "n"), type: 5, url: null } as unknown as DataNode,
  ];
  const { trees } = siteOf(roots);
  for (const node of siteNodes(trees)) {
    const { type, url, all } = node.fields();
    expect(node.brief()).toEqual({ type, url, isUnpublished: all.published === false });
  }
  expect(trees.content.size).toBe(roots.length);
});

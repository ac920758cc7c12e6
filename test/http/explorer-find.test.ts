/** The explorer over HTTP: search by text and by criteria; sorting and searching siblings. */
import { describe, expect, it } from "vitest";
import { CRITERIA, CRITERION_NAMES } from "../../src/analysis/find/criteria.ts";
import { type FoundNodes, type Level, VIEW_NAMES, VIEWS } from "../../src/http/explorer/explorer-api.ts";
import { fieldTitle } from "../../src/site/field-titles.ts";
import { NODE_FIELDS } from "../../src/site/node-fields.ts";
import { expectProblem } from "../support/problem.ts";
import { appOf, digitsOf, keyOf, nodeOf, sourceOf } from "../support/site.ts";

const article = (id: number, name: string, value: unknown, url: string) => ({
  ...nodeOf(id, name),
  type: "article",
  url,
  properties: { body: { alias: "body", editorAlias: "Own.Editor", value } },
});

const CONTENT = [
  nodeOf(1, "Home", [
    { ...article(2, "Horns", "about 7 horns", "/horns/"), updateDate: "2024-02-01T10:00:00" },
    article(3, "Bells", "nothing of the sort", "/bells/"),
    article(4, "Gongs", `umb://document/${digitsOf(2)}`, "/gongs/"),
    { ...nodeOf(5, "7"), properties: {} },
  ]),
];

const MEDIA = [
  { ...nodeOf(7, "A horn, seen from the sea"), type: "Image", url: "/media/horn.jpg", properties: {} },
];

const app = appOf({ explorer: {} }, sourceOf(CONTENT, MEDIA));

async function answer<T>(path: string): Promise<T> {
  const response = await app.request(`/explorer/${path}`);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

async function found(query: Record<string, string>) {
  const { nodes } = await answer<FoundNodes>(`find?${new URLSearchParams(query)}`);
  return nodes.map(({ row }) => row.name);
}

it.each([
  ["horn", ["Horns", "A horn, seen from the sea"]],
  // First the node with the id, then matches in names, then matches in values.
  ["7", ["A horn, seen from the sea", "7", "Horns"]],
  [`{${keyOf(3).toUpperCase()}}`, ["Bells"]],
  // Nodes that refer to the node have its UDI in a value.
  [`umb://document/${digitsOf(2)}`, ["Horns", "Gongs"]],
  ["nowhere", []],
])("/explorer/find: search=%j", async (search, names) => {
  expect(await found({ search })).toEqual(names);
});

describe("/explorer/find: criteria", () => {
  // What each criterion finds is tested where it is written; here, that queries reach them.
  it.each([
    [{ search: "7", type: "article" }, ["Horns"]],
    [{ type: "art*", property: "body~NOTHING" }, ["Bells"]],
    [{ linksTo: `umb://document/${digitsOf(2)}`, below: "1" }, ["Gongs"]],
    [{ unused: "true" }, ["A horn, seen from the sea"]],
    [{ sort: "-name", kind: "content", level: "2" }, ["Horns", "Gongs", "Bells", "7"]],
  ] as [Record<string, string>, string[]][])("%j", async (query, names) => {
    expect(await found(query)).toEqual(names);
  });

  it.each(CRITERION_NAMES)("takes %s as the command does", async (name) => {
    const { example } = CRITERIA[name];
    const { status } = await app.request(`/explorer/find?${name}=${encodeURIComponent(example)}`);
    // The node of an example need not exist.
    expect([200, 404]).toContain(status);
  });

  it.each([
    "sort=nothing",
    "unused=false",
    "count=1001",
    "name=",
    `below=umb://member/${digitsOf(2)}`,
    "name=a&name=a",
    "fields=id,,key",
  ])("refuses %s", async (query) => {
    const { parameter } = await expectProblem(
      await app.request(`/explorer/find?${query}`),
      "invalid-parameter",
    );
    expect(query).toContain(parameter);
  });

  it("refuses in the words of the option", async () => {
    const { detail } = await expectProblem(await app.request("/explorer/find?kind="), "invalid-parameter");
    expect(detail).toBe(
      "/explorer/find: the parameter kind is empty: it is content or media. Try kind=content.",
    );
  });

  it.each(["below", "linkedFrom"])("reports a missing node in %s", async (name) => {
    await expectProblem(await app.request(`/explorer/find?${name}=99`), "no-such-node");
  });
});

describe("/explorer: every view", () => {
  const given = `kind=content&key=${keyOf(1)}&alias=title&typeAlias=page&start=a`;

  it.each(VIEW_NAMES)("%s refuses unknown and repeated parameters", async (view) => {
    const all = new URLSearchParams(given);
    const own = VIEWS[view].needs.map((name) => `${name}=${all.get(name)}`).join("&");
    const path = `/explorer/${view}`;
    expect((await app.request(`${path}?${own}`)).status).toBe(200);
    for (const more of ["nonsense=1", "KIND=content", "maxLevel=1"]) {
      const problem = await expectProblem(
        await app.request(`${path}?${[own, more].filter(Boolean).join("&")}`),
        "invalid-parameter",
      );
      expect(problem.detail).toContain(more.split("=")[0]);
    }
    if (own === "") return;
    await expectProblem(await app.request(`${path}?${own}&${own}`), "invalid-parameter");
  });

  it("does not affect operations, which ignore unknown parameters", async () => {
    const response = await app.request(`/platform/module/Migrations/GetContentById?id=1&nonsense=1`);
    expect(response.status).toBe(200);
  });
});

describe("/explorer/find: reasons and totals", () => {
  it("reports what contains the words, and the part of the value", async () => {
    const { nodes } = await answer<FoundNodes>("find?search=horns");
    expect(nodes.map(({ row, found }) => [row.name, found])).toEqual([["Horns", { in: "name" }]]);
    const values = await answer<FoundNodes>("find?search=bells%20sort");
    expect(values.nodes[0].found).toEqual({ in: "value", property: "body", text: "nothing of the sort" });
  });

  it("returns the total, and counts of kinds and types, if the whole site is searched", async () => {
    const { total, facets, isMore, nodes } = await answer<FoundNodes>("find?search=horn&whole=true&count=1");
    expect([nodes.length, total, isMore]).toEqual([1, 2, true]);
    expect(facets).toEqual({
      kinds: [
        { kind: "content", nodes: 1 },
        { kind: "media", nodes: 1 },
      ],
      types: [
        { kind: "content", alias: "article", name: null, nodes: 1 },
        { kind: "media", alias: "Image", name: null, nodes: 1 },
      ],
    });
  });

  it("returns texts of properties as cells, and names of picked nodes", async () => {
    const { nodes } = await answer<FoundNodes>("find?type=article&fields=property:BODY,property:title");
    expect(nodes.map(({ cells }) => cells)).toEqual([
      ["about 7 horns", ""],
      ["nothing of the sort", ""],
      ["Horns", ""],
    ]);
  });
});

it("/explorer/find: returns the visible text of rich text, lists of texts and the number of blocks as cells", async () => {
  const block = (id: number) => ({
    contentTypeKey: keyOf(90),
    udi: `umb://element/${digitsOf(id)}`,
    text: "x",
  });
  const list = {
    layout: { "Umbraco.BlockList": [91, 92].map((id) => ({ contentUdi: block(id).udi })) },
    contentData: [block(91), block(92)],
    settingsData: [],
  };
  const rich = {
    alias: "rich",
    editorAlias: "Umbraco.TinyMCE",
    value: "<p>A <b>horn</b>&nbsp;&amp;</p><p>a bell</p>",
  };
  const blocks = { alias: "blocks", editorAlias: "Umbraco.BlockList", value: list };
  const tags = { alias: "tags", editorAlias: "Umbraco.Tags", value: '["red","blue"]' };
  const home = { ...nodeOf(1, "Home"), properties: { rich, blocks, tags } };
  const own = appOf({ explorer: {} }, sourceOf([home]));
  const response = await own.request(
    "/explorer/find?name=Home&fields=property:rich,property:blocks,property:tags",
  );
  const { nodes } = (await response.json()) as FoundNodes;
  expect(nodes.map(({ cells }) => cells)).toEqual([["A horn & a bell", "2 elements", "red, blue"]]);
});

it("/explorer/find: returns a window of the results, and whether there are more", async () => {
  const names = ({ from, nodes, isMore }: FoundNodes) => [from, nodes.map(({ row }) => row.name), isMore];
  expect(names(await answer("find?type=article&count=2"))).toEqual([0, ["Horns", "Bells"], true]);
  expect(names(await answer("find?type=article&from=1&count=2"))).toEqual([1, ["Bells", "Gongs"], false]);
  expect(names(await answer("find?type=article&from=3"))).toEqual([3, [], false]);
  expect(names(await answer("find?search=7&count=1"))).toEqual([0, ["A horn, seen from the sea"], true]);
  const { nodes } = await answer<FoundNodes>("find?name=bells");
  expect(nodes).toEqual([
    {
      kind: "content",
      row: { id: 3, key: keyOf(3), name: "Bells", type: "article", children: 0, url: "/bells/" },
      breadcrumbs: ["Home"],
    },
  ]);
});

describe("/explorer/find: siblings", () => {
  const rows = [
    { id: 11, name: "b10", type: "x", updateDate: "2024-02-01", published: false },
    { id: 12, name: "B9", type: "y", url: "/z/" },
    { id: 13, name: "", type: "", updateDate: "2024-01-01" },
    { id: 14, name: "B9", type: "x", url: "/a/", children: [nodeOf(20, "Below")] },
    { id: 15, name: "c", updateDate: "2023-01-01" },
  ].map((own, sortOrder) => ({ key: keyOf(own.id), sortOrder, properties: {}, ...own }));
  const level = appOf({ explorer: {} }, sourceOf([nodeOf(1, "Home", rows)]));
  const send = async <T>(view: string) =>
    (await (await level.request(`/explorer/${view}&kind=content&key=${keyOf(1)}`)).json()) as T;

  it.each([
    ["name", [13, 12, 14, 11, 15]],
    ["-name", [15, 11, 12, 14, 13]],
    ["id", [11, 12, 13, 14, 15]],
    ["-id", [15, 14, 13, 12, 11]],
    ["type", [13, 15, 11, 14, 12]],
    ["url", [11, 13, 15, 14, 12]],
    ["updateDate", [12, 14, 15, 13, 11]],
    ["-children", [14, 11, 12, 13, 15]],
  ])("are sorted by %s, ties in the order of the data", async (sort, ids) => {
    const sorted = await send<Level>(`children?order=${sort}`);
    expect(sorted.rows.map(({ id }) => id)).toEqual(ids);
    const window = await send<Level>(`children?order=${sort}&from=1&count=3`);
    expect([window.total, window.rows.map(({ id }) => id)]).toEqual([5, ids.slice(1, 4)]);
  });

  it("are returned as rows with their fields", async () => {
    const { rows: shown } = await send<Level>("children?from=0");
    expect(shown).toEqual([
      {
        id: 11,
        key: keyOf(11),
        name: "b10",
        type: "x",
        children: 0,
        updateDate: "2024-02-01",
        isUnpublished: true,
      },
      { id: 12, key: keyOf(12), name: "B9", type: "y", children: 0, url: "/z/" },
      { id: 13, key: keyOf(13), name: "", type: "", children: 0, updateDate: "2024-01-01" },
      { id: 14, key: keyOf(14), name: "B9", type: "x", children: 1, url: "/a/" },
      { id: 15, key: keyOf(15), name: "c", type: "", children: 0, updateDate: "2023-01-01" },
    ]);
  });
});

it("/explorer/find: returns the fields of find --fields as cells, with titles", async () => {
  const { nodes, titles } = await answer<FoundNodes>(
    "find?name=bells&fields=level,words,referencedBy,breadcrumbs",
  );
  expect(titles).toEqual(["Level", "Words", "Used by", "Path"]);
  expect(nodes.map(({ cells }) => cells)).toEqual([[2, 4, 0, "Home"]]);
});

it("/explorer/csv: returns all nodes that a search finds, with titles, path and the chosen fields", async () => {
  const response = await app.request("/explorer/csv?type=article&fields=level,property:BODY");
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe("attachment");
  expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(
    "\ufeffName,Path,Level,BODY\nHorns,Home,2,about 7 horns\nBells,Home,2,nothing of the sort\nGongs,Home,2,Horns\n",
  );
  await expectProblem(await app.request("/explorer/csv?below=99"), "no-such-node");
  await expectProblem(await app.request("/explorer/csv?fields=x"), "invalid-parameter");
});

it("every field of nodes has a title", () => {
  expect(Object.keys(NODE_FIELDS).filter((name) => fieldTitle(name) === name)).toEqual([]);
});

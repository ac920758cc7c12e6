/** The explorer over HTTP: values and their elements, references, and types of nodes. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { directorySource } from "../../src/formats/watched-directory.ts";
import type {
  ElementDetails,
  Links,
  NodeDetails,
  PropertyDetails,
  TypeCount,
} from "../../src/http/explorer/explorer-api.ts";
import { MediaFiles } from "../../src/site/media/media-files.ts";
import { NO_TYPES, type TypeLists } from "../../src/site/schema/site-types.ts";
import type { DataNode } from "../oracle.ts";
import { expectProblem } from "../support/problem.ts";
import { appOf, contentTypeOf, keyOf, nodeOf, sourceOf, udiOf } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const LONG = "x".repeat(100_000);

const BLOCKS = {
  layout: { "Umbraco.BlockList": [{ contentUdi: udiOf("element", 70), settingsUdi: udiOf("element", 72) }] },
  contentData: [
    {
      contentTypeKey: keyOf(71),
      udi: udiOf("element", 70),
      caption: "A caption",
      link: udiOf("document", 2),
      inner: [{ ncContentTypeAlias: "quote", who: "A visitor" }],
    },
  ],
  settingsData: [{ contentTypeKey: keyOf(73), udi: udiOf("element", 72), dark: "1" }],
};

/** Each property: its editor, its value. */
const VALUES: Record<string, readonly [editor: string | null, value: unknown]> = {
  text: ["Umbraco.TextBox", "Two"],
  yes: ["Umbraco.TrueFalse", "1"],
  no: ["Umbraco.TrueFalse", 0],
  many: ["Umbraco.TrueFalse", "12"],
  bare: [null, "1"],
  json: ["Own.Editor", '{"a/b":{"~":[10,20]}}'],
  nothing: ["Umbraco.TextBox", null],
  short: ["Umbraco.TextArea", LONG.slice(2)],
  long: ["Umbraco.TextArea", LONG],
  picker: ["Umbraco.MultiNodeTreePicker", [udiOf("document", 2), udiOf("document", 99)].join(",")],
  photo: ["Umbraco.MediaPicker", udiOf("media", 50)],
  paper: ["Umbraco.MediaPicker", udiOf("media", 51)],
  absent: ["Umbraco.MediaPicker", udiOf("media", 52)],
  richText: ["Umbraco.TinyMCE", "<p>Plain</p>"],
  blocks: ["Umbraco.BlockList", JSON.stringify(BLOCKS)],
};

function site() {
  const properties = Object.fromEntries(
    Object.entries(VALUES).map(([alias, [editorAlias, value]]) => [alias, { alias, editorAlias, value }]),
  );
  const home = { ...nodeOf(1, "Home", [nodeOf(2, "Products")]), type: "home", properties };
  const file = (id: number, url: string) => ({ ...nodeOf(id, url), type: "Image", url });
  return sourceOf(
    [home, nodeOf(3, "Other")],
    [file(50, "/media/1/ph oto.PNG"), file(51, "/media/1/a.pdf"), file(52, "/media/1/b.png")],
  );
}

function siteApp() {
  const source = site();
  const tree = source.snapshot?.site.trees.media;
  if (!tree) throw new Error("the data is held as a whole");
  const folder = join(temporaryDirectory(), "site");
  mkdirSync(join(folder, "media"), { recursive: true });
  return appOf({ explorer: {}, media: () => new MediaFiles(tree, folder, "site") }, source);
}

/** An app of content with types. */
function typedApp(content: DataNode[], { data = [], ...types }: Partial<TypeLists>) {
  const { snapshot } = sourceOf(content);
  if (!snapshot) throw new Error("the data is held as a whole");
  return appOf(
    { explorer: {} },
    directorySource({ ...snapshot.site, types: () => ({ ...NO_TYPES, ...types, data, warnings: [] }) }),
  );
}

type App = ReturnType<typeof appOf>;

async function send(app: App, view: string, id = 1, kind = "content"): Promise<Response> {
  const [name, query = ""] = view.split("?");
  const response = await app.request(`/explorer/${name}?kind=${kind}&key=${keyOf(id)}&${query}`);
  expect(response.status).toBe(200);
  return response;
}

async function answer<T>(app: App, view: string, id?: number, kind?: string): Promise<T> {
  return (await send(app, view, id, kind)).json() as Promise<T>;
}

it("/explorer/node: groups have the tabs of types, whose aliases are in no operation, with properties of compositions in the tab of the same alias", async () => {
  const tab = (id: number, name: string, ...properties: string[]) => {
    const [own] = contentTypeOf(1, "", Object.fromEntries(properties.map((each) => [each, {}]))).tabs;
    return { ...own, id, key: keyOf(id), name };
  };
  const page = {
    ...contentTypeOf(60, "page"),
    tabs: [
      ...[tab(70, "Content", "a"), tab(71, "Top", "b"), tab(72, "Loose", "d")],
      ...[tab(73, "Content"), tab(74, "Search", "c")],
    ],
  };
  const aliases = ["content", "content/top", "loose", "content", "content/search"];
  const tabAliases = new Map(page.tabs.map(({ key }, i) => [key, aliases[i]]));
  const values = Object.fromEntries(["a", "b", "c", "d"].map((alias) => [alias, { alias, value: alias }]));
  const app = typedApp([{ ...nodeOf(1, "Page"), properties: values }], { content: [page], tabAliases });
  const { groups } = await answer<NodeDetails>(app, "node");
  const named = (each: { name: string | null; properties: PropertyDetails[] }) => [
    each.name,
    each.properties.map(({ alias }) => alias),
  ];
  expect(groups.map((group) => [...named(group), (group.groups ?? []).map(named)])).toEqual([
    [
      "Content",
      ["a"],
      [
        ["Top", ["b"]],
        ["Search", ["c"]],
      ],
    ],
    ["Loose", ["d"], []],
  ]);
  const type = await app.request("/platform/module/Migrations/GetContentTypeByAlias?alias=page");
  const { tabs } = (await type.json()) as { tabs: object[] };
  expect(tabs.map((each) => Object.keys(each))).toEqual(
    page.tabs.map(() => ["id", "key", "name", "sortOrder", "properties"]),
  );
});

async function propertiesOf(app: App): Promise<Record<string, PropertyDetails>> {
  const { groups } = await answer<NodeDetails>(app, "node");
  const all = groups.flatMap(({ properties }) => properties);
  return Object.fromEntries(all.map((property) => [property.alias, property]));
}

describe("/explorer/node: a value", () => {
  it("has its value shape, `boolean` only by its editor", async () => {
    const { yes, no, many, bare, blocks } = await propertiesOf(siteApp());
    expect([yes, no, many, bare, blocks].map(({ shape }) => shape)).toEqual([
      ...["boolean", "boolean", "number", "number", "block-list"],
    ]);
  });

  it("is included unchanged, unless it is long or shown as elements", async () => {
    const properties = await propertiesOf(siteApp());
    expect(properties.json).toMatchObject({ json: JSON.stringify(VALUES.json[1]), bytes: 27 });
    expect(properties.short).toMatchObject({ json: JSON.stringify(VALUES.short[1]), bytes: 100_000 });
    for (const alias of ["long", "blocks"]) expect(properties[alias]).not.toHaveProperty("json");
    expect(properties.long.bytes).toBe(100_002);
    expect(properties.blocks.bytes).toBe(JSON.stringify(VALUES.blocks[1]).length);
  });

  it("has its target, with a picture if there is one", async () => {
    const { picker, photo, paper, absent } = await propertiesOf(siteApp());
    expect(picker.references).toEqual([
      {
        text: udiOf("document", 2),
        from: "picker",
        node: {
          kind: "content",
          row: { id: 2, key: keyOf(2), name: "Products", type: "page", children: 0 },
        },
      },
      { text: udiOf("document", 99), from: "picker", dead: "no-such-node" },
    ]);
    const images = [photo, paper, absent].map(({ references }) => references[0].node?.image);
    expect(images).toEqual(["/media/1/ph%20oto.PNG", undefined, "/media/1/b.png"]);
    const withoutFiles = await propertiesOf(appOf({ explorer: {} }, site()));
    expect(withoutFiles.photo.references[0].node).not.toHaveProperty("image");
    const media = await Promise.all(
      [50, 51].map((id) => answer<NodeDetails>(siteApp(), "node", id, "media")),
    );
    expect(media.map(({ image }) => image)).toEqual(["/media/1/ph%20oto.PNG", undefined]);
  });

  it("is split into its elements, each with its own values", async () => {
    const { blocks } = await propertiesOf(siteApp());
    const shown = (elements: readonly ElementDetails[]): unknown[] =>
      elements.map(({ layout, role, alias, properties }) => ({
        is: [layout, role, alias],
        has: properties.map(({ pointer, json, references, elements: inner }) => [
          pointer,
          json,
          references.map(({ node }) => node?.row.name),
          shown(inner),
        ]),
      }));
    expect(blocks.references).toEqual([]);
    expect(shown(blocks.elements)).toEqual([
      {
        is: ["block-list", "content", undefined],
        has: [
          ["/contentData/0/caption", '"A caption"', [], []],
          ["/contentData/0/link", JSON.stringify(udiOf("document", 2)), ["Products"], []],
          [
            "/contentData/0/inner",
            undefined,
            [],
            [
              {
                is: ["nested-content", "content", "quote"],
                has: [["/contentData/0/inner/0/who", '"A visitor"', [], []]],
              },
            ],
          ],
        ],
      },
      { is: ["block-list", "settings", undefined], has: [["/settingsData/0/dark", '"1"', [], []]] },
    ]);
  });

  it.each([
    ["alias=json", '"{\\"a/b\\":{\\"~\\":[10,20]}}"'],
    ["alias=json&pointer=/a~1b/~0/1", "20"],
    ["alias=json&pointer=/a~1b", '{"~":[10,20]}'],
    ["alias=nothing", "null"],
    ["alias=blocks&pointer=/contentData/0/inner/0/who", '"A visitor"'],
  ])("is answered by itself, or a part of it: %s", async (query, expected) => {
    const response = await send(siteApp(), `value?${query}`);
    expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(await response.text()).toBe(expected);
  });

  it.each(["alias=json&pointer=/a~1b/toString", "alias=text&pointer=/0", "alias=nothing&pointer=/0"])(
    "is a problem if the value has no such part: %s",
    async (query) => {
      const path = `/explorer/value?kind=content&key=${keyOf(1)}&${query}`;
      await expectProblem(await siteApp().request(path), "no-such-value");
    },
  );
});

/** The elements in short: name, span, then the elements in each area. */
function outlined(elements: readonly ElementDetails[]): unknown[] {
  return elements.map(({ layout, role, alias, columnSpan, columns, rowSpan, areas }) => {
    const name = [layout, role === "settings" ? role : "", alias ?? ""].filter(Boolean).join(" ");
    const span = columnSpan === undefined ? "" : ` ${columnSpan}/${columns ?? "?"}×${rowSpan}`;
    const columnsOf = (areas ?? []).map((area) => [
      `${area.alias ?? "?"} ${area.columnSpan ?? "?"}/${area.columns ?? "?"}`,
      ...outlined(area.elements),
    ]);
    return areas ? [name + span, ...columnsOf] : name + span;
  });
}

describe("/explorer/node: a grid", () => {
  const GRID = (id: number, columnSpan: number, areas: unknown[] = [], settings = false) => ({
    ...{ contentUdi: udiOf("element", id), columnSpan, rowSpan: 1, areas },
    ...(settings && { settingsUdi: udiOf("element", 80) }),
  });
  const block = (id: number) => ({ contentTypeAlias: `b${id}`, udi: udiOf("element", id), text: "x" });
  const blocks = {
    layout: {
      "Umbraco.BlockGrid": [
        GRID(70, 12, [
          { key: keyOf(90), items: [GRID(71, 6, [], true), GRID(72, 3)] },
          { key: keyOf(91), items: [] },
          { key: keyOf(92), items: [GRID(73, 2, [{ key: keyOf(93), items: [GRID(74, 1)] }])] },
        ]),
        GRID(75, 4),
      ],
    },
    contentData: [70, 71, 72, 73, 74, 75].map(block),
    settingsData: [block(80)],
  };
  const dataType = (id: number, config: Record<string, unknown>) => ({
    ...{ id, key: keyOf(id), name: "Grid", dbType: null, editorAlias: null, editor: null },
    ...{ createDate: "", updateDate: "", config },
  });

  async function elementsOf(value: unknown, config?: Record<string, unknown>): Promise<PropertyDetails> {
    const home = { ...nodeOf(1, "Home"), properties: { grid: { alias: "grid", editorAlias: null, value } } };
    const page = contentTypeOf(60, "page", { Grid: { dataTypeId: 5 } });
    const app = typedApp([home], { content: [page], data: config && [dataType(5, config)] });
    return (await propertiesOf(app)).grid;
  }

  it("of blocks has the blocks of areas in their areas, with the columns and aliases of the data type", async () => {
    const config = {
      gridColumns: 16,
      blocks: [
        {
          areas: [
            { key: keyOf(90), alias: "left", columnSpan: 10 },
            { key: keyOf(92), alias: "right", columnSpan: 6 },
          ],
        },
        { areaGridColumns: 2, areas: [{ key: keyOf(93), alias: "inner", columnSpan: 2 }] },
      ],
    };
    const { elements } = await elementsOf(JSON.stringify(blocks), config);
    expect(elements[0].areas?.[0].elements[0].properties).toMatchObject([
      { alias: "text", pointer: "/contentData/1/text", json: '"x"' },
    ]);
    expect(outlined(elements)).toEqual([
      [
        "block-grid b70 12/16×1",
        ["left 10/16", "block-grid b71 6/10×1", "block-grid settings b80", "block-grid b72 3/10×1"],
        ["? ?/?"],
        ["right 6/16", ["block-grid b73 2/6×1", ["inner 2/2", "block-grid b74 1/2×1"]]],
      ],
      "block-grid b75 4/16×1",
    ]);
  });

  const control = (alias: string) => ({ value: alias, editor: { alias } });
  const row = (name: string, ...areas: [grid: number | string, ...controls: unknown[]][]) => ({
    name,
    areas: areas.map(([grid, ...controls]) => ({ grid, controls })),
  });
  const sections = [
    {
      grid: 12,
      rows: [row("Headline", [12, control("headline")]), row("Article", ["4", control("media")], [8])],
    },
  ];

  it("of version 7 has its rows with their areas, and the columns of its data type", async () => {
    const grid = { name: "1 column layout", sections };
    const expected = (columns: string) => [
      ["grid-row Headline", [`? 12/${columns}`, "grid headline"]],
      ["grid-row Article", [`? 4/${columns}`, "grid media"], [`? 8/${columns}`]],
    ];
    expect(outlined((await elementsOf(grid)).elements)).toEqual(expected("?"));
    expect(outlined((await elementsOf(grid, {})).elements)).toEqual(expected("12"));
    expect(outlined((await elementsOf(grid, { items: { columns: 24 } })).elements)).toEqual(expected("24"));
  });

  it("of version 7 with several sections has the sections as columns, and elements outside of areas after them", async () => {
    const other = { ...row("Aside"), styles: [{ ncContentTypeAlias: "outside" }] };
    const grid = { name: "2 columns", sections: [...sections, { grid: 4, rows: [other] }] };
    expect(outlined((await elementsOf(grid)).elements)).toEqual([
      [
        "grid-sections",
        [
          "? 12/?",
          ["grid-row Headline", ["? 12/?", "grid headline"]],
          ["grid-row Article", ["? 4/?", "grid media"], ["? 8/?"]],
        ],
        ["? 4/?", ["grid-row Aside"]],
      ],
      "nested-content outside",
    ]);
  });

  it("without controls is its JSON", async () => {
    const grid = { name: "empty", sections: [{ grid: 12, rows: [] }] };
    const { elements, json } = await elementsOf(grid);
    expect([elements, json]).toEqual([[], JSON.stringify(grid)]);
  });
});

it("/explorer/value: sends a long value compressed", async () => {
  const path = `/explorer/value?kind=content&key=${keyOf(1)}&alias=long`;
  const response = await siteApp().request(path, { headers: { "Accept-Encoding": "gzip" } });
  expect([response.status, response.headers.get("Content-Encoding")]).toEqual([200, "gzip"]);
});

it("/explorer/node: names types, properties and elements as editors know them, in their tabs", async () => {
  const home = {
    ...contentTypeOf(60, "HOME", {
      richText: { name: "The story", description: "What is told." },
      TEXT: { name: "Heading" },
    }),
    name: "Home page",
  };
  const quote = { ...contentTypeOf(61, "quote", { who: { name: "Who said it" } }), name: "A quote" };
  const properties = {
    text: { alias: "text", value: "Two" },
    richText: { alias: "richText", value: "<p>Plain</p>" },
    other: { alias: "other", value: [{ ncContentTypeAlias: "quote", who: "A visitor" }] },
  };
  const app = typedApp([{ ...nodeOf(1, "Home"), type: "home", properties }], { content: [home, quote] });
  const { typeName, groups } = await answer<NodeDetails>(app, "node");
  expect(typeName).toBe("Home page");
  const shown = groups.map(({ name, properties: own }) => [
    name,
    own.map(({ alias, name: title, description }) => [alias, title, description]),
  ]);
  expect(shown).toEqual([
    [
      "Content",
      [
        ["richText", "The story", "What is told."],
        ["text", "Heading", undefined],
      ],
    ],
    [null, [["other", undefined, undefined]]],
  ]);
  expect(groups[1].properties[0].elements).toMatchObject([
    { alias: "quote", typeName: "A quote", properties: [{ alias: "who", name: "Who said it" }] },
  ]);
});

it("/explorer/node: lists a window of the nodes that refer to a node", async () => {
  const linking = Array.from({ length: 5 }, (_, i) => ({
    ...nodeOf(i + 20, `From ${i}`),
    properties: { to: { alias: "to", editorAlias: "Umbraco.ContentPicker", value: udiOf("document", 2) } },
  }));
  const app = appOf({ explorer: {} }, sourceOf([nodeOf(1, "Home", [nodeOf(2, "Products"), ...linking])]));
  const names = ({ total, from, nodes }: Links) => [total, from, nodes.map(({ row }) => row.name)];
  expect(names(await answer(app, "links?from=1&count=2", 2))).toEqual([5, 1, ["From 1", "From 2"]]);
  const all = await answer<Links>(app, "links", 2);
  expect(all.nodes.map(({ breadcrumbs }) => breadcrumbs)).toEqual(linking.map(() => ["Home"]));
  expect(names(await answer(app, "links", 1))).toEqual([0, 0, []]);
});

it("/explorer/node: counts the nodes of each type, the most frequent first", async () => {
  const response = await siteApp().request("/explorer/types");
  expect((await response.json()) as TypeCount[]).toEqual([
    { kind: "media", alias: "Image", name: null, nodes: 3 },
    { kind: "content", alias: "page", name: null, nodes: 2 },
    { kind: "content", alias: "home", name: null, nodes: 1 },
  ]);
});

it("/explorer/node: returns nested elements down to 100 levels", async () => {
  let value: unknown = "innermost";
  for (let i = 0; i < 400; i++) value = [{ ncContentTypeAlias: "nest", inner: value }];
  const nest = { alias: "nest", editorAlias: "Umbraco.NestedContent", value };
  const { nest: shown } = await propertiesOf(
    appOf({ explorer: {} }, sourceOf([{ ...nodeOf(1, "Home"), properties: { nest } }])),
  );
  let depth = 0;
  let at: PropertyDetails | undefined = shown;
  for (; at?.elements.length; at = at.elements[0].properties[0]) depth++;
  expect([depth, at?.omitted]).toEqual([100, 1]);
});

describe("/explorer/node: values that look like secrets", () => {
  const blocks = [{ ncContentTypeAlias: "mail", host: "mx", smtpPassword: "nested-hunter2" }];
  const value = (alias: string, value: unknown) => ({
    [alias]: { alias, editorAlias: "Umbraco.TextBox", value },
  });
  const properties = { ...value("apiKey", "hunter2"), ...value("blocks", JSON.stringify(blocks)) };
  const app = appOf({ explorer: {} }, sourceOf([{ ...nodeOf(1, "Home"), properties }]));
  const send = async (path: string) => (await app.request(`${path}kind=content&key=${keyOf(1)}`)).text();

  it("are left out of a node, and redacted inside JSON and macros", async () => {
    const text = await send("/explorer/node?");
    expect(text).not.toContain("hunter2");
    expect(text.match(/"isSecret":true/g)).toHaveLength(2);
    const own = appOf(
      { explorer: {} },
      sourceOf([
        {
          ...nodeOf(1, "Home"),
          properties: {
            ...value("settings", { password: "hunter2" }),
            ...value("body", '<?UMBRACO_MACRO macroAlias="map" apiKey="hunter2" />'),
          },
        },
      ]),
    );
    for (const path of ["/explorer/node?", "/explorer/json?", "/explorer/value?alias=settings&"]) {
      const inside = await (await own.request(`${path}kind=content&key=${keyOf(1)}`)).text();
      expect(inside).toContain("(redacted)");
      expect(inside).not.toContain("hunter2");
    }
  });

  it.each([
    ["alias=apiKey", '"(redacted)"'],
    ["alias=apiKey&secrets=true", '"hunter2"'],
    ["alias=blocks&pointer=/0/smtpPassword", '"(redacted)"'],
    ["alias=blocks&pointer=/0/smtpPassword&secrets=true", '"nested-hunter2"'],
  ])("are part of /explorer/value on request alone: %s", async (query, expected) => {
    expect(await send(`/explorer/value?${query}&`)).toBe(expected);
  });
});

it("/explorer/decoded: returns the node as export writes it, in the language that is shown; secrets are redacted", async () => {
  const link = { alias: "link", editorAlias: "Umbraco.ContentPicker", value: udiOf("document", 2) };
  const flag = { alias: "flag", editorAlias: "Umbraco.TrueFalse", value: "1" };
  const secret = { alias: "apiKey", editorAlias: "Umbraco.TextBox", value: "not-a-real-key" };
  const home = { ...nodeOf(1, "Home", [nodeOf(2, "News")]), properties: { link, flag, apiKey: secret } };
  const own = appOf({ explorer: {} }, sourceOf([home]));
  const response = await own.request(`/explorer/decoded?kind=content&key=${keyOf(1)}`);
  expect(await response.json()).toMatchObject({
    contentType: "page",
    name: "Home",
    id: keyOf(1),
    properties: {
      link: { name: "News", id: keyOf(2) },
      flag: true,
      apiKey: expect.stringContaining("redacted"),
    },
  });
  await expectProblem(await own.request(`/explorer/decoded?kind=content&key=${keyOf(9)}`), "no-such-node");
});

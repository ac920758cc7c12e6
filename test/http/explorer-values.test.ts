/** The explorer over HTTP: values and their elements, references, and types of nodes. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import type {
  ElementDetails,
  Links,
  NodeDetails,
  PropertyDetails,
  TypeCount,
} from "../../src/http/explorer/explorer-api.ts";
import { MediaFiles } from "../../src/site/media/media-files.ts";
import type { SiteTypes } from "../../src/site/schema/site-types.ts";
import { expectProblem } from "../support/problem.ts";
import { appOf, keyOf, nodeOf, sourceOf, udiOf } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

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
  one: ["Umbraco.Integer", 1],
  bare: [null, "1"],
  json: ["Own.Editor", '{"a/b":{"~":[10,20]}}'],
  nothing: ["Umbraco.TextBox", null],
  short: ["Umbraco.TextArea", LONG.slice(2)],
  long: ["Umbraco.TextArea", LONG],
  picker: ["Umbraco.MultiNodeTreePicker", [udiOf("document", 2), udiOf("document", 99)].join(",")],
  photo: ["Umbraco.MediaPicker", udiOf("media", 50)],
  paper: ["Umbraco.MediaPicker", udiOf("media", 51)],
  absent: ["Umbraco.MediaPicker", udiOf("media", 52)],
  rich: ["Umbraco.RichText", { markup: "<p>From blocks</p>", blocks: {} }],
  richText: ["Umbraco.TinyMCE", "<p>Plain</p>"],
  blocks: ["Umbraco.BlockList", JSON.stringify(BLOCKS)],
};

type ContentType = SiteTypes["content"][number];

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

describe("/explorer/node: groups", () => {
  const PROPERTY = (
    alias: string,
    tab: string,
  ) => `<GenericProperty><Key>${keyOf(alias.charCodeAt(0))}</Key><Name>${alias}</Name>
    <Alias>${alias}</Alias><Definition>${keyOf(900)}</Definition><Type>Umbraco.TextBox</Type><Tab Alias="${tab}">${tab}</Tab></GenericProperty>`;
  const TAB = (id: number, caption: string, alias: string, type: string) =>
    `<Tab><Key>${keyOf(id)}</Key><Caption>${caption}</Caption><Alias>${alias}</Alias><Type>${type}</Type><SortOrder>0</SortOrder></Tab>`;
  const TYPE = (id: number, alias: string, more: string, properties: string, tabs: string) =>
    `<ContentType Key="${keyOf(id)}" Alias="${alias}" Level="1"><Info><Name>${alias}</Name>${more}</Info>
    <GenericProperties>${properties}</GenericProperties><Tabs>${tabs}</Tabs></ContentType>`;

  it("have the tabs of uSync, whose aliases are in no operation, with properties of compositions in the tab of the same alias", async () => {
    const composition = `<Compositions><Composition Key="${keyOf(61)}">seo</Composition></Compositions>`;
    const data = dataDirectory({
      "Content/page.config": `<Content Key="${keyOf(1)}" Alias="Page" Level="1"><Info><ContentType>page</ContentType><Path>/page</Path>
        <Parent Key="${"0".repeat(8)}-0000-0000-0000-000000000000" /><Trashed>false</Trashed><NodeName Default="Page" />
        <Published Default="true" /><SortOrder>0</SortOrder></Info><Properties>${["a", "b", "c", "d"]
          .map((alias) => `<${alias}><Value>${alias}</Value></${alias}>`)
          .join("")}</Properties></Content>`,
      "ContentTypes/page.config": TYPE(
        60,
        "page",
        composition,
        PROPERTY("a", "content") + PROPERTY("b", "content/top") + PROPERTY("d", "loose"),
        TAB(70, "Content", "content", "Tab") +
          TAB(71, "Top", "content/top", "Group") +
          TAB(72, "Loose", "loose", "Group"),
      ),
      "ContentTypes/seo.config": TYPE(
        61,
        "seo",
        "",
        PROPERTY("c", "content/search"),
        TAB(73, "Content", "content", "Tab") + TAB(74, "Search", "content/search", "Group"),
      ),
    });
    const app = appOf({ explorer: {} }, directorySource(await loadDirectory(data)));
    const { groups } = await answer<NodeDetails>(app, "node");
    const named = (each: { name: string | null; properties: PropertyDetails[] }) => [
      each.name,
      each.properties.map(({ alias }) => alias),
    ];
    expect(groups.map((tab) => [...named(tab), (tab.groups ?? []).map(named)])).toEqual([
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
    expect(tabs.map((tab) => Object.keys(tab))).toEqual(
      tabs.map(() => ["id", "key", "name", "sortOrder", "properties"]),
    );
    expect(tabs).toHaveLength(5);
  });
});

async function propertiesOf(app: App): Promise<Record<string, PropertyDetails>> {
  const { groups } = await answer<NodeDetails>(app, "node");
  const all = groups.flatMap(({ properties }) => properties);
  return Object.fromEntries(all.map((property) => [property.alias, property]));
}

describe("/explorer/node: a value", () => {
  it("has its value shape, `boolean` only by its editor", async () => {
    const properties = await propertiesOf(siteApp());
    const shapes = Object.entries(properties).map(([alias, { shape }]) => [alias, shape]);
    expect(Object.fromEntries(shapes)).toEqual({
      text: "text",
      yes: "boolean",
      no: "boolean",
      many: "number",
      one: "number",
      bare: "number",
      json: "json-object",
      nothing: "empty",
      short: "text",
      long: "text",
      picker: "udis",
      photo: "udi",
      paper: "udi",
      absent: "udi",
      rich: "rich-text-json",
      richText: "html",
      blocks: "block-list",
    });
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
  const property = (alias: string, dataTypeId: number) => ({
    ...{ id: 90, key: keyOf(90), sortOrder: 0, editorAlias: null, mandatory: false, description: null },
    ...{ alias, name: alias, dataTypeId },
  });

  async function elementsOf(value: unknown, config?: Record<string, unknown>): Promise<PropertyDetails> {
    const home = { ...nodeOf(1, "Home"), properties: { grid: { alias: "grid", editorAlias: null, value } } };
    const { snapshot } = sourceOf([home]);
    if (!snapshot) throw new Error("the data is held as a whole");
    const page: ContentType = {
      ...{ id: 60, key: keyOf(60), alias: "page", name: "Page", icon: null, defaultTemplate: null },
      ...{ allowedAsRoot: true, allowedContentTypes: [], allowedTemplate: [], compositions: [] },
      tabs: [{ id: 80, key: keyOf(80), name: "Tab", sortOrder: 0, properties: [property("Grid", 5)] }],
    };
    const data = config ? [dataType(5, config)] : [];
    const types = { content: [page], media: [], data, warnings: [] };
    const app = appOf({ explorer: {} }, directorySource({ ...snapshot.site, types: () => types }));
    return (await propertiesOf(app)).grid;
  }

  it("of blocks has the blocks of areas in their areas, and spans without their columns if no data type is known", async () => {
    const expected = [
      [
        "block-grid b70 12/?×1",
        ["? ?/?", "block-grid b71 6/?×1", "block-grid settings b80", "block-grid b72 3/?×1"],
        ["? ?/?"],
        ["? ?/?", ["block-grid b73 2/?×1", ["? ?/?", "block-grid b74 1/?×1"]]],
      ],
      "block-grid b75 4/?×1",
    ];
    for (const value of [blocks, JSON.stringify(blocks)]) {
      expect(outlined((await elementsOf(value)).elements)).toEqual(expected);
    }
    const [{ areas = [] }] = (await elementsOf(blocks)).elements;
    expect(areas[0].elements[0].properties).toMatchObject([
      { alias: "text", pointer: "/contentData/1/text", json: '"x"' },
    ]);
  });

  it("of blocks has the columns and the aliases of areas from the data type", async () => {
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
    expect(outlined((await elementsOf(blocks, config)).elements)).toEqual([
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
    for (const value of [grid, JSON.stringify(grid)]) {
      expect(outlined((await elementsOf(value)).elements)).toEqual(expected("?"));
    }
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
  const ofType = (id: number, alias: string, name: string, tabs: ContentType["tabs"]): ContentType => ({
    ...{ id, key: keyOf(id), alias, name, icon: null, tabs, defaultTemplate: null, allowedAsRoot: true },
    ...{ allowedContentTypes: [], allowedTemplate: [], compositions: [] },
  });
  const property = (alias: string, name: string, description: string | null) => ({
    ...{ id: 90, key: keyOf(90), sortOrder: 0, editorAlias: "Umbraco.TextBox", dataTypeId: 1 },
    ...{ mandatory: false, alias, name, description },
  });
  const tab = (name: string, ...properties: ReturnType<typeof property>[]) => {
    return { id: 80, key: keyOf(80), name, sortOrder: 0, properties };
  };
  const home = ofType(60, "HOME", "Home page", [
    tab("Empty", property("nowhere", "Nowhere", null)),
    tab("Texts", property("richText", "The story", "What is told."), property("TEXT", "Heading", null)),
  ]);
  const quote = ofType(61, "quote", "A quote", [tab("Words", property("who", "Who said it", null))]);
  const { snapshot } = site();
  if (!snapshot) throw new Error("the data is held as a whole");
  const types = { content: [home, quote], media: [], data: [], warnings: [] };
  const app = appOf({ explorer: {} }, directorySource({ ...snapshot.site, types: () => types }));
  const { typeName, groups } = await answer<NodeDetails>(app, "node");
  expect(typeName).toBe("Home page");
  expect(groups.map(({ name, properties }) => [name, properties.length])).toEqual([
    ["Texts", 2],
    [null, Object.keys(VALUES).length - 2],
  ]);
  expect(groups[0].properties.map(({ alias, name, description }) => [alias, name, description])).toEqual([
    ["richText", "The story", "What is told."],
    ["text", "Heading", undefined],
  ]);
  const blocks = groups[1].properties.find(({ alias }) => alias === "blocks")?.elements ?? [];
  const inner = blocks.flatMap((block) => block.properties.flatMap(({ elements }) => elements));
  expect(inner.map(({ alias, typeName: name }) => [alias, name])).toEqual([["quote", "A quote"]]);
  expect(inner[0].properties.map(({ alias, name }) => [alias, name])).toEqual([["who", "Who said it"]]);
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

  it("are left out of a node", async () => {
    const text = await send("/explorer/node?");
    expect(text).not.toContain("hunter2");
    expect(text.match(/"isSecret":true/g)).toHaveLength(2);
  });

  it("are redacted inside JSON and macros", async () => {
    const settings = {
      settings: { alias: "settings", editorAlias: "Acme.Json", value: { password: "hunter2" } },
    };
    const body = value("body", '<?UMBRACO_MACRO macroAlias="map" apiKey="hunter2" />');
    const own = appOf(
      { explorer: {} },
      sourceOf([{ ...nodeOf(1, "Home"), properties: { ...settings, ...body } }]),
    );
    for (const path of ["/explorer/node?", "/explorer/json?", "/explorer/value?alias=settings&"]) {
      const text = await (await own.request(`${path}kind=content&key=${keyOf(1)}`)).text();
      expect(text).toContain("(redacted)");
      expect(text).not.toContain("hunter2");
    }
  });

  it("are part of /explorer/value on request", async () => {
    const path = "/explorer/value";
    expect(await send(`${path}?alias=apiKey&`)).toContain("(redacted)");
    expect(await send(`${path}?alias=apiKey&secrets=true&`)).toContain("hunter2");
  });

  it("are redacted within a value, and found by their pointers", async () => {
    expect(await send("/explorer/value?alias=blocks&")).not.toContain("hunter2");
    const pointer = "pointer=/0/smtpPassword";
    expect(await send(`/explorer/value?alias=blocks&${pointer}&`)).toBe('"(redacted)"');
    expect(await send(`/explorer/value?alias=blocks&${pointer}&secrets=true&`)).toBe('"nested-hunter2"');
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

/** The content model of sites: `model.json` of an export, and what `types` prints of it. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { ModelProperty, ModelType, PartType } from "../../src/decode/content-model.ts";
import { modelOf } from "../support/model.ts";
import { run } from "../support/program.ts";
import { fixture } from "../support/repository.ts";
import { keyOf, nodeOf, propertiesOf } from "../support/site.ts";
import { gridOf } from "../support/stored-grid.ts";
import { dataDirectory } from "../support/temporary.ts";
import { usyncLanguage, usyncPage, usyncVaryingType } from "../support/usync-files.ts";

/** A type of a uSync folder. @param properties made by `usyncProperty` */
const usyncType = (id: number, alias: string, varies: string, more: string, ...properties: string[]) =>
  `<ContentType Key="${keyOf(id)}" Alias="${alias}"><Info><Name>${alias}</Name><Variations>${varies}</Variations>${more}</Info>
    <GenericProperties>${properties.join("")}</GenericProperties></ContentType>`;

const usyncProperty = (alias: string, editor: string, varies: string) =>
  `<GenericProperty><Name>${alias}</Name><Alias>${alias}</Alias><Type>${editor}</Type><Variations>${varies}</Variations></GenericProperty>`;

const typeIn = (types: ModelType[], alias: string) => types.find((type) => type.alias === alias) as ModelType;
const propertyIn = (types: ModelType[], type: string, alias: string) =>
  typeIn(types, type).properties.find((property) => property.alias === alias) as ModelProperty;

describe("the content model", () => {
  it("has each type with its nodes and elements, and each property with its kind and how often it has a value", async () => {
    const { contentTypes, mediaTypes, inferred } = await modelOf("--sample");
    const { properties: _, ...article } = typeIn(contentTypes, "article");
    expect(article).toEqual({
      alias: "article",
      name: "Article",
      id: "121dd831-fcfa-4fa4-87e5-71c52c48cadc",
      element: false,
      varies: "nothing",
      allowedAtRoot: false,
      allowedChildren: [],
      compositions: [],
      nodes: 11,
      elements: 0,
    });
    expect(propertyIn(contentTypes, "article", "bodyText")).toEqual({
      alias: "bodyText",
      name: "Text",
      group: "Content",
      kind: "richText",
      many: false,
      shape: "one",
      mandatory: true,
      varies: "nothing",
      editor: "Umbraco.TinyMCE",
      from: "article",
      filled: 10,
    });
    expect(typeIn(contentTypes, "quoteBlock")).toMatchObject({ element: true, nodes: 0 });
    expect(mediaTypes.map(({ alias }: ModelType) => alias)).toContain("Folder");
    expect(inferred).toBeUndefined();
  });

  it("knows types of elements, variation, configuration and the type that defines a property", async () => {
    const { contentTypes } = await modelOf(fixture("usync/types"));
    expect(contentTypes.map(({ alias, element, varies }: ModelType) => [alias, element, varies])).toEqual([
      ["base", false, "nothing"],
      ["page", false, "nothing"],
      ["seo", true, "nothing"],
      // Of a node whose type the data lacks.
      ["gone", false, "nothing"],
    ]);
    expect(propertyIn(contentTypes, "base", "keywords")).toMatchObject({ from: "seo" });
  });

  it("has a property of a composition as it varies in the type that it is a part of", async () => {
    const composed = `<Compositions><Composition Key="${keyOf(1)}">seo</Composition></Compositions>`;
    const title = usyncProperty("title", "Umbraco.TextBox", "CultureAndSegment");
    const data = dataDirectory({
      "Content/home.config": usyncPage({ id: 9 }),
      "ContentTypes/seo.config": usyncType(1, "seo", "CultureAndSegment", "", title),
      "ContentTypes/page.config": usyncType(2, "page", "Nothing", composed),
      "ContentTypes/news.config": usyncType(3, "news", "Culture", composed),
    });
    const { contentTypes } = await modelOf("--data", data);
    expect(["seo", "page", "news"].map((each) => propertyIn(contentTypes, each, "title").varies)).toEqual([
      "both",
      "nothing",
      "culture",
    ]);
  });

  it("is inferred from values if the data has no types", async () => {
    const properties = propertiesOf({
      text: [null, "<p>Text</p>"],
      list: [null, [{ ncContentTypeAlias: "quote", name: "1", by: "Ada" }]],
    });
    const content = [{ ...nodeOf(1, "Home"), type: "home", properties }];
    const { contentTypes, inferred } = await modelOf(dataDirectory({ "content.json": content }));
    expect(inferred).toBe(true);
    expect(typeIn(contentTypes, "home")).toMatchObject({
      inferred: true,
      element: false,
      nodes: 1,
      id: null,
    });
    expect(contentTypes[0].properties).toMatchObject([
      { alias: "text", kind: "richText", editor: null, filled: 1 },
      { alias: "list", kind: "blocks", many: true, allowed: ["quote"] },
    ]);
    expect(typeIn(contentTypes, "quote")).toMatchObject({ inferred: true, element: true, elements: 1 });
  });

  it("counts an element of several languages once, by its id if it has one", async () => {
    const block = (id: number) =>
      JSON.stringify([{ key: keyOf(id), ncContentTypeAlias: "quote", text: "x" }]);
    const files = (danish: string) => ({
      "Content/home.config": usyncPage({
        ...{ id: 9, name: { en: "Home", da: "Hjem" } },
        values: { list: { en: block(1), da: danish } },
      }),
      "ContentTypes/page.config": usyncVaryingType("page", { list: "Umbraco.NestedContent" }),
      "Languages/en.config": usyncLanguage("en", true),
      "Languages/da.config": usyncLanguage("da"),
    });
    for (const [danish, elements] of [
      [block(1), 1],
      [block(2), 2],
    ] as const) {
      const { contentTypes } = await modelOf("--data", dataDirectory(files(danish)));
      expect(typeIn(contentTypes, "page")).toMatchObject({ nodes: 1 });
      expect(typeIn(contentTypes, "quote")).toMatchObject({ elements });
      expect(propertyIn(contentTypes, "quote", "text")).toMatchObject({ filled: elements });
    }
  });

  it("says of each property whether its values are lists, as the lines have them", async () => {
    const { contentTypes } = await modelOf("--sample");
    const lines = (
      await run(["find", "--sample", "--kind", "content", "--values", "delivery", "--format", "ndjson"])
    ).stdout;
    let compared = 0;
    for (const line of lines.split("\n").filter(Boolean)) {
      const { contentType, properties } = JSON.parse(line);
      for (const [alias, value] of Object.entries(properties)) {
        const { shape } = propertyIn(contentTypes, contentType, alias);
        if (value === null || shape === undefined) continue;
        expect(Array.isArray(value) ? "list" : "one", `${contentType} ${alias}`).toBe(shape);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(80);
  });

  it("infers texts of values that look like numbers, and lists properties that no type defines with from null", async () => {
    const properties = propertiesOf({ code: [null, "000000"], year: [null, "1980"], price: [null, 12.5] });
    const content = [{ ...nodeOf(1, "a"), properties }];
    const { contentTypes } = await modelOf(dataDirectory({ "content.json": content }));
    const kinds = typeIn(contentTypes, "page").properties.map(({ alias, kind, from }) => [alias, kind, from]);
    expect(kinds).toEqual([
      ["code", "text", null],
      ["year", "text", null],
      ["price", "decimal", null],
    ]);
  });

  it("lists a property that values have and their type has lost, which lines keep", async () => {
    const title = usyncProperty("title", "Umbraco.TextBox", "Nothing");
    const data = dataDirectory({
      "Content/home.config": usyncPage({ id: 9, values: { title: "x", order: "7" } }),
      "ContentTypes/page.config": usyncType(1, "page", "Nothing", "", title),
    });
    const { contentTypes } = await modelOf("--data", data);
    expect(typeIn(contentTypes, "page").properties.map(({ alias, from }) => [alias, from])).toEqual([
      ["title", "page"],
      ["order", null],
    ]);
    const schema = JSON.parse((await run(["types", "--data", data, "--format", "json-schema"])).stdout);
    expect(schema.$defs["content-page"].required).toEqual(["title"]);
  });

  it("has rows, controls and settings of grids and macros as types of parts, whose elements add up", async () => {
    const alias = (name: string) => ({ alias: name, view: name });
    const controls = [
      { editor: alias("headline"), value: "A" },
      {
        editor: alias("rte"),
        value: '<p><?UMBRACO_MACRO macroAlias="map" zoom="3" /></p>',
        styles: { margin: "0" },
      },
      { editor: alias("macro"), value: { macroAlias: "form", macroParamsDictionary: { id: "7" } } },
      { editor: alias("doctype"), value: { dtgeContentTypeAlias: "quote", value: { by: "Ada" } } },
    ];
    const grid = (...rows: object[]) => ({ name: "1 column", sections: [{ grid: 12, rows }] });
    const row = { name: "Article", areas: [{ grid: 12, controls }], config: { class: "wide" } };
    const page = (id: number, value: object) => ({
      ...nodeOf(id, "Page"),
      properties: propertiesOf({ grid: ["Umbraco.Grid", value] }),
    });
    const content = [page(1, grid(row)), page(2, grid({ ...row, areas: [] }))];
    const { contentTypes, partTypes } = await modelOf(dataDirectory({ "content.json": content }));
    expect(propertyIn(contentTypes, "page", "grid").allowed).toEqual(["headline", "rte", "form", "quote"]);
    const parts = partTypes.map(({ part, alias, elements, properties }: PartType) => [
      ...[part, alias, elements],
      properties.map((property) => `${property.alias}: ${property.kind} ${property.filled}`),
    ]);
    expect(parts).toEqual([
      ["gridRow", "Article", 0, []],
      ["gridControl", "headline", 1, ["value: text 1"]],
      ["gridControl", "rte", 1, ["value: richText 1"]],
      ["gridSettings", "gridSettings", 0, ["margin: text 1", "class: text 2"]],
      ["macro", "map", 1, ["zoom: text 1"]],
      ["macro", "form", 1, ["id: text 1"]],
    ]);
    expect(typeIn(contentTypes, "quote").elements).toBe(1);
  });

  it("lets a grid editor be called like a type: schema.json allows the properties of both", async () => {
    const control = (alias: string, value: unknown) => ({ editor: { alias, view: alias }, value });
    const controls = [
      control("quote", "A"),
      control("docType", { dtgeContentTypeAlias: "quote", value: { by: "Ada" } }),
    ];
    const properties = propertiesOf({ grid: ["Umbraco.Grid", gridOf(controls, { name: "Article" })] });
    const data = dataDirectory({ "content.json": [{ ...nodeOf(1, "Page"), properties }] });
    const { stdout: schema } = await run(["types", data, "--format", "json-schema"]);
    const { stdout: line } = await run(["find", data, "--values", "delivery", "--format", "ndjson"]);
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(schema));
    expect([validate(JSON.parse(line)), validate.errors]).toEqual([true, null]);
    expect(
      validate(JSON.parse(line.replace('"contentType":"Article","id"', '"contentType":"Article","ID"'))),
    ).toBe(false);
  });

  it("has all types: schema.json refuses a node and an element of another", async () => {
    const block = (type: string) => ({ ncContentTypeAlias: type, key: keyOf(5), title: "A" });
    const properties = propertiesOf({ blocks: ["Umbraco.NestedContent", [block("card")]] });
    const data = dataDirectory({ "content.json": [{ ...nodeOf(1, "Page"), properties }] });
    const { stdout: schema } = await run(["types", data, "--format", "json-schema"]);
    const { stdout: line } = await run(["find", data, "--values", "delivery", "--format", "ndjson"]);
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(schema));
    expect([validate(JSON.parse(line)), validate.errors]).toEqual([true, null]);
    for (const type of ["page", "card"]) {
      const other = line.replace(`"contentType":"${type}"`, '"contentType":"other"');
      expect(other).not.toBe(line);
      expect(validate(JSON.parse(other))).toBe(false);
    }
    // Without media there is no line of a medium.
    const media = { contentType: undefined, mediaType: "Image", path: "/a/" };
    expect(validate({ ...JSON.parse(line), ...media })).toBe(false);
  });

  it("names aliases that hold different things on different types", async () => {
    const node = (id: number, type: string, editorAlias: string) => ({
      ...nodeOf(id, type),
      ...{
        type,
        properties: propertiesOf({
          teaser: [editorAlias, "x"],
          umbracoNaviHide: [type === "home" ? "Umbraco.TextBox" : "Umbraco.TrueFalse", "1"],
        }),
      },
    });
    const content = [
      node(1, "home", "Umbraco.TinyMCE"),
      node(2, "news", "Umbraco.TextBox"),
      node(3, "page", "Umbraco.TextBox"),
    ];
    const { conflicts } = await modelOf(dataDirectory({ "content.json": content }));
    expect(conflicts).toEqual([
      {
        alias: "teaser",
        kinds: [
          { kind: "richText", types: ["home"] },
          { kind: "text", types: ["news", "page"] },
        ],
      },
      {
        alias: "umbracoNaviHide",
        kinds: [
          { kind: "text", types: ["home"] },
          { kind: "boolean", types: ["news", "page"] },
        ],
      },
    ]);
  });

  it.each([
    [["home"], "a type"],
    [["--fields", "alias"], "--fields"],
    [["--kind", "media"], "--kind"],
  ])("cannot be used with %j", async (words, what) => {
    const { status, stderr } = await run(["types", ...words, "--sample", "--format", "typescript"]);
    expect([status, stderr]).toEqual([
      2,
      `error: --format typescript prints the whole site, so it cannot be used with ${what}\n`,
    ]);
  });

  it("is refused for a live site, whose values would have to be fetched", async () => {
    const { status, stderr } = await run([
      "types",
      "--base-url",
      "http://127.0.0.1:9",
      "--format",
      "json-schema",
    ]);
    expect([status, stderr]).toEqual([
      2,
      "error: --format json-schema reads the values of all nodes, so copy the site first: migrations pull\n",
    ]);
  });
});

/** Nested content, stacked content, Archetype, content blocks, Vorto, and values whose editor is not known, decoded. */
import { describe, expect, it } from "vitest";
import { parseKey } from "../../src/site/tree/key.ts";
import { keyOf, udiOf } from "../support/site.ts";
import { ABOUT, decode, type TestType } from "./decoding.ts";

const TYPES: readonly TestType[] = [
  { alias: "quote", key: 50, properties: { text: ["Umbraco.TextBox"], isLarge: ["Umbraco.TrueFalse"] } },
];
const QUOTE = { contentType: "quote", id: keyOf(51), properties: { text: "T", isLarge: true } };

describe("ValueDecoder: elements", () => {
  const VALUES = { text: "T", isLarge: "1" };
  const OWN = { key: keyOf(51), ...VALUES };
  const BLOCK = { elementType: keyOf(50), key: keyOf(51), udi: udiOf("element", 51), value: VALUES };
  const DOC = { id: keyOf(51), dtgeContentTypeAlias: "quote", value: VALUES };
  it.each([
    ["NestedContent", [{ ...OWN, name: "Item 1", ncContentTypeAlias: "quote" }], "nested-content"],
    ["NestedContent", JSON.stringify([{ ...OWN, ncContentTypeAlias: "Quote" }]), "nested-content"],
    ["Our.Umbraco.NestedContent", { ...OWN, ncContentTypeAlias: "quote" }, "nested-content"],
    ["Our.Umbraco.StackedContent", [{ ...OWN, icContentTypeAlias: "quote" }], "stacked-content"],
    ["Our.Umbraco.InnerContent", [{ ...OWN, icContentTypeGuid: keyOf(50) }], "stacked-content"],
    ["Umbraco.Community.Contentment.ContentBlocks", [BLOCK], "content-blocks"],
    ["Our.Umbraco.DocTypeGridEditor", DOC, "doc-type-grid"],
  ])("%s %j", (editor, stored, layout) => {
    const { value, report } = decode({ editor, stored, types: TYPES });
    const items = [{ content: QUOTE, settings: null }];
    expect({ value, report }).toEqual({ value: { items, layout }, report: [] });
  });

  it("have no member of our own in the Delivery API, and no items if none are stored", () => {
    const site = { mode: "delivery" } as const;
    expect(decode({ editor: "NestedContent", stored: [], site }).value).toEqual({ items: [] });
    expect(decode({ editor: "NestedContent", stored: "" }).value).toBeNull();
  });

  it("without a GUID get an id that depends on node, property, language, segment and pointer alone", () => {
    const element = { ncContentTypeAlias: "quote", text: "T" };
    const idsOf = (property = {}, alias = "value") => {
      const stored = [element, element];
      const { value } = decode({ editor: "NestedContent", stored, types: TYPES, property, alias });
      return (value as { items: { content: { id: string } }[] }).items.map(({ content }) => content.id);
    };
    const [first, second] = idsOf();
    expect(idsOf()).toEqual([first, second]);
    const others = [{ node: keyOf(2) }, { culture: "da" }, { segment: "vip" }].map((one) => idsOf(one)[0]);
    const all = [first, second, ...others, idsOf({}, "other")[0]];
    expect(new Set(all).size).toBe(6);
    expect(all.map(parseKey)).toEqual(all);
  });

  it("in elements are decoded by their own types", () => {
    const editors: TestType["properties"] = {
      quotes: ["Umbraco.NestedContent"],
      page: ["Umbraco.ContentPicker"],
    };
    const types = [...TYPES, { alias: "box", key: 70, properties: editors }];
    const quotes = JSON.stringify([{ ...OWN, ncContentTypeAlias: "quote" }]);
    const stored = [{ key: keyOf(71), ncContentTypeAlias: "box", quotes, page: "11" }];
    const properties = { quotes: { items: [{ content: QUOTE }] }, page: { id: ABOUT.key } };
    expect(decode({ editor: "NestedContent", stored, types })).toMatchObject({
      value: { items: [{ content: { properties } }] },
      report: [],
    });
  });

  it("what is no element is left out, with a line", () => {
    expect(decode({ editor: "NestedContent", stored: ["text"] })).toMatchObject({
      value: { items: [] },
      report: ['malformed-value /0 "text"'],
    });
  });
});

describe("ValueDecoder: Archetype", () => {
  it("fieldsets are elements; disabled ones are left out, with a line", () => {
    const properties = [
      { alias: "name", value: "N" },
      { alias: "isBoss", value: "1" },
    ];
    const fieldset = { alias: "person", id: keyOf(51), properties };
    const stored = { fieldsets: [fieldset, { ...fieldset, disabled: true }] };
    const known = [{ alias: "isBoss", dataTypeGuid: keyOf(90) }];
    const config = { archetypeConfig: { fieldsets: [{ alias: "person", properties: known }] } };
    const dataTypes = [{ key: 90, editorAlias: "Umbraco.TrueFalse" }];
    const content = { contentType: "person", id: keyOf(51), properties: { name: "N", isBoss: true } };
    expect(decode({ editor: "Imulus.Archetype", stored, config, dataTypes })).toMatchObject({
      value: { items: [{ content, settings: null }], layout: "archetype" },
      report: ["hidden-block /fieldsets/1 person", "no-editor /fieldsets/0/properties/0/value person.name"],
    });
  });
});

describe("ValueDecoder: Vorto", () => {
  const stored = { values: { "en-GB": "one\ntwo", da: "en\nto", sv: "" }, dtdGuid: keyOf(90) };
  const dataTypes = [
    {
      key: 90,
      editorAlias: "Our.Umbraco.Vorto",
      config: { dataType: { guid: keyOf(91), propertyEditorAlias: "Umbraco.TextBox" } },
    },
    { key: 91, editorAlias: "Umbraco.MultipleTextstring" },
  ];

  it("is the value of the language that is read, by the data type in it, and reports its languages", () => {
    const languages: string[] = [];
    const site = { culture: "DA", language: (code: string) => void languages.push(code) };
    expect(decode({ editor: "Our.Umbraco.Vorto", stored, dataTypes, site })).toMatchObject({
      value: ["en", "to"],
      report: [],
    });
    expect(languages).toEqual(["en-GB", "da"]);
    const value = { editor: "Our.Umbraco.Vorto", stored, dataTypes };
    expect(decode({ ...value, site: { culture: "sv" } }).value).toBeNull();
    expect(decode(value).value).toEqual(["one", "two"]);
  });

  it("has the editor of its own configuration if the data type is not known", () => {
    const config = { dataType: { propertyEditorAlias: "Umbraco.Tags" } };
    const site = { culture: "en-GB" };
    const tags = { values: { "en-GB": "a,b" } };
    expect(decode({ editor: "Our.Umbraco.Vorto", stored: tags, config, site })).toMatchObject({
      value: ["a", "b"],
      report: [],
    });
  });
});

describe("ValueDecoder: values whose editor is not known, by their form", () => {
  const line = ["no-editor  page.value"];
  it.each([
    [udiOf("document", 11), [expect.objectContaining({ id: ABOUT.key })]],
    ["<p>a</p>", { markup: "<p>a</p>", blocks: [] }],
    [
      { markup: "<p>a</p>", blocks: null },
      { markup: "<p>a</p>", blocks: [] },
    ],
    [{ src: "/a.jpg" }, { url: "/a.jpg", focalPoint: null, crops: [] }],
    [
      JSON.stringify([{ name: "A", url: "/a", target: "" }]),
      [expect.objectContaining({ url: "/a", title: "A" })],
    ],
    [
      [{ ncContentTypeAlias: "gone", key: keyOf(51) }],
      {
        items: [{ content: { contentType: "gone", id: keyOf(51), properties: {} }, settings: null }],
        layout: "nested-content",
      },
    ],
    [
      ["a", "b"],
      ["a", "b"],
    ],
    ["1066", "1066"],
    [5, 5],
    ["2026-01-02T03:04:05", "2026-01-02T03:04:05"],
    ["some text", "some text"],
    ['{"a":[1.50]}', { a: [1.5] }],
    ["/media/1/a.pdf", "/media/1/a.pdf"],
    [
      '<links><link title="A" link="/a" type="external"/></links>',
      [expect.objectContaining({ url: "/a", title: "A" })],
    ],
  ])("%j is %j", (stored, value) => {
    const { value: decoded, report } = decode({ stored });
    expect({ decoded, report: report.slice(0, 1) }).toEqual({ decoded: value, report: line });
  });

  it("are reported once for each type and property", () => {
    const item = { ncContentTypeAlias: "gone", text: "T" };
    expect(
      decode({ editor: "NestedContent", stored: [item, item] }).report.filter((each) =>
        each.startsWith("no-editor"),
      ),
    ).toEqual(["no-editor /0/text gone.text"]);
  });
});

describe("ValueDecoder: elements in values of editors that nobody knows", () => {
  const item = { ncContentTypeAlias: "gone", key: keyOf(51) };
  const list = {
    items: [{ content: { contentType: "gone", id: keyOf(51), properties: {} }, settings: null }],
    layout: "nested-content",
  };
  it.each<[stored: unknown, value: unknown]>([
    [[item], list],
    [JSON.stringify([item]), list],
    [
      { title: "1.50", wide: 1.5, rows: [{ cells: [item] }, { text: "a" }] },
      { title: "1.50", wide: 1.5, rows: [{ cells: list }, { text: "a" }] },
    ],
    [
      { rows: JSON.stringify([item]), text: '{"a":1}' },
      { rows: list, text: '{"a":1}' },
    ],
    [{ a: ["b"] }, { a: ["b"] }],
  ])("%j is %j", (stored, value) => {
    for (const editor of ["Acme.Blocks", "Umbraco.Plain.Json"])
      expect(decode({ editor, stored }).value).toEqual(value);
    expect(decode({ editor: "Acme.Blocks", stored }).report[0]).toBe("unknown-editor  Acme.Blocks");
  });

  it("stay as they are stored in the Delivery API, whose clients know the package's own form", () => {
    const site = { mode: "delivery" } as const;
    expect(decode({ editor: "Acme.Blocks", stored: [item], site }).value).toEqual([item]);
  });
});

/** The grid of versions 7 and 8, decoded as a block grid. */
import { describe, expect, it } from "vitest";
import { keyOf, udiOf } from "../support/site.ts";
import { decode, PICTURE, type TestType } from "./decoding.ts";

const TYPES: readonly TestType[] = [
  { alias: "quote", key: 50, properties: { isLarge: ["Umbraco.TrueFalse"] } },
];
const control = (alias: string, value: unknown, more: object = {}) => ({ value, editor: { alias, ...more } });
const row = (...controls: object[]) => ({
  name: "Headline",
  id: keyOf(71),
  areas: [{ grid: "6", controls }],
});
const rowsOf = (...sections: object[]) => ({ name: "1 column", sections });
const section = (...rows: object[]) => ({ grid: "12", rows });

const POINT = { left: 0.1, top: 0.2 };
const FRAME = "<iframe></iframe>";

/** The items of the only area of the only row. */
function controlsOf(...controls: object[]) {
  const { value, report } = decode({
    editor: "Grid",
    stored: rowsOf(section(row(...controls))),
    types: TYPES,
  });
  return { items: (value as { items: { areas: { items: object[] }[] }[] }).items[0].areas[0].items, report };
}

describe("ValueDecoder: grids", () => {
  it("rows are items with an area for each column, controls are the items of these areas", () => {
    const stored = JSON.stringify(rowsOf(section(row(control("rte", "<p>a</p>")))));
    const { value, report } = decode({ editor: "Grid", stored });
    expect(report).toEqual([]);
    const size = (columnSpan: number) => ({ rowSpan: 1, columnSpan, areaGridColumns: 12, settings: null });
    const properties = { value: { markup: "<p>a</p>", blocks: [] } };
    const text = { contentType: "rte", id: expect.any(String), properties };
    const items = [{ ...size(6), areas: [], content: text }];
    const areas = [{ alias: "column1", rowSpan: 1, columnSpan: 6, items }];
    const content = { contentType: "Headline", id: keyOf(71), properties: {} };
    expect(value).toEqual({ gridColumns: 12, items: [{ ...size(12), areas, content }], layout: "grid" });
  });

  it("several sections are items with one area of their rows", () => {
    const stored = rowsOf({ ...section(row()), grid: "4" }, { ...section(row(), row()), grid: 8 });
    const area = { alias: "rows", columnSpan: 12, items: [{ content: { contentType: "Headline" } }] };
    expect(decode({ editor: "Grid", stored }).value).toMatchObject({
      items: [
        { columnSpan: 4, areas: [area] },
        { columnSpan: 8, areas: [{ items: [{}, {}] }] },
      ],
    });
  });

  it("configuration and styles are properties of the settings of section, row, column and control", () => {
    const look = (name: string) => ({ config: { class: name }, styles: { color: "red" } });
    const settings = (name: string) => ({
      contentType: "gridSettings",
      id: expect.any(String),
      properties: { class: name, color: "red" },
    });
    const controls = [{ ...control("headline", "H"), ...look("control") }];
    const columns = [{ grid: 6, controls, ...look("column") }];
    const stored = rowsOf({ ...section({ ...row(), ...look("row"), areas: columns }), ...look("section") });
    const inColumn = { settings: settings("column"), items: [{ settings: settings("control") }] };
    const inSection = { items: [{ settings: settings("row"), areas: [inColumn] }] };
    expect(decode({ editor: "Grid", stored }).value).toMatchObject({
      items: [{ settings: settings("section"), areas: [inSection] }],
    });
  });

  it.each([
    ["headline", control("headline", "H"), { contentType: "headline", properties: { value: "H" } }],
    ["embed", control("embed", FRAME), { contentType: "embed", properties: { value: FRAME } }],
    [
      "rich text by its view",
      control("text", "<p>a</p>", { view: "rte" }),
      { contentType: "text", properties: { value: { markup: "<p>a</p>" } } },
    ],
    ["nothing", control("rte", null), { contentType: "rte", properties: { value: null } }],
    [
      "media by UDI",
      control("media", {
        id: 99,
        udi: udiOf("media", 21),
        image: "/old.jpg",
        caption: "C",
        focalPoint: POINT,
      }),
      { contentType: "media", properties: { value: [{ id: PICTURE.key, focalPoint: POINT }], caption: "C" } },
    ],
    [
      "media by key, as uSync 7 writes it",
      control("media", { id: keyOf(21), image: "/old.jpg" }),
      { contentType: "media", properties: { value: [{ id: PICTURE.key }] } },
    ],
    [
      "media by id",
      control("media", { id: 21, image: "/old.jpg" }),
      { contentType: "media", properties: { value: [{ id: PICTURE.key }] } },
    ],
    [
      "DTGE",
      control("docType", { id: keyOf(51), dtgeContentTypeAlias: "quote", value: { isLarge: "1" } }),
      { contentType: "quote", id: keyOf(51), properties: { isLarge: true } },
    ],
    [
      "a macro",
      control("macro", {
        macroAlias: "Gallery",
        macroParamsDictionary: { folder: udiOf("media", 21), size: "3" },
      }),
      { contentType: "Gallery", properties: { folder: [{ id: PICTURE.key }], size: "3" } },
    ],
  ])("%s", (_, stored, content) => {
    const { items, report } = controlsOf(stored);
    expect({ items, report }).toMatchObject({ items: [{ content }], report: [] });
  });

  it("LeBlender has an item for each entry, whose values have data types beside them", () => {
    const entry = (value: string) => ({
      isBoss: { value, dataTypeGuid: keyOf(90), editorAlias: "isBoss", editorName: "Boss" },
    });
    const stored = rowsOf(section(row(control("team", [entry("1"), entry("0")]))));
    const dataTypes = [{ key: 90, editorAlias: "Umbraco.TrueFalse" }];
    const items = [true, false].map((isBoss) => ({
      content: { contentType: "team", properties: { isBoss } },
    }));
    expect(decode({ editor: "Grid", stored, dataTypes })).toMatchObject({
      value: { items: [{ areas: [{ items }] }] },
      report: [],
    });
  });

  it("controls of other editors are decoded by their form, with a line", () => {
    expect(controlsOf(control("chart", { rows: [1, 2] }))).toMatchObject({
      items: [{ content: { contentType: "chart", properties: { value: { rows: [1, 2] } } } }],
      report: ["unknown-editor /sections/0/rows/0/areas/0/controls/0/value chart"],
    });
  });

  it("an empty grid has no items; what is no grid is reported", () => {
    expect(decode({ editor: "Grid", stored: rowsOf() })).toMatchObject({
      value: { items: [], layout: "grid" },
      report: [],
    });
    expect(decode({ editor: "Grid", stored: { a: 1 } })).toMatchObject({
      value: { items: [] },
      report: ['malformed-value  {"a":1}'],
    });
  });
});

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
const gridOf = (...sections: object[]) => ({ name: "1 column", sections });
const section = (...rows: object[]) => ({ grid: "12", rows });

/** The items of the only area of the only row. */
function controlsOf(...controls: object[]) {
  const { value, report } = decode({
    editor: "Grid",
    stored: gridOf(section(row(...controls))),
    types: TYPES,
  });
  return { items: (value as { items: { areas: { items: object[] }[] }[] }).items[0].areas[0].items, report };
}

describe("ValueDecoder: grids", () => {
  it("rows are items with an area for each column, controls are the items of these areas", () => {
    const stored = JSON.stringify(gridOf(section(row(control("rte", "<p>a</p>")))));
    const { value, report } = decode({ editor: "Grid", stored });
    expect(report).toEqual([]);
    expect(value).toEqual({
      gridColumns: 12,
      items: [
        {
          rowSpan: 1,
          columnSpan: 12,
          areaGridColumns: 12,
          areas: [
            {
              alias: "column1",
              rowSpan: 1,
              columnSpan: 6,
              items: [
                {
                  rowSpan: 1,
                  columnSpan: 6,
                  areaGridColumns: 12,
                  areas: [],
                  content: {
                    contentType: "rte",
                    id: expect.any(String),
                    properties: { value: { markup: "<p>a</p>", blocks: [] } },
                  },
                  settings: null,
                },
              ],
            },
          ],
          content: { contentType: "Headline", id: keyOf(71), properties: {} },
          settings: null,
        },
      ],
      layout: "grid",
    });
  });

  it("several sections are items with one area of their rows", () => {
    const stored = gridOf({ ...section(row()), grid: "4" }, { ...section(row(), row()), grid: 8 });
    expect(decode({ editor: "Grid", stored }).value).toMatchObject({
      items: [
        {
          columnSpan: 4,
          areas: [{ alias: "rows", columnSpan: 12, items: [{ content: { contentType: "Headline" } }] }],
        },
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
    const stored = gridOf({
      ...section({
        ...row(),
        ...look("row"),
        areas: [
          { grid: 6, controls: [{ ...control("headline", "H"), ...look("control") }], ...look("column") },
        ],
      }),
      ...look("section"),
    });
    expect(decode({ editor: "Grid", stored }).value).toMatchObject({
      items: [
        {
          settings: settings("section"),
          areas: [
            {
              items: [
                {
                  settings: settings("row"),
                  areas: [{ settings: settings("column"), items: [{ settings: settings("control") }] }],
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it.each([
    ["headline", control("headline", "H"), { contentType: "headline", properties: { value: "H" } }],
    [
      "embed",
      control("embed", "<iframe></iframe>"),
      { contentType: "embed", properties: { value: "<iframe></iframe>" } },
    ],
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
        focalPoint: { left: 0.1, top: 0.2 },
      }),
      {
        contentType: "media",
        properties: { value: [{ id: PICTURE.key, focalPoint: { left: 0.1, top: 0.2 } }], caption: "C" },
      },
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
    const stored = gridOf(section(row(control("team", [entry("1"), entry("0")]))));
    const dataTypes = [{ key: 90, editorAlias: "Umbraco.TrueFalse" }];
    expect(decode({ editor: "Grid", stored, dataTypes })).toMatchObject({
      value: {
        items: [
          {
            areas: [
              {
                items: [
                  { content: { contentType: "team", properties: { isBoss: true } } },
                  { content: { contentType: "team", properties: { isBoss: false } } },
                ],
              },
            ],
          },
        ],
      },
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
    expect(decode({ editor: "Grid", stored: gridOf() })).toMatchObject({
      value: { items: [], layout: "grid" },
      report: [],
    });
    expect(decode({ editor: "Grid", stored: { a: 1 } })).toMatchObject({
      value: { items: [] },
      report: ['malformed-value  {"a":1}'],
    });
  });
});

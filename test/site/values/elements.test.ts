/** `readValue`: elements, leftovers of older versions, and value shapes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ElementTypes } from "../../../src/site/values/element-types.ts";
import { gridSections } from "../../../src/site/values/layouts.ts";
import { readValue } from "../../../src/site/values/read-value.ts";
import { StoredValue } from "../../../src/site/values/stored-value.ts";
import {
  type Element,
  LAYOUTS,
  LEFTOVERS,
  SYNTAXES,
  VALUE_SHAPES,
} from "../../../src/site/values/value-parts.ts";
import { shapeOf } from "../../../src/site/values/value-shape.ts";
import { ROOT } from "../../support/repository.ts";
import { contentTypeOf, keyOf } from "../../support/site.ts";
import { blocksOf13, blocksOf17 } from "../../support/stored-blocks.ts";
import { CONTROLS, gridOf } from "../../support/stored-grid.ts";

const CARD = keyOf(101);
const THEME = keyOf(102);
const ITEMS = [1, 2, 3, 4].map(keyOf);
const HEX = "0123456789abcdef0123456789abcdef";
const elementUdi = (item: number) => `umb://element/${ITEMS[item].replaceAll("-", "")}`;

const TYPES = new ElementTypes({
  content: [
    contentTypeOf(101, "card", {
      page: { editorAlias: "Umbraco.ContentPicker" },
      title: { editorAlias: "Umbraco.TextBox" },
      inner: { editorAlias: "Umbraco.BlockList" },
    }),
    contentTypeOf(102, "theme", { colour: { editorAlias: "Umbraco.ColorPicker" } }),
  ],
});

/** An element in short: `0 nested-content card at /0 in - : title (Umbraco.TextBox) = "x"`. */
function shortOf(element: Element, index: number): string {
  const { layout, role, type, parent, pointer, properties } = element;
  const name = type.alias ?? type.key ?? "-";
  const shown = properties.map(({ alias, editorAlias, culture, pointer: at, value }) => {
    expect(at.startsWith(pointer)).toBe(true);
    const location = at.slice(pointer.length);
    return `${alias}${culture === undefined ? "" : `[${culture}]`} (${editorAlias ?? "?"}) ${location} ${value}`;
  });
  const head = `${index} ${layout}${role === "settings" ? " settings" : ""} ${name} at ${pointer || "/"} in ${parent ?? "-"}`;
  return [head, ...shown].join("; ");
}

const elementsIn = (value: unknown) =>
  readValue(JSON.stringify(value), null, TYPES).elements.map((element, i) => shortOf(element, i));

/** A block list of version 13: the layout has the first two blocks in another order, and not the third. */
const withOtherOrder = (() => {
  const { layout, ...blocks } = blocksOf13("BlockList", [
    {
      type: 101,
      id: 1,
      values: { title: "first" },
      settings: { type: 102, id: 3, values: { colour: "red" } },
    },
    { type: 101, id: 2, values: { title: "second" } },
    { type: 101, id: 4, values: { contentTypeAlias: "card", title: "left" } },
  ]);
  const [first, second] = layout["Umbraco.BlockList"];
  return { ...blocks, layout: { "Umbraco.BlockList": [second, first] } };
})();
const fieldsetsOf = (...fieldsets: object[]) => ({ fieldsets });
const INNER = JSON.stringify(blocksOf17("BlockList", [{ type: 102, id: 4 }]));

type Row = [what: string, value: unknown, expected: string[]];

const TABLE: Row[] = [
  [
    "nested content, its own editors from the types, and nested content in a string of it",
    [
      {
        key: ITEMS[0],
        name: "x",
        ncContentTypeAlias: "card",
        title: "t",
        page: "12",
        more: JSON.stringify([{ ncContentTypeAlias: "Unknown", a: 1.5 }]),
      },
      { ncContentTypeAlias: "CARD" },
    ],
    [
      '0 nested-content card at /0 in -; title (Umbraco.TextBox) /title "t"; page (Umbraco.ContentPicker) /page "12"; more (?) /more "[{\\"ncContentTypeAlias\\":\\"Unknown\\",\\"a\\":1.5}]"',
      "1 nested-content Unknown at /0/more/0 in 0; a (?) /a 1.5",
      "2 nested-content card at /1 in -",
    ],
  ],
  [
    "stacked content, by GUID and by alias",
    [
      { key: ITEMS[0], icContentTypeGuid: CARD, title: "t" },
      { icContentTypeGuid: HEX, icContentTypeAlias: "other", name: "n", icon: "i" },
      { icContentTypeAlias: "theme", colour: null },
    ],
    [
      '0 stacked-content card at /0 in -; title (Umbraco.TextBox) /title "t"',
      "1 stacked-content other at /1 in -",
      "2 stacked-content theme at /2 in -; colour (Umbraco.ColorPicker) /colour null",
    ],
  ],
  [
    "archetype, whose aliases are not those of types",
    fieldsetsOf({
      alias: "card",
      properties: [
        { alias: "title", value: "t" },
        { alias: "rows", value: fieldsetsOf({ alias: "row", properties: [] }) },
      ],
    }),
    [
      '0 archetype card at /fieldsets/0 in -; title (?) /properties/0/value "t"; rows (?) /properties/1/value {"fieldsets":[{"alias":"row","properties":[]}]}',
      "1 archetype row at /fieldsets/0/properties/1/value/fieldsets/0 in 0",
    ],
  ],
  [
    "Vorto, a property per language",
    { values: { "en-GB": "x", da: [{ ncContentTypeAlias: "card" }] }, dtdGuid: ITEMS[0] },
    [
      '0 vorto - at / in -; en-GB (?) /values/en-GB "x"; da (?) /values/da [{"ncContentTypeAlias":"card"}]',
      "1 nested-content card at /values/da/0 in 0",
    ],
  ],
  [
    "a grid, its controls by editor alias, those of packages by their elements",
    gridOf([
      { value: "<p>x</p>", editor: { alias: "rte", view: "rte" } },
      {
        value: { id: ITEMS[0], dtgeContentTypeAlias: "card", value: { title: "t" } },
        editor: { alias: "docType" },
      },
      { value: { docType: "card", value: { title: "u" } }, editor: { alias: "old" } },
      {
        value: [{ a: { value: "x", dataTypeGuid: CARD, editorAlias: "a", editorName: "A" } }],
        editor: { alias: "blender" },
      },
      { value: null, editor: { alias: "headline" } },
    ]),
    [
      '0 grid rte at C/0 in -; value (?) /value "<p>x</p>"',
      '1 doc-type-grid card at C/1/value in -; title (Umbraco.TextBox) /value/title "t"',
      '2 doc-type-grid card at C/2/value in -; title (Umbraco.TextBox) /value/title "u"',
      '3 leblender blender at C/3/value/0 in -; a (?) /a/value "x"',
      "4 grid headline at C/4 in -; value (?) /value null",
    ].map((text) => text.replace("C/", `${CONTROLS}/`)),
  ],
  [
    "blocks of Contentment",
    [{ elementType: CARD, key: ITEMS[0], udi: null, icon: "x", value: { title: "t" } }],
    ['0 content-blocks card at /0 in -; title (Umbraco.TextBox) /value/title "t"'],
  ],
  [
    "a block list up to 14, in the order of its layout, each with its settings, and blocks outside of the layout at the end",
    withOtherOrder,
    [
      '0 block-list card at /contentData/1 in -; title (Umbraco.TextBox) /title "second"',
      '1 block-list card at /contentData/0 in -; title (Umbraco.TextBox) /title "first"',
      '2 block-list settings theme at /settingsData/0 in -; colour (Umbraco.ColorPicker) /colour "red"',
      '3 block-list card at /contentData/2 in -; title (Umbraco.TextBox) /title "left"',
    ],
  ],
  [
    "a block grid of 15, with blocks in areas of blocks, and blocks in a string in a block",
    {
      layout: {
        "Umbraco.BlockGrid": [
          { contentKey: ITEMS[0], areas: [{ key: ITEMS[3], items: [{ contentKey: ITEMS[2], areas: [] }] }] },
          { contentKey: ITEMS[1], areas: [] },
        ],
      },
      contentData: [
        {
          ...{ contentTypeKey: CARD, key: ITEMS[0] },
          values: [
            { alias: "title", editorAlias: "Umbraco.TextArea", culture: "en-US", segment: null, value: "t" },
            { alias: "inner", editorAlias: "Umbraco.BlockList", value: INNER },
          ],
        },
        { contentTypeKey: CARD, key: ITEMS[1], values: [] },
        // Umbraco adds a UDI when it publishes a page that varies.
        { contentTypeKey: HEX, udi: elementUdi(2), key: ITEMS[2], values: [{ alias: "x", value: 12 }] },
      ],
    },
    [
      `0 block-grid card at /contentData/0 in -; title[en-US] (Umbraco.TextArea) /values/0/value "t"; inner (Umbraco.BlockList) /values/1/value ${JSON.stringify(INNER)}`,
      "1 block-list theme at /contentData/0/values/1/value/contentData/0 in 0",
      "2 block-grid 01234567-89ab-cdef-0123-456789abcdef at /contentData/2 in 0; x (?) /values/0/value 12",
      "3 block-grid card at /contentData/1 in -",
    ],
  ],
  [
    "a single block",
    blocksOf17("SingleBlock", [{ type: 101, id: 1 }]),
    ["0 single-block card at /contentData/0 in -"],
  ],
  [
    "rich text with blocks, in a string",
    JSON.stringify({ markup: "<p>x</p>", blocks: blocksOf17("RichText", [{ type: 101, id: 1 }]) }),
    ["0 rich-text-blocks card at /blocks/contentData/0 in -"],
  ],
  [
    "blocks without a layout that share a key",
    {
      contentData: [
        { contentTypeKey: CARD, udi: elementUdi(0) },
        { contentTypeKey: THEME, udi: elementUdi(0) },
        "no block",
      ],
    },
    ["0 blocks card at /contentData/0 in -", "1 blocks theme at /contentData/1 in -"],
  ],
  [
    "names with a meaning in JavaScript or in JSON pointers",
    [{ ncContentTypeAlias: "__proto__", constructor: 1, "a/b~c": [{ ncContentTypeAlias: "toString" }] }],
    [
      '0 nested-content __proto__ at /0 in -; constructor (?) /constructor 1; a/b~c (?) /a~1b~0c [{"ncContentTypeAlias":"toString"}]',
      "1 nested-content toString at /0/a~1b~0c/0 in 0",
    ],
  ],
  [
    "objects that are not elements",
    [
      { value: { a: 1 }, alias: "x" },
      { values: [], editor: "x" },
    ],
    [],
  ],
];

it.each(TABLE)("readValue finds the elements of %s", (_what, value, expected) => {
  expect(elementsIn(value)).toEqual(expected);
});

describe("readValue: values with several layouts, after the data type was changed to another editor", () => {
  const element = (i: number) => ({ contentTypeKey: CARD, udi: elementUdi(i), title: `${i}` });
  const layoutOf = (...items: number[]) => items.map((i) => ({ contentUdi: elementUdi(i) }));
  const blocksOf = (layout: object, ...items: number[]) =>
    JSON.stringify({ layout, contentData: items.map(element), settingsData: [] });
  const gone = blocksOf({ "Umbraco.BlockGrid": layoutOf(3, 2), "Umbraco.BlockList": layoutOf(1, 0) }, 0, 1);
  const both = blocksOf({ "Umbraco.BlockGrid": layoutOf(0, 1), "Umbraco.BlockList": layoutOf(1) }, 0, 1);

  it.each([
    ["the one whose blocks the value has, if the editor is unknown", gone, null, "block-list", "10"],
    ["that of the editor", both, "Umbraco.BlockList", "block-list", "10"],
    ["that of the editor, if it is another", both, "umbraco.blockgrid", "block-grid", "01"],
    ["the one with most blocks, if none is the editor's", both, "Umbraco.SingleBlock", "block-grid", "01"],
  ])("takes %s", (_, value, editor, shape, order) => {
    const { elements, shape: found } = readValue(value, editor, TYPES);
    const titles = elements.map(({ properties }) => JSON.parse(properties[0].value)).join("");
    expect([found, elements[0].layout, titles]).toEqual([shape, shape, order]);
    expect(shapeOf(value, editor ?? undefined)).toBe(shape);
  });
});

it("readValue reads spans and areas of blocks in a block grid, in either spelling of the layout", () => {
  const entry = (item: number, columnSpan: unknown, areas?: unknown) => ({
    contentUdi: elementUdi(item),
    columnSpan,
    rowSpan: 2,
    areas,
  });
  const layout = {
    "Umbraco.BlockGrid": [
      entry(0, 12, [
        { key: ITEMS[2].toUpperCase(), items: [] },
        { items: [entry(1, 6, [])] },
        { key: ITEMS[3], items: [{ ...entry(3, "x"), settingsUdi: elementUdi(2) }] },
      ]),
    ],
  };
  const contentData = [0, 1, 3].map((item) => ({ contentTypeKey: CARD, udi: elementUdi(item) }));
  const settingsData = [{ contentTypeKey: THEME, udi: elementUdi(2) }];
  for (const name of ["layout", "Layout"]) {
    const value = JSON.stringify({ [name]: layout, contentData, settingsData });
    const { elements } = readValue(value, null, TYPES);
    const found = elements.map((each) => [each.parent, each.area, each.columnSpan, each.rowSpan, each.areas]);
    expect(found).toEqual([
      [undefined, undefined, 12, 2, [ITEMS[2], undefined, ITEMS[3]]],
      [0, 1, 6, 2, []],
      [0, 2, undefined, 2, undefined],
      [0, 2, undefined, undefined, undefined],
    ]);
  }
});

it("readValue puts a block whose parent block has no content into the surrounding area", () => {
  const inner = { contentUdi: elementUdi(1), areas: [] };
  const lost = { contentUdi: elementUdi(3), areas: [{ key: ITEMS[0], items: [inner] }] };
  const areas = [
    { key: ITEMS[1], items: [] },
    { key: ITEMS[2], items: [lost] },
  ];
  const layout = { "Umbraco.BlockGrid": [{ contentUdi: elementUdi(0), areas }, lost] };
  const contentData = [0, 1].map((item) => ({ contentTypeKey: CARD, udi: elementUdi(item) }));
  const { elements } = readValue(JSON.stringify({ layout, contentData }), null, TYPES);
  expect(elements.map(({ parent, area }) => [parent, area])).toEqual([
    [undefined, undefined],
    [0, 1],
  ]);
});

it("gridSections returns sections, rows and areas of a grid, with sizes in numbers or texts", () => {
  const area = (grid: unknown) => ({ grid, controls: [] });
  const grid = {
    name: "2 columns",
    sections: [
      { grid: "4", rows: [{ name: "Headline", areas: [area(12)] }] },
      { grid: 8, rows: [{ areas: [area("6"), area(null)] }, { name: "Empty" }] },
    ],
  };
  const unnamed = { name: undefined, areas: [{ columnSpan: 6 }, { columnSpan: undefined }] };
  const expected = [
    { columnSpan: 4, rows: [{ name: "Headline", areas: [{ columnSpan: 12 }] }] },
    { columnSpan: 8, rows: [unnamed, { name: "Empty", areas: [] }] },
  ];
  const sectionsOf = (json: string) =>
    gridSections(StoredValue.of(json).entered()).map(({ columnSpan, rows }) => ({
      columnSpan,
      rows: rows.map(({ name, areas }) => ({
        name,
        areas: areas.map(({ columnSpan }) => ({ columnSpan })),
      })),
    }));
  const json = JSON.stringify(grid);
  for (const value of [json, JSON.stringify(json)]) expect(sectionsOf(value)).toEqual(expected);
  for (const value of ['"x"', "{}", "null", "[]", '{"sections":1}']) {
    expect(sectionsOf(value)).toEqual([]);
  }
});

it("readValue: the table has an example of every layout", () => {
  const elements = TABLE.flatMap(([, value]) => readValue(JSON.stringify(value), null, TYPES).elements);
  expect(new Set(elements.map(({ layout }) => layout))).toEqual(new Set(LAYOUTS));
});

it("readValue reads the properties of elements by the editors of their types", () => {
  const value = JSON.stringify([{ ncContentTypeAlias: "card", page: "12", title: "12" }]);
  const { references } = readValue(value, "Umbraco.NestedContent", TYPES);
  const target = { by: "id", id: 12 };
  const page = { kind: "content", target, syntax: "id", from: "picker", text: "12", pointer: "/0/page" };
  expect(references).toEqual([{ ...page, element: 0 }]);
});

it("readValue keeps the digits of numbers, and converts loose JSON to JSON", () => {
  const exact = readValue('[{"ncContentTypeAlias":"a","n":12345678901234567890.10}]', null, TYPES);
  expect(exact.elements[0].properties[0].value).toBe("12345678901234567890.10");
  const text = JSON.stringify(`[{ncContentTypeAlias: 'a', x: ['"', ${CARD}, 1.50]}]`);
  const loose = readValue(text, null, TYPES);
  expect(loose.elements[0].properties[0].value).toBe(`["\\"","${CARD}",1.50]`);
});

const leftoversIn = (value: unknown) =>
  readValue(JSON.stringify(value), "Umbraco.TinyMCE", TYPES).leftovers.map(
    ({ kind, text, pointer }) => `${kind} ${text}${pointer === "" ? "" : ` at ${pointer}`}`,
  );

const richText = (markup: string, block: object) => ({
  markup,
  blocks: { layout: { "Umbraco.RichText": [block] }, contentData: [], settingsData: [] },
});
const BLOCK = `<umb-rte-block data-content-udi="${elementUdi(0)}"></umb-rte-block>`;

describe("readValue: leftovers", () => {
  const rows: [what: string, value: unknown, expected: string[]][] = [
    ["local links with ids", '<a href="/{localLink:12}">x</a>', ["integer-local-link {localLink:12}"]],
    ["no local links with UDIs", `<a href="/{localLink:umb://document/${HEX}}">x</a>`, []],
    [
      "ids of links and images",
      '<img rel="1234" data-id="1234" src="/media/1234/x.jpg"><a data-id="5">x</a>',
      ["rel 1234", "data-id 1234", "data-id 5"],
    ],
    [
      "ids beside UDIs",
      `<img data-udi="umb://media/${HEX}" data-id="1234" src="/media/1234/x.jpg">`,
      ["data-id 1234"],
    ],
    ["macros", '<?UMBRACO_MACRO macroAlias="Map" x="1" />', ["macro Map"]],
    [
      "macros of a grid",
      gridOf([{ value: { macroAlias: "M", macroParamsDictionary: {} }, editor: { alias: "macro" } }]),
      ["grid 1 column", `macro M at ${CONTROLS}/0/value`],
    ],
    [
      "a grid in nested content",
      [{ ncContentTypeAlias: "a", g: { name: "1 column", sections: [] } }],
      ["grid 1 column at /0/g"],
    ],
    [
      "archetypes",
      fieldsetsOf({ alias: "a", properties: [] }, { alias: "b", properties: [] }),
      ["archetype a, b"],
    ],
    [
      "UDIs of blocks if blocks have keys",
      richText(BLOCK, { contentKey: ITEMS[0] }),
      [`data-content-udi ${elementUdi(0)} at /markup`],
    ],
    ["no UDIs of blocks if blocks have UDIs", richText(BLOCK, { contentUdi: elementUdi(0) }), []],
  ];

  it.each(rows)("%s", (_what, value, expected) => {
    expect(leftoversIn(value)).toEqual(expected);
  });

  it("of every kind have an example", () => {
    const kinds = rows.flatMap(
      ([, value]) => readValue(JSON.stringify(value), "Umbraco.TinyMCE", TYPES).leftovers,
    );
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(LEFTOVERS));
  });
});

describe("readValue: value shapes", () => {
  const picker = "Umbraco.ContentPicker";
  const rows: [shape: string, editor: string | null, value: unknown][] = [
    ["empty", null, null],
    ["empty", null, ""],
    ["empty", null, " \n"],
    ["empty", null, []],
    ["empty", picker, ""],
    ["boolean", null, true],
    ["number", null, 12],
    ["number", null, "12.50"],
    ["number", null, "12"],
    ["id", picker, 12],
    ["id", picker, "12"],
    ["ids", "Umbraco.MultiNodeTreePicker", "12,13"],
    ["ids", "Umbraco.MultiNodeTreePicker", [12, 13]],
    ["date", null, "2020-01-31T00:00:00"],
    ["date", null, "2020-01-31 10:00:00.1234567Z"],
    ["guid", null, CARD],
    ["guids", null, `${CARD},${THEME}`],
    ["udi", null, `umb://document/${HEX}`],
    ["udis", null, `umb://document/${HEX}, umb://media/${HEX}`],
    ["udis", null, [`umb://document/${HEX}`]],
    ["media-path", null, "/media/1001/x.jpg"],
    ["url", null, "https://x.example/a?b=c"],
    ["url", null, "/a/b/"],
    ["xml", null, "<MultiNodePicker><nodeId>12</nodeId></MultiNodePicker>"],
    ["html", null, "<p>x</p>"],
    ["html", null, "x <br/> y"],
    ["text", null, "a < b, c > d"],
    ["text", null, "{not JSON}"],
    ["text", null, "word"],
    ["text", null, "12, or more"],
    ["texts", null, ["a", "b"]],
    ["links", null, [{ name: "a", url: "/x/" }]],
    ["links", null, [{ caption: "a", link: 1 }]],
    ["image-cropper", null, { src: "/media/1001/x.jpg", crops: [] }],
    ["image-cropper", null, '{"src":"/media/1001/x.jpg"}'],
    ["media-picker-3", null, [{ key: CARD, mediaKey: THEME }]],
    ["media-picker-3", null, [{ mediaKey: THEME }]],
    ["media-picker-3", "Umbraco.MediaPicker3", [{ mediaKey: THEME, altText: "x" }]],
    ["json-array", null, [{ mediaKey: THEME, altText: "x" }]],
    ["rich-text-json", null, { markup: "", blocks: {} }],
    ["json-array", null, [{ a: 1 }]],
    ["json-array", null, [1, "a"]],
    ["json-array", null, [1, 2]],
    ["json-array", "Umbraco.MultiNodeTreePicker", [1, true]],
    ["json-object", null, { a: 1 }],
    ["grid", null, { name: "1 column", sections: [] }],
    ["json-object", null, { sections: [] }],
    ["json-object", null, { sections: [{ title: "x" }] }],
    ["json-object", null, { fieldsets: [{ legend: "x" }] }],
    ["archetype", null, { fieldsets: [] }],
    ["block-list", null, { layout: { "Umbraco.BlockList": [] }, contentData: [] }],
    ["nested-content", null, JSON.stringify([{ ncContentTypeAlias: "a" }])],
  ];

  it.each(rows)("%s of %s: %j", (shape, editor, value) => {
    expect(readValue(JSON.stringify(value), editor, TYPES).shape).toBe(shape);
  });

  it("have an example of every value shape", () => {
    const examples = [...rows.map(([shape]) => shape), ...LAYOUTS];
    expect(new Set(examples)).toEqual(new Set(VALUE_SHAPES));
    for (const [what, value] of TABLE) {
      const { shape, elements } = readValue(JSON.stringify(value), null, TYPES);
      if (elements.length > 0 && shape !== "rich-text-json")
        expect([what, shape]).toEqual([what, elements[0].layout]);
    }
  });
});

it("readValue: docs/audit.md names every layout, leftover, shape and reference syntax", () => {
  const page = readFileSync(join(ROOT, "docs/audit.md"), "utf8");
  const names = [...LAYOUTS, ...LEFTOVERS, ...VALUE_SHAPES, ...SYNTAXES].map((name) => `\`${name}\``);
  expect(names.filter((name) => !page.includes(name))).toEqual([]);
});

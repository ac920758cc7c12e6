/** Blocks decoded, in the forms before and from version 15. */
import { describe, expect, it } from "vitest";
import { keyOf, udiOf } from "../support/site.ts";
import { blocksOf13, blocksOf17 } from "../support/stored-blocks.ts";
import { ABOUT, decode, type TestType, WITH_NAMES } from "./decoding.ts";

const TYPES: readonly TestType[] = [
  {
    alias: "quote",
    key: 50,
    properties: {
      text: ["Umbraco.TextBox"],
      isLarge: ["Umbraco.TrueFalse"],
      link: ["Umbraco.ContentPicker"],
      color: ["Umbraco.ColorPicker", { items: [{ value: "cc0000", label: "Red" }] }],
    },
  },
  { alias: "look", key: 60, properties: { wide: ["Umbraco.TrueFalse"] } },
];
const LOOK = { type: 60, id: 61, values: { wide: "0" } };
const BLOCK = { type: 50, id: 51, settings: LOOK };
const OLD = blocksOf13("BlockList", [
  { ...BLOCK, values: { text: "T", isLarge: "1", link: udiOf("document", 11), color: "cc0000" } },
]);
const COLOR = { value: "cc0000", label: "Red" };
const NEW = blocksOf17("BlockList", [
  { ...BLOCK, values: { text: "T", isLarge: 1, link: udiOf("document", 11), color: COLOR } },
]);
const ITEM = {
  content: {
    contentType: "quote",
    id: keyOf(51),
    properties: {
      text: "T",
      isLarge: true,
      link: expect.objectContaining({ id: ABOUT.key, properties: {} }),
      color: COLOR,
    },
  },
  settings: { contentType: "look", id: keyOf(61), properties: { wide: false } },
};

/** A value whose data type was changed from one editor to another: the earlier layout names blocks that are gone. */
const CHANGED = {
  ...OLD,
  layout: { "Umbraco.BlockGrid": [{ contentUdi: udiOf("element", 91) }], ...OLD.layout },
};

describe("ValueDecoder: values with several layouts", () => {
  const text = (udi: number) => ({ contentTypeKey: keyOf(50), udi: udiOf("element", udi), text: `T${udi}` });
  const both = {
    layout: {
      "Umbraco.BlockList": [{ contentUdi: udiOf("element", 51) }],
      "Umbraco.BlockGrid": [{ contentUdi: udiOf("element", 52) }],
      "Umbraco.RichText": [{ contentUdi: udiOf("element", 53) }],
    },
    contentData: [text(51), text(52), text(53)],
    settingsData: [],
  };

  it.each(["BlockList", undefined, "SingleBlock"])("only one has the blocks (editor: %s)", (editor) => {
    const { value, report } = decode({ editor, stored: CHANGED, types: TYPES });
    const item = editor ? ITEM : { ...ITEM, content: expect.anything() };
    expect({ value, report }).toEqual({
      value: editor === "SingleBlock" ? item : { items: [item] },
      report: editor ? [] : [expect.stringMatching(/^no-editor /)],
    });
  });

  it.each([
    ["BlockList", "T51"],
    ["BlockGrid", "T52"],
    ["RichText", "T53"],
  ])("all have blocks: the layout of the editor %s counts", (editor, expected) => {
    const stored = editor === "RichText" ? { markup: "<p></p>", blocks: both } : both;
    const { json } = decode({ editor, stored, types: TYPES });
    expect(json.match(/T5\d/g)).toEqual([expected]);
  });
});

describe("ValueDecoder: block lists", () => {
  it.each([
    ["of version 8.7 to 14", OLD],
    ["of version 8.7 to 14, as text", JSON.stringify(OLD)],
    ["from version 15 on", NEW],
    [
      "from version 15 on, with a capital letter",
      JSON.stringify({ ...NEW, layout: undefined, Layout: NEW.layout }),
    ],
    [
      "from version 15 on, with UDIs, as Umbraco writes them when it publishes a page that varies",
      {
        ...NEW,
        contentData: NEW.contentData.map((block) => ({ ...block, udi: udiOf("element", 51) })),
        settingsData: NEW.settingsData.map((block) => ({ ...block, udi: udiOf("element", 61) })),
      },
    ],
  ])("%s", (_, stored) => {
    const { value, report } = decode({ editor: "BlockList", stored, types: TYPES });
    expect({ value, report }).toEqual({ value: { items: [ITEM] }, report: [] });
  });

  it("a single block is its item alone, or null", () => {
    const single = { ...NEW, layout: { "Umbraco.SingleBlock": NEW.layout["Umbraco.BlockList"] } };
    expect(decode({ editor: "SingleBlock", stored: single, types: TYPES }).value).toEqual(ITEM);
    const none = { layout: {}, contentData: [], settingsData: [] };
    expect(decode({ editor: "SingleBlock", stored: none }).value).toBeNull();
    expect(decode({ editor: "BlockList", stored: none })).toMatchObject({ value: { items: [] }, report: [] });
  });

  it("blocks without values have every property of their type, in its order", () => {
    const stored = blocksOf13("BlockList", [{ type: 50, id: 51, values: { isLarge: null } }]);
    expect(decode({ editor: "BlockList", stored, types: TYPES }).json).toBe(
      `{"items":[{"content":{"contentType":"quote","id":"${keyOf(51)}","properties":{"text":null,"isLarge":null,"link":null,"color":null}},"settings":null}]}`,
    );
  });

  it("pickers in blocks are expanded by their alias", () => {
    const property = { expansion: WITH_NAMES };
    expect(decode({ editor: "BlockList", stored: OLD, types: TYPES, property }).value).toMatchObject({
      items: [{ content: { properties: { link: { properties: { named: "About" } } } } }],
    });
  });

  it("takes the values of the language that is read, and reports the languages", () => {
    const inLanguage = (culture: string, value: string) => ({ alias: "text", culture, segment: null, value });
    const values = [inLanguage("en-US", "English"), inLanguage("da", "Dansk")];
    const contentData = [{ contentTypeKey: keyOf(50), key: keyOf(51), values }];
    const expose = [{ contentKey: keyOf(51), culture: "da", segment: null }];
    const stored = { ...NEW, contentData, settingsData: [], expose };
    const languages = new Set<string>();
    const site = { culture: "DA", language: (code: string) => void languages.add(code) };
    expect(decode({ editor: "BlockList", stored, types: TYPES, site })).toMatchObject({
      value: { items: [{ content: { properties: { text: "Dansk", isLarge: null } } }] },
      report: [],
    });
    expect([...languages]).toEqual(["en-US", "da"]);
    expect(decode({ editor: "BlockList", stored, types: TYPES, site: { culture: "en-US" } })).toMatchObject({
      value: { items: [] },
      report: [`hidden-block /contentData/0 ${keyOf(51)}`],
    });
  });

  it.each([
    // [page varies, element varies, cultures of the entries of expose, shown in en-US, shown in da-DK]
    [true, true, [null], true, false],
    [true, false, [null], true, true],
    [true, true, ["da-DK"], false, true],
    [true, true, [null, "da-DK"], true, true],
    [false, true, ["en-US"], true, true],
    [false, true, ["da-DK"], false, false],
    [false, true, [null], true, true],
    [undefined, true, [null], true, true],
  ])(
    "of a page that varies: %j, an element that varies: %j, exposed in %j",
    (varies, own, cultures, ...shown) => {
      const stored = {
        ...NEW,
        settingsData: [],
        expose: cultures.map((culture) => ({ contentKey: keyOf(51), culture, segment: null })),
      };
      const types = TYPES.map((type) => ({ ...type, varies: own }));
      for (const [i, culture] of ["en-US", "da-DK"].entries()) {
        const site = { culture, defaultCulture: "en-US" };
        const { value } = decode({ editor: "BlockList", stored, types, site, varies });
        expect([culture, (value as { items: [] }).items.length > 0]).toEqual([culture, shown[i]]);
      }
    },
  );

  it("takes the values of the segment that is read", () => {
    const text = { alias: "text", culture: null };
    const values = [
      { ...text, segment: "vip", value: "V" },
      { ...text, segment: null, value: "all" },
    ];
    const contentData = [{ contentTypeKey: keyOf(50), key: keyOf(51), values }];
    const stored = { ...NEW, contentData, settingsData: [] };
    const textIn = (segment?: string) =>
      decode({ editor: "BlockList", stored, types: TYPES, property: { segment } }).value;
    expect(textIn()).toMatchObject({ items: [{ content: { properties: { text: "all" } } }] });
    expect(textIn("vip")).toMatchObject({ items: [{ content: { properties: { text: "V" } } }] });
  });

  it.each([
    [
      "blocks that no layout places",
      { ...OLD, layout: {} },
      { items: [] },
      [`unplaced-block /contentData/0 ${keyOf(51)}`, `unplaced-block /settingsData/0 ${keyOf(61)}`],
    ],
    [
      "an entry without its block",
      { ...OLD, contentData: [], settingsData: [] },
      { items: [] },
      [`malformed-value /layout/Umbraco.BlockList/0 ${keyOf(51)}`],
    ],
    ["what is no block list", "no blocks", { items: [] }, ['malformed-value  "no blocks"']],
  ])("reports %s", (_, stored, value, report) => {
    expect(decode({ editor: "BlockList", stored, types: TYPES })).toMatchObject({ value, report });
  });

  it("keeps types that the data type does not list, types that the data lacks, and properties that a type has lost, with a line", () => {
    const stored = blocksOf13("BlockList", [
      { type: 50, id: 51, values: { lost: "old", empty: "" } },
      { type: 70, id: 52, values: { text: "U" } },
    ]);
    const config = { blocks: [{ contentElementTypeKey: keyOf(70) }] };
    expect(decode({ editor: "BlockList", stored, config, types: TYPES })).toMatchObject({
      value: {
        items: [
          { content: { contentType: "quote", properties: { text: null, lost: "old" } } },
          { content: { contentType: keyOf(70), properties: { text: "U" } } },
        ],
      },
      report: [
        `missing-type /contentData/0 ${keyOf(50)}`,
        "missing-type /contentData/0/lost quote.lost",
        "no-editor /contentData/0/lost quote.lost",
        `missing-type /contentData/1 ${keyOf(70)}`,
        `no-editor /contentData/1/text ${keyOf(70)}.text`,
      ],
    });
  });
});

describe("ValueDecoder: block grids", () => {
  const inner = { contentUdi: udiOf("element", 52), columnSpan: 6, rowSpan: 2, areas: [] };
  const outer = { contentUdi: udiOf("element", 51), columnSpan: 12, rowSpan: 1 };
  const stored = {
    ...blocksOf13("BlockGrid", [
      { type: 50, id: 51, values: { text: "outer" } },
      { type: 50, id: 52, values: { text: "inner" } },
    ]),
    layout: { "Umbraco.BlockGrid": [{ ...outer, areas: [{ key: keyOf(80), items: [inner] }] }] },
  };
  const areas = [{ key: keyOf(80), alias: "left", columnSpan: 5, rowSpan: 1 }];
  const config = {
    gridColumns: 12,
    blocks: [{ contentElementTypeKey: keyOf(50), areaGridColumns: 10, areas }],
  };

  it("have spans, and areas with the aliases and spans of the data type", () => {
    const { value, report } = decode({ editor: "BlockGrid", stored, config, types: TYPES });
    expect(report).toEqual([]);
    const item = { rowSpan: 2, columnSpan: 6, areas: [], content: { properties: { text: "inner" } } };
    const area = { alias: "left", rowSpan: 1, columnSpan: 5, items: [item] };
    const content = { properties: { text: "outer" } };
    expect(value).toMatchObject({
      gridColumns: 12,
      items: [{ rowSpan: 1, columnSpan: 12, areaGridColumns: 10, areas: [area], content, settings: null }],
    });
    expect(Object.keys((value as { items: object[] }).items[0])).toEqual([
      "rowSpan",
      "columnSpan",
      "areaGridColumns",
      "areas",
      "content",
      "settings",
    ]);
  });

  it("without a data type have 12 columns, and areas without an alias", () => {
    expect(decode({ editor: "BlockGrid", stored, types: TYPES }).value).toMatchObject({
      gridColumns: 12,
      items: [{ areaGridColumns: 12, areas: [{ alias: null, rowSpan: 1, columnSpan: 12 }] }],
    });
  });

  it("blocks in a hidden block are hidden, too", () => {
    const areas = [{ key: keyOf(80), items: [{ contentKey: keyOf(52) }] }];
    const { expose, ...both } = blocksOf17("BlockGrid", [
      { type: 50, id: 51 },
      { type: 50, id: 52 },
    ]);
    const layout = { "Umbraco.BlockGrid": [{ contentKey: keyOf(51), areas }] };
    const hidden = { ...both, layout, expose: expose.slice(1) };
    expect(decode({ editor: "BlockGrid", stored: hidden, types: TYPES })).toMatchObject({
      value: { items: [] },
      report: [`hidden-block /contentData/0 ${keyOf(51)}`, `hidden-block /contentData/1 ${keyOf(52)}`],
    });
  });
});

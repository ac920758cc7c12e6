/** Blocks decoded, in the forms before and from version 15. */
import { describe, expect, it } from "vitest";
import { keyOf, udiOf } from "../support/site.ts";
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
const OLD = {
  layout: { "Umbraco.BlockList": [{ contentUdi: udiOf("element", 51), settingsUdi: udiOf("element", 61) }] },
  contentData: [
    {
      contentTypeKey: keyOf(50),
      udi: udiOf("element", 51),
      text: "T",
      isLarge: "1",
      link: udiOf("document", 11),
      color: "cc0000",
    },
  ],
  settingsData: [{ contentTypeKey: keyOf(60), udi: udiOf("element", 61), wide: "0" }],
};
const valuesOf = (values: Record<string, unknown>) =>
  Object.entries(values).map(([alias, value]) => ({ alias, culture: null, segment: null, value }));
const NEW = {
  layout: { "Umbraco.BlockList": [{ contentKey: keyOf(51), settingsKey: keyOf(61) }] },
  contentData: [
    {
      contentTypeKey: keyOf(50),
      udi: null,
      key: keyOf(51),
      values: valuesOf({
        text: "T",
        isLarge: 1,
        link: udiOf("document", 11),
        color: { value: "cc0000", label: "Red" },
      }),
    },
  ],
  settingsData: [{ contentTypeKey: keyOf(60), key: keyOf(61), values: valuesOf({ wide: "0" }) }],
  expose: [{ contentKey: keyOf(51), culture: null, segment: null }],
};
const ITEM = {
  content: {
    contentType: "quote",
    id: keyOf(51),
    properties: {
      text: "T",
      isLarge: true,
      link: expect.objectContaining({ id: ABOUT.key, properties: {} }),
      color: { value: "cc0000", label: "Red" },
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
    const stored = {
      ...OLD,
      contentData: [{ contentTypeKey: keyOf(50), udi: udiOf("element", 51), isLarge: null }],
      settingsData: [],
    };
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
    const contentData = [
      {
        contentTypeKey: keyOf(50),
        key: keyOf(51),
        values: [inLanguage("en-US", "English"), inLanguage("da", "Dansk")],
      },
    ];
    const stored = {
      ...NEW,
      contentData,
      settingsData: [],
      expose: [{ contentKey: keyOf(51), culture: "da", segment: null }],
    };
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
    const ofSegment = (segment: string | null, value: string) => ({
      alias: "text",
      culture: null,
      segment,
      value,
    });
    const contentData = [
      { contentTypeKey: keyOf(50), key: keyOf(51), values: [ofSegment("vip", "V"), ofSegment(null, "all")] },
    ];
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
    const stored = {
      layout: {
        "Umbraco.BlockList": [{ contentUdi: udiOf("element", 51) }, { contentUdi: udiOf("element", 52) }],
      },
      contentData: [
        { contentTypeKey: keyOf(50), udi: udiOf("element", 51), lost: "old", empty: "" },
        { contentTypeKey: keyOf(70), udi: udiOf("element", 52), text: "U" },
      ],
    };
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
  const stored = {
    layout: {
      "Umbraco.BlockGrid": [
        {
          contentUdi: udiOf("element", 51),
          columnSpan: 12,
          rowSpan: 1,
          areas: [
            {
              key: keyOf(80),
              items: [{ contentUdi: udiOf("element", 52), columnSpan: 6, rowSpan: 2, areas: [] }],
            },
          ],
        },
      ],
    },
    contentData: [
      { contentTypeKey: keyOf(50), udi: udiOf("element", 51), text: "outer" },
      { contentTypeKey: keyOf(50), udi: udiOf("element", 52), text: "inner" },
    ],
    settingsData: [],
  };
  const config = {
    gridColumns: 12,
    blocks: [
      {
        contentElementTypeKey: keyOf(50),
        label: "Row",
        areaGridColumns: 10,
        areas: [{ key: keyOf(80), alias: "left", columnSpan: 5, rowSpan: 1 }],
      },
    ],
  };

  it("have spans, and areas with the aliases and spans of the data type", () => {
    const { value, report } = decode({ editor: "BlockGrid", stored, config, types: TYPES });
    expect(report).toEqual([]);
    expect(value).toMatchObject({
      gridColumns: 12,
      items: [
        {
          rowSpan: 1,
          columnSpan: 12,
          areaGridColumns: 10,
          areas: [
            {
              alias: "left",
              rowSpan: 1,
              columnSpan: 5,
              items: [{ rowSpan: 2, columnSpan: 6, areas: [], content: { properties: { text: "inner" } } }],
            },
          ],
          content: { properties: { text: "outer" } },
          settings: null,
        },
      ],
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
    const hidden = {
      layout: {
        "Umbraco.BlockGrid": [
          { contentKey: keyOf(51), areas: [{ key: keyOf(80), items: [{ contentKey: keyOf(52) }] }] },
        ],
      },
      contentData: [51, 52].map((id) => ({ contentTypeKey: keyOf(50), key: keyOf(id), values: [] })),
      expose: [{ contentKey: keyOf(52), culture: null, segment: null }],
    };
    expect(decode({ editor: "BlockGrid", stored: hidden, types: TYPES })).toMatchObject({
      value: { items: [] },
      report: [`hidden-block /contentData/0 ${keyOf(51)}`, `hidden-block /contentData/1 ${keyOf(52)}`],
    });
  });
});

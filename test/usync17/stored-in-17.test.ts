/** Values of a site of 15 or later in a folder for uSync 17: they stay as they are, and data types that the site lacks list what they hold. */
import { describe, expect, it } from "vitest";
import { folderFaults } from "./folder-faults.ts";
import { KEY, node, property, type, UDI, usyncFolder, written } from "./written.ts";

const PAGE = UDI("document", 1);
const MISSING = UDI("document", 9);
const HERO = KEY(40);
const SETTINGS = KEY(45);
const stored = (alias: string, value: unknown) => ({
  alias,
  culture: null,
  editorAlias: null,
  segment: null,
  value,
});
const element = (type: string, key: number, ...values: object[]) => ({
  ...{ contentTypeKey: type, key: KEY(key), values },
});
const placed = (key: number, settings?: number, more: object = {}) => ({
  ...{ contentKey: KEY(key), contentUdi: null, settingsKey: settings === undefined ? null : KEY(settings) },
  ...{ settingsUdi: null, ...more },
});
const blocks = (editor: string, layout: object[], keys: number[]) => ({
  contentData: keys.map((key) => element(HERO, key, stored("page", PAGE))),
  settingsData: layout.some((each) => "settingsKey" in each && each.settingsKey)
    ? [element(SETTINGS, 62, stored("size", "1"))]
    : [],
  expose: keys.map((key) => ({ contentKey: KEY(key), culture: null, segment: null })),
  layout: { [editor]: layout },
});
const area = { key: KEY(80), items: [placed(54, undefined, { areas: [], columnSpan: 6, rowSpan: 1 })] };

/** Values by editor; each property has the alias of its editor. */
const VALUES = {
  ContentPicker: PAGE,
  BlockList: blocks("Umbraco.BlockList", [placed(51, 62)], [51]),
  BlockGrid: blocks(
    "Umbraco.BlockGrid",
    [placed(53, undefined, { areas: [area], columnSpan: 12, rowSpan: 1 })],
    [53, 54],
  ),
  RichText: {
    markup: `<p><a type="document" href="/{localLink:${KEY(1)}}">x</a><umb-rte-block data-content-key="${KEY(55)}"></umb-rte-block></p>`,
    blocks: blocks("Umbraco.RichText", [placed(55)], [55]),
  },
  RadioButtonList: "red",
  DateOnly: { date: "2025-01-01T00:00:00+00:00", timeZone: null },
  MultiUrlPicker: [{ name: "a", udi: PAGE }],
} as const;
type Values = Partial<Record<keyof typeof VALUES, unknown>>;

/** Writes a site of 17 without data types, whose page has values. */
async function rewritten(values: Values = VALUES) {
  const own = (key: number, properties: readonly [alias: string, editor: string][]) =>
    properties.map(([alias, editor], i) => property(key + i, alias, 5000 + key + i, `Umbraco.${editor}`));
  const data = usyncFolder(
    {
      usync: '<uSync version="17.3.0.0" format="10.7.0" />',
      "ContentTypes/page": type(30, "page", {
        properties: own(
          300,
          Object.keys(values).map((each) => [each, each]),
        ),
      }),
      "ContentTypes/hero": type(40, "hero", {
        isElement: true,
        properties: own(400, [
          ["page", "ContentPicker"],
          ["colours", "DropDown.Flexible"],
          ["cards", "BlockList"],
        ]),
      }),
      "ContentTypes/settings": type(45, "settings", {
        isElement: true,
        properties: own(450, [["size", "TextBox"]]),
      }),
      "Content/home": node(1, "page", { name: "Home", values }),
    },
    17,
  );
  const { folder, report, names, value, config } = await written(data);
  return {
    faults: folderFaults(folder),
    report: report.filter(({ problem }) => problem !== "assumed"),
    value: (alias: string) => value("home", alias),
    configOf: (editor: string) =>
      config(
        names("DataTypes")
          .find((each) => each.startsWith(editor))
          ?.replace(".config", "") ?? "",
      ),
  };
}

describe("usync: values that are of 17 already", () => {
  it("stay as they are, without a line", async () => {
    const { faults, report, value } = await rewritten();
    expect(Object.fromEntries(Object.keys(VALUES).map((alias) => [alias, value(alias)]))).toEqual(VALUES);
    expect([faults, report]).toEqual([[], []]);
  });

  it.each<[what: string, value: unknown]>([
    ["texts", JSON.stringify(["red"])],
    ["JSON", ["red"]],
  ])(
    "that are %s are JSON in blocks of lists, and texts in those of rich text, at any depth",
    async (_, value) => {
      const holding = (editor: string, key: number, ...values: object[]) => ({
        ...blocks(editor, [placed(key)], [key]),
        contentData: [element(HERO, key, ...values)],
      });
      const list = (key: number) => holding("Umbraco.BlockList", key, stored("colours", value));
      const rich = {
        ...VALUES.RichText,
        blocks: holding("Umbraco.RichText", 55, stored("colours", value), stored("cards", list(56))),
      };
      const { value: read, faults } = await rewritten({ RichText: rich, BlockList: list(51) });
      const [{ values: inList }] = read("BlockList").contentData;
      const [{ values: inRich }] = read("RichText").blocks.contentData;
      const [{ values: inside }] = JSON.parse(inRich[1].value).contentData;
      expect([inList[0].value, inRich[0].value, inside[0].value]).toEqual([["red"], '["red"]', '["red"]']);
      expect(faults).toEqual([]);
    },
  );

  it("keep the digits of numbers in blocks", async () => {
    const stored = JSON.stringify(VALUES.BlockList).replace('"value":"1"', '"value":1.10');
    const [settings] = (await rewritten({ BlockList: stored })).value("BlockList").settingsData;
    expect(settings.values[0].value).toBe("1.10");
  });

  it("bring their options and blocks to data types that the site lacks", async () => {
    const { configOf } = await rewritten();
    expect(configOf("blocklist").blocks).toEqual([
      { contentElementTypeKey: HERO, settingsElementTypeKey: SETTINGS },
    ]);
    expect(configOf("richtext").blocks).toEqual([{ contentElementTypeKey: HERO }]);
    expect(configOf("blockgrid").blocks).toMatchObject([
      { contentElementTypeKey: HERO, areas: [{ key: KEY(80) }] },
    ]);
    expect(configOf("radiobuttonlist").items).toEqual(["red"]);
  });

  it.each<[what: string, values: Values, reference: string]>([
    ["of a picker", { ContentPicker: MISSING }, MISSING],
    ["of a link", { MultiUrlPicker: [{ udi: MISSING }] }, MISSING],
    [
      "inside a block",
      { BlockList: { ...VALUES.BlockList, contentData: [element(HERO, 51, stored("page", MISSING))] } },
      MISSING,
    ],
    [
      "in markup",
      { RichText: { markup: `<a type="document" href="/{localLink:${KEY(9)}}">x</a>`, blocks: null } },
      KEY(9),
    ],
  ])("keep dead references, with a line: %s", async (_, values, reference) => {
    const { report, value } = await rewritten(values);
    const [alias] = Object.keys(values);
    expect(value(alias)).toEqual(Object.values(values)[0]);
    expect(report).toMatchObject([
      { id: KEY(1), name: "Home", path: "/Home", property: alias, problem: "dead-reference" },
    ]);
    expect(report[0].text).toContain(reference);
  });

  it.each<[what: string, values: Values, in17: unknown]>([
    [
      "a link by a UDI",
      { RichText: { markup: `<a href="/{localLink:${PAGE}}">x</a>`, blocks: null } },
      { markup: `<a href="/{localLink:${KEY(1)}}" type="document">x</a>`, blocks: expect.anything() },
    ],
    ["a picked key", { ContentPicker: KEY(1) }, PAGE],
  ])("%s of an older form is written anew", async (_, values, in17) => {
    expect((await rewritten(values)).value(Object.keys(values)[0])).toEqual(in17);
  });
});

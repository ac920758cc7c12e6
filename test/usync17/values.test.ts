/** Values as Umbraco 17 stores them, by the editor of the old site: in pages, in elements, and in blocks of rich text. */
import { describe, expect, it } from "vitest";
import { once } from "../../src/site/once.ts";
import { folderFaults } from "./folder-faults.ts";
import { dataType, KEY, node, property, type, UDI, written } from "./written.ts";

const PAGE = UDI("document", 1);
const IMAGE = UDI("media", 2);
const MEMBER = UDI("member", 77);
const LINK = `<a href="/{localLink:${PAGE}}">x</a>`;
const picked = { key: expect.any(String), mediaKey: KEY(2), mediaTypeAlias: "Image" };
const html = (markup: string) => ({
  markup,
  blocks: { contentData: [], settingsData: [], expose: [], layout: {} },
});

/** The editor, a stored value, the value in 17 (`undefined`: none), and the configuration of the data type. */
const CASES: readonly (readonly [editor: string, stored: string, in17: unknown, config?: object])[] = [
  ["Umbraco.TextBox", "[2024]", "[2024]"],
  ["Umbraco.TextboxMultiple", LINK, LINK],
  ["Umbraco.EmailAddress", "a@b.example", "a@b.example"],
  ["Umbraco.TrueFalse", "1", "1"],
  ["Umbraco.TrueFalse", "false", "0"],
  ["Umbraco.Integer", "12.0", "12"],
  ["Umbraco.Integer", "1.5", undefined],
  ["Umbraco.Decimal", "3,980", "3.980"],
  ["Umbraco.Slider", "5", "5"],
  ["Umbraco.Slider", "2,8", "2,8", { enableRange: true }],
  ["Umbraco.DateTime", "2020-01-02 10:11:12.345", "2020-01-02T10:11:12"],
  ["Umbraco.Date", "2020-01-02", "2020-01-02T00:00:00"],
  ["Umbraco.DateTime", "soon", undefined],
  ["Umbraco.DropDown", "Red", ["Red"]],
  [
    "Umbraco.DropDownMultiple",
    "7,8",
    ["A", "B"],
    { items: ["A", "B"].map((value, i) => ({ id: i + 7, value })) },
  ],
  ["Umbraco.CheckBoxList", '["A, B"]', ["A, B"]],
  ["Umbraco.RadioButtonList", "Ja, gerne", "Ja, gerne"],
  ["Umbraco.RadioButtonList", "Ja, gerne", "Ja, gerne", { items: [{ id: 1, value: "Ja, gerne" }] }],
  ["Umbraco.DropDown", "London, UK", ["London, UK"]],
  ["Umbraco.DropDown.Flexible", "London, UK", ["London, UK"]],
  ["Umbraco.RadioButtonList", "7", "A", { items: [{ id: 7, value: "A" }] }],
  ["Umbraco.Tags", "a,b", ["a", "b"]],
  ["Umbraco.MultipleTextstring", '[{"value":"a"},{"value":"b"}]', "a\nb"],
  ["Umbraco.ColorPicker", '{"value":"#ff0000","label":"Red"}', { value: "ff0000", label: "Red" }],
  ["Umbraco.ColorPickerAlias", "ff0000", { value: "ff0000", label: "ff0000" }],
  ["Umbraco.ColorPicker.EyeDropper", "#c19191", "#c19191"],
  ["Umbraco.ContentPicker2", KEY(1), PAGE],
  ["Umbraco.ContentPicker", UDI("document", 9), undefined],
  ["Umbraco.MultiNodeTreePicker", `${PAGE},${IMAGE}`, `${PAGE},${IMAGE}`],
  ["Umbraco.MediaPicker", IMAGE, [{ ...picked, crops: [], focalPoint: null }]],
  [
    "Umbraco.MediaPicker3",
    JSON.stringify([{ key: KEY(5), mediaKey: KEY(2), focalPoint: { left: 0.2, top: 0.3 } }]),
    [{ ...picked, crops: [], focalPoint: { left: 0.2, top: 0.3 } }],
  ],
  ["Umbraco.UploadField", "/media/1/a.pdf", "/media/1/a.pdf"],
  ["Umbraco.ImageCropper", "/media/1/a.jpg", { src: "/media/1/a.jpg" }],
  [
    "Umbraco.ImageCropper",
    '{"src":"/media/1/a.jpg","focalPoint":{"left":0.2,"top":0.3},"crops":[{"alias":"wide","width":2,"height":1}]}',
    {
      ...{ src: "/media/1/a.jpg", focalPoint: { left: 0.2, top: 0.3 } },
      crops: [{ alias: "wide", width: 2, height: 1, coordinates: null }],
    },
  ],
  [
    "Umbraco.RelatedLinks",
    '[{"caption":"a","link":"https://example.org/?q#x","newWindow":true,"isInternal":false,"type":"external"}]',
    [{ name: "a", target: "_blank", url: "https://example.org/?q#x" }],
  ],
  [
    "Umbraco.MultiUrlPicker",
    JSON.stringify([
      { name: "b", udi: PAGE, queryString: "#x" },
      { name: "c", udi: IMAGE },
      { name: "", udi: PAGE },
      { url: "/y", queryString: "?q" },
    ]),
    [
      { name: "b", queryString: "#x", udi: PAGE },
      { name: "c", udi: IMAGE },
      { udi: PAGE },
      { queryString: "?q", url: "/y" },
    ],
  ],
  [
    "Umbraco.TinyMCEv3",
    `<p>${LINK}</p>`,
    html(`<p><a href="/{localLink:${KEY(1)}}" type="document">x</a></p>`),
  ],
  [
    "Umbraco.TinyMCE",
    `<a href="/{localLink:${PAGE}}?q#x">x</a><img src="/media/1/a.jpg?width=5" data-udi="${IMAGE}">`,
    html(
      `<a href="/{localLink:${KEY(1)}}?q#x" type="document">x</a><img src="/media/1/a.jpg?width=5" data-udi="${IMAGE}">`,
    ),
  ],
  [
    "Umbraco.MarkdownEditor",
    `[x](/{localLink:${PAGE}}) [y](/{localLink:1234})`,
    `[x](/{localLink:${KEY(1)}}) [y](/{localLink:1234})`,
  ],
  ["Umbraco.Label", "2026-03-04T15:16:17", "2026-03-04T15:16:17", { umbracoDataValueType: "TIME" }],
  ["Umbraco.UserPicker", "-1", "-1"],
  ["Umbraco.MemberPicker2", MEMBER, MEMBER],
  ["Umbraco.MemberPicker", "1051", undefined],
  ["Umbraco.MultiNodeTreePicker", MEMBER, MEMBER, { startNode: { type: "member" } }],
  ["Umbraco.MemberGroupPicker", "3,5", "3,5"],
  ["Umbraco.DateOnly", '{"date":"2025-01-01"}', { date: "2025-01-01" }],
  ["Cogworks.Meganav", '[{"title":"t","naviHide":"1"}]', [{ title: "t", naviHide: "1" }]],
  ["Some.Package", '{"a":[1.50]}', { a: [1.5] }],
  ["Umbraco.ListView", "x", undefined],
];

const CARD = "card";
const HOLDER = "holder";

/** What is stored in a block, by alias. @param inside the member of the stored value that has the blocks */
function storedIn(value: { contentData: { values: { alias: string; value: unknown }[] }[] }) {
  return Object.fromEntries(value.contentData[0].values.map((each) => [each.alias, each.value]));
}

/**
 * Values of the page, of an element in it, and of blocks of rich text and single blocks: one, one in a list of elements inside it,
 * and rich text in a list; written once.
 */
const all = once(async () => {
  const values = Object.fromEntries(CASES.map(([, stored], index) => [`p${index}`, stored]));
  const own = (key: number) => CASES.map(([editor], i) => property(key + i, `p${i}`, 100 + i, editor));
  const list = (key: number) => [{ key: KEY(key), ncContentTypeAlias: CARD, ...values }];
  const block = (type: number, key: number, own: object) => ({
    contentTypeKey: KEY(type),
    udi: UDI("element", key),
    ...own,
  });
  const blocks = (editor: string, ...contentData: { udi: string }[]) => ({
    layout: { [editor]: contentData.map(({ udi }) => ({ contentUdi: udi })) },
    ...{ contentData, settingsData: [] },
  });
  const rich = (...contentData: { udi: string }[]) => ({
    markup: contentData
      .map(({ udi }) => `<umb-rte-block data-content-udi="${udi}"></umb-rte-block>`)
      .join(""),
    blocks: blocks("Umbraco.TinyMCE", ...contentData),
  });
  const { value, report, folder } = await written({
    ...Object.fromEntries(
      CASES.map(([editor, , , config], i) => [`DataTypes/p${i}`, dataType(100 + i, `p${i}`, editor, config)]),
    ),
    "DataTypes/list": dataType(20, "List", "Umbraco.NestedContent", {
      contentTypes: [{ ncAlias: CARD }, { ncAlias: HOLDER }],
    }),
    "DataTypes/rich": dataType(21, "Rich", "Umbraco.TinyMCE"),
    "DataTypes/single": dataType(22, "Single", "Umbraco.SingleBlock"),
    "ContentTypes/page": type(30, "page", {
      properties: [
        property(31, "list", 20, "Umbraco.NestedContent"),
        property(32, "rich", 21, "Umbraco.TinyMCE"),
        property(33, "single", 22, "Umbraco.SingleBlock"),
        ...own(200),
      ],
    }),
    "ContentTypes/card": type(40, CARD, { isElement: true, properties: own(300) }),
    "ContentTypes/holder": type(41, HOLDER, {
      isElement: true,
      properties: [
        property(42, "innerList", 20, "Umbraco.NestedContent"),
        property(43, "innerRich", 21, "Umbraco.TinyMCE"),
      ],
    }),
    "MediaTypes/image": type(45, "Image", { kind: "Media" }),
    "Content/page": node(1, "page", {
      name: "Page!",
      values: {
        ...values,
        list: [
          ...list(51),
          { key: KEY(52), ncContentTypeAlias: HOLDER, innerRich: rich(block(40, 53, values)) },
        ],
        rich: rich(block(40, 54, values), block(41, 55, { innerList: list(56) })),
        single: blocks("Umbraco.SingleBlock", block(40, 57, values)),
      },
    }),
    "Media/image": node(2, "Image", { kind: "Media" }),
  });
  const page = Object.fromEntries(Object.keys(values).map((alias) => [alias, value("page", alias)]));
  const [inList, inRich, inSingle] = ["list", "rich", "single"].map((alias) => value("page", alias));
  const second = (blocks: { contentData: object[] }) =>
    storedIn({ ...blocks, contentData: blocks.contentData.slice(1) as never });
  return {
    ...{ page, report, folder },
    element: storedIn(inList),
    /** Values that are texts in 17. */
    texts: {
      "rich text": storedIn(inRich.blocks),
      "a single block": storedIn(inSingle),
      "a list in rich text": storedIn(JSON.parse(String(second(inRich.blocks).innerList))),
      "rich text in a list": storedIn((second(inList).innerRich as { blocks: never }).blocks),
    },
  };
});

describe("usync: values", () => {
  const rows = CASES.map(([editor, stored, in17], index) => [editor, stored, in17, `p${index}`] as const);

  it.each(rows)("of %s: %s", async (editor, _, in17, alias) => {
    const { page, element, report } = await all();
    expect([page[alias], element[alias]]).toEqual([in17, in17]);
    // What is not written has a line, but for what an editor does not store.
    const lines = report.filter(({ property, pointer = "" }) => `${property}${pointer}`.endsWith(alias));
    if (in17 === undefined && editor !== "Umbraco.ListView") expect(lines.length).toBeGreaterThanOrEqual(2);
  });

  it.each(rows)(
    "of %s are texts in blocks of rich text and single blocks: %s",
    async (_, __, in17, alias) => {
      for (const [where, values] of Object.entries((await all()).texts)) {
        const text = values[alias];
        expect(typeof text, `${where}: ${JSON.stringify(text)}`).toBe(
          in17 === undefined ? "undefined" : "string",
        );
        expect(typeof in17 === "object" ? JSON.parse(String(text)) : text, where).toEqual(in17);
      }
    },
  );

  it("make a folder without faults", async () => {
    expect(folderFaults((await all()).folder)).toEqual([]);
  });

  it("that name groups of members are reported, since these have other ids in 17", async () => {
    const lines = (await all()).report.filter(({ text }) => text.startsWith("names groups of members"));
    expect(lines.map(({ property }) => property.replace(/\d+/, "")).toSorted()).toEqual([
      "list",
      "list",
      "p",
      "rich",
      "rich",
      "single",
    ]);
  });
});

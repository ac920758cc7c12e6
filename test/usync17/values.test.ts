/** Values as Umbraco 17 stores them, by the editor of the old site: in pages, and the same in elements. */
import { describe, expect, it } from "vitest";
import { once } from "../../src/site/once.ts";
import { dataType, KEY, node, property, type, UDI, written } from "./written.ts";

const PAGE = UDI("document", 1);
const IMAGE = UDI("media", 2);
const MEMBER = UDI("member", 77);
const LINK = `<a href="/{localLink:${PAGE}}">x</a>`;
const picked = { key: expect.any(String), mediaKey: KEY(2), mediaTypeAlias: "Image" };
const html = (markup: string) => ({
  markup,
  blocks: { layout: {}, contentData: [], settingsData: [], expose: [] },
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
      { url: "/y", queryString: "?q" },
    ]),
    [
      { name: "b", queryString: "#x", udi: PAGE },
      { name: "c", udi: IMAGE },
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

/** The values of the page, those of the element in it, and the report; written once. */
const all = once(async () => {
  const values = Object.fromEntries(CASES.map(([, stored], index) => [`p${index}`, stored]));
  const own = (key: number) => CASES.map(([editor], i) => property(key + i, `p${i}`, 100 + i, editor));
  const list = [{ key: KEY(51), ncContentTypeAlias: "card", ...values }];
  const { value, report } = await written({
    ...Object.fromEntries(
      CASES.map(([editor, , , config], i) => [`DataTypes/p${i}`, dataType(100 + i, `p${i}`, editor, config)]),
    ),
    "DataTypes/list": dataType(20, "List", "Umbraco.NestedContent", { contentTypes: [{ ncAlias: "card" }] }),
    "ContentTypes/page": type(30, "page", {
      properties: [property(31, "list", 20, "Umbraco.NestedContent"), ...own(200)],
    }),
    "ContentTypes/card": type(40, "card", { isElement: true, properties: own(300) }),
    "MediaTypes/image": type(45, "Image", { kind: "Media" }),
    "Content/page": node(1, "page", { values: { list, ...values } }),
    "Media/image": node(2, "Image", { kind: "Media" }),
  });
  const inside: { alias: string; value: unknown }[] = value("page", "list").contentData[0].values;
  const element = Object.fromEntries(inside.map((each) => [each.alias, each.value]));
  const page = Object.fromEntries(Object.keys(values).map((alias) => [alias, value("page", alias)]));
  return { page, element, report };
});

describe("usync: values", () => {
  it.each(CASES.map(([editor, stored, in17], index) => [editor, stored, in17, `p${index}`] as const))(
    "of %s: %s",
    async (editor, _, in17, alias) => {
      const { page, element, report } = await all();
      expect([page[alias], element[alias]]).toEqual([in17, in17]);
      // What is not written has a line, but for what an editor does not store.
      const lines = report.filter(({ property, pointer = "" }) => `${property}${pointer}`.endsWith(alias));
      if (in17 === undefined && editor !== "Umbraco.ListView") expect(lines.length).toBeGreaterThanOrEqual(2);
    },
  );

  it("that name groups of members are reported, since these have other ids in 17", async () => {
    const lines = (await all()).report.filter(({ text }) => text.startsWith("names groups of members"));
    expect(lines.map(({ property }) => property.replace(/\d+/, ""))).toEqual(["list", "p"]);
  });
});

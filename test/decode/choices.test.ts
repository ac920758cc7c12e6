/** Options, tags, texts, colours, sliders and labels, decoded. */
import { expect, it } from "vitest";
import type { DecodingSite } from "../../src/decode/decoding.ts";
import { PropertyTypes } from "../../src/decode/property-types.ts";
import { ValueDecoder } from "../../src/decode/value-decoder.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { SiteNode } from "../../src/site/site-nodes.ts";
import { ZERO_KEY } from "../../src/site/tree/key.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";
import { decode } from "./decoding.ts";

const V7 = { 0: "Red", 1: "Green, dark", multiple: "1" };
const V8 = { Items: [{ id: 3, value: "Red" }], Multiple: true };
const V13 = { items: [{ id: 3, value: "Red" }], multiple: false };
const RED = { value: "cc0000", label: "Red" };
const OSLO = "2026-01-02T03:04:05+01:00";
const V17 = { items: ["Red", "Green"], multiple: true };

it.each([
  ["DropDown.Flexible", '["Red"]', V13, "Red"],
  ["DropDown.Flexible", [], V13, ""],
  ["DropDown.Flexible", ["Red"], V17, ["Red"]],
  ["DropDown.Flexible", ["Red", "Green"], {}, ["Red", "Green"]],
  ["DropDown.Flexible", ["Red"], {}, "Red"],
  ["DropDown.Flexible", "3", V8, ["Red"]],
  ["DropDown.Flexible", "Green, dark", V7, ["Green, dark"]],
  ["DropDown.Flexible", "Red,Blue", V7, ["Red", "Blue"]],
  ["DropDown.Flexible", "London, UK", {}, "London, UK"],
  ["DropDown.Flexible", "London, UK", V13, "London, UK"],
  ["DropDown.Flexible", "London, UK", V17, ["London", "UK"]],
  ["DropDown.Flexible", '["London, UK"]', V17, ["London, UK"]],
  ["DropDown.Flexible", "Red,Green", { items: V17.items }, ["Red", "Green"]],
  ["DropDown.Flexible", "Red,Blue", { items: V17.items }, "Red,Blue"],
  ["DropDown.Flexible", "3,4", { items: [...V8.Items, { id: 4, value: "Blue" }] }, ["Red", "Blue"]],
  ["DropDown", "London, UK", {}, "London, UK"],
  ["DropDown", "London, UK", V8, "London, UK"],
  ["DropDown", "Red", {}, "Red"],
  ["DropDownMultiple", "Red,Green", {}, ["Red", "Green"]],
  ["DropdownlistMultiplePublishKeys", "3", V8, ["Red"]],
  ["DropdownlistPublishingKeys", "3", V8, "Red"],
  ["RadioButtonList", "Red", V17, "Red"],
  ["RadioButtonList", "3", V8, "Red"],
  ["RadioButtonList", "Ja, gerne", {}, "Ja, gerne"],
  ["RadioButtonList", "Ja, gerne", V17, "Ja, gerne"],
  ["RadioButtonList", "Ja, gerne", { items: ["Ja, gerne", "Nein"] }, "Ja, gerne"],
  ["XPathDropDownList", "London, UK", {}, "London, UK"],
  ["RadioButtonList", "3", { items: ["3", "4"] }, "3"],
  ["CheckBoxList", '["Red","Green"]', V17, ["Red", "Green"]],
  ["CheckBoxList", "Red,Green", {}, ["Red", "Green"]],
  [
    "XPathCheckBoxList",
    "<XPathCheckBoxList><nodeId>12</nodeId><nodeId>34</nodeId></XPathCheckBoxList>",
    {},
    ["12", "34"],
  ],
  ["Tags", '["a","b c"]', {}, ["a", "b c"]],
  ["Tags", "a, b c", {}, ["a", "b c"]],
  ["MultipleTextstring", "one\r\ntwo", {}, ["one", "two"]],
  ["MultipleTextstring", [{ value: "one" }, { value: "two" }], {}, ["one", "two"]],
  [
    "MultipleTextstring",
    "<values><value>a &amp; b</value><value><![CDATA[c]]></value></values>",
    {},
    ["a & b", "c"],
  ],
  ["MultipleTextstring", ["one"], {}, ["one"]],
  ["ColorPicker", RED, {}, RED],
  ["ColorPicker", "#cc0000", {}, { value: "#cc0000", label: "#cc0000" }],
  ["ColorPicker", "cc0000", { items: [RED] }, RED],
  ["ColorPicker", "cc0000", { items: [{ id: 1, value: JSON.stringify(RED) }] }, RED],
  ["ColorPicker", "cc0000", { items: { 0: RED } }, RED],
  ["ColorPicker.EyeDropper", "#cc0000", {}, "#cc0000"],
  ["Slider", "70", {}, 70],
  ["Slider", "10,20", {}, { minimum: 10, maximum: 20 }],
  ["Slider", "10,20", { enableRange: false }, 10],
  ["Slider", "10", { EnableRange: "1" }, { minimum: 10, maximum: 10 }],
  ["Label", "12", { umbracoDataValueType: "INT" }, 12],
  ["Label", "12", { umbracoDataValueType: "STRING" }, "12"],
  ["Label", 12, {}, 12],
  ["Label", "2026-01-02 03:04:05", { ValueType: "DATETIME" }, "2026-01-02T03:04:05Z"],
  ["Label", OSLO, { umbracoDataValueType: "DATETIME" }, OSLO],
  ["Label", "0001-01-01 03:04:05", { umbracoDataValueType: "TIME" }, "03:04:05"],
  ["NoEdit", "text", {}, "text"],
  ["DateTimeUnspecified", { date: "2026-01-02T03:04:05+00:00", timeZone: null }, {}, "2026-01-02T03:04:05"],
  ["DateTimeWithTimeZone", { date: OSLO, timeZone: "Europe/Oslo" }, {}, OSLO],
  ["DateOnly", { date: "2026-01-02T00:00:00+00:00" }, {}, "2026-01-02"],
  ["TimeOnly", { date: "0001-01-01T03:04:00+00:00" }, {}, "03:04:00"],
  ["Plain.Time", "03:04", {}, "03:04:00"],
  ["ListView", "anything", {}, null],
  ["MemberPicker", "umb://member/00000000000040008000000000000001", {}, "(unsupported)"],
  ["UserPicker", "-1", {}, -1],
  ["EntityDataPicker", { ids: ["a"] }, { umbEditorDataSource: "My" }, { ids: ["a"], dataSource: "My" }],
  ["Plain.Json", '{"a":1}', {}, { a: 1 }],
])("ValueDecoder: %s %j with %j is %j", (editor, stored, config, value) => {
  expect(decode({ editor, stored, config })).toMatchObject({ value, report: [] });
});

it.each([
  ["RadioButtonList", "9", V8, "9", ["unresolved-id  9"]],
  ["DropdownlistPublishingKeys", "9", {}, "9", ["unresolved-id  9"]],
  ["DropDown.Flexible", ["Red", "Green"], V13, "Red", ["malformed-value  Green"]],
  ["RadioButtonList", "Red,Green", V17, "Red", ["malformed-value  Green"]],
  ["Slider", "a lot", {}, "a lot", ["malformed-value  a lot"]],
  // Versions 4 to 6 store crops of another property's image.
  [
    "ImageCropper",
    '<crops date="x"><crop name="a"/></crops>',
    {},
    null,
    ['malformed-value  <crops date="x"><crop name="a"/></crops>'],
  ],
])("ValueDecoder: %s %j with %j is %j with the line %j", (editor, stored, config, value, report) => {
  expect(decode({ editor, stored, config })).toEqual(expect.objectContaining({ value, report }));
});

it("ValueDecoder: member groups are their names; an unknown id stays, with a line", () => {
  const site = { memberGroup: (id: string) => (id === "5" ? "Editors" : undefined) };
  expect(decode({ editor: "MemberGroupPicker", stored: "5,6", site })).toMatchObject({
    value: ["Editors", "6"],
    report: ["unresolved-id  6"],
  });
});

it("ValueDecoder: ids of pre-values of version 7 are their texts, also from the files of uSync 7", async () => {
  const editor = "Umbraco.DropdownlistMultiplePublishKeys";
  const directory = dataDirectory({
    "data/Content/home/content.config": `<home guid="${keyOf(1)}" id="1" nodeName="Home" nodeTypeAlias="home" parentGUID="${ZERO_KEY}" sortOrder="0" published="true" isBlueprint="false"><colours>7,8,9</colours></home>`,
    "data/DocumentType/home/def.config": `<DocumentType><Info><Key>${keyOf(50)}</Key><Name>Home</Name><Alias>home</Alias></Info><GenericProperties><GenericProperty><Key>${keyOf(51)}</Key><Name>Colours</Name><Alias>colours</Alias><Definition>${keyOf(90)}</Definition><Type>${editor}</Type></GenericProperty></GenericProperties></DocumentType>`,
    "data/DataType/Colours/def.config": `<DataType Name="Colours" Key="${keyOf(90)}" Id="${editor}" DatabaseType="Nvarchar"><PreValues><PreValue Id="7" Value="Red" Alias="" SortOrder="1"/><PreValue Id="8" Value="Green" Alias="" SortOrder="2"/></PreValues></DataType>`,
  });
  const data = await loadDirectory(directory);
  const [property] = new SiteNode("content", data.trees.content, 0).properties();
  const report: string[] = [];
  const site: DecodingSite = {
    mode: "export",
    resolve: () => ({ state: "dead" }),
    report: ({ problem, text }) => report.push(`${problem} ${text}`),
  };
  const decoder = new ValueDecoder(site, new PropertyTypes(data.types()));
  const value = decoder.property({ ...property, node: keyOf(1), kind: "content", type: "home" });
  expect({ value, report }).toEqual({ value: ["Red", "Green", "9"], report: ["unresolved-id 9"] });
});

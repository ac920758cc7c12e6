/** Editors that are alike: later and earlier names of one editor. And each known editor has an example in these tests. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { EDITORS } from "../../src/site/values/editors.ts";
import { udiOf } from "../support/site.ts";
import { decode } from "./decoding.ts";

it.each<[editor: string, stored: unknown, like: string]>([
  ["MemberPicker2", udiOf("member", 31), "MemberPicker"],
  ["Imulus.UrlPicker2", [{ type: "content", meta: {}, typeData: { contentId: 11 } }], "Imulus.UrlPicker"],
  ["Skybrud.LinkPicker.Link", { id: 11, name: "About", mode: "content" }, "Gibe.LinkPicker"],
  ["Skybrud.LinkPicker.Links", { items: [{ id: 11, name: "About" }] }, "Skybrud.LinkPicker.LinkList"],
  ["Cogworks.Meganav", [{ title: "About", id: 11 }], "Our.Umbraco.Meganav"],
  ["AaronSadler.MegaNavV8", [{ title: "About", udi: udiOf("document", 11) }], "Our.Umbraco.Meganav"],
  ["MacroContainer", '<?UMBRACO_MACRO macroAlias="list" count="3" />', "TinyMCE"],
  ["Plain.String", "text", "TextBox"],
  ["Plain.Integer", "007", "Integer"],
  ["Plain.Decimal", "1.50", "Decimal"],
  ["Plain.DateTime", "2026-01-01 06:02:00", "DateTime"],
  ["ColorPickerAlias", "cc0000", "ColorPicker"],
  ["FolderBrowser", "anything", "ListView"],
  ["XPathCheckBoxList", "Red,Green", "CheckBoxList"],
  ["XPathDropDownList", "Red", "DropDown"],
])("ValueDecoder: %s %j is decoded as of %s", (editor, stored, like) => {
  const { json, report } = decode({ editor, stored });
  expect({ json, report }).toEqual({ json: decode({ editor: like, stored }).json, report: [] });
});

it("ValueDecoder: Skybrud.ImagePicker of version 7 has texts and links of its own, and stays as it is stored", () => {
  const stored = { title: "Gallery", items: [{ imageId: 21, title: "Picture", link: { id: 11 } }] };
  expect(decode({ editor: "Skybrud.ImagePicker", stored })).toMatchObject({
    value: stored,
    report: ["unknown-editor  Skybrud.ImagePicker"],
  });
});

it("ValueDecoder: each known editor has an example", () => {
  const tests = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => readFileSync(`${import.meta.dirname}/${name}`, "utf8"))
    .join("\n");
  const without = EDITORS.map(({ alias }) => alias).filter(
    (alias) => !tests.includes(`"${alias}"`) && !tests.includes(`"${alias.replace("Umbraco.", "")}"`),
  );
  expect(without).toEqual([]);
});

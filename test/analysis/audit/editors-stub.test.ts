/** `editorsStub`: editors guessed from the values of properties without an editor. */
import { describe, expect, it } from "vitest";
import { editorsStub } from "../../../src/analysis/audit/editors-stub.ts";
import { nodeOf, propertiesOf, treeOf, udiOf } from "../../support/site.ts";

type Pages = Record<string, unknown[]>;

/** The stub of a site with pages 1 to 9, media 21 and 22, and a node for each value. */
function stubOf(values: Pages, isOld = true): Record<string, string> {
  const node = (id: number, type: string, properties = {}) => ({ ...nodeOf(id, `n${id}`), type, properties });
  const content = Object.entries(values).flatMap(([name, all], i) => {
    const [type, alias] = name.includes(".") ? name.split(".") : ["page", name];
    return all.map((value, j) => node(100 + 10 * i + j, type, { [alias]: { alias, value } }));
  });
  const pages = Array.from({ length: 9 }, (_, i) => node(1 + i, "page", propertiesOf({ known: ["X", ""] })));
  const media = treeOf([node(21, "Image"), node(22, "Image")]);
  return editorsStub({ content: treeOf([...pages, ...content]), media }, isOld);
}

describe("editorsStub: the guess", () => {
  it.each<[string, unknown[], string, string, string?]>([
    ["rich text", ["<p>a</p>", "", "<p>b</p>"], "Umbraco.TinyMCEv3", "2 of 2 values", "Umbraco.TinyMCE"],
    ["dates", ["2020-01-02T03:04:05"], "Umbraco.DateTime", "1 of 1 value"],
    ["0 and 1", ["1", "0", "1"], "Umbraco.TrueFalse", "3 of 3 values"],
    ["a page by id", ["2", "3"], "Umbraco.ContentPickerAlias", "2 of 2 values", "Umbraco.ContentPicker"],
    ["pages by ids", ["2", "2,3"], "Umbraco.MultiNodeTreePicker", "2 of 2 values"],
    ["media by id", ["21"], "Umbraco.MediaPicker", "1 of 1 value"],
    ["media by ids", ["21,22", "22"], "Umbraco.MultipleMediaPicker", "2 of 2 values", "Umbraco.MediaPicker"],
    [
      "a page by UDI",
      [udiOf("document", 2)],
      "Umbraco.ContentPicker2",
      "1 of 1 value",
      "Umbraco.ContentPicker",
    ],
    [
      "pages by UDIs",
      [`${udiOf("document", 2)},${udiOf("document", 3)}`],
      "Umbraco.MultiNodeTreePicker2",
      "1 of 1 value",
    ],
    ["media by UDI", [udiOf("media", 21)], "Umbraco.MediaPicker2", "1 of 1 value", "Umbraco.MediaPicker"],
    ["nested content", ['[{"ncContentTypeAlias":"a","text":"b"}]'], "Umbraco.NestedContent", "1 of 1 value"],
    ["a grid", ['{"name":"1","sections":[]}'], "Umbraco.Grid", "1 of 1 value"],
    ["archetypes", ['{"fieldsets":[{"alias":"a","properties":[]}]}'], "Imulus.Archetype", "1 of 1 value"],
    ["a cropped file", ['{"src":"/media/1/a.jpg","crops":[]}'], "Umbraco.ImageCropper", "1 of 1 value"],
    ["a file", ["/media/1/a.pdf"], "Umbraco.UploadField", "1 of 1 value"],
    [
      "links",
      ['[{"caption":"a","link":"2","isInternal":true}]'],
      "Umbraco.RelatedLinks",
      "1 of 1 value",
      "Umbraco.MultiUrlPicker",
    ],
    ["texts", ["a", "b"], "Umbraco.TextBox", "2 of 2 values"],
    ["texts with lines", ["a", "b\nc"], "Umbraco.TextArea", "2 of 2 values"],
    ["a long text", ["a ".repeat(257)], "Umbraco.TextArea", "1 of 1 value"],
    ["ids of missing nodes", ["777", "888"], "Umbraco.TextBox", "2 of 2 values"],
    ["ids of both trees", ["2,21"], "Umbraco.TextBox", "1 of 1 value"],
    [
      "rich text in nearly all values",
      [...Array(9).fill("<p>a</p>"), "plain"],
      "Umbraco.TinyMCEv3",
      "9 of 10 values",
    ],
  ])("%s", (_, values, old, reason, now = old) => {
    expect(stubOf({ a: values })).toEqual({ "//a": reason, a: old });
    if (now !== old) expect(stubOf({ a: values }, false).a).toBe(now);
  });

  it.each<[string, unknown[], string]>([
    ["UDIs of both trees", [`${udiOf("document", 2)},${udiOf("media", 21)}`], "no guess: 1 udis"],
    ["objects of an unknown form", ['{"a":1}'], "no guess: 1 json-object"],
    ["too few values of one form", ["<p>a</p>", "b"], "no guess: 1 Umbraco.TinyMCEv3, 1 Umbraco.TextBox"],
    ["empty values", ["", null], "no guess: all values are empty"],
  ])("is absent for %s", (_, values, reason) => {
    expect(stubOf({ a: values })).toEqual({ "//a": reason });
  });

  it("is made for each type if types differ, and once if they agree", () => {
    const rich = ["<p>a</p>"];
    expect(stubOf({ "page.a": rich, "news.a": ["1", "1"], "page.b": rich, "news.b": rich })).toEqual({
      "//news.a": "2 of 2 values",
      "news.a": "Umbraco.TrueFalse",
      "//page.a": "1 of 1 value",
      "page.a": "Umbraco.TinyMCEv3",
      "//b": "2 of 2 values",
      b: "Umbraco.TinyMCEv3",
    });
  });

  it("is that of each type, however few values one of them has", () => {
    const grid = '{"name":"1","sections":[]}';
    const stub = stubOf({ "page.a": Array(9).fill("<p>a</p>"), "front.a": [grid], "empty.a": [""] });
    expect(stub).toMatchObject({
      "page.a": "Umbraco.TinyMCEv3",
      "front.a": "Umbraco.Grid",
      "//empty.a": "no guess: all values are empty",
    });
    expect(stub).not.toHaveProperty("a");
  });

  it("is absent for properties with an editor, and made for any alias", () => {
    expect(stubOf({ ["__proto__"]: ["1"] })).toEqual(
      JSON.parse('{"//__proto__":"1 of 1 value","__proto__":"Umbraco.TrueFalse"}'),
    );
    expect(stubOf({})).toEqual({});
  });
});

/** `diffSites` with `asMigrated`: values of one version of the CMS compared with those of another. */

import { describe, expect, it } from "vitest";
import { DEFAULT_RULES } from "../../../src/analysis/diff/compare-nodes.ts";
import { diffSites } from "../../../src/analysis/diff/site-diff.ts";
import { TypeMap, type TypeNames } from "../../../src/analysis/diff/type-map.ts";
import type { ContentType } from "../../../src/site/schema/site-types.ts";
import { createSite, type Site } from "../../../src/site/site.ts";
import { siteDataOf } from "../../../src/site/site-data.ts";
import type { DataNode } from "../../oracle.ts";
import { keyOf, nodeOf, treeOf, udiOf } from "../../support/site.ts";

const CARD = "aaaaaaaa-0000-4000-8000-000000000001";
const udi = (id: number, type = "document") => udiOf(type, id);

/** Ids in the old site; the new site has other ids, and the same keys. */
const OLD_PAGES = [10, 20, 30];
const PHOTO = 40;
const onNew = (id: number) => id + 500;

function typeOf(alias: string, key: string, editors: Record<string, string>): ContentType {
  const properties = Object.entries(editors).map(([name, editorAlias], i) => ({
    id: i + 1,
    key: keyOf(i + 1),
    alias: name,
    name,
    description: null,
    sortOrder: i,
    editorAlias,
    dataTypeId: 1,
    mandatory: false,
  }));
  const tabs = [{ id: 1, key, name: "Tab", sortOrder: 0, properties }];
  const none = { allowedAsRoot: false, allowedContentTypes: [], allowedTemplate: [], compositions: [] };
  return { id: 1, key, alias, name: alias, icon: null, tabs, defaultTemplate: null, ...none };
}

const FIELDS = { title: "Umbraco.TextBox", page: "Umbraco.ContentPicker", inner: "Umbraco.BlockList" };
const TYPES = { content: [typeOf("card", CARD, FIELDS)], media: [] };

type Value = [editorAlias: string | null, value: unknown];

/** A site with pages and a photo to refer to, and a node with one property. */
function site(alias: string, [editorAlias, value]: Value, idOf: (id: number) => number, type = "page"): Site {
  const pages = OLD_PAGES.map((id) => ({
    ...nodeOf(idOf(id), `Page ${id}`),
    key: keyOf(id),
    properties: {},
  }));
  const node = {
    ...nodeOf(idOf(1), "Node"),
    key: keyOf(1),
    type,
    properties: { [alias]: { alias, editorAlias, value } },
  };
  const file = `/media/${idOf(PHOTO)}/photo.jpg`;
  const umbracoFile = { alias: "umbracoFile", editorAlias: "Umbraco.ImageCropper", value: { src: file } };
  const photo = {
    ...nodeOf(idOf(PHOTO), "Photo"),
    key: keyOf(PHOTO),
    url: file,
    properties: { umbracoFile },
  };
  const trees = { content: treeOf([...pages, node] as DataNode[]), media: treeOf([photo] as DataNode[]) };
  const types = () => ({ ...TYPES, data: [], warnings: [] });
  return createSite(siteDataOf({ format: "JSON", trees, types }));
}

/** `equal`, `equal in other markup`, `not compared: WHAT`, or the location and kind of each difference. */
function outcome(old: Value, other: Value, names: TypeNames = {}, newAlias = "value"): string {
  const diff = diffSites(
    site("value", old, (id) => id),
    site(newAlias, other, onNew),
    {
      kinds: ["content"],
      matchedBy: "key",
      rules: DEFAULT_RULES,
      asMigrated: new TypeMap(names),
    },
  );
  const [{ changes, comparison }] = diff.kinds;
  const differences = changes.flatMap((change) =>
    (comparison.describe(change).difference?.properties ?? []).flatMap(({ differences = [] }) => differences),
  );
  const { equal = 0, markup = 0, differ = 0, notCompared = new Map() } = diff.values ?? {};
  expect(differ).toBe(differences.length);
  const differing = differences.map(({ at, how }) => [at, how].filter(Boolean).join(": "));
  const left = [...notCompared.keys()].map((what) => `not compared: ${what}`);
  if (differing.length + left.length > 0) return [...differing, ...left].join("; ");
  return markup > 0 ? "equal in other markup" : equal > 0 ? "equal" : "nothing";
}

const E = (name: string) => `Umbraco.${name}`;

describe("diffSites, as migrated: scalars", () => {
  it.each<[string, unknown, string, unknown, string]>([
    ["Textbox", "Air horns", "TextBox", " Air horns", "equal"],
    ["Textbox", "Air horns", "TextBox", "Fog bells", "changed"],
    ["TextboxMultiple", "a\r\nb", "TextArea", "a\nb", "equal"],
    ["TextboxMultiple", "a\nb", "TextArea", "a b", "changed"],
    ["Textbox", "", "TextBox", null, "equal"],
    ["Textbox", "lost", "TextBox", null, "changed"],
    ["Integer", "5", "Integer", 5, "equal"],
    ["Integer", "5", "Integer", 6, "changed"],
    ["Decimal", "120.50", "Decimal", 120.5, "equal"],
    ["TrueFalse", "1", "TrueFalse", true, "equal"],
    ["TrueFalse", "0", "TrueFalse", null, "equal"],
    ["TrueFalse", 1, "TrueFalse", false, "changed"],
    ["Date", "2021-06-23T00:00:00", "DateOnly", "2021-06-23", "equal"],
    ["Date", "2021-06-23T00:00:00", "DateOnly", "2021-06-24", "changed"],
    ["DateTime", "2021-06-23 12:30:00", "DateTimeWithTimeZone", "2021-06-23T12:30:00.000Z", "equal"],
    ["EmailAddress", "a@example.com", "EmailAddress", "b@example.com", "changed"],
    ["NoEdit", "7", "Label", 7, "equal"],
    ["Tags", "fog, horns", "Tags", ["fog", "horns"], "equal"],
    ["Tags", "fog,horns", "Tags", ["fog"], "changed"],
    ["MultipleTextstring", "one\ntwo", "MultipleTextstring", ["one", "two"], "equal"],
    ["MultipleTextstring", [{ value: "one" }], "MultipleTextstring", "one\ntwo", "changed"],
    ["CheckBoxList", "red,blue", "CheckBoxList", '["red","blue"]', "equal"],
    ["DropDown", "red", "DropDown.Flexible", ["red"], "equal"],
    ["DropDown", "red", "DropDown.Flexible", ["blue"], "changed"],
    [
      "DropDownMultiple",
      "12,13",
      "DropDown.Flexible",
      ["red", "blue"],
      "not compared: ids of what a data type offers",
    ],
    ["RadioButtonList", "12", "RadioButtonList", "12", "equal"],
    ["ColorPickerAlias", "FF0000", "ColorPicker", { value: "#ff0000", label: "Red" }, "equal"],
    ["ColorPickerAlias", "ff0000", "ColorPicker", { value: "#00ff00", label: "Green" }, "changed"],
    ["Slider", "5", "Slider", { from: 5, to: 5 }, "equal"],
    ["Slider", "1,5", "Slider", { from: 1, to: 6 }, "changed"],
  ])("%s %j and %s %j: %s", (oldEditor, old, newEditor, value, expected) => {
    expect(outcome([E(oldEditor), old], [E(newEditor), value])).toBe(expected);
  });
});

describe("diffSites, as migrated: pickers", () => {
  const picked = [{ key: keyOf(99), mediaKey: keyOf(PHOTO), crops: [], focalPoint: null }];
  const other = "points to other nodes";
  it.each<[string, unknown, string, unknown, string]>([
    ["ContentPickerAlias", "10", "ContentPicker", udi(10), "equal"],
    ["ContentPickerAlias", 10, "ContentPicker", udi(20), other],
    ["ContentPicker2", udi(10), "ContentPicker", keyOf(10), "equal"],
    ["ContentPickerAlias", "10", "ContentPicker", "510", "equal"],
    ["ContentPickerAlias", "10", "ContentPicker", "10", other],
    [
      "ContentPickerAlias",
      "4711",
      "ContentPicker",
      udi(10),
      "not compared: what leads nowhere on the old side",
    ],
    ["ContentPickerAlias", "10", "ContentPicker", udi(77), other],
    [
      "MultiNodeTreePicker",
      "10,20",
      "MultiNodeTreePicker",
      [
        { type: "document", unique: keyOf(10) },
        { type: "document", unique: keyOf(20) },
      ],
      "equal",
    ],
    ["MultiNodeTreePicker2", `${udi(10)},${udi(20)}`, "MultiNodeTreePicker", `${udi(20)},${udi(10)}`, other],
    ["MediaPicker", "40", "MediaPicker3", picked, "equal"],
    ["MultipleMediaPicker", "40", "MediaPicker3", JSON.stringify(picked), "equal"],
    ["MediaPicker2", udi(PHOTO, "media"), "MediaPicker3", [...picked, ...picked], other],
    [
      "UploadField",
      "/media/40/photo.jpg",
      "ImageCropper",
      { src: "/media/540/photo.jpg", crops: [] },
      "equal",
    ],
    ["ImageCropper", { src: "/media/40/photo.jpg" }, "ImageCropper", null, "changed"],
    [
      "RelatedLinks",
      [{ caption: "Ten", link: 10, isInternal: true, type: "internal" }],
      "MultiUrlPicker",
      [{ name: "Ten", udi: udi(10), url: null }],
      "equal",
    ],
    [
      "RelatedLinks2",
      [{ caption: "Ten", link: udi(10), isInternal: true }],
      "MultiUrlPicker",
      [{ name: "Ten", type: "document", unique: keyOf(20) }],
      other,
    ],
    [
      "RelatedLinks",
      [{ caption: "Ten", link: 10, isInternal: true }],
      "MultiUrlPicker",
      [{ name: "10", udi: udi(10) }],
      "text differs",
    ],
    [
      "RelatedLinks",
      [{ caption: "Out", link: "https://x.example/" }],
      "MultiUrlPicker",
      [{ name: "Out", url: "https://x.example/" }],
      "equal",
    ],
    [
      "RelatedLinks",
      [{ caption: "Out", link: "https://x.example/" }],
      "MultiUrlPicker",
      [{ name: "Out", url: "https://y.example/" }],
      other,
    ],
    [
      "MemberPicker2",
      "umb://member/0123456789abcdef0123456789abcdef",
      "MemberPicker",
      "umb://member/0123456789abcdef0123456789abcdef",
      "not compared: Umbraco.MemberPicker2",
    ],
  ])("%s %j and %s %j: %s", (oldEditor, old, newEditor, value, expected) => {
    expect(outcome([E(oldEditor), old], [E(newEditor), value])).toBe(expected);
  });
});

describe("diffSites, as migrated: texts", () => {
  const link = (href: string, more = "") => `<p>See <a href="${href}"${more}>ten</a></p>`;
  const local = link(`/{localLink:${keyOf(10)}}`, ' type="document"');
  it.each<[string, unknown, string, unknown, string]>([
    [
      "TinyMCEv3",
      "<p>A&nbsp;horn &amp; a b&oslash;y</p>",
      "RichText",
      "<div>A horn &#38; a bøy</div>",
      "equal in other markup",
    ],
    ["TinyMCEv3", "<p>A horn</p>", "RichText", "<p>A horn</p>", "equal"],
    ["TinyMCEv3", "<p>A horn</p><p>B</p>", "RichText", "<p>A hornB</p>", "text differs"],
    ["TinyMCEv3", "<b>A</b> horn", "RichText", "<p>A <strong>h</strong>orn</p>", "equal in other markup"],
    ["TinyMCEv3", link("/{localLink:10}"), "RichText", local, "equal"],
    ["TinyMCE", link(`/{localLink:${udi(10)}}`, ` data-udi="${udi(10)}"`), "RichText", local, "equal"],
    ["TinyMCE", link(`/{localLink:${udi(20)}}`), "RichText", local, "points to other nodes"],
    ["TinyMCE", local, "RichText", "<p>See ten</p>", "points to other nodes"],
    ["TinyMCE", link("https://x.example/"), "RichText", link("https://y.example/"), "points to other nodes"],
    [
      "TinyMCEv3",
      '<img src="/media/40/photo.jpg?width=5" rel="40" />',
      "RichText",
      `<img src="/media/540/photo.jpg" data-udi="${udi(PHOTO, "media")}">`,
      "equal in other markup",
    ],
    ["TinyMCE", "<p>A horn</p>", "RichText", { markup: "<p>A horn</p>", blocks: null }, "equal"],
    ["TextboxMultiple", "A horn", "RichText", "<p>A horn</p>", "equal"],
    ["TextboxMultiple", "A horn", "RichText", "<p>A bell</p>", "text differs"],
    ["MarkdownEditor", "# A *horn*", "MarkdownEditor", "# A *horn*", "equal"],
    [
      "MarkdownEditor",
      "# A *horn*",
      "RichText",
      "<h1>A <em>horn</em></h1>",
      "not compared: Markdown as markup",
    ],
  ])("%s %j and %s %j: %s", (oldEditor, old, newEditor, value, expected) => {
    expect(outcome([E(oldEditor), old], [E(newEditor), value])).toBe(expected);
  });
});

describe("diffSites, as migrated: elements", () => {
  const NAMES = { box: "card", "box.heading": "title", "box.removed": null };
  const nested = (...headings: string[]) =>
    headings.map((heading, i) => ({
      key: keyOf(900 + i),
      name: "Box",
      ncContentTypeAlias: "box",
      heading,
      page: "10",
      removed: "x",
    }));
  const udis = (i: number) => udiOf("element", 700 + i);
  const blocks13 = (...titles: string[]) => ({
    layout: { "Umbraco.BlockList": titles.map((_, i) => ({ contentUdi: udis(i) })) },
    contentData: titles.map((title, i) => ({ contentTypeKey: CARD, udi: udis(i), title, page: udi(10) })),
    settingsData: [],
  });
  const blocks17 = (...titles: string[]) => ({
    layout: { "Umbraco.BlockList": titles.map((_, i) => ({ contentKey: keyOf(700 + i) })) },
    contentData: titles.map((title, i) => ({
      contentTypeKey: CARD,
      key: keyOf(700 + i),
      udi: null,
      values: [
        { alias: "title", editorAlias: E("TextBox"), culture: null, segment: null, value: title },
        { alias: "page", editorAlias: E("ContentPicker"), culture: null, segment: null, value: udi(10) },
      ],
    })),
    settingsData: [],
    expose: titles.map((_, i) => ({ contentKey: keyOf(700 + i), culture: null, segment: null })),
  });
  /** Two blocks, of which the first has settings. */
  const withSettings = (title: string, color: string) => {
    const value = blocks17(title, title);
    const settingsData = [{ ...blocks17(color).contentData[0], key: keyOf(710) }];
    settingsData[0].values = settingsData[0].values.slice(0, 1);
    const [first, ...others] = value.layout["Umbraco.BlockList"];
    const layout = { "Umbraco.BlockList": [{ ...first, settingsKey: keyOf(710) }, ...others] };
    return { ...value, settingsData, layout };
  };
  const withFirst = (
    title: string,
    { layout, contentData, expose, ...value }: ReturnType<typeof blocks17>,
  ) => {
    const [block] = blocks17(title).contentData;
    const first = { ...block, key: keyOf(711), values: block.values.slice(0, 1) };
    return {
      ...value,
      contentData: [...contentData, first],
      layout: { "Umbraco.BlockList": [{ contentKey: keyOf(711) }, ...layout["Umbraco.BlockList"]] },
      expose: [...expose, { contentKey: keyOf(711), culture: null, segment: null }],
    };
  };
  const withTypes = (old: Value, other: Value) => outcome(old, other, NAMES);

  const nestedContent = (...headings: string[]): Value => [E("NestedContent"), nested(...headings)];
  const list = (value: unknown): Value => [E("BlockList"), value];
  const list13 = (...titles: string[]) => list(blocks13(...titles));
  const list17 = (...titles: string[]) => list(blocks17(...titles));
  const archetype = (alias: string, heading: string): Value => [
    "Imulus.Archetype",
    {
      fieldsets: [{ alias, properties: [{ alias: alias === "box" ? "heading" : "title", value: heading }] }],
    },
  ];
  const removed = (block: string, title: string) =>
    `${block} (removed): ${title}: changed; ${block} (removed): page: changed`;
  const [SECOND, BOTH] = [
    removed("block 2 of 2", "title"),
    [removed("block 1 of 2", "title"), removed("block 2 of 2", "title")].join("; "),
  ];
  const hidden = { ...blocks17("A", "B"), expose: blocks17("A").expose };
  const unplaced = { ...blocks17("A", "B"), layout: blocks17("A").layout };
  const stacked: Value = ["Our.Umbraco.StackedContent", [{ icContentTypeAlias: "box", heading: "A" }]];

  it.each<[string, Value, Value, string]>([
    ["nested content and blocks of 13", nestedContent("A", "B"), list13("A", "B"), "equal"],
    [
      "nested content in a string and blocks of 17",
      [E("NestedContent"), JSON.stringify(nested("A", "B"))],
      list17("A", "B"),
      "equal",
    ],
    ["blocks of 13 and of 17", list13("A", "B"), list17("A", "B"), "equal"],
    [
      "a field with another text",
      nestedContent("A", "B", "C"),
      list17("A", "B", "D"),
      "block 3 of 3: heading: changed",
    ],
    ["a removed block", nestedContent("A", "B"), list17("A"), removed("block 2 of 2", "heading")],
    [
      "an added block",
      nestedContent("A"),
      list17("A", "B"),
      "block 2 of 2 (new): title: changed; block 2 of 2 (new): page: changed",
    ],
    [
      "blocks of which visitors see none",
      list13("A", "B"),
      list({ ...blocks17("A", "B"), expose: [] }),
      BOTH,
    ],
    ["a block that is hidden", list13("A", "B"), list(hidden), SECOND],
    ["a block that no layout places", list13("A", "B"), list(unplaced), SECOND],
    [
      "blocks in another order",
      list13("A", "B"),
      list17("B", "A"),
      "block 1 of 2: title: changed; block 2 of 2: title: changed",
    ],
    ["stacked content", stacked, list17("A"), "equal"],
    ["an archetype", archetype("box", "A"), list17("A"), "equal"],
    ["an archetype with another text", archetype("box", "A"), list17("B"), "block 1 of 1: heading: changed"],
    ["an archetype and blocks whose type is named after it", archetype("links", "A"), list17("A"), "equal"],
    ["empty blocks and null", list({ layout: {}, contentData: [], settingsData: [] }), list(null), "equal"],
    ["an empty list and null", [E("NestedContent"), "[]"], list(null), "equal"],
    ["removed blocks", nestedContent("A"), list(null), removed("block 1 of 1", "heading")],
    [
      "blocks with keys, of which one is new",
      list17("A", "B"),
      list(withFirst("C", blocks17("A", "B"))),
      "block 1 of 3 (new): title: changed",
    ],
    [
      "settings that differ",
      list(withSettings("A", "red")),
      list(withSettings("A", "blue")),
      "block 1 of 2, settings: title: changed",
    ],
    [
      "settings that are lost",
      list(withSettings("A", "red")),
      list17("A", "A"),
      "block 1 of 2, settings: title: changed",
    ],
    [
      "a text as blocks",
      [E("TextBox"), "A"],
      list17("A"),
      "not compared: Umbraco.TextBox as Umbraco.BlockList",
    ],
  ])("%s", (_, old, other, expected) => {
    expect(withTypes(old, other)).toBe(expected);
  });

  const grid = (heading: string) => ({
    name: "1 column",
    sections: [
      {
        grid: 12,
        rows: [
          {
            name: "Row",
            areas: [
              {
                grid: 12,
                controls: [
                  {
                    value: {
                      id: keyOf(800),
                      dtgeContentTypeAlias: "box",
                      value: { heading, page: udi(10) },
                    },
                    editor: { alias: "docType", view: "/App_Plugins/DocTypeGridEditor/x.html" },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  });
  const blockGrid = (title: string) => ({
    layout: { "Umbraco.BlockGrid": [{ contentUdi: udis(0), columnSpan: 12, rowSpan: 1, areas: [] }] },
    contentData: [{ contentTypeKey: CARD, udi: udis(0), title, page: udi(10) }],
    settingsData: [],
  });
  it("of a grid and a block grid are compared as lists of elements", () => {
    expect(withTypes([E("Grid"), grid("A")], [E("BlockGrid"), blockGrid("A")])).toBe("equal");
    expect(withTypes([E("Grid"), grid("A")], [E("BlockGrid"), blockGrid("B")])).toBe(
      "block 1 of 1: heading: changed",
    );
  });

  it("are compared in the order of their layout, whose name uSync 15 writes with a capital letter", () => {
    const { layout, contentData, ...others } = blocks17("A", "B");
    const turned = { ...others, contentData: contentData.toReversed(), Layout: layout };
    expect(outcome([E("BlockList"), blocks17("A", "B")], [E("BlockList"), turned])).toBe("equal");
  });

  it("inside elements are reported with the location of the difference", () => {
    const outer = (title: string) => {
      const value = blocks17("A");
      value.contentData[0].values.push({
        alias: "inner",
        editorAlias: E("BlockList"),
        culture: null,
        segment: null,
        value: blocks17(title) as never,
      });
      return value;
    };
    expect(outcome([E("BlockList"), outer("X")], [E("BlockList"), outer("X")])).toBe("equal");
    expect(outcome([E("BlockList"), outer("X")], [E("BlockList"), outer("Y")])).toBe(
      "block 1 of 1: inner, block 1 of 1: title: changed",
    );
  });

  it("differ in type if the map does not map their types", () => {
    expect(outcome([E("NestedContent"), nested("A")], [E("BlockList"), blocks17("A")])).toBe(
      "block 1 of 1: another type",
    );
  });
});

describe("diffSites, as migrated: values", () => {
  it("of unknown editors differ if they are stored in another way, and are else counted as not compared, unless both are empty", () => {
    expect(outcome(["Acme.Map", "55,12"], ["Acme.Map", "55,12"])).toBe("not compared: Acme.Map");
    expect(outcome(["Acme.Map", "55,12"], ["Acme.Map", "55,13"])).toBe("changed");
    expect(outcome(["Acme.Map", { a: 1, b: 2 }], ["Acme.Map", '{"b":2,"a":1}'])).toBe(
      "not compared: Acme.Map",
    );
    expect(outcome(["Acme.Map", "55,12"], ["Acme.Plan", "55,13"])).toBe("not compared: Acme.Map");
    expect(outcome(["Acme.Map", ""], ["Acme.Map", null])).toBe("equal");
  });

  it("without an editor are compared by the other side's editor, or by their value shape", () => {
    expect(outcome([null, "10"], [E("ContentPicker"), udi(10)])).toBe("equal");
    expect(outcome([null, "10"], [E("ContentPicker"), udi(20)])).toBe("points to other nodes");
    expect(outcome([null, udi(10)], [null, udi(10)])).toBe("equal");
    expect(outcome([null, "a"], [null, "b"])).toBe("changed");
    expect(outcome([null, { a: 1 }], [null, { a: 1 }])).toBe("not compared: (no editor)");
  });
});

describe("diffSites, as migrated: malformed values", () => {
  const deep = (leaf: string) => `${"[".repeat(10_000)}${leaf}${"]".repeat(10_000)}`;
  it.each([
    ["Plain.Json", "changed"],
    ["RichText", "text differs"],
    ["BlockList", "not compared: Umbraco.BlockList"],
  ])("nested 10,000 deep are compared or counted (%s)", (editor, expected) => {
    expect(outcome([E(editor), deep("1")], [E(editor), deep("2")])).toBe(expected);
  });

  it("differ if the text after a script differs", () => {
    const html = (word: string) => `<p>İ</p><SCRIPT>if (a < b) c</SCRIPT><!-- x --> ${word} <`;
    expect(outcome([E("TinyMCE"), html("horn")], [E("RichText"), html("bell")])).toBe("text differs");
    expect(outcome([E("TinyMCE"), html("horn")], [E("RichText"), "<p>İ</p> horn &lt;"])).toBe(
      "equal in other markup",
    );
  });
});

describe("diffSites, as migrated: the map", () => {
  const compare = (old: Site, other: Site, names: TypeNames) =>
    diffSites(old, other, {
      kinds: ["content"],
      matchedBy: "key",
      rules: DEFAULT_RULES,
      asMigrated: new TypeMap(names),
    });
  const same = (id: number) => id;

  it("maps types and properties to their new aliases", () => {
    const old = site("heading", [E("TextBox"), "A"], same);
    const other = site("title", [E("TextBox"), "A"], onNew, "article");
    const changeKindsWith = (names: TypeNames) =>
      compare(old, other, names).kinds[0].changes.flatMap((change) => change.changeKinds);
    expect(changeKindsWith({ page: "article", "page.heading": "title" })).not.toContain("changed");
    expect(changeKindsWith({})).toEqual(["retyped", "changed"]);
    expect(changeKindsWith({ PAGE: "Article", "*.heading": "title" })).not.toContain("changed");
  });

  it("excludes types and properties that it maps to null", () => {
    expect(outcome([E("TextBox"), "A"], [E("TextBox"), "A"], { "page.value": null })).toBe("nothing");
    const old = site("value", [E("TextBox"), "A"], same, "legacy");
    const trees = { ...old.trees, content: treeOf([nodeOf(10, "Page 10")]) };
    const removed = (names: TypeNames) => compare(old, { ...old, trees }, names).kinds[0].counts.removed;
    expect(removed({})).toBe(3);
    expect(removed({ legacy: null })).toBe(2);
  });
});

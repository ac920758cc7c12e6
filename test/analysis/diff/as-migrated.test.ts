/** `diffSites` with `asMigrated`: values of one version of the CMS compared with those of another. */

import { describe, expect, it } from "vitest";
import { DEFAULT_RULES } from "../../../src/analysis/diff/compare-nodes.ts";
import { diffSites } from "../../../src/analysis/diff/site-diff.ts";
import { TypeMap, type TypeNames } from "../../../src/analysis/diff/type-map.ts";
import type { Site } from "../../../src/site/site.ts";
import type { DataNode } from "../../oracle.ts";
import { contentTypeOf, keyOf, nodeOf, propertiesOf, siteOf, treeOf, udiOf } from "../../support/site.ts";
import { blocksOf13, blocksOf17 } from "../../support/stored-blocks.ts";
import { gridOf } from "../../support/stored-grid.ts";

/** The type of blocks. */
const CARD = 1000;
const udi = (id: number, type = "document") => udiOf(type, id);

/** Ids in the old site; the new site has other ids, and the same keys. */
const OLD_PAGES = [10, 20, 30];
const PHOTO = 40;
const same = (id: number) => id;
const onNew = (id: number) => id + 500;

const CARD_TYPE = contentTypeOf(CARD, "card", {
  title: { editorAlias: "Umbraco.TextBox" },
  page: { editorAlias: "Umbraco.ContentPicker" },
  inner: { editorAlias: "Umbraco.BlockList" },
});

type Value = [editorAlias: string | null, value: unknown];

/** A site with pages and a photo to refer to, and a node with one property. */
function site(alias: string, [editorAlias, value]: Value, idOf: (id: number) => number, type = "page"): Site {
  const of = (id: number, properties: DataNode["properties"] = {}) => ({
    ...nodeOf(idOf(id), `Node ${id}`),
    ...{ key: keyOf(id), properties },
  });
  const node = { ...of(1, propertiesOf({ [alias]: [editorAlias, value] })), type };
  const file = `/media/${idOf(PHOTO)}/photo.jpg`;
  const umbracoFile = ["Umbraco.ImageCropper", { src: file }] as const;
  const photo = { ...of(PHOTO, propertiesOf({ umbracoFile })), url: file };
  return siteOf([...OLD_PAGES.map((id) => of(id)), node], [photo], [CARD_TYPE]);
}

function compare(old: Site, other: Site, names: TypeNames) {
  const asMigrated = new TypeMap(names);
  return diffSites(old, other, { kinds: ["content"], matchedBy: "key", rules: DEFAULT_RULES, asMigrated });
}

/** `equal`, `equal in other markup`, `not compared: WHAT`, or the location and kind of each difference. */
function outcome(old: Value, other: Value, names: TypeNames = {}): string {
  const diff = compare(site("value", old, same), site("value", other, onNew), names);
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
  const IDS = "not compared: ids of what a data type offers";
  it.each<[string, unknown, string, unknown, string]>([
    ["Textbox", "Air horns", "TextBox", " Air horns", "equal"],
    ["Textbox", "Air horns", "TextBox", "Fog bells", "changed"],
    ["TextboxMultiple", "a\r\nb", "TextArea", "a\nb", "equal"],
    ["TextboxMultiple", "a\nb", "TextArea", "a b", "changed"],
    ["Textbox", "", "TextBox", null, "equal"],
    ["Textbox", "lost", "TextBox", null, "changed"],
    ["Integer", "5", "Integer", 5, "equal"],
    ["Decimal", "120.50", "Decimal", 120.5, "equal"],
    ["TrueFalse", 1, "TrueFalse", false, "changed"],
    ["TrueFalse", "1", "TrueFalse", true, "equal"],
    ["TrueFalse", "0", "TrueFalse", null, "equal"],
    ["Date", "2021-06-23T00:00:00", "DateOnly", "2021-06-23", "equal"],
    ["DateTime", "2021-06-23 12:30:00", "DateTimeWithTimeZone", "2021-06-23T12:30:00.000Z", "equal"],
    ["NoEdit", "7", "Label", 7, "equal"],
    ["Tags", "fog, horns", "Tags", ["fog", "horns"], "equal"],
    ["MultipleTextstring", "one\ntwo", "MultipleTextstring", ["one", "two"], "equal"],
    ["MultipleTextstring", [{ value: "one" }], "MultipleTextstring", "one\ntwo", "changed"],
    ["CheckBoxList", "red,blue", "CheckBoxList", '["red","blue"]', "equal"],
    ["DropDown", "red", "DropDown.Flexible", ["red"], "equal"],
    ["DropDownMultiple", "12,13", "DropDown.Flexible", ["red", "blue"], IDS],
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
  const member = "umb://member/0123456789abcdef0123456789abcdef";
  const other = "points to other nodes";
  const dead = "not compared: what leads nowhere on the old side";
  const document = (id: number) => ({ type: "document", unique: keyOf(id) });
  it.each<[string, unknown, string, unknown, string]>([
    ["ContentPickerAlias", "10", "ContentPicker", udi(10), "equal"],
    ["ContentPickerAlias", 10, "ContentPicker", udi(20), other],
    ["ContentPicker2", udi(10), "ContentPicker", keyOf(10), "equal"],
    ["ContentPickerAlias", "10", "ContentPicker", "510", "equal"],
    ["ContentPickerAlias", "10", "ContentPicker", "10", other],
    ["ContentPickerAlias", "4711", "ContentPicker", udi(10), dead],
    ["ContentPickerAlias", "10", "ContentPicker", udi(77), other],
    ["MultiNodeTreePicker", "10,20", "MultiNodeTreePicker", [document(10), document(20)], "equal"],
    ["MultiNodeTreePicker2", `${udi(10)},${udi(20)}`, "MultiNodeTreePicker", `${udi(20)},${udi(10)}`, other],
    ["MediaPicker", "40", "MediaPicker3", picked, "equal"],
    ["MultipleMediaPicker", "40", "MediaPicker3", JSON.stringify(picked), "equal"],
    ["MediaPicker2", udi(PHOTO, "media"), "MediaPicker3", [...picked, ...picked], other],
    ["UploadField", "/media/40/photo.jpg", "ImageCropper", { src: "/media/540/photo.jpg" }, "equal"],
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
      [{ name: "Ten", ...document(20) }],
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
      [{ name: "Out", url: "https://y.example/" }],
      other,
    ],
    ["MemberPicker2", member, "MemberPicker", member, "not compared: Umbraco.MemberPicker2"],
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
  const cards = (titles: readonly string[]) =>
    titles.map((title, i) => ({ type: CARD, id: 700 + i, values: { title, page: udi(10) } }));
  const blocks13 = (...titles: string[]) => blocksOf13("BlockList", cards(titles));
  const blocks17 = (...titles: string[]) => blocksOf17("BlockList", cards(titles));
  const card = (id: number, title: string) => ({ type: CARD, id, values: { title } });
  /** Two blocks, of which the first has settings. */
  const withSettings = (title: string, color: string) => {
    const [first, second] = cards([title, title]);
    return blocksOf17("BlockList", [{ ...first, settings: card(710, color) }, second]);
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
      list(blocksOf17("BlockList", [card(711, "C"), ...cards(["A", "B"])])),
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

  const control = (heading: string) => ({
    value: { id: keyOf(800), dtgeContentTypeAlias: "box", value: { heading, page: udi(10) } },
    editor: { alias: "docType", view: "/App_Plugins/DocTypeGridEditor/x.html" },
  });
  const blockGrid = (title: string): Value => [E("BlockGrid"), blocksOf13("BlockGrid", cards([title]))];
  it("of a grid and a block grid are compared as lists of elements", () => {
    const grid: Value = [E("Grid"), gridOf([control("A")])];
    expect(withTypes(grid, blockGrid("A"))).toBe("equal");
    expect(withTypes(grid, blockGrid("B"))).toBe("block 1 of 1: heading: changed");
  });

  it("are compared in the order of their layout, whose name uSync 15 writes with a capital letter", () => {
    const { layout, contentData, ...others } = blocks17("A", "B");
    const turned = { ...others, contentData: contentData.toReversed(), Layout: layout };
    expect(outcome(list17("A", "B"), list(turned))).toBe("equal");
  });

  it("inside elements are reported with the location of the difference", () => {
    const outer = (title: string) => {
      const [first] = cards(["A"]);
      return list(
        blocksOf17("BlockList", [{ ...first, values: { ...first.values, inner: blocks17(title) } }]),
      );
    };
    expect(outcome(outer("X"), outer("X"))).toBe("equal");
    expect(outcome(outer("X"), outer("Y"))).toBe("block 1 of 1: inner, block 1 of 1: title: changed");
  });

  it("differ in type if the map does not map their types", () => {
    expect(outcome(nestedContent("A"), list17("A"))).toBe("block 1 of 1: another type");
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

  it.each<[string | null, unknown]>([
    ["Acme.Map", "55,12"],
    ["Acme.Map", { a: 1 }],
    [null, { a: 1 }],
    [E("MemberPicker"), udi(10, "member")],
  ])("that cannot be compared (%s %j) differ if one side has none", (editor, value) => {
    expect(outcome([editor, value], [editor, null])).toBe("changed");
    expect(outcome([editor, null], [editor, value])).toBe("changed");
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

/** `findNodes`: each criterion over a small site, as a table of criteria and ids. */

import { describe, expect, it } from "vitest";
import type { Criteria } from "../../../src/analysis/find/criteria.ts";
import { findNodes } from "../../../src/analysis/find/find-nodes.ts";
import type { DataNode } from "../../oracle.ts";
import { contentTypeOf, keyOf, nodeOf, propertiesOf, siteOf, udiOf } from "../../support/site.ts";
import { blocksOf13 } from "../../support/stored-blocks.ts";

type Values = Parameters<typeof propertiesOf>[0];

/** A node with these fields and values. */
function node(
  id: number,
  fields: Record<string, unknown>,
  values: Values,
  children: DataNode[] = [],
): DataNode {
  return { ...nodeOf(id, "", children), ...fields, properties: propertiesOf(values) };
}

const CARD = 0xca;
const BLOCKS = blocksOf13("BlockList", [
  { type: CARD, id: 1, values: { caption: "Bølgen", image: udiOf("media", 22) } },
]);
/** JSON in a string in JSON. */
const SOURCE = [{ key: keyOf(901), ncContentTypeAlias: "source", who: "Þórunn", year: 1923 }];
const NESTED = JSON.stringify([
  { key: keyOf(900), name: "Item 1", ncContentTypeAlias: "quote", text: JSON.stringify(SOURCE) },
]);

/**
 * Content: 1 Home ( 2 Café ( 3 Zoë ) · 4 Crème brûlée · 5 hidden ( 6 below ) · 7 draft ) · 8 Settings.
 * Media: 20 Folder ( 21 used · 22 used in a block ) · 23 unused · 24 picked folder ( 25 in it ).
 */
const [TEXT_PAGE, NEWS_ITEM] = [{ type: "textPage" }, { type: "newsItem" }];
const PHOTO = `<p><img src="/media/1/a.jpg?width=9" data-udi="${udiOf("media", 21)}"></p>`;
const ZOE = node(
  3,
  { ...TEXT_PAGE, name: "Zoë", url: "https://old.example/cafe/zoe/", updateDate: "2024-03-01T12:00:00Z" },
  { body: ["Umbraco.TinyMCE", PHOTO], title: ["Umbraco.TextBox", ""] },
);
const CAFE = node(
  2,
  { ...TEXT_PAGE, name: "Café", url: "/cafe/", updateDate: "2024-03-01T12:00:00" },
  { title: [null, "The Café"], tags: ["Umbraco.Tags", ["Red", "blå"]], count: ["Umbraco.Integer", 0] },
  [ZOE],
);
const BRULEE = node(
  4,
  { ...NEWS_ITEM, name: "Crème brûlée", url: "/creme/", updateDate: "2024-03-02" },
  {
    blocks: ["Umbraco.BlockList", BLOCKS],
    missing: ["Umbraco.ContentPicker", udiOf("document", 999)],
    gone: ["Umbraco.TinyMCE", '<img src="/media/9/Gone%20now.jpg?width=9">'],
  },
);
const HIDDEN = node(
  5,
  { name: "Hidden", type: "newsList", url: "/hidden/" },
  { umbracoNaviHide: ["Umbraco.TrueFalse", 1], nested: ["Umbraco.NestedContent", NESTED] },
  [node(6, { ...NEWS_ITEM, name: "Below hidden", url: "/hidden/below/" }, {})],
);
const DRAFT = node(
  7,
  { ...NEWS_ITEM, name: "Draft", published: false },
  { title: ["Umbraco.TextBox", null] },
);
const SITE = [
  node(
    1,
    { name: "Home", type: "homePage", url: "/", updateDate: "2024-01-01T00:00:00" },
    { pages: ["Umbraco.MultiNodeTreePicker", `${udiOf("document", 3)},${udiOf("media", 24)}`] },
    [CAFE, BRULEE, HIDDEN, DRAFT],
  ),
  node(8, { name: "Settings", type: "settings" }, { title: ["Umbraco.TextBox", "[]"] }),
];
const MEDIA = [
  node(20, { name: "Folder", type: "Folder" }, {}, [
    node(21, { name: "a.jpg", type: "Image", url: "/media/1/a.jpg" }, {}),
    node(22, { name: "b.jpg", type: "Image", url: "/media/2/b.jpg" }, {}),
  ]),
  node(23, { name: "c.jpg", type: "Image", url: "/media/3/c.jpg" }, {}),
  node(24, { name: "Gallery", type: "Folder" }, {}, [
    node(25, { name: "d.jpg", type: "Image", url: "/media/4/d.jpg" }, {}),
  ]),
];

const CARD_TYPE = contentTypeOf(CARD, "card", { image: { editorAlias: "Umbraco.MediaPicker" } });
const FOUND_IN = siteOf(SITE, MEDIA, [CARD_TYPE]);

function found(criteria: Criteria): number[] {
  return Array.from(findNodes(FOUND_IN, criteria), (each) => each.fields().id);
}

const byKey = (id: number) => ({ by: "key", key: keyOf(id) }) as const;
const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 20, 21, 22, 23, 24, 25];

describe("findNodes finds nodes by", () => {
  it.each<[what: string, criteria: Criteria, ids: number[]]>([
    ["no criterion: all nodes", {}, ALL],
    ["words of names, the best match first", { search: "cafe" }, [2, 3]],
    ["words of values", { search: "þorunn" }, [5]],
    ["words, and other criteria", { search: "cafe", url: "/cafe/zoe" }, [3]],
    ["kind", { kind: "media" }, [20, 21, 22, 23, 24, 25]],
    ["name, in any case and without accents", { name: "CAFE" }, [2]],
    ["name, with other accents", { name: "Creme BRÛLEE" }, [4]],
    ["name, in part", { name: "oe" }, [3]],
    ["type", { type: ["textpage"] }, [2, 3]],
    ["one of several types", { type: ["settings", "homePage"] }, [1, 8]],
    ["type with a wildcard", { type: ["news*"] }, [4, 5, 6, 7]],
    ["type with wildcards around", { type: ["*e*s*"] }, [4, 5, 6, 7, 8]],
    ["ancestor", { below: { by: "id", id: 2 } }, [3]],
    ["ancestor, by key", { below: byKey(20) }, [21, 22]],
    ["ancestor, with another kind", { below: { ...byKey(20), kind: "content" } }, []],
    ["level", { level: 1 }, [1, 8, 20, 23, 24]],
    ["all criteria", { level: 2, type: ["newsItem"] }, [4, 7]],
    ["url", { url: "/CAFE/" }, [2, 3]],
    ["url with its host", { url: "https://old.example/" }, [3]],
    ["date", { changedSince: "2024-03-01" }, [2, 3, 4]],
    ["date and time", { changedSince: "2024-03-01T12:00:01" }, [4]],
    ["date and time in a zone", { changedSince: "2024-03-01T14:00:00+02:00" }, [2, 3, 4]],
    ["a property that has a value", { property: [{ alias: "title" }] }, [2]],
    ["a property in another case", { property: [{ alias: "TITLE" }] }, [2]],
    ["a property with a wildcard", { property: [{ alias: "t*", value: { holds: "a" } }] }, [2]],
    ["a property with the value 0", { property: [{ alias: "count" }] }, [2]],
    ["a property's value", { property: [{ alias: "count", value: { is: "0" } }] }, [2]],
    [
      "a value that only contains the text: not found",
      { property: [{ alias: "title", value: { is: "the café" } }] },
      [],
    ],
    ["an entry of a list", { property: [{ alias: "tags", value: { is: "Red" } }] }, [2]],
    ["a value that is empty", { property: [{ alias: "title", value: { is: "" } }] }, [3, 7, 8]],
    ["a text in a property", { property: [{ alias: "tags", value: { holds: "BLA" } }] }, [2]],
    ["several properties", { property: [{ alias: "title" }, { alias: "tags" }] }, [2]],
    ["a property that only elements have: not found", { property: [{ alias: "caption" }] }, []],
    [
      "a property of an element",
      { element: ["card"], property: [{ alias: "caption", value: { holds: "bølg" } }] },
      [4],
    ],
    ["text at any depth", { text: "þorunn" }, [5]],
    ["a number at any depth", { text: "1923" }, [5]],
    ["the name of a member: not searched", { text: "ncContentTypeAlias" }, []],
    ["an element, by alias", { element: ["CARD"] }, [4]],
    ["an element, by key", { element: [keyOf(CARD)] }, [4]],
    ["an element inside another", { element: ["source"] }, [5]],
    ["several elements", { element: ["source", "quote"] }, [5]],
    ["several elements, of which no node has all", { element: ["source", "card"] }, []],
    ["an editor", { editor: ["umbraco.tags"] }, [2]],
    ["an editor inside an element", { editor: ["Umbraco.MediaPicker"] }, [4]],
    ["an editor with a wildcard", { editor: ["Umbraco.*Picker"] }, [1, 4]],
    ["a node that it refers to", { linksTo: byKey(3) }, [1]],
    ["a node that it refers to, by id", { linksTo: { by: "id", id: 21 } }, [3]],
    ["a file that it refers to", { linksTo: { by: "path", path: "/MEDIA/1/a.jpg?x" } }, [3]],
    ["a page that it refers to", { linksTo: { by: "path", path: "https://old.example/cafe/zoe" } }, [1]],
    ["a node that it refers to in an element", { linksTo: byKey(22) }, [4]],
    ["a missing node that it refers to", { linksTo: byKey(999) }, [4]],
    ["a missing file that it refers to", { linksTo: { by: "path", path: "/media/9/gone now.jpg" } }, [4]],
    ["a path that no node refers to", { linksTo: { by: "path", path: "/nowhere/" } }, []],
    ["no value in a property", { kind: "content", without: ["TITLE"] }, [1, 3, 4, 5, 6, 7, 8]],
    ["no value in several properties", { kind: "content", without: ["title", "bod*"] }, [1, 4, 5, 6, 7, 8]],
    ["no reference to a node", { kind: "content", withoutLinksTo: byKey(3) }, [2, 3, 4, 5, 6, 7, 8]],
    [
      "no reference to a file",
      { level: 2, withoutLinksTo: { by: "path", path: "/media/9/gone now.jpg" } },
      [2, 5, 7, 21, 22, 25],
    ],
    ["a node that refers to it", { linkedFrom: byKey(1) }, [3, 24]],
    ["a node that refers to it in an element", { linkedFrom: { by: "id", id: 4 } }, [22]],
    ["not being used", { unused: true }, [5, 6, 7, 23]],
    ["a missing ancestor", { below: byKey(999) }, []],
  ])("%s", (_, criteria, ids) => {
    expect(found(criteria)).toEqual(ids);
  });
});

describe("findNodes: sorted", () => {
  it.each<[what: string, field: string, isDescending: boolean, criteria: Criteria, ids: number[]]>([
    ["by name, in any case and without accents", "name", false, {}, [6, 2, 4, 7, 5, 1, 8, 3]],
    ["nodes without a value last", "updateDate", false, {}, [1, 2, 3, 4, 5, 6, 7, 8]],
    ["nodes without a value last, descending", "updateDate", true, {}, [4, 3, 2, 1, 5, 6, 7, 8]],
    ["by number; equal ones in the order of the tree", "children", true, {}, [1, 2, 5, 3, 4, 6, 7, 8]],
    ["by a number with several digits", "id", true, { kind: "media" }, [25, 24, 23, 22, 21, 20]],
    ["by a property", "property:title", false, {}, [8, 2, 1, 3, 4, 5, 6, 7]],
    ["by references", "referencedBy", true, { kind: "media" }, [21, 22, 24, 20, 23, 25]],
    ["instead of the best match first", "name", true, { search: "hidden" }, [5, 6]],
  ])("%s", (_, field, isDescending, criteria, ids) => {
    expect(found({ kind: "content", ...criteria, sort: { field, isDescending } })).toEqual(ids);
  });
});

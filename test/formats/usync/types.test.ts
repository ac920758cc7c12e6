/** The types of a uSync folder, and their effect on nodes. */
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import type { TypeTab } from "../../../src/site/schema/site-types.ts";
import { keyOfAlias, keyOfName } from "../../../src/site/tree/key.ts";
import { everyAnswer } from "../../everything.ts";
import { fixture } from "../../support/repository.ts";
import { dataDirectory } from "../../support/temporary.ts";
import { usyncPage } from "../../support/usync-files.ts";

const key = (start: string) => `000000${start}-0000-4000-8000-000000000000`;
const idOf = (key: string) => Number.parseInt(key.slice(0, 8), 16) & 0x7fffffff;

async function types() {
  const data = await loadDirectory(fixture("usync/types"));
  return data.types();
}

async function contentType(alias: string) {
  const found = (await types()).content.find((type) => type.alias === alias);
  if (!found) throw new Error(`there is no type ${alias}`);
  return found;
}

describe("loadDirectory: types of a uSync folder", () => {
  it("include element types, in order of aliases, without deleted types and stale files", async () => {
    const { content, media } = await types();
    expect(content.map(({ alias, name, id, key }) => [alias, name, id, key])).toEqual([
      ["base", "Base", 0xb0, key("b0")],
      ["page", "Page", 0xa0, key("a0")],
      ["seo", "Search", 0xc0, key("c0")],
    ]);
    // Content types and media types can have the same ids.
    expect(media.map(({ alias, name, id, key }) => [alias, name, id, key])).toEqual([
      ["Image", "Image", 0xa0, key("a0")],
    ]);
  });

  it("have their members in the order of the operations' answers", async () => {
    const { content, media } = await types();
    const shared = ["id", "key", "alias", "name", "icon", "tabs"];
    const allowed = ["allowedAsRoot", "allowedContentTypes"];
    expect(Object.keys(content[0])).toEqual([
      ...[...shared, "defaultTemplate", ...allowed, "allowedTemplate", "compositions"],
    ]);
    expect(Object.keys(media[0])).toEqual([...shared, ...allowed, "compositions"]);
  });

  it("have their own tabs, then inherited ones, then one of properties without a tab", async () => {
    const { tabs } = await contentType("page");
    const aliasesIn = (tab: TypeTab) => tab.properties.map(({ alias }) => alias);
    expect(tabs.map((tab) => [tab.key, tab.name, tab.sortOrder, aliasesIn(tab)])).toEqual([
      [key("f0"), "Main", 0, []],
      [key("f1"), "Main", 1, ["count", "title"]],
      // Tabs without a key: derived from the key of the type that has the tab, and the name. The base's own title is overridden.
      [keyOfName(key("b0"), "Content"), "Content", 3, ["lead"]],
      [keyOfName(key("c0"), "Content"), "Content", 0, ["keywords"]],
      [keyOfName(key("a0"), "Generic properties"), "Generic properties", 4, ["loose", "hidden"]],
    ]);
    for (const { id, key } of tabs) expect(id).toBe(idOf(key));
  });

  it("have the properties of their file, with the editor of the data type if the file has none", async () => {
    const { tabs } = await contentType("page");
    expect(tabs[1].properties).toEqual([
      {
        // The id of its key is in use by a property of a media type, whose own id was in use and whose key comes first.
        ...{ id: 0xa3, key: key("a2"), alias: "count", name: "Count", description: null, sortOrder: 0 },
        ...{ editorAlias: "Umbraco.Integer", dataTypeId: 0xd3, mandatory: false },
      },
      {
        ...{
          id: 0xa1,
          key: key("a1"),
          alias: "title",
          name: "Title",
          description: "Shown on top",
          sortOrder: 2,
        },
        // The id of its key is another data type's, whose key comes first.
        ...{ editorAlias: "Umbraco.TextBox", dataTypeId: 0xd1, mandatory: true },
      },
    ]);
  });

  it("have templates, allowed child types and compositions", async () => {
    const { defaultTemplate, allowedTemplate, ...page } = await contentType("page");
    const narrow = keyOfAlias("template", "narrow");
    expect(defaultTemplate).toEqual({ id: 0xe1, key: key("e1"), alias: "Wide", name: null });
    expect(allowedTemplate).toEqual([
      { id: 0xe0, key: key("e0"), alias: "page", name: null },
      { id: 0xe1, key: key("e1"), alias: "wide", name: null },
      { id: idOf(narrow), key: narrow, alias: "narrow", name: null },
    ]);
    expect(page.allowedAsRoot).toBe(true);
    expect(page.allowedContentTypes).toEqual([
      { id: 0xa0, key: key("a0"), alias: "page", name: "Page" },
      { id: 0xb0, key: key("b0"), alias: "base", name: "Base" },
    ]);
    expect(page.compositions).toEqual([
      { id: 0xb0, key: key("b0"), alias: "base", name: "Base" },
      { id: 0xc0, key: key("c0"), alias: "seo", name: "Search" },
      { id: 0xff, key: key("ff"), alias: "gone", name: null },
    ]);
    expect((await contentType("base")).defaultTemplate).toBeNull();
  });

  it("may be compositions of each other in a cycle", async () => {
    const { compositions } = await contentType("seo");
    expect(compositions.map(({ alias }) => alias)).toEqual(["page", "base", "gone"]);
  });

  it("warn about missing types that they refer to, and about stale files", async () => {
    const { warnings, types } = await loadDirectory(fixture("usync/types"));
    expect(types().warnings.map(({ file, text }) => `${file}: ${text}`)).toEqual([
      "ContentTypes/page.config: names the type gone, which is not there",
    ]);
    expect(warnings.map(({ file, text }) => `${file}: ${text}`)).toContain(
      "ContentTypes/a-stale-base.config: is left out: ContentTypes/base.config has the same key, " +
        key("b0"),
    );
  });

  it("list data types by name, with the ids that properties refer to", async () => {
    const { data } = await types();
    const none = { editor: null, createDate: "0001-01-01T00:00:00", updateDate: "0001-01-01T00:00:00" };
    expect(data).toEqual([
      {
        ...{ id: 0xd3, key: key("d2"), name: "Numeric", dbType: "integer", editorAlias: "Umbraco.Integer" },
        ...{ ...none, config: { minNumber: 1, steps: [1, 2] } },
      },
      {
        ...{ id: 0xd0, key: "000000d0-0000-3000-8000-000000000000", name: "Unused", dbType: null },
        ...{ editorAlias: "Umbraco.Label", ...none, config: {} },
      },
    ]);
  });

  it("list data types of uSync 7 with their pre-values as configuration", async () => {
    const { data } = (await loadDirectory(fixture("usync/version-7/data"))).types();
    const config = { useLabel: "1", items: [{ value: "f00" }], 2: "{no JSON" };
    expect(data).toMatchObject([
      { name: "Colours", dbType: "nvarchar", editorAlias: "Umbraco.ColorPickerAlias", config },
    ]);
  });

  it("are read from uSync 7, with parents as compositions", async () => {
    const { content, media } = (await loadDirectory(fixture("usync/version-7/data"))).types();
    expect(content.map(({ alias }) => alias)).toEqual(["base", "homePage"]);
    expect(content[1].compositions.map(({ alias }) => alias)).toEqual(["base"]);
    expect(media.map(({ alias }) => alias)).toEqual(["Image"]);
  });

  it("are empty if a folder has none", async () => {
    const none = { content: [], media: [], data: [], warnings: [] };
    const types = (await loadDirectory(fixture("usync/ids"))).types();
    expect(types).toEqual({ ...none, tabAliases: new Map(), traits: new Map() });
  });
});

describe("loadDirectory: nodes of a uSync folder", () => {
  it("have the editors of data types if their type has none", async () => {
    const { trees } = await loadDirectory(fixture("usync/types"));
    expect(everyAnswer(trees.content)[0].properties.count).toEqual({
      alias: "count",
      editorAlias: "Umbraco.Integer",
      value: 7,
    });
  });

  it("have their template, and published: false if they are not published", async () => {
    const { trees } = await loadDirectory(fixture("usync/types"), { includeUnpublished: true });
    expect(
      everyAnswer(trees.content).map(({ name, template, published }) => [name, template, published]),
    ).toEqual([
      ["Home", "wide", undefined],
      ["Draft", undefined, false],
      ["Below the draft", undefined, false],
      ["Second", undefined, undefined],
    ]);
  });

  it("have template and published: false in uSync 7, too", async () => {
    const { trees } = await loadDirectory(fixture("usync/version-7/data"), { includeUnpublished: true });
    const answers = everyAnswer(trees.content);
    expect(answers.map(({ name, published }) => [name, published])).toContainEqual(["Draft", false]);
    expect(answers.map(({ template }) => template)).toContain("Home");
  });

  it("warn about each value with an unresolved Git conflict", async () => {
    const { warnings } = await loadDirectory(fixture("usync/types"));
    expect(warnings.filter(({ text }) => text.includes("conflict"))).toEqual([
      {
        file: "Content/home.config",
        text: 'property title of "Home" holds an unresolved Git conflict',
        topic: "conflicts",
        count: 1,
      },
    ]);
  });
});

describe("loadDirectory: keys of tabs, groups and properties that are not GUIDs", () => {
  const group = (key: string) =>
    `<Tab><Key>${key}</Key><Caption>Text</Caption><SortOrder>1</SortOrder></Tab>`;
  const property = (key: string) =>
    `<GenericProperty><Key>${key}</Key><Name>Title</Name><Alias>title</Alias><Type>Umbraco.TextBox</Type><Tab>Text</Tab></GenericProperty>`;
  const type = (alias: string, own: string, keys: readonly string[]) =>
    `<ContentType Key="${own}" Alias="${alias}"><Info><Name>${alias}</Name></Info><GenericProperties>${property(keys[0])}</GenericProperties><Tabs>${group(keys[1])}</Tabs></ContentType>`;

  it("count as missing, with one warning", async () => {
    const { types, warnings } = await loadDirectory(
      dataDirectory({
        "Content/home.config": usyncPage({ id: 10 }),
        "ContentTypes/page.config": type("page", key("a0"), [
          "p1111111-1111",
          "t2222222-2222-4222-8222-222222222222",
        ]),
        "ContentTypes/post.config": type("post", key("a1"), [key("a2"), "t3333333"]),
      }),
    );
    const [page, post] = types().content;
    expect(page.tabs.map((tab) => [tab.key, tab.name, tab.properties.map(({ alias }) => alias)])).toEqual([
      [keyOfName(key("a0"), "Text"), "Text", ["title"]],
    ]);
    expect(page.tabs[0].properties[0].key).toBe(keyOfName(key("a0"), "title"));
    expect(post.tabs[0].properties[0].key).toBe(key("a2"));
    expect(warnings.filter(({ topic }) => topic === "derivedTypeKeys")).toEqual([
      expect.objectContaining({
        file: "ContentTypes/page.config",
        text: '3 keys of tabs, groups or properties are not GUIDs (the first is "t2222222-2222-4222-8222-222222222222"): keys derived from their names are used',
      }),
    ]);
  });
});

/** `validateFolder`: what an import of a uSync 17 folder would refuse, lose or hide. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { validateFolder } from "../../src/usync17/validate-folder.ts";
import { run } from "../support/program.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const ROOT = "00000000-0000-0000-0000-000000000000";
const KEY = (number: number) => `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;

const language = (iso: string, isDefault: boolean, key: number) =>
  `<Language Key="${KEY(key)}" Alias="${iso}"><Name>${iso}</Name><IsoCode>${iso}</IsoCode><IsDefault>${isDefault}</IsDefault></Language>`;

const dataType = (key: number, name: string, editor: string, config: object = {}) =>
  `<DataType Key="${KEY(key)}" Alias="${name}"><Info><Name>${name}</Name><EditorAlias>${editor}</EditorAlias>
    <EditorUIAlias>ui</EditorUIAlias></Info><Config><![CDATA[${JSON.stringify(config)}]]></Config></DataType>`;

type Property = {
  key: number;
  alias: string;
  dataType?: number;
  editor?: string;
  varies?: boolean;
  mandatory?: boolean;
};
const property = ({
  key,
  alias,
  dataType: type = 50,
  editor = "Umbraco.TextBox",
  varies,
  mandatory,
}: Property) =>
  `<GenericProperty><Key>${KEY(key)}</Key><Alias>${alias}</Alias><Definition>${KEY(type)}</Definition><Type>${editor}</Type>
    <Mandatory>${mandatory === true}</Mandatory><Tab Alias="content">Content</Tab>
    <Variations>${varies ? "Culture" : "Nothing"}</Variations></GenericProperty>`;

type Type = {
  key: number;
  alias: string;
  element?: boolean;
  varies?: boolean;
  bases?: number[];
  properties?: Property[];
  tab?: string;
  tabKey?: number;
};
const contentType = ({
  key,
  alias,
  element,
  varies,
  bases = [],
  properties = [],
  tab = "Group",
  tabKey = key + 1,
}: Type) =>
  `<ContentType Key="${KEY(key)}" Alias="${alias}"><Info><Variations>${varies ? "Culture" : "Nothing"}</Variations>
    <IsElement>${element === true}</IsElement><Compositions>${bases.map((base) => `<Composition Key="${KEY(base)}">x</Composition>`).join("")}</Compositions></Info>
    <GenericProperties>${properties.map(property).join("")}</GenericProperties>
    <Tabs><Tab><Key>${KEY(tabKey)}</Key><Caption>Content</Caption><Alias>content</Alias><Type>${tab}</Type></Tab></Tabs></ContentType>`;

type Node = {
  key: number;
  parent?: string;
  type?: string;
  values?: string;
  names?: string;
  published?: string;
};
const content = ({ key, parent = ROOT, type = "page", values = "", names = "", published = "true" }: Node) =>
  `<Content Key="${KEY(key)}" Alias="Node" Level="1"><Info><Parent Key="${parent}" /><ContentType>${type}</ContentType>
    <NodeName Default="Node">${names}</NodeName><Published Default="${published}" /></Info><Properties>${values}</Properties></Content>`;

const SOUND: Record<string, string> = {
  "Languages/en.config": language("en-US", true, 1),
  "DataTypes/text.config": dataType(50, "Text", "Umbraco.TextBox"),
  "ContentTypes/page.config": contentType({
    key: 10,
    alias: "page",
    properties: [{ key: 20, alias: "title" }],
  }),
  "Content/home.config": content({ key: 100, values: "<title><Value>Home</Value></title>" }),
};

/** The findings of a folder, without its subjects. */
function findings(files: Record<string, string>): string[] {
  const folder = dataDirectory({ ...SOUND, ...files });
  const found: string[] = [];
  validateFolder(folder, (_, __, text) => found.push(text));
  return found;
}

const blocks = (value: object) => `<list><Value><![CDATA[${JSON.stringify(value)}]]></Value></list>`;
const LIST = {
  "DataTypes/list.config": dataType(51, "List", "Umbraco.BlockList", {
    blocks: [{ contentElementTypeKey: KEY(30) }],
  }),
  "ContentTypes/element.config": contentType({ key: 30, alias: "element", element: true, properties: [] }),
  "ContentTypes/page.config": contentType({
    key: 10,
    alias: "page",
    properties: [{ key: 20, alias: "list", dataType: 51, editor: "Umbraco.BlockList" }],
  }),
};
const BLOCK = { contentTypeKey: KEY(30), key: KEY(200), values: [] };

const titled = (editor: string, text: string) => ({
  "DataTypes/text.config": dataType(50, "Text", editor),
  "ContentTypes/page.config": contentType({
    key: 10,
    alias: "page",
    properties: [{ key: 20, alias: "title", editor }],
  }),
  "Content/home.config": content({ key: 100, values: `<title><Value><![CDATA[${text}]]></Value></title>` }),
});

describe("validateFolder", () => {
  it("finds nothing in a sound folder, with blocks or without", () => {
    expect(findings({})).toEqual([]);
    const value = {
      layout: { "Umbraco.BlockList": [{ contentKey: KEY(200) }] },
      contentData: [BLOCK],
      settingsData: [],
      expose: [{ contentKey: KEY(200) }],
    };
    expect(
      findings({ ...LIST, "Content/home.config": content({ key: 100, values: blocks(value) }) }),
    ).toEqual([]);
  });

  it.each<[string, Record<string, string>, string]>([
    ["a file that is no XML", { "Content/a.config": "<Content" }, "the import skips it"],
    [
      "two files of one key",
      { "Content/b.config": content({ key: 100 }) },
      `has the key ${KEY(100)} of Node`,
    ],
    [
      "two default languages",
      { "Languages/da.config": language("da-DK", true, 2) },
      "2 languages are the default",
    ],
    [
      "no default language",
      { "Languages/en.config": language("en-US", false, 1) },
      "0 languages are the default",
    ],
    [
      "one name of two data types",
      { "DataTypes/b.config": dataType(51, "text", "Umbraco.TextArea") },
      "another data type has this name",
    ],
    [
      "a configuration that is no object",
      { "DataTypes/text.config": dataType(50, "Text", "Umbraco.TextBox", []) },
      "is no JSON object",
    ],
    [
      "a property whose data type is not there",
      { "DataTypes/text.config": dataType(51, "Text", "Umbraco.TextBox") },
      "the data type of title is not in the folder",
    ],
    [
      "a property that names another editor",
      { "DataTypes/text.config": dataType(50, "Text", "Umbraco.TextArea") },
      "title names the editor Umbraco.TextBox",
    ],
    [
      "two properties of one key",
      {
        "ContentTypes/b.config": contentType({ key: 12, alias: "b", properties: [{ key: 20, alias: "x" }] }),
      },
      "has the key of",
    ],
    [
      "two tabs of one key",
      { "ContentTypes/b.config": contentType({ key: 12, alias: "b", tabKey: 11 }) },
      "its tab content has the key of",
    ],
    [
      "an alias twice along a composition",
      {
        "ContentTypes/b.config": contentType({
          key: 12,
          alias: "b",
          bases: [10],
          properties: [{ key: 21, alias: "Title" }],
        }),
      },
      "the property title is in page and in b",
    ],
    [
      "a tab that is a group in a composition",
      { "ContentTypes/b.config": contentType({ key: 12, alias: "b", bases: [10], tab: "Tab" }) },
      "is a tab",
    ],
    [
      "a composition that is not there",
      { "ContentTypes/b.config": contentType({ key: 12, alias: "b", bases: [99] }) },
      "is not in the folder",
    ],
    [
      "a type that inherits from itself",
      { "ContentTypes/b.config": contentType({ key: 12, alias: "b", bases: [12] }) },
      "inherits from itself",
    ],
    [
      "a node without a type",
      { "Content/home.config": content({ key: 100, type: "other" }) },
      "its type other is not in the folder",
    ],
    [
      "a node without a parent",
      { "Content/home.config": content({ key: 100, parent: KEY(9) }) },
      "it becomes a root",
    ],
    [
      "a value of no property",
      { "Content/home.config": content({ key: 100, values: "<x><Value>1</Value></x>" }) },
      "x is no property of page",
    ],
    [
      "a value in another language",
      {
        "Content/home.config": content({ key: 100, values: '<title><Value Culture="fr">1</Value></title>' }),
      },
      "has a value in fr",
    ],
    [
      "a name in another language",
      { "Content/home.config": content({ key: 100, names: '<Name Culture="fr">x</Name>' }) },
      "has the language fr",
    ],
    [
      "a page of a type that varies without a name",
      {
        "ContentTypes/page.config": contentType({
          key: 10,
          alias: "page",
          varies: true,
          properties: [{ key: 20, alias: "title" }],
        }),
      },
      "has no name in any language",
    ],
    [
      "a mandatory value that is empty",
      {
        "ContentTypes/page.config": contentType({
          key: 10,
          alias: "page",
          properties: [
            { key: 20, alias: "title" },
            { key: 22, alias: "lead", mandatory: true },
          ],
        }),
      },
      "lead is mandatory and empty",
    ],
    [
      "a page of a type of elements",
      {
        "ContentTypes/page.config": contentType({
          key: 10,
          alias: "page",
          element: true,
          properties: [{ key: 20, alias: "title" }],
        }),
      },
      "is one of elements",
    ],
    [
      "a domain without a root",
      {
        "Domains/a.config": `<Domain Key="${KEY(5)}" Alias="a"><Info><Language>en-US</Language><Root Key="${KEY(9)}" /></Info></Domain>`,
      },
      "its root is not in the folder",
    ],
    [
      "a block that is not there",
      {
        ...LIST,
        "Content/home.config": content({
          key: 100,
          values: blocks({
            layout: { "Umbraco.BlockList": [{ contentKey: KEY(201) }] },
            contentData: [BLOCK],
          }),
        }),
      },
      "names the block",
    ],
    [
      "a block of before 15",
      {
        ...LIST,
        "Content/home.config": content({
          key: 100,
          values: blocks({ layout: {}, contentData: [{ ...BLOCK, udi: "umb://element/1" }] }),
        }),
      },
      "has a block with a udi",
    ],
    [
      "a block of a type of nodes",
      {
        ...LIST,
        "ContentTypes/element.config": contentType({ key: 30, alias: "element" }),
        "Content/home.config": content({ key: 100 }),
      },
      "is a type of nodes",
    ],
  ])("finds %s", (_, files, text) => {
    expect(findings(files)).toContainEqual(expect.stringContaining(text));
  });

  it.each([
    ["Umbraco.ContentPicker", "1051"],
    ["Umbraco.MultiNodeTreePicker", "umb://document/1"],
    ["Umbraco.MediaPicker3", "umb://media/5f76c525ad2c59158b23027 8a401c4a0"],
    ["Umbraco.RichText", '<p><a href="/{localLink:1051}">x</a></p>'],
    ["Umbraco.RichText", '<?UMBRACO_MACRO macroAlias="x" />'],
    ["Umbraco.Tags", "a,b"],
    ["Umbraco.DropDown.Flexible", "a"],
    ["Umbraco.ColorPicker", '{"value":"#ff0000"}'],
    ["Umbraco.Integer", "1.5"],
    ["Umbraco.TrueFalse", "yes"],
    ["Umbraco.DateTime", "2020-01-01"],
  ])("finds a value of %s that has another form: %s", (editor, text) => {
    expect(findings(titled(editor, text))).toHaveLength(1);
  });

  it("finds a fault that is put into a folder that the program wrote", async () => {
    const out = join(temporaryDirectory(), "v17");
    await run(["export", "--sample", "--as", "usync", "--out", out]);
    const found: string[] = [];
    const [name] = readdirSync(join(out, "Content"));
    const path = join(out, "Content", name);
    writeFileSync(path, readFileSync(path, "utf8").replace(/<ContentType>.*?</, "<ContentType>lost<"));
    validateFolder(out, (_, __, text) => found.push(text));
    expect(found).toContain("its type lost is not in the folder: the import fails");
  });
});

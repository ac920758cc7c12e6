/** What Umbraco checks when it publishes: types in a folder for uSync are loosened so that published pages pass. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const KEY = (number: number) => `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
const ROOT = '<Parent Key="00000000-0000-0000-0000-000000000000" />';

/** Writes a site whose pages have a property of a data type, each page with its value. */
async function written(
  editor: string,
  config: object,
  values: readonly unknown[],
  { rules = "", isPublished = true }: { rules?: string; isPublished?: boolean } = {},
) {
  const page = (value: unknown, index: number) => [
    `v13/Content/${index}.config`,
    `<Content Key="${KEY(100 + index)}" Alias="Page ${index}" Level="1"><Info>${ROOT}<ContentType>page</ContentType>
      <NodeName Default="Page ${index}" /><SortOrder>${index}</SortOrder><Published Default="${isPublished}" /></Info>
      <Properties><field><Value><![CDATA[${typeof value === "string" ? value : JSON.stringify(value)}]]></Value></field></Properties></Content>`,
  ];
  const image = (key: number) =>
    `<Media Key="${KEY(key)}" Alias="Image ${key}" Level="1"><Info>${ROOT}<ContentType>Image</ContentType><NodeName Default="Image ${key}" /></Info><Properties /></Media>`;
  const data = dataDirectory({
    "v13/DataTypes/field.config": `<DataType Key="${KEY(20)}" Alias="Field"><Info><Name>Field</Name><EditorAlias>${editor}</EditorAlias></Info>
      <Config><![CDATA[${JSON.stringify(config)}]]></Config></DataType>`,
    "v13/DataTypes/text.config": `<DataType Key="${KEY(21)}" Alias="Text"><Info><Name>Text</Name><EditorAlias>Umbraco.TextBox</EditorAlias></Info><Config /></DataType>`,
    "v13/ContentTypes/page.config": `<ContentType Key="${KEY(30)}" Alias="page"><Info><Name>Page</Name></Info><GenericProperties><GenericProperty>
      <Key>${KEY(31)}</Key><Name>Field</Name><Alias>field</Alias><Definition>${KEY(20)}</Definition><Type>${editor}</Type>${rules}</GenericProperty></GenericProperties></ContentType>`,
    "v13/ContentTypes/card.config": `<ContentType Key="${KEY(40)}" Alias="card"><Info><Name>Card</Name><IsElement>true</IsElement></Info><GenericProperties><GenericProperty>
      <Key>${KEY(41)}</Key><Name>Title</Name><Alias>title</Alias><Definition>${KEY(21)}</Definition><Type>Umbraco.TextBox</Type><Mandatory>true</Mandatory></GenericProperty></GenericProperties></ContentType>`,
    "v13/Media/1.config": image(1),
    "v13/Media/2.config": image(2),
    ...Object.fromEntries(values.map(page)),
  });
  const out = join(temporaryDirectory(), "v17");
  const args = ["--data", join(data, "v13"), "--include-unpublished", "--out", out];
  expect((await run(["usync", ...args])).status).toBe(0);
  const text = (name: string) => readFileSync(join(out, name), "utf8");
  const report: Record<string, string>[] = readLines(join(out, "..", "report.ndjson"));
  return {
    config: JSON.parse(/<Config><!\[CDATA\[(.*?)\]\]>/s.exec(text("DataTypes/field.config"))?.[1] ?? "{}"),
    editor: /<EditorAlias>(.*?)</.exec(text("DataTypes/field.config"))?.[1],
    type: text("ContentTypes/page.config"),
    element: text("ContentTypes/card.config"),
    loosened: report.flatMap(({ name, problem, text: line }) =>
      problem === "loosened" ? [`${name} ${line.replace(/; tighten .*/, "")}`] : [],
    ),
  };
}

const media = (...keys: number[]) => keys.map((key) => ({ key: KEY(key + 50), mediaKey: KEY(key) }));
const links = (...urls: string[]) => urls.map((url) => ({ name: "x", url }));
const blocks = (...titles: string[]) => ({
  layout: {
    "Umbraco.BlockList": titles.map((_, index) => ({
      contentUdi: `umb://element/${KEY(60 + index).replaceAll("-", "")}`,
    })),
  },
  contentData: titles.map((title, index) => ({
    ...{ udi: `umb://element/${KEY(60 + index).replaceAll("-", "")}`, contentTypeKey: KEY(40), title },
  })),
});
const LIST = { blocks: [{ contentElementTypeKey: KEY(40) }] };

/** The editor, its configuration, values, and the members of the configuration that change; `{}`: none. */
const LIMITS: [editor: string, config: object, values: unknown[], after: object, pages: number][] = [
  ["Umbraco.TextBox", { maxChars: 3 }, ["four", "abc"], { maxChars: 4 }, 1],
  ["Umbraco.TextArea", { maxChars: 3 }, ["abc"], {}, 0],
  ["Umbraco.MediaPicker3", {}, [media(1, 2), media(1)], { multiple: true }, 1],
  [
    "Umbraco.MediaPicker3",
    { multiple: true, validationLimit: { min: 2, max: 2 } },
    [media(1)],
    { validationLimit: { min: 1, max: 2 } },
    1,
  ],
  [
    "Umbraco.MultiUrlPicker",
    { minNumber: 0, maxNumber: 1 },
    [links("/a", "/b"), links("/a", "/b", "/c")],
    { maxNumber: 3 },
    2,
  ],
  ["Umbraco.MultipleTextstring", { max: 1 }, ["a\nb"], { max: 2 }, 1],
  ["Umbraco.Integer", { min: 1, max: 5 }, ["0", "9"], { min: 0, max: 9 }, 1],
  [
    "Umbraco.BlockList",
    { ...LIST, validationLimit: { min: 1, max: 1 } },
    [blocks("a", "b")],
    { validationLimit: { min: 1, max: 2 } },
    1,
  ],
  ["Umbraco.RadioButtonList", { items: [{ id: 1, value: "a" }] }, ["b"], { items: ["a", "b"] }, 1],
  ["Umbraco.DropDown.Flexible", { items: [{ id: 1, value: "a" }] }, [["b"]], {}, 0],
];

describe("usync: limits that published values break", () => {
  it.each(LIMITS)("%s %j with %j becomes %j", async (editor, config, values, after, pages) => {
    const before = await written(editor, config, []);
    const { config: found, loosened } = await written(editor, config, values);
    expect(found).toEqual({ ...before.config, ...after });
    const changed = Object.keys(after).length;
    expect(loosened).toHaveLength(changed === 0 ? 0 : editor === "Umbraco.Integer" ? 2 : 1);
    for (const line of loosened) {
      expect(line).toMatch(
        /^page\.field (takes|has the options) .* in all properties of the data type "Field": /,
      );
      expect(line).toContain(
        `${pages} published page${pages === 1 ? "" : "s"} would not be published otherwise`,
      );
    }
  });

  it("a text that is no address makes its property a text", async () => {
    const { editor, loosened } = await written("Umbraco.EmailAddress", {}, ["ask at the desk"]);
    expect(editor).toBe("Umbraco.TextBox");
    expect(loosened).toHaveLength(1);
  });

  it("drafts keep the limits of their types", async () => {
    const { config, loosened } = await written("Umbraco.TextBox", { maxChars: 3 }, ["four"], {
      isPublished: false,
    });
    expect([config.maxChars, loosened]).toEqual([3, []]);
  });
});

describe("usync: mandatory properties and patterns", () => {
  const rules = "<Mandatory>true</Mandatory><Validation>^[0-9]+$</Validation>";

  it("stay if all published pages keep them", async () => {
    const { type, loosened } = await written("Umbraco.TextBox", {}, ["12"], { rules });
    expect(type).toContain("<Mandatory>true</Mandatory>");
    expect(type).toContain("<Validation>^[0-9]+$</Validation>");
    expect(loosened).toEqual([]);
  });

  it("are dropped if a published page breaks them, by type, property and number of pages", async () => {
    const { type, loosened } = await written("Umbraco.TextBox", {}, ["", "", "x"], { rules });
    expect(type).toContain("<Mandatory>false</Mandatory>");
    expect(type).toContain("<Validation></Validation>");
    expect(loosened).toEqual([
      "page.field is not mandatory any more: 2 published pages would not be published otherwise",
      "page.field has no pattern any more (^[0-9]+$): 1 published page would not be published otherwise",
    ]);
  });

  it("are checked inside blocks, too", async () => {
    const { element, loosened } = await written("Umbraco.BlockList", LIST, [blocks("Title", "")]);
    expect(element).toContain("<Mandatory>false</Mandatory>");
    expect(loosened).toEqual([
      "card.title is not mandatory any more: 1 published page would not be published otherwise",
    ]);
  });
});

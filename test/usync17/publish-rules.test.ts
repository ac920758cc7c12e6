/** What Umbraco checks when it publishes: types in a folder for uSync are loosened so that published pages pass. */
import { describe, expect, it } from "vitest";
import { dataType, KEY, node, property, type, UDI, written } from "./written.ts";

/** Writes a site whose pages have a property of a data type, each page with its value. */
async function checked(
  editor: string,
  config: object,
  values: readonly unknown[],
  { rules = "", isPublished = true }: { rules?: string; isPublished?: boolean } = {},
) {
  const title = property(41, "title", 21, "Umbraco.TextBox", "<Mandatory>true</Mandatory>");
  const found = await written(
    {
      "DataTypes/field": dataType(20, "Field", editor, config),
      "DataTypes/text": dataType(21, "Text", "Umbraco.TextBox"),
      "ContentTypes/page": type(30, "page", { properties: [property(31, "field", 20, editor, rules)] }),
      "ContentTypes/card": type(40, "card", { isElement: true, properties: [title] }),
      "Media/1": node(1, "Image", { kind: "Media" }),
      "Media/2": node(2, "Image", { kind: "Media" }),
      ...Object.fromEntries(
        values.map((field, i) => [
          `Content/${i}`,
          node(100 + i, "page", { name: `Page ${i}`, values: { field }, isPublished }),
        ]),
      ),
    },
    ["--include-unpublished"],
  );
  return {
    config: found.config("field"),
    editor: /<EditorAlias>(.*?)</.exec(found.text("DataTypes/field"))?.[1],
    type: found.text("ContentTypes/page"),
    element: found.text("ContentTypes/card"),
    loosened: found.of("loosened").map(({ name, text }) => `${name} ${text.replace(/; tighten .*/, "")}`),
  };
}

const media = (...keys: number[]) => keys.map((key) => ({ key: KEY(key + 50), mediaKey: KEY(key) }));
const links = (...urls: string[]) => urls.map((url) => ({ name: "x", url }));
const blocks = (...titles: string[]) => ({
  layout: {
    "Umbraco.BlockList": titles.map((_, index) => ({
      contentUdi: UDI("element", 60 + index),
    })),
  },
  contentData: titles.map((title, index) => ({
    ...{ udi: UDI("element", 60 + index), contentTypeKey: KEY(40), title },
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
    const before = await checked(editor, config, []);
    const { config: found, loosened } = await checked(editor, config, values);
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
    const { editor, loosened } = await checked("Umbraco.EmailAddress", {}, ["ask at the desk"]);
    expect(editor).toBe("Umbraco.TextBox");
    expect(loosened).toHaveLength(1);
  });

  it("drafts keep the limits of their types", async () => {
    const { config, loosened } = await checked("Umbraco.TextBox", { maxChars: 3 }, ["four"], {
      isPublished: false,
    });
    expect([config.maxChars, loosened]).toEqual([3, []]);
  });
});

describe("usync: mandatory properties and patterns", () => {
  const rules = "<Mandatory>true</Mandatory><Validation>^[0-9]+$</Validation>";

  it("stay if all published pages keep them", async () => {
    const { type, loosened } = await checked("Umbraco.TextBox", {}, ["12"], { rules });
    expect(type).toContain("<Mandatory>true</Mandatory>");
    expect(type).toContain("<Validation>^[0-9]+$</Validation>");
    expect(loosened).toEqual([]);
  });

  it("are dropped if a published page breaks them, by type, property and number of pages", async () => {
    const { type, loosened } = await checked("Umbraco.TextBox", {}, ["", "", "x"], { rules });
    expect(type).toContain("<Mandatory>false</Mandatory>");
    expect(type).toContain("<Validation></Validation>");
    expect(loosened).toEqual([
      "page.field is not mandatory any more: 2 published pages would not be published otherwise",
      "page.field has no pattern any more (^[0-9]+$): 1 published page would not be published otherwise",
    ]);
  });

  it("are checked inside blocks, too", async () => {
    const { element, loosened } = await checked("Umbraco.BlockList", LIST, [blocks("Title", "")]);
    expect(element).toContain("<Mandatory>false</Mandatory>");
    expect(loosened).toEqual([
      "card.title is not mandatory any more: 1 published page would not be published otherwise",
    ]);
  });
});

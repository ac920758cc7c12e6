/** Values and elements of older editors in a folder for uSync 17: stacked content, grids, LeBlender, Archetype, macros, Vorto. */
import { describe, expect, it } from "vitest";
import { dataDirectory } from "../support/temporary.ts";
import { folderFaults } from "./folder-faults.ts";
import { roundTrip } from "./round-trip.ts";
import { dataType, KEY, language, node, property, type, usyncFolder, written } from "./written.ts";

/** A site with a page whose property `body` has an editor and a value; elements of the type `card` have a title and a flag. */
const siteWith = (editor: string, value: unknown, config: object = {}) => ({
  "DataTypes/text": dataType(20, "Text", "Umbraco.TextBox"),
  "DataTypes/flag": dataType(21, "Flag", "Umbraco.TrueFalse"),
  "DataTypes/body": dataType(22, "Body", editor, config),
  "ContentTypes/page": type(30, "page", { properties: [property(31, "body", 22, editor)] }),
  "ContentTypes/card": type(40, "card", {
    isElement: true,
    properties: [
      property(41, "title", 20, "Umbraco.TextBox"),
      property(42, "isLarge", 21, "Umbraco.TrueFalse"),
    ],
  }),
  "Content/home": node(1, "page", { name: "Home", values: { body: value } }),
});

/** Writes a site, and returns what it says of values, and readers of the folder. */
async function elementsOf(files: Record<string, string>) {
  const { text, report, value } = await written(files);
  return {
    text,
    problems: report.flatMap(({ kind, problem, property: alias, text: line }) =>
      problem !== "assumed" && (kind === "content" || problem === "type-made")
        ? [`${problem} ${alias ?? ""} ${line.replace(/; .*/, "")}`.replace("  ", " ")]
        : [],
    ),
    body: (culture?: string) => value("home", "body", culture),
    definitionOf: (typeName: string, alias: string) =>
      new RegExp(`<Alias>${alias}</Alias>\\s*<Definition>(.*?)</Definition>`).exec(
        text(`ContentTypes/${typeName}`),
      )?.[1],
  };
}

const stored = (alias: string, value: unknown) => ({
  ...{ alias, culture: null, editorAlias: null, segment: null, value },
});
const block = (key: number, ...values: object[]) => ({
  ...{ contentTypeKey: KEY(40), key: KEY(key), values },
});
const placed = (key: string) => ({
  ...{ contentKey: key, contentUdi: null, settingsKey: null, settingsUdi: null },
});
const list = (...blocks: { key: string }[]) => ({
  layout: { "Umbraco.BlockList": blocks.map(({ key }) => placed(key)) },
  contentData: blocks,
  settingsData: [],
  expose: blocks.map(({ key }) => ({ contentKey: key, culture: null, segment: null })),
});

describe("usync: values of stacked content", () => {
  it.each([
    [
      "by the GUID of the type",
      [{ key: KEY(51), name: "Item 1", icContentTypeGuid: KEY(40), title: "One", isLarge: "1" }],
      list(block(51, stored("title", "One"), stored("isLarge", "1"))),
      [],
    ],
    [
      "by the alias of the type",
      [{ key: KEY(51), icContentTypeAlias: "card", title: "One", isLarge: "0" }],
      list(block(51, stored("title", "One"), stored("isLarge", "0"))),
      [],
    ],
    [
      "several, one without a value",
      [
        { key: KEY(51), icContentTypeGuid: KEY(40), title: "One" },
        { key: KEY(52), icContentTypeGuid: KEY(40), title: "", isLarge: "" },
      ],
      list(block(51, stored("title", "One")), block(52)),
      [],
    ],
    [
      "with a value that its type lacks",
      [{ key: KEY(51), icContentTypeGuid: KEY(40), title: "One", colour: "red" }],
      list(block(51, stored("title", "One"))),
      [
        'missing-type body the data lacks "card.colour", a type of elements or one of its properties',
        'unknown-property body the block card has no property colour, "red"',
      ],
    ],
    ["without elements", [], undefined, []],
  ])("%s", async (_, value, expected, problems) => {
    const config = { contentTypes: [{ icContentTypeGuid: KEY(40), nameTemplate: "{{title}}" }] };
    const found = await elementsOf(siteWith("Our.Umbraco.StackedContent", value, config));
    expect(found.body()).toEqual(expected);
    expect(found.problems.toSorted()).toEqual(problems.toSorted());
    expect(found.text("DataTypes/body")).toContain(`"contentElementTypeKey": "${KEY(40)}"`);
  });
});

describe("usync: values of LeBlender", () => {
  const entry = (value: unknown, dataType: number, editorAlias: string) => ({
    ...{ value, dataTypeGuid: KEY(dataType), editorAlias, editorName: editorAlias },
  });
  const grid = (...controls: object[]) => ({
    name: "1 column layout",
    sections: [{ grid: 12, rows: [{ name: "Row", areas: [{ grid: 12, controls }] }] }],
  });
  const team = (...entries: object[]) => ({
    value: entries,
    editor: { alias: "team", view: "/App_Plugins/LeBlender/editors/leblendereditor/LeBlendereditor.html" },
  });

  it("each entry becomes a block, whose properties have the data types that the entries name", async () => {
    const value = grid(
      team(
        { title: entry("Solveig", 20, "title"), isBoss: entry("1", 21, "isBoss") },
        { title: entry("Kari", 20, "title"), isBoss: entry("0", 21, "isBoss") },
      ),
    );
    const found = await elementsOf(siteWith("Umbraco.Grid", value));
    const { contentData } = found.body();
    expect(contentData.map(({ values }: { values: object }) => values)).toEqual([
      [],
      [stored("title", "Solveig"), stored("isBoss", "1")],
      [stored("title", "Kari"), stored("isBoss", "0")],
    ]);
    expect(found.definitionOf("leblenderteam", "title")).toBe(KEY(20));
    expect(found.definitionOf("leblenderteam", "isBoss")).toBe(KEY(21));
    expect(found.problems).toEqual([
      "type-made holds the elements that were leBlender: team",
      "type-made holds the elements that were gridRow: Row",
    ]);
  });

  it("a data type that the site lacks is made for the value", async () => {
    const found = await elementsOf(
      siteWith("Umbraco.Grid", grid(team({ title: entry("Solveig", 99, "title") }))),
    );
    const definition = found.definitionOf("leblenderteam", "title");
    expect(definition).toMatch(/^[0-9a-f-]{36}$/);
    expect(definition).not.toBe(KEY(20));
    expect(found.body().contentData[1].values).toEqual([stored("title", "Solveig")]);
  });
});

describe("usync: Vorto inside elements", () => {
  const titles = { values: { "da-DK": "Overskrift", "en-US": "Headline" }, dtdGuid: KEY(23) };
  const vorto = dataType(23, "Text by language", "Our.Umbraco.Vorto", {
    dataType: { guid: KEY(20), propertyEditorAlias: "Umbraco.TextBox" },
  });
  const languages = {
    "Languages/da": language(11, "da-DK", false),
    "Languages/en": language(12, "en-US", true),
  };
  const cards = [{ key: KEY(51), ncContentTypeAlias: "card", title: titles, isLarge: "1" }];
  const site = () => ({
    ...siteWith("Umbraco.NestedContent", cards, { contentTypes: [{ ncAlias: "card" }] }),
    "DataTypes/vorto": vorto,
    "ContentTypes/card": type(40, "card", {
      isElement: true,
      properties: [
        property(41, "title", 23, "Our.Umbraco.Vorto"),
        property(42, "isLarge", 21, "Umbraco.TrueFalse"),
      ],
    }),
  });

  it("the property of the page varies by language, each language with elements of its own", async () => {
    const found = await elementsOf({ ...site(), ...languages });
    const keys = [
      ["en-US", "Headline"],
      ["da-DK", "Overskrift"],
    ].map(([culture, title]) => {
      const value = found.body(culture);
      const [{ key }] = value.contentData;
      const own = { ...block(51, stored("title", title), stored("isLarge", "1")), key };
      expect(value).toEqual(list(own));
      return key;
    });
    // Umbraco caches the values of a block by its key, in all languages.
    expect(new Set(keys).size).toBe(2);
    expect(found.definitionOf("card", "title")).toBe(KEY(20));
    expect(found.text("ContentTypes/page").match(/<Variations>Culture</g)).toHaveLength(2);
    expect(found.text("ContentTypes/card")).not.toContain("<Variations>Culture<");
    expect(found.problems).toEqual([]);
  });

  it("is read again with the same decoded lines", async () => {
    const data = usyncFolder({ ...site(), ...languages });
    const { differences, faults } = await roundTrip(["--data", data]);
    expect(differences).toEqual([]);
    expect(faults).toEqual([]);
  });

  it("without languages of the site, the languages that are left out are reported", async () => {
    const found = await elementsOf(site());
    expect(found.problems).toHaveLength(1);
    expect(found.problems[0]).toMatch(
      /^not-encoded body has values in en-US, too, and does not vary by language$/,
    );
  });
});

describe("usync: values of old editors", () => {
  const siteOf = (properties: Record<string, { editorAlias: string; value: unknown }>) =>
    dataDirectory({
      "content.json": [
        { id: 1, key: KEY(1), name: "Home", type: "home", sortOrder: 0, properties, children: [] },
      ],
    });
  const rte = (value: string) => ({ value, editor: { alias: "rte", view: "rte" } });
  const grid = {
    name: "1 column layout",
    sections: [
      {
        grid: 12,
        rows: [
          {
            name: "Article",
            areas: [
              { grid: 4, controls: [rte("<p>Left words</p>")] },
              { grid: 8, controls: [{ value: "A headline", editor: { alias: "headline" } }] },
            ],
          },
          { name: "Empty", areas: [] },
        ],
      },
    ],
  };
  const archetype = {
    fieldsets: [{ alias: "person", id: KEY(7), properties: [{ alias: "name", value: "Solveig" }] }],
  };

  const cases: [string, string, unknown, string, string[]][] = [
    [
      "a grid",
      "Umbraco.Grid",
      grid,
      "Umbraco.BlockGrid",
      ["gridheadline", "gridrowarticle4-8", "gridrowempty", "gridrte"],
    ],
    ["an Archetype", "Imulus.Archetype", archetype, "Umbraco.BlockList", ["archetypeperson"]],
    [
      "a macro in rich text",
      "Umbraco.TinyMCEv3",
      '<p>Before</p><?UMBRACO_MACRO macroAlias="Gallery" folder="words of it" /><p>After</p>',
      "Umbraco.RichText",
      ["macrogallery"],
    ],
  ];
  it.each(cases)(
    "%s becomes blocks of types that are made, with all words",
    async (_, editorAlias, value, editor, types) => {
      const { text, names, folder, of } = await written(siteOf({ body: { editorAlias, value } }));
      expect(names("ContentTypes").filter((name) => name !== "home.config")).toEqual(
        types.map((name) => `${name.replaceAll("-", "")}.config`),
      );
      expect(text("ContentTypes/home")).toContain(`<Type>${editor}<`);
      expect(folderFaults(folder)).toEqual([]);
      expect(of("not-encoded")).toEqual([]);
      const words = (content: unknown) =>
        JSON.stringify(content).match(/Left words|A headline|Solveig|Before|After|words of it/g);
      expect(words(text("Content/home"))?.toSorted()).toEqual(words(value)?.toSorted());
    },
  );

  it.each([
    ["rich text", "Umbraco.TinyMCEv3", '<p>Text</p><?UMBRACO_MACRO macroAlias="Gallery" folder="x" />'],
    [
      "a grid",
      "Umbraco.Grid",
      {
        name: "1",
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
                        value: { macroAlias: "Gallery", macroParamsDictionary: { folder: "x" } },
                        editor: { alias: "macro", view: "macro" },
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  ])("a macro in %s is reported: its block needs a view", async (_, editorAlias, value) => {
    const { of } = await written(siteOf({ body: { editorAlias, value } }));
    expect(of("macro")).toEqual([
      expect.objectContaining({ property: "body", text: expect.stringContaining('"Gallery"') }),
    ]);
  });

  it("the options of a list whose data type the data lacks are its values", async () => {
    const data = dataDirectory({
      "content.json": [["Red"], ["Blue", "Red"]].map((value, index) => ({
        ...{ id: index + 1, key: KEY(index + 1), name: `Page ${index}`, type: "page", sortOrder: index },
        ...{ properties: { colour: { editorAlias: "Umbraco.CheckBoxList", value } }, children: [] },
      })),
    });
    const { config, folder } = await written(data);
    expect(config("checkboxlist").items).toEqual(["Red", "Blue"]);
    expect(folderFaults(folder)).toEqual([]);
  });

  it("a macro keeps its place in the text", async () => {
    const value = '<p>Before</p><?UMBRACO_MACRO macroAlias="Gallery" /><p>After</p>';
    const found = await written(siteOf({ body: { editorAlias: "Umbraco.TinyMCEv3", value } }));
    const { markup, blocks } = found.value("home", "body");
    const [{ key }] = blocks.contentData;
    expect(markup).toBe(`<p>Before</p><umb-rte-block data-content-key="${key}"></umb-rte-block><p>After</p>`);
    expect(blocks.layout).toEqual({
      "Umbraco.RichText": [{ contentKey: key, contentUdi: null, settingsKey: null, settingsUdi: null }],
    });
    expect(blocks.expose).toEqual([{ contentKey: key, culture: null, segment: null }]);
  });
});

describe("usync: Vorto", () => {
  const value = { values: { "da-DK": "Overskrift", "en-US": "Headline" }, dtdGuid: KEY(21) };
  const data = () =>
    usyncFolder({
      "Languages/da": language(11, "da-DK", false),
      "Languages/en": language(12, "en-US", true),
      "DataTypes/text": dataType(20, "Text", "Umbraco.TextBox"),
      "DataTypes/vorto": dataType(21, "Text by language", "Our.Umbraco.Vorto", {
        dataType: { guid: KEY(20), propertyEditorAlias: "Umbraco.TextBox" },
      }),
      "ContentTypes/page": type(30, "page", {
        properties: [
          property(31, "title", 21, "Our.Umbraco.Vorto"),
          property(32, "year", 20, "Umbraco.TextBox"),
        ],
      }),
      "Content/home": node(1, "page", { name: "Home", values: { title: value, year: "2019" } }),
    });

  it("becomes a property that varies by language, of the data type that it wraps", async () => {
    const { text, names } = await written(data());
    const type = text("ContentTypes/page");
    expect(type).toMatch(/<Alias>title<\/Alias>\s*<Definition>00000020-.*\s*<Type>Umbraco.TextBox</);
    expect(type.match(/<Variations>Culture</g)).toHaveLength(2);
    expect(names("DataTypes")).toEqual(["text.config"]);
    const page = text("Content/home");
    for (const part of [
      '<Name Culture="da-DK">Home<',
      '<Value Culture="en-US"><![CDATA[Headline]]>',
      '<Value Culture="da-DK"><![CDATA[Overskrift]]>',
      "<Value><![CDATA[2019]]>",
    ])
      expect(page).toContain(part);
  });

  it("is read again with the same decoded lines", async () => {
    const { differences, faults } = await roundTrip(["--data", data()]);
    expect(differences).toEqual([]);
    expect(faults).toEqual([]);
  });
});

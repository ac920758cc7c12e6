/** Stored forms of elements of older editors in a folder for uSync 17: stacked content, LeBlender, and Vorto inside elements. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { roundTrip } from "./round-trip.ts";

const KEY = (number: number) => `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;

const dataType = (key: number, name: string, editor: string, config: object = {}) =>
  `<DataType Key="${KEY(key)}" Alias="${name}"><Info><Name>${name}</Name><EditorAlias>${editor}</EditorAlias></Info>
    <Config><![CDATA[${JSON.stringify(config)}]]></Config></DataType>`;
const property = (key: number, alias: string, type: number, editor: string) =>
  `<GenericProperty><Key>${KEY(key)}</Key><Name>${alias}</Name><Alias>${alias}</Alias><Definition>${KEY(type)}</Definition><Type>${editor}</Type></GenericProperty>`;
const contentType = (key: number, alias: string, properties: string, isElement = false) =>
  `<ContentType Key="${KEY(key)}" Alias="${alias}"><Info><Name>${alias}</Name><IsElement>${isElement}</IsElement></Info>
    <GenericProperties>${properties}</GenericProperties></ContentType>`;
const language = (iso: string, isDefault: boolean, key: number) =>
  `<Language Key="${KEY(key)}" Alias="${iso}"><Name>${iso}</Name><IsoCode>${iso}</IsoCode><IsDefault>${isDefault}</IsDefault></Language>`;

/** A site with a page whose property `body` has an editor and a value; elements of the type `card` have a title and a flag. */
const siteWith = (editor: string, value: unknown, config: object = {}) => ({
  "v8/DataTypes/text.config": dataType(20, "Text", "Umbraco.TextBox"),
  "v8/DataTypes/flag.config": dataType(21, "Flag", "Umbraco.TrueFalse"),
  "v8/DataTypes/body.config": dataType(22, "Body", editor, config),
  "v8/ContentTypes/page.config": contentType(30, "page", property(31, "body", 22, editor)),
  "v8/ContentTypes/card.config": contentType(
    40,
    "card",
    property(41, "title", 20, "Umbraco.TextBox") + property(42, "isLarge", 21, "Umbraco.TrueFalse"),
    true,
  ),
  "v8/Content/home.config": `<Content Key="${KEY(1)}" Alias="Home" Level="1"><Info><Parent Key="00000000-0000-0000-0000-000000000000" />
    <ContentType>page</ContentType><NodeName Default="Home" /><SortOrder>0</SortOrder><Published Default="true" /></Info>
    <Properties><body><Value><![CDATA[${JSON.stringify(value)}]]></Value></body></Properties></Content>`,
});

/** Writes a site, and returns readers of the folder. */
async function written(files: Record<string, string>) {
  const out = join(temporaryDirectory(), "v17");
  const data = join(dataDirectory(files), "v8");
  const { status, stderr } = await run(["usync", "--data", data, "--out", out]);
  expect(stderr).not.toMatch(/^error:/m);
  expect(status).toBe(0);
  const text = (name: string) => readFileSync(join(out, name), "utf8");
  const report: Record<string, string>[] = readLines(join(out, "..", "report.ndjson"));
  return {
    text,
    problems: report.flatMap(({ kind, problem, property, text = "" }) =>
      problem !== "assumed" && (kind === "content" || problem === "type-made")
        ? [`${problem} ${property ?? ""} ${text.replace(/; .*/, "")}`.replace("  ", " ")]
        : [],
    ),
    value: (alias: string, culture?: string) => {
      const start = `<${alias}>.*?<Value${culture === undefined ? "" : ` Culture="${culture}"`}><!\\[CDATA\\[(.*?)\\]\\]>`;
      const found = new RegExp(start, "s").exec(text("Content/home.config"))?.[1];
      return found === undefined || found === "" ? undefined : JSON.parse(found);
    },
    definitionOf: (type: string, alias: string) =>
      new RegExp(`<Alias>${alias}</Alias>\\s*<Definition>(.*?)</Definition>`).exec(
        text(`ContentTypes/${type}.config`),
      )?.[1],
  };
}

const stored = (alias: string, value: unknown) => ({
  ...{ alias, culture: null, editorAlias: null, segment: null, value },
});
const block = (key: number, ...values: object[]) => ({
  ...{ contentTypeKey: KEY(40), key: KEY(key), udi: null, values },
});
const placed = (key: string) => ({
  ...{ contentKey: key, contentUdi: null, settingsKey: null, settingsUdi: null },
});
const list = (...blocks: { key: string }[]) => ({
  Layout: { "Umbraco.BlockList": blocks.map(({ key }) => placed(key)) },
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
    const found = await written(siteWith("Our.Umbraco.StackedContent", value, config));
    expect(found.value("body")).toEqual(expected);
    expect(found.problems.toSorted()).toEqual(problems.toSorted());
    expect(found.text("DataTypes/body.config")).toContain(`"contentElementTypeKey": "${KEY(40)}"`);
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
    const found = await written(siteWith("Umbraco.Grid", value));
    const { contentData } = found.value("body");
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
    const found = await written(
      siteWith("Umbraco.Grid", grid(team({ title: entry("Solveig", 99, "title") }))),
    );
    const definition = found.definitionOf("leblenderteam", "title");
    expect(definition).toMatch(/^[0-9a-f-]{36}$/);
    expect(definition).not.toBe(KEY(20));
    expect(found.value("body").contentData[1].values).toEqual([stored("title", "Solveig")]);
  });
});

describe("usync: Vorto inside elements", () => {
  const titles = { values: { "da-DK": "Overskrift", "en-US": "Headline" }, dtdGuid: KEY(23) };
  const vorto = dataType(23, "Text by language", "Our.Umbraco.Vorto", {
    dataType: { guid: KEY(20), propertyEditorAlias: "Umbraco.TextBox" },
  });
  const languages = {
    "v8/Languages/da.config": language("da-DK", false, 11),
    "v8/Languages/en.config": language("en-US", true, 12),
  };
  const cards = [{ key: KEY(51), ncContentTypeAlias: "card", title: titles, isLarge: "1" }];
  const site = () => ({
    ...siteWith("Umbraco.NestedContent", cards, { contentTypes: [{ ncAlias: "card" }] }),
    "v8/DataTypes/vorto.config": vorto,
    "v8/ContentTypes/card.config": contentType(
      40,
      "card",
      property(41, "title", 23, "Our.Umbraco.Vorto") + property(42, "isLarge", 21, "Umbraco.TrueFalse"),
      true,
    ),
  });

  it("the property of the page varies by language, each language with elements of its own", async () => {
    const found = await written({ ...site(), ...languages });
    const keys = [
      ["en-US", "Headline"],
      ["da-DK", "Overskrift"],
    ].map(([culture, title]) => {
      const value = found.value("body", culture);
      const [{ key }] = value.contentData;
      const own = { ...block(51, stored("title", title), stored("isLarge", "1")), key };
      expect(value).toEqual(list(own));
      return key;
    });
    // Umbraco caches the values of a block by its key, in all languages.
    expect(new Set(keys).size).toBe(2);
    expect(found.definitionOf("card", "title")).toBe(KEY(20));
    expect(found.text("ContentTypes/page.config").match(/<Variations>Culture</g)).toHaveLength(2);
    expect(found.text("ContentTypes/card.config")).not.toContain("<Variations>Culture<");
    expect(found.problems).toEqual([]);
  });

  it("is read again with the same decoded lines", async () => {
    const data = join(dataDirectory({ ...site(), ...languages }), "v8");
    const { differences, invalid } = await roundTrip(["--data", data]);
    expect(differences).toEqual([]);
    expect(invalid).toEqual([]);
  });

  it("without languages of the site, the languages that are left out are reported", async () => {
    const found = await written(site());
    expect(found.problems).toHaveLength(1);
    expect(found.problems[0]).toMatch(
      /^not-encoded body has values in en-US, too, and does not vary by language$/,
    );
  });
});

describe("usync: values inside elements", () => {
  const LINK = `<a href="/{localLink:umb://document/${KEY(1).replaceAll("-", "")}}">x</a>`;
  const MEMBER = `umb://member/${KEY(77).replaceAll("-", "")}`;

  it.each<[editor: string, value: string, inElement: unknown, config?: object]>([
    ["Umbraco.TextBox", LINK, LINK],
    ["Umbraco.TextboxMultiple", LINK, LINK],
    ["Umbraco.MarkdownEditor", "[x](/{localLink:1234})", "[x](/{localLink:1234})"],
    ["Umbraco.Label", "2026-03-04T15:16:17", "2026-03-04T15:16:17", { umbracoDataValueType: "TIME" }],
    ["Umbraco.MemberPicker", MEMBER, MEMBER],
    ["Umbraco.MultiNodeTreePicker", MEMBER, MEMBER, { startNode: { type: "member" } }],
    ["Umbraco.MemberGroupPicker", "3,5", "3,5"],
    ["Umbraco.DateOnly", '{"date":"2025-01-01"}', { date: "2025-01-01" }],
    ["Cogworks.Meganav", '[{"title":"t","naviHide":"1"}]', [{ title: "t", naviHide: "1" }]],
    ["Some.Package", '{"a":[1.50]}', { a: [1.5] }],
  ])("of %s are written as they are stored: %s", async (editor, value, inElement, config = {}) => {
    const element = [{ key: KEY(51), ncContentTypeAlias: "card", title: value }];
    const found = await written({
      ...siteWith("Umbraco.NestedContent", element, { contentTypes: [{ ncAlias: "card" }] }),
      "v8/DataTypes/title.config": dataType(24, "Title", editor, config),
      "v8/ContentTypes/card.config": contentType(40, "card", property(41, "title", 24, editor), true),
    });
    expect(found.value("body")).toEqual(list(block(51, stored("title", inElement))));
    const isReported = found.problems.some((line) => line.startsWith("not-carried-over body names groups"));
    expect(isReported).toBe(editor === "Umbraco.MemberGroupPicker");
  });
});

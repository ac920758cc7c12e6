/** Values, names and cultures of the nodes of a uSync folder. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { Renderer } from "../../../src/site/tree/render.ts";
import { everyAnswer } from "../../everything.ts";
import { fixture } from "../../support/repository.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const contentOf = async (name: string, options = {}) =>
  everyAnswer((await loadDirectory(fixture(`usync/${name}`), options)).trees.content);

describe("loadDirectory: values of a uSync folder", () => {
  it("have the editors of their types, and the form of their editors", async () => {
    const [{ properties }] = await contentOf("values");
    const found = Object.values(properties).map(({ alias, editorAlias, value }) => [
      alias,
      editorAlias,
      value,
    ]);
    expect(found).toEqual(
      expect.arrayContaining([
        ["text", "Umbraco.TextBox", 'Grüße &amp; <b>"quoted"</b> \\ 😀\ttab'],
        ["blank", null, null],
        ["nothing", null, null],
        ["unvalued", null, null],
        ["array", null, [{ key: "x" }]],
        ["notJson", null, "{not: json}"],
        ["halfJson", null, '{"a": 1'],
        ["braces", null, {}],
        ["spaced", null, { a: 1 }],
        ["toggle", "Umbraco.TrueFalse", 1],
        ["toggleWord", "Umbraco.TrueFalse", "true"],
        ["integer", "Umbraco.Integer", -42],
        ["integerText", "Umbraco.Integer", "4 apples"],
        ["decimal", "Umbraco.Decimal", 12.5],
        ["decimalText", "Umbraco.Decimal", "1,5"],
        ["composed", "Umbraco.TextArea", "c"],
        ["nested", "Umbraco.RichText", "n"],
        ["inherited", "Umbraco.DateTime", "2024-01-01 00:00:00"],
        ["constructor", "Umbraco.Label", "own"],
        ["__proto__", "Umbraco.Tags", "own too"],
        ["unknown", null, "u"],
        ["number", null, "7"],
      ]),
    );
  });

  it("are compact if they are JSON, with its order and its duplicate names", async () => {
    const { trees } = await loadDirectory(fixture("usync/values"));
    const text = Buffer.from(new Renderer(trees.content).node(0, 0) as Uint8Array).toString();
    expect(text).toContain(
      '"object":{"alias":"object","editorAlias":null,"value":{"b":[1.0,1e2,"é/"],"a":null,"a":-0}}',
    );
    expect(text).toContain('"decimal":{"alias":"decimal","editorAlias":"Umbraco.Decimal","value":12.50}');
    expect(text).toContain('"name":"Home & \\"Garden\\" 日本"');
  });

  it("without a known editor are warnings", async () => {
    const { warnings } = await loadDirectory(fixture("usync/values"));
    expect(warnings.find(({ file }) => file === "Content/typeless.config")).toMatchObject({
      text: "no editor alias is known (type gone): text, other",
      count: 2,
    });
  });

  it("of umbracoFile become urls", async () => {
    const { trees } = await loadDirectory(fixture("usync/values"));
    expect(everyAnswer(trees.media).map(({ name, url }) => [name, url])).toEqual([
      ["path", "/media/abc/a b.jpg"],
      ["json", "/media/abc/c.png"],
      ["loose", "/media/1030/d.jpg"],
      ["empty", undefined],
      ["sourceless", undefined],
    ]);
  });

  it("get editor aliases from --editors if the types have none", async () => {
    const folder = temporaryDirectory();
    const editors = join(folder, "editors.json");
    writeFileSync(
      editors,
      '\uFEFF{"number":"Umbraco.Integer","text":"Not.Taken","gone.text":"Its.Own","other":"Other"}',
    );
    const [home, typeless] = await contentOf("values", { editors });
    expect(home.properties.number).toMatchObject({ editorAlias: "Umbraco.Integer", value: 7 });
    expect(home.properties.text.editorAlias).toBe("Umbraco.TextBox");
    expect(typeless.properties.text.editorAlias).toBe("Its.Own");
    expect(typeless.properties.other.editorAlias).toBe("Other");
    for (const text of ["[]", '{"a":1}', "{", "null"]) {
      writeFileSync(editors, text);
      await expect(loadDirectory(fixture("usync/values"), { editors })).rejects.toThrow(UsageError);
    }
    await expect(loadDirectory(fixture("usync/values"), { editors: `${editors}x` })).rejects.toThrow(
      /cannot be read/,
    );
  });
});

describe("loadDirectory: cultures of a uSync folder", () => {
  const values = async (culture?: string) => {
    const content = await contentOf("cultures", { culture });
    return content.map(({ name, properties }) => [
      name,
      ...Object.values(properties).map(({ alias, value }) => `${alias}: ${value}`),
    ]);
  };

  it("reads the default language by default", async () => {
    expect(await values()).toEqual([
      [
        "English name",
        "title: English",
        "shared: For all",
        "both: English both",
        "single: Belongs to none",
        "unknown: null",
      ],
      ["English alone", "title: Single without a culture"],
      ["Stale English", "title: Without", "shared: English on invariant"],
    ]);
  });

  it("reads another language, in any case, and the nodes that are published in it", async () => {
    expect(await values("DA-dk")).toEqual([
      [
        "Dansk navn",
        "title: Dansk",
        "shared: For all",
        "both: null",
        "single: Belongs to none",
        "unknown: Only Danish",
      ],
      ["Kun dansk", "title: Dansk"],
      ["Plain", "title: Without", "shared: null"],
    ]);
  });

  it("keeps nodes that are not published in the language with --include-unpublished", async () => {
    const content = await contentOf("cultures", { culture: "da-DK", includeUnpublished: true });
    expect(content.map(({ name, properties }) => [name, properties.title.value])).toContainEqual([
      "English alone",
      null,
    ]);
  });

  it("reads no language if there are several and no default; nodes published in any are published", async () => {
    const [node] = await contentOf("no-default-language");
    expect([node.name, node.properties.title.value]).toEqual(["A", null]);
    expect((await contentOf("no-default-language", { culture: "da" }))[0].properties.title.value).toBe(
      "Dansk",
    );
  });

  it("reads the first of two default languages, with a warning", async () => {
    const { culture, warnings } = await loadDirectory(fixture("usync/two-default-languages"));
    expect(culture).toBe("da");
    expect(warnings.map(({ text }) => text)).toContain("da and en are both the default language: da is used");
  });

  it.each([
    ["cultures", { culture: "nl" }, "--culture nl: the site has no such language, only da-DK, en-US"],
    ["version-7", { culture: "en-US" }, "--culture cannot be used: uSync 7 holds only one culture"],
  ])("%s refuses %j", async (name, options, message) => {
    await expect(loadDirectory(fixture(`usync/${name}`), options)).rejects.toThrow(new UsageError(message));
  });
});

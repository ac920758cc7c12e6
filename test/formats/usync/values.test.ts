/** What the properties and names of a uSync folder's nodes come out as. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { Renderer } from "../../../src/tree/render.ts";
import { everyAnswer } from "../../everything.ts";

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/usync/${name}`, import.meta.url));
const contentOf = async (name: string, options = {}) =>
  everyAnswer((await loadDirectory(fixture(name), options)).trees.content);

describe("loadDirectory: values", () => {
  it.each([
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
  ])("of %s, an %s", async (alias, editorAlias, value) => {
    const [home] = await contentOf("values");
    const properties = new Map(Object.entries(home.properties));
    expect(properties.get(alias)).toEqual({ alias, editorAlias, value });
  });

  it("writes JSON inside compact, in its own order, with its repeated names", async () => {
    const { trees } = await loadDirectory(fixture("values"));
    const text = Buffer.from(new Renderer(trees.content).node(0, 0) as Uint8Array).toString();
    expect(text).toContain(
      '"object":{"alias":"object","editorAlias":null,"value":{"b":[1.0,1e2,"é/"],"a":null,"a":-0}}',
    );
    expect(text).toContain('"decimal":{"alias":"decimal","editorAlias":"Umbraco.Decimal","value":12.50}');
    expect(text).toContain('"name":"Home & \\"Garden\\" 日本"');
  });

  it("warnings the properties whose editor is not known", async () => {
    const { warnings } = await loadDirectory(fixture("values"));
    expect(warnings.find(({ file }) => file === "Content/typeless.config")).toMatchObject({
      text: "no editor alias is known (type gone): text, other",
      count: 2,
    });
  });

  it("takes urls from umbracoFile", async () => {
    const { trees } = await loadDirectory(fixture("values"));
    expect(everyAnswer(trees.media).map(({ name, url }) => [name, url])).toEqual([
      ["path", "/media/abc/a b.jpg"],
      ["json", "/media/abc/c.png"],
      ["loose", "/media/1030/d.jpg"],
      ["empty", undefined],
      ["sourceless", undefined],
    ]);
  });

  it("takes editor aliases from a file, if the types have none", async () => {
    const folder = mkdtempSync(join(tmpdir(), "editors-"));
    const editors = join(folder, "editors.json");
    try {
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
        await expect(loadDirectory(fixture("values"), { editors })).rejects.toThrow(UsageError);
      }
      await expect(loadDirectory(fixture("values"), { editors: `${editors}x` })).rejects.toThrow(
        /cannot be read/,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("loadDirectory: cultures", () => {
  const values = async (culture?: string) => {
    const content = await contentOf("cultures", { culture });
    return content.map(({ name, properties }) => [
      name,
      ...Object.values(properties).map(({ alias, value }) => `${alias}: ${value}`),
    ]);
  };

  it("reads the default language", async () => {
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

  it("reads another, in any case, and what is published in it", async () => {
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

  it("keeps nodes that are published in neither with --include-unpublished", async () => {
    const content = await contentOf("cultures", { culture: "da-DK", includeUnpublished: true });
    expect(content.map(({ name, properties }) => [name, properties.title.value])).toContainEqual([
      "English alone",
      null,
    ]);
  });

  it("reads none if there are several and no default: published in any is published", async () => {
    const [node] = await contentOf("no-default-language");
    expect([node.name, node.properties.title.value]).toEqual(["A", null]);
    expect((await contentOf("no-default-language", { culture: "da" }))[0].properties.title.value).toBe(
      "Dansk",
    );
  });

  it("takes the first of two default languages, and says so", async () => {
    const { culture, warnings } = await loadDirectory(fixture("two-default-languages"));
    expect(culture).toBe("da");
    expect(warnings.map(({ text }) => text)).toContain("da and en are both the default language: da is used");
  });

  it.each([
    ["cultures", { culture: "nl" }, "--culture nl: the site has no such language, only da-DK, en-US"],
    ["version-7", { culture: "en-US" }, "--culture cannot be used: uSync 7 wrote only one culture"],
  ])("of %s refuses %j", async (name, options, message) => {
    await expect(loadDirectory(fixture(name), options)).rejects.toThrow(new UsageError(message));
  });
});

/** Editor aliases of `--editors`: a JSON file, or the types of a uSync folder of the same site. */
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../src/errors.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { type AnsweredNode, everyAnswer } from "../everything.ts";
import { fixture, SHARED } from "../support/repository.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const USYNC = fixture("usync");
const CORPUS = join(SHARED, "corpus", "legacy-site-v7");

/** An umbraco.config with one node of a type, and these properties. */
function configOf(type: string, properties: readonly string[]): string {
  const values = properties.map((alias) => `<${alias}>1</${alias}>`).join("");
  return `<root id="-1"><${type} id="1" isDoc="" nodeName="Home">${values}</${type}></root>`;
}

/** The editors of the first node of an umbraco.config, by alias. */
async function editorsWith(config: string, editors: string) {
  const data = await loadDirectory(dataDirectory({ "umbraco.config": config }), { editors });
  const [{ properties }] = everyAnswer(data.trees.content);
  const found = Object.values(properties).map(({ alias, editorAlias }) => [alias, editorAlias]);
  return { editors: Object.fromEntries(found), warnings: data.warnings };
}

describe("--editors with a uSync folder", () => {
  const page = configOf("page", ["title", "count", "inherited", "none"]);

  it.each([
    ["the version folder", ""],
    ["the folder above the version folder", "v13"],
  ])(
    "given as %s, gives properties the editors of types, inherited types and data types",
    async (_, name) => {
      const folder = temporaryDirectory();
      for (const section of ["ContentTypes", "DataTypes"]) {
        cpSync(join(USYNC, "types", section), join(folder, name, section), { recursive: true });
      }
      const { editors, warnings } = await editorsWith(page, folder);
      expect(editors).toMatchObject({ title: "Umbraco.TextBox", count: "Umbraco.Integer", none: null });
      expect(warnings.map(({ topic }) => topic)).not.toContain("unusedEditors");
    },
  );

  it("reads the types of version 7 from DocumentType", async () => {
    const config = configOf("homePage", ["title", "grid", "hidden", "none"]);
    const { editors } = await editorsWith(config, join(USYNC, "version-7"));
    expect(editors).toEqual({
      title: "Umbraco.Textbox",
      grid: "Umbraco.Grid",
      hidden: "Umbraco.TrueFalse",
      none: null,
    });
  });

  it("without types is a usage error that lists the expected folders", async () => {
    const load = editorsWith(page, join(USYNC, "ids"));
    await expect(load).rejects.toThrow(UsageError);
    await expect(load).rejects.toThrow(
      /^--editors .*ids holds no types: it is to be a JSON file, or a uSync folder with ContentTypes or DocumentType or MediaTypes or MediaType in it$/,
    );
  });

  it("with a malformed type is a data error with file and line", async () => {
    const folder = temporaryDirectory();
    const file = join(folder, "ContentTypes", "page.config");
    mkdirSync(dirname(file));
    writeFileSync(file, "<ContentType><Info></ContentType>");
    const load = editorsWith(page, folder);
    await expect(load).rejects.toThrow(DataError);
    await expect(load).rejects.toThrow(
      /^--editors .* does not load: 1 error\n {2}ContentTypes\/page\.config:1:/,
    );
  });

  it.skipIf(!existsSync(CORPUS))(
    "gives an umbraco.config the editors of the site's own nodes (skipped if ../shared is missing)",
    async () => {
      const nodes = everyAnswer((await loadDirectory(CORPUS, { includeUnpublished: true })).trees.content);
      const known = nodes.filter(({ properties }) => Object.keys(properties).length > 0);
      expect(known.length).toBeGreaterThan(20);
      const elements = known.map(elementOf).join("");
      const config = dataDirectory({ "umbraco.config": `<root id="-1">${elements}</root>` });
      const read = everyAnswer((await loadDirectory(config, { editors: CORPUS })).trees.content);
      const editorsOf = (all: readonly AnsweredNode[]) => all.map((node) => [node.id, propertyEditors(node)]);
      expect(editorsOf(read).toSorted()).toEqual(editorsOf(known).toSorted());
    },
  );
});

function elementOf({ id, type, properties }: AnsweredNode): string {
  const values = Object.keys(properties).map((alias) => `<${alias}>x</${alias}>`);
  return `<${type} id="${id}" isDoc="" nodeName="x">${values.join("")}</${type}>`;
}

function propertyEditors({ properties }: AnsweredNode): Record<string, unknown> {
  return Object.fromEntries(Object.values(properties).map(({ alias, editorAlias }) => [alias, editorAlias]));
}

describe("--editors with a JSON file", () => {
  const config = configOf("page", ["title", "body"]);
  const fileOf = (aliases: unknown) => join(dataDirectory({ "editors.json": aliases }), "editors.json");

  it("ignores names that begin with //, and empty editor aliases", async () => {
    const file = fileOf({
      "//": "a comment",
      "//page.title": { "Umbraco.TextBox": "12 of 12" },
      "page.title": "Umbraco.TextBox",
      body: "",
    });
    const { editors, warnings } = await editorsWith(config, file);
    expect(editors).toEqual({ title: "Umbraco.TextBox", body: null });
    expect(warnings.map(({ topic }) => topic)).toEqual(["derivedKeys", "noEditors"]);
  });

  it.each([{ title: 1 }, { title: null }, { title: { "//": "x" } }, []])(
    "%j is a usage error",
    async (aliases) => {
      await expect(editorsWith(config, fileOf(aliases))).rejects.toThrow(
        / must hold one JSON object from property alias, or type\.alias, to editor alias: .*; or be a uSync folder of the same site$/,
      );
    },
  );

  it("a file that is not JSON is a usage error, with the location", async () => {
    const file = join(dataDirectory({ "editors.json": '{\n  "title": "A",\n}' }), "editors.json");
    await expect(editorsWith(config, file)).rejects.toThrow(
      /editors\.json is not JSON: .*\b(?:position|line)\b/,
    );
  });

  it("warns about names that match no property of an umbraco.config", async () => {
    const aliases = { title: "A", "page.body": "B", body: "C", "page.titel": "D" };
    const { warnings } = await editorsWith(config, fileOf(aliases));
    const texts = warnings.filter(({ topic }) => topic === "unusedEditors").map(({ text }) => text);
    expect(texts).toEqual([
      "body matches no property that lacks an editor",
      "page.titel matches no property that lacks an editor",
    ]);
  });

  it("warns about names that match no property without an editor in a uSync folder", async () => {
    const file = fileOf({ number: "Umbraco.Integer", text: "Not.Taken", "gone.text": "Its.Own", typo: "X" });
    const { warnings } = await loadDirectory(join(USYNC, "values"), { editors: file });
    const names = warnings
      .filter(({ topic }) => topic === "unusedEditors")
      .map(({ text }) => text.split(" ")[0]);
    expect(names).toEqual(["text", "typo"]);
  });
});

/** `types`, and the names of properties in cards of nodes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseLines } from "../support/ndjson.ts";
import { run, startServe } from "../support/program.ts";
import { fixture, ROOT } from "../support/repository.ts";
import { dataDirectory } from "../support/temporary.ts";
import { shown } from "../support/terminal.ts";

const TYPES = fixture("usync/types");
const SAMPLE = JSON.parse(readFileSync(join(ROOT, "data/content-types.json"), "utf8"));
const KEY = "ca6558e1-81be-46e1-a367-99864e2b06fc";

describe("types", () => {
  it("lists the types of a kind, with the number of nodes of each", async () => {
    const args = ["types", "--kind", "media", "--sample", "--format", "table"];
    const { status, stdout, stderr } = await run(args);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      [
        "alias                       name                   nodes  properties  key",
        "File                        File                   3      2           4c52d8ab-54e6-40cd-999c-7a5f24903e4d",
        "Folder                      Folder                 7      0           f38bd2d7-65d0-48e6-95dc-87ce06ec2d3d",
        "Image                       Image                  9      4           cc07b313-0843-4aa8-bbda-871c8da728c8",
        "umbracoMediaVectorGraphics  Vector graphics (SVG)  2      2           c4b1efcf-a9d5-41c4-9621-e9d273b52a9c",
        "",
      ].join("\n"),
    );
  });

  it("prints one type as a card, for an alias in any case", async () => {
    const { stdout } = await run(["types", "EXHIBIT", "--sample", "--format", "table"]);
    const { key } = SAMPLE.find(({ alias }: { alias: string }) => alias === "exhibit");
    expect(stdout).toBe(
      [
        "Exhibit",
        "4 nodes have it, 8 properties",
        "",
        "alias             exhibit",
        `key               ${key}`,
        "id                1068",
        "icon              icon-sound",
        "allow as root     no",
        "allowed children  article",
        "compositions      –",
        "templates         exhibit (exhibit by default)",
        "",
        "Content (8)",
        "  bodyText        Text              Umbraco.TinyMCE",
        "  image           Image             Umbraco.MediaPicker",
        "  builtYear       Built in          Umbraco.Integer",
        "  retiredYear     Retired in        Umbraco.Integer",
        "  weightKg        Weight (kg)       Umbraco.Decimal",
        "  inWorkingOrder  In working order  Umbraco.TrueFalse",
        "  curator         Curator           Umbraco.ContentPicker",
        "  tags            Tags              Umbraco.Tags",
        "",
      ].join("\n"),
    );
  });

  it("prints the responses of the operations in a pipe, which can be loaded as data", async () => {
    const { url } = await startServe(["--sample", "--quiet"]);
    const list = await (await fetch(`${url}/GetContentTypes`)).text();
    const one = await (await fetch(`${url}/GetContentTypeByAlias?alias=Event`)).text();
    expect((await run(["types", "--sample"])).stdout).toBe(`${list}\n`);
    expect((await run(["types", "event", "--sample"])).stdout).toBe(`${one}\n`);
    const lines = parseLines((await run(["types", "--sample", "--format", "ndjson"])).stdout);
    expect(lines).toEqual(SAMPLE);
    const copy = dataDirectory({ "content.json": [], "content-types.json": `${list}\n` });
    expect((await run(["types", "--data", copy])).stdout).toBe(`${list}\n`);
  });

  it("lists the types of a live site, without numbers of nodes", async () => {
    const { url } = await startServe(["--data", TYPES, "--quiet"]);
    const { stdout } = await run(["types", "--base-url", url, "--format", "table"]);
    const own = await run(["types", "--data", TYPES, "--format", "json"]);
    expect(stdout.split("\n")[0].trim().split(/\s+/)).toEqual(["alias", "name", "properties", "key"]);
    expect((await run(["types", "--base-url", url, "--format", "json"])).stdout).toBe(own.stdout);
  });

  it("lists data types, and prints one by its name without the secrets in its configuration", async () => {
    const key = "0cc0eba1-9960-42c9-bf9b-60e150b429ae";
    const config = { maxChars: 120, tips: ["a"], apiKey: "hunter2", label: "Short text", password: true };
    const editor = { dbType: "nvarchar", editorAlias: "Umbraco.TextBox" };
    const text = { id: -88, key, name: "Text string", ...editor, config };
    const other = { id: 7, key: "0cc0eba1-9960-42c9-bf9b-60e150b429af", name: "Other" };
    const data = dataDirectory({ "content.json": [], "data-types.json": [text, other] });
    const printed = async (...args: string[]) =>
      (await run(["types", "--kind", "data", "--data", data, ...args])).stdout;
    expect(await printed("--format", "table")).toBe(
      [
        "name         editor           column    key",
        `Text string  Umbraco.TextBox  nvarchar  ${key}`,
        "Other        –                –         0cc0eba1-9960-42c9-bf9b-60e150b429af",
        "",
      ].join("\n"),
    );
    expect(await printed("text STRING", "--format", "table")).toBe(
      [
        "Text string",
        "editor  Umbraco.TextBox",
        "column  nvarchar",
        `key     ${key}`,
        "id      -88",
        "",
        "setting   value",
        "maxChars  120",
        'tips      ["a"]',
        "apiKey    (redacted)",
        "label     Short text",
        "password  true",
        "",
      ].join("\n"),
    );
    expect(JSON.parse(await printed("other"))).toMatchObject({ name: "Other", config: {} });
    expect(JSON.parse(await printed())[0].config).toEqual(config);
    const args = ["types", "Text strin", "--kind", "data", "--data", data];
    expect(await run(args)).toMatchObject({
      status: 3,
      stderr: `error: there is no data type with the name Text strin; near it: Text string: try migrations types 'Text string' --kind data --data ${data}\n`,
    });
  });

  it.each<[string, string[], string]>([
    [
      "a typo",
      ["artcle"],
      "error: there is no content type with the alias artcle; near it: article: try migrations types article --sample",
    ],
    [
      "the other kind",
      ["folder"],
      "error: there is no content type with the alias folder; a media type has it: try migrations types folder --kind media --sample",
    ],
    [
      "no similar alias",
      ["zzzzzz", "--kind", "media"],
      "error: there is no media type with the alias zzzzzz: try migrations types --kind media --sample",
    ],
  ])("exits with 3 for an unknown alias: %s", async (_, args, message) => {
    expect(await run(["types", ...args, "--sample"])).toEqual({
      status: 3,
      stdout: "",
      stderr: `${message}\n`,
    });
  });

  it.each([
    ["json", "[]\n"],
    ["ndjson", ""],
    ["table", ""],
  ])(
    "reports data without types, and the command that counts nodes by type: --format %s",
    async (format, stdout) => {
      const directory = dataDirectory({ "content.json": [{ id: 1, key: KEY, name: "Home", type: "home" }] });
      const hint = `the data has no types; check counts its nodes by type: try migrations check --data ${directory}`;
      const expected = { status: 3, stderr: `error: ${hint}\n` };
      expect(await run(["types", "--data", directory, "--format", format])).toEqual({ ...expected, stdout });
      expect(await run(["types", "home", "--data", directory, "--kind", "media"])).toEqual({
        ...expected,
        stdout: "",
      });
      const pasted = await run(hint.split("migrations ")[1].split(" "));
      expect(pasted).toMatchObject({
        status: 0,
        stdout: expect.stringContaining("content by type\n  1  home\n"),
      });
    },
  );

  it("reports data that has only types of the other kind, with the command that lists them", async () => {
    const directory = dataDirectory({ "content.json": [], "content-types.json": SAMPLE });
    const { status, stdout, stderr } = await run(["types", "--data", directory, "--kind", "media"]);
    expect([status, stdout]).toEqual([3, "[]\n"]);
    expect(stderr).toBe(
      `error: the data has no media types, but ${SAMPLE.length} content types: try migrations types --kind content --data ${directory}\n`,
    );
    expect(await run(["types", "Notice", "--data", directory, "--kind", "media"])).toMatchObject({
      status: 3,
      stderr: `error: the data has no media types; a content type has the alias Notice: try migrations types Notice --kind content --data ${directory}\n`,
    });
  });

  it("reports a site without types", async () => {
    const { origin } = await startServe(["--data", dataDirectory({ "content.json": [] }), "--log", "none"]);
    expect(await run(["types", "--base-url", origin])).toEqual({
      status: 3,
      stdout: "[]\n",
      stderr: "error: the site has no types\n",
    });
  });
});

describe("types: a node's card", () => {
  it("has the names of properties beside their aliases, if the data has types", async () => {
    const { stdout } = await shown(["content", "--sample", "--id", "1090"], 200);
    expect(stdout).toMatch(/^umbracoUrlName {2}URL name {2}Umbraco\.TextBox {2}ellinika$/m);
    const typeless = dataDirectory({ "content.json": readFileSync(join(ROOT, "data/content.json")) });
    const without = await shown(["content", "--data", typeless, "--id", "1090"], 200);
    expect(without.stdout).toMatch(/^umbracoUrlName {2}Umbraco\.TextBox {2}ellinika$/m);
  });
});

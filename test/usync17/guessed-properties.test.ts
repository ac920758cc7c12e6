/** Properties without an editor, as in an umbraco.config, in a folder for uSync: all values decide. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const KEY = (number: number) => `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
const node = (id: number, type: string, properties: object) => ({
  ...{ id, key: KEY(id), name: `Node ${id}`, type, sortOrder: id, properties, children: [] },
});

/** A site whose pages 1, 2, … have the values in a property without an editor, and with two media nodes. */
function siteWith(values: readonly unknown[]) {
  return dataDirectory({
    "content.json": values.map((value, index) =>
      node(index + 1, "page", { field: { editorAlias: null, value } }),
    ),
    "media.json": [101, 102].map((id) => node(id, "Image", {})),
  });
}

/** Writes a site, and returns the editor and the stored values of the property. */
async function written(data: string, more: readonly string[] = []) {
  const out = temporaryDirectory();
  const { status, stderr } = await run(["usync", "--data", data, "--out", out, ...more]);
  expect(status, stderr).toBe(0);
  const text = (name: string) => readFileSync(join(out, "uSync", "v17", name), "utf8");
  const report: Record<string, string>[] = readLines(join(out, "report.ndjson"));
  return {
    editor: /<Alias>field<\/Alias>\s*<Definition>.*\s*<Type>(.*?)</.exec(
      text("ContentTypes/page.config"),
    )?.[1],
    values: readdirSync(join(out, "uSync", "v17", "Content"))
      .toSorted()
      .map((name) => /<field>\s*<Value><!\[CDATA\[(.*?)\]\]>/s.exec(text(`Content/${name}`))?.[1]),
    unnamed: report.filter(({ problem }) => problem === "no-editor"),
    leftOut: report.filter(({ problem }) => problem === "not-carried-over").map(({ name }) => name),
  };
}

describe("usync: properties without an editor", () => {
  it.each<[values: string[], editor: string]>([
    [["0", "1", "1"], "Umbraco.TrueFalse"],
    [["0"], "Umbraco.TrueFalse"],
    [["640", "-1", "0"], "Umbraco.Integer"],
    [["1.5", "2"], "Umbraco.Decimal"],
    // What does not print back as it is stored stays a text.
    [["000000"], "Umbraco.TextArea"],
    [["007", "8"], "Umbraco.TextArea"],
    [["1.50"], "Umbraco.TextArea"],
    [["12345678901"], "Umbraco.TextArea"],
    [["1", "yes"], "Umbraco.TextArea"],
    [["0", "1", "640px"], "Umbraco.TextArea"],
  ])("%j become %s, unchanged, with one line of the report", async (values, editor) => {
    const found = await written(siteWith(values));
    expect(found).toMatchObject({ editor, values });
    expect(found.unnamed).toMatchObject([{ kind: "content-type", name: "page.field" }]);
    expect(found.unnamed[0].text).toContain(editor);
  });

  it("ids of media become media pickers, lists of ids of pages tree pickers", async () => {
    const { editor, values } = await written(siteWith(["101,102", "102"]));
    expect(editor).toBe("Umbraco.MediaPicker3");
    const keys = (value = "") => JSON.parse(value).map(({ mediaKey }: { mediaKey: string }) => mediaKey);
    expect(values.map(keys)).toEqual([[KEY(101), KEY(102)], [KEY(102)]]);
    expect(await written(siteWith(["2,1", "1"]))).toMatchObject({
      editor: "Umbraco.MultiNodeTreePicker",
      values: [2, 1].map((count) =>
        [KEY(2), KEY(1)]
          .slice(2 - count)
          .map((key) => `umb://document/${key.replaceAll("-", "")}`)
          .join(),
      ),
    });
    // A number alone can be the id of a page by chance.
    expect((await written(siteWith(["2", "1"]))).editor).toBe("Umbraco.Integer");
  });

  it("a picker of media that the data lacks keeps ids as a text, with one line of the report", async () => {
    const data = dataDirectory({
      "umbraco.config": `<root id="-1">${[1, 2].map((id) => `<page id="${id}" parentID="-1" level="1" sortOrder="${id}" nodeName="Page ${id}" isDoc="" key="${KEY(id)}"><field>${id}11</field></page>`).join("")}</root>`,
      "editors.json": JSON.stringify({ field: "Umbraco.MediaPicker" }),
    });
    const out = temporaryDirectory();
    const args = [
      "--data",
      join(data, "umbraco.config"),
      "--editors",
      join(data, "editors.json"),
      "--out",
      out,
    ];
    expect((await run(["usync", ...args])).status).toBe(0);
    expect(readFileSync(join(out, "uSync", "v17", "Content", "page-1.config"), "utf8")).toContain(
      "<![CDATA[111]]>",
    );
    expect(readFileSync(join(out, "uSync", "v17", "ContentTypes", "page.config"), "utf8")).toContain(
      "<Type>Umbraco.TextArea<",
    );
    const report: Record<string, string>[] = readLines(join(out, "report.ndjson"));
    expect(report.filter(({ text }) => /media|[12]11/.test(text))).toMatchObject([
      { kind: "content-type", name: "page.field", problem: "not-carried-over" },
    ]);
  });

  it("--map-stub has a row for each, and --map can name another editor, or leave the property out", async () => {
    const data = siteWith(["0", "1"]);
    const { stdout } = await run(["usync", "--data", data, "--map-stub"]);
    expect(stdout).toContain("property,page.field,Umbraco.TrueFalse,");
    const withMap = (becomes: string) => {
      const map = join(
        dataDirectory({ "map.csv": `kind,name,becomes\nproperty,page.field,${becomes}\n` }),
        "map.csv",
      );
      return written(data, ["--map", map]);
    };
    expect(await withMap("Umbraco.TextBox")).toMatchObject({ editor: "Umbraco.TextBox", unnamed: [] });
    expect(await withMap("drop")).toMatchObject({
      editor: undefined,
      values: [undefined, undefined],
      leftOut: ["page.field"],
    });
  });
});

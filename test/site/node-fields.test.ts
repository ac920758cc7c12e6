/** The fields of `find --fields`: values, counts compared with an oracle, and csv. */
import { describe, expect, it } from "vitest";
import { expectCountedByHand } from "../analysis/count-by-hand.ts";
import { run } from "../support/program.ts";
import { digitsOf, keyOf, udiOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

it("node fields: words and references of the sample equal the oracle's counts", async () => {
  await expectCountedByHand(["--sample"]);
});

const block = (key: string, words: string) => ({
  contentTypeKey: key,
  udi: `umb://element/${key}`,
  text: words,
});
const ELEMENT = digitsOf(90);

const DATA = {
  "content.json": [
    {
      id: 1,
      key: keyOf(1),
      name: "Home, sweet",
      type: "home",
      url: "/",
      template: "home",
      sortOrder: 3,
      createDate: "2020-01-01T00:00:00",
      updateDate: "2021-01-01T00:00:00",
      properties: {
        title: { alias: "title", editorAlias: "Umbraco.TextBox", value: "Three – words here" },
        body: {
          alias: "body",
          editorAlias: "Umbraco.TinyMCE",
          value: `<p>two&nbsp;<b>w</b>ords</p><p>one</p><img src="/media/a/x.jpg" data-udi="${udiOf("media", 11)}"><a href="/{localLink:${udiOf("document", 77)}}">gone</a>`,
        },
        blocks: {
          alias: "blocks",
          editorAlias: "Umbraco.BlockList",
          value: {
            layout: { "Umbraco.BlockList": [{ contentUdi: `umb://element/${ELEMENT}` }] },
            contentData: [{ ...block(ELEMENT, "in a block"), udi: `umb://element/${ELEMENT}` }],
            settingsData: [],
          },
        },
        picked: {
          alias: "picked",
          editorAlias: "Umbraco.MultiNodeTreePicker",
          value: [udiOf("document", 2), udiOf("document", 2), udiOf("media", 12)].join(","),
        },
        tags: { alias: "tags", editorAlias: "Umbraco.Tags", value: ["a b", "c"] },
        number: { alias: "number", editorAlias: "Umbraco.Integer", value: 12 },
        apiKey: { alias: "apiKey", editorAlias: "Umbraco.TextBox", value: "s3cret" },
      },
      children: [
        { id: 2, key: keyOf(2), name: "Child", type: "page", url: "/child/", children: [] },
        { id: 3, key: keyOf(3), name: "=1+1", type: "page", children: [] },
      ],
    },
  ],
  "media.json": [
    { id: 11, key: keyOf(11), name: "X", type: "Image", url: "/media/a/x.jpg", children: [] },
    { id: 12, key: keyOf(12), name: "Y", type: "File", url: "/media/b/y.pdf", children: [] },
  ],
};

async function fieldOf(name: string, kind: string, id: number, format = "json") {
  const data = dataDirectory(DATA);
  const args = ["find", "--data", data, "--kind", kind, "--fields", `id,${name}`, "--quiet"];
  const { stdout, stderr } = await run([...args, "--format", format]);
  expect(stderr).toBe("");
  return JSON.parse(stdout).find((row: { id: number }) => row.id === id)[name];
}

describe("node fields: the value of a field", () => {
  it.each<[string, string, number, unknown]>([
    ["kind", "media", 11, "media"],
    ["key", "content", 2, keyOf(2)],
    ["parentId", "content", 2, 1],
    ["parentKey", "content", 2, keyOf(1)],
    ["parentId", "content", 1, undefined],
    ["level", "content", 2, 2],
    ["breadcrumbs", "content", 2, ["Home, sweet"]],
    ["name", "content", 3, "=1+1"],
    ["type", "media", 12, "File"],
    ["url", "content", 2, "/child/"],
    ["template", "content", 1, "home"],
    ["published", "content", 1, true],
    ["published", "media", 11, undefined],
    ["createDate", "content", 1, "2020-01-01T00:00:00"],
    ["updateDate", "content", 1, "2021-01-01T00:00:00"],
    ["sortOrder", "content", 1, 3],
    ["children", "content", 1, 2],
    ["children", "content", 2, 0],
    ["words", "content", 1, 3 + 4 + 3 + 3 + 1],
    ["words", "content", 2, 0],
    ["images", "content", 1, 1],
    ["references", "content", 1, 3],
    ["referencedBy", "content", 2, 1],
    ["referencedBy", "media", 11, 1],
    ["deadReferences", "content", 1, 1],
    ["elements", "content", 1, 1],
    ["files", "media", 12, ["/media/b/y.pdf"]],
    ["files", "content", 1, []],
    ["decision", "content", 1, undefined],
    ["property:number", "content", 1, 12],
    ["property:tags", "content", 1, ["a b", "c"]],
    ["property:apiKey", "content", 1, "s3cret"],
    ["property:nothing", "content", 1, undefined],
  ])("%s of %s %d", async (name, kind, id, value) => {
    expect(await fieldOf(name, kind, id)).toEqual(value);
  });

  it("editors lists the editors of properties and elements, each once", async () => {
    expect(await fieldOf("editors", "content", 1)).toEqual([
      "Umbraco.TextBox",
      "Umbraco.TinyMCE",
      "Umbraco.BlockList",
      "Umbraco.MultiNodeTreePicker",
      "Umbraco.Tags",
      "Umbraco.Integer",
    ]);
  });
});

describe("node fields: in csv", () => {
  const csv = async (fields: string, format = "csv") => {
    const data = dataDirectory(DATA);
    const args = ["find", "--data", data, "--kind", "content", "--fields", fields, "--format", format];
    return (await run([...args, "--quiet"])).stdout;
  };

  it("lists are one cell, a formula is text, and secrets are redacted", async () => {
    expect(await csv("id,name,breadcrumbs,property:tags,property:number,property:apiKey")).toBe(
      [
        "id,name,breadcrumbs,property:tags,property:number,property:apiKey",
        '1,"Home, sweet",,"[""a b"",""c""]",12,(redacted)',
        '2,Child,"Home, sweet",,,',
        '3,\'=1+1,"Home, sweet",,,',
        "",
      ].join("\n"),
    );
  });

  it("inventory ends with empty columns for people to fill in", async () => {
    const [heads, row] = (await csv("inventory,property:number,id")).split("\n");
    expect(heads).toMatch(/^level,breadcrumbs,name,type,url,.*,words,.*,property:number,decision,newUrl$/);
    expect(row).toMatch(/,12,,$/);
  });

  it("--format csv-excel starts the file with a byte order mark", async () => {
    expect(await csv("id", "csv-excel")).toBe("\ufeffid\n1\n2\n3\n");
  });
});

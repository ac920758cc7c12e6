/** The fields of `find --fields`: values, counts compared with an oracle, and csv. */
import { describe, expect, it } from "vitest";
import { once } from "../../src/site/once.ts";
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

/** The value of a field of a node. */
type FieldRow = [field: string, id: number, value: unknown];

const READ_ALONE: FieldRow[] = [
  ["kind", 11, "media"],
  ["key", 2, keyOf(2)],
  ["parentId", 2, 1],
  ["parentKey", 2, keyOf(1)],
  ["parentId", 1, undefined],
  ["level", 2, 2],
  ["breadcrumbs", 2, ["Home, sweet"]],
  ["name", 3, "=1+1"],
  ["type", 12, "File"],
  ["url", 2, "/child/"],
  ["template", 1, "home"],
  ["published", 1, true],
  ["published", 11, undefined],
  ["createDate", 1, "2020-01-01T00:00:00"],
  ["updateDate", 1, "2021-01-01T00:00:00"],
  ["sortOrder", 1, 3],
  ["children", 1, 2],
  ["children", 2, 0],
  ["words", 1, 3 + 4 + 3 + 3 + 1],
  ["words", 2, 0],
  ["images", 1, 1],
  ["elements", 1, 1],
  ["files", 12, ["/media/b/y.pdf"]],
  ["files", 1, []],
  ["decision", 1, undefined],
  ["property:number", 1, 12],
  ["property:tags", 1, ["a b", "c"]],
  ["property:apiKey", 1, "s3cret"],
  ["property:nothing", 1, undefined],
  [
    "editors",
    1,
    [
      ...["Umbraco.TextBox", "Umbraco.TinyMCE", "Umbraco.BlockList"],
      ...["Umbraco.MultiNodeTreePicker", "Umbraco.Tags", "Umbraco.Integer"],
    ],
  ],
];

const OF_REFERENCES: FieldRow[] = [
  ["references", 1, 3],
  ["referencedBy", 2, 1],
  ["referencedBy", 11, 1],
  ["deadReferences", 1, 1],
];

describe.each([
  ["of the node", READ_ALONE],
  ["that need the references of the site", OF_REFERENCES],
])("node fields: %s", (_, fields) => {
  const rowsById = once(async () => {
    const names = [...new Set(fields.map(([name]) => name))];
    const args = ["find", "--data", dataDirectory(DATA), "--fields", ["id", ...names].join(), "--quiet"];
    const { stdout, stderr } = await run([...args, "--format", "json"]);
    expect(stderr).toBe("");
    const found: (Record<string, unknown> & { id: number })[] = JSON.parse(stdout);
    return new Map(found.map((row) => [row.id, row]));
  });

  it.each(fields)("%s of %d", async (name, id, value) => {
    expect((await rowsById()).get(id)?.[name]).toEqual(value);
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

/** The fields of `find --fields`: values, counts compared with an oracle, and csv. */
import { describe, expect, it } from "vitest";
import { once } from "../../src/site/once.ts";
import { expectCountedByHand } from "../analysis/count-by-hand.ts";
import { run } from "../support/program.ts";
import { keyOf, nodeOf, propertiesOf, udiOf } from "../support/site.ts";
import { blocksOf13 } from "../support/stored-blocks.ts";
import { dataDirectory } from "../support/temporary.ts";

it("node fields: words and references of the sample equal the oracle's counts", async () => {
  await expectCountedByHand(["--sample"]);
});

const BODY = `<p>two&nbsp;<b>w</b>ords</p><p>one</p><img src="/media/a/x.jpg" data-udi="${udiOf("media", 11)}"><a href="/{localLink:${udiOf("document", 77)}}">gone</a>`;
const HOME = {
  ...{ type: "home", url: "/", template: "home", sortOrder: 3 },
  ...{ createDate: "2020-01-01T00:00:00", updateDate: "2021-01-01T00:00:00" },
  properties: propertiesOf({
    title: ["Umbraco.TextBox", "Three – words here"],
    body: ["Umbraco.TinyMCE", BODY],
    blocks: [
      "Umbraco.BlockList",
      blocksOf13("BlockList", [{ type: 90, id: 90, values: { text: "in a block" } }]),
    ],
    picked: [
      "Umbraco.MultiNodeTreePicker",
      [udiOf("document", 2), udiOf("document", 2), udiOf("media", 12)].join(","),
    ],
    tags: ["Umbraco.Tags", ["a b", "c"]],
    number: ["Umbraco.Integer", 12],
    apiKey: ["Umbraco.TextBox", "s3cret"],
  }),
};
const page = (id: number, name: string) => ({ ...nodeOf(id, name), properties: {} });
const DATA = {
  "content.json": [
    {
      ...nodeOf(1, "Home, sweet", [{ ...page(2, "Child"), url: "/child/" }, page(3, "=1+1")]),
      ...HOME,
    },
  ],
  "media.json": [
    { ...page(11, "X"), type: "Image", url: "/media/a/x.jpg" },
    { ...page(12, "Y"), type: "File", url: "/media/b/y.pdf" },
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

/** Labels of blocks and of columns, and the order of lists, in a folder for uSync 17. */
import { describe, expect, it } from "vitest";
import { labelIn17 } from "../../src/usync17/labels.ts";
import { dataType, KEY, node, type, usyncFolder, written } from "./written.ts";

it.each([
  ["Card", "Card"],
  ["{{title}}", "{umbValue: title}"],
  ["Card: {{ title }} ({{year}})", "Card: {umbValue: title} ({umbValue: year})"],
  ["{{page | ncNodeName}}", "{umbContentName: page}"],
  ["{{text | ncRichText}}", "{umbValue: text | stripHtml}"],
  ["{{text | truncate:true:36}}", "{umbValue: text | truncate:36}"],
  ["{{text|truncate:false:36}}", "{umbValue: text | truncate:36}"],
  ["{{text | limitTo:40}}", "{umbValue: text | truncate:40}"],
  ["({{text | ncRichText | truncate:true:36}})", "({umbValue: text | stripHtml | truncate:36})"],
  ["{{$settings.theme}}", `\${$settings.theme}`],
  // Of 17 already.
  [`{umbValue: text | stripHtml} \${$settings.hide}`, `{umbValue: text | stripHtml} \${$settings.hide}`],
  // Without a form in 17.
  ["{{link[0].name}}", undefined],
  ["{{title || name}}", undefined],
  ["{{$index}}: {{title}}", undefined],
  ["{{date | date:'yyyy'}}", undefined],
  ["{{text | ncRichText | ncNodeName}}", undefined],
  ["{{$settings.theme | limitTo:4}}", undefined],
  ["{{}}", undefined],
  ["{{title", undefined],
])("labelIn17 of %s is %s", (label, in17) => {
  expect(labelIn17(label)).toBe(in17);
});

/** Writes a site of a version with a data type, and returns its configuration and what is lost of it. */
async function writtenDataType(version: number, editor: string, config: object) {
  const { config: read, of } = await written(
    usyncFolder(
      {
        "DataTypes/own": dataType(20, "Own", editor, config),
        "ContentTypes/card": type(31, "card", { isElement: true }),
        "ContentTypes/page": type(30, "page"),
        "Content/home": node(1, "page"),
      },
      version,
    ),
  );
  return { config: read("own"), lost: of("setting-dropped").map(({ name, text }) => [name, text]) };
}

describe.each([
  ["converted", 13],
  ["kept", 14],
])("usync: labels of a data type that is %s", (_, version) => {
  it("are those of 17, and one that has no form there is left out, with a line", async () => {
    const blocks = ["{{title}}", "{{title || name}}", "Card"].map((label) => ({
      contentElementTypeKey: KEY(31),
      label,
    }));
    const { config, lost } = await writtenDataType(version, "Umbraco.BlockList", { blocks });
    expect(config.blocks.map(({ label }: { label: string }) => label)).toEqual([
      "{umbValue: title}",
      undefined,
      "Card",
    ]);
    expect(lost).toEqual([
      [
        "Own",
        'the label of a block "{{title || name}}" has no form in 17, and is left out; set them by hand if they are needed',
      ],
    ]);
  });

  it("in columns are those of 17, too", async () => {
    const column = (alias: string, nameTemplate?: string) => ({
      alias,
      header: alias,
      isSystem: false,
      nameTemplate,
    });
    const { config, lost } = await writtenDataType(version, "Umbraco.ListView", {
      includeProperties: [
        column("price", "{{value}} kr"),
        column("page", "{{value.name}}"),
        column("updateDate"),
      ],
    });
    expect(
      config.includeProperties.map(({ nameTemplate }: { nameTemplate?: string }) => nameTemplate),
    ).toEqual(["{umbValue: value} kr", undefined, undefined]);
    expect(lost.map(([, text]) => text.replace(/;.*/, ""))).toEqual([
      'the template of a column "{{value.name}}" has no form in 17, and is left out',
    ]);
  });

  it("of a list without columns are those that 17 chooses", async () => {
    const { config, lost } = await writtenDataType(version, "Umbraco.ListView", { orderBy: "updateDate" });
    expect([config.orderBy, lost]).toEqual(["updateDate", []]);
  });

  it.each<[stored: string | undefined, columns: string[], orderBy: string, line?: string]>([
    ["SortOrder", ["updateDate", "sortOrder"], "sortOrder"],
    ["VersionDate", ["sortOrder", "updateDate"], "updateDate"],
    ["UpdateDate", ["updateDate"], "updateDate"],
    ["Name", ["updateDate"], "name"],
    ["price", ["price"], "price"],
    ["Owner", ["creator"], "creator"],
    ["SortOrder", ["price"], "price", "the list is ordered by price, since it has no column SortOrder"],
    [
      "published",
      ["price", "sortOrder"],
      "price",
      "the list is ordered by price, since it has no column published",
    ],
    [undefined, ["updateDate"], "updateDate"],
    [undefined, ["price"], "price"],
  ])("of order %s with the columns %j is %s", async (stored, columns, orderBy, line) => {
    const { config, lost } = await writtenDataType(version, "Umbraco.ListView", {
      orderBy: stored,
      includeProperties: columns.map((alias) => ({ alias, header: alias, isSystem: true })),
    });
    expect(config.orderBy).toBe(orderBy);
    expect(lost.map(([, text]) => text.replace(/;.*/, ""))).toEqual(line === undefined ? [] : [line]);
  });
});

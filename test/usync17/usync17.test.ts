/** `usync`: a folder that uSync imports into Umbraco 17. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { fixture } from "../support/repository.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { roundTrip } from "./round-trip.ts";
import { validateFolder } from "./validate-folder.ts";

const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).toSorted() : []);

/** Writes a folder, and returns readers of its files. */
async function written(args: readonly string[], out = join(temporaryDirectory(), "v17")) {
  const { status, stdout, stderr } = await run(["usync", ...args, "--out", out]);
  return {
    ...{ out, status, stdout, stderr },
    text: (name: string) => readFileSync(join(out, name), "utf8"),
    names: (section: string) => filesIn(join(out, section)),
  };
}

/** What an import of a folder would refuse, lose or hide. */
function faults(folder: string): string[] {
  const found: string[] = [];
  validateFolder(folder, (_, name, text) => found.push(`${name}: ${text}`));
  return found;
}

describe("usync: the folder", () => {
  it.each([
    "usync/cultures",
    "usync/types",
    "usync/values",
    "usync/version-7",
    "usync/importer",
    "umbraco-config/site",
    "umbraco-config/old",
  ])("of %s is read again with the same decoded lines, but for what the report names", async (name) => {
    const { differences, nodes } = await roundTrip(["--data", fixture(name)]);
    expect(differences).toEqual([]);
    expect(nodes).toBeGreaterThan(0);
  });

  it("of the sample is read again with the same decoded lines", async () => {
    const { differences, nodes, equal } = await roundTrip(["--sample"]);
    expect(differences).toEqual([]);
    expect(equal).toBe(nodes);
  });

  it("has the byte order mark, the elements and the layout of uSync's own files", async () => {
    const { text } = await written(["--data", fixture("usync/cultures")]);
    expect(text("usync.config")).toMatch(
      /^\uFEFF<\?xml version="1.0" encoding="utf-8"\?>\n<!-- [^-]+ -->\n<uSync version="17\.3\.0\.0" format="10\.7\.0" \/>$/,
    );
    expect(text("Languages/en-us.config")).toMatch(
      /^\uFEFF<\?xml version="1.0" encoding="utf-8"\?>\n<Language Key="[0-9a-f-]{36}" Alias="en-US" Level="0">\n {2}<Name>/,
    );
    expect(text("Languages/en-us.config")).not.toMatch(/\r|\n$/);
  });

  it("is the same each time", async () => {
    const [one, two] = [await written(["--sample"]), await written(["--sample"])];
    for (const section of ["Content", "Media", "ContentTypes", "DataTypes"]) {
      expect(one.names(section)).toEqual(two.names(section));
      for (const name of one.names(section))
        expect(one.text(`${section}/${name}`)).toBe(two.text(`${section}/${name}`));
    }
  });

  it("replaces one that the command wrote, and no other", async () => {
    const { out, names } = await written(["--sample"]);
    expect(names("Content").length).toBeGreaterThan(1);
    const again = await written(["--data", fixture("usync/cultures")], out);
    expect(again.status).toBe(0);
    const other = dataDirectory({ "v17/usync.config": "<uSync version='17.3.0' />" });
    const refused = await written(["--sample"], join(other, "v17"));
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("holds usync.config, and no folder that this command wrote");
  });
});

describe("usync: options", () => {
  it("--types-only writes languages, data types, templates and types alone", async () => {
    const { out, names } = await written(["--sample", "--types-only"]);
    expect(filesIn(out)).toEqual([
      "ContentTypes",
      "DataTypes",
      "Languages",
      "MediaTypes",
      "Templates",
      "usync.config",
    ]);
    expect(names("ContentTypes").length).toBeGreaterThan(1);
  });

  it("--files copies media files to media/ beside the folder, and reports missing files", async () => {
    const { out, stdout } = await written(["--sample", "--files"]);
    expect(stdout).toMatch(/^\d+ media files, /m);
    const media = join(out, "..", "media");
    expect(readdirSync(media, { recursive: true }).length).toBeGreaterThan(1);
    // Umbraco reads the facts of a file that is there anew.
    const facts = ({ text, names }: Awaited<ReturnType<typeof written>>) =>
      names("Media").filter((name) => text(`Media/${name}`).includes("<umbracoWidth>")).length;
    expect(facts(await written(["--sample", "--files"]))).toBeLessThan(facts(await written(["--sample"])));
  });

  it("has a view without content for each template, beside the folder, and keeps views that are there", async () => {
    const { out, names } = await written(["--sample"]);
    const views = join(out, "..", "Views");
    expect(readdirSync(views).length).toBe(names("Templates").length);
    const view = join(views, "article.cshtml");
    expect(readFileSync(view, "utf8")).toContain("@inherits Umbraco.Cms.Web.Common.Views.UmbracoViewPage");
    writeFileSync(view, "mine");
    await written(["--sample"], out);
    expect(readFileSync(view, "utf8")).toBe("mine");
  });

  it("--include-unpublished writes drafts, which the folder else lacks", async () => {
    const drafts = ({ text, names }: Awaited<ReturnType<typeof written>>) =>
      names("Content").filter((name) => text(`Content/${name}`).includes('<Published Default="false"'));
    const args = ["--data", fixture("usync/which-nodes")];
    const [without, withDrafts] = [await written(args), await written([...args, "--include-unpublished"])];
    expect(drafts(without)).toEqual([]);
    expect(drafts(withDrafts)).not.toEqual([]);
  });

  it("reports how much of a part of the site is not carried over", async () => {
    const { out } = await written(["--data", fixture("usync/which-nodes")]);
    const lines = readLines(join(out, "..", "report.ndjson"));
    const parts = lines.filter(({ kind }) => kind === "site");
    expect(parts.map(({ problem, text }) => [problem, text])).toEqual([
      [
        "not-carried-over",
        "the old site has nodes in the recycle bin (2); set it up by hand if it is needed",
      ],
      ["not-carried-over", "the old site has files in Blueprints (1); set it up by hand if it is needed"],
    ]);
  });

  it("--fail-on exits with 1 if the report has such lines", async () => {
    const { status, stderr } = await written(["--sample", "--fail-on", "assumed"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/error: the report has \d+ assumed/);
  });

  it.each([
    [["--kind", "media"], "unknown option '--kind'"],
    [["--map-stub"], "--out and --map-stub cannot be used together"],
    [["--map-stub", "--format", "json"], "cannot be used together"],
  ])("%j is refused: %s", async (args, text) => {
    const { status, stderr } = await run([
      "usync",
      "--sample",
      ...args,
      "--out",
      join(temporaryDirectory(), "v17"),
    ]);
    expect(status).toBe(2);
    expect(stderr).toContain(text);
  });
});

it("usync that stops while it replaces files leaves a folder that is not read, until a run completes it", async () => {
  const above = dataDirectory({ "report.ndjson/in-the-way": "" });
  const out = join(above, "v17");
  const again = () => run(["usync", "--sample", "--out", out, "--quiet"]);
  expect(await again()).toMatchObject({ status: 5, stdout: "" });
  expect(await run(["content", "--data", out])).toMatchObject({
    status: 6,
    stdout: "",
    stderr: `error: ${out} holds only parts of a uSync folder: migrations usync stopped while it replaced it; run it again\n`,
  });
  rmSync(join(above, "report.ndjson"), { recursive: true });
  expect((await again()).status).toBe(0);
  expect((await run(["content", "--data", out])).status).toBe(0);
  expect(existsSync(join(out, ".pull"))).toBe(false);
});

describe("usync --map", () => {
  const stub = async () => (await run(["usync", "--sample", "--map-stub"])).stdout;
  const mapped = (text: string) => {
    const path = join(dataDirectory({ "map.csv": text }), "map.csv");
    return written(["--sample", "--map", path]);
  };

  it("--map-stub prints a map that changes nothing", async () => {
    const [one, two] = [await written(["--sample"]), await mapped(await stub())];
    expect(two.status).toBe(0);
    for (const section of ["Content", "ContentTypes", "DataTypes"]) {
      expect(two.names(section)).toEqual(one.names(section));
      for (const name of one.names(section))
        expect(two.text(`${section}/${name}`)).toBe(one.text(`${section}/${name}`));
    }
  });

  it("leaves out a type with its nodes and what lies below them, and reports that", async () => {
    const [one, two] = [
      await written(["--sample"]),
      await mapped("kind,name,becomes\ncontent-type,article,drop\n"),
    ];
    expect(two.names("ContentTypes")).not.toContain("article.config");
    expect(two.names("Content").length).toBeLessThan(one.names("Content").length);
    expect(readFileSync(join(two.out, "..", "report.ndjson"), "utf8")).toContain("the map leaves it out");
  });

  it("gives a type another alias, everywhere", async () => {
    const { text, names } = await mapped("kind,name,becomes\ncontent-type,article,newsPage\n");
    expect(text("ContentTypes/newspage.config")).toContain('Alias="newsPage"');
    for (const section of ["Content", "ContentTypes"])
      for (const name of names(section))
        expect(text(`${section}/${name}`)).not.toMatch(/<(?:ContentType|Composition)[^>]*>article</);
  });

  it("leaves out a data type with the properties that have it", async () => {
    const { text, names } = await mapped("kind,name,becomes\ndata-type,TinyMCE,drop\n");
    expect(names("DataTypes")).not.toContain("tinymce.config");
    for (const name of names("ContentTypes"))
      expect(text(`ContentTypes/${name}`)).not.toContain("<Type>Umbraco.RichText<");
  });

  it("gives a data type another editor, and values its form", async () => {
    const { text } = await mapped("kind,name,becomes\ndata-type,TextBox,Umbraco.TextArea\n");
    expect(text("DataTypes/textbox.config")).toContain("<EditorAlias>Umbraco.TextArea<");
  });

  it.each([
    [
      "semicolons, as spreadsheets write in some languages",
      "Kind;Name;Becomes\r\ncontent-type;article;newsPage\r\n",
    ],
    ["semicolons, declared by a line sep=;", "sep=;\nkind;name;becomes\ncontent-type;article;newsPage\n"],
    [
      "tabs, and the columns in another order",
      "becomes\tmine\tkind\tname\nnewsPage\t\tcontent-type\tarticle\n",
    ],
    [
      "a byte-order mark, quotes and an empty line",
      '\ufeff"kind","name","becomes"\n\n"content-type","article","newsPage"\n',
    ],
  ])("reads %s", async (_, text) => {
    expect((await mapped(text)).names("ContentTypes")).toContain("newspage.config");
  });

  it.each([
    ["", "is empty"],
    ["\n;;\n", "is empty"],
    ["kind,name,becomes,Becomes\n", ":1: names the column becomes twice"],
    ["kind,name,becomes\ncontent-type,a,b,c\n", ":2: has 4 cells, and the first row has 3"],
    ["kind,name,becomes\ncontent-type,,drop\n", ":2: has no name"],
    ["sep=;\nkind;name;becomes\npage;x;drop\n", ":3: kind must be data-type"],
    ["a,b\n", "the first row must name the columns"],
    ["kind,name,becomes\npage,x,drop\n", ":2: kind must be data-type"],
    ["kind,name,becomes\ndata-type,x,Umbraco.Foo\n", ":2: becomes must be drop or an editor"],
    ["kind,name,becomes\ncontent-type,x,a b\n", ":2: becomes must be drop or an alias"],
    ["kind,name,becomes\ncontent-type,x,a\ncontent-type,X,b\n", ":3: content-type X has a row already"],
  ])("refuses %j: %s", async (text, message) => {
    const { status, stderr } = await mapped(text);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  it("reports rows that name nothing of the site", async () => {
    const { out } = await mapped("kind,name,becomes\ncontent-type,nothing,drop\n");
    expect(readFileSync(join(out, "..", "report.ndjson"), "utf8")).toContain("content-type nothing");
  });
});

describe("usync: values of old editors", () => {
  const KEY = (number: number) => `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
  const node = (properties: Record<string, { editorAlias: string; value: unknown }>) =>
    dataDirectory({
      "content.json": [
        { id: 1, key: KEY(1), name: "Home", type: "home", sortOrder: 0, properties, children: [] },
      ],
    });
  const rte = (value: string) => ({ value, editor: { alias: "rte", view: "rte" } });
  const grid = {
    name: "1 column layout",
    sections: [
      {
        grid: 12,
        rows: [
          {
            name: "Article",
            areas: [
              { grid: 4, controls: [rte("<p>Left words</p>")] },
              { grid: 8, controls: [{ value: "A headline", editor: { alias: "headline" } }] },
            ],
          },
          { name: "Empty", areas: [] },
        ],
      },
    ],
  };
  const archetype = {
    fieldsets: [{ alias: "person", id: KEY(7), properties: [{ alias: "name", value: "Solveig" }] }],
  };

  const cases: [string, string, unknown, string, string[]][] = [
    [
      "a grid",
      "Umbraco.Grid",
      grid,
      "Umbraco.BlockGrid",
      ["gridheadline", "gridrowarticle4-8", "gridrowempty", "gridrte"],
    ],
    ["an Archetype", "Imulus.Archetype", archetype, "Umbraco.BlockList", ["archetypeperson"]],
    [
      "a macro in rich text",
      "Umbraco.TinyMCEv3",
      '<p>Before</p><?UMBRACO_MACRO macroAlias="Gallery" folder="words of it" /><p>After</p>',
      "Umbraco.RichText",
      ["macrogallery"],
    ],
  ];
  it.each(cases)(
    "%s becomes blocks of types that are made, with all words",
    async (_, editorAlias, value, editor, types) => {
      const data = node({ body: { editorAlias, value } });
      const { text, names, out } = await written(["--data", data]);
      expect(names("ContentTypes").filter((name) => name !== "home.config")).toEqual(
        types.map((name) => `${name.replaceAll("-", "")}.config`),
      );
      expect(text("ContentTypes/home.config")).toContain(`<Type>${editor}<`);
      expect(faults(out)).toEqual([]);
      const report = readLines(join(out, "..", "report.ndjson"));
      expect(report.filter(({ problem }) => problem === "not-encoded")).toEqual([]);
      const words = (content: unknown) =>
        JSON.stringify(content).match(/Left words|A headline|Solveig|Before|After|words of it/g);
      expect(words(text("Content/home.config"))?.toSorted()).toEqual(words(value)?.toSorted());
    },
  );

  it.each([
    ["rich text", "Umbraco.TinyMCEv3", '<p>Text</p><?UMBRACO_MACRO macroAlias="Gallery" folder="x" />'],
    [
      "a grid",
      "Umbraco.Grid",
      {
        name: "1",
        sections: [
          {
            grid: 12,
            rows: [
              {
                name: "Row",
                areas: [
                  {
                    grid: 12,
                    controls: [
                      {
                        value: { macroAlias: "Gallery", macroParamsDictionary: { folder: "x" } },
                        editor: { alias: "macro", view: "macro" },
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  ])("a macro in %s is reported: its block needs a view", async (_, editorAlias, value) => {
    const { out } = await written(["--data", node({ body: { editorAlias, value } })]);
    const report = readLines(join(out, "..", "report.ndjson"));
    expect(report.filter(({ problem }) => problem === "macro")).toEqual([
      expect.objectContaining({ property: "body", text: expect.stringContaining('"Gallery"') }),
    ]);
  });

  it("the options of a list whose data type the data lacks are its values", async () => {
    const data = dataDirectory({
      "content.json": [["Red"], ["Blue", "Red"]].map((value, index) => ({
        ...{ id: index + 1, key: KEY(index + 1), name: `Page ${index}`, type: "page", sortOrder: index },
        ...{ properties: { colour: { editorAlias: "Umbraco.CheckBoxList", value } }, children: [] },
      })),
    });
    const { text, out } = await written(["--data", data]);
    expect(text("DataTypes/checkboxlist.config")).toMatch(/"items": \[\s*"Red",\s*"Blue"\s*\]/);
    expect(faults(out)).toEqual([]);
  });

  it("a macro keeps its place in the text", async () => {
    const value = '<p>Before</p><?UMBRACO_MACRO macroAlias="Gallery" /><p>After</p>';
    const { text } = await written(["--data", node({ body: { editorAlias: "Umbraco.TinyMCEv3", value } })]);
    const [, json = ""] = /<body>\s*<Value><!\[CDATA\[(.*?)\]\]>/s.exec(text("Content/home.config")) ?? [];
    const { markup, blocks } = JSON.parse(json);
    const [{ key }] = blocks.contentData;
    expect(markup).toBe(`<p>Before</p><umb-rte-block data-content-key="${key}"></umb-rte-block><p>After</p>`);
    expect(blocks.Layout).toEqual({
      "Umbraco.RichText": [{ contentKey: key, contentUdi: null, settingsKey: null, settingsUdi: null }],
    });
    expect(blocks.expose).toEqual([{ contentKey: key, culture: null, segment: null }]);
  });
});

describe("usync: Vorto", () => {
  const KEY = (number: number) => `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
  const language = (iso: string, isDefault: boolean, key: number) =>
    `<Language Key="${KEY(key)}" Alias="${iso}"><Name>${iso}</Name><IsoCode>${iso}</IsoCode><IsDefault>${isDefault}</IsDefault></Language>`;
  const dataType = (key: number, name: string, editor: string, config: object) =>
    `<DataType Key="${KEY(key)}" Alias="${name}"><Info><Name>${name}</Name><EditorAlias>${editor}</EditorAlias></Info>
      <Config><![CDATA[${JSON.stringify(config)}]]></Config></DataType>`;
  const property = (key: number, alias: string, type: number, editor: string) =>
    `<GenericProperty><Key>${KEY(key)}</Key><Name>${alias}</Name><Alias>${alias}</Alias><Definition>${KEY(type)}</Definition><Type>${editor}</Type></GenericProperty>`;
  const value = { values: { "da-DK": "Overskrift", "en-US": "Headline" }, dtdGuid: KEY(21) };
  const data = () =>
    dataDirectory({
      "v8/Languages/da.config": language("da-DK", false, 11),
      "v8/Languages/en.config": language("en-US", true, 12),
      "v8/DataTypes/text.config": dataType(20, "Text", "Umbraco.TextBox", {}),
      "v8/DataTypes/vorto.config": dataType(21, "Text by language", "Our.Umbraco.Vorto", {
        dataType: { guid: KEY(20), propertyEditorAlias: "Umbraco.TextBox" },
      }),
      "v8/ContentTypes/page.config": `<ContentType Key="${KEY(30)}" Alias="page"><Info><Name>Page</Name></Info>
        <GenericProperties>${property(31, "title", 21, "Our.Umbraco.Vorto")}${property(32, "year", 20, "Umbraco.TextBox")}</GenericProperties></ContentType>`,
      "v8/Content/home.config": `<Content Key="${KEY(1)}" Alias="Home" Level="1"><Info><Parent Key="00000000-0000-0000-0000-000000000000" />
        <ContentType>page</ContentType><NodeName Default="Home" /><SortOrder>0</SortOrder><Published Default="true" /></Info>
        <Properties><title><Value><![CDATA[${JSON.stringify(value)}]]></Value></title><year><Value>2019</Value></year></Properties></Content>`,
    });

  it("becomes a property that varies by language, of the data type that it wraps", async () => {
    const { text, names } = await written(["--data", data()]);
    const type = text("ContentTypes/page.config");
    expect(type).toMatch(/<Alias>title<\/Alias>\s*<Definition>00000020-.*\s*<Type>Umbraco.TextBox</);
    expect(type.match(/<Variations>Culture</g)).toHaveLength(2);
    expect(names("DataTypes")).toEqual(["text.config"]);
    const page = text("Content/home.config");
    for (const part of [
      '<Name Culture="da-DK">Home<',
      '<Value Culture="en-US"><![CDATA[Headline]]>',
      '<Value Culture="da-DK"><![CDATA[Overskrift]]>',
      "<Value><![CDATA[2019]]>",
    ])
      expect(page).toContain(part);
  });

  it("is read again with the same decoded lines", async () => {
    const { differences, invalid } = await roundTrip(["--data", data()]);
    expect(differences).toEqual([]);
    expect(invalid).toEqual([]);
  });
});

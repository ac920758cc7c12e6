/** The report of a folder for uSync, for the person who imports. */
import { describe, expect, it } from "vitest";
import { version7Tables, writeBacpac } from "../formats/bacpac/write-bacpac.ts";
import { SiteDatabase } from "../formats/database/site-database.ts";
import { dataDirectory } from "../support/temporary.ts";
import { dataType, KEY, language, node, property, type, UDI, usyncFolder, written } from "./written.ts";

const page = (id: number, name: string, more: object = {}) => ({
  ...{ id, key: KEY(id), name, type: "page", sortOrder: id, properties: {}, children: [], ...more },
});
const json = (...pages: object[]) => written(dataDirectory({ "content.json": JSON.stringify(pages) }));

describe("usync: lines of the report", () => {
  it("name the node, its path and its value, say what happens in a sentence without JSON, and what to do", async () => {
    const picker = { editorAlias: "Umbraco.MultiNodeTreePicker", value: `umb://document/${"9".repeat(32)}` };
    const links = { editorAlias: "Umbraco.ColorPicker", value: '{"what":"is this?"}' };
    const { of, report } = await json(
      page(1, "Home", { children: [page(2, "News", { properties: { picked: picker, colour: links } })] }),
    );
    expect(of("dead-reference")).toEqual([
      {
        ...{
          kind: "content",
          id: KEY(2),
          name: "News",
          path: "/Home/News",
          language: null,
          property: "picked",
        },
        ...{ pointer: "", problem: "dead-reference" },
        text: `refers with "umb://document/${"9".repeat(32)}" to a node that is missing or not published; pick another node after the import`,
      },
    ]);
    for (const { text } of report) {
      expect(text).not.toMatch(/[[{]/);
      expect(text).toMatch(/^[^;]+; .+/);
    }
  });

  it("are counted by cause in the summary, all of them", async () => {
    const { report, stderr } = await json(
      page(1, "Home", { properties: { a: { editorAlias: null, value: "x" } } }),
    );
    const counts = [...stderr.matchAll(/ \((\d+) lines?\)$/gm)].map(([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(report.length);
    expect(stderr).toContain(
      "properties of written types have no editor in the data: their values decide (1 line)",
    );
  });
});

describe("usync: names", () => {
  it("that siblings share get a number, as Umbraco gives it, with a line", async () => {
    const { of, text } = await json(page(1, "Images"), page(2, "images"), page(3, "Images (1)"));
    expect(of("renamed").map(({ name, text: line }) => [name, line])).toEqual([
      [
        "images (1)",
        'is called "images (1)", since a sibling has its name; change code that has the old one',
      ],
      ["Images (1) (1)", expect.stringContaining("since a sibling has its name")],
    ]);
    expect(text("Content/images-1")).toContain('Alias="images (1)"');
  });

  it("that are empty or longer than 255 characters are changed, with a line", async () => {
    const { of } = await json(page(1, " "), page(2, "x".repeat(300)));
    expect(of("renamed").map(({ text }) => text)).toEqual([
      'is called "page 00000001", since it has no name; change code that has the old one',
      expect.stringMatching(/^is called "x+…", since more than 255 characters do not fit; /),
    ]);
  });
});

describe("usync: lines about the site", () => {
  it("name all that is left behind, and nothing that arrives by itself", async () => {
    const site = new SiteDatabase();
    site.type("page");
    const [master, template] = ["master", "page"].map((alias) => site.template(alias));
    const home = site.page("page", { name: "Home", template });
    site.versions("page", { parent: home, text: "Draft" }, false, {
      name: "Draft",
      current: true,
      published: false,
    });
    site.run(`
      update umbracoDocument set edited = 1 where nodeId = ${home};
      update umbracoNode set parentId = ${master} where id = ${template};
      insert into cmsDocumentType values ((select nodeId from cmsContentType where alias = 'page'), ${template}, 1);
      create table cmsTags (id INTEGER PRIMARY KEY); insert into cmsTags values (1);
      create table umbracoRelationType (id INTEGER PRIMARY KEY, alias TEXT NOT NULL);
      insert into umbracoRelationType values (1, 'umbMedia'), (2, 'relateDocumentOnCopy');
      create table umbracoRelation (id INTEGER PRIMARY KEY, relType INTEGER NOT NULL);
      insert into umbracoRelation (relType) values (1), (1), (2);
      create table umbracoRedirectUrl (contentKey TEXT NOT NULL, createDateUtc TEXT, url TEXT, culture TEXT);
      insert into umbracoRedirectUrl select uniqueId, '2024-01-01', '/old', '' from umbracoNode where id = ${home};`);
    const path = site.write();
    const lines = async (more: readonly string[] = []) =>
      (await written(path, more)).of("not-carried-over").map(({ kind, name, text }) => [kind, name, text]);
    const advice = "set it up by hand if it is needed";
    const always = [
      ["site", "relations", `the old site has relations (1); ${advice}`],
      [
        "site",
        "redirects",
        `the old site has redirects (1), which migrations redirects writes for web servers; ${advice}`,
      ],
      [
        "site",
        "newer drafts of published pages",
        `the old site has newer drafts of published pages (1): what is published is written; ${advice}`,
      ],
    ];
    const unpublished = `the old site has unpublished pages (1): --include-unpublished writes drafts, too; ${advice}`;
    const view = ["template", "page", `its view has no layout; its master was master; ${advice}`];
    expect(await lines()).toEqual([...always, ["site", "unpublished pages", unpublished], view]);
    expect(await lines(["--include-unpublished"])).toEqual([...always, view]);
  });

  it("name no option for unpublished pages of version 7, which cannot be read", async () => {
    const page = (id: number, name: string) =>
      `<page id="${id}" key="${KEY(id)}" sortOrder="0" nodeName="${name}" isDoc=""/>`;
    const config = `<root id="-1">${page(1050, "Home")}${page(1051, "Draft")}</root>`;
    const { of } = await written(writeBacpac(version7Tables(config, { drafts: [1051] })));
    expect(of("not-carried-over").map(({ text }) => text)).toContain(
      "the old site has unpublished pages (1); set it up by hand if it is needed",
    );
  });

  it("name editors that a site of 14 or later has and Umbraco 17 has not", async () => {
    const { of, text } = await written(
      usyncFolder(
        {
          ...Object.fromEntries(
            ["Umbraco.MediaPicker", "Umbraco.Plain.String", "Umbraco.TextBox", "Some.Editor"].map(
              (editor, i) => [
                `DataTypes/d${i}`,
                dataType(20 + i, `d${i}`, editor, { umbMigrationV14: true }),
              ],
            ),
          ),
          "ContentTypes/page": type(30, "page"),
          "Content/home": node(1, "page"),
        },
        14,
      ),
    );
    expect(of("editor-unknown").map(({ name, text: line }) => [name, line.replace(/;.*/, "")])).toEqual([
      ["d0", "Umbraco.MediaPicker is kept: Umbraco 17 does not have it"],
      ["d3", "Some.Editor is kept: its package is needed"],
    ]);
    expect(of("setting-dropped")).toEqual([]);
    expect(text("DataTypes/d0")).toContain('"umbMigrationV14": true');
  });
});

it("usync: values of settings that version 7 has apart are no options of editors without a list", async () => {
  const dataType7 = (
    key: number,
    name: string,
    editor: string,
    ...values: [alias: string, value: string][]
  ) =>
    `<DataType Name="${name}" Key="${KEY(key)}" Id="${editor}" DatabaseType="Nvarchar"><PreValues>${values.map(([alias, value], i) => `<PreValue Id="${key * 10 + i}" SortOrder="${i}" Alias="${alias}" Value="${value}"/>`).join("")}</PreValues></DataType>`;
  const { of, text } = await written(
    dataDirectory({
      "data/DataType/tags.config": dataType7(20, "tags", "Umbraco.Tags", ["group", "news"]),
      "data/DataType/list.config": dataType7(21, "list", "Umbraco.DropDown", ["0", "Red"], ["1", "Blue"]),
      "data/Content/home/content.config": `<page guid="${KEY(1)}" id="1050" nodeName="Home" parentGUID="" nodeTypeAlias="page" published="true"/>`,
    }),
  );
  expect(of("setting-dropped")).toEqual([]);
  expect(text("DataTypes/list")).toMatch(/"items": \[\s*"Red",\s*"Blue"\s*\]/);
});

it("usync: characters that XML cannot hold are left out, with a line for the node", async () => {
  const value = "a\u0007b \ud800 c";
  const { of, text } = await json(
    page(1, "Home", { properties: { body: { editorAlias: "Umbraco.TextBox", value } } }),
  );
  expect(text("Content/home")).toContain("<![CDATA[ab  c]]>");
  expect(of("not-encoded")).toMatchObject([
    {
      name: "Home",
      text: expect.stringContaining("body has characters that XML cannot hold, such as U+0007"),
    },
  ]);
});

it("usync: an alias that makes no XML name is changed, with a line", async () => {
  const { of, text } = await json(
    page(1, "Home", { properties: { "con\ufb01g": { editorAlias: "Umbraco.TextBox", value: "x" } } }),
  );
  expect(text("Content/home")).toContain("<config>");
  expect(of("renamed")).toMatchObject([{ kind: "content-type", name: "page" }]);
});

it("usync: a property that its type inherits, too, is left out, and tabs of one alias are one", async () => {
  const typeWithTabs = (key: number, alias: string, composition = "") =>
    type(key, alias, {
      info: `<Compositions>${composition}</Compositions>`,
      properties: [
        property(key * 10, "title", 9, "Umbraco.TextBox", "<Tab>Seo</Tab>"),
        property(key * 10 + 1, `${alias}Text`, 9, "Umbraco.TextBox", "<Tab>SEO!</Tab>"),
      ],
      more: "<Tabs><Tab><Caption>Seo</Caption></Tab><Tab><Caption>SEO!</Caption></Tab></Tabs>",
    });
  const { of, text } = await written({
    "ContentTypes/base": typeWithTabs(3, "base"),
    "ContentTypes/page": typeWithTabs(4, "page", `<Composition Key="${KEY(3)}">base</Composition>`),
    "Content/home": node(5, "page", { name: "Home", values: { title: "Words" } }),
  });
  expect(of("duplicate-property").map(({ name, text: line }) => [name, line])).toEqual([
    ["page", "title is inherited, too: its own is left out; nothing is to be done"],
  ]);
  const aliases = (name: string) =>
    Array.from(text(`ContentTypes/${name}`).matchAll(/<Alias>(.*?)</g), ([, alias]) => alias);
  expect(aliases("base")).toEqual(["baseText", "title", "seo"]);
  expect(aliases("page")).toEqual(["pageText", "seo"]);
});

it("usync: a language that .NET does not know is reported with what hangs on it", async () => {
  const { of } = await written({
    "Languages/en": language(1, "en-US", true),
    "Languages/tl": language(2, "tl", false),
    "ContentTypes/page": type(3, "page", { info: "<Variations>Culture</Variations>" }),
    "Domains/tl": `<Domain Key="${KEY(4)}" Alias="/tl"><Info><IsWildcard>false</IsWildcard><Language>tl</Language><Root Key="${KEY(5)}">/Home</Root></Info></Domain>`,
    "Content/home": node(5, "page", { name: "Home" })
      .replace(
        '<NodeName Default="Home" />',
        '<NodeName Default="Home"><Name Culture="en-US">Home</Name><Name Culture="tl">Tahanan</Name></NodeName>',
      )
      .replace(
        '<Published Default="true" />',
        '<Published Default="true"><Published Culture="en-US">true</Published><Published Culture="tl">true</Published></Published>',
      ),
  });
  expect(of("not-carried-over")).toMatchObject([
    {
      ...{ kind: "language", name: "tl" },
      text: "is no culture of .NET, as fil is: the import leaves it out with the texts of 1 page and 1 domain; set it up by hand if it is needed",
    },
  ]);
});

it("usync: a link without a title stays without one", async () => {
  const link = (title?: string) => ({
    ...(title && { name: title }),
    udi: UDI("document", 2),
  });
  const value = JSON.stringify([link(), link("Read on")]);
  const { text } = await json(
    page(1, "Home", { properties: { links: { editorAlias: "Umbraco.MultiUrlPicker", value } } }),
    page(2, "News"),
  );
  const home = text("Content/home");
  expect(home.match(/"name": ".*"/g)).toEqual(['"name": "Read on"']);
});

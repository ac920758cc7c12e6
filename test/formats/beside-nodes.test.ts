/** What loaded data says of a site beside its nodes: languages, domains, dictionary, and what is not read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COUNTED_NODES, COUNTED_TABLES } from "../../src/formats/database/site-facts.ts";
import type { DirectorySource } from "../../src/formats/directory-source.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import { connect } from "../mcp/connected.ts";
import { parseLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { ROOT as REPOSITORY } from "../support/repository.ts";
import { appOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";
import { usyncPage } from "../support/usync-files.ts";
import { table, tablesOf, version7Tables, writeBacpac } from "./bacpac/write-bacpac.ts";
import { keyOf, SiteDatabase } from "./database/site-database.ts";

async function factsOf(path: string) {
  const { languages, domains, dictionary, unread } = await loadDirectory(path);
  return { languages, domains: domains?.(), dictionary: dictionary?.(), unread };
}

const GUIDS = ["a", "b", "c"].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`);
const [ROOT, BELOW, ALONE] = GUIDS;

const DICTIONARY = [
  { key: "Alone", id: ALONE, parent: null, translations: {} },
  { key: "Home", id: ROOT, parent: null, translations: { "da-DK": "Hjem", "en-US": "Home" } },
  { key: "Home.Title", id: BELOW, parent: "Home", translations: { "en-US": "Fish & chips" } },
];

const LANGUAGES = [
  { iso: "da-DK", name: "Danish (Denmark)", default: false, mandatory: false, fallback: "en-US" },
  { iso: "en-US", name: "English (United States)", default: true, mandatory: true, fallback: null },
];

/** The only language of a site that says no more of it than its code. */
const ENGLISH = { iso: "en-US", name: "en-US", default: true, mandatory: false, fallback: null };

const DICTIONARY_TABLES = `
  create table cmsDictionary (pk INTEGER PRIMARY KEY, id TEXT NOT NULL, parent TEXT NULL, key TEXT NOT NULL);
  create table cmsLanguageText (pk INTEGER PRIMARY KEY, languageId INTEGER NOT NULL, UniqueId TEXT NOT NULL, value TEXT NOT NULL);
  insert into cmsDictionary (id, parent, key) values
    ('${BELOW.toUpperCase()}', '${ROOT.toUpperCase()}', 'Home.Title'), ('${ROOT.toUpperCase()}', null, 'Home'),
    ('${ALONE.toUpperCase()}', null, 'Alone');
  insert into cmsLanguageText (languageId, UniqueId, value) values
    (1, '${ROOT.toUpperCase()}', 'Home'), (2, '${ROOT.toUpperCase()}', 'Hjem'),
    (1, '${BELOW.toUpperCase()}', 'Fish & chips'), (2, '${BELOW.toUpperCase()}', ''), (99, '${ALONE.toUpperCase()}', 'x');`;

function database(): { site: SiteDatabase; home: number } {
  const site = new SiteDatabase();
  const danish = site.language("da-DK");
  site.type("page");
  const home = site.page("page", { name: "Home" });
  site.domain("example.com", home, 1);
  site.domain(`*${home}`, home, danish);
  site.domain("gone.example.com", 77_777, 1);
  for (const name of ["One", "Two"]) site.bare("member", "page", { text: name });
  site.bare("blueprint", "page", { text: "A blueprint" });
  const trashed = site.bare("content", "page", { text: "In the bin" });
  site.run("update umbracoNode set trashed = 1, parentId = -20 where id = ?", [trashed]);
  site.run(`
    update umbracoLanguage set languageCultureName = 'English (United States)', mandatory = 1 where id = 1;
    update umbracoLanguage set languageCultureName = 'Danish (Denmark)', fallbackLanguageId = 1 where id = 2;
    create table umbracoRelation (id INTEGER PRIMARY KEY, parentId INTEGER);
    insert into umbracoRelation (parentId) values (1), (2), (3), (4);
    create table UFForms (Id INTEGER PRIMARY KEY); insert into UFForms values (1), (2), (3);
    create table UFRecords (Id INTEGER PRIMARY KEY);
    create table icUrlTracker (Id INTEGER PRIMARY KEY, OldUrl TEXT, Is404 INTEGER);
    insert into icUrlTracker (OldUrl) values ('a'), ('b'), ('c'), ('d'), ('e'), ('f');
    create table SkybrudRedirects (Id INTEGER PRIMARY KEY); insert into SkybrudRedirects values (1);
    ${DICTIONARY_TABLES}`);
  return { site, home };
}

const { site: SITE, home: HOME } = database();
const DOMAINS = [
  { domain: "example.com", node: keyOf(HOME), language: "en-US" },
  { domain: `*${HOME}`, node: keyOf(HOME), language: "da-DK" },
];
const UNREAD = [
  { what: "redirects and missing URLs in the table icUrlTracker", count: 6 },
  { what: "relations", count: 4 },
  { what: "Umbraco Forms", count: 3 },
  { what: "members", count: 2 },
  { what: "blueprints", count: 1 },
  { what: "nodes in the recycle bin", count: 1 },
  { what: "redirects in the table SkybrudRedirects", count: 1 },
];

const page = (info: string) => usyncPage({ id: 1, name: "Home" }).replace("<Info>", `<Info>${info}`);

describe("loadDirectory: what a site has beside its nodes", () => {
  it("is read from a database, and from a .bacpac of the same site", async () => {
    const expected = { languages: LANGUAGES, domains: DOMAINS, dictionary: DICTIONARY, unread: UNREAD };
    expect(await factsOf(SITE.write())).toEqual(expected);
    expect(await factsOf(writeBacpac(tablesOf(SITE.database)))).toEqual(expected);
  });

  it("counts newer drafts, and relations that are not made of values; templates have masters", async () => {
    const site = new SiteDatabase();
    site.type("page");
    const [edited, ...others] = ["Edited", "As published", "In the bin", "Unpublished"].map((name) =>
      site.page("page", { name }),
    );
    const [master, home] = ["master", "home"].map((alias) => site.template(alias));
    site.run(`
      update umbracoDocument set edited = 1 where nodeId in (${edited}, ${others[1]}, ${others[2]});
      update umbracoNode set trashed = 1, parentId = -20 where id = ${others[1]};
      update umbracoDocument set published = 0 where nodeId = ${others[2]};
      update umbracoNode set parentId = ${master} where id = ${home};
      create table umbracoRelationType (id INTEGER PRIMARY KEY, alias TEXT NOT NULL);
      insert into umbracoRelationType values (1, 'relateDocumentOnCopy'), (2, 'umbMedia'), (3, 'umbDocument'),
        (4, 'relateParentDocumentOnDelete'), (5, 'mine');
      create table umbracoRelation (id INTEGER PRIMARY KEY, relType INTEGER NOT NULL);
      insert into umbracoRelation (relType) values (1), (2), (2), (3), (4), (5), (5);`);
    for (const path of [site.write(), writeBacpac(tablesOf(site.database))])
      expect(await loadDirectory(path)).toMatchObject({
        ...{ newerDrafts: 1, ownRelations: 3, templateMasters: new Map([["home", "master"]]) },
        unread: expect.arrayContaining([{ what: "relations", count: 7 }]),
      });
  });

  it.each([
    [
      "v13/Templates",
      '<Template Key="1" Alias="home" Level="2"><Name>Home</Name><Parent>master</Parent></Template>',
    ],
    ["data/Template", "<Template><Alias>home</Alias><Master>master</Master></Template>"],
  ])("has the masters of templates in %s", async (section, template) => {
    const content = usyncPage({ id: 1, name: "Home" });
    const folder = dataDirectory({
      [`${section.split("/")[0]}/Content/home.config`]: content,
      [`${section}/home.config`]: template,
      [`${section}/master.config`]: template
        .replaceAll(">home<", ">master<")
        .replace(/<(Parent|Master)>.*?<.\1>/, ""),
    });
    expect((await loadDirectory(folder)).templateMasters).toEqual(new Map([["home", "master"]]));
  });

  it("is read from a database of a site without the tables of the dictionary", async () => {
    const none = { domains: [], dictionary: [], unread: [] };
    expect(await factsOf(new SiteDatabase().write())).toEqual({ languages: [ENGLISH], ...none });
  });

  it("is read from a .bacpac of version 7", async () => {
    const config = `<root id="-1"><home id="1050" key="${keyOf(1050)}" sortOrder="0" nodeName="Home" isDoc=""/></root>`;
    const others = [
      table("cmsDictionary", "id uniqueidentifier, parent uniqueidentifier?, key nvarchar(1000)", [
        { id: ROOT, key: "Home" },
        { id: BELOW, parent: ROOT, key: "Home.Title" },
        { id: ALONE, key: "Alone" },
      ]),
      table("cmsLanguageText", "languageId int, UniqueId uniqueidentifier, value nvarchar(1000)", [
        { languageId: 1, UniqueId: ROOT, value: "Home" },
        { languageId: 1, UniqueId: BELOW, value: "Fish & chips" },
      ]),
      table("umbracoUser", "id int", [{ id: 0 }, { id: 1 }]),
      table("umbracoRelation", "id int, relType int", [{ id: 1, relType: 3 }]),
      table("umbracoRelationType", "id int, alias nvarchar(100)", [{ id: 3, alias: "relateDocumentOnCopy" }]),
    ];
    expect(await factsOf(writeBacpac(version7Tables(config, { others })))).toEqual({
      languages: [ENGLISH],
      domains: [],
      dictionary: DICTIONARY.map(({ translations, ...item }) => ({
        ...item,
        translations: Object.fromEntries(Object.entries(translations).filter(([code]) => code === "en-US")),
      })),
      unread: [
        { what: "users", count: 2 },
        { what: "members", count: 1 },
        { what: "relations", count: 1 },
      ],
    });
  });

  const item = (key: string, id: string, parent: string, texts: string) =>
    `<Dictionary Key="${id}" Alias="${key}" Level="0"><Info>${parent}</Info><Translations>${texts}</Translations></Dictionary>`;

  it("is read from a uSync folder", async () => {
    const folder = dataDirectory({
      "v13/Content/home.config": page('<Schedule><ContentSchedule Action="Expire"/></Schedule>'),
      "v13/Languages/en-us.config":
        '<Language Key="1" Alias="en-US"><Name>English (United States)</Name><IsMandatory>true</IsMandatory><IsDefault>true</IsDefault></Language>',
      "v13/Languages/da-dk.config":
        '<Language Key="2" Alias="da-DK"><Name>Danish (Denmark)</Name><IsDefault>false</IsDefault><Fallback>en-US</Fallback></Language>',
      "v13/Domains/a.config": `<Domain Key="3" Alias="example.com"><Info><Language>en-US</Language><Root Key="${keyOf(1)}">/Home</Root></Info></Domain>`,
      "v13/Domains/b.config": `<Domain Key="4" Alias="*1050"><Info><IsWildcard>true</IsWildcard><Root Key="${keyOf(1)}">/Home</Root></Info></Domain>`,
      "v13/Dictionary/home.config": item(
        "Home",
        ROOT,
        "",
        '<Translation Language="en-US">Home</Translation><Translation Language="da-DK">Hjem</Translation>',
      ),
      "v13/Dictionary/home_title.config": item(
        "Home.Title",
        BELOW,
        "<Parent>Home</Parent>",
        '<Translation Language="en-US"><![CDATA[Fish & chips]]></Translation><Translation Language="da-DK"/>',
      ),
      "v13/Dictionary/alone.config": item("Alone", ALONE, "", ""),
      "v13/Dictionary/old.config": item("Old", keyOf(9), "", ""),
      "v13/Dictionary/old_deleted.config": `<Empty Key="${keyOf(9)}" Alias="Old" Change="Delete"/>`,
      "v13/Macros/one.config": "<Macro/>",
      "v13/Templates/one.config": "<Template/>",
      "v13/Templates/two.config": "<Template/>",
      "v13/Templates/notes.txt": "",
    });
    expect(await factsOf(folder)).toEqual({
      languages: LANGUAGES,
      domains: [
        { domain: "example.com", node: keyOf(1), language: "en-US" },
        { domain: "*1050", node: keyOf(1), language: null },
      ],
      dictionary: DICTIONARY,
      unread: [
        { what: "files in Templates", count: 2 },
        { what: "files in Macros", count: 1 },
        { what: "scheduled publications", count: 1 },
      ],
    });
  });

  it("is read from a uSync 7 folder, whose dictionary nests", async () => {
    const node = `<page guid="${keyOf(1)}" id="1050" nodeName="Home" parentGUID="" nodeTypeAlias="page" published="true"/>`;
    const folder = dataDirectory({
      "data/Content/home/content.config": node,
      "data/Languages/en.config": '<Language Id="1" CultureAlias="en-US" FriendlyName="English"/>',
      "data/DictionaryItem/Home.config": `<DictionaryItem Key="Home" guid="${ROOT}">
        <Value LanguageId="1" LanguageCultureAlias="en-US"><![CDATA[Home]]></Value>
        <DictionaryItem Key="Home.Title"><Value LanguageId="1" LanguageCultureAlias="en-US">Fish &amp; chips</Value></DictionaryItem>
      </DictionaryItem>`,
    });
    const { languages, dictionary } = await factsOf(folder);
    expect(languages).toEqual([{ ...ENGLISH, name: "English" }]);
    expect(dictionary).toEqual([
      { key: "Home", id: ROOT, parent: null, translations: { "en-US": "Home" } },
      {
        key: "Home.Title",
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5/),
        parent: "Home",
        translations: { "en-US": "Fish & chips" },
      },
    ]);
  });

  it("is not known of NDJSON", async () => {
    expect(Object.values(await factsOf(dataDirectory({ "content.ndjson": "" })))).toEqual(
      Array(4).fill(undefined),
    );
  });

  it("is on the page of what is carried over, as check calls it", () => {
    const rows = readFileSync(join(REPOSITORY, "docs/carried-over.md"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| "));
    const parts = rows.map((row) => row.split("|")[1]).join(", ");
    const counted = [
      ...Object.values(COUNTED_NODES),
      ...Object.values(COUNTED_TABLES),
      "nodes in the recycle bin",
    ];
    const words = counted.flatMap((what) => what.split(/ (?:and|in) /));
    expect(words.filter((what) => !parts.includes(what.replace(/^the table /, "")))).toEqual([]);
  });

  it("is counted by check", async () => {
    const path = SITE.write();
    const { stdout } = await run(["check", "--data", path]);
    expect(stdout).toContain("dictionary: 3 items\n");
    expect(stdout).toMatch(
      /\nnot read\n +6 +redirects and missing URLs in the table icUrlTracker\n +4 +relations\n +3 +Umbraco Forms\n +2 +members\n/,
    );
    const json = JSON.parse((await run(["check", "--data", path, "--format", "json"])).stdout);
    expect(json).toMatchObject({
      languages: ["da-DK", "en-US"],
      dictionary: 3,
      unread: { relations: 4, members: 2 },
    });
  });
});

describe("types --kind dictionary", () => {
  const path = () => SITE.write();
  const list = (...rest: string[]) => run(["types", "--kind", "dictionary", ...rest]);

  it("prints a row for each key and a column for each language as csv and table", async () => {
    const csv = await list("--data", path(), "--format", "csv");
    expect([csv.status, csv.stderr]).toEqual([0, ""]);
    expect(csv.stdout).toBe("key,da-DK,en-US\nAlone,,\nHome,Hjem,Home\nHome.Title,,Fish & chips\n");
    const table = [
      "key         da-DK  en-US",
      "Alone",
      "Home        Hjem   Home",
      "Home.Title         Fish & chips",
      "",
    ];
    expect((await list("--data", path(), "--format", "table")).stdout).toBe(table.join("\n"));
  });

  it("prints the items as an export has them as json, and an item a line as ndjson", async () => {
    expect(JSON.parse((await list("--data", path())).stdout)).toEqual(DICTIONARY);
    expect(parseLines((await list("--data", path(), "--format", "ndjson")).stdout)).toEqual(DICTIONARY);
  });

  it("prints one item for its key in any case, and names keys near a wrong one", async () => {
    const [, home] = DICTIONARY;
    expect(JSON.parse((await list("home", "--data", path())).stdout)).toEqual(home);
    const { status, stderr } = await list("Alonee", "--data", path());
    expect(status).toBe(3);
    expect(stderr).toContain(
      "the dictionary has no item Alonee; near it: Alone: try migrations types Alone --kind dictionary",
    );
  });

  it("prints the columns of --fields, which --fields help lists", async () => {
    const given = ["--data", path(), "--fields"];
    const { stdout } = await list(...given, "id,parent,en-US,translations", "--format", "csv");
    expect(stdout.split("\n")[2]).toBe(`${ROOT},,Home,"{""da-DK"":""Hjem"",""en-US"":""Home""}"`);
    const wrong = await list(...given, "en-UK");
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining("did you mean en-US?")]);
    const help = await list("--fields", "help");
    expect(help.stdout).toMatch(
      /^key +name by which .*\nid .*\nparent .*\ntranslations .*\nLANGUAGE +text in a language/,
    );
  });

  it.each([
    [
      "data without a dictionary",
      () => ["--sample"],
      3,
      "the data has no dictionary: uSync folders, databases and .bacpac files have one",
    ],
    ["an empty dictionary", () => ["--data", new SiteDatabase().write()], 3, "the dictionary has no items"],
    ["a live site", () => ["--base-url", "https://old.example"], 2, "the migrations API has no dictionary"],
  ])("refuses %s", async (_, source, status, text) => {
    const result = await list(...source());
    expect([result.status, result.stderr]).toEqual([status, expect.stringContaining(text)]);
  });
});

describe("what a site has beside its nodes", () => {
  it("is in the answer of the tool site of mcp", async () => {
    const { ask } = await connect({ path: SITE.write() });
    expect(await ask("site")).toMatchObject({
      languages: LANGUAGES,
      domains: { total: 2, first: DOMAINS },
      dictionary: { items: 3 },
      unread: { relations: 4, "Umbraco Forms": 3, members: 2 },
    });
    const sample = await (await connect()).ask("site");
    for (const name of ["languages", "domains", "dictionary", "unread"])
      expect(sample).not.toHaveProperty(name);
  });

  it("is in what the explorer shows of the loaded data", async () => {
    const siteOf = async (source?: DirectorySource) =>
      await (await appOf({ explorer: {} }, source).request("/explorer/site")).json();
    expect(await siteOf(directorySource(await loadDirectory(SITE.write())))).toMatchObject({
      ...{ domains: DOMAINS.map(({ node, ...rest }) => rest), dictionary: 3, unread: UNREAD },
    });
    expect(await siteOf()).toMatchObject({ domains: [], dictionary: 0, unread: [] });
  });

  it("is refused if a file of the dictionary is damaged", async () => {
    const folder = dataDirectory({ "Content/home.config": page(""), "Dictionary/a.config": "<Dictionary" });
    const data = await loadDirectory(folder);
    expect(() => directorySource(data)).toThrow(/Dictionary\/a\.config:1:\d+: not well-formed XML/);
  });
});

/** `loadDatabase`: which nodes, versions, languages and values are read. */
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import type { ReadOptions } from "../../../src/formats/data-format.ts";
import { loadDatabase } from "../../../src/formats/database/load-database.ts";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import type { Kind } from "../../../src/operations.ts";
import { Findings } from "../../../src/site/findings.ts";
import { everyAnswer } from "../../everything.ts";
import { keyOf, query, SiteDatabase, type Value, type VersionOptions, writeAtRest } from "./site-database.ts";

type Loaded = { site: Awaited<ReturnType<typeof loadDatabase>>; warnings: string[]; errors: string[] };

async function load(site: SiteDatabase, options: ReadOptions = {}): Promise<Loaded> {
  const findings = new Findings();
  const loaded = await loadDatabase(site.write(), options, findings);
  return { site: loaded, warnings: findings.warnings.map(({ text }) => text), errors: findings.errorLines() };
}

function nodesOf({ site }: Loaded, kind: Kind = "content") {
  const tree = site.trees[kind];
  if (!tree) throw new Error("there are errors");
  return everyAnswer(tree) as (ReturnType<typeof everyAnswer>[number] & {
    template?: string;
    published?: false;
  })[];
}

const text = (alias: string, value: string, more: Partial<Value> = {}): Value => ({
  ...{ alias, column: "varcharValue", value },
  ...more,
});

const namesOf = (loaded: Loaded, kind?: Kind) => nodesOf(loaded, kind).map(({ name }) => name);

function valuesOf(loaded: Loaded, index = 0) {
  return Object.fromEntries(
    Object.values(nodesOf(loaded)[index].properties).map(({ alias, value }) => [alias, value]),
  );
}

describe("loadDatabase: which nodes are read", () => {
  it("reads published nodes, in order of sortOrder, then of ids", async () => {
    const site = new SiteDatabase();
    site.type("page");
    const home = site.page("page", { name: "Home", sortOrder: 5 });
    site.page("page", { name: "B", parent: home, sortOrder: 2 });
    const first = site.page("page", { name: "A", parent: home, sortOrder: 1 });
    site.page("page", { name: "C", parent: home, sortOrder: 2 });
    site.page("page", { name: "Below", parent: first });
    site.page("page", { name: "Before", sortOrder: 1 });
    const loaded = await load(site);
    expect(nodesOf(loaded).map(({ name, sortOrder, path }) => [name, sortOrder, path.length])).toEqual([
      ["Before", 1, 0],
      ["Home", 5, 0],
      ["A", 1, 1],
      ["Below", 0, 2],
      ["B", 2, 1],
      ["C", 2, 1],
    ]);
    expect(loaded.warnings).toEqual([]);
    expect(nodesOf(loaded)[1]).toMatchObject({
      id: home,
      key: keyOf(home),
      type: "page",
      createDate: "2024-03-05T10:11:12",
      updateDate: "2024-04-06T11:12:13",
    });
  });

  it("leaves out unpublished nodes and their descendants; --include-unpublished reads their drafts", async () => {
    const site = new SiteDatabase();
    site.type("page");
    const home = site.page("page", { name: "Home" });
    const draftOf = (name: string) => ({ name, published: false, current: true });
    const draft = site.versions("page", { parent: home }, false, draftOf("Draft"));
    const below = site.page("page", { name: "Below", parent: draft });
    const online = { name: "Was online", published: true };
    const place = { parent: home, sortOrder: 1 };
    const offline = site.versions("page", place, false, online, draftOf("Taken off line"));
    const halved = site.versions("page", { parent: home, sortOrder: 2 }, true, draftOf("Flag alone"));
    const loaded = await load(site);
    expect(namesOf(loaded)).toEqual(["Home"]);
    expect(loaded.warnings).toEqual([
      `node ${draft} is left out: it is not published`,
      `node ${below} is left out: it lies below node ${draft}, which is left out`,
      `node ${offline} is left out: it is not published`,
      `node ${halved} is left out: it is published, but has no published version`,
    ]);
    const all = await load(site, { includeUnpublished: true });
    expect(nodesOf(all).map(({ name, published }) => [name, published])).toEqual([
      ["Home", undefined],
      ["Draft", false],
      ["Below", false],
      ["Taken off line", false],
      ["Flag alone", false],
    ]);
    expect(all.warnings).toEqual([]);
  });

  it("leaves out bins, blueprints, elements and members", async () => {
    const site = new SiteDatabase();
    site.type("page");
    site.type("Image", {}, { kind: "mediaType" });
    site.page("page", { name: "Home" });
    const trashed = site.page("page", { parent: -20 });
    site.run("update umbracoNode set trashed = 1 where id = ?", [trashed]);
    const below = site.page("page", { name: "Below", parent: trashed });
    for (const role of ["blueprint", "element", "member"] as const) {
      const id = site.bare(role, "page");
      site.document(id, true);
      site.version(id, "page", { name: role, published: true, current: true });
    }
    site.media("Image", { name: "Photo" });
    const bin = site.bare("media", "Image", { parent: -21, trashed: true });
    const loaded = await load(site, { includeUnpublished: true });
    expect(namesOf(loaded)).toEqual(["Home"]);
    expect(namesOf(loaded, "media")).toEqual(["Photo"]);
    expect(loaded.warnings).toEqual([
      `node ${below} is left out: its parent, node ${trashed}, is in the recycle bin`,
      `node ${trashed} is left out: it is in the recycle bin`,
      `node ${bin} is left out: it is in the recycle bin`,
    ]);
  });

  it("leaves out nodes without a parent, cycles, and nodes with missing rows, with a warning each", async () => {
    const site = new SiteDatabase();
    site.type("page");
    const orphan = site.page("page", { name: "Orphan", parent: 77 });
    const below = site.page("page", { name: "Below", parent: orphan });
    const first = site.page("page", { name: "First" });
    const second = site.page("page", { name: "Second", parent: first });
    site.run("update umbracoNode set parentId = ? where id = ?", [second, first]);
    const typeless = site.bare("content", "gone");
    const versionless = site.versions("page", { sortOrder: 1 }, true);
    const old = site.versions("page", { sortOrder: 2 }, false, { published: true });
    const unnamed = { name: null, published: true, current: true };
    const nameless = site.versions("page", { sortOrder: 3, text: "Its own" }, true, unnamed);
    const loaded = await load(site);
    expect(namesOf(loaded)).toEqual([]);
    const orphans = [
      `node ${orphan} is left out: there is no node 77, its parent`,
      `node ${below} is left out: it lies below node ${orphan}, which is left out`,
    ];
    const incomplete = [
      `node ${typeless} is left out: it has no type`,
      `node ${versionless} is left out: it has no version`,
    ];
    const circle = [
      `node ${first} is left out: its ancestors lead in a circle`,
      `node ${second} is left out: its ancestors lead in a circle`,
    ];
    expect(loaded.warnings).toEqual([
      ...orphans,
      ...incomplete,
      `node ${old} is left out: it is not published`,
      `node ${nameless} is left out: its published version has no name`,
      ...circle,
    ]);
    const all = await load(site, { includeUnpublished: true });
    expect(namesOf(all)).toEqual(["Its own"]);
    expect(all.warnings).toEqual([
      ...orphans,
      ...incomplete,
      `node ${old} is left out: it has no current version`,
      ...circle,
    ]);
  });

  it("reads the published version, and the latest of several", async () => {
    const site = new SiteDatabase();
    site.type("page", { text: "Umbraco.TextBox" });
    const template = site.template("Wide");
    const version = (name: string, published: boolean, more: VersionOptions = {}): VersionOptions => ({
      ...{ name, published, values: [text("text", name)] },
      ...more,
    });
    const latest = version("Two", true, { template, date: "2024-05-06 07:08:09.99" });
    const others = [version("Older", false), version("One", true)];
    const draft = version("Draft", false, { current: true });
    const id = site.versions("page", {}, true, ...others, latest, draft);
    const loaded = await load(site);
    expect(nodesOf(loaded)).toMatchObject([
      { name: "Two", template: "Wide", updateDate: "2024-05-06T07:08:09" },
    ]);
    expect(valuesOf(loaded)).toEqual({ text: "Two" });
    expect(loaded.warnings).toEqual([`node ${id} has several published versions: the latest is read`]);
  });

  it("reports keys that are not GUIDs, and duplicate keys", async () => {
    const site = new SiteDatabase();
    site.type("page");
    const [wrong, one, two] = [0, 1, 2].map((sortOrder) => site.page("page", { sortOrder }));
    site.run("update umbracoNode set uniqueId = 'nope' where id = ?", [wrong]);
    expect((await load(site)).errors).toEqual([
      `Umbraco.sqlite.db: node ${wrong}: its key must be a GUID, not "nope"`,
    ]);
    site.run("update umbracoNode set uniqueId = ? where id in (?, ?, ?)", [keyOf(7), wrong, one, two]);
    const { site: loaded, errors } = await load(site);
    expect(loaded.trees.content).toBeUndefined();
    expect(errors).toEqual(
      [one, two].map((id) => `Umbraco.sqlite.db: node ${id}: key ${keyOf(7)} is used twice`),
    );
  });
});

function bilingual(): { site: SiteDatabase; danish: number; ids: Record<string, number> } {
  const site = new SiteDatabase();
  const danish = site.language("da");
  site.type("page", { "*title": "Umbraco.TextBox", shared: "Umbraco.TextBox" }, { varies: true });
  site.type("plain", { "*title": "Umbraco.TextBox" });
  const inBoth = { 1: "Both", [danish]: "Begge" };
  const left = "left over";
  const values = [
    text("title", "English", { language: 1 }),
    text("title", "Dansk", { language: danish }),
    text("title", left),
    text("shared", "shared"),
    text("shared", left, { language: 1 }),
  ];
  site.page("page", { name: "both", names: inBoth, inLanguages: [1, danish], values });
  const title = [text("title", "One", { language: 1 })];
  const one = site.page("page", {
    name: "one",
    sortOrder: 1,
    names: { 1: "One" },
    inLanguages: [1],
    values: title,
  });
  const names = { 1: "Named" };
  const nameless = site.page("page", { name: "nameless", sortOrder: 2, names, inLanguages: [1, danish] });
  const plain = [text("title", left, { language: 1 }), text("title", "plain")];
  site.page("plain", { name: "Plain", sortOrder: 3, values: plain });
  return { site, danish, ids: { one, nameless } };
}

describe("loadDatabase: languages", () => {
  it("reads the default language by default", async () => {
    const loaded = await load(bilingual().site);
    expect(loaded.site.languages.map(({ iso }) => iso)).toEqual(["da", "en-US"]);
    expect(loaded.site).toMatchObject({ culture: "en-US" });
    expect(namesOf(loaded)).toEqual(["Both", "One", "Named", "Plain"]);
    expect(valuesOf(loaded)).toEqual({ shared: "shared", title: "English" });
    expect(valuesOf(loaded, 3)).toEqual({ title: "plain" });
  });

  it("reads another language without falling back to the default one", async () => {
    const { site, ids } = bilingual();
    const loaded = await load(site, { culture: "DA" });
    expect(loaded.site.culture).toBe("da");
    expect(namesOf(loaded)).toEqual(["Begge", "Plain"]);
    expect(valuesOf(loaded)).toEqual({ shared: "shared", title: "Dansk" });
    expect(loaded.warnings).toEqual([
      `node ${ids.one} is left out: it is not published in da`,
      `node ${ids.nameless} is left out: its published version has no name`,
    ]);
    const all = await load(site, { culture: "da", includeUnpublished: true });
    expect(nodesOf(all).map(({ name, published }) => [name, published])).toEqual([
      ["Begge", undefined],
      ["one (draft)", false],
      ["nameless (draft)", false],
      ["Plain", undefined],
    ]);
    expect(valuesOf(all, 1)).toEqual({ shared: null, title: null });
  });

  it("refuses a language that the site does not have, and --editors", async () => {
    const { site } = bilingual();
    await expect(load(site, { culture: "fr" })).rejects.toThrow(
      new UsageError("--culture fr: the site has no such language, only en-US, da"),
    );
    await expect(loadDirectory(site.write(), { editors: "x.json" })).rejects.toThrow(
      "--editors cannot be used: Umbraco database holds editor aliases itself",
    );
  });

  it.each([
    [1, "en-US and da are both the default language: en-US is used"],
    [0, "none of en-US and da is the default language: en-US is used"],
  ])("warns which default language is used if isDefaultVariantLang is %i for each", async (flag, warning) => {
    const { site } = bilingual();
    site.run("update umbracoLanguage set isDefaultVariantLang = ?", [flag]);
    const loaded = await load(site);
    expect(loaded.site.culture).toBe("en-US");
    expect(loaded.warnings).toEqual([warning]);
  });
});

describe("loadDatabase: heldLanguages", () => {
  it("are the languages in which varying documents are published and varying media items have names", async () => {
    const { site, danish } = bilingual();
    const swedish = site.language("sv");
    site.language("nb");
    site.type("Image", {}, { kind: "mediaType", varies: true });
    const names = { 1: "Photo", [swedish]: "Foto" };
    site.version(site.bare("media", "Image"), "Image", { current: true, names });
    const bin = site.bare("media", "Image", { trashed: true });
    site.version(bin, "Image", { current: true, names: { [danish]: "Billede" } });
    expect((await load(site)).site.heldLanguages).toEqual(["da", "en-US", "sv"]);
    site.run("update umbracoDocumentCultureVariation set published = 0 where languageId = ?", [danish]);
    expect((await load(site)).site.heldLanguages).toEqual(["en-US", "sv"]);
    expect((await load(site, { includeUnpublished: true })).site.heldLanguages).toEqual([
      "da",
      "en-US",
      "sv",
    ]);
  });
});

describe("loadDatabase: values", () => {
  const EDITORS = ["TextBox", "Integer", "Decimal", "DateTime", "BlockList"].map((name) => `Umbraco.${name}`);

  const STORED: [column: Value["column"], value: Value["value"], expected: unknown][] = [
    ["intValue", 0, 0],
    ["intValue", 1, 1],
    ["intValue", -42, -42],
    ["decimalValue", "499.0", 499],
    ["decimalValue", "0.10", 0.1],
    ["decimalValue", "-007.250", -7.25],
    ["decimalValue", "-0.00", 0],
    ["dateValue", "2024-02-29 00:00:00", "2024-02-29T00:00:00"],
    ["dateValue", "2024-02-29 01:02:03.1234567", "2024-02-29T01:02:03"],
    ["dateValue", "soon", "soon"],
    ["varcharValue", "476867", "476867"],
    ["varcharValue", "", null],
    ["textValue", "", null],
    ["textValue", "  ", "  "],
    ["textValue", 'quotes " and \\ and \u0001', 'quotes " and \\ and \u0001'],
    ["textValue", '{ "a": [1, 2.50] }', { a: [1, 2.5] }],
    ["textValue", "[1,", "[1,"],
    ["textValue", "[not JSON]", "[not JSON]"],
    ["textValue", "ä€😀".repeat(5000), "ä€😀".repeat(5000)],
    ["textValue", '{"value":"{\\"a\\":1}"}', { value: '{"a":1}' }],
  ];

  it("of each column are the same for any editor", async () => {
    const site = new SiteDatabase();
    site.type("page", Object.fromEntries(EDITORS.map((editor, index) => [`p${index}`, editor])));
    for (const [sortOrder, [column, value]] of STORED.entries())
      site.page("page", {
        sortOrder,
        values: EDITORS.map((_, index) => ({ alias: `p${index}`, column, value })),
      });
    const read = nodesOf(await load(site)).map(({ properties }) => Object.values(properties));
    expect(read).toEqual(
      STORED.map(([, , value]) =>
        EDITORS.map((editorAlias, index) => ({ alias: `p${index}`, editorAlias, value })),
      ),
    );
  });

  it("keep all digits of whole numbers and decimals", async () => {
    const site = new SiteDatabase();
    site.type("page", { big: "Umbraco.Integer", exact: "Umbraco.Decimal" });
    const id = site.page("page", {
      values: [
        { alias: "big", column: "intValue", value: 1 },
        { alias: "exact", column: "decimalValue", value: "79228162514264337593543950335.10" },
      ],
    });
    site.run("update umbracoPropertyData set intValue = -9223372036854775807 where intValue is not null");
    const loaded = await load(site);
    const tree = loaded.site.trees.content;
    expect(tree?.blocks.map(String).join("")).toContain('"value":-9223372036854775807}');
    expect(tree?.blocks.map(String).join("")).toContain('"value":79228162514264337593543950335.1}');
    expect(nodesOf(loaded)[0].id).toBe(id);
  });

  it("include every property of the type, its parents and its compositions, in order of aliases", async () => {
    const site = new SiteDatabase();
    const base = site.type("base", { zone: "Umbraco.Label", title: "Umbraco.TextArea" });
    const middle = site.type("middle", { Body: "Umbraco.RichText" }, { bases: [base] });
    const own = { title: "Umbraco.TextBox", constructor: "Umbraco.Tags" };
    const page = site.type("page", own, { bases: [middle] });
    site.run("insert into cmsContentType2ContentType values (?, ?)", [page, base]);
    site.page("page", { values: [text("title", "Own")] });
    const [{ properties }] = nodesOf(await load(site));
    expect(Object.values(properties)).toEqual([
      { alias: "Body", editorAlias: "Umbraco.RichText", value: null },
      { alias: "constructor", editorAlias: "Umbraco.Tags", value: null },
      { alias: "title", editorAlias: "Umbraco.TextBox", value: "Own" },
      { alias: "zone", editorAlias: "Umbraco.Label", value: null },
    ]);
  });

  it("of segments are skipped, and text that is not UTF-8 is replaced, with warnings", async () => {
    const site = new SiteDatabase();
    site.type("page", { title: "Umbraco.TextBox" });
    const values = [text("title", "All"), text("title", "VIP", { segment: "vip" })];
    const id = site.page("page", { name: "Plain", values });
    site.run("update umbracoContentVersion set text = cast(x'48c3' as text) where nodeId = ?", [id]);
    const loaded = await load(site);
    expect(namesOf(loaded)).toEqual(["H\uFFFD"]);
    expect(valuesOf(loaded)).toEqual({ title: "All" });
    expect(loaded.warnings).toEqual([
      `node ${id} has text that is not UTF-8: invalid bytes are replaced by U+FFFD`,
      `node ${id} has a value of title for a segment, which only export reads`,
    ]);
  });

  it.each([
    ["/media/a/b c.jpg", null, "/media/a/b c.jpg"],
    ['{"src":"/media/a/ä.jpg","crops":[]}', "/media/other.jpg", "/media/a/ä.jpg"],
    ['{"src":""}', "/media/a/path.jpg", "/media/a/path.jpg"],
    [null, "/media/a/path.jpg", "/media/a/path.jpg"],
    [null, null, undefined],
  ])(
    "of umbracoFile %j, with the path %j in the media version, make the url %j",
    async (value, path, url) => {
      const site = new SiteDatabase();
      site.type("Image", { umbracoFile: "Umbraco.ImageCropper" }, { kind: "mediaType" });
      site.media("Image", {
        path,
        values: value === null ? [] : [{ alias: "umbracoFile", column: "textValue", value }],
      });
      expect(nodesOf(await load(site), "media")[0].url).toBe(url);
    },
  );
});

describe("loadDatabase: damage", () => {
  it("of tables and indexes that are not read is ignored", async () => {
    const site = new SiteDatabase();
    site.type("page");
    site.page("page", { name: "Home" });
    site.run("insert into umbracoUser (userEmail) values ('someone@example.com')");
    site.run(`
      create index IX_umbracoNode on umbracoNode (id, uniqueId, parentId, sortOrder, trashed, text, nodeObjectType, createDate);
      create table notes (text); create table letters (text);
      pragma writable_schema = on;
      update sqlite_master set rootpage = 1 where name in ('umbracoUser', 'cmsMember') or type = 'index';
      update sqlite_master set sql = 'create tabel notes' where name = 'notes';
      update sqlite_master set rootpage = 999999 where name = 'letters'`);
    expect(namesOf(await load(site))).toEqual(["Home"]);
  });

  it.each([
    [
      "update umbracoNode set sortOrder = 'first'",
      "cannot store TEXT value in INTEGER column umbracoNode.sortOrder",
    ],
    [
      "update umbracoNode set uniqueId = x'00'",
      "cannot store BLOB value in TEXT column umbracoNode.uniqueId",
    ],
  ])("of a table by %s is reported with the table", async (sql, reason) => {
    const site = new SiteDatabase();
    site.run(sql);
    await expect(load(site)).rejects.toThrow(`cannot be read: it is damaged: umbracoNode: ${reason}`);
  });

  it("of a page is reported with the table and the page", async () => {
    const site = new SiteDatabase();
    const [{ root }] = query(
      site.database,
      "select rootpage as root from sqlite_master where name = 'umbracoDomain'",
    );
    const image = Buffer.from(site.image);
    const pageSize = image.readUInt16BE(16);
    image[(Number(root) - 1) * pageSize] = 99;
    const path = writeAtRest({ "site.db": image });
    await expect(loadDatabase(path, {}, new Findings())).rejects.toThrow(
      `${path} cannot be read: it is damaged: umbracoDomain: database disk image is malformed (Tree ${root} page ${root}: btreeInitPage() returns error code 11)`,
    );
  });
});

/** `export`, and `--values delivery`: lines of nodes with decoded values. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { memoryStore } from "../../src/decode/nodes-in-languages.ts";
import { SiteLines } from "../../src/decode/site-lines.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { KINDS } from "../../src/operations.ts";
import type { SiteData } from "../../src/site/site-data.ts";
import { keyOf as databaseKey, SiteDatabase } from "../formats/database/site-database.ts";
import { readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { fixture } from "../support/repository.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { usyncLanguage, usyncPage, usyncVaryingType } from "../support/usync-files.ts";

const CULTURES = fixture("usync/cultures");

/** Exports data, and returns the directory with its output. */
async function exported(args: readonly string[], out = join(temporaryDirectory(), "export")) {
  const { status, stdout, stderr } = await run(["export", ...args, "--out", out]);
  const lines = (name: string) => readLines(join(out, name));
  return {
    out,
    status,
    stdout,
    stderr,
    lines,
    index: () => JSON.parse(readFileSync(join(out, "export.json"), "utf8")),
  };
}

const bytesIn = (directory: string) =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(directory.length + 1), readFileSync(path, "base64")]),
  );

/** What each language of a line has, in their order: `da-DK 1, en-US 2`. */
const perCulture = <T>(cultures: Record<string, T>, of: (each: T) => unknown) =>
  Object.entries(cultures)
    .map(([code, each]) => `${code} ${of(each)}`)
    .join(", ");

type Published = { published: boolean };

const node = (id: number, more: object) => ({ id, key: keyOf(id), name: `Node ${id}`, ...more });

describe("export: the lines", () => {
  it("have the language of data whose default language is unknown", async () => {
    const { status, lines } = await exported(["--data", fixture("usync/no-default-language")]);
    expect(status).toBe(0);
    const [{ properties, cultures }] = lines("content.ndjson");
    expect([properties.title, cultures]).toEqual([
      null,
      { da: expect.objectContaining({ properties: { title: expect.any(String) } }) },
    ]);
  });

  it("have the members of content in their order, parents before children, and other fields of the data", async () => {
    const content = JSON.stringify([
      node(1, {
        type: "home",
        url: "https://www.example.com/",
        createDate: "2020-01-02T03:04:05",
        creatorName: "Solveig",
        template: "home",
        children: [
          node(2, { type: "page", url: "/about/us/?x=1", sortOrder: 7 }),
          node(3, { url: "/x/", published: false }),
        ],
        properties: { visits: { editorAlias: "Umbraco.Integer", value: "@" } },
      }),
    ]);
    // More digits than a double has.
    const data = dataDirectory({ "content.json": content.replace('"@"', "12345678901234567890") });
    const { out } = await exported(["--data", data]);
    const [home, hidden, about] = readFileSync(join(out, "content.ndjson"), "utf8").split("\n");
    expect(home).toBe(
      `{"contentType":"home","name":"Node 1","createDate":"2020-01-02T03:04:05","updateDate":null,` +
        `"route":{"path":"/","queryString":null,"startItem":{"id":"${keyOf(1)}","path":"node-1"}},"id":"${keyOf(1)}","legacyId":1,` +
        `"parent":null,"level":1,"sortOrder":null,"template":"home","published":true,"protected":null,"host":"www.example.com","creatorName":"Solveig",` +
        `"properties":{"visits":12345678901234567890},"cultures":{}}`,
    );
    expect(JSON.parse(about)).toMatchObject({
      route: { path: "/about/us/", startItem: { id: keyOf(1) } },
      parent: keyOf(1),
      level: 2,
      published: true,
    });
    expect(JSON.parse(hidden)).toMatchObject({ contentType: null, route: { path: null }, published: false });
  });

  it("have the members of media, with the paths of names and the facts about files", async () => {
    const value = (editorAlias: string, value: unknown) => ({ editorAlias, value });
    const data = dataDirectory({
      "media.json": [
        node(1, {
          name: "My Photos",
          type: "Folder",
          children: [
            node(2, {
              type: "Image",
              url: "/media/a/Horn.JPG",
              properties: {
                umbracoWidth: value("Umbraco.Label", "640"),
                umbracoHeight: value("Umbraco.Label", 480),
                umbracoBytes: value("Umbraco.Label", "007"),
                altText: value("Umbraco.TextBox", "A horn"),
              },
            }),
          ],
        }),
      ],
    });
    const [folder, image] = (await exported(["--data", data])).lines("media.ndjson");
    expect(folder).toMatchObject({
      path: "/my photos/",
      url: null,
      extension: null,
      width: null,
      file: null,
    });
    expect(Object.entries(image)).toEqual(
      Object.entries({
        path: "/my photos/node 2/",
        createDate: null,
        updateDate: null,
        focalPoint: null,
        crops: [],
        id: keyOf(2),
        name: "Node 2",
        mediaType: "Image",
        url: "/media/a/Horn.JPG",
        extension: "jpg",
        width: 640,
        height: 480,
        bytes: 7,
        legacyId: 2,
        parent: keyOf(1),
        level: 2,
        sortOrder: null,
        file: null,
        properties: { altText: "A horn" },
      }),
    );
  });

  it("have all languages of a node; a node that does not exist in the language read has its line, too", async () => {
    const { lines, index } = await exported(["--data", CULTURES]);
    const summary = lines("content.ndjson").map(({ name, route, properties, cultures }) => [
      ...[name, route?.path, properties.title],
      ...Object.entries<{ name: string; properties: object }>(cultures).map(([code, each]) => [
        ...[code, each.name, each.properties],
      ]),
    ]);
    expect(summary).toEqual([
      [
        ...["English name", "/", "English"],
        ["da-DK", "Dansk navn", { title: "Dansk", both: null, unknown: "Only Danish" }],
        ["en-US", "English name", { title: "English", both: "English both", unknown: null }],
      ],
      [
        ...["English alone", "/english-alone/", "Single without a culture"],
        ["en-US", "English alone", { title: "Single without a culture", both: null }],
      ],
      // It does not vary, but files give it a name by language.
      ["Stale English", "/stale-english/", "Without", ["da-DK", undefined, undefined]],
      ["Kun dansk", undefined, null, ["da-DK", "Kun dansk", { title: "Dansk", both: null }]],
    ]);
    expect(index()).toMatchObject({
      language: "en-US",
      languages: ["en-US", "da-DK"],
      counts: { content: 4 },
    });
  });

  it("have each language in which a node exists, published or draft, with --include-unpublished", async () => {
    for (const culture of ["en-US", "da-DK"]) {
      const { lines } = await exported(["--data", CULTURES, "--include-unpublished", "--culture", culture]);
      const found = lines("content.ndjson").map(({ id, published, cultures }) => [
        id.slice(0, 8),
        [published, perCulture<Published>(cultures, (each) => each.published)],
      ]);
      expect(Object.fromEntries(found)).toEqual({
        "00000001": [true, "da-DK true, en-US true"],
        "00000002": [true, "en-US true"],
        "00000003": [true, "da-DK true"],
        "00000004": [true, `${culture === "en-US" ? "da-DK" : "en-US"} undefined`],
      });
    }
  });

  it("have the drafts of a database in the languages in which they have a name", async () => {
    const site = new SiteDatabase();
    const danish = site.language("da-DK");
    site.type("page", { "*title": "Umbraco.TextBox" }, { varies: true });
    const names = { 1: "English", [danish]: "Dansk" };
    for (const [inLanguages, named] of [
      [[1], names],
      [[1], { 1: "English alone" }],
      [[danish], { [danish]: "Kun dansk" }],
    ] as const) {
      const page = site.page("page", { names: named, inLanguages });
      for (const id of inLanguages[0] === 1 ? [danish] : [1]) {
        site.inLanguage(page, id, false);
      }
    }
    const { lines } = await exported(["--data", site.write(), "--include-unpublished"]);
    expect(
      lines("content.ndjson").map(({ name, cultures }) => [
        name,
        perCulture<Published>(cultures, (each) => each.published),
      ]),
    ).toEqual([
      ["English", "da-DK false, en-US true"],
      ["English alone", "en-US true"],
      ["Kun dansk", "da-DK true"],
    ]);
  });

  it("have the segment of the root as the start item, also if a domain gives the root another path", async () => {
    const site = new SiteDatabase();
    site.type("page");
    const home = site.page("page", { name: "The Home" });
    site.page("page", { name: "About", parent: home });
    site.domain("https://example.com/en", home, 1);
    const { lines } = await exported(["--data", site.write()]);
    expect(lines("content.ndjson").map(({ route }) => [route.path, route.startItem.path])).toEqual([
      ["/en/", "the-home"],
      ["/en/about/", "the-home"],
    ]);
  });

  it("have the route and host of each language in which either differs, also of pages that do not vary", async () => {
    const site = new SiteDatabase();
    site.type("page");
    site.type("home", {}, { varies: true });
    const danish = site.language("da-DK");
    const home = site.page("home", { names: { 1: "Home", [danish]: "Hjem" }, inLanguages: [1, danish] });
    site.page("page", { name: "About", parent: home });
    const shop = site.page("page", { name: "Shop" });
    site.page("page", { name: "Elsewhere" });
    site.domain("https://example.com", home, 1);
    site.domain("https://example.dk", home, danish);
    site.domain("https://shop.example", shop, 1);
    site.domain("https://shop.example/da", shop, danish);
    const { lines } = await exported(["--data", site.write()]);
    type Place = { host: string | null; path: string };
    expect(
      lines("content.ndjson").map(({ host, route, cultures }) => [
        `${host} ${route.path}`,
        perCulture<Place>(cultures, (each) => `${each.host} ${each.path}`),
      ]),
    ).toEqual([
      ["example.com /", "da-DK example.dk /, en-US example.com /"],
      ["example.com /about/", "da-DK example.dk /about/"],
      ["shop.example /", "da-DK shop.example /da/"],
      ["null /elsewhere/", ""],
    ]);
  });

  it("have the names of member groups, of which a database has the ids and the keys", async () => {
    const site = new SiteDatabase();
    site.type("page", { groups: "Umbraco.MemberGroupPicker" });
    const group = "366E63B9-880F-4E13-A61C-98069B029728";
    const insert =
      "insert into umbracoNode (id, uniqueId, parentId, sortOrder, trashed, text, nodeObjectType)";
    site.run(`${insert} values (77, '${keyOf(0xabc).toUpperCase()}', -1, 0, 0, 'Editors', '${group}')`);
    const value = `77,${keyOf(0xabc)},78`;
    site.page("page", { name: "Home", values: [{ alias: "groups", column: "textValue", value }] });
    const { lines } = await exported(["--data", site.write()]);
    expect(lines("content.ndjson")[0].properties).toEqual({ groups: ["Editors", "Editors", "78"] });
    expect(lines("report.ndjson")).toMatchObject([{ problem: "unresolved-id", text: "78" }]);
  });

  it("of an umbraco.config have the values of Vorto in the language of --culture, and others are refused", async () => {
    const page = (id: number, value: string) =>
      `<page id="${id}" key="${keyOf(id)}" parentID="-1" level="1" nodeName="Node ${id}" isDoc=""><title><![CDATA[${value}]]></title></page>`;
    const vorto = JSON.stringify({ values: { "en-US": "Hello", "da-DK": "Hej" }, dtdGuid: keyOf(9) });
    const text = `<root id="-1">${page(1, vorto)}${page(2, "plain")}</root>`;
    const data = dataDirectory({ "umbraco.config": text });
    const titles = async (...args: string[]) => {
      const { lines } = await exported(["--data", data, ...args]);
      return lines("content.ndjson").map(({ properties, cultures }) => [
        properties.title,
        perCulture<{ properties: { title: string } }>(cultures, (each) => each.properties.title),
      ]);
    };
    const plain = ["plain", ""];
    expect(await titles()).toEqual([["Hello", "en-US Hello, da-DK Hej"], plain]);
    expect(await titles("--culture", "da-dk")).toEqual([["Hej", "en-US Hello, da-DK Hej"], plain]);
    expect((await exported(["--data", data, "--culture", "de-DE"])).stderr).toBe(
      "error: --culture cannot be used: umbraco.config holds only one culture\n",
    );
  });

  /** The UDI of a page that a page picks. */
  const picked = (id: number) => `umb://document/${keyOf(id).replaceAll("-", "")}`;
  /** A page that varies, in these languages, in each of which it picks a page. */
  const picking = (id: number, codes: readonly string[], other: number) => {
    const each = (of: (code: string) => string) => Object.fromEntries(codes.map((code) => [code, of(code)]));
    const values = { title: each(() => picked(other)) };
    return usyncPage({ id, name: each((code) => `Node ${id} ${code}`), values });
  };
  const pickingSite = (pages: Readonly<Record<string, string>>) =>
    dataDirectory({
      ...pages,
      "ContentTypes/page.config": usyncVaryingType("page", { title: "Umbraco.ContentPicker" }),
      "Languages/en.config": usyncLanguage("en-US", true),
      "Languages/da.config": usyncLanguage("da-DK"),
      "Languages/de.config": usyncLanguage("de-DE"),
    });

  it("have references to nodes that exist only in a language that is read later", async () => {
    const data = pickingSite({
      "Content/one.config": picking(1, ["da-DK"], 2),
      "Content/two.config": picking(2, ["de-DE"], 1),
    });
    const { lines } = await exported(["--data", data]);
    expect(
      lines("content.ndjson").map(({ cultures }) =>
        Object.entries<{ properties: { title: object } }>(cultures).map(([code, { properties }]) => [
          code,
          properties.title,
        ]),
      ),
    ).toEqual([
      [["da-DK", expect.objectContaining({ name: "Node 2 de-DE", route: null })]],
      [["de-DE", expect.objectContaining({ name: "Node 1 da-DK", route: null })]],
    ]);
    const line = { kind: "content", property: "title", pointer: "", problem: "other-language" };
    expect(lines("report.ndjson")).toEqual([
      { ...line, id: keyOf(1), language: "da-DK", text: picked(2) },
      { ...line, id: keyOf(2), language: "de-DE", text: picked(1) },
    ]);
  });

  it("have each language read once, and again only the nodes that refer to nodes of a later language", async () => {
    const lateNodes = Object.fromEntries(
      [11, 12, 13].map((id) => [`Content/${id}.config`, picking(id, ["da-DK", "de-DE"], 1)]),
    );
    const linesMade = async (other: number) => {
      const site = pickingSite({
        ...lateNodes,
        "Content/one.config": picking(1, ["da-DK", "de-DE"], other),
        "Content/two.config": picking(2, ["de-DE"], 1),
      });
      const data = await loadDirectory(site);
      const { add, get } = memoryStore();
      const languages: string[] = [];
      let made = 0;
      const countedAdd = (text: Buffer) => {
        made++;
        return add(text);
      };
      await SiteLines.read(
        {
          ...data,
          inLanguage: async (code) => {
            languages.push(code);
            return (await data.inLanguage?.(code)) as SiteData;
          },
        },
        { kinds: KINDS, store: { add: countedAdd, get } },
      );
      return { languages, made };
    };
    expect(await linesMade(11)).toEqual({ languages: ["da-DK", "de-DE"], made: 9 });
    expect(await linesMade(2)).toEqual({ languages: ["da-DK", "de-DE", "da-DK"], made: 10 });
  });

  it("are the same with --values delivery", async () => {
    const { out } = await exported(["--data", CULTURES]);
    const all = readFileSync(join(out, "content.ndjson"), "utf8").split("\n").filter(Boolean);
    const here = all.slice(0, 3);
    const printed = async (...args: string[]) => {
      const data = ["--data", CULTURES, "--values", "delivery", "--quiet", "--format", "ndjson"];
      return (await run(["find", ...args, ...data])).stdout;
    };
    expect(await printed("--kind", "content")).toBe(`${here.join("\n")}\n`);
    expect(await printed("--search", JSON.parse(all[1]).id)).toBe(`${all[1]}\n`);
    expect(await printed("--name", "Stale")).toBe(`${here[2]}\n`);
  });
});

describe("export: segments", () => {
  it("are in the languages that have values for them, whichever language is read", async () => {
    for (const culture of ["en-US", "da-DK"]) {
      const { lines } = await exported(["--data", CULTURES, "--culture", culture]);
      const [home] = lines("content.ndjson") as { cultures: Record<string, { segments?: object }> }[];
      expect(home.cultures["en-US"].segments).toEqual({ vip: { properties: { both: "Segment alone" } } });
      expect(home.cultures["da-DK"]).not.toHaveProperty("segments");
    }
  });

  it("have references to nodes that exist only in another language", async () => {
    const site = new SiteDatabase();
    const danish = site.language("da-DK");
    site.type("page", { "*link": "Umbraco.ContentPicker" }, { varies: true });
    const danishOnly = site.page("page", { names: { [danish]: "Kun dansk" }, inLanguages: [danish] });
    const link = `umb://document/${databaseKey(danishOnly).replaceAll("-", "")}`;
    site.page("page", {
      names: { 1: "English" },
      inLanguages: [1],
      values: [{ alias: "link", column: "varcharValue", value: link, language: 1, segment: "vip" }],
    });
    const { lines } = await exported(["--data", site.write()]);
    const [page] = lines("content.ndjson") as { cultures: Record<string, object> }[];
    expect(page.cultures["en-US"]).toMatchObject({
      segments: { vip: { properties: { link: { name: "Kun dansk" } } } },
    });
    expect(lines("report.ndjson")).toMatchObject([
      { property: "link", language: "en-US", problem: "other-language", text: link },
    ]);
  });

  it("of a database are read as well, also of a node that varies by nothing else", async () => {
    const site = new SiteDatabase();
    site.language("en-US", true);
    site.type("page", { title: "Umbraco.TextBox" });
    const values = [
      { alias: "title", column: "varcharValue", value: "All" },
      { alias: "title", column: "varcharValue", value: "VIP", segment: "vip" },
    ];
    site.page("page", { name: "Plain", values });
    const { lines } = await exported(["--data", site.write()]);
    const [page] = lines("content.ndjson") as { properties: object; cultures: Record<string, object> }[];
    expect(page.properties).toEqual({ title: "All" });
    expect(Object.values(page.cultures)).toEqual([
      expect.objectContaining({ segments: { vip: { properties: { title: "VIP" } } } }),
    ]);
  });
});

describe("export: the directory", () => {
  it("has the same bytes from the same source, and keeps files that are not the export's", async () => {
    const { out, stdout } = await exported(["--sample", "--files"]);
    writeFileSync(join(out, "mine.txt"), "mine");
    const before = bytesIn(out);
    await exported(["--sample", "--files"], out);
    expect(bytesIn(out)).toEqual(before);
    expect(stdout).toMatch(/^exported 41 content nodes and 21 media nodes to /);
    await exported(["--sample", "--kind", "content"], out);
    expect(readdirSync(out).toSorted()).toEqual([
      ...["content.ndjson", "dictionary.json", "domains.json", "export.json", "files", "languages.json"],
      ...["mine.txt", "model.json", "report.ndjson", "schema.json", "types.ts"],
    ]);
    expect(readdirSync(join(out, "files"))).toEqual([]);
  });

  it("is refused if it has other files, and an export is no data", async () => {
    const other = dataDirectory({ "notes.txt": "x" });
    const small = ["--data", dataDirectory({ "content.json": [node(1, {})] })];
    const refused = await exported(small, other);
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toBe(
      `error: ${other} holds notes.txt, and no export of an earlier run: use another --out, or an empty directory\n`,
    );
    const { out } = await exported(small);
    // A run that is killed while it replaces the export leaves a mark and no index.
    const half = dataDirectory({ "content.ndjson": "", ".pull/export-swap": "" });
    for (const directory of [out, half]) {
      expect(await run(["content", "--data", directory])).toMatchObject({
        status: 6,
        stderr: `error: ${directory} holds an export, which importers read and migrations does not: --data can name the source of the export\n`,
      });
    }
  });

  it("has the languages, domains and dictionary of the source, each once, and an empty list of what it lacks", async () => {
    const files = {
      "Content/home.config": readFileSync(join(CULTURES, "Content/both.config"), "utf8"),
      "Languages/en.config": `<Language Key="${keyOf(1)}" Alias="en-US"><Name>English</Name><IsDefault>true</IsDefault></Language>`,
      "Dictionary/home.config": `<Dictionary Key="${keyOf(2)}" Alias="Home"><Translations><Translation Language="en-US">Home page</Translation></Translations></Dictionary>`,
    };
    const domain = `<Domain Key="${keyOf(3)}" Alias="example.com"><Info><Language>en-US</Language></Info></Domain>`;
    const domains = { "Domains/a.config": domain, "Domains/b.config": domain.replace(keyOf(3), keyOf(4)) };
    const { out, index } = await exported(["--data", dataDirectory({ ...files, ...domains })]);
    const read = (name: string) => JSON.parse(readFileSync(join(out, name), "utf8"));
    expect(read("languages.json")).toMatchObject([{ iso: "en-US", name: "English", default: true }]);
    expect(read("dictionary.json")).toEqual([
      { key: "Home", id: keyOf(2), parent: null, translations: { "en-US": "Home page" } },
    ]);
    expect(Object.keys(index().files)).toContain("dictionary.json");
    expect(read("domains.json")).toEqual([{ domain: "example.com", node: null, language: "en-US" }]);
    await exported(["--data", dataDirectory({ "content.json": [node(1, {})] })], out);
    for (const name of ["languages", "domains", "dictionary"]) expect(read(`${name}.json`)).toEqual([]);
  });

  it("says which pages have the path of another page on the same host", async () => {
    const site = new SiteDatabase();
    site.type("page", { title: "Umbraco.TextBox" });
    const roots = ["a.example", "b.example/en"].map((domain, i) => {
      const root = site.page("page", { name: `Root ${i}` });
      site.domain(domain, root, null);
      return root;
    });
    const pages = [roots[0], roots[1], roots[0]].map((parent) => site.page("page", { name: "News", parent }));
    const { lines } = await exported(["--data", site.write()]);
    const hosts = lines("content.ndjson").map(({ host, route }) => `${host}${route.path}`);
    expect(hosts.toSorted().join(" ")).toBe(
      "a.example/ a.example/news/ a.example/news/ b.example/en/ b.example/en/news/",
    );
    expect(lines("report.ndjson")).toEqual([
      {
        kind: "content",
        id: databaseKey(pages[2]),
        language: null,
        property: null,
        pointer: "",
        problem: "same-url",
        text: `a.example/news/ is also the URL of ${databaseKey(pages[0])}`,
      },
    ]);
  });

  it("has the language of a value only if its property varies", async () => {
    const site = new SiteDatabase();
    const danish = site.language("da-DK");
    site.type("page", { "*title": "Umbraco.ContentPicker", link: "Umbraco.ContentPicker" }, { varies: true });
    const gone = (id: number) => `umb://document/${keyOf(id).replaceAll("-", "")}`;
    site.page("page", {
      names: { 1: "English", [danish]: "Dansk" },
      inLanguages: [1, danish],
      values: [
        { alias: "link", column: "varcharValue", value: gone(7) },
        ...[1, danish].map((language) => ({
          alias: "title",
          column: "varcharValue",
          value: gone(8),
          language,
        })),
      ],
    });
    const { lines } = await exported(["--data", site.write()]);
    const shown = lines("report.ndjson").map(({ property, language }) => `${property} ${language}`);
    expect(shown.toSorted()).toEqual(["link null", "title da-DK", "title en-US"]);
  });

  it("has the media files with --files, and a line of the report for each missing one", async () => {
    const data = dataDirectory({
      "media.json": [node(1, { url: "/media/a/horn.txt" }), node(2, { url: "/media/b/gone.txt" })],
      "files/media/a/horn.txt": "toot",
    });
    const { out, lines, status } = await exported(["--data", data, "--files", "--fail-on", "missing-file"]);
    expect(status).toBe(1);
    expect(lines("media.ndjson").map(({ file }) => file)).toEqual(["media/a/horn.txt", null]);
    expect(readFileSync(join(out, "files/media/a/horn.txt"), "utf8")).toBe("toot");
    expect(lines("report.ndjson")).toEqual([
      {
        kind: "media",
        id: keyOf(2),
        language: null,
        property: "umbracoFile",
        pointer: "",
        problem: "missing-file",
        text: "/media/b/gone.txt",
      },
    ]);
  });

  it("prints on stderr how many values look like secrets, which it writes as they are", async () => {
    const apiKey = { editorAlias: "Umbraco.TextBox", value: "s3cret" };
    const data = dataDirectory({ "content.json": [node(1, { type: "settings", properties: { apiKey } })] });
    const { stderr, lines } = await exported(["--data", data]);
    expect(stderr).toBe(
      "warning: wrote 1 value of properties that look like secrets, as importers need them\n",
    );
    expect(lines("content.ndjson")[0].properties).toEqual({ apiKey: "s3cret" });
  });

  it("leaves nothing behind if the data does not load", async () => {
    const { out, status } = await exported(["--data", dataDirectory({ "content.json": "[{" })]);
    expect(status).toBe(6);
    expect(existsSync(out)).toBe(false);
  });
});

/** Sites with several languages: the language that is read, and the results that cover all languages. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import { copyOf } from "../remote/pulled-site.ts";
import { expectProblem } from "../support/problem.ts";
import { run } from "../support/program.ts";
import { appOf, digitsOf, keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";
import { usyncLanguage, usyncPage, usyncVaryingType } from "../support/usync-files.ts";

const NO_KEY = "00000000-0000-0000-0000-000000000000";
const [HOME, NEWS, DANISH] = [1, 2, 3];
const [ENGLISH_PICTURE, DANISH_PICTURE, PICTURE_OF_DANISH_PAGE, UNUSED_PICTURE, MISSING] = [
  11, 12, 13, 14, 15,
];

const picked = (media: number) => JSON.stringify([{ key: keyOf(media + 100), mediaKey: keyOf(media) }]);
const linked = (page: number) => `<a href="/{localLink:umb://document/${digitsOf(page)}}">x</a>`;

type Texts = Record<string, { name: string; picture?: string; text?: string }>;

/** A page that is published in the languages of its texts. */
function page(id: number, parent: number | undefined, texts: Texts): string {
  const each = (of: (text: Texts[string]) => string) =>
    Object.fromEntries(Object.entries(texts).map(([culture, text]) => [culture, of(text)]));
  const values = { picture: each(({ picture = "" }) => picture), text: each(({ text = "" }) => text) };
  return usyncPage({ id, parent, name: each(({ name }) => name), values });
}

const media = (id: number) =>
  `<Media Key="${keyOf(id)}" Alias="Picture ${id}" Level="1"><Info><Parent Key="${NO_KEY}" /><ContentType>Image</ContentType><NodeName Default="Picture ${id}" /><SortOrder>${id}</SortOrder></Info>
    <Properties><umbracoFile><Value><![CDATA[{"src":"/media/${id}/a.jpg"}]]></Value></umbracoFile></Properties></Media>`;

/** The files of an export in English (the default) and Danish; one page and its picture are only in Danish. */
function bilingualExport(more: Record<string, string> = {}): Record<string, string> {
  return {
    "Languages/en.config": usyncLanguage("en-US", true),
    "Languages/da.config": usyncLanguage("da"),
    "Languages/sv.config": usyncLanguage("sv"),
    "ContentTypes/page.config": usyncVaryingType("page", {
      picture: "Umbraco.MediaPicker3",
      text: "Umbraco.RichText",
    }),
    "Content/home.config": page(HOME, undefined, { "en-US": { name: "Home" }, da: { name: "Forside" } }),
    "Content/news.config": page(NEWS, HOME, {
      "en-US": { name: "News", picture: picked(ENGLISH_PICTURE), text: linked(HOME) },
      da: { name: "Nyheder", picture: picked(DANISH_PICTURE), text: linked(MISSING) },
    }),
    "Content/danish.config": page(DANISH, HOME, {
      da: { name: "Kun på dansk", picture: picked(PICTURE_OF_DANISH_PAGE), text: linked(NEWS) },
    }),
    ...Object.fromEntries(
      [ENGLISH_PICTURE, DANISH_PICTURE, PICTURE_OF_DANISH_PAGE, UNUSED_PICTURE].map((id) => [
        `Media/${id}.config`,
        media(id),
      ]),
    ),
    ...more,
  };
}

type Row = Record<string, string>;

const rowsOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout);

/** The nodes that find lists. */
const found = async (data: string, ...args: string[]): Promise<Row[]> =>
  rowsOf(await run(["find", "--data", data, "--format", "json", ...args]));
/** Their names, with the languages in which they were found. */
const named = async (data: string, ...args: string[]) =>
  (await found(data, ...args)).map(({ name, language }) => [name, language]);
/** The rows of a section of the audit. */
const audited = async (data: string, section: string): Promise<Row[]> =>
  rowsOf(await run(["audit", "--data", data, "--section", section, "--format", "json"])).sections[0].rows;

describe("--culture: the warning about other languages", () => {
  const WARNING = (data: string) =>
    `warning: reading ${data} in en-US; it also has da: to select a language, add --culture`;

  it.each(["content", "check"])("is printed by %s without --culture and --quiet", async (command) => {
    const data = dataDirectory(bilingualExport());
    const warningsWith = async (...more: string[]) =>
      (await run([command, "--data", data, ...more])).stderr
        .split("\n")
        .filter((line) => line.includes("it also has"));
    expect(await warningsWith()).toEqual([WARNING(data)]);
    expect(await warningsWith("--culture", "en-us")).toEqual([]);
    expect(await warningsWith("--quiet")).toEqual([]);
  });

  it("is printed by diff for each source", async () => {
    const [old, other] = [dataDirectory(bilingualExport()), dataDirectory(bilingualExport())];
    const stderrWith = async (...more: string[]) => (await run(["diff", old, other, ...more])).stderr;
    expect(await stderrWith()).toContain(`${WARNING(old)}\n${WARNING(other)}\n`);
    expect(await stderrWith("--culture", "en-US")).not.toContain("it also has");
  });

  it("is not printed for languages without nodes", async () => {
    const { "Content/danish.config": _, ...files } = bilingualExport({
      "Content/news.config": page(NEWS, HOME, { "en-US": { name: "News" } }),
      "Content/home.config": page(HOME, undefined, { "en-US": { name: "Home" } }),
    });
    expect((await run(["content", "--data", dataDirectory(files)])).stderr).not.toContain("--culture");
  });
});

describe("--culture: references of all languages", () => {
  it("count as uses of media, in audit and in find; dead ones have their language", async () => {
    const data = dataDirectory(bilingualExport());
    expect(await audited(data, "references")).toMatchObject([
      {
        finding: "dead-reference",
        property: "text",
        language: "da",
        key: keyOf(NEWS),
        find: expect.stringMatching(/ find .* --kind content --links-to umb:\/\/document\/0{8}/),
      },
    ]);
    expect((await audited(data, "media")).map(({ finding, path }) => [finding, path])).toEqual([
      ["unused-media", `Picture ${UNUSED_PICTURE}`],
    ]);
    for (const culture of [[], ["--culture", "da"]]) {
      const unused = await found(data, "--unused", "--kind", "media", ...culture);
      expect(unused.map(({ name }) => name)).toEqual([`Picture ${UNUSED_PICTURE}`]);
    }
  });

  it("are found by --links-to and --linked-from, with the language, and shown in tables", async () => {
    const data = dataDirectory(bilingualExport());
    for (const [id, expected] of [
      [ENGLISH_PICTURE, ["News", "en-US"]],
      [DANISH_PICTURE, ["News", "da"]],
      [PICTURE_OF_DANISH_PAGE, ["Kun på dansk", "da"]],
      [MISSING, ["News", "da"]],
    ] as const) {
      expect(await named(data, "--links-to", keyOf(id))).toEqual([expected]);
    }
    expect(await named(data, "--linked-from", keyOf(NEWS))).toEqual([
      ["Home", "en-US"],
      [`Picture ${ENGLISH_PICTURE}`, "en-US"],
      [`Picture ${DANISH_PICTURE}`, "da"],
    ]);
    const table = await run(["find", "--data", data, "--links-to", keyOf(NEWS), "--format", "table"]);
    expect(table.stdout).toMatch(/Kun på dansk .* da {2}.*\n$/);
    expect((await found(data, "--name", "News"))[0]).not.toHaveProperty("language");
  });

  it("are found once for each language that has them: find names all, and audit those of dead ones", async () => {
    const texts = { picture: picked(ENGLISH_PICTURE), text: linked(HOME) + linked(MISSING) };
    const news = page(NEWS, HOME, { "en-US": { name: "News", ...texts }, da: { name: "Nyheder", ...texts } });
    const files = bilingualExport({ "Content/news.config": news });
    const data = dataDirectory(files);
    expect(await audited(data, "references")).toMatchObject([{ count: 1, language: "en-US, da" }]);
    for (const id of [ENGLISH_PICTURE, MISSING])
      expect(await named(data, "--links-to", keyOf(id))).toEqual([["News", "en-US, da"]]);
    expect(await named(data, "--linked-from", keyOf(NEWS))).toEqual([
      ["Home", "en-US, da"],
      [`Picture ${ENGLISH_PICTURE}`, "en-US, da"],
    ]);
    const value = `<picture><Value><![CDATA[${picked(ENGLISH_PICTURE)}]]></Value></picture>`;
    const invariant = dataDirectory({
      ...files,
      "ContentTypes/page.config": files["ContentTypes/page.config"].replaceAll(
        "<Variations>Culture</Variations></GenericProperty>",
        "</GenericProperty>",
      ),
      "Content/news.config": news.replace(/<picture>.*?<\/picture>/s, value),
    });
    expect(await named(invariant, "--links-to", keyOf(ENGLISH_PICTURE))).toEqual([["News", "en-US"]]);
  });

  it("to and from a page that exists only in another language are found and counted", async () => {
    const text = linked(DANISH);
    const data = dataDirectory(
      bilingualExport({
        "Content/more.config": page(4, HOME, { "en-US": { name: "More", text }, da: { name: "Mere", text } }),
        "Content/alene.config": page(5, HOME, { da: { name: "Alene", text } }),
      }),
    );
    const only = [["Kun på dansk", "da"]];
    const both = [
      ["More", "en-US, da"],
      ["Alene", "da"],
    ];
    const linking = [
      ["News", "da"],
      [`Picture ${PICTURE_OF_DANISH_PAGE}`, "da"],
    ];
    for (const [line, expected] of [
      [`--links-to ${keyOf(DANISH)}`, both],
      [`--links-to ${keyOf(DANISH)} --level 1`, []],
      [`--linked-from ${keyOf(DANISH)}`, linking],
      [`--linked-from ${keyOf(5)}`, only],
      [`--linked-from ${keyOf(4)} --links-to ${keyOf(NEWS)}`, only],
      [`--linked-from ${keyOf(4)} --search dansk`, only],
      [`--linked-from ${keyOf(4)} --search nyheder`, []],
    ] as const) {
      expect([line, await named(data, ...line.split(" "))]).toEqual([line, expected]);
    }
    const rows = await found(data, "--name", "More", "--fields", "name,references");
    expect(rows).toEqual([{ name: "More", references: 1 }]);
    const none = await run(["find", "--data", data, "--links-to", keyOf(5)]);
    const reason = `nothing refers to the node with the key ${keyOf(5)}, which exists only in da`;
    expect(none).toMatchObject({ status: 3, stderr: expect.stringContaining(reason) });
  });

  it("a page that exists only in another language is printed with --values delivery", async () => {
    const data = dataDirectory(bilingualExport());
    const lines = await found(data, "--links-to", keyOf(NEWS), "--values", "delivery");
    expect(lines.map(({ id }) => id)).toEqual([keyOf(DANISH)]);
  });

  it("references to a page that is not published in their language are unpublished references", async () => {
    const english = page(4, HOME, { "en-US": { name: "English only" } });
    const news = page(NEWS, HOME, {
      "en-US": { name: "News", text: linked(4) },
      da: { name: "Nyheder", text: `${linked(4)} mere` },
    });
    const data = dataDirectory(
      bilingualExport({ "Content/english.config": english, "Content/news.config": news }),
    );
    expect(await audited(data, "references")).toMatchObject([
      { finding: "unpublished-reference", property: "text", language: "da", key: keyOf(NEWS) },
    ]);
  });
});

describe("--culture: the explorer for a site with two languages", () => {
  async function explored(files = bilingualExport()) {
    const data = dataDirectory(files);
    const app = appOf({ explorer: {} }, directorySource(await loadDirectory(data)));
    const answer = async (path: string) => JSON.parse(await (await app.request(`/explorer/${path}`)).text());
    return { data, app, answer };
  }

  it("answers in the language that a request names, in any case, and by default in the one that is served", async () => {
    const { app, answer } = await explored();
    const node = `node?kind=content&key=${keyOf(NEWS)}`;
    const nameIn = async (query: string) => (await answer(node + query)).path.at(-1).row.name;
    expect([await nameIn("&culture=DA"), await nameIn(""), await nameIn("&culture=en-us")]).toEqual([
      "Nyheder",
      "News",
      "News",
    ]);
    expect((await answer("find?name=Nyheder&culture=da")).nodes).toMatchObject([
      { row: { name: "Nyheder" } },
    ]);
    expect(await answer("site?culture=da")).toMatchObject({
      culture: "da",
      servedCulture: "en-US",
      languages: ["da", "en-US"],
    });
    expect(await answer("site")).toMatchObject({ culture: "en-US", dataFlags: "--data ./" });
    const problem = await expectProblem(await app.request("/explorer/types?culture=fr"), "invalid-parameter");
    expect(problem).toMatchObject({
      parameter: "culture",
      detail: "There is no language fr in the data: it has da or en-US.",
    });
  });

  it("lists the same nodes and languages as find", async () => {
    const { data, answer } = await explored();
    for (const [flag, name, value] of [
      ["--unused", "unused", "true"],
      ["--links-to", "linksTo", keyOf(NEWS)],
      ["--linked-from", "linkedFrom", keyOf(NEWS)],
    ]) {
      const { nodes } = await answer(`find?${name}=${value}`);
      const shown = nodes.map(({ row, language }: { row: Row; language?: string }) => [row.name, language]);
      expect(shown).toEqual(await named(data, ...(value === "true" ? [flag] : [flag, value])));
    }
    const both = await answer(`find?linksTo=${keyOf(PICTURE_OF_DANISH_PAGE)}&search=dansk`);
    expect(both.nodes).toMatchObject([{ row: { name: "Kun på dansk" }, language: "da" }]);
  });

  it("flags pages that exist only in another language, in lists of references and in the audit", async () => {
    const { answer } = await explored(
      bilingualExport({
        "Content/danish.config": page(DANISH, HOME, {
          da: { name: "Kun", picture: picked(PICTURE_OF_DANISH_PAGE), text: linked(MISSING) },
        }),
      }),
    );
    const links = await answer(`links?kind=media&key=${keyOf(PICTURE_OF_DANISH_PAGE)}`);
    expect(links).toMatchObject({
      total: 1,
      nodes: [{ row: { name: "Kun" }, breadcrumbs: ["Forside"], language: "da", isElsewhere: true }],
    });
    const { nodes } = await answer(`links?kind=media&key=${keyOf(DANISH_PICTURE)}`);
    expect(nodes[0]).not.toHaveProperty("isElsewhere");
    const { rows } = (await answer("audit?section=references")).section;
    expect(rows).toMatchObject([
      { finding: "dead-reference", node: { name: "News" } },
      { finding: "dead-reference", node: { name: "Kun", isElsewhere: true } },
    ]);
  });
});

const domain = (name: string, language: string) =>
  `<Domain Key="${keyOf(90)}" Alias="${name}"><Info><IsWildcard>false</IsWildcard><Language>${language}</Language><Root Key="${keyOf(HOME)}">/x</Root></Info></Domain>`;
const DOMAINS = {
  "Domains/en.config": domain("/en", "en-US"),
  "Domains/da.config": domain("/da", "da"),
};

describe("--culture: urls", () => {
  const listed = async (...args: string[]) => {
    const { stdout, stderr } = await run(["urls", ...args, "--kind", "content", "--format", "csv"]);
    const rows = stdout
      .split("\n")
      .slice(1, -1)
      .map((line) => line.split(","));
    return { rows: rows.map((cells) => `${cells[0]} ${cells.at(-1)}`), stderr };
  };

  it("lists the URLs of all languages, with the language of each", async () => {
    const data = dataDirectory(bilingualExport(DOMAINS));
    const english = ["/en/ en-US", "/en/news/ en-US"];
    const danish = ["/da/ da", "/da/nyheder/ da", "/da/kun-paa-dansk/ da"];
    const { rows, stderr } = await listed("--data", data, "--quiet");
    expect({ rows, stderr }).toEqual({ rows: [...english, ...danish], stderr: "" });
    expect((await listed("--data", data, "--culture", "da", "--quiet")).rows).toEqual(danish);
  });

  it("reports languages in which no page has a URL", async () => {
    const { rows, stderr } = await listed("--data", dataDirectory(bilingualExport()));
    expect(rows).toEqual(["/ en-US", "/news/ en-US"]);
    expect(stderr).toContain("no page has a URL in da: the language has no domain\n");
  });

  it("compares each language with the same language of the new site", async () => {
    const renamed = page(NEWS, HOME, { "en-US": { name: "News" }, da: { name: "Aktuelt" } });
    const [old, other] = [
      bilingualExport(DOMAINS),
      bilingualExport({ ...DOMAINS, "Content/news.config": renamed }),
    ];
    const args = ["urls", "--data", dataDirectory(old), "--against", dataDirectory(other), "--quiet"];
    const { stdout } = await run([...args, "--kind", "content", "--format", "table"]);
    expect(stdout).toBe("4 same, 1 moved, 0 removed, 0 new\n\n> /da/nyheder/  → /da/aktuelt/\n");
  });

  it("maps URLs in a language that the new site does not have to the same pages, and reports that", async () => {
    const other = bilingualExport({
      ...DOMAINS,
      "Content/home.config": page(HOME, undefined, { "en-US": { name: "Home" } }),
      "Content/news.config": page(NEWS, HOME, { "en-US": { name: "News" } }),
    });
    delete other["Content/danish.config"];
    const path = dataDirectory(other);
    const args = ["urls", "--data", dataDirectory(bilingualExport(DOMAINS)), "--against", path];
    const { stdout, stderr } = await run([...args, "--kind", "content", "--format", "table"]);
    expect(stdout).toBe(
      "2 same, 2 moved, 1 removed, 0 new\n\n> /da/                → /en/\n> /da/nyheder/        → /en/news/\n- /da/kun-paa-dansk/  (below /en/)\n",
    );
    expect(stderr).toContain(
      `${path} does not have da: 3 URLs in da lead to the same pages in another language\n`,
    );
  });
});

it("a copy holds one language and no redirects, which audit and urls report", async () => {
  const out = await copyOf(dataDirectory(bilingualExport(DOMAINS)));
  expect(JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"))).toMatchObject({ redirects: false });
  const audit = await run(["audit", "--data", out]);
  const urls = await run(["urls", "--data", out]);
  const limits =
    "the API gave one language and no redirects; whether the site has more languages is not known";
  const warning = `warning: ${out} is a copy: ${limits}\n`;
  for (const { stderr } of [audit, urls]) expect(stderr).toContain(warning);
  const said = `This is a copy: ${limits}.`;
  expect(audit.stdout).toContain(said);
  const html = await run(["audit", "--data", out, "--format", "html", "--quiet"]);
  expect([html.stdout.includes(said), html.stderr]).toEqual([true, ""]);
});

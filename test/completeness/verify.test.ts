/** `verify` with an import listing: how rows are read and compared, what is printed, and the exit status. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keyOf as keyInDatabase, SiteDatabase } from "../formats/database/site-database.ts";
import { parseLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { shown as onTerminal } from "../support/terminal.ts";
import { bilingualSite } from "./finished-imports.ts";

const text = (value: string) => ({ editorAlias: "Umbraco.TextBox", value });
const html = (value: string) => ({ editorAlias: "Umbraco.TinyMCE", value });
const node = (id: number, name: string, properties: object, more: object = {}) => ({
  id,
  key: keyOf(id),
  name,
  type: "page",
  url: `/${name.toLowerCase()}/`,
  properties,
  ...more,
});
const udi = (kind: string, id: number) => `umb://${kind}/${keyOf(id).replaceAll("-", "")}`;
const picked = (id: number) => `[{"key":"${keyOf(900)}","mediaKey":"${keyOf(id)}"}]`;

const OLD = {
  "content.json": [
    node(1, "Home", {
      title: text("Seven horns"),
      body: html(
        `<p>Hear <a href="/{localLink:${udi("document", 2)}}">the bells</a> and <a href="https://fog.example/a?b=1">more</a>.</p>`,
      ),
      image: { editorAlias: "Umbraco.MediaPicker3", value: picked(11) },
      apiKey: text("Tr0ub4dor"),
    }),
    node(2, "Bells", { title: text("Two bells and a gong") }),
  ],
  "media.json": [
    { id: 11, key: keyOf(11), name: "Horn", type: "Image", url: "/media/1/horn.jpg", properties: {} },
    { id: 12, key: keyOf(12), name: "Map", type: "File", url: "/media/2/map.pdf", properties: {} },
  ],
};

/** A row that keeps everything, of each page. */
const HOME = {
  key: keyOf(1),
  url: "/home",
  name: "Home",
  text: "Seven horns. Hear the bells and more.",
  references: [keyOf(2), "https://fog.example/a?b=1", "/static/horn.jpg"],
};
const BELLS = { key: keyOf(2), url: "/bells/", name: "Bells", text: "Two bells and a gong", references: [] };

const ndjson = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

function listing(content: string, name = "listing.ndjson"): string {
  const path = join(temporaryDirectory(), name);
  writeFileSync(path, content);
  return path;
}

const report = (old: string, path: string, ...args: string[]) => run(["verify", old, path, ...args]);

/** The rows of pages, without those of properties. */
const pagesOf = (stdout: string) => parseLines(stdout).filter(({ row }) => row === "page");

/** Whether a listing is read and keeps everything, or the error. */
async function read(content: string, name: string) {
  const path = listing(content, name);
  const { status, stderr } = await report(dataDirectory(OLD), path);
  return { status, stderr: stderr.replaceAll(path, "FILE") };
}

describe("verify: rows of a listing", () => {
  it("never prints a property that looks like a secret, nor counts its words", async () => {
    const { stdout } = await report(dataDirectory(OLD), listing(ndjson([BELLS])), "--format", "json");
    expect(stdout).not.toContain("Tr0ub4dor");
  });

  it("counts nodes that the old site lacks, but not its media", async () => {
    const path = listing(
      ndjson([HOME, BELLS, { key: keyOf(12), url: "/map.pdf" }, { key: keyOf(77), name: "New" }]),
    );
    const { totals, extra } = JSON.parse((await report(dataDirectory(OLD), path, "--format", "json")).stdout);
    expect([totals.extra, extra]).toEqual([1, [{ key: keyOf(77), name: "New" }]]);
  });
});

describe("verify: files of listings", () => {
  const cells = (row: Record<string, unknown>, between: string) =>
    ["references", "text", "key", "url", "name"].map((name) => [row[name]].flat().join(between));
  const csv = (separator: string, between = " ") =>
    [["References", "TEXT", "key", "url", "name"], cells(HOME, between), cells(BELLS, between)]
      .map((row) => row.map((cell) => `"${cell}"`).join(separator))
      .join("\r\n");

  it.each([
    ["commas", csv(",")],
    ["semicolons, after a byte-order mark", `\ufeff${csv(";")}`],
    ["tabs", csv("\t")],
    ["the separator that the first line sets", `sep=|\r\n${csv("|")}`],
    ["references with commas", csv(",", ", ")],
    ["references a line each", csv(",", "\n")],
    ["without quotes", csv(";").replaceAll('"', "")],
  ])("csv: %s", async (_, content) => {
    expect(await read(content, "import.csv")).toEqual({ status: 0, stderr: "" });
  });

  it.each([
    ["not JSON", `${ndjson([HOME])}{"key":\n`, "a.ndjson", /^FILE:2: is not JSON: /],
    ["no object", "[1]\n", "a.ndjson", /^FILE:1: must be an object with the member key$/],
    ["no key", '\n{"url":"/a"}\n', "a.ndjson", /^FILE:2: has no key$/],
    ["no GUID", '{"key":"1050"}\n', "a.ndjson", /^FILE:1: key "1050" is not a GUID$/],
    ["no text", `{"key":"${keyOf(1)}","text":5}\n`, "a.ndjson", /^FILE:1: text must be a text, not 5$/],
    [
      "a list in place of a text, however deep",
      `{"key":"${keyOf(1)}","text":${"[".repeat(20_000)}${"]".repeat(20_000)}}\n`,
      "a.ndjson",
      /^FILE:1: text must be a text, not a list or an object$/,
    ],
    [
      "a list in place of a key",
      '{"key":["a"]}\n',
      "a.ndjson",
      /^FILE:1: key must be a text, not a list or an object$/,
    ],
    [
      "no references",
      `{"key":"${keyOf(1)}","references":{}}\n`,
      "a.ndjson",
      /^FILE:1: references must be a list of texts$/,
    ],
    [
      "no column key",
      "id,url\n1,/a\n",
      "a.csv",
      /^FILE:1: must name its columns: key, and of language, url, name, text, html, references or properties what is known$/,
    ],
    [
      "too many cells",
      `key,url\n${keyOf(1)},/a,b\n`,
      "a.csv",
      /^FILE:2: has 3 cells, and the first row has 2$/,
    ],
    ["a column twice", `key,url,URL\n${keyOf(1)},/a,/b\n`, "a.csv", /^FILE:1: names the column url twice$/],
    [
      "an open quote below a line sep=",
      `sep=;\nkey;url\n"${keyOf(1)}`,
      "a.csv",
      /^FILE:3: a quote is opened and not closed$/,
    ],
    ["an open quote", `key,url\n"${keyOf(1)},/a\n`, "a.csv", /^FILE:2: a quote is opened and not closed$/],
    ["UTF-16", "\ufffe", "a.csv", /UTF-8|UTF-16|must name/],
  ])(
    "malformed rows give file, line and reason, and exit status 6: %s",
    async (_, content, name, expected) => {
      const { status, stderr } = await read(content, name);
      expect(status).toBe(6);
      expect(stderr.replace(/^error: /, "").trim()).toMatch(expected);
    },
  );

  it("lists the first five faults", async () => {
    const { stderr } = await read("1\n".repeat(7), "listing.ndjson");
    expect(stderr.split("\n").map((line) => line.trim())).toEqual([
      "error: FILE:1: must be an object with the member key",
      ...[2, 3, 4, 5].map((line) => `FILE:${line}: must be an object with the member key`),
      "and 2 more",
      "",
    ]);
  });
});

describe("verify: languages of a listing", () => {
  const ENGLISH = "Hold on to your cup.";
  const DANISH = "Hold fast i koppen.";

  it.each<[string, [language: string | undefined, text: string][], string[]]>([
    [
      "a row for each language",
      [
        ["en-US", ENGLISH],
        ["da", DANISH],
      ],
      [],
    ],
    [
      "other spellings of languages",
      [
        ["EN_us", ENGLISH],
        ["da-DK", DANISH],
      ],
      [],
    ],
    ["a row without a language is about all", [[undefined, `${ENGLISH} ${DANISH}`]], []],
    ["a language without a row", [["en-US", ENGLISH]], ["da missing 4"]],
    [
      "texts in the wrong languages",
      [
        ["en-US", DANISH],
        ["da", ENGLISH],
      ],
      ["en-US imported 4", "da imported 3"],
    ],
    [
      "a language that the old site lacks",
      [
        ["en-US", ENGLISH],
        ["da", DANISH],
        ["sv", "Håll i koppen."],
      ],
      [],
    ],
  ])("%s", async (_, rows, expected) => {
    const listed = [1, 2].flatMap((id) =>
      rows.map(([language, text]) => ({
        key: keyOf(id),
        language,
        text: id === 1 ? text : `${text} ${NEWS}`,
      })),
    );
    const path = listing(ndjson(listed));
    const { stdout } = await report(bilingualSite(), path, "--format", "ndjson");
    const lossy = pagesOf(stdout).filter(
      ({ name, state, wordsLost }) => name === "Home" && (state === "missing" || wordsLost > 0),
    );
    expect(lossy.map(({ language, state, wordsLost }) => `${language} ${state} ${wordsLost}`)).toEqual(
      expected,
    );
  });

  it("judges a page that is the same in all languages by the rows of each, unless these are translated or parts", async () => {
    const site = new SiteDatabase();
    site.type("page", { text: "Umbraco.TextBox" });
    const danish = site.language("da");
    const value = "Two bells and a gong play at noon";
    const bells = site.page("page", {
      name: "Bells",
      values: [{ alias: "text", column: "textValue", value }],
    });
    site.domain("/en", bells, 1);
    site.domain("/da", bells, danish);
    const old = site.write();
    const losses = async (...rows: [language: string | undefined, url: string, text: string][]) => {
      const key = keyInDatabase(bells);
      const listed = rows.map(([language, url, text]) => ({ key, language, url, text }));
      const { stdout } = await report(old, listing(ndjson(listed)), "--format", "ndjson");
      return pagesOf(stdout).flatMap(({ language, wordsMissing, newUrl }) =>
        [...wordsMissing, ...(newUrl ? [newUrl] : [])].map((each) => `${language ?? ""} ${each}`.trim()),
      );
    };
    const [english, short] = [value, "Two bells and a gong play"];
    expect(await losses(["en", "/en/", english], ["da", "/da/", english])).toEqual([]);
    expect(await losses(["en", "/en/", english], ["da", "/da/", short])).toEqual(["da at noon"]);
    expect(await losses(["en", "/en/", short], ["da", "/da/", english])).toEqual(["at noon"]);
    expect(await losses([undefined, "/en/", english], ["da", "/da/", english])).toEqual([]);
    expect(await losses(["en", "/en/", "Two bells"], ["en", "/en/", "and a gong play at noon"])).toEqual([]);
    expect(await losses(["en", "/en/", english], ["da", "/da/", "To klokker og en gong"])).toEqual([]);
  });

  it("counts pages and words of each language", async () => {
    const rows = [{ key: keyOf(1), language: "en-US", text: ENGLISH }];
    const { stdout } = await report(bilingualSite(), listing(ndjson(rows)), "--format", "json");
    const { totals, languages } = JSON.parse(stdout);
    expect([totals.pages, languages]).toEqual([
      { old: 2, kept: 1 },
      [
        { language: "da", pages: { old: 2, kept: 0 }, words: { old: 8, kept: 0 } },
        { language: "en-US", pages: { old: 2, kept: 1 }, words: { old: 10, kept: 5 } },
      ],
    ]);
  });
});

/** The words of the other page, in both languages. */
const NEWS = "The horn sounds at noon. Hornet lyder klokken tolv.";

describe("verify: what is printed of an import", () => {
  const lossy = () => {
    const rows = [
      {
        ...HOME,
        text: "Seven. Hear the bells and more.",
        references: HOME.references.slice(2),
        url: "/start/",
      },
      { key: keyOf(77), url: "/new/" },
    ];
    return [dataDirectory(OLD), listing(ndjson(rows))] as const;
  };
  const shown = async (...args: string[]) => {
    const [old, path] = lossy();
    const { stdout } = await report(old, path, ...args);
    return stdout.replaceAll(old, "OLD").replaceAll(path, "NEW");
  };

  it("plain: totals, the pages with losses, and changes", async () => {
    expect(await shown()).toMatchInlineSnapshot(`
      "old  OLD: JSON, 2 content and 2 media nodes
      new  NEW: import listing, 2 rows of 2 nodes with key, url, name, text,
           references

      Properties with losses (2)
      property    values lost  words  references
      page.body        1 of 1                 -2
      page.title       1 of 1     -1

      compared    old  imported  missing    kept
      pages         2         1        1  50.0 %
      words        12         6        6  50.0 %
      references    2         0        2     0 %
      images        1         1        0   100 %
      elements      0         0        0
      0 names and 1 URL changed
      1 node in the import that the old site lacks

      Pages with losses (2)
      page   id             words  references
      Bells  2   missing  -5 of 5
        words: Two bells and a gong
      Home   1            -1 of 7     -2 of 2
        words: horns
        references: Bells, https://fog.example/a?b=1
        in: page.title, page.body

      Names and URLs changed (1)
      /home/ → /start/  Home
      "
    `);
  });

  it.each([60, 80, 120])(
    "plain: names of pages are never cut for those of their ancestors, in %i columns",
    async (columns) => {
      const below = (id: number, name: string, children: object[]) => ({ ...node(id, name, {}), children });
      const leaf = node(3, "Tåkeluren", { title: text("Waffles and coffee") });
      const old = dataDirectory({
        "content.json": [below(1, "The Foghorn Museum", [below(2, "Food and drink", [leaf])])],
      });
      const same = listing(ndjson([1, 2].map((id) => ({ key: keyOf(id), text: "" }))));
      const { stdout } = await onTerminal(["verify", old, same], columns);
      const [line = ""] = stdout.split("\n").filter((each) => each.includes("Tåkeluren"));
      expect(line).toMatch(
        /^(?:The Foghorn Museum › Food and drink › |… › Food and drink › |… › )?Tåkeluren /,
      );
    },
  );

  it("plain: a change of name or URL that fills the line stands without its page", async () => {
    const [old, path] = lossy();
    const changeIn = async (columns: number) =>
      (await onTerminal(["verify", old, path], columns)).stdout.match(/^\/home\/ → .*$/m)?.[0];
    expect([await changeIn(80), await changeIn(12)]).toEqual(["/home/ → /start/  Home", "/home/ → /start/"]);
  });

  it("csv: a row for each page, the worst first", async () => {
    expect(
      (await shown("--format", "csv")).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "KEY"),
    ).toMatchInlineSnapshot(`
      "row,property,filled,affected,id,key,type,breadcrumbs,name,language,state,status,words,wordsLost,wordsMissing,references,referencesLost,referencesMissing,images,imagesLost,imagesMissing,elements,elementsLost,elementsMissing,values,valuesLost,valuesMissing,oldLinks,findings,newName,url,newUrl
      property,page.body,1,1,,,,,,,,,,0,,,2,,,0,,,0,,,0,,,,,,
      property,page.title,1,1,,,,,,,,,,1,,,0,,,0,,,0,,,0,,,,,,
      page,,,,2,KEY,page,,Bells,,missing,,5,5,Two bells and a gong,0,0,,0,0,,0,0,,0,0,,,,,,
      page,page.title | page.body,,,1,KEY,page,,Home,,imported,,7,1,horns,2,2,Bells | https://fog.example/a?b=1,1,0,,0,0,,0,0,,,,,/home/,/start/
      "
    `);
  });

  it("json: both sides, totals, and all pages", async () => {
    const { pages, ...head } = JSON.parse(await shown("--format", "json"));
    const nothing = { words: 0, references: 0, images: 0, elements: 0, values: 0 };
    expect(head).toEqual({
      old: { place: "OLD", format: "JSON", nodes: { content: 2, media: 2 } },
      new: {
        ...{ place: "NEW", format: "import listing", rows: 2 },
        known: ["url", "name", "text", "references"],
      },
      totals: {
        pages: { old: 2, kept: 1 },
        compared: {
          words: { old: 12, kept: 6 },
          references: { old: 2, kept: 0 },
          images: { old: 1, kept: 1 },
          elements: { old: 0, kept: 0 },
        },
        ...{ missing: 1, extra: 1, accepted: 0, names: 0, urls: 1, oldLinks: 0 },
        ...{ findings: {}, languagesLeftOut: [], notCompared: {}, notComparedProperties: {} },
      },
      languages: [],
      properties: [
        { property: "page.body", filled: 1, affected: 1, ...nothing, references: 2 },
        { property: "page.title", filled: 1, affected: 1, ...nothing, words: 1 },
      ],
      extra: [{ key: keyOf(77), url: "/new/" }],
    });
    expect(pages.map(({ name }: { name: string }) => name)).toEqual(["Bells", "Home"]);
  });

  it("html: a page that loads nothing, with what is missing; markup in the data is text", async () => {
    const old = dataDirectory({ "content.json": [node(1, "<b>Home", { title: text("Hear <i>me</i>") })] });
    const { stdout } = await report(old, listing(ndjson([BELLS])), "--format", "html");
    expect(stdout).toMatch(/^<!doctype html>/);
    expect(stdout).toContain("&lt;b>Home");
    expect(stdout).toContain("Pages that are not imported");
    expect(stdout).toContain("Hear me");
    expect(stdout).not.toMatch(/<b>Home|<i>me|<script|src=|href="http/);
  });
});

describe("verify: exit status and options with an import", () => {
  it.each<[string[], object[], number]>([
    [[], [HOME, BELLS], 0],
    [[], [{ ...HOME, url: "/x/", name: "Start" }, BELLS], 0],
    [[], [{ ...HOME, url: "" }, BELLS], 1],
    [[], [{ ...HOME, name: "" }, BELLS], 1],
    [["--fail-on", "urls"], [{ ...HOME, url: "/x/" }, BELLS], 1],
    [["--fail-on", "urls"], [HOME], 0],
    [["--fail-on", "names"], [{ ...HOME, name: "Start" }, BELLS], 1],
    [[], [HOME], 1],
    [["--fail-on", "missing"], [HOME], 1],
    [["--fail-on", "words"], [HOME], 0],
    [["--fail-on", "missing"], [{ ...HOME, text: "" }, BELLS], 0],
    [["--fail-on", "words"], [{ ...HOME, text: "" }, BELLS], 1],
    [["--fail-on", "missing,urls"], [{ ...HOME, url: "/x/" }, BELLS], 1],
  ])("%j: exit status", async (args, rows, expected) => {
    expect((await report(dataDirectory(OLD), listing(ndjson(rows)), ...args)).status).toBe(expected);
  });

  it.each<[string[], string]>([
    [
      ["--fail-on", "removed"],
      '--fail-on takes missing, words, references, images, elements, values, same-url, encoded, broken, alt, anchors, duplicates, parents, order, head-only, names or urls, separated by commas, not "removed"',
    ],
    [["--timeout", "5"], "--timeout can only be used if NEW is a URL"],
    [["--data", "x"], "--data cannot be used with verify: give the sources as migrations verify OLD NEW"],
  ])("refuses %j", async (args, expected) => {
    const { status, stderr } = await report(dataDirectory(OLD), listing(ndjson([HOME])), ...args);
    expect({ status, stderr }).toEqual({ status: 2, stderr: `error: ${expected}\n` });
  });

  it("is what diff names for a listing", async () => {
    const path = listing(ndjson([HOME]));
    const { status, stderr } = await run(["diff", dataDirectory(OLD), path]);
    expect({ status, stderr: stderr.replaceAll(path, "FILE") }).toEqual({
      status: 2,
      stderr: "error: FILE is an import listing: compare it with migrations verify OLD LISTING\n",
    });
  });

  it("warns if no key is that of a node of the old site", async () => {
    const [old, path] = [
      dataDirectory(OLD),
      listing(ndjson([{ key: keyOf(77) }, { key: keyOf(78), text: "x" }])),
    ];
    const { status, stderr } = await report(old, path);
    const warning = `warning: none of the keys of ${path} is that of a node of the old site, by which nodes are matched\n`;
    expect({ status, stderr }).toEqual({ status: 1, stderr: warning });
    expect((await report(old, path, "--quiet")).stderr).toBe("");
    expect((await report(old, listing(ndjson([{ key: keyOf(77) }, { key: keyOf(12) }])))).stderr).toBe("");
  });

  it.each<[name: string, isOld: boolean, message: string]>([
    ["x.json", false, "FILE is not an import listing: write it as .ndjson, an object a line, or as .csv"],
    ["x.xlsx", false, "FILE is not an import listing: write it as .ndjson, an object a line, or as .csv"],
    ["x.csv", true, "FILE is an import listing, which can only be NEW"],
  ])("refuses %s, as OLD: %s", async (name, isOld, message) => {
    const [data, path] = [dataDirectory(OLD), listing(ndjson([HOME]), name)];
    const { status, stdout, stderr } = await (isOld ? report(path, data) : report(data, path));
    expect({ status, stdout, stderr: stderr.replaceAll(path, "FILE") }).toEqual({
      status: 2,
      stdout: "",
      stderr: `error: ${message}\n`,
    });
  });

  it("says that a live site can't be the old side", async () => {
    const { status, stderr } = await report("https://old.example", listing(ndjson([HOME])));
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        "error: https://old.example is a live site: copy it with migrations pull --base-url https://old.example --out ./site, which fetches only what changed if you repeat it, and give the path of the copy\n",
    });
  });
});

describe("verify --accept", () => {
  const accepted = async (lines: readonly string[], rows: readonly object[]) => {
    const file = join(dataDirectory({ "accepted.txt": lines.join("\n") }), "accepted.txt");
    const { status, stdout, stderr } = await report(
      dataDirectory(OLD),
      listing(ndjson(rows)),
      "--format",
      "json",
      "--accept",
      file,
    );
    const { totals } = status === 2 ? { totals: undefined } : JSON.parse(stdout);
    return {
      status,
      accepted: totals?.accepted,
      pages: totals?.pages,
      stderr: stderr.replaceAll(file, "FILE"),
    };
  };
  const TITLES_LOST = [
    { ...HOME, text: "Hear the bells and more." },
    { ...BELLS, text: "" },
  ];

  it.each<[string, string[], object[], object]>([
    [
      "a page by key, and the links to it",
      [keyOf(2)],
      [{ ...HOME, references: HOME.references.slice(1) }],
      { accepted: 2, pages: { old: 1, kept: 1 } },
    ],
    ["a page by id", ["2 # merged into Home"], [HOME], { accepted: 1 }],
    ["a page by URL", ["/bells"], [HOME], { accepted: 1 }],
    ["a page by UDI", [udi("document", 2)], [HOME], { accepted: 1 }],
    ["a property", ["# decided by the editors", "", "page.title"], TITLES_LOST, {}],
    ["a property of any type", ["*.TITLE"], TITLES_LOST, {}],
    [
      "an image by the path of its file",
      ["/media/1/horn.jpg"],
      [{ ...HOME, references: HOME.references.slice(0, 2) }, BELLS],
      { accepted: 1 },
    ],
    [
      "an image by key",
      [keyOf(11)],
      [{ ...HOME, references: HOME.references.slice(0, 2) }, BELLS],
      { accepted: 1 },
    ],
    ["all pages of a type", ["page"], [], { pages: { old: 0, kept: 0 } }],
  ])("leaves out what is accepted: %s", async (_, lines, rows, expected) => {
    const found = await accepted(lines, rows.length > 0 ? rows : [{ key: keyOf(12), text: "" }]);
    expect(found).toMatchObject({ status: 0, stderr: "", ...expected });
  });

  it("does not leave out other losses", async () => {
    expect(await accepted([keyOf(2), "page.body"], TITLES_LOST)).toMatchObject({
      status: 1,
      pages: { old: 1, kept: 1 },
    });
  });

  it("reports lines that match nothing", async () => {
    const lines = ["page.title", keyOf(66), "page.bodyText", "poll", "/x", "4711", "gone.*"];
    expect(await accepted(lines, [HOME, BELLS])).toMatchObject({
      status: 0,
      stderr: `6 lines of --accept match nothing: FILE:2: ${keyOf(66)}, FILE:3: page.bodyText, FILE:4: poll, FILE:5: /x, FILE:6: 4711, ...\n`,
    });
  });

  it.each([["a b"], ["page.title.x"], ["{x"]])("refuses %j", async (line) => {
    const { status, stderr } = await accepted([line], [HOME]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `error: FILE:1: must be a key, an id, a path such as /media/a.pdf, a type or TYPE.PROPERTY, not "${line}"\n`,
    });
  });

  it("refuses a file that is not there", async () => {
    const { status, stderr } = await report(
      dataDirectory(OLD),
      listing(ndjson([HOME])),
      "--accept",
      "no-such.txt",
    );
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "error: --accept cannot be read from no-such.txt: no such file or directory\n",
    });
  });
});

it("verify: names of member groups are no words of a page", async () => {
  const site = new SiteDatabase();
  site.type("page", { title: "Umbraco.TextBox", groups: "Umbraco.MemberGroupPicker" });
  const values = [
    { alias: "title", column: "textValue", value: "Fog horns" },
    { alias: "groups", column: "textValue", value: "Editors of the site" },
  ];
  site.page("page", { name: "Home", values });
  const database = site.write();
  const { stdout } = await run(["verify", database, database, "--format", "json"]);
  expect(JSON.parse(stdout).totals.compared.words).toMatchObject({ old: 2 });
});

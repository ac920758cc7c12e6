/** The settings of a site folder: which database is read, and how URLs are made. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../src/errors.ts";
import type { ReadOptions } from "../../src/formats/data-format.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { everyAnswer } from "../everything.ts";
import { dataDirectory } from "../support/temporary.ts";
import { usyncPage } from "../support/usync-files.ts";
import { SiteDatabase } from "./database/site-database.ts";

function database(name: string): Buffer {
  const site = new SiteDatabase();
  site.type("page");
  const home = site.page("page", { name });
  site.page("page", { name: "Über ß uns", parent: home });
  site.page("page", { name: "Second" });
  return Buffer.from(site.image);
}

const FILE = "umbraco/Data/Umbraco.sqlite.db";
const PASSWORD = "hunter2";
const dsn = (umbracoDbDSN: string) => ({ ConnectionStrings: { umbracoDbDSN } });
const SERVER = dsn(`Server=db.example;Database=site;User Id=sa;Password=${PASSWORD}`);

/** The name of the first page, the urls of content, and the warnings on files that are read or not. */
async function read(files: Record<string, unknown>, options: ReadOptions = {}) {
  const { trees, warnings } = await loadDirectory(dataDirectory(files), options);
  const nodes = everyAnswer(trees.content);
  const texts = warnings.map(({ file, text }) => `${file.replaceAll("\\", "/")} ${text}`);
  expect(texts.join()).not.toContain(PASSWORD);
  return {
    name: nodes[0].name,
    urls: nodes.map(({ url }) => url),
    warnings: texts.filter((text) => / is read|cannot be read/.test(text)),
  };
}

describe("loadDirectory: the database that is read", () => {
  const [first, second] = [database("First"), database("Second")];
  const newer = (what: string) =>
    `${FILE} is read, though appsettings.json names ${what}: the site may keep newer data there`;
  const two = { "umbraco/Data/a.sqlite.db": first, "umbraco/Data/b.sqlite.db": second };

  it.each<[string, Record<string, unknown>, string]>([
    [
      "one of several",
      { ...two, "appsettings.json": dsn("Data Source=|DataDirectory|/b.sqlite.db;Cache=Shared") },
      "Second",
    ],
    [
      "in the settings for development",
      {
        ...two,
        "appsettings.json": SERVER,
        "appsettings.Development.json": dsn("Cache=Shared;Data Source=|DataDirectory|\\B.sqlite.db"),
      },
      "Second",
    ],
    [
      "in another folder",
      { [FILE]: first, "db/site.db": second, "appsettings.json": dsn("Data Source=./db/site.db") },
      "Second",
    ],
    [
      "a file of any name, if they name its provider",
      {
        "db/site": second,
        "appsettings.json": {
          "ConnectionStrings:umbracoDbDSN": "Data Source=db/site",
          connectionstrings: { umbracodbdsn_providername: "Microsoft.Data.Sqlite" },
        },
      },
      "Second",
    ],
    [
      "with comments, trailing commas and a byte order mark",
      {
        ...two,
        "appsettings.json": `\uFEFF{ // "a"\n /* { */ "ConnectionStrings": { "umbracoDbDSN": "Data Source=|DataDirectory|/b.sqlite.db", "x": "// no, /* comment */" , }, }`,
      },
      "Second",
    ],
    [
      "in UTF-16",
      {
        ...two,
        "appsettings.json": Buffer.from(
          `\ufeff${JSON.stringify(dsn("Data Source=|DataDirectory|/b.sqlite.db"))}`,
          "utf16le",
        ),
      },
      "Second",
    ],
  ])("is the one in the settings: %s", async (_, files, name) => {
    expect(await read(files)).toMatchObject({ name, warnings: [] });
  });

  it.each<[string, unknown, string[]]>([
    ["nothing", { Umbraco: {} }, []],
    ["a server", SERVER, [newer("a database server")]],
    ...["", "Data Source=/var/lib/site.db", "Data Source=..\\site.db"].map(
      (text): [string, unknown, string[]] => [text, dsn(text), [newer("a database outside this folder")]],
    ),
    [
      "malformed JSON",
      "{",
      ["appsettings.json cannot be read: its settings of URLs and the database are ignored"],
    ],
  ])("is the one in the folder if the settings contain %j", async (_, settings, warnings) => {
    const found = await read({ [FILE]: first, "appsettings.json": settings });
    expect(found).toMatchObject({ name: "First", warnings });
  });

  it("that the settings name and that is missing is an error", async () => {
    const root = dataDirectory({ [FILE]: first, "appsettings.json": dsn("Data Source=gone.db") });
    const file = join(root, FILE);
    await expect(loadDirectory(root)).rejects.toThrow(
      new DataError(
        `${root} holds no data: its appsettings.json names gone.db, which is missing: copy it there; ${FILE} in it may be older: to read it, pass --data ${file}`,
      ),
    );
  });

  it("on a server is an error, in one line without the password", async () => {
    const root = dataDirectory({ "appsettings.json": SERVER });
    const error = await loadDirectory(root).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(DataError);
    expect((error as DataError).message).toBe(
      `${root} holds no data: its appsettings.json names a database server: back up the database (docs/formats.md, Which file do I have?), let the site write uSync files, or pass --base-url`,
    );
  });
});

describe("loadDirectory: URLs made with the site's settings", () => {
  const requests = (RequestHandler: object, Global: object = {}) => ({
    Umbraco: { CMS: { RequestHandler, Global } },
  });

  const [sharpS, umlaut] = [
    { Char: "ß", Replacement: "sz" },
    { Char: "Ü", Replacement: "u" },
  ];
  it.each<[string, unknown, string[]]>([
    ["by default", {}, ["/", "/ueber-ss-uns/", "/second/"]],
    [
      "with the segment of the root",
      requests({}, { HideTopLevelNodeFromPath: false }),
      ["/home/", "/home/ueber-ss-uns/", "/second/"],
    ],
    ["without trailing slashes", requests({ AddTrailingSlash: false }), ["/", "/ueber-ss-uns", "/second"]],
    [
      "with the site's own replacements",
      requests({ UserDefinedCharCollection: [sharpS, umlaut] }),
      ["/", "/uber-sz-uns/", "/second/"],
    ],
    [
      "without the replacements of the CMS, and without recoding",
      requests({ EnableDefaultCharReplacements: "false", ConvertUrlsToAscii: "False" }),
      ["/", "/über-ß-uns/", "/second/"],
    ],
  ])("%s", async (_, settings, urls) => {
    const site = { [FILE]: database("Home"), "appsettings.json": settings };
    expect((await read(site, { urls: true })).urls).toEqual(urls);
  });

  it("of a uSync export in the site folder", async () => {
    const site = {
      "uSync/v9/Content/a.config": usyncPage({ id: 1, name: "Home" }),
      "uSync/v9/Content/b.config": usyncPage({ id: 2, parent: 1, name: "Über uns" }),
      "appsettings.json": requests(
        { AddTrailingSlash: false, UserDefinedCharCollection: [umlaut] },
        { HideTopLevelNodeFromPath: false },
      ),
    };
    expect((await read(site, { urls: true })).urls).toEqual(["/home", "/home/uber-uns"]);
  });
});

/** What a site's own settings decide: which database is read, and how URLs are made. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../src/errors.ts";
import type { ReadOptions } from "../../src/formats/data-format.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { everyAnswer } from "../everything.ts";
import { dataDirectory } from "../support/temporary.ts";
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

/** A site's folder of these files, whose names are paths. */
function siteOf(files: Record<string, unknown>): string {
  const root = dataDirectory({});
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    const isText = typeof content === "string" || Buffer.isBuffer(content);
    writeFileSync(join(root, name), isText ? content : JSON.stringify(content));
  }
  return root;
}

/** The name of the first page, the urls of content, and the warnings on files that are read or not. */
async function read(files: Record<string, unknown>, options: ReadOptions = {}) {
  const { trees, warnings } = await loadDirectory(siteOf(files), options);
  const nodes = everyAnswer(trees.content);
  const told = warnings.map(({ file, text }) => `${file.replaceAll("\\", "/")} ${text}`);
  expect(told.join()).not.toContain(PASSWORD);
  return {
    name: nodes[0].name,
    urls: nodes.map(({ url }) => url),
    warnings: told.filter((text) => / is read|cannot be read/.test(text)),
  };
}

describe("loadDirectory: the database that is read", () => {
  const [first, second] = [database("First"), database("Second")];
  const two = { "umbraco/Data/a.sqlite.db": first, "umbraco/Data/b.sqlite.db": second };

  it.each<[string, Record<string, unknown>, string]>([
    [
      "of several",
      { ...two, "appsettings.json": dsn("Data Source=|DataDirectory|/b.sqlite.db;Cache=Shared") },
      "Second",
    ],
    [
      "as a developer has it",
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
      "by whatever name, where its provider is named",
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
      "by settings with comments, commas too many, and a mark",
      {
        ...two,
        "appsettings.json": `\uFEFF{ // "a"\n /* { */ "ConnectionStrings": { "umbracoDbDSN": "Data Source=|DataDirectory|/b.sqlite.db", "x": "// no, /* comment */" , }, }`,
      },
      "Second",
    ],
  ])("is the one that the settings name, %s", async (_, files, name) => {
    expect(await read(files)).toMatchObject({ name, warnings: [] });
  });

  it.each<[string, unknown, string[]]>([
    ["nothing", { Umbraco: {} }, []],
    [
      "a server",
      SERVER,
      [
        `${FILE} is read, though appsettings.json names a database server: the site may keep newer data there`,
      ],
    ],
    ...[
      "",
      "Data Source=/var/lib/site.db",
      "Data Source=..\\site.db",
      "Data Source=c:\\site.db",
      "Data Source=gone.db",
    ].map((text): [string, unknown, string[]] => [
      text,
      dsn(text),
      [
        `${FILE} is read, though appsettings.json names a database outside this folder: the site may keep newer data there`,
      ],
    ]),
    [
      "what is no JSON",
      "{",
      ["appsettings.json cannot be read: its settings of URLs and the database are ignored"],
    ],
  ])("is the one in the folder if the settings have %j, with a warning", async (_, settings, warnings) => {
    expect(await read({ [FILE]: first, "appsettings.json": settings })).toMatchObject({
      name: "First",
      warnings,
    });
  });

  it("is an error if it is on a server, in one line without the password", async () => {
    const root = siteOf({ "appsettings.json": SERVER });
    const error = await loadDirectory(root).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(DataError);
    expect((error as DataError).message).toBe(
      `${root} holds no data: its appsettings.json names a database server: export the database as a .bacpac (docs/formats.md, Export a backup), let the site write uSync files, or pass --base-url`,
    );
  });
});

describe("loadDirectory: URLs that are made", () => {
  const requests = (RequestHandler: object, Global: object = {}) => ({
    Umbraco: { CMS: { RequestHandler, Global } },
  });

  it.each<[string, unknown, string[]]>([
    ["as the CMS makes them", {}, ["/", "/ueber-ss-uns/", "/second/"]],
    [
      "with the segment of the root",
      requests({}, { HideTopLevelNodeFromPath: false }),
      ["/home/", "/home/ueber-ss-uns/", "/second/"],
    ],
    [
      "without slashes at their ends",
      requests({ AddTrailingSlash: false }),
      ["/", "/ueber-ss-uns", "/second"],
    ],
    [
      "with replacements of the site's own",
      requests({
        UserDefinedCharCollection: [
          { Char: "ß", Replacement: "sz" },
          { Char: "Ü", Replacement: "u" },
        ],
      }),
      ["/", "/uber-sz-uns/", "/second/"],
    ],
    [
      "without those of the CMS, and without recoding",
      requests({ EnableDefaultCharReplacements: "false", ConvertUrlsToAscii: "False" }),
      ["/", "/über-ß-uns/", "/second/"],
    ],
  ])("are, by the settings of the site, %s", async (_, settings, urls) => {
    const site = { [FILE]: database("Home"), "appsettings.json": settings };
    expect((await read(site, { urls: true })).urls).toEqual(urls);
  });

  it("are so of an export in the site's own folder, too", async () => {
    const page = (digit: number, name: string, parent: number) => {
      const keyOf = (of: number) =>
        `00000000-0000-${of === 0 ? "0" : "4"}000-${of === 0 ? "0" : "8"}000-00000000000${of}`;
      return `<Content Key="${keyOf(digit)}" Alias="${name}" Level="1"><Info><Parent Key="${keyOf(parent)}"/><ContentType>page</ContentType>
        <NodeName Default="${name}"/><Published Default="true"/></Info><Properties/></Content>`;
    };
    const site = {
      "uSync/v9/Content/a.config": page(1, "Home", 0),
      "uSync/v9/Content/b.config": page(2, "Über uns", 1),
      "appsettings.json": requests(
        { AddTrailingSlash: false, UserDefinedCharCollection: [{ Char: "Ü", Replacement: "u" }] },
        { HideTopLevelNodeFromPath: false },
      ),
    };
    expect((await read(site, { urls: true })).urls).toEqual(["/home", "/home/uber-uns"]);
  });
});

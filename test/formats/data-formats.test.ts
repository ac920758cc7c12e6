/** The list of formats: recognition, refused options, watched files. */
import { renameSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { DATA_FORMATS, formatsTaking, kindFileNames } from "../../src/formats/data-formats.ts";
import { fingerprint } from "../../src/formats/fingerprint.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { fixture } from "../support/repository.ts";
import { dataDirectory } from "../support/temporary.ts";
import { SiteDatabase } from "./database/site-database.ts";

const LINE = '{"id":1,"key":"11111111-1111-4111-8111-111111111111"}';
const NDJSON_LINE = '{"id":2,"key":"22222222-2222-4222-8222-222222222222"}\n';

it("kindFileNames lists the files of a kind each, of all formats or of some", () => {
  expect(kindFileNames()).toEqual(["content.json", "media.json", "content.ndjson", "media.ndjson"]);
  expect(kindFileNames(DATA_FORMATS.slice(1))).toEqual(["content.ndjson", "media.ndjson"]);
});

it.each([
  [
    undefined,
    "JSON, NDJSON, Umbraco .bacpac, Umbraco database, Umbraco .sdf, Umbraco .mdf, Umbraco .bak, Umbraco .sql, uSync, umbraco.config",
  ],
  [
    "culture",
    "Umbraco .bacpac, Umbraco database, Umbraco .sdf, Umbraco .mdf, Umbraco .bak, Umbraco .sql, uSync",
  ],
  [
    "includeUnpublished",
    "Umbraco .bacpac, Umbraco database, Umbraco .sdf, Umbraco .mdf, Umbraco .bak, Umbraco .sql, uSync",
  ],
  ["editors", "uSync, umbraco.config"],
] as const)("formatsTaking lists the formats that take %s: %s", (option, formats) => {
  expect(formatsTaking(option)).toBe(formats);
});

describe("loadDirectory recognises", () => {
  it.each([
    ["JSON", () => fixture("json")],
    ["NDJSON", () => dataDirectory({ "media.ndjson": NDJSON_LINE })],
    // The order is that of the kinds, not of the formats.
    ["NDJSON and JSON", () => dataDirectory({ "content.ndjson": NDJSON_LINE, "media.json": LINE })],
    ["umbraco.config", () => fixture("umbraco-config/site")],
    ["umbraco.config", () => join(fixture("umbraco-config/site"), "umbraco.config")],
    ["uSync", () => fixture("usync/ids")],
    ["Umbraco database", () => new SiteDatabase().write()],
  ])("%s", async (name, path) => {
    expect((await loadDirectory(path())).format).toBe(name);
  });

  it("a database by its first bytes, with any file name", async () => {
    const path = new SiteDatabase().write();
    renameSync(path, `${path}.config`);
    onTestFinished(() => rmSync(`${path}.config`));
    expect((await loadDirectory(`${path}.config`)).format).toBe("Umbraco database");
  });
});

it("loadDirectory names both formats of a directory when it refuses an option", async () => {
  const folder = dataDirectory({ "content.json": LINE, "media.ndjson": NDJSON_LINE });
  await expect(loadDirectory(folder, { culture: "da" })).rejects.toThrow(
    "--culture cannot be used: JSON and NDJSON holds only one culture",
  );
});

describe("fingerprint changes with", () => {
  it.each([
    ["nodes", "", "content.json"],
    ["NDJSON nodes", "", "media.ndjson"],
    ["types beside nodes", "", "content-types.json"],
    ["an umbraco.config", "umbraco.config", "umbraco.config"],
    ["types beside an umbraco.config given as the path", "umbraco.config", "media-types.json"],
    ["a uSync file", "uSync", "uSync/v13/Content/home.config"],
    ["a file in a uSync version folder given as the path", "uSync/v13", "uSync/Root/Content/home.config"],
    ["a database", "site.db", "site.db"],
    ["the write-ahead log of a database given as the path", "site.db", "site.db-wal"],
  ])("%s", async (_, path, changed) => {
    const files = ["content.json", "umbraco.config", "uSync/v13/Content/a.config", "site.db", changed];
    const folder = dataDirectory(Object.fromEntries(files.map((name) => [name, "before"])));
    const before = await fingerprint(join(folder, path));
    expect(await fingerprint(join(folder, path))).toBe(before);
    utimesSync(join(folder, changed), new Date(0), new Date(0));
    expect(await fingerprint(join(folder, path))).not.toBe(before);
    rmSync(join(folder, changed));
    expect(await fingerprint(join(folder, path))).not.toBe(before);
  });
});

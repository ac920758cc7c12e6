/** What follows from the list of formats: recognising, refusing, watching. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { DATA_FORMATS, formatsTaking, kindFileNames, pathNames } from "../../src/formats/data-formats.ts";
import { fingerprint } from "../../src/formats/fingerprint.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { SiteDatabase } from "./database/site-database.ts";

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

/** A folder with these files in it, which goes away behind the test. */
function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "formats-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const LINE = '{"id":1,"key":"11111111-1111-4111-8111-111111111111"}';
const NDJSON_LINE = '{"id":2,"key":"22222222-2222-4222-8222-222222222222"}\n';

it("data formats: have a name each, the names of their files, and names of paths for help", () => {
  const names = DATA_FORMATS.map(({ name }) => name);
  expect(names).toEqual(["JSON", "NDJSON", "umbraco.config", "uSync", "Umbraco database", "Umbraco .bacpac"]);
  expect(kindFileNames()).toEqual(["content.json", "media.json", "content.ndjson", "media.ndjson"]);
  expect(pathNames()).toBe(".bacpac file, Umbraco database, uSync folder, umbraco.config");
});

it.each([
  ["culture", "Umbraco .bacpac, Umbraco database, uSync"],
  ["includeUnpublished", "Umbraco .bacpac, Umbraco database, uSync"],
  ["editors", "uSync, umbraco.config"],
] as const)("data formats: says which formats take %s: %s", (option, formats) => {
  expect(formatsTaking(option)).toBe(formats);
});

describe("data formats: recognises", () => {
  it.each([
    ["JSON", () => fixture("json")],
    ["NDJSON", () => folderWith({ "media.ndjson": NDJSON_LINE })],
    // Kinds stand in their order, whatever that of the formats.
    ["NDJSON and JSON", () => folderWith({ "content.ndjson": NDJSON_LINE, "media.json": LINE })],
    ["umbraco.config", () => fixture("umbraco-config/site")],
    ["umbraco.config", () => join(fixture("umbraco-config/site"), "umbraco.config")],
    ["uSync", () => fixture("usync/ids")],
    ["Umbraco database", () => new SiteDatabase().write()],
  ])("%s", async (name, path) => {
    expect((await loadDirectory(path())).format).toBe(name);
  });

  it("a database by what it begins with, whatever its name", async () => {
    const path = new SiteDatabase().write();
    renameSync(path, `${path}.config`);
    onTestFinished(() => rmSync(`${path}.config`));
    expect((await loadDirectory(`${path}.config`)).format).toBe("Umbraco database");
  });
});

it("data formats: refuses an option in the name of both formats that are read", async () => {
  const folder = folderWith({ "content.json": LINE, "media.ndjson": NDJSON_LINE });
  await expect(loadDirectory(folder, { culture: "da" })).rejects.toThrow(
    "--culture cannot be used: JSON and NDJSON holds only one culture",
  );
});

describe("data formats: sees a change of", () => {
  it.each([
    ["nodes", "", "content.json"],
    ["nodes in lines", "", "media.ndjson"],
    ["types beside nodes", "", "content-types.json"],
    ["an umbraco.config", "umbraco.config", "umbraco.config"],
    ["types beside an umbraco.config that is named itself", "umbraco.config", "media-types.json"],
    ["a file of uSync's", "uSync", "uSync/v13/Content/home.config"],
    [
      "what lies below a version of uSync's that is named itself",
      "uSync/v13",
      "uSync/Root/Content/home.config",
    ],
    ["a database", "site.db", "site.db"],
    ["the log of a database that is named itself", "site.db", "site.db-wal"],
  ])("%s", async (_, path, changed) => {
    const files = ["content.json", "umbraco.config", "uSync/v13/Content/a.config", "site.db", changed];
    const folder = folderWith(Object.fromEntries(files.map((name) => [name, "before"])));
    const before = await fingerprint(join(folder, path));
    expect(await fingerprint(join(folder, path))).toBe(before);
    utimesSync(join(folder, changed), new Date(0), new Date(0));
    expect(await fingerprint(join(folder, path))).not.toBe(before);
    rmSync(join(folder, changed));
    expect(await fingerprint(join(folder, path))).not.toBe(before);
  });
});

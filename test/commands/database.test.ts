/** Commands that read the database of a site, or the folder of a site. */
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { logOf } from "../formats/database/plain-log.ts";
import { SiteDatabase } from "../formats/database/site-database.ts";
import { run, startServe } from "../support/program.ts";
import { nameOfRoot } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

function smallSite(): SiteDatabase {
  const site = new SiteDatabase();
  site.type("page", { text: "Umbraco.TextBox" });
  site.type("Image", { umbracoFile: "Umbraco.UploadField" }, { kind: "mediaType" });
  const home = site.page("page", {
    name: "Home",
    values: [{ alias: "text", column: "varcharValue", value: "Hello" }],
  });
  site.page("page", { name: "Below", parent: home });
  const values = [{ alias: "umbracoFile", column: "varcharValue", value: "/media/x/photo.jpg" }];
  site.media("Image", { name: "Photo", values });
  return site;
}

/** The database of a running site, whose latest changes are in the write-ahead log. */
function logged(site: SiteDatabase): Buffer {
  return Buffer.from(site.image).fill(2, 18, 20);
}

describe("database: the commands", () => {
  it("read a database with any file name", async () => {
    const path = smallSite().write("kopie av sajten");
    const root = await run(["content", "--data", path, "--format", "json"]);
    expect(JSON.parse(root.stdout)).toMatchObject([{ name: "Home", children: [{ name: "Below" }] }]);
    const one = await run(["media", "--data", path, "--depth", "0"]);
    expect(JSON.parse(one.stdout)).toMatchObject([{ name: "Photo", url: "/media/x/photo.jpg" }]);
    const check = await run(["check", "--data", path]);
    expect(check).toMatchObject({ status: 0, stderr: "" });
    expect(check.stdout).toContain(`${path} is sound: Umbraco database 10, 2 content and 1 media nodes\n`);
    expect(check.stdout).toContain("languages: en-US (read)\n");
  });

  it("print one error line, if the database cannot be read", async () => {
    const path = smallSite().write();
    writeFileSync(path, readFileSync(path).subarray(0, 9000));
    const { status, stdout, stderr } = await run(["content", "--data", path]);
    expect([status, stdout]).toEqual([6, ""]);
    expect(stderr).toMatch(
      /^error: \S+Umbraco\.sqlite\.db cannot be read: it is cut off: it holds 2 of \d+ pages\n$/,
    );
  });

  it("copy the folder of a site with pull --data, without changing it", async () => {
    const root = dataDirectory({ "umbraco/Data/Umbraco.sqlite.db": Buffer.from(smallSite().image) });
    const copy = join(root, "copy");
    const { status, stderr } = await run(["pull", "--data", ".", "--out", copy, "--quiet"], { cwd: root });
    expect([status, stderr]).toEqual([0, ""]);
    const [before, after] = await Promise.all(
      [root, copy].map((data) => run(["find", "--data", data, "--kind", "content", "--format", "json"])),
    );
    expect(after.stdout).toBe(before.stdout);
    expect(readdirSync(join(root, "umbraco/Data"))).toEqual(["Umbraco.sqlite.db"]);
  });
});

describe("database: pull --data --files", () => {
  const site = () =>
    dataDirectory({
      "umbraco/Data/Umbraco.sqlite.db": Buffer.from(smallSite().image),
      "wwwroot/media/x/photo.jpg": "picture",
      "wwwroot/media/x/unnamed.jpg": "none of it",
    });
  const filesIn = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);

  it("copies the media files of nodes from the site's folder", async () => {
    const [root, copy] = [site(), join(temporaryDirectory(), "copy")];
    const pulled = await run(["pull", "--data", root, "--files", "--out", copy]);
    expect(pulled).toEqual({
      status: 0,
      stdout: `wrote ${copy}\nlanguage: en-US\ncontent: 2 of 2 nodes\nmedia: 1 of 1 nodes\nfiles: 1 of 1, 7 B\n`,
      stderr: "",
    });
    expect(readFileSync(join(copy, "files/media/x/photo.jpg"), "utf8")).toBe("picture");
    expect(filesIn(copy).sort()).toEqual([
      ...["content-types.json", "content.ndjson", "data-types.json", "files.ndjson", "manifest.json"],
      ...["media-types.json", "media.ndjson", "photo.jpg"],
    ]);
    // The copy can be copied again.
    const second = join(temporaryDirectory(), "copy");
    expect(await run(["pull", "--data", copy, "--files", "--out", second])).toMatchObject({ status: 0 });
    expect(filesIn(second).sort()).toEqual(filesIn(copy).sort());
    const { origin } = await startServe(["--data", second, "--log", "none"]);
    expect(await (await fetch(new URL("/media/x/photo.jpg", origin))).text()).toBe("picture");
  });

  it.runIf(process.platform !== "win32")(
    "does not follow links out of the folder, and reports them",
    async () => {
      const [root, copy] = [site(), join(temporaryDirectory(), "copy")];
      const photo = join(root, "wwwroot/media/x/photo.jpg");
      const secret = join(dataDirectory({ secret: "secret" }), "secret");
      rmSync(photo);
      symlinkSync(secret, photo);
      const { status, stdout, stderr } = await run(["pull", "--data", root, "--files", "--out", copy]);
      expect(status).toBe(1);
      expect(stdout).toContain(
        `files: 0 of 1, 0 B\nmissing: file ${photo} is a link to a path outside ${join(root, "wwwroot")}\n`,
      );
      expect(stderr).toContain("1 node or file failed");
      expect(filesIn(copy).filter((name) => !/ndjson|json/.test(name))).toEqual([]);
    },
  );

  it("copies the media files from the given folder, and reports missing ones", async () => {
    const [database, copy] = [smallSite().write(), join(temporaryDirectory(), "copy")];
    const args = ["pull", "--data", database, "--out", copy, "--kind", "media"];
    const without = await run([...args, "--files"]);
    expect(without).toMatchObject({
      status: 2,
      stderr: `error: no media files found beside ${database}: give their folder, --files DIRECTORY\n`,
    });
    const folder = join(site(), "wwwroot/media");
    expect(await run([...args, "--files", folder])).toMatchObject({
      status: 0,
      stdout: `wrote ${copy}\nlanguage: en-US\nmedia: 1 of 1 nodes\nfiles: 1 of 1, 7 B\n`,
    });
    rmSync(join(folder, "x/photo.jpg"));
    const { status, stdout } = await run([...args, "--files", folder]);
    expect(status).toBe(1);
    expect(stdout).toContain(`missing: file /media/x/photo.jpg is not in ${folder}\n`);
  });

  it("check and pull report only the number of members", async () => {
    const database = smallSite();
    for (let i = 0; i < 2; i++) database.bare("member", "page");
    database.bare("member", "page", { trashed: true });
    const data = database.write();
    const { stdout } = await run(["check", data]);
    expect(stdout).toMatch(/\nnot read\n +2 +members\n/);
    expect(JSON.parse((await run(["check", data, "--format", "json"])).stdout).unread).toEqual({
      members: 2,
    });
    const { stderr } = await run(["pull", "--data", data, "--out", join(temporaryDirectory(), "copy")]);
    expect(stderr).toContain("a data directory cannot hold it: members (2)");
    expect((await run(["check", smallSite().write()])).stdout).not.toContain("members");
  });

  it("lists languages, domains and redirects that a data directory cannot hold in one warning", async () => {
    const database = smallSite();
    database.run(
      "insert into umbracoLanguage (id, languageISOCode, isDefaultVariantLang) values (2, 'da-DK', 0)",
    );
    for (const name of ["/en", "/da"]) {
      const home = "(select id from umbracoNode where text = 'Home')";
      database.run(
        `insert into umbracoDomain (domainName, domainRootStructureID) values ('${name}', ${home})`,
      );
    }
    database.run(
      "create table umbracoRedirectUrl (id text, contentKey text, createDateUtc text, url text, culture text)",
    );
    database.run("insert into umbracoRedirectUrl (id, url, culture) values ('a', '/old', '')");
    const copy = join(temporaryDirectory(), "copy");
    const { status, stderr } = await run(["pull", "--data", database.write(), "--out", copy]);
    expect([status, stderr]).toEqual([
      0,
      "warning: not copied, since a data directory cannot hold it: other languages (da-DK), 2 domains, 1 redirect\n",
    ]);
  });

  it("lists domains of a uSync export that a data directory cannot hold", async () => {
    const key = "00000000-0000-4000-8000-000000000001";
    const root = dataDirectory({
      "Content/home.config": `<Content Key="${key}" Alias="Home" Level="1"><Info><Parent Key="00000000-0000-0000-0000-000000000000"/><Published Default="true"/></Info></Content>`,
      "Domains/a.config": `<Domain Key="${key}" Alias="example.com"><Info/></Domain>`,
      "Domains/b.config": `<Empty Key="${key}" Alias="old.example.com" Change="Delete"/>`,
    });
    const copy = join(temporaryDirectory(), "copy");
    const { status, stderr } = await run(["pull", "--data", root, "--out", copy]);
    expect([status, stderr.split("\n").at(-2)]).toEqual([
      0,
      "warning: not copied, since a data directory cannot hold it: 1 domain",
    ]);
  });
});

describe("database: serve", () => {
  it("--watch reloads a database and its log, and serves the media files of the site's folder", async () => {
    const site = smallSite();
    const first = logged(site);
    const root = dataDirectory({
      "umbraco/Data/Umbraco.sqlite.db": first,
      "wwwroot/media/x/photo.jpg": "picture",
    });
    const file = join(root, "umbraco/Data/Umbraco.sqlite.db");
    const { origin: url, until } = await startServe(["--data", root, "--watch", "--log", "none"]);
    expect(await nameOfRoot(url)).toBe("Home");
    const photo = await fetch(new URL("/media/x/photo.jpg", url));
    expect(await photo.text()).toBe("picture");
    site.run("update umbracoContentVersion set text = 'Renamed' where text = 'Home'");
    writeFileSync(`${file}-wal`, logOf([first, logged(site)]));
    await until(/reloaded 2 content and 1 media nodes \(Umbraco database/);
    expect(await nameOfRoot(url)).toBe("Renamed");
    writeFileSync(`${file}-wal`, "");
    await until(/reloaded[\s\S]*reloaded/);
    expect(await nameOfRoot(url)).toBe("Home");
  });
});

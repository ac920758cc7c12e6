/** Commands that read the database of a site, or the folder of a site. */
import { readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
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
      stdout: `wrote ${copy}\nlanguage: en-US\ncontent: 2 of 2 nodes\nmedia: 1 of 1 node\nfiles: 1 of 1, 7 B\n`,
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
      stdout: `wrote ${copy}\nlanguage: en-US\nmedia: 1 of 1 node\nfiles: 1 of 1, 7 B\n`,
    });
    rmSync(join(folder, "x/photo.jpg"));
    const { status, stdout } = await run([...args, "--files", folder]);
    expect(status).toBe(1);
    expect(stdout).toContain(`missing: file /media/x/photo.jpg is not in ${folder}\n`);
  });

  it("check reports only the number of members", async () => {
    const database = smallSite();
    for (let i = 0; i < 2; i++) database.bare("member", "page");
    database.bare("member", "page", { trashed: true });
    const data = database.write();
    const { stdout } = await run(["check", data]);
    expect(stdout).toMatch(/\nnot read\n +2 +members\n/);
    expect(JSON.parse((await run(["check", data, "--format", "json"])).stdout).unread).toEqual({
      members: 2,
    });
    expect((await run(["check", smallSite().write()])).stdout).not.toContain("members");
  });
});

it("database: serve reads the log beside a database, and serves the media files of the site's folder", async () => {
  const site = smallSite();
  const first = logged(site);
  site.run("update umbracoContentVersion set text = 'Renamed' where text = 'Home'");
  const root = dataDirectory({
    "umbraco/Data/Umbraco.sqlite.db": first,
    "umbraco/Data/Umbraco.sqlite.db-wal": logOf([first, logged(site)]),
    "wwwroot/media/x/photo.jpg": "picture",
  });
  const { origin: url } = await startServe(["--data", root, "--log", "none"]);
  expect(await nameOfRoot(url)).toBe("Renamed");
  const photo = await fetch(new URL("/media/x/photo.jpg", url));
  expect(await photo.text()).toBe("picture");
});

/** Commands that read the database of a site, or the folder of a site. */

import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { logOf } from "../formats/database/plain-log.ts";
import { SiteDatabase } from "../formats/database/site-database.ts";
import { readLines } from "../support/ndjson.ts";
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
});

describe("database: export --files", () => {
  const site = () =>
    dataDirectory({
      "umbraco/Data/Umbraco.sqlite.db": Buffer.from(smallSite().image),
      "wwwroot/media/x/photo.jpg": "picture",
      "wwwroot/media/x/unnamed.jpg": "none of it",
    });
  const exported = async (...args: string[]) => {
    const out = join(temporaryDirectory(), "out");
    const finished = await run(["export", "--out", out, "--files", ...args]);
    return { ...finished, out };
  };
  const filesIn = (out: string) =>
    readdirSync(join(out, "files"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  const missingIn = (out: string) =>
    readLines(join(out, "report.ndjson")).filter(({ problem }) => problem === "missing-file");

  it("copies the media files of nodes from the site's folder, which does not change", async () => {
    const root = site();
    const { status, stdout, stderr, out } = await exported("--data", root);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("1 media file, 7 B\n");
    expect(readFileSync(join(out, "files/media/x/photo.jpg"), "utf8")).toBe("picture");
    expect(filesIn(out)).toEqual(["photo.jpg"]);
    expect(readdirSync(join(root, "umbraco/Data"))).toEqual(["Umbraco.sqlite.db"]);
  });

  it.runIf(process.platform !== "win32")(
    "does not follow links out of the folder, and reports them",
    async () => {
      const root = site();
      const photo = join(root, "wwwroot/media/x/photo.jpg");
      const secret = join(dataDirectory({ secret: "secret" }), "secret");
      rmSync(photo);
      symlinkSync(secret, photo);
      const { stdout, out } = await exported("--data", root);
      expect(stdout).toContain("0 media files, 0 B\n");
      expect(missingIn(out)).toMatchObject([{ text: "/media/x/photo.jpg" }]);
      expect(existsSync(join(out, "files"))).toBe(false);
    },
  );

  it("copies the media files from the given folder, and reports missing ones", async () => {
    const database = smallSite().write();
    expect(await exported("--data", database)).toMatchObject({
      status: 2,
      stderr: `error: no media files found beside ${database}: give their folder, --files DIRECTORY\n`,
    });
    const folder = join(site(), "wwwroot/media");
    const from = ["--data", database, "--kind", "media"];
    const out = join(temporaryDirectory(), "out");
    const args = ["export", ...from, "--out", out, "--files", folder];
    expect((await run(args)).stdout).toContain("1 media file, 7 B\n");
    rmSync(join(folder, "x/photo.jpg"));
    expect((await run(args)).stdout).toContain("0 media files, 0 B\n");
    expect(missingIn(out)).toHaveLength(1);
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

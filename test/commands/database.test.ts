/** A site's own database, and its own folder, as the commands read them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { logOf } from "../formats/database/plain-log.ts";
import { SiteDatabase } from "../formats/database/site-database.ts";
import { run, startServe } from "../support/program.ts";
import { OPERATIONS } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

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

/** As a site that runs leaves it: what was written last stands in the log. */
function logged(site: SiteDatabase): Buffer {
  return Buffer.from(site.image).fill(2, 18, 20);
}

describe("the commands", () => {
  it("read a database, whatever it is called", async () => {
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

  it("end with one line where it cannot be read", async () => {
    const path = smallSite().write();
    writeFileSync(path, readFileSync(path).subarray(0, 9000));
    const { status, stdout, stderr } = await run(["content", "--data", path]);
    expect([status, stdout]).toEqual([6, ""]);
    expect(stderr).toMatch(
      /^error: \S+Umbraco\.sqlite\.db cannot be read: it is cut off: it holds 2 of \d+ pages\n$/,
    );
  });

  it("copy a site's own folder with pull --data, and leave it as it is", async () => {
    const root = dataDirectory({});
    mkdirSync(join(root, "umbraco/Data"), { recursive: true });
    writeFileSync(join(root, "umbraco/Data/Umbraco.sqlite.db"), smallSite().image);
    const copy = join(root, "copy");
    const { status, stderr } = await run(["pull", "--data", ".", "--out", copy, "--quiet"], { cwd: root });
    expect([status, stderr]).toEqual([0, ""]);
    const [before, after] = await Promise.all(
      [root, copy].map((data) => run(["content", "--data", data, "--depth", "all", "--format", "json"])),
    );
    expect(after.stdout).toBe(before.stdout);
    expect(readdirSync(join(root, "umbraco/Data"))).toEqual(["Umbraco.sqlite.db"]);
  });
});

describe("serve", () => {
  it("follows a database and its log, and serves the media files of the site's own folder", async () => {
    const root = dataDirectory({});
    const file = join(root, "umbraco/Data/Umbraco.sqlite.db");
    mkdirSync(join(root, "umbraco/Data"), { recursive: true });
    mkdirSync(join(root, "wwwroot/media/x"), { recursive: true });
    writeFileSync(join(root, "wwwroot/media/x/photo.jpg"), "picture");
    const site = smallSite();
    const first = logged(site);
    writeFileSync(file, first);
    const { origin: url, until } = await startServe(["--data", root, "--watch", "--log", "none"]);
    const nameOfRoot = async () => {
      const answer = await fetch(`${url}${OPERATIONS}/GetContentAtRoot`);
      const [{ name }] = (await answer.json()) as { name: string }[];
      return name;
    };
    expect(await nameOfRoot()).toBe("Home");
    const photo = await fetch(new URL("/media/x/photo.jpg", url));
    expect(await photo.text()).toBe("picture");
    site.run("update umbracoContentVersion set text = 'Renamed' where text = 'Home'");
    writeFileSync(`${file}-wal`, logOf([first, logged(site)]));
    await until(/reloaded 2 content and 1 media nodes \(Umbraco database/);
    expect(await nameOfRoot()).toBe("Renamed");
    writeFileSync(`${file}-wal`, "");
    await until(/reloaded[\s\S]*reloaded/);
    expect(await nameOfRoot()).toBe("Home");
  });
});

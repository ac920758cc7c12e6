/** Of a site's own folder only media files are served and copied, whatever its media nodes name. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { mediaNodes } from "../pull/pulled-site.ts";
import { run, startServe } from "../support/program.ts";
import { keyOf, siteDirectory } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const SECRET = "Server=db;Password=not-a-real-password";
const CONFIGURATION = JSON.stringify({ ConnectionStrings: { umbracoDbDSN: SECRET } });
const KEYED = { env: { MIGRATIONS_API_KEY: "not-a-real-key" } };

const GIVEN = ["/media/1001/a.txt", "/Media/1002/B%20b.txt"];
/** None of them is a media file, or it is configuration. */
const REFUSED = [
  "/appsettings.json",
  "/.env",
  "/.git/config",
  "/umbraco/Data/notes.txt",
  "/media/../appsettings.json",
  "/media/%2e%2e/web.config",
  "/wwwroot/media/1001/a.txt",
  "/mediaother/x.txt",
  "/media/web.config",
  "/media/WEB.CONFIG%20",
  "/media/1001/%EF%BC%8Eenv",
  "/media/.env",
  "/media/.git/config",
  "/media/appsettings.Production.json",
  "/media/web~1.con",
];

function put(root: string, path: string, content: string): void {
  const file = join(root, decodeURIComponent(path));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** A site's own folder, whose media are in a uSync export. */
function siteFolder(
  urls: readonly string[],
  { media = "wwwroot", settings = CONFIGURATION }: { media?: string; settings?: string } = {},
): string {
  const root = dataDirectory({ "appsettings.json": settings });
  for (const [i, url] of urls.entries()) {
    const key = keyOf(i);
    put(
      root,
      `uSync/v9/Media/${i}.config`,
      `<Media Key="${key}" Alias="Media ${i}" Level="1"><Info><Parent Key="00000000-0000-0000-0000-000000000000"/>
      <ContentType>File</ContentType><NodeName Default="Media ${i}"/></Info>
      <Properties><umbracoFile><Value><![CDATA[${url}]]></Value></umbracoFile></Properties></Media>`,
    );
  }
  for (const url of REFUSED) if (!url.includes("%2e%2e") && !url.includes("..")) put(root, url, SECRET);
  for (const url of REFUSED.filter((each) => each.startsWith("/media/"))) {
    if (!/%2e|[.][.]/.test(url)) put(join(root, media), url, SECRET);
  }
  put(root, "appsettings.json", settings);
  put(join(root, media), "media/1001/a.txt", "a");
  put(join(root, media), "Media/1002/B b.txt", "b");
  return root;
}

/** The names of the files that a copy has. */
function filesIn(out: string): string[] {
  const folder = join(out, "files");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}

const WARNING =
  /^warning: 14 files that media nodes name are not served or copied, as only files below \/media\/ are, and no configuration or hidden files: \/appsettings\.json, \/\.env, \/\.git\/config, and 11 more$/gm;

describe("pull and serve --files: of a site's own folder", () => {
  it("serve gives media files alone, to anyone with --public-files", async () => {
    const site = siteFolder([...GIVEN, ...REFUSED]);
    const { origin, output } = await startServe(["--data", site, "--public-files"], KEYED);
    for (const url of REFUSED) {
      const response = await fetch(origin + url);
      expect([url, response.status]).toEqual([url, expect.toBeOneOf([401, 404])]);
      expect(await response.text()).not.toContain(SECRET);
    }
    for (const url of GIVEN) expect((await fetch(origin + url)).status).toBe(200);
    expect(output.stderr.match(WARNING)).toHaveLength(1);
  });

  it("serve --files SITE gives media files alone", async () => {
    const site = siteFolder([], { media: "." });
    const data = siteDirectory([], mediaNodes([...GIVEN, ...REFUSED]));
    const { origin, output } = await startServe(["--data", data, "--files", site, "--public-files"], KEYED);
    for (const url of REFUSED) {
      const response = await fetch(origin + url);
      expect([url, response.status]).toEqual([url, expect.toBeOneOf([401, 404])]);
      expect(await response.text()).not.toContain(SECRET);
    }
    for (const url of GIVEN) expect((await fetch(origin + url)).status).toBe(200);
    expect(output.stderr.match(WARNING)).toHaveLength(1);
  });

  it("serve --files SITE/media gives what lies in it, but no configuration", async () => {
    const site = siteFolder([], { media: "." });
    const data = siteDirectory([], mediaNodes([GIVEN[0], ...REFUSED]));
    const { origin } = await startServe(["--data", data, "--files", join(site, "media")]);
    for (const url of REFUSED) expect([url, (await fetch(origin + url)).status]).toEqual([url, 404]);
    expect(await (await fetch(origin + GIVEN[0])).text()).toBe("a");
  });

  it.each<[string, (site: string, out: string) => string[]]>([
    ["pull", (site, out) => ["pull", "--data", site, "--files", "--out", out]],
    ["slice", (site, out) => ["slice", "--data", site, "--cover", "--type", "File", "--out", out]],
  ])("%s copies media files alone, and warns once", async (command, args) => {
    const out = join(temporaryDirectory(), "out");
    const site = siteFolder([...GIVEN, ...REFUSED]);
    const { status, stderr } = await run(
      command === "slice" ? ["slice", "--data", site, "--type", "File", "--out", out] : args(site, out),
    );
    expect(stderr.match(WARNING)).toHaveLength(1);
    expect([status, filesIn(out)]).toEqual([0, ["B b.txt", "a.txt"]]);
  });

  it("check --files tells it in one warning, and does not count what is there as missing", async () => {
    const site = siteFolder([...GIVEN, ...REFUSED]);
    const { stdout } = await run([
      "check",
      "--data",
      site,
      "--files",
      join(site, "wwwroot"),
      "--format",
      "json",
    ]);
    const { files } = JSON.parse(stdout);
    expect(files.missing).toHaveLength(7);
    expect(files.missing).not.toContainEqual(expect.objectContaining({ path: "/media/web.config" }));
    expect(files.refused).toMatch(/^7 files that media nodes name /);
  });

  const global = (settings: object) =>
    JSON.stringify({ ConnectionStrings: { umbracoDbDSN: SECRET }, Umbraco: { CMS: { Global: settings } } });

  it.each<[string, string, Record<string, string>, string, string]>([
    [
      "UmbracoMediaPath",
      "appsettings.json",
      { UmbracoMediaPath: "~/cms/uploads" },
      "wwwroot/cms/uploads/1/a.txt",
      "/cms/uploads/1/a.txt",
    ],
    [
      "UmbracoMediaPhysicalRootPath",
      "appsettings.json",
      { UmbracoMediaPhysicalRootPath: "../elsewhere" },
      "elsewhere/1/a.txt",
      "/media/1/a.txt",
    ],
    [
      "both",
      "appsettings.json",
      { UmbracoMediaPath: "/uploads", UmbracoMediaPhysicalRootPath: "../elsewhere" },
      "elsewhere/1/a.txt",
      "/uploads/1/a.txt",
    ],
    [
      "UmbracoMediaPath that is the root",
      "appsettings.json",
      { UmbracoMediaPath: "~/" },
      "wwwroot/media/1/a.txt",
      "/media/1/a.txt",
    ],
    [
      "umbracoMediaPath",
      "web.config",
      { umbracoMediaPath: "~/uploads" },
      "uploads/1/a.txt",
      "/uploads/1/a.txt",
    ],
  ])("the folder counts that %s in %s configures", async (_name, file, settings, place, url) => {
    const urls = [url, "/appsettings.json", "/web.config", "/cms/x.txt"];
    const site = siteFolder(urls, { settings: file === "web.config" ? "{}" : global(settings) });
    if (file === "web.config") {
      const [[key, value]] = Object.entries(settings);
      put(
        site,
        file,
        `<configuration><appSettings><add key="${key}" value="${value}" /></appSettings></configuration>`,
      );
    }
    put(site, place, "bytes");
    put(site, "wwwroot/cms/x.txt", SECRET);
    const out = join(temporaryDirectory(), "out");
    const { status } = await run(["pull", "--data", site, "--files", "--out", out]);
    expect([status, filesIn(out)]).toEqual([0, ["a.txt"]]);
    const { origin } = await startServe(["--data", site]);
    expect(await (await fetch(origin + url)).text()).toBe("bytes");
    for (const other of urls.slice(1)) expect((await fetch(origin + other)).status).toBe(404);
  });
});

it("pull and serve --files: a copy that has configuration among its files loses it when it is made again", async () => {
  const site = siteFolder([...GIVEN, "/appsettings.json"]);
  const out = join(temporaryDirectory(), "out");
  const args = ["pull", "--data", site, "--files", "--out", out];
  await run(args);
  const list = join(out, "files.ndjson");
  put(out, "files/appsettings.json", SECRET);
  const line = { path: "/appsettings.json", file: "appsettings.json", bytes: SECRET.length };
  writeFileSync(list, `${readFileSync(list, "utf8")}${JSON.stringify(line)}\n`);
  await run(args);
  expect(filesIn(out)).toEqual(["B b.txt", "a.txt"]);
});

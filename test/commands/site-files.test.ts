/** Of the folder of a site only media files are served and copied, whatever paths its media nodes name. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { mediaNodes } from "../remote/pulled-site.ts";
import { run, startServe } from "../support/program.ts";
import { keyOf, siteDirectory } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const SECRET = "Server=db;Password=not-a-real-password";
const CONFIGURATION = JSON.stringify({ ConnectionStrings: { umbracoDbDSN: SECRET } });
const KEYED = { env: { MIGRATIONS_API_KEY: "not-a-real-key" } };

const ALLOWED = ["/media/1001/a.txt", "/Media/1002/B%20b.txt"];
/** Paths outside the media folder, hidden files, and configuration. */
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

/** The folder of a site whose media nodes are in a uSync export. */
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

/** The names of the media files in a copy. */
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

describe("export and serve --files with the folder of a site:", () => {
  it.each<[string, () => string[]]>([
    ["--public-files", () => ["--data", siteFolder([...ALLOWED, ...REFUSED])]],
    [
      "--files SITE",
      () => {
        const data = siteDirectory([], mediaNodes([...ALLOWED, ...REFUSED]));
        return ["--data", data, "--files", siteFolder([], { media: "." })];
      },
    ],
  ])("serve %s serves only media files without a key", async (_, args) => {
    const { origin, output } = await startServe([...args(), "--public-files"], KEYED);
    for (const url of REFUSED) {
      const response = await fetch(origin + url);
      expect([url, response.status]).toEqual([url, expect.toBeOneOf([401, 404])]);
      expect(await response.text()).not.toContain(SECRET);
    }
    for (const url of ALLOWED) expect((await fetch(origin + url)).status).toBe(200);
    expect(output.stderr.match(WARNING)).toHaveLength(1);
  });

  it("serve --files SITE/media serves its files, except configuration", async () => {
    const site = siteFolder([], { media: "." });
    const data = siteDirectory([], mediaNodes([ALLOWED[0], ...REFUSED]));
    const { origin } = await startServe(["--data", data, "--files", join(site, "media")]);
    for (const url of REFUSED) expect([url, (await fetch(origin + url)).status]).toEqual([url, 404]);
    expect(await (await fetch(origin + ALLOWED[0])).text()).toBe("a");
  });

  it("export copies only media files, and prints one warning", async () => {
    const out = join(temporaryDirectory(), "out");
    const site = siteFolder([...ALLOWED, ...REFUSED]);
    const { status, stderr } = await run(["export", "--data", site, "--files", "--out", out]);
    expect(stderr.match(WARNING)).toHaveLength(1);
    expect([status, filesIn(out)]).toEqual([0, ["B b.txt", "a.txt"]]);
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
      "UmbracoMediaPath with the root",
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
  ])("the media folder is configured by %s in %s", async (_name, file, settings, path, url) => {
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
    put(site, path, "bytes");
    put(site, "wwwroot/cms/x.txt", SECRET);
    const out = join(temporaryDirectory(), "out");
    const { status } = await run(["export", "--data", site, "--files", "--out", out]);
    expect([status, filesIn(out)]).toEqual([0, ["a.txt"]]);
    const { origin } = await startServe(["--data", site]);
    expect(await (await fetch(origin + url)).text()).toBe("bytes");
    for (const other of urls.slice(1)) expect((await fetch(origin + other)).status).toBe(404);
  });
});

it("export --files: an export that is replaced leaves no configuration among its files", async () => {
  const site = siteFolder([...ALLOWED, "/appsettings.json"]);
  const out = join(temporaryDirectory(), "out");
  const args = ["export", "--data", site, "--files", "--out", out];
  await run(args);
  const list = join(out, "files.ndjson");
  put(out, "files/appsettings.json", SECRET);
  const line = { path: "/appsettings.json", file: "appsettings.json", bytes: SECRET.length };
  writeFileSync(list, `${readFileSync(list, "utf8")}${JSON.stringify(line)}\n`);
  await run(args);
  expect(filesIn(out)).toEqual(["B b.txt", "a.txt"]);
});

/** Loading a site folder: which data is read, and which is only reported. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../src/errors.ts";
import { expectedData } from "../../src/formats/data-formats.ts";
import { fingerprint } from "../../src/formats/fingerprint.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { everyAnswer } from "../everything.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";
import { usyncPage } from "../support/usync-files.ts";
import { version7Tables } from "./bacpac/write-bacpac.ts";
import { SiteDatabase } from "./database/site-database.ts";
import { sdfOf } from "./sdf/write-sdf.ts";
import { dataFile } from "./sqlserver/write-sqlserver.ts";

const USYNC = usyncPage({ id: 1, name: "From uSync" });
const XML_CACHE = xmlCache("From the XML cache");

function xmlCache(name: string): string {
  return `<root id="-1"><page id="1050" key="${keyOf(1)}" nodeName="${name}" isDoc="" /></root>`;
}

function database(): Buffer {
  const site = new SiteDatabase();
  site.type("page");
  site.page("page", { name: "From the database" });
  return Buffer.from(site.image);
}

function compactDatabase(name: string): Buffer {
  return sdfOf(version7Tables(xmlCache(name)));
}

const SITE = {
  "umbraco/Data/Umbraco.sqlite.db": database(),
  "umbraco/Data/TEMP/NuCache/NuCache.Content.db": "no database",
  "uSync/v9/Content/home.config": USYNC,
  "App_Data/umbraco.config": XML_CACHE,
  "App_Data/Umbraco.sdf": compactDatabase("From the .sdf"),
  "web.config": "<configuration/>",
  "Media/Web.config": "<configuration/>",
};

function siteWithout(...names: string[]) {
  return dataDirectory(
    Object.fromEntries(Object.entries(SITE).filter(([name]) => !names.some((each) => name.startsWith(each)))),
  );
}

async function load(root: string) {
  const { trees, warnings, format, mediaRoot } = await loadDirectory(root);
  const [{ name }] = everyAnswer(trees.content);
  const about = warnings.filter(({ text }) => text.startsWith("is read"));
  return {
    name,
    format,
    warnings: about.map(({ file, text }) => `${file.replaceAll("\\", "/")} ${text}`),
    mediaRoot,
  };
}

describe("loadDirectory with a site folder", () => {
  it("reads the database, else uSync, else the XML cache, and warns how to read the others", async () => {
    const all = siteWithout();
    const [compact, usync, cache] = ["App_Data/Umbraco.sdf", "uSync", "App_Data/umbraco.config"].map((name) =>
      join(all, name),
    );
    expect(await load(all)).toEqual({
      name: "From the database",
      format: "Umbraco database",
      warnings: [
        `umbraco/Data/Umbraco.sqlite.db is read; the folder has more: pass --data ${compact}, --data ${usync}, --data ${cache}`,
      ],
      mediaRoot: all,
    });
    for (const other of [compact, usync, cache])
      expect((await load(other)).name).not.toBe("From the database");
    const second = siteWithout("umbraco");
    const more = ["uSync", "App_Data/umbraco.config"].map((name) => `--data ${join(second, name)}`);
    expect(await load(second)).toMatchObject({
      name: "From the .sdf",
      warnings: [`App_Data/Umbraco.sdf is read; the folder has more: pass ${more.join(", ")}`],
    });
    const third = siteWithout("umbraco", "App_Data/Umbraco.sdf");
    expect(await load(third)).toMatchObject({
      name: "From uSync",
      warnings: [`uSync is read; the folder has more: pass --data ${join(third, "App_Data/umbraco.config")}`],
    });
    expect(await load(siteWithout("umbraco", "App_Data/Umbraco.sdf", "uSync"))).toMatchObject({
      name: "From the XML cache",
      warnings: [],
    });
  });

  it.each(["App_Data/umbraco.config", "uSync/v9/Content/home.config", "umbraco/Data/Umbraco.sqlite.db"])(
    "names the folder below that has %s",
    async (file) => {
      const root = dataDirectory({ "readme.txt": "", [`Web/${file}`]: SITE[file as keyof typeof SITE] });
      await expect(loadDirectory(root)).rejects.toThrow(
        new DataError(
          `${root} holds no data: looked for ${expectedData()}; the folder Web in it has data: pass --data ${join(root, "Web")}`,
        ),
      );
    },
  );

  it("finds data in any case of letters, since sites come from Windows", async () => {
    const root = dataDirectory({ "Umbraco/DATA/site.SQLITE.DB": database() });
    expect((await load(root)).name).toBe("From the database");
  });

  it("finds the media files in the folder or in wwwroot", async () => {
    expect((await load(siteWithout("Media"))).mediaRoot).toBeUndefined();
    const root = dataDirectory({ ...SITE, "wwwroot/media/a/b.jpg": "picture" });
    expect((await load(root)).mediaRoot).toBe(join(root, "wwwroot"));
  });

  it.each([
    [
      { "umbraco/Data/a.sqlite.db": database(), "umbraco/Data/b.sqlite.db": database() },
      "ROOT holds several umbraco/Data/*.sqlite.db: --data can name one of them, ROOT/umbraco/Data/a.sqlite.db or ROOT/umbraco/Data/b.sqlite.db",
    ],
    [
      { "App_Data/Umbraco.sdf": "text" },
      "ROOT/App_Data/Umbraco.sdf cannot be read: it is not a database of SQL Server Compact",
    ],
    [
      { "umbraco/Data/a.sqlite.db": "text" },
      "ROOT/umbraco/Data/a.sqlite.db cannot be read: it is not an SQLite database, or it is encrypted",
    ],
  ])("refuses databases that are ambiguous or cannot be read (case %#)", async (files, message) => {
    const root = dataDirectory(files);
    const error = await loadDirectory(root).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(DataError);
    expect((error as DataError).message.replaceAll(root, "ROOT").replaceAll("\\", "/")).toBe(message);
  });

  it("fingerprint changes with the database, its log and exports, not with the site's program", async () => {
    const root = siteWithout();
    let before = await fingerprint(root);
    const hasChanged = async (name: string) => {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), `new ${name}`);
      const after = await fingerprint(root);
      const differs = after !== before;
      before = after;
      return differs;
    };
    expect(await hasChanged("umbraco/Data/Umbraco.sqlite.db-wal")).toBe(true);
    expect(await hasChanged("umbraco/Data/Umbraco.sqlite.db")).toBe(true);
    expect(await hasChanged("uSync/v9/Content/other.config")).toBe(true);
    expect(await hasChanged("bin/site.deps.json")).toBe(false);
    const file = join(root, "umbraco/Data/Umbraco.sqlite.db");
    before = await fingerprint(file);
    expect(await hasChanged("umbraco/Data/Umbraco.sqlite.db-wal")).toBe(true);
  });
});

describe("loadDirectory with a site folder: umbracoDbDSN of web.config", () => {
  const two = { "App_Data/a.sdf": compactDatabase("First"), "App_Data/b.sdf": compactDatabase("Second") };
  const connection = (text: string) =>
    `<configuration><connectionStrings><remove name="umbracoDbDSN" /><add name="umbracoDbDSN" connectionString="${text}" providerName="System.Data.SqlServerCe.4.0" /></connectionStrings></configuration>`;
  const SERVER = "server=db.example;database=site;user id=sa;password=hunter2";

  it.each<[string, Record<string, string | Buffer>]>([
    ["a connection", { "web.config": connection("Data Source=|DataDirectory|\\B.SDF;Flush Interval=1;") }],
    [
      "the path on the server",
      {
        "web.config": connection("Data Source=C:\\inetpub\\old\\App_Data\\b.sdf;Persist Security Info=False"),
      },
    ],
    [
      "a setting, as in version 4",
      {
        "Web.config": `<configuration><appSettings><!-- <add key="umbracoDbDSN" value="data source=|DataDirectory|\\a.sdf" /> --><add value='datalayer=SQLCE4Umbraco.SqlCEHelper,SQLCE4Umbraco;data source=|DataDirectory|\\b.sdf' key='umbracoDbDSN'/></appSettings></configuration>`,
      },
    ],
    [
      "a file of its own",
      {
        "web.config": `<configuration><connectionStrings configSource="config\\connections.config" /></configuration>`,
        "config/connections.config": `<connectionStrings><add name="umbracoDbDSN" connectionString="Data Source=|DataDirectory|\\b.sdf" /></connectionStrings>`,
      },
    ],
    [
      "UTF-16",
      { "web.config": Buffer.from(`\ufeff${connection("Data Source=|DataDirectory|\\b.sdf")}`, "utf16le") },
    ],
    [
      "a connection, an .mdf beside several .sdf",
      {
        "web.config": connection("Data Source=(LocalDb)\\v11.0;AttachDbFileName=|DataDirectory|\\site.mdf"),
        "App_Data/site.mdf": dataFile(version7Tables(xmlCache("Second"))),
      },
    ],
  ])("names the database in %s", async (_, files) => {
    expect((await load(dataDirectory({ ...two, ...files }))).name).toBe("Second");
  });

  it("makes the database that it names win over another one", async () => {
    const root = dataDirectory({
      ...SITE,
      "web.config": connection("Data Source=|DataDirectory|\\Umbraco.sdf"),
    });
    expect((await load(root)).name).toBe("From the .sdf");
  });

  it("that names a server passes over databases in App_Data, which can be read by their own paths", async () => {
    const root = dataDirectory({
      "App_Data/umbraco.config": XML_CACHE,
      "App_Data/Umbraco.sdf": SITE["App_Data/Umbraco.sdf"],
      "web.config": connection(SERVER),
    });
    const database = join(root, "App_Data", "Umbraco.sdf");
    expect(await load(root)).toMatchObject({
      name: "From the XML cache",
      warnings: [`App_Data/umbraco.config is read; the folder has more: pass --data ${database}`],
    });
    expect((await load(join(root, "App_Data", "umbraco.config"))).warnings).toEqual([]);
    expect(await load(database)).toMatchObject({
      name: "From the .sdf",
      warnings: [
        "Umbraco.sdf is read, though web.config names a database server: the site may keep newer data there",
      ],
    });
  });

  it("that names a server is told where nothing else can be read", async () => {
    const root = dataDirectory({
      "App_Data/Umbraco.sdf": SITE["App_Data/Umbraco.sdf"],
      "web.config": connection(SERVER),
    });
    const error = await loadDirectory(root).catch((error: unknown) => error);
    expect((error as DataError).message.replaceAll(root, "ROOT").replaceAll("\\", "/")).toBe(
      "ROOT holds no data: its web.config names a database server: back up the database (docs/formats.md, Which file do I have?), let the site write uSync files, or pass --base-url; App_Data/Umbraco.sdf in it may be older: to read it, pass --data ROOT/App_Data/Umbraco.sdf",
    );
  });

  it("that cannot be read is warned of", async () => {
    const root = siteWithout("web.config");
    mkdirSync(join(root, "web.config"));
    const { warnings } = await loadDirectory(root);
    expect(warnings.map(({ file, text }) => `${file} ${text}`)).toContain(
      "web.config cannot be read: its settings of URLs and the database are ignored",
    );
  });

  describe("that names a file that is not there", () => {
    const absent = { "web.config": connection("Data Source=|DataDirectory|\\Umbraco.sdf") };
    const advice =
      "ROOT holds no data: its web.config names App_Data/Umbraco.sdf, which is missing: copy it there";

    it.each<[string, Record<string, string | Buffer>, string]>([
      ["is refused", {}, advice],
      [
        "is refused, with what is there",
        { "App_Data/a.sdf": two["App_Data/a.sdf"] },
        `${advice}; App_Data/a.sdf in it may be older: to read it, pass --data ROOT/App_Data/a.sdf`,
      ],
    ])("%s", async (_, files, message) => {
      const root = dataDirectory({ ...absent, ...files });
      const error = await loadDirectory(root).catch((error: unknown) => error);
      expect((error as DataError).message.replaceAll(root, "ROOT").replaceAll("\\", "/")).toBe(message);
    });

    it("passes over databases, and reads what else is there", async () => {
      const root = dataDirectory({ ...absent, ...two, "uSync/v9/Content/home.config": USYNC });
      const [a, b] = ["a", "b"].map((name) => `--data ${join(root, "App_Data", `${name}.sdf`)}`);
      expect(await load(root)).toMatchObject({
        name: "From uSync",
        warnings: [`uSync is read; the folder has more: pass ${a}, ${b}`],
      });
    });
  });

  it("that names a file elsewhere is warned of", async () => {
    const root = dataDirectory({
      "App_Data/Umbraco.sdf": SITE["App_Data/Umbraco.sdf"],
      "web.config": connection("Data Source=D:\\data\\Umbraco.sdf"),
    });
    expect((await load(root)).warnings).toEqual([
      "App_Data/Umbraco.sdf is read, though web.config names a database outside this folder: the site may keep newer data there",
    ]);
  });
});

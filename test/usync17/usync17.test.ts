/** `usync`: a folder that uSync imports into Umbraco 17. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { once } from "../../src/site/once.ts";
import { readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { fixture } from "../support/repository.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory, directoryOfFile, temporaryDirectory } from "../support/temporary.ts";
import { roundTrip } from "./round-trip.ts";
import { node, type } from "./written.ts";

const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).toSorted() : []);

/** Writes a folder, and returns readers of its files. */
async function written(args: readonly string[], out = temporaryDirectory()) {
  const { status, stdout, stderr } = await run(["usync", ...args, "--out", out]);
  const folder = join(out, "uSync", "v17");
  return {
    ...{ out, folder, status, stdout, stderr },
    text: (name: string) => readFileSync(join(folder, name), "utf8"),
    names: (section: string) => filesIn(join(folder, section)),
  };
}

const shared = directoryOfFile();
/** The folder of the sample, for tests that only read it. */
const sample = once(() => written(["--sample"], join(shared, "sample")));

describe("usync: the folder", () => {
  it.each([
    "usync/cultures",
    "usync/types",
    "usync/values",
    "usync/version-7",
    "usync/importer",
    "umbraco-config/site",
    "umbraco-config/old",
  ])("of %s is read again with the same decoded lines, but for what the report names", async (name) => {
    const { differences, nodes, faults } = await roundTrip(["--data", fixture(name)]);
    expect(differences).toEqual([]);
    expect(faults).toEqual([]);
    expect(nodes).toBeGreaterThan(0);
  });

  it("of the sample is read again with the same decoded lines", async () => {
    const { differences, nodes, equal, faults } = await roundTrip(["--sample"]);
    expect(differences).toEqual([]);
    expect(faults).toEqual([]);
    expect(equal).toBe(nodes);
  });

  it("has the byte order mark, the elements and the layout of uSync's own files", async () => {
    const { text } = await written(["--data", fixture("usync/cultures")]);
    expect(text("usync.config")).toMatch(
      /^\uFEFF<\?xml version="1.0" encoding="utf-8"\?>\n<!-- [^-]+ -->\n<uSync version="17\.3\.0\.0" format="10\.7\.0" \/>$/,
    );
    expect(text("Languages/en-us.config")).toMatch(
      /^\uFEFF<\?xml version="1.0" encoding="utf-8"\?>\n<Language Key="[0-9a-f-]{36}" Alias="en-US" Level="0">\n {2}<Name>/,
    );
    expect(text("Languages/en-us.config")).not.toMatch(/\r|\n$/);
  });

  it("is the same each time", async () => {
    const [one, two] = [await sample(), await written(["--sample"])];
    for (const section of ["Content", "Media", "ContentTypes", "DataTypes"]) {
      expect(one.names(section)).toEqual(two.names(section));
      for (const name of one.names(section))
        expect(one.text(`${section}/${name}`)).toBe(two.text(`${section}/${name}`));
    }
  });

  it("replaces one that the command wrote, and no other", async () => {
    const { out } = await written(["--data", fixture("usync/types")]);
    expect((await written(["--data", fixture("usync/cultures")], out)).status).toBe(0);
    const other = dataDirectory({ "uSync/v17/usync.config": "<uSync version='17.3.0' />" });
    const refused = await written(["--sample"], other);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("holds uSync, and no files that this command wrote");
  });
});

describe("usync: where it writes", () => {
  const page = (name: string) => node(1, "page", { name });
  /** A folder with uSync files of version 8, and a report of the user's own beside it. */
  const oldSite = () =>
    dataDirectory({
      "uSync/v8/Content/home.config": page("Old home"),
      "uSync/v8/ContentTypes/page.config": type(30, "page"),
      "report.ndjson": "mine",
    });

  it("is below --out alone, in the layout of a site", async () => {
    const site = oldSite();
    const out = join(site, "new");
    const { status, stdout } = await run(["usync", "--data", site, "--out", out]);
    expect(status).toBe(0);
    expect(stdout).toContain(join(out, "report.ndjson"));
    expect(filesIn(site)).toEqual(["new", "report.ndjson", "uSync"]);
    expect(readFileSync(join(site, "report.ndjson"), "utf8")).toBe("mine");
    expect(filesIn(out)).toEqual(["report.ndjson", "uSync"]);
    expect(filesIn(join(out, "uSync"))).toEqual(["v17"]);
    const { out: sample } = await written(["--sample", "--files"]);
    expect(filesIn(sample)).toEqual(["Views", "report.ndjson", "uSync", "wwwroot"]);
  });

  it("can be in a folder that is called uSync and has no files of it", async () => {
    expect((await written(["--sample"], join(temporaryDirectory(), "usync", "new"))).status).toBe(0);
  });

  it.each<[out: string, data: string, text: string]>([
    [
      "uSync/v17",
      "uSync",
      `--out names the folder of the new site, in which usync writes ${join("uSync", "v17")}: pass --out SITE`,
    ],
    ["uSync/new", "uSync", `lies in a folder of uSync files, ${join("SITE", "uSync")}: use another --out`],
    ["uSync/v8/new", ".", "lies in a folder of uSync files"],
    ["uSync", "uSync/v8", "lies in a folder of uSync files"],
    ["copy/new", "copy", `lies in the data that is read, ${join("SITE", "copy")}: use another --out`],
    ["copy", "copy", "lies in the data that is read"],
  ])("is never %s, if --data is %s", async (out, data, text) => {
    const site = oldSite();
    mkdirSync(join(site, "copy"));
    writeFileSync(join(site, "copy", "content.json"), "[]");
    const { status, stderr } = await run(["usync", "--data", join(site, data), "--out", join(site, out)]);
    expect(status).toBe(2);
    expect(stderr.replaceAll(site, "SITE")).toContain(text);
  });
});

describe("folders that usync wrote are no old site", () => {
  const both = async () => {
    const { out } = await written(["--sample"]);
    mkdirSync(join(out, "uSync", "v8", "Content"), { recursive: true });
    writeFileSync(join(out, "uSync", "v8", "Content", "home.config"), node(1, "page", { name: "Old home" }));
    return out;
  };
  const skipped = (name: string) => `warning: ${name}: is not read, since migrations usync wrote it\n`;

  it.each(["uSync", "."])("is not read where %s is searched, with a line on stderr", async (searched) => {
    const { stdout, stderr } = await run(["content", "--data", join(await both(), searched)]);
    expect(stdout).toContain("Old home");
    expect(stderr).toBe(skipped("v17"));
  });

  it("is not read in the folder of a site that has other data, with a line on stderr", async () => {
    const { out } = await written(["--sample"]);
    mkdirSync(join(out, "App_Data"));
    cpSync(fixture("umbraco-config/site/umbraco.config"), join(out, "App_Data", "umbraco.config"));
    const { status, stderr } = await run(["content", "--data", out]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: skipped(join("uSync", "v17")) });
  });

  it("is read if it is named itself, without a line", async () => {
    const { status, stdout, stderr } = await run(["content", "--data", join(await both(), "uSync", "v17")]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("Foghorn");
  });

  it.each(["", "uSync"])("%s alone is no data, and the error names the path to read it", async (searched) => {
    const { out, folder } = await written(["--sample"]);
    const { status, stderr } = await run(["content", "--data", join(out, searched)]);
    expect(status).toBe(6);
    expect(stderr).toContain(
      `${relative(join(out, searched), folder)} is not read, since migrations usync wrote it: to read it, pass --data ${folder}`,
    );
  });

  it("is one of a site again after uSync has exported into it", async () => {
    const { out, folder } = await written(["--sample"]);
    writeFileSync(join(folder, "usync.config"), '<uSync version="17.3.8.0" format="10.7.0" />');
    expect((await run(["content", "--data", out])).stdout).toContain("Foghorn");
  });
});

describe("usync: options", () => {
  it("--types-only writes languages, data types, templates and types alone", async () => {
    const { folder, names } = await written(["--sample", "--types-only"]);
    expect(filesIn(folder)).toEqual([
      "ContentTypes",
      "DataTypes",
      "Languages",
      "MediaTypes",
      "Templates",
      "usync.config",
    ]);
    expect(names("ContentTypes").length).toBeGreaterThan(1);
  });

  it("prints on stderr how many values look like secrets, and how many lines of the report have a cause", async () => {
    const apiKey = { editorAlias: "Umbraco.TextBox", value: "s3cret" };
    const data = dataDirectory({
      "content.json": [{ id: 1, key: keyOf(1), name: "Settings", type: "settings", properties: { apiKey } }],
    });
    const { stderr } = await written(["--data", data]);
    expect(stderr).toContain(
      "warning: wrote 1 value of properties that look like secrets, as importers need them\n",
    );
    expect(stderr).toMatch(/^types are made of values \(\d+ lines?\)$/m);
    expect((await written(["--data", data, "--types-only"])).stderr).not.toContain("secrets");
  });

  it("--files prints that nothing is copied if the data has no media nodes", async () => {
    const data = dataDirectory({
      "umbraco.config": `<root id="-1"><home id="1050" key="${keyOf(1050)}" nodeName="Home" isDoc=""/></root>`,
      "media/1/a.txt": "a",
    });
    for (const command of ["usync", "export"]) {
      const out = temporaryDirectory();
      const args = [
        command,
        "--data",
        join(data, "umbraco.config"),
        "--out",
        out,
        "--files",
        join(data, "media"),
      ];
      expect((await run(args)).stderr).toMatch(
        /^warning: --files copies nothing: .*umbraco\.config has no media nodes$/m,
      );
    }
  });

  it("--files copies media files to wwwroot/media, and reports missing files", async () => {
    const withFiles = await written(["--sample", "--files"]);
    expect(withFiles.stdout).toMatch(/^\d+ media files, /m);
    const media = join(withFiles.out, "wwwroot", "media");
    expect(readdirSync(media, { recursive: true }).length).toBeGreaterThan(1);
    // Umbraco reads the facts of a file that is there anew.
    const facts = ({ text, names }: Awaited<ReturnType<typeof written>>) =>
      names("Media").filter((name) => text(`Media/${name}`).includes("<umbracoWidth>")).length;
    expect(facts(withFiles)).toBeLessThan(facts(await sample()));
  });

  it("has a view without content for each template in Views, and keeps views that are there", async () => {
    const { out, names } = await written(["--sample"]);
    const views = join(out, "Views");
    expect(readdirSync(views).length).toBe(names("Templates").length);
    const view = join(views, "article.cshtml");
    expect(readFileSync(view, "utf8")).toContain("@inherits Umbraco.Cms.Web.Common.Views.UmbracoViewPage");
    writeFileSync(view, "mine");
    await written(["--sample", "--types-only"], out);
    expect(readFileSync(view, "utf8")).toBe("mine");
  });

  it("--include-unpublished writes drafts, which the folder else lacks", async () => {
    const drafts = ({ text, names }: Awaited<ReturnType<typeof written>>) =>
      names("Content").filter((name) => text(`Content/${name}`).includes('<Published Default="false"'));
    const args = ["--data", fixture("usync/which-nodes")];
    const [without, withDrafts] = [await written(args), await written([...args, "--include-unpublished"])];
    expect(drafts(without)).toEqual([]);
    expect(drafts(withDrafts)).not.toEqual([]);
  });

  it("reports how much of a part of the site is not carried over", async () => {
    const { out } = await written(["--data", fixture("usync/which-nodes")]);
    const lines = readLines(join(out, "report.ndjson"));
    const parts = lines.filter(({ kind }) => kind === "site");
    expect(parts.map(({ problem, text }) => [problem, text])).toEqual([
      [
        "not-carried-over",
        "the old site has nodes in the recycle bin (2); set it up by hand if it is needed",
      ],
      ["not-carried-over", "the old site has files in Blueprints (1); set it up by hand if it is needed"],
      [
        "not-carried-over",
        "the old site has unpublished pages (2): --include-unpublished writes drafts, too; set it up by hand if it is needed",
      ],
    ]);
  });

  it("--fail-on exits with 1 if the report has such lines", async () => {
    const { status, stderr } = await written(["--sample", "--fail-on", "assumed"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/error: the report has \d+ assumed/);
  });

  it.each([
    [["--kind", "media"], "unknown option '--kind'"],
    [["--map-stub"], "--out and --map-stub cannot be used together"],
    [["--map-stub", "--format", "json"], "cannot be used together"],
  ])("%j is refused: %s", async (args, text) => {
    const { status, stderr } = await run(["usync", "--sample", ...args, "--out", temporaryDirectory()]);
    expect(status).toBe(2);
    expect(stderr).toContain(text);
  });
});

it("usync that stops while it replaces files leaves a folder that is not read, until a run completes it", async () => {
  const { out, folder } = await written(["--sample", "--types-only"]);
  const again = () => run(["usync", "--sample", "--out", out, "--quiet"]);
  rmSync(join(out, "report.ndjson"));
  mkdirSync(join(out, "report.ndjson", "in-the-way"), { recursive: true });
  expect(await again()).toMatchObject({ status: 5, stdout: "" });
  for (const data of [out, join(out, "uSync"), folder])
    expect(await run(["content", "--data", data])).toMatchObject({
      status: 6,
      stdout: "",
      stderr: `error: ${data} holds only parts of a uSync folder: migrations usync stopped while it replaced it; run it again\n`,
    });
  rmSync(join(out, "report.ndjson"), { recursive: true });
  expect((await again()).status).toBe(0);
  expect((await run(["content", "--data", folder])).status).toBe(0);
  expect(existsSync(join(out, ".pull"))).toBe(false);
});

describe("usync --map", () => {
  const stub = async () => (await run(["usync", "--sample", "--map-stub"])).stdout;
  const mapped = (text: string, out?: string, ...more: string[]) => {
    const path = join(dataDirectory({ "map.csv": text }), "map.csv");
    return written(["--sample", ...more, "--map", path], out);
  };
  const mappedOnce = (name: string, ...rows: string[]) =>
    once(() => mapped(["kind,name,becomes", ...rows, ""].join("\n"), join(shared, name)));
  const reportOf = ({ out }: Awaited<ReturnType<typeof written>>) =>
    readFileSync(join(out, "report.ndjson"), "utf8");
  const dropped = mappedOnce("dropped", "content-type,article,drop", "data-type,TinyMCE,drop");
  const changed = mappedOnce(
    "changed",
    ...["content-type,article,newsPage", "content-type,quoteBlock,drop"],
    ...["data-type,TextBox,Umbraco.TextArea", "data-type,TinyMCE,Umbraco.TextArea"],
  );

  it("--map-stub prints a map that changes nothing", async () => {
    const [one, two] = [await sample(), await mapped(await stub())];
    expect(two.status).toBe(0);
    for (const section of ["Content", "ContentTypes", "DataTypes"]) {
      expect(two.names(section)).toEqual(one.names(section));
      for (const name of one.names(section))
        expect(two.text(`${section}/${name}`)).toBe(one.text(`${section}/${name}`));
    }
  });

  it("leaves out a type with its nodes and what lies below them, and reports that", async () => {
    const [one, two] = [await sample(), await dropped()];
    expect(two.names("ContentTypes")).not.toContain("article.config");
    expect(two.names("Content").length).toBeLessThan(one.names("Content").length);
    expect(reportOf(two)).toContain("the map leaves it out");
  });

  it("leaves out a data type with the properties that have it", async () => {
    const { text, names, ...rest } = await dropped();
    const report = reportOf({ text, names, ...rest });
    expect(report).toContain('"TinyMCE","problem":"not-carried-over","text":"the map leaves it out');
    expect(report).not.toContain("Umbraco.TinyMCE becomes");
    expect(names("DataTypes")).not.toContain("tinymce.config");
    for (const name of names("ContentTypes"))
      expect(text(`ContentTypes/${name}`)).not.toContain("<Type>Umbraco.RichText<");
  });

  it("gives a type another alias, everywhere", async () => {
    const { text, names } = await changed();
    expect(text("ContentTypes/newspage.config")).toContain('Alias="newsPage"');
    for (const section of ["Content", "ContentTypes"])
      for (const name of names(section))
        expect(text(`${section}/${name}`)).not.toMatch(/<(?:ContentType|Composition)[^>]*>article</);
  });

  it("leaves out a type with its elements, and says so once", async () => {
    const folder = await changed();
    expect(folder.text("Content/makev-r-foghorn-museum.config")).not.toContain("You are in it");
    expect(reportOf(folder)).not.toContain("not-encoded");
  });

  it("gives a data type another editor", async () => {
    const { text } = await changed();
    expect(text("DataTypes/textbox.config")).toContain("<EditorAlias>Umbraco.TextArea<");
  });

  it("gives rich text that becomes plain text what visitors read", async () => {
    const { text } = await changed();
    expect(text("Content/kafe-takeluren.config")).toContain("<![CDATA[Waffles, fish soup and coffee. When");
  });

  it("reports on stderr the rows that match nothing, whose names may be misspelt", async () => {
    const map = dataDirectory({
      "map.csv": "kind,name,becomes\ncontent-type,artcle,drop\nproperty,article.bodytext,drop\n",
    });
    const { stderr } = await run(["usync", "--sample", "--map", join(map, "map.csv"), "--map-stub"]);
    expect(stderr).toBe(`1 line of --map matches nothing: ${join(map, "map.csv")}:2: content-type artcle\n`);
  });

  it("reads semicolons, a byte-order mark, quotes, empty lines, and columns in another order", async () => {
    const text = '\ufeff"Becomes";"mine";kind;name\r\n\r\nnewsPage;;"content-type";article\r\n';
    const { names } = await mapped(text, undefined, "--types-only");
    expect(names("ContentTypes")).toContain("newspage.config");
  });

  it.each([
    ["", "is empty"],
    ["kind,name,becomes\ncontent-type,a,b,c\n", ":2: has 4 cells, and the first row has 3"],
    ["kind,name,becomes\ncontent-type,,drop\n", ":2: has no name"],
    ["sep=;\nkind;name;becomes\npage;x;drop\n", ":3: kind must be data-type"],
    ["a,b\n", "the first row must name the columns"],
    ["kind,name,becomes\npage,x,drop\n", ":2: kind must be data-type"],
    ["kind,name,becomes\ndata-type,x,Umbraco.Foo\n", ":2: becomes must be drop or an editor"],
    ["kind,name,becomes\ncontent-type,x,a b\n", ":2: becomes must be drop or an alias"],
    ["kind,name,becomes\ncontent-type,x,a\ncontent-type,X,b\n", ":3: content-type X has a row already"],
  ])("refuses %j: %s", async (text, message) => {
    const { status, stderr } = await mapped(text);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});

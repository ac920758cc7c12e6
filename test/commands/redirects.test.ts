/** `migrations redirects`: from an old site to a new one, to a listing, and by hand. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listening } from "../support/listening.ts";
import { run } from "../support/program.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { piped, shown } from "../support/terminal.ts";
import { usyncPage } from "../support/usync-files.ts";
import { NEW, OLD, page } from "./moved-pages.ts";

const fileOf = (name: string, text: string) => join(dataDirectory({ [name]: text }), name);

describe("redirects OLD NEW", () => {
  it("prints redirects, and reports the number of URLs without one", async () => {
    const args = ["redirects", OLD(), NEW()];
    expect(await run([...args])).toEqual({
      status: 0,
      stdout: "from,to,status\n/b/,/bb/,301\n",
      stderr: "1 redirect; 3 as they were; 1 removed, leading nowhere\n",
    });
    const more = ["--format", "netlify", "--removed", "ancestor", "--temporary", "--quiet"];
    const all = await run([...args, ...more]);
    expect(all).toEqual({
      status: 0,
      stdout: "/b /bb/ 302\n/b/ /bb/ 302\n/c / 302\n/c/ / 302\n",
      stderr: "",
    });
  });

  it("--by: reads pairs of old and new URLs or keys from CSV", async () => {
    const folder = dataDirectory({
      "map.csv": `old,new\n# a remark\n/c,"/e/?from=c,d"\n${keyOf(3)},${keyOf(5)}\n`,
    });
    const args = ["redirects", OLD(), NEW(), "--quiet"];
    const { stdout } = await run([...args, "--by", join(folder, "map.csv")]);
    expect(stdout).toBe('from,to,status\n/b/,/e/,301\n/c/,"/e/?from=c,d",301\n');
  });

  it("--earlier: redirects URLs that the data lacks to what their pages have become", async () => {
    const text = `from;page\n/Very/Old;${keyOf(3)}\nhttps://www.old.example/older;/b/\n/a;${keyOf(3)}\n/gone;/never/\n`;
    const found = await run(["redirects", OLD(), NEW(), "--earlier", fileOf("earlier.csv", text)]);
    expect(found.stdout).toBe("from,to,status\n/b/,/bb/,301\n/very/old/,/bb/,301\n/older/,/bb/,301\n");
    expect(found.stderr).toContain(
      "1 line of --earlier with a page that the old site lacks, ignored: /gone\n",
    );
    const by = fileOf("by.csv", `${keyOf(3)},/x/\n`);
    const args = [
      "redirects",
      OLD(),
      "--by",
      by,
      "--earlier",
      fileOf("earlier.csv", `/old,${keyOf(3)}\n`),
      "--quiet",
    ];
    expect((await run(args)).stdout).toBe("from,to,status\n/b/,/x/,301\n/old/,/x/,301\n");
  });

  it("prints bidirectional control characters, but escapes them on a terminal", async () => {
    const [from, to] = ["/b\u202e/", "/\u2066e\u200f/"];
    const [old, other] = [from, to].map((path) => dataDirectory({ "content.json": [page(1, path)] }));
    for (const form of ["csv", "iis"]) {
      const args = ["redirects", old, other, "--format", form];
      const [written, seen] = [await piped(args), await shown(args)];
      expect(seen.stdout, form).not.toMatch(/\p{Bidi_Control}/u);
      expect(seen.stdout, form).toBe(
        written.stdout.replace(
          /\p{Bidi_Control}/gu,
          (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
        ),
      );
    }
    const iis = ["redirects", old, other, "--format", "iis"];
    expect((await piped(iis)).stdout).toContain(`key="${from}"`);
  });

  it.each([
    ["semicolons, as spreadsheets write in some languages", "old;new\r\n/c;/e/?from=c,d\r\n"],
    ["semicolons, without headings, the first cell in quotes", '"/c";"/e/?from=c,d"\n'],
    ["commas, with URLs that contain semicolons", '# by hand\n\n/x;y,/b\n/c,"/e/?from=c,d"\n'],
  ])("--by: detects the separator: %s", async (_, text) => {
    const by = join(dataDirectory({ "map.csv": text }), "map.csv");
    const { status, stdout } = await run([...["redirects", OLD(), NEW(), "--by", by, "--quiet"]]);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: 'from,to,status\n/b/,/bb/,301\n/c/,"/e/?from=c,d",301\n',
    });
  });

  it("--by: reports lines with unknown old URLs, and keys that the new site does not have", async () => {
    const vain = `/never,/e/\n/c,${keyOf(99)}\n`;
    const by = join(dataDirectory({ "map.csv": vain }), "map.csv");
    const { status, stdout, stderr } = await run([...["redirects", OLD(), NEW(), "--by", by]]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "from,to,status\n/b/,/bb/,301\n" });
    expect(stderr.split("\n").slice(0, 2)).toEqual([
      "1 line of --by with an unknown old URL or key, ignored: /never",
      `1 line of --by with a key that the new site lacks, ignored: ${keyOf(99)}`,
    ]);
  });

  it.each<[string, string, string]>([
    [
      "a line that is not a pair",
      "/b /e/\n",
      ":1: must be an old key or URL, a comma, and a new key or URL: /b /e/",
    ],
    [
      "a line with another separator",
      "/b;/e/\n/c,/e/\n",
      ":2: must be an old key or URL, a semicolon, and a new key or URL: /c,/e/",
    ],
    [
      "a second new URL of an old one",
      "/b,/e/\n/c,/f\n/B/,/g\n",
      ":3: /B/ has another new key or URL above: remove one of the lines",
    ],
    ["an unclosed quote", `/b,/e/\n"${"x".repeat(2e6)}`, ":2: a quote is opened and not closed"],
    ["text after a quote", '/b,"/e/"x\n', ":1: text after a closing quote"],
  ])("--by: refuses %s", async (_, text, reason) => {
    const by = join(temporaryDirectory(), "by.csv");
    writeFileSync(by, text);
    const { status, stderr } = await run(["redirects", OLD(), NEW(), "--by", by]);
    expect({ status, stderr }).toEqual({ status: 2, stderr: `error: ${by}${reason}\n` });
  });

  it("--legacy adds the forms of version 7, and is refused for another version", async () => {
    const args = ["redirects", OLD(), NEW(), "--quiet", "--kind", "content"];
    expect((await run([...args, "--legacy"])).stdout.split("\n")).toEqual(
      expect.arrayContaining(["/a.aspx,/a/,301", "/2,/a/,301", "/b.aspx,/bb/,301"]),
    );
    const usync = "/Content/home.config";
    const seventeen = dataDirectory({
      [`uSync/v17${usync}`]: usyncPage({ id: 1 }),
      "uSync/v17/usync.config": SETTINGS,
    });
    const { status, stderr } = await run(["redirects", join(seventeen, "uSync/v17"), NEW(), "--legacy"]);
    expect({ status, stderr: stderr.replace(seventeen, "") }).toEqual({
      status: 2,
      stderr: `error: --legacy is for sites of version 7, and ${join("/uSync", "v17")} is of version 17\n`,
    });
  });
});

const SETTINGS = `<?xml version="1.0" encoding="utf-8"?><uSync version="17.0.0.0" format="10.7.0" />`;

/** Redirects to the rows of an import listing. */
describe("redirects OLD LISTING", () => {
  const site = () =>
    dataDirectory({
      "content.json": [
        page(1, "/", { children: [page(2, "/a/"), page(3, "/b/", { children: [page(4, "/b/c/")] })] }),
      ],
      "media.json": [page(9, "/media/x/a.jpg")],
    });
  const row = (id: number, url?: string) => ({ key: keyOf(id), url });
  const listing = (rows: readonly object[]) =>
    fileOf("imported.ndjson", rows.map((each) => JSON.stringify(each)).join("\n"));
  const ALL = [row(1, "/"), row(2, "/a"), row(3, "/bb/"), row(4, "/bb/c/"), row(9, "/images/a.jpg")];

  it("prints redirects, of removed pages to the nearest ancestor", async () => {
    const rows = listing([row(1, "/"), row(2, "/a"), row(3, "/bb/")]);
    expect(await run(["redirects", site(), rows, "--removed", "ancestor"])).toEqual({
      status: 0,
      stdout: "from,to,status\n/b/,/bb/,301\n/b/c/,/bb/,301\n",
      stderr: "1 URL of media left out, since the listing has none\n2 redirects; 2 as they were\n",
    });
  });

  it("reports as lost the URLs at which the new site has another page, as urls --request does", async () => {
    const rows = listing([row(1, "/"), row(2, "/b/"), row(3, "/bb/"), row(4, "/bb/c/")]);
    const { stderr } = await run(["redirects", site(), rows, "--kind", "content"]);
    expect(stderr).toBe(
      "2 redirects; 1 as they were; 1 lost, since another page is there now\nlost, since another page is there now: /b/\n",
    );
    const url = await listening((_, response) => response.end());
    const args = ["urls", "--data", site(), "--kind", "content", "--against", rows, "--request", url];
    expect((await run([...args, "--format", "csv"])).stderr).toContain("1 there, 3 lost: 3 on another page");
  });

  it("has no keys of the new site, which skybrud needs", async () => {
    const args = ["redirects", site(), listing(ALL), "--quiet", "--format", "skybrud"];
    const { status, stderr } = await run(args);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        "warning: 3 not written, since the target must be a page or file of the new site, or a full URL: /b/\n",
    });
  });

  it("--by comes first", async () => {
    const by = fileOf("by.csv", `/a/,/other/\n${keyOf(3)},${keyOf(2)}\n/b/c/,${keyOf(55)}\n`);
    const { stdout, stderr } = await run([
      ...["redirects", site(), listing(ALL), "--by", by, "--kind", "content"],
    ]);
    expect(stdout).toBe("from,to,status\n/b/,/a,301\n/b/c/,/bb/c/,301\n");
    expect(stderr.split("\n")[0]).toBe(
      `1 line of --by with a key that the new site lacks, ignored: ${keyOf(55)}`,
    );
  });
});

describe("redirects OLD --by, without a new site", () => {
  const BY = `old,new\n/a/,/alpha/\n${keyOf(3)},https://new.example/beta/\n/media/x/a.jpg,/media/x/a.jpg\n`;

  it("prints the redirects that the file names", async () => {
    expect(await run(["redirects", OLD(), "--by", fileOf("by.csv", BY), "--temporary"])).toEqual({
      status: 0,
      stdout: "from,to,status\n/a/,/alpha/,302\n/b/,https://new.example/beta/,302\n",
      stderr: "2 URLs that --by does not name, left out\n2 redirects; 1 as they were\n",
    });
  });

  it("reports lines that match nothing, and new keys", async () => {
    const by = fileOf("by.csv", `/gone/,/x/\n/a/,${keyOf(5)}\n`);
    expect((await run(["redirects", OLD(), "--by", by])).stderr).toBe(
      [
        "1 line of --by with an unknown old URL or key, ignored: /gone",
        `1 line of --by with a new key, which needs a new site, ignored: ${keyOf(5)}`,
        "5 URLs that --by does not name, left out",
        "0 redirects\n",
      ].join("\n"),
    );
  });

  it.each([
    ["--removed", "ancestor", "--removed can only be used with a new site"],
    ["--match", "url", "--match can only be used with a new site"],
  ])("refuses %s %s", async (option, value, message) => {
    const found = await run(["redirects", OLD(), "--by", fileOf("by.csv", BY), option, value, "--quiet"]);
    expect(found).toEqual({ status: 2, stdout: "", stderr: `error: ${message}\n` });
  });
});

/** `urls --against` an import listing, and `urls --by` without a new site: redirects to any system. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listening } from "../support/listening.ts";
import { run } from "../support/program.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";
import { bilingualSite } from "./finished-imports.ts";

const page = (id: number, url: string, children: object[] = []) => ({
  id,
  key: keyOf(id),
  name: `Page ${id}`,
  type: "page",
  url,
  children,
});

const OLD = () =>
  dataDirectory({
    "content.json": [page(1, "/", [page(2, "/a/"), page(3, "/b/", [page(4, "/b/c/")])])],
    "media.json": [page(9, "/media/x/a.jpg")],
  });

const fileOf = (name: string, text: string) => join(dataDirectory({ [name]: text }), name);

type Row = { key: string; language?: string; url?: string; name?: string };
const row = (id: number, url?: string, language?: string): Row => ({ key: keyOf(id), url, language });

function listing(rows: readonly object[]): string {
  return fileOf("imported.ndjson", rows.map((each) => JSON.stringify(each)).join("\n"));
}

/** Verdict, old URL and new one of each line; stderr without the totals, which end it. */
async function mapped(...args: string[]) {
  const { status, stdout, stderr } = await run([
    "urls",
    ...args,
    "--format",
    "csv",
    "--fields",
    "verdict,url,to",
  ]);
  const [, ...lines] = stdout.trim().split(/\r?\n/);
  return {
    status,
    lines: lines.map((line) => line.replaceAll(",", " ").trim()),
    stderr: stderr.replace(/\d+ same, \d+ moved, \d+ removed, \d+ new\n$/, ""),
  };
}

const ALL = [row(1, "/"), row(2, "/a"), row(3, "/bb/"), row(4, "/bb/c/"), row(9, "/images/a.jpg")];

describe("urls --against an import listing", () => {
  it.each<[what: string, rows: Row[], lines: string[]]>([
    [
      "pages and files by their keys",
      ALL,
      [
        "same / /",
        "same /a/ /a",
        "moved /b/ /bb/",
        "moved /b/c/ /bb/c/",
        "moved /media/x/a.jpg /images/a.jpg",
      ],
    ],
    [
      "pages that are missing, and rows without a URL",
      [row(1, "/"), row(2), row(3, "/b/")],
      ["same / /", "removed /a/", "same /b/ /b/", "removed /b/c/"],
    ],
    [
      "pages that the old site lacks",
      [...ALL.slice(0, 2), row(77, "/new/")],
      ["same / /", "same /a/ /a", "removed /b/", "removed /b/c/", "new  /new/"],
    ],
    [
      "several rows of a page: the first URL counts, and the others stay",
      [row(1, "/"), row(2, "/x/"), row(2, "/y/"), row(3, "/bb/"), row(3, "/b/")],
      ["same / /", "moved /a/ /x/", "same /b/ /b/", "removed /b/c/"],
    ],
    [
      "a language, though the old site has none",
      [row(1, "/en/", "en"), row(1, "/da/", "da"), row(2, "/a/", "en")],
      ["moved / /en/", "same /a/ /a/", "removed /b/", "removed /b/c/", "new  /da/"],
    ],
  ])("maps %s", async (_, rows, lines) => {
    const found = await mapped("--data", OLD(), "--against", listing(rows));
    expect(found).toMatchObject({ status: 0, lines });
  });

  it.each<[rows: Row[], args: string[], lines: string[], stderr: string]>([
    [
      [row(9, "/x/a.jpg")],
      [],
      ["moved /media/x/a.jpg /x/a.jpg"],
      "4 URLs of content left out, since the listing has none\n",
    ],
    [[row(2, "/a/")], ["--kind", "media"], [], "1 URL of media left out, since the listing has none\n"],
    [
      [row(2, "/x/"), row(9)],
      ["--quiet"],
      ["removed /", "moved /a/ /x/", "removed /b/", "removed /b/c/"],
      "",
    ],
  ])("leaves out pages or files if the listing has none: %j %j", async (rows, args, lines, stderr) => {
    const found = await mapped("--data", OLD(), "--against", listing(rows), ...args);
    expect(found).toEqual({ status: 0, lines, stderr });
  });

  it("reads csv, with absolute URLs", async () => {
    const csv = `url;Title;KEY\nhttps://new.example/a/;A;${keyOf(2)}\n;;\n`;
    const found = await mapped(
      "--data",
      OLD(),
      "--against",
      fileOf("imported.csv", csv),
      "--kind",
      "content",
    );
    expect(found.lines[1]).toBe("moved /a/ https://new.example/a/");
  });

  it("prints redirects, of removed pages to the nearest ancestor", async () => {
    const args = ["--against", listing([row(1, "/"), row(2, "/a"), row(3, "/bb/")])];
    const csv = await run(["urls", "--data", OLD(), ...args, "--redirects", "csv", "--removed", "ancestor"]);
    expect(csv).toEqual({
      status: 0,
      stdout: "from,to,status\n/b/,/bb/,301\n/b/c/,/bb/,301\n",
      stderr: "1 URL of media left out, since the listing has none\n2 redirects; 2 as they were\n",
    });
  });

  it("warns if its keys are not those of the old site", async () => {
    const path = listing([row(55, "/"), row(56, "/a/")]);
    const { stderr } = await mapped("--data", OLD(), "--against", path, "--kind", "content");
    expect(stderr).toBe(
      `warning: none of the keys of ${path} is that of a node of the old site, by which nodes are matched\n`,
    );
  });

  it("has no keys of the new site, which skybrud needs", async () => {
    const args = ["urls", "--data", OLD(), "--against", listing(ALL), "--quiet"];
    const { status, stderr } = await run([...args, "--redirects", "skybrud"]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        "warning: 3 not written, since the target must be a page or file of the new site, or a full URL: /b/\n",
    });
    const { stdout } = await run([...args, "--format", "json"]);
    expect(JSON.parse(stdout)[2]).toEqual({
      verdict: "moved",
      url: "/b/",
      to: "/bb/",
      source: "url",
      kind: "content",
      id: 3,
      key: keyOf(3),
      type: "page",
      name: "Page 3",
    });
  });

  const BILINGUAL = [
    row(1, "/home/", "en"),
    row(1, "/forside/", "da"),
    row(2, "/home/news/", "en"),
    row(2, "/forside/nyheder/", "da-DK"),
  ];

  it("compares each language", async () => {
    const found = await mapped("--data", bilingualSite(), "--against", listing(BILINGUAL));
    expect(found).toEqual({
      status: 0,
      stderr: "",
      lines: [
        "moved /en/ /home/",
        "moved /en/news/ /home/news/",
        "moved /da/ /forside/",
        "moved /da/nyheder/ /forside/nyheder/",
      ],
    });
  });

  it("reports a language that the listing does not have", async () => {
    const path = listing([...BILINGUAL.filter(({ language }) => language === "en"), row(1, "/de/", "de")]);
    const { lines, stderr } = await mapped("--data", bilingualSite(), "--against", path);
    expect(lines.slice(2)).toEqual(["moved /da/ /home/", "moved /da/nyheder/ /home/news/", "new  /de/"]);
    expect(stderr).toBe(
      `${path} does not have da: 2 URLs in da lead to the same pages in another language\n`,
    );
  });

  it("--culture compares one language", async () => {
    const args = ["--data", bilingualSite(), "--against", listing(BILINGUAL), "--culture", "da"];
    const { lines } = await mapped(...args);
    expect(lines.slice(0, 2)).toEqual(["moved /da/ /forside/", "moved /da/nyheder/ /forside/nyheder/"]);
  });

  it("--by comes first", async () => {
    const by = fileOf("by.csv", `/a/,/other/\n${keyOf(3)},${keyOf(2)}\n/b/c/,${keyOf(55)}\n`);
    const found = await mapped("--data", OLD(), "--against", listing(ALL), "--by", by, "--kind", "content");
    expect(found.lines).toEqual(["same / /", "same /a/ /a", "moved /b/ /a", "moved /b/c/ /bb/c/"]);
    expect(found.stderr).toBe(`1 line of --by with a key that the new site lacks, ignored: ${keyOf(55)}\n`);
  });

  it("--verify expects the URLs of the listing", async () => {
    const site = await listening((request, response) => {
      const to = request.url === "/b/" ? "/bb/" : request.url === "/b/c/" ? "/" : undefined;
      response.writeHead(to === undefined ? 200 : 301, to === undefined ? {} : { Location: to }).end();
    });
    const args = ["urls", "--data", OLD(), "--against", listing(ALL), "--kind", "content", "--verify", site];
    const { status, stdout } = await run([...args, "--format", "csv", "--fields", "outcome,url"]);
    expect(status).toBe(1);
    expect(stdout.split(/\r?\n/)).toEqual(
      expect.arrayContaining(["there,/a/", "redirected,/b/", "front-page,/b/c/"]),
    );
  });

  it.each<[what: string, text: string, args: string[], status: number, message: string]>([
    [
      "no URLs",
      `key,name\n${keyOf(1)},Home\n`,
      [],
      6,
      "FILE has no URLs: add a column url, with paths such as /about/",
    ],
    [
      "no key",
      "id,url\n1,/\n",
      [],
      6,
      "FILE:1: must name its columns: key, and of language, url, name, text, html or references what is known",
    ],
    [
      "--match",
      `key,url\n${keyOf(1)},/\n`,
      ["--match", "url"],
      2,
      "--match cannot be used with an import listing",
    ],
    [
      "--kind file",
      `key,url\n${keyOf(1)},/\n`,
      ["--kind", "file"],
      2,
      "--kind file cannot be used with --against: files that no media node has have no keys",
    ],
  ])("refuses %s", async (_, text, args, status, message) => {
    const path = fileOf("new.csv", text);
    const found = await run(["urls", "--data", OLD(), "--against", path, ...args]);
    const stderr = found.stderr.replaceAll(path, "FILE");
    expect({ ...found, stderr }).toEqual({ status, stdout: "", stderr: `error: ${message}\n` });
  });
});

describe("urls --by without a new site", () => {
  const BY = `old,new\n/a/,/alpha/\n${keyOf(3)},https://new.example/beta/\n/media/x/a.jpg,/media/x/a.jpg\n`;

  it("lists the URLs that the file names, and where they lead", async () => {
    expect(await mapped("--data", OLD(), "--by", fileOf("by.csv", BY))).toEqual({
      status: 0,
      lines: [
        "moved /a/ /alpha/",
        "moved /b/ https://new.example/beta/",
        "same /media/x/a.jpg /media/x/a.jpg",
      ],
      stderr: "2 URLs that --by does not name, left out\n",
    });
  });

  it("prints redirects", async () => {
    const args = ["urls", "--data", OLD(), "--by", fileOf("by.csv", BY), "--redirects", "csv", "--temporary"];
    expect(await run(args)).toEqual({
      status: 0,
      stdout: "from,to,status\n/a/,/alpha/,302\n/b/,https://new.example/beta/,302\n",
      stderr: "2 URLs that --by does not name, left out\n2 redirects; 1 as they were\n",
    });
  });

  it("--verify requests all URLs, and expects those of the file", async () => {
    const site = await listening((request, response) => {
      const to = request.url === "/a/" ? "/alpha/" : undefined;
      response.writeHead(to === undefined ? 200 : 301, to === undefined ? {} : { Location: to }).end();
    });
    const args = ["urls", "--data", OLD(), "--by", fileOf("by.csv", "/a/,/alpha/\n/b/,/beta/\n")];
    const { status, stdout } = await run([
      ...args,
      "--verify",
      site,
      "--format",
      "csv",
      "--fields",
      "outcome,url",
    ]);
    expect({ status, lines: stdout.trim().split(/\r?\n/).slice(1) }).toEqual({
      status: 1,
      lines: ["there,/", "redirected,/a/", "elsewhere,/b/", "there,/b/c/", "there,/media/x/a.jpg"],
    });
  });

  it("reports lines that match nothing, and new keys", async () => {
    const by = fileOf("by.csv", `/gone/,/x/\n/a/,${keyOf(5)}\n`);
    expect((await mapped("--data", OLD(), "--by", by)).stderr).toBe(
      [
        "1 line of --by with an unknown old URL or key, ignored: /gone",
        `1 line of --by with a new key, which needs --against, ignored: ${keyOf(5)}`,
        "5 URLs that --by does not name, left out\n",
      ].join("\n"),
    );
  });

  it.each([
    ["--removed", "ancestor", "--removed can only be used with --against"],
    ["--match", "url", "--match can only be used with --against"],
    ["--kind", "file", "--kind file cannot be used with --by: files that no media node has have no keys"],
    ["--format", "table", "--format table cannot be used with --by: use csv"],
  ])("refuses %s %s", async (option, value, message) => {
    const by = fileOf("by.csv", BY);
    const found = await run(["urls", "--data", OLD(), "--by", by, option, value, "--quiet"]);
    expect(found).toEqual({ status: 2, stdout: "", stderr: `error: ${message}\n` });
  });

  it("is needed for redirects, unless there is a new site", async () => {
    expect((await run(["urls", "--data", OLD(), "--redirects", "iis"])).stderr).toBe(
      "error: --redirects can only be used with --against or --by\n",
    );
  });
});

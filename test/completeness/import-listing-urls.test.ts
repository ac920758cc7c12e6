/** `urls --against` an import listing. */
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

  it("warns if its keys are not those of the old site", async () => {
    const path = listing([row(55, "/"), row(56, "/a/")]);
    const { stderr } = await mapped("--data", OLD(), "--against", path, "--kind", "content");
    expect(stderr).toBe(
      `warning: none of the keys of ${path} is that of a node of the old site, by which nodes are matched\n`,
    );
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

  it("--request expects the URLs of the listing", async () => {
    const site = await listening((request, response) => {
      const to = request.url === "/b/" ? "/bb/" : request.url === "/b/c/" ? "/" : undefined;
      response.writeHead(to === undefined ? 200 : 301, to === undefined ? {} : { Location: to }).end();
    });
    const args = ["urls", "--data", OLD(), "--against", listing(ALL), "--kind", "content", "--request", site];
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

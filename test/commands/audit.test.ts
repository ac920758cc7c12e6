/** `audit`: its sections, its formats, its exit status, and the options that it refuses. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AUDIT_SECTIONS, FINDING_SECTIONS } from "../../src/analysis/audit/audit-section.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { csvRows } from "../../src/formats/read-csv.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import type { AuditAnswer, NodeDetails } from "../../src/http/explorer/explorer-api.ts";
import { parseLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { fixture, ROOT } from "../support/repository.ts";
import { appOf, keyOf, nodeOf, siteDirectory, udiOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";
import { shown } from "../support/terminal.ts";
import { usyncPage } from "../support/usync-files.ts";

const audit = (...argv: string[]) => run(["audit", ...argv]);

const page = (id: number, value: unknown, more: object = {}) => ({
  id,
  key: keyOf(id),
  name: `n${id}`,
  type: "page",
  url: `/${id}/`,
  ...more,
  properties: { text: { alias: "text", editorAlias: "Umbraco.TextBox", value } },
  children: [],
});
/** A name that a page, a table and a terminal must show as text. */
const EVIL = '<script>alert(1)</script>"&\u001b[2J\u202e';
const site = () =>
  dataDirectory({
    "content.json": [
      page(1, "<<<<<<< HEAD", { name: EVIL, type: '=1+1,"' }),
      page(2, udiOf("document", 9)),
      page(3, "x", { url: "/2" }),
    ],
    "media.json": [{ ...page(11, "y"), url: "/media/1/a.jpg" }],
  });

it("docs/audit.md names all sections and findings", () => {
  const page = readFileSync(join(ROOT, "docs", "audit.md"), "utf8");
  for (const name of [...AUDIT_SECTIONS, ...Object.keys(FINDING_SECTIONS)])
    expect(page).toContain(`\`${name}\``);
});

describe("audit --section", () => {
  it("prints ten rows of each section by default, the highest counts first", async () => {
    const { status, stdout, stderr } = await audit("--sample");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/\n\nEditors, with the shapes of their values \(\d+\)\n/);
    expect(stdout).toContain(" rows more: migrations audit --sample --section editors\n");
    expect(stdout).toMatch(
      /\nthe first row's nodes: migrations find --sample --kind media --type Image --editor \S+ --in node\n/,
    );
  });

  it("prints all rows of the given sections, and no other section", async () => {
    const { stdout } = await audit("--sample", "--section", "filled", "--section", "references");
    expect(stdout.match(/^\S.* \(\d+\)$/gm)).toEqual([
      "Dead references (1)",
      expect.stringMatching(/^Fill rate of each property \(\d+\)$/),
    ]);
    expect(stdout).not.toContain("more: migrations audit");
  });

  it("names sections without rows in one line", async () => {
    const { stdout } = await audit("--data", site(), "--section", "elements", "--section", "secrets");
    expect(stdout.split("\n").slice(1)).toEqual(["", "nothing to report: elements, secrets", ""]);
  });

  it("ends with the summary on a terminal, and begins with it in a pipe", async () => {
    const parts = (await shown(["audit", "--sample"], 100)).stdout.split("\n\n");
    expect(parts[0]).toMatch(/^Editors, with/);
    expect(parts.slice(-5, -3).map((part) => part.split("\n")[1])).toEqual([
      expect.stringMatching(/^41 pages/),
      expect.stringMatching(/^type +pages/),
    ]);
    expect(parts.at(-1)).toMatch(/^Needs a decision\n/);
    const [first] = (await audit("--sample")).stdout.split("\n\n");
    expect(first).toContain("41 pages");
  });

  it("prints rows of one kind with --kind", async () => {
    const { stdout } = await audit("--data", site(), "--kind", "media", "--format", "ndjson");
    const kinds = parseLines(stdout).map((row) => row.kind);
    expect(new Set(kinds)).toEqual(new Set(["media"]));
  });
});

describe("audit: the summary", () => {
  /** The lines before the first table, without the path of the data. */
  const summaryOf = (stdout: string) => stdout.split("\n\nEditors")[0].split("\n").slice(1);

  it("has the site in numbers, pages by type, what values become, then Wrong and Needs a decision", async () => {
    const { stdout } = await audit("--sample");
    expect(summaryOf(stdout)).toEqual([
      "41 pages · 21 media nodes · 14 media files · 468 words · 41 URLs",
      "",
      "Pages by type",
      "type            pages  words  images  elements",
      "Article            11    171       4         0",
      "Exhibit             4     69       3         0",
      "Section             4     49       1         0",
      "Event               4     35       0         0",
      "Category            3     19       0         0",
      "Person              3      8       1         0",
      "Year of events      2      0       0         0",
      "Home page           1     55       2         2",
      "Opening hours       1     13       0         2",
      "Tickets             1     10       0         0",
      "and 7 more types",
      "",
      "What the values become in Umbraco 17",
      "values hold              values  kept  converted",
      "plain text                   71    71          –",
      "rich text                    17     –         17",
      "blocks                        2     2          –",
      "pickers and links            21     8         13",
      "choices, numbers, dates      34    34          –",
      "files                        14    14          –",
      "all values                  159   129         30",
      "Converted: TinyMCE → RichText (17); MediaPicker → MediaPicker3 (13)",
      "",
      "Wrong",
      "1 reference on 1 page leads nowhere",
      "",
      "Needs a decision",
      "1 leftover of older versions (integer-local-link) in 1 property",
      "1 media node is used nowhere",
      "4 properties are always empty",
    ]);
  });

  it("prints that nothing is wrong, aligns counts, and names what was not checked", async () => {
    const ids = Array.from({ length: 12 }, (_, i) => i + 1);
    const { stdout } = await audit(
      "--data",
      dataDirectory({ "content.json": ids.map((id) => page(id, id % 2)) }),
    );
    expect(summaryOf(stdout)).toEqual([
      "12 pages · 12 URLs",
      "The data has no media nodes, so images are not counted.",
      "",
      "Pages by type",
      "type  pages  words",
      "page     12      0",
      "",
      "What the values become in Umbraco 17",
      "values hold  values  kept",
      "plain text       12    12",
      "all values       12    12",
      "",
      "Wrong",
      "Media files were not compared: there is no folder of files.",
      "No dead references, duplicate URLs, secrets or damaged texts were found.",
      "",
      "Needs a decision",
      "Nothing needs a decision.",
    ]);
    const dead = udiOf("document", 99);
    const broken = ids.map((id) => page(id, id > 2 ? dead : "<<<<<<< HEAD"));
    const found = summaryOf((await audit("--data", dataDirectory({ "content.json": broken }))).stdout);
    expect(found.slice(found.indexOf("Wrong") + 1).slice(0, 2)).toEqual([
      "10 references on 10 pages lead nowhere",
      " 2 values contain conflict markers",
    ]);
  });

  it("is omitted with --section", async () => {
    const { stdout } = await audit("--sample", "--section", "urls");
    expect(stdout.split("\n").slice(0, 2)).toEqual([
      expect.stringMatching(/: JSON, 41 content and 21 media nodes$/),
      "",
    ]);
    expect(stdout).not.toContain("Needs a decision");
  });
});

describe("audit: tables", () => {
  const home = {
    ...page(1, "x"),
    name: "Home",
    children: [
      page(2, udiOf("document", 99), { name: "About", url: "/same/" }),
      page(3, "<<<<<<< HEAD", { name: "", url: "/same" }),
    ],
  };
  const data = () => dataDirectory({ "content.json": [home] });

  it.each<[string, string[]]>([
    [
      "references",
      [
        `Home › About  content ${keyOf(99)}  page  no-such-node      1  text      ${udiOf("document", 99)}  udi`,
      ],
    ],
    ["texts", ["Home › (no name)  conflict-marker  page      1  text      <<<<<<<"]],
    ["urls", ["/same      2  Home › About; Home › (no name)"]],
    ["editors", ["Umbraco.TextBox  page       3  100 %      3  text 2, udi 1  Home"]],
  ])("of %s have breadcrumbs, and neither ids nor keys", async (section, rows) => {
    const { stdout } = await audit("--data", data(), "--section", section);
    const [, , , head, ...lines] = stdout.split("\n");
    expect(head).not.toMatch(/\b(?:ids?|key)\b/);
    expect(lines.slice(0, rows.length)).toEqual(rows);
  });

  it("of markup have a page for each row, also at 80 columns", async () => {
    const value = "<p>a</p><p>b</p><center>c</center>";
    const properties = { body: { alias: "body", editorAlias: "Acme.Html", value } };
    const about = { ...page(2, "", { name: "About" }), properties };
    const start = { ...page(1, "x"), name: "A long name of the start page", children: [about] };
    const data = dataDirectory({ "content.json": [start] });
    const { stdout } = await shown(["audit", "--data", data, "--section", "markup"], 80);
    const rows = stdout.split("\n").filter((line) => /^tag /.test(line));
    expect(rows.map((row) => row.trim().split(/ {2,}/))).toEqual([
      ["tag", "p", "2", "1", "Acme.Html", expect.stringMatching(/About$/)],
      ["tag", "center", "1", "1", "Acme.Html", expect.stringMatching(/About$/)],
    ]);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });
});

describe("audit --format", () => {
  it("json: prints one object, whose rows have the column names as keys", async () => {
    const data = site();
    const { stdout } = await audit("--data", data, "--format", "json");
    const { sections, summary, ...rest } = JSON.parse(stdout);
    expect(summary.wrong[0]).toEqual({
      count: 1,
      text: "reference on 1 page leads nowhere",
      section: "references",
      finding: "dead-reference",
    });
    expect(rest).toEqual({ path: data, format: "JSON", nodes: { content: 3, media: 1 } });
    expect(sections.map(({ name }: { name: string }) => name)).toEqual(AUDIT_SECTIONS);
    expect(sections[AUDIT_SECTIONS.indexOf("references")].rows).toEqual([
      {
        "should be": `content ${keyOf(9)}`,
        why: "no-such-node",
        count: 1,
        property: "text",
        text: expect.stringMatching(/^umb:/),
        syntax: "udi",
        pointer: null,
        kind: "content",
        in: "node",
        type: "page",
        finding: "dead-reference",
        id: 2,
        key: keyOf(2),
        name: "n2",
        find: expect.stringMatching(/^migrations find --data \S+ --kind content --links-to umb:\S+$/),
      },
    ]);
  });

  it("ndjson: prints the rows of json, one per line", async () => {
    const data = site();
    const lines = parseLines((await audit("--data", data, "--format", "ndjson")).stdout);
    const { sections } = JSON.parse((await audit("--data", data, "--format", "json")).stdout);
    const rows = sections.flatMap(({ name, rows }: { name: string; rows: object[] }) =>
      rows.map((row) => ({ section: name, ...row })),
    );
    expect(lines).toEqual(rows);
  });

  it("csv: prints the same rows with the columns of all sections, and formulas as text", async () => {
    const data = site();
    const { stdout } = await audit("--data", data, "--format", "csv");
    const [head] = stdout.split("\n");
    expect(head).toBe(
      "section,editor,values,share,nodes,shapes,property,should be,why,count,text,syntax,what,path,url,ids,fault,of,filled,kind,in,type,finding,id,key,name,find",
    );
    const rows = [...csvRows(stdout, ",", "audit.csv")].map(({ cells }) => cells);
    for (const [column] of head.split(",").entries())
      expect(rows.slice(1).some((cells) => cells[column] !== "")).toBe(true);
    const named = await audit("--data", data, "--fields", "section,element", "--format", "csv");
    expect(named.stdout).toMatch(/^section,element\n/);
    expect(stdout).toContain(`,"'=1+1,""",`);
    expect((await audit("--data", data, "--section", "elements", "--format", "csv")).stdout).toBe(
      "section,element,elements,nodes,property,layout,within,kind,in,type,finding,id,key,name,find\n",
    );
  });

  it("html: prints one page without scripts or external resources, and escapes names and values", async () => {
    const { stdout } = await audit("--data", site(), "--format", "html");
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(stdout)?.[1] ?? "";
    const styles = [...stdout.matchAll(/<style>([\s\S]*?)<\/style>/g)];
    expect(styles).toHaveLength(1);
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${createHash("sha256").update(styles[0][1]).digest("base64")}'`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(stdout).not.toMatch(/<script|\s(?:src|on\w+|style|href)=(?!"#)/);
    expect(stdout).toContain("&lt;script>alert(1)&lt;/script>&quot;&amp;\\u001b[2J\\u202e");
  });

  it("html: has the summary first, then the sections with findings, without commands", async () => {
    const { stdout } = await audit("--sample", "--format", "html");
    const headings = [...stdout.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, text]) => text);
    expect(headings.slice(0, 5)).toEqual([
      "Pages by type",
      "What the values become in Umbraco 17",
      "Wrong",
      "Needs a decision",
      "Dead references",
    ]);
    expect(stdout).toContain("<li><b>41</b> pages</li>");
    expect(stdout).not.toContain("migrations ");
  });

  it("html: names link to pages of the old site with --site-url, and to no other URL", async () => {
    const page = { ...nodeOf(1, "Horns"), url: "/horns/" };
    const link = { alias: "link", editorAlias: "Umbraco.ContentPicker", value: "99" };
    const data = siteDirectory([
      { ...page, properties: { link } },
      { ...nodeOf(2, "Evil"), url: "javascript:alert(1)", properties: { link } },
    ]);
    const { stdout } = await audit("--data", data, "--format", "html", "--site-url", "https://old.example");
    const links = [...stdout.matchAll(/<a class="page-name" href="([^"]*)"/g)].map(([, href]) => href);
    expect(new Set(links)).toEqual(new Set(["https://old.example/horns/"]));
    const csv = await audit("--data", data, "--format", "csv", "--site-url", "https://old.example");
    expect(csv).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--site-url is for --format html, and this is csv"),
    });
  });

  it("html: groups the findings of one property on many pages or types in one row, with a count", async () => {
    const picker = { alias: "link", editorAlias: "Umbraco.ContentPicker", value: "99" };
    const empty = { alias: "summary", editorAlias: "Umbraco.TextBox", value: "" };
    const pages = Array.from({ length: 6 }, (_, i) => ({
      ...nodeOf(i + 1, `Page ${i}`),
      type: `type${i % 2}`,
      properties: { link: picker, summary: empty },
    }));
    const data = siteDirectory(pages.map((page) => ({ ...page, type: "page" })));
    const { stdout } = await audit("--data", data, "--format", "html");
    expect(stdout).toContain("<summary>6 pages</summary>");
    const typed = (await audit("--data", siteDirectory(pages), "--format", "html")).stdout;
    expect(typed).toContain("<summary>2 types</summary>");
    expect(typed).toContain("0 of 3 filled in");
  });

  it("html: counts have separators from 1,000 on, in sentences too", async () => {
    const pages = Array.from({ length: 1200 }, (_, i) => ({
      ...nodeOf(i + 1, `Page ${i}`),
      properties: { year: { alias: "year", editorAlias: "Own.Year2000 values", value: "1999" } },
    }));
    const { stdout } = await audit("--data", siteDirectory(pages), "--format", "html");
    expect(stdout).toContain("<li><b>1,200</b> pages</li>");
    expect(stdout).toContain("1,200</td>");
    expect(stdout).toContain("editor is not among the known ones: Own.Year2000 values");
  });

  it("html: the first 100 rows of a section without findings, and the command that prints all", async () => {
    const own = Object.fromEntries(
      Array.from({ length: 101 }, (_, i) => [
        `p${i}`,
        { alias: `p${i}`, editorAlias: `Own.E${i}`, value: "x" },
      ]),
    );
    const data = siteDirectory([{ ...nodeOf(1, "Home"), properties: own }]);
    const { stdout } = await audit("--data", data, "--format", "html");
    expect(stdout).toContain("The first 100 of 101 rows.");
    expect(stdout).toContain("<code>migrations audit --section editors --format csv</code>");
    const whole = await audit("--data", data, "--section", "editors", "--format", "html");
    expect(whole.stdout).not.toContain("The first");
  });

  it("html: prints once why names are not links, if the data has no URLs", async () => {
    const link = { alias: "link", editorAlias: "Umbraco.ContentPicker", value: "99" };
    const data = siteDirectory([{ ...nodeOf(1, "Home"), properties: { link } }]);
    const noUrls = "Names of pages are no links, since the data has no URLs";
    const { stdout } = await audit("--data", data, "--format", "html", "--site-url", "https://old.example");
    expect(stdout.split(noUrls)).toHaveLength(2);
    expect((await audit("--data", data, "--format", "html")).stdout).not.toContain(noUrls);
  });

  it.each(["csv", "html"])("%s on a terminal: prints no control characters", async (format) => {
    const { stdout } = await shown(["audit", "--data", site(), "--format", format]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is that there are none
    expect(stdout).not.toMatch(/[\u001b\u202e]/);
  });

  it("plain: wraps all lines but commands, so that they can be pasted from a terminal of any width", async () => {
    const { stdout } = await shown(["audit", "--sample"], 60);
    const long = stdout.split("\n").filter((line) => line.length > 60);
    expect(long).toContain(
      "the first row's nodes: migrations find --sample --kind media --type Image --editor Umbraco.Label --in node",
    );
    expect(long.filter((line) => !/: migrations (?:find|audit) /.test(line))).toEqual([]);
  });
});

describe("audit: --fail-on", () => {
  it.each<[string, number, string]>([
    ["dead-reference", 1, "error: findings that --fail-on selects: 1 dead-reference\n"],
    [
      "secret,duplicate-url, unused-media",
      1,
      "error: findings that --fail-on selects: 1 duplicate-url, 1 unused-media\n",
    ],
    ["secret,leftover", 0, ""],
    ["texts", 1, "error: findings that --fail-on selects: 1 conflict-marker\n"],
    ["dead-references", 1, "error: findings that --fail-on selects: 1 dead-reference\n"],
    ["secrets,duplicate-urls", 1, "error: findings that --fail-on selects: 1 duplicate-url\n"],
    ["text", 1, "error: findings that --fail-on selects: 1 conflict-marker\n"],
  ])("%s: exit status %i", async (findings, status, stderr) => {
    const finished = await audit("--data", site(), "--fail-on", findings, "--section", "editors");
    expect({ status: finished.status, stderr: finished.stderr }).toEqual({ status, stderr });
    expect(finished.stdout).toContain("Editors, with the");
  });

  it("counts missing and orphaned files, if there is a folder of media files", async () => {
    const data = site();
    const files = join(data, "media");
    mkdirSync(join(files, "9"), { recursive: true });
    writeFileSync(join(files, "9", "z.jpg"), "");
    const finished = await audit("--data", data, "--files", files, "--fail-on", "missing-file,orphaned-file");
    expect(finished.status).toBe(1);
    expect(finished.stderr).toBe("error: findings that --fail-on selects: 1 missing-file, 1 orphaned-file\n");
  });
});

it("audit --section media: reports a file that cannot be read", async () => {
  const data = siteDirectory([], [{ ...nodeOf(1, "a"), type: "Image", url: "/media/1/a.png" }]);
  mkdirSync(join(data, "files", "media", "1"), { recursive: true });
  // A link to itself exists and cannot be read.
  symlinkSync("a.png", join(data, "files", "media", "1", "a.png"));
  const args = ["--data", data, "--section", "media", "--format", "ndjson"];
  const rowsOf = async (...more: string[]) =>
    parseLines((await audit(...args, ...more)).stdout).filter(({ what }) => what === "unreadable-file");
  expect((await rowsOf()).map((row) => [row.path, row["of file"]])).toEqual([
    ["/media/1/a.png", expect.stringMatching(/ELOOP|symbolic/)],
  ]);
  expect(await rowsOf("--kind", "content")).toEqual([]);
});

describe("audit: references to unpublished pages", () => {
  const link = (id: number) => udiOf("document", id);

  it("are distinguished from references to missing pages", async () => {
    const data = dataDirectory({
      "Content/1.config": usyncPage({ id: 1, values: { body: `${link(2)} ${link(9)}` } }),
      "Content/2.config": usyncPage({ id: 2, isPublished: false }),
      "Content/3.config": usyncPage({ id: 3, isPublished: false }),
    });
    const args = ["--data", data, "--section", "references", "--format", "ndjson", "--quiet"];
    const { stdout } = await audit(...args);
    const rows = parseLines(stdout);
    expect(rows.map(({ finding, text }) => [finding, text])).toEqual([
      ["unpublished-reference", link(2)],
      ["dead-reference", link(9)],
    ]);
    const app = appOf({ explorer: {} }, directorySource(await loadDirectory(data)));
    const explorer = async <T>(path: string) => (await app.request(`/explorer/${path}`)).json() as T;
    expect((await explorer<AuditAnswer>("audit?section=references")).section?.rows).toMatchObject(
      rows.map(({ finding }) => ({ finding })),
    );
    const { groups } = await explorer<NodeDetails>(`node?kind=content&key=${keyOf(1)}`);
    expect(groups[0].properties[0].references).toMatchObject([
      { text: link(2), dead: "not-published" },
      { text: link(9), dead: "no-such-node" },
    ]);
  });
});

describe("audit: --editors-stub", () => {
  it("prints a file for --editors, after which no editor is missing", async () => {
    const data = fixture("umbraco-config/site");
    const { status, stdout } = await audit("--data", data, "--editors-stub", "--quiet");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ body: "Umbraco.TinyMCEv3", hide: "Umbraco.TrueFalse" });
    const editors = join(dataDirectory({ "editors.json": stdout }), "editors.json");
    const again = await audit("--data", data, "--editors", editors, "--editors-stub", "--quiet");
    expect(again.status).toBe(0);
    const names = Object.keys(JSON.parse(again.stdout));
    expect(names.filter((name) => !name.startsWith("//"))).toEqual([]);
  });
});

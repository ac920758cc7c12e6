/** Files that values name and no media node has: `audit --section files` and `urls --kind file`; references to media that the data lacks: `check`. */
import { describe, expect, it } from "vitest";
import type { DataNode } from "../oracle.ts";
import { run } from "../support/program.ts";
import { nodeOf, siteDirectory } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";
import { usyncLanguage, usyncPage } from "../support/usync-files.ts";

const page = (
  id: number,
  values: Record<string, readonly [editorAlias: string, value: unknown]>,
): DataNode => ({
  ...nodeOf(id, `Page ${id}`),
  url: `https://www.site.example/page-${id}/`,
  properties: Object.fromEntries(
    Object.entries(values).map(([alias, [editorAlias, value]]) => [alias, { alias, editorAlias, value }]),
  ),
});
const TEXT = "Umbraco.TinyMCE";

const site = () =>
  siteDirectory(
    [
      page(1, {
        text: [TEXT, '<a href="/files/list.pdf">a</a> <img src="/media/1001/known.jpg">'],
        more: [TEXT, '<a href="/files/list.pdf">a</a> <a href="/page-2/">b</a> <a href="/a.aspx">c</a>'],
      }),
      page(2, {
        text: [TEXT, '<img src="https://site.example/Files/List.pdf"><img src="/media/1002/gone.jpg">'],
        elsewhere: [TEXT, '<img src="https://cdn.example/files/other.png">'],
      }),
      page(3, {
        blocks: [
          "Umbraco.NestedContent",
          [{ ncContentTypeAlias: "card", text: "See /files/in a block.pdf and /files/block.pdf." }],
        ],
        whole: ["Umbraco.TextBox", "/files/whole.zip"],
        links: ["Umbraco.MultiUrlPicker", [{ name: "x", url: "/files/link&amp.docx" }]],
        upload: ["Umbraco.UploadField", "/media/1003/own.pdf"],
      }),
    ],
    [{ ...nodeOf(10, "known"), type: "Image", url: "/media/1001/known.jpg" }],
  );

const EXPECTED = [
  ["/files/list.pdf", 2, 1],
  ["/files/block.pdf", 1, 3],
  ["/files/link&amp.docx", 1, 3],
  ["/files/whole.zip", 1, 3],
  ["/media/1002/gone.jpg", 1, 2],
  ["/media/1003/own.pdf", 1, 3],
] as const;

describe("audit --section files", () => {
  it("lists each file with the number of nodes and the first of them", async () => {
    const { stdout } = await run(["audit", "--data", site(), "--section", "files", "--format", "json"]);
    const { rows } = JSON.parse(stdout).sections[0];
    expect(rows.map(({ path, nodes, id }: Record<string, unknown>) => [path, nodes, id])).toEqual(EXPECTED);
    expect(rows[0].finding).toBe("unlisted-file");
  });

  it("the summary counts them, and --fail-on makes them a check", async () => {
    const { stdout } = await run(["audit", "--data", site()]);
    expect(stdout).toMatch(/^ *6 files that values name belong to no media node$/m);
    const failed = await run(["audit", "--data", site(), "--fail-on", "unlisted-file"]);
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain("6 unlisted-file");
  });

  it("reads all languages", async () => {
    const link = (path: string) => `<a href="${path}">x</a>`;
    const text = { "en-US": link("/files/en.pdf"), "da-DK": link("/files/da.pdf") };
    const data = dataDirectory({
      "Content/p.config": usyncPage({ id: 7, name: { "en-US": "P", "da-DK": "P" }, values: { text } }),
      "Languages/en.config": usyncLanguage("en-US", true),
      "Languages/da.config": usyncLanguage("da-DK"),
    });
    const { stdout } = await run(["urls", "--data", data, "--kind", "file", "--format", "json"]);
    expect(JSON.parse(stdout).map(({ url }: { url: string }) => url)).toEqual([
      "/files/da.pdf",
      "/files/en.pdf",
    ]);
  });
});

describe("urls --kind file", () => {
  it("lists them with the first node that names each", async () => {
    const { status, stdout } = await run(["urls", "--data", site(), "--kind", "file", "--format", "json"]);
    expect(status).toBe(0);
    const rows: Record<string, unknown>[] = JSON.parse(stdout);
    expect(rows.map(({ url, id }) => [url, id])).toEqual(
      EXPECTED.map(([path, , id]) => [path, id]).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
    expect(rows[0]).toMatchObject({ source: "value", kind: "content", name: "Page 3" });
  });

  it("says that there are none", async () => {
    const data = siteDirectory([page(1, {})], []);
    const { status, stdout, stderr } = await run(["urls", "--data", data, "--kind", "file"]);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: "[]\n",
      stderr: "every file that values name has a media node\n",
    });
  });

  it("cannot be compared with another site", async () => {
    const { status, stderr } = await run(["urls", "--data", site(), "--kind", "file", "--against", site()]);
    expect(status).toBe(2);
    expect(stderr).toContain("error: --kind file cannot be used with --against");
  });
});

describe("audit: data without media", () => {
  const references = {
    picker: ["Umbraco.MediaPicker", "2001"],
    images: ["Umbraco.MultipleMediaPicker", "2002,2003"],
    text: [TEXT, '<img src="/media/1/a.jpg">'],
    page: ["Umbraco.ContentPicker", "1"],
  } as const;

  it("counts references to media nodes, which cannot be checked", async () => {
    const data = dataDirectory({ "content.json": [page(1, { ...references })] });
    const { stdout } = await run(["audit", "--data", data]);
    expect(stdout).toContain("3 references to media nodes were not checked: the data has no media.\n");
  });

  it("says nothing of them if there is media", async () => {
    const data = siteDirectory([page(1, { ...references })], [nodeOf(9, "a")]);
    expect((await run(["audit", "--data", data])).stdout).not.toContain("the data has no media");
  });
});

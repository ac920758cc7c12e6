/** Live sites of the original API for Umbraco 7, 8 and 10: commands read all three alike. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { API_VERSIONS, type ApiSite, apiSite, type SiteNode } from "../support/api-site.ts";
import { run } from "../support/program.ts";
import { keyOf } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";

function node(id: number, name: string, sortOrder: number, children: SiteNode[] = []): SiteNode {
  return {
    id,
    key: keyOf(id),
    name,
    url: `/${name}/`,
    type: "page",
    sortOrder,
    createDate: "2024-12-13T11:10:53.000+01:00",
    updateDate: "2025-01-02T03:04:05.000+01:00",
    properties: { title: { alias: "title", editorAlias: "Umbraco.TextBox", value: name.toUpperCase() } },
    children,
  };
}

function trees(): Pick<ApiSite, "content" | "media"> {
  const deep = node(4, "deep", 0, [node(5, "deeper", 0, [node(6, "deepest", 0)])]);
  return {
    content: [node(1, "home", 0, [node(3, "first", 0), node(2, "second", 1, [deep])]), node(7, "other", 1)],
    media: [node(20, "folder", 0, [node(21, "images", 0, [node(22, "logo", 0)]), node(23, "files", 1)])],
  };
}

const tab = { id: 3, key: keyOf(3), name: "Content", sortOrder: 0, properties: [] };
const type = { id: 9, key: keyOf(9), alias: "page", name: "Page", icon: null, tabs: [tab] };
const more = { defaultTemplate: null, allowedAsRoot: true, allowedContentTypes: [], compositions: [] };
const dataType = {
  ...{ id: -88, key: keyOf(88), name: "Text", dbType: "nvarchar", editorAlias: "Umbraco.TextBox" },
  ...{ editor: null, createDate: "2024-12-13T11:10:53", updateDate: "2024-12-13T11:10:53", config: { a: 1 } },
};
const types = {
  content: [{ ...type, ...more, allowedTemplate: [], propertyGroups: [tab], allowedTemplates: [] }],
  media: [{ ...type, alias: "Image", ...more, propertyGroups: [tab] }],
  data: [dataType],
};

/** One site of each version, with the same data. */
async function sites(given = trees(), more: Partial<ApiSite> = {}): Promise<string[]> {
  return await Promise.all(API_VERSIONS.map((version) => apiSite({ version, ...given, types, ...more })));
}

/** The lines of a file of nodes, without sortOrder, which versions 7 and 8 do not have. */
function linesOf(out: string, file: string): string[] {
  return readFileSync(join(out, file), "utf8")
    .split("\n")
    .map((line) => line.replace(/"sortOrder":\d+,/, ""));
}

describe("pull: API versions 7, 8 and 10", () => {
  it("the copies are the same except for members that a version does not have", async () => {
    const copies = await Promise.all(
      (await sites()).map(async (url) => {
        const out = join(temporaryDirectory(), "copy");
        const { status, stderr } = await run(["pull", "--base-url", url, "--out", out]);
        expect(status).toBe(0);
        return { out, stderr };
      }),
    );
    const [oldest, older, newest] = copies.map(({ out }) => out);
    for (const file of ["content.ndjson", "media.ndjson"]) {
      expect(linesOf(older, file)).toEqual(linesOf(newest, file));
      expect(linesOf(oldest, file)).toEqual(linesOf(newest, file));
    }
    const content = copies.map(({ out }) => readFileSync(join(out, "content.ndjson"), "utf8"));
    expect(content[1]).toBe(content[2]);
    expect(content[0]).not.toContain("sortOrder");
    const read = (out: string, file: string) => JSON.parse(readFileSync(join(out, file), "utf8"));
    const { propertyGroups, allowedTemplates, ...shared } = types.content[0];
    expect(read(oldest, "content-types.json")).toEqual([shared]);
    expect(read(older, "content-types.json")).toEqual([shared]);
    expect(read(newest, "content-types.json")).toEqual(types.content);
    expect([read(older, "data-types.json"), read(newest, "data-types.json")]).toEqual([
      [dataType],
      [dataType],
    ]);
    expect(copies.map(({ stderr }) => stderr)).toEqual([
      "warning: the site does not list its data types, as older versions of its API do not: the copy has none\n",
      "",
      "",
    ]);
    for (const copy of [oldest, older]) {
      const { status, stdout } = await run(["diff", copy, newest]);
      expect([status, stdout]).toEqual([0, expect.stringMatching(/^no differences$/m)]);
    }
  });

  it("a refresh fetches changed nodes, and writes the bytes of a fresh pull", async () => {
    for (const version of API_VERSIONS) {
      const site = trees();
      const requests: string[] = [];
      const url = await apiSite({ version, ...site, types, onRequest: (target) => requests.push(target) });
      const out = join(temporaryDirectory(), "copy");
      const fresh = join(temporaryDirectory(), "fresh");
      await run(["pull", "--base-url", url, "--out", out]);
      const [home] = site.content;
      home.children.push(node(8, "new", 2));
      home.children[0].updateDate = "2025-06-07T08:09:10.000+02:00";
      requests.length = 0;
      const { status, stdout } = await run(["pull", "--base-url", url, "--out", out]);
      expect([version, status]).toEqual([version, 0]);
      expect(requests.filter((target) => /ById/.test(target)).sort()).toEqual([
        expect.stringContaining("GetContentById?id=3&maxLevel=0"),
        expect.stringContaining("GetContentById?id=8&maxLevel=0"),
      ]);
      expect(stdout).toContain("content: 8 of 8 nodes");
      await run(["pull", "--base-url", url, "--out", fresh]);
      for (const file of ["content.ndjson", "media.ndjson"])
        expect(readFileSync(join(out, file))).toEqual(readFileSync(join(fresh, file)));
    }
  });

  it("a 401 is reported with what the site answers", async () => {
    const urls = await sites(trees(), { apiKey: "right" });
    const results = await Promise.all(
      urls.map((url) => run(["content", "--base-url", url], { env: { MIGRATIONS_API_KEY: "wrong" } })),
    );
    expect(results.map(({ status }) => status)).toEqual([4, 4, 4]);
    expect(results.map(({ stderr }) => /\((401[^)]*)\)/.exec(stderr)?.[1])).toEqual([
      "401",
      "401: Invalid credentials",
      "401: Invalid credentials",
    ]);
  });
});

describe("content and media: API versions 7, 8 and 10", () => {
  it.each([
    ["the roots", ["content"]],
    ["the roots to a level", ["content", "--max-level", "3"]],
    ["all levels", ["content", "--depth", "all"]],
    ["a node", ["content", "--id", "2"]],
    ["a node with two levels", ["content", "--key", keyOf(2), "--depth", "2"]],
    ["a media node below others", ["media", "--id", "22"]],
    ["the media roots", ["media"]],
  ])("%s", async (_, args) => {
    const printed = await Promise.all((await sites()).map((url) => run([...args, "--base-url", url])));
    const [oldest, older, newest] = printed.map(({ stdout }) => stdout.replace(/"sortOrder":\d+,/g, ""));
    expect(printed.map(({ status, stderr }) => [status, stderr])).toEqual([
      [0, ""],
      [0, ""],
      [0, ""],
    ]);
    expect([oldest, older]).toEqual([newest, newest]);
  });

  it("report a missing node", async () => {
    const printed = await Promise.all(
      (await sites()).map((url) => run(["content", "--id", "99", "--base-url", url])),
    );
    expect(printed).toEqual(
      printed.map(() => ({
        status: 3,
        stdout: "",
        stderr: expect.stringMatching(/^error: there is no content node with the id 99/),
      })),
    );
  });
});

/** URLs made for data that has none. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../src/formats/data-format.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { everyAnswer } from "../everything.ts";
import { run } from "../support/program.ts";
import { SHARED } from "../support/repository.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";
import { type UsyncPageOptions, usyncLanguage, usyncPage, usyncVaryingType } from "../support/usync-files.ts";
import { SiteDatabase } from "./database/site-database.ts";

const NO_URLS = { urls: undefined };

/** The URLs of content by the names of the nodes, and whether they were generated. */
async function made(path: string, options: ReadOptions = { urls: true }) {
  const { trees, hasMadeUrls } = await loadDirectory(path, options);
  const urls = Object.fromEntries(everyAnswer(trees.content).map(({ name, url }) => [name, url]));
  return { urls, hasMadeUrls };
}

describe("made URLs: umbraco.config", () => {
  const node = (id: number, name: string, more: string, inner = "") =>
    `<page id="${id}" isDoc="" nodeName="${name}" ${more}>${inner}</page>`;
  const file = (nodes: string) => dataDirectory({ "umbraco.config": `<root id="-1">${nodes}</root>` });
  const TREE = [
    node(5, "Second", 'urlName="second" sortOrder="2"', node(6, "Below", 'urlName="below" sortOrder="1"')),
    node(
      1,
      "Home",
      'urlName="home" sortOrder="1"',
      node(2, "About us", 'urlName="about" sortOrder="0"', node(3, "Ærø &amp; Ö", 'sortOrder="0"')),
    ),
  ].join("");

  it("URLs are made from urlName, else from the name; the first root by sortOrder is the front page", async () => {
    expect(await made(file(TREE))).toEqual({
      urls: {
        Home: "/",
        "About us": "/about/",
        "Ærø & Ö": "/about/æroe-oe/",
        Second: "/second/",
        Below: "/below/",
      },
      hasMadeUrls: true,
    });
  });

  it("a URL is written in its usual position, and nothing else changes", async () => {
    const plain = await loadDirectory(file(TREE), {});
    const { trees } = await loadDirectory(file(TREE), { urls: true });
    const [first] = everyAnswer(trees.content);
    expect(Object.keys(first).slice(0, 5)).toEqual(["id", "key", "name", "url", "type"]);
    const without = everyAnswer(trees.content).map((answer) => ({ ...answer, ...NO_URLS }));
    expect(JSON.parse(JSON.stringify(without).replace(/,"url":"[^"]*"/g, ""))).toEqual(
      JSON.parse(JSON.stringify(everyAnswer(plain.trees.content))),
    );
  });

  it("there are none unless they are made", async () => {
    expect(new Set(Object.values((await made(file(TREE), {})).urls))).toEqual(new Set([undefined]));
  });
});

/** A uSync folder of these files, without `.config`. */
const usyncFolder = (files: Record<string, string>) =>
  dataDirectory(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${path}.config`, text])));

const page = (id: number, parent: number | undefined, name: string, more: Partial<UsyncPageOptions> = {}) =>
  usyncPage({ id, parent, name: { "en-us": name, da: `${name} på dansk` }, ...more });

function domain(name: string, root: number, language: string, sortOrder?: number): string {
  const order = sortOrder === undefined ? "" : `<SortOrder>${sortOrder}</SortOrder>`;
  return `<Domain Key="${keyOf(99)}" Alias="${name}"><Info><IsWildcard>${name.startsWith("*")}</IsWildcard>
    <Language>${language}</Language><Root Key="${keyOf(root)}">/x</Root>${order}</Info></Domain>`;
}

const LANGUAGES = {
  "Languages/en": usyncLanguage("en-US", true),
  "Languages/da": usyncLanguage("da"),
  "ContentTypes/page": usyncVaryingType("page", {}),
};
const PAGES = {
  "Content/c": page(3, 2, "Team"),
  "Content/a": page(1, undefined, "Home"),
  "Content/b": page(2, 1, "About us", { values: { umbracoUrlName: " Om & os " } }),
  "Content/d": page(4, undefined, "Ærø"),
  "Content/e": page(5, 4, "日本"),
  "Content/f": usyncPage({ id: 6, parent: 4, name: "Draft", isPublished: false }),
};

describe("made URLs: uSync", () => {
  it("URLs are made from umbracoUrlName, else from names", async () => {
    expect(await made(usyncFolder(PAGES))).toEqual({
      urls: { Home: "/", "About us": "/om-os/", Team: "/om-os/team/", Ærø: "/aeroe/", 日本: "/日本/" },
      hasMadeUrls: true,
    });
  });

  it("unpublished nodes get URLs, too", async () => {
    const { urls } = await made(usyncFolder(PAGES), { urls: true, includeUnpublished: true });
    expect(urls.Draft).toBe("/draft/");
    const { trees } = await loadDirectory(usyncFolder(PAGES), { urls: true, includeUnpublished: true });
    const draft = everyAnswer(trees.content).find(({ name }) => name === "Draft");
    expect(draft).toMatchObject({ url: "/draft/", published: false });
  });

  it.each<[string, Record<string, string>, ReadOptions, Record<string, string | undefined>]>([
    [
      "a domain's path",
      { "Domains/a": domain("example.com/en", 1, "en-US") },
      {},
      { Home: "/en/", Team: "/en/om-os/team/", Ærø: "/aeroe/" },
    ],
    [
      "the first of several domains",
      { "Domains/a": domain("/second", 1, "en-US", 2), "Domains/b": domain("/first", 1, "en-US", 1) },
      {},
      { Home: "/first/" },
    ],
    ["no wildcard domain", { "Domains/a": domain("*1234", 1, "da") }, {}, { Home: "/" }],
    [
      "the domain of the language that is read",
      { "Domains/a": domain("/en", 1, "en-US"), "Domains/b": domain("/da", 1, "da") },
      { culture: "da" },
      { "Home på dansk": "/da/", "Ærø på dansk": undefined },
    ],
  ])("URLs begin with %s", async (_, domains, options, expected) => {
    const folder = usyncFolder({ ...PAGES, ...LANGUAGES, ...domains });
    const { urls } = await made(folder, { urls: true, ...options });
    expect(urls).toMatchObject(expected);
  });
});

describe("made URLs: a database up to version 14", () => {
  it("URLs are made from names and domains", async () => {
    const site = new SiteDatabase();
    site.type("page", { umbracoUrlName: "Umbraco.TextBox" });
    const home = site.page("page", { name: "Home" });
    const values = [{ alias: "umbracoUrlName", column: "varcharValue" as const, value: "Om os" }];
    const about = site.page("page", { name: "About", parent: home, values });
    site.page("page", { name: "Ærø", parent: about });
    site.domain("/en", home, 1);
    const path = site.write();
    expect(await made(path)).toEqual({
      urls: { Home: "/en/", About: "/en/om-os/", Ærø: "/en/om-os/aeroe/" },
      hasMadeUrls: true,
    });
    expect((await made(path, {})).urls).toEqual({ Home: undefined, About: undefined, Ærø: undefined });
  });
});

describe("--no-urls", () => {
  it.each<[string[], string]>([
    [["find", "--sample", "--no-urls"], "error: --no-urls cannot be used: JSON holds urls itself\n"],
  ])("%j is refused", async (args, stderr) => {
    expect(await run(args)).toEqual({ status: 2, stdout: "", stderr });
  });

  it("leaves URLs out of lists and audits, which else make them; content gives what the data has", async () => {
    const data = ["--data", usyncFolder(PAGES), "--quiet"];
    const find = ["find", ...data, "--fields", "url", "--format", "csv", "--name", "Team"];
    expect((await run(find)).stdout).toBe("url\n/om-os/team/\n");
    expect((await run([...find, "--no-urls"])).stdout).toBe("url\n\n");
    const [made, none] = [[], ["--no-urls"]].map((more) =>
      run(["audit", ...data, "--format", "json", ...more]),
    );
    expect((await made).stdout).not.toContain("the data has no URLs");
    expect((await none).stdout).toContain("the data has no URLs");
    const { stdout } = await run(["content", ...data, "--key", keyOf(3), "--max-level", "0"]);
    expect(JSON.parse(stdout)).not.toHaveProperty("url");
  });
});

const DATABASE = join(SHARED, "databases", "widgets-17.sqlite.db");

it.runIf(existsSync(DATABASE))(
  "making URLs changes nothing for a database that stores segments",
  async () => {
    expect(await made(DATABASE, { urls: true })).toEqual(await made(DATABASE, {}));
  },
);

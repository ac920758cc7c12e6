/** The URLs of pages in the languages of a site, wherever URLs are made. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keyOf, SiteDatabase } from "../../formats/database/site-database.ts";
import { parseLines, readLines } from "../../support/ndjson.ts";
import { run, startServe } from "../../support/program.ts";
import { dataDirectory, temporaryDirectory } from "../../support/temporary.ts";

type Route = { path: string };

async function urlsOf(data: string): Promise<string[]> {
  const { stdout } = await run(["urls", "--data", data, "--kind", "content", "--format", "ndjson"]);
  return parseLines(stdout)
    .map(({ url }) => url as string)
    .toSorted();
}

/** The path of each page in an export, and those in its languages. */
async function exportedPaths(data: string) {
  const out = join(temporaryDirectory(), "out");
  await run(["export", "--data", data, "--out", out]);
  return readLines(join(out, "content.ndjson")).map(({ route, cultures }) => {
    const entries = Object.entries(cultures as Record<string, Route>);
    return [route.path, Object.fromEntries(entries.map(([code, { path }]) => [code, path]))];
  });
}

/** Asks the Delivery API. @returns the path of the page or the paths of the list that it answers with, or the status */
async function deliveryOf(data: string) {
  const { origin } = await startServe(["--data", data]);
  return async (path: string, language?: string) => {
    const headers: Record<string, string> = language === undefined ? {} : { "Accept-Language": language };
    const answer = await fetch(`${origin}/umbraco/delivery/api/v2/content${path}`, { headers });
    const { route, items } = (await answer.json()) as { route?: Route; items?: { route: Route }[] };
    return answer.ok ? (route?.path ?? items?.map((item) => item.route.path)) : answer.status;
  };
}

type Domain = [name: string, node: "home" | "news", language: "en" | "ar"];

/** Pages in English and Arabic: Home, News below it, and Fog below News. */
function inTwoLanguages(domains: readonly Domain[]): string {
  const site = new SiteDatabase();
  const arabic = site.language("ar");
  site.type("page", {}, { varies: true });
  const page = (name: string, translated: string, parent?: number) =>
    site.page("page", { name, parent, names: { 1: name, [arabic]: translated }, inLanguages: [1, arabic] });
  const nodes = { home: page("Home", "Bayt"), news: 0 };
  nodes.news = page("News", "Akhbar", nodes.home);
  page("Fog", "Dabab", nodes.news);
  for (const [name, node, language] of domains)
    site.domain(name, nodes[node], language === "en" ? 1 : arabic);
  return site.write();
}

/** A page further down has a domain of Arabic alone. */
const NEARER: readonly Domain[] = [
  ["/", "home", "en"],
  ["/ar", "home", "ar"],
  ["/ar/n", "news", "ar"],
];

describe("URLs have the nearest domain of their language, past nearer domains of other languages", () => {
  it("in urls", async () => {
    expect(await urlsOf(inTwoLanguages(NEARER))).toEqual([
      ...["/", "/ar/", "/ar/n/", "/ar/n/dabab/", "/news/", "/news/fog/"],
    ]);
  });

  it("in urls of several hosts", async () => {
    const domains: Domain[] = [
      ["en.example", "home", "en"],
      ["ar.example/n", "news", "ar"],
    ];
    expect(await urlsOf(inTwoLanguages(domains))).toEqual([
      ...["https://ar.example/n/", "https://ar.example/n/dabab/"],
      ...["https://en.example/", "https://en.example/news/", "https://en.example/news/fog/"],
    ]);
  });

  it("in export", async () => {
    expect(await exportedPaths(inTwoLanguages(NEARER))).toEqual([
      ["/", { "en-US": "/", ar: "/ar/" }],
      ["/news/", { "en-US": "/news/", ar: "/ar/n/" }],
      ["/news/fog/", { "en-US": "/news/fog/", ar: "/ar/n/dabab/" }],
    ]);
  });

  it("in the Delivery API", async () => {
    const served = await deliveryOf(inTwoLanguages(NEARER));
    expect(await served("/item/news/fog/")).toBe("/news/fog/");
    expect(await served("/item/ar/n/dabab/")).toBe("/ar/n/dabab/");
    expect(await served("/item/news/fog/", "en-US")).toBe("/news/fog/");
    expect(await served("?fetch=descendants:/", "ar")).toEqual(["/ar/n/", "/ar/n/dabab/"]);
  });

  it("in redirects, from the old URL of each language to the new one", async () => {
    const moved: Domain[] = [
      ["/en", "home", "en"],
      ["/arabic", "home", "ar"],
    ];
    const args = [inTwoLanguages(NEARER), inTwoLanguages(moved), "--quiet", "--format", "csv"];
    const { stdout } = await run(["redirects", ...args]);
    expect(stdout.split("\n").slice(1, -1).toSorted()).toEqual([
      "/,/en/,301",
      "/ar/,/arabic/,301",
      "/ar/n/,/arabic/akhbar/,301",
      "/ar/n/dabab/,/arabic/akhbar/dabab/,301",
      "/news/,/en/news/,301",
      "/news/fog/,/en/news/fog/,301",
    ]);
  });
});

/** Pages that do not vary, with domains of English, Spanish and French; no page is written in the last two, nor in Swedish. */
function inNoLanguage({ hasVaryingRoot = false, spanish = "/es" } = {}) {
  const site = new SiteDatabase();
  const [es, fr] = ["es", "fr", "sv"].map((code) => site.language(code));
  site.type("page", { text: "Umbraco.TinyMCE" });
  site.type("varying", {}, { varies: true });
  const home = hasVaryingRoot
    ? site.page("varying", { name: "Home", names: { 1: "Home" }, inLanguages: [1] })
    : site.page("page", { name: "Home" });
  const deposit = site.page("page", { name: "Deposit", parent: home });
  const value = '<p><a href="/es/deposit/">here</a></p>';
  const help = site.page("page", {
    name: "Help",
    parent: home,
    values: [{ alias: "text", column: "textValue", value }],
  });
  site.domain("/en", home, 1);
  site.domain(spanish, home, es);
  site.domain("/fr", home, fr);
  const keys = { home: keyOf(home), deposit: keyOf(deposit), help: keyOf(help) };
  return { data: site.write(), keys };
}

describe("pages that do not vary have URLs in languages that have a domain and no pages", () => {
  const PAGES = [
    ["/en/deposit/", { es: "/es/deposit/", fr: "/fr/deposit/" }],
    ["/en/help/", { es: "/es/help/", fr: "/fr/help/" }],
  ];

  it.each([
    ["does not", false, ["/en/", { es: "/es/", fr: "/fr/" }]],
    ["does", true, ["/en/", { "en-US": "/en/" }]],
  ] as const)("in urls and export, if their root %s vary", async (_, hasVaryingRoot, root) => {
    const { data } = inNoLanguage({ hasVaryingRoot });
    expect(await exportedPaths(data)).toEqual([root, ...PAGES]);
    const paths = [root, ...PAGES].flatMap(([path, others]) => [path, ...Object.values(others)]);
    expect(await urlsOf(data)).toEqual([...new Set(paths)].toSorted());
  });

  it("in the Delivery API", async () => {
    for (const hasVaryingRoot of [false, true]) {
      const served = await deliveryOf(inNoLanguage({ hasVaryingRoot }).data);
      expect(await served("/item/es/deposit/")).toBe("/es/deposit/");
      expect(await served("/item/en/deposit/")).toBe("/en/deposit/");
      expect(await served("?filter=name:deposit", "fr")).toEqual(["/fr/deposit/"]);
    }
  });

  it("in the Delivery API, by the path of another language, and without a domain", async () => {
    const served = await deliveryOf(inNoLanguage().data);
    expect(await served("/item/deposit/", "es")).toBe("/es/deposit/");
    expect(await served("/item/en/deposit/", "fr")).toBe("/fr/deposit/");
    expect(await served("/item/deposit/", "sv")).toBe("/deposit/");
  });

  it("in redirects, each to the new URL below the same domain", async () => {
    const [old, moved] = [inNoLanguage(), inNoLanguage({ spanish: "/espanol" })];
    const { stdout } = await run(["redirects", old.data, moved.data, "--quiet", "--format", "csv"]);
    expect(stdout.split("\n").slice(1, -1)).toEqual([
      "/es/,/espanol/,301",
      "/es/deposit/,/espanol/deposit/,301",
      "/es/help/,/espanol/help/,301",
    ]);
  });

  it("in verify, which knows that links with them lead to pages", async () => {
    const { data, keys } = inNoLanguage();
    const rows = [
      { key: keys.home, url: "/", name: "Home" },
      { key: keys.deposit, url: "/new/deposit/", name: "Deposit" },
      { key: keys.help, url: "/new/help/", name: "Help", text: "here", references: ["/new/deposit/"] },
    ];
    const listing = dataDirectory({ "import.ndjson": rows.map((row) => JSON.stringify(row)).join("\n") });
    const { stdout } = await run(["verify", data, join(listing, "import.ndjson")]);
    expect(stdout).toMatch(/references +1 +1 +0 +100 %/);
  });
});

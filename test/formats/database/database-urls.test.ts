/** The URLs of content and the redirects of a database. */
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../src/formats/data-format.ts";
import { loadDatabase } from "../../../src/formats/database/load-database.ts";
import { Findings } from "../../../src/site/findings.ts";
import { everyAnswer } from "../../everything.ts";
import { run } from "../../support/program.ts";
import { keyOf, SiteDatabase } from "./site-database.ts";

async function urlsOf(path: string, options: ReadOptions = {}) {
  const findings = new Findings();
  const { trees } = await loadDatabase(path, options, findings);
  if (!trees.content) throw new Error("there are errors");
  const urls = Object.fromEntries(everyAnswer(trees.content).map(({ name, url }) => [name, url]));
  return { urls, warnings: findings.warnings.map(({ text }) => text) };
}

/** Two roots, the first with a page and a page below that. */
function smallSite() {
  const site = new SiteDatabase();
  const danish = site.language("da");
  site.type("page");
  site.type("varying", {}, { varies: true });
  const home = site.page("page", { name: "Home" });
  const about = site.page("page", { name: "About", parent: home });
  const team = site.page("page", { name: "Team", parent: about });
  const shop = site.page("page", { name: "Shop", sortOrder: 1 });
  const cart = site.page("page", { name: "Cart", parent: shop });
  return { site, danish, ids: { home, about, team, shop, cart } };
}

function withSegments(given: ReturnType<typeof smallSite>) {
  given.site.withSegments();
  for (const [segment, id] of Object.entries(given.ids)) given.site.segment(id, segment);
  return given;
}

const OWN = { Home: "/", About: "/about/", Team: "/about/team/", Shop: "/shop/", Cart: "/cart/" };

describe("loadDatabase: the URLs of content", () => {
  it("are absent if the database has no segments", async () => {
    const { urls, warnings } = await urlsOf(smallSite().site.write());
    expect(new Set(Object.values(urls))).toEqual(new Set([undefined]));
    expect(warnings).toEqual([]);
  });

  it("are made from segments; the first root is the front page, and other roots are no part of the URLs below them", async () => {
    expect((await urlsOf(withSegments(smallSite()).site.write())).urls).toEqual(OWN);
  });

  it.each([
    ["/", OWN],
    ["example.com/en/", { ...OWN, Home: "/en/", About: "/en/about/", Team: "/en/about/team/" }],
    ["*1234", OWN],
  ])("begin with the domain %s", async (domain, expected) => {
    const { site, ids } = withSegments(smallSite());
    site.domain(domain, ids.home, 1);
    expect((await urlsOf(site.write())).urls).toEqual(expected);
  });

  it("are absolute if there are domains of several hosts", async () => {
    const { site, ids } = withSegments(smallSite());
    site.domain("http://Shop.example.com/", ids.shop, 1);
    site.domain("example.com/en", ids.home, 1);
    site.domain("/team", ids.team, 1);
    site.domain("elsewhere.example.com", 77, 1);
    site.domain("nowhere.example.com", null, 1);
    expect((await urlsOf(site.write())).urls).toEqual({
      Home: "https://example.com/en/",
      About: "https://example.com/en/about/",
      Team: "/team/",
      Shop: "http://shop.example.com/",
      Cart: "http://shop.example.com/cart/",
    });
  });

  it("begin with the domain of the language that is read; without one, they are absent", async () => {
    const { site, ids, danish } = withSegments(smallSite());
    site.domain("/da", ids.home, danish);
    site.domain("/en", ids.home, 1);
    site.domain("/shop-en", ids.shop, 1);
    const path = site.write();
    expect((await urlsOf(path)).urls).toMatchObject({ About: "/en/about/", Cart: "/shop-en/cart/" });
    const { urls } = await urlsOf(path, { culture: "da" });
    expect(urls).toMatchObject({ Home: "/da/", Team: "/da/about/team/", Shop: undefined, Cart: undefined });
    site.run("alter table umbracoDomain add column sortOrder integer not null default 0");
    site.run("update umbracoDomain set domainDefaultLanguage = ?, sortOrder = -id", [danish]);
    expect((await urlsOf(site.write())).urls.Home).toBe("/en/");
  });

  it("use the segment of the language, of any language if the type does not vary, and of the draft for drafts", async () => {
    const { site, ids, danish } = smallSite();
    site.withSegments();
    site.domain("/da", ids.home, danish);
    const varying = (name: string) => ({
      name,
      parent: ids.home,
      names: { 1: name, [danish]: `${name} på dansk` },
      inLanguages: [1, danish],
    });
    const both = site.page("varying", varying("Both"));
    const english = site.page("varying", varying("English"));
    site.segment(ids.about, "om", { language: 1 });
    site.segment(both, "both", { language: 1 });
    site.segment(both, "begge", { language: danish });
    site.segment(english, "english", { language: 1 });
    const version = { name: "Draft", published: false, current: true };
    const draft = site.versions("page", { parent: ids.about, sortOrder: 5 }, false, version);
    site.segment(draft, "was-online");
    site.segment(draft, "draft", { draft: true });
    const { urls, warnings } = await urlsOf(site.write(), { culture: "da", includeUnpublished: true });
    expect(urls).toMatchObject({
      About: "/da/om/",
      "Both på dansk": "/da/begge/",
      "English på dansk": "/da/english-paa-dansk/",
      Draft: "/da/om/draft/",
    });
    expect(warnings).toContain(
      `node ${english} has no segment in the database: its URL uses one derived from its name`,
    );
  });

  it("are made from umbracoUrlName or the name if a segment is missing", async () => {
    const { site, ids } = smallSite();
    site.withSegments();
    site.type("named", { umbracoUrlName: "Umbraco.TextBox" });
    const named = (value: string) => ({
      name: `Named ${value}`,
      parent: ids.home,
      values: [{ alias: "umbracoUrlName", column: "varcharValue", value }],
    });
    site.page("named", named("Größer & besser"));
    site.page("named", named("  "));
    site.page("page", { name: "?!", parent: ids.home });
    expect((await urlsOf(site.write())).urls).toMatchObject({
      "Named Größer & besser": "/groesser-besser/",
      "Named   ": "/named/",
      "?!": undefined,
    });
  });

  it("use only the primary segment, if the column exists", async () => {
    const { site, ids } = withSegments(smallSite());
    site.run("alter table umbracoDocumentUrl add column isPrimary integer not null default ('1')");
    site.segment(ids.about, "another");
    site.run("update umbracoDocumentUrl set isPrimary = 0 where urlSegment = 'another'");
    expect((await urlsOf(site.write())).urls.About).toBe("/about/");
  });
});

/** A small site with these rows in its table of redirects. */
function siteWithRedirects(rows: [url: string, page: string, language: string | null, month: string][]) {
  const given = withSegments(smallSite());
  given.site.run(
    "create table umbracoRedirectUrl (id text, contentKey text, createDateUtc text, url text, culture text, urlHash text)",
  );
  const ids: Record<string, number> = { removed: 77, ...given.ids };
  for (const [url, page, language, month] of rows) {
    const values = [keyOf(ids[page]).toUpperCase(), `2024-${month}-01 00:00:00`, url, language];
    given.site.run("insert into umbracoRedirectUrl values ('x', ?, ?, ?, ?, '')", values);
  }
  return given;
}

describe("loadDatabase: the redirects of a database", () => {
  const redirectsOf = async (path: string) =>
    (await loadDatabase(path, {}, new Findings())).redirects.map(({ url, language }) => [url, language]);

  it("are read, the newest of each URL and language; # is skipped, and an empty URL is the front page", async () => {
    const { site, ids } = siteWithRedirects([
      ["/old", "about", "", "02"],
      ["/OLD", "team", "", "01"],
      ["/old", "about", "da", "01"],
      ["#", "about", "", "01"],
      ["", "shop", "", "01"],
      ["/nowhere", "removed", "", "01"],
    ]);
    const { redirects } = await loadDatabase(site.write(), {}, new Findings());
    expect(redirects.map(({ url, language, key }) => [url, language, key])).toEqual([
      ["/old", undefined, keyOf(ids.about)],
      ["/old", "da", keyOf(ids.about)],
      ["/", undefined, keyOf(ids.shop)],
      ["/nowhere", undefined, keyOf(77)],
    ]);
  });

  it.each([
    ["no domain", [], "/a/b", "/"],
    ["a path", ["/en"], "/en/a/b", "/en"],
    ["one host", ["example.com/en"], "/en/a/b", "/en"],
    [
      "several hosts, of which the one with the shortest path counts",
      ["example.com/en", "other.example"],
      "https://other.example/a/b",
      "https://other.example/",
    ],
  ])(
    "begin with the domain of the node whose id they begin with: %s",
    async (_, domains, expected, front) => {
      const { ids } = smallSite();
      const given = siteWithRedirects([
        [`${ids.home}/a/b`, "about", "en-us", "01"],
        [`${ids.home}`, "about", "en-us", "01"],
      ]);
      for (const name of domains) given.site.domain(name, given.ids.home, 1);
      expect(await redirectsOf(given.site.write())).toEqual([
        [expected, "en-us"],
        [front, "en-us"],
      ]);
    },
  );

  it("begin with the domain of their own language, if the node has domains of several", async () => {
    const { ids } = smallSite();
    const { site, danish } = siteWithRedirects([
      [`${ids.home}/a`, "about", "en-us", "01"],
      [`${ids.home}/b`, "about", "da", "01"],
    ]);
    site.domain("/da", ids.home, danish);
    site.domain("/en", ids.home, 1);
    expect(await redirectsOf(site.write())).toEqual([
      ["/en/a", "en-us"],
      ["/da/b", "da"],
    ]);
  });

  it("are old URLs in urls, except for URLs of current pages and redirects to removed pages", async () => {
    const { site } = siteWithRedirects([
      ["/old", "about", "", "02"],
      ["/about/team", "shop", "", "01"],
      ["/nowhere", "removed", "", "01"],
    ]);
    const data = site.write();
    const { stdout, stderr } = await run(["urls", "--data", data, "--format", "csv"]);
    expect(stderr).toBe("1 redirect to missing pages, left out\n");
    const rows = stdout.split("\n").map((line) => line.split(",").slice(0, 2).join(" "));
    expect(rows.slice(1, -1)).toEqual([
      "/ url",
      "/about/ url",
      "/old/ redirect",
      "/about/team/ url",
      "/shop/ url",
      "/cart/ url",
    ]);
    const moved = withSegments(smallSite());
    moved.site.run("update umbracoDocumentUrl set urlSegment = 'about-us' where urlSegment = 'about'");
    const redirects = await run(["redirects", data, moved.site.write(), "--quiet"]);
    expect(redirects.stdout).toBe(
      "from,to,status\n/about/,/about-us/,301\n/old/,/about-us/,301\n/about/team/,/about-us/team/,301\n",
    );
  });
});

/** The Content Delivery API of `serve`: requests with their statuses and members. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keyOf as keyInDatabase, SiteDatabase } from "../formats/database/site-database.ts";
import { expectProblem } from "../support/problem.ts";
import { sharedServers, startServe } from "../support/program.ts";
import { keyOf, udiOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";
import { expectDescribed, type Headers, type Item, PATH, requestsTo } from "./delivery-answers.ts";

const HOME = "504fb370-51ca-4c19-b0e0-0f68ed6a3753";
const serverOf = sharedServers();
const served = async (...args: string[]) => requestsTo((await serverOf(args)).origin);

const namesOf = ({ items }: { items: Item[] }) => items.map(({ name }) => name);

describe("GET /content/item", () => {
  it.each([
    ["/content/item/"],
    ["/content/item"],
    [`/content/item/${HOME}`],
    [`/content/item/${HOME.toUpperCase()}`],
  ])("finds the home page at %s", async (path) => {
    const { json } = await served("--sample");
    expect(await json(path)).toMatchObject({ contentType: "homePage", id: HOME });
  });

  it("has the values of Vorto in the language of the request", async () => {
    const value = { values: { "en-US": "Hello", "da-DK": "Hej" }, dtdGuid: HOME };
    const page = {
      id: 1,
      key: HOME,
      name: "Home",
      url: "/",
      properties: { title: { editorAlias: null, value } },
    };
    const { json } = await served("--data", dataDirectory({ "content.json": [page] }));
    for (const [language, title] of [
      ["en-US", "Hello"],
      ["da-dk", "Hej"],
      ["de-DE", "Hello"],
      // The lists of browsers do not count.
      ["da-DK,en;q=0.9", "Hello"],
    ]) {
      const { properties } = await json("/content/item/", { "Accept-Language": language });
      expect([language, properties]).toEqual([language, { title }]);
    }
  });

  it("has the members of the API in their order", async () => {
    const { json } = await served("--sample");
    const page = await json("/content/item/visit/");
    expect(Object.keys(page)).toEqual([
      ...["contentType", "name", "createDate", "updateDate", "route", "id", "properties", "cultures"],
    ]);
    expect(page.route).toEqual({
      path: "/visit/",
      queryString: null,
      startItem: { id: HOME, path: "maakevaer-foghorn-museum" },
    });
    expect(page.cultures).toEqual({});
  });

  it.each([["/content/item/visit"], ["/content/item/VISIT/"], ["/content/item/%76isit/"]])(
    "ignores case, escapes and the slash at the end of %s",
    async (path) => {
      const { json } = await served("--sample");
      expect(await json(path)).toMatchObject({ name: "Visit" });
    },
  );

  it.each([
    ["/content/item/nowhere", {}],
    ["/content/item/00000000-0000-4000-8000-000000000009", {}],
    ["/content/item/1050", {}],
    ["/content/item/visit", { "Start-Item": "elsewhere" }],
    ["/content", { "Start-Item": "elsewhere" }],
  ] as [string, Headers][])("answers 404 for %s with %j", async (path, headers) => {
    const { get } = await served("--sample");
    await expectProblem(await get(path, headers), "no-such-node");
  });

  it("names the API's paths where it has none", async () => {
    const { get } = await served("--sample");
    for (const path of ["/umbraco/delivery/api/v1/content", "/content/all"]) {
      const { detail } = await expectProblem(await get(path), "unknown-path");
      expect(detail).toMatch(`The Content Delivery API is at ${PATH}/content and ${PATH}/media`);
    }
  });

  it("answers HEAD with the headers of GET", async () => {
    const { get } = await served("--sample");
    for (const path of ["/content/item/visit", "/content?take=1", "/content/item/nowhere"]) {
      const [head, whole] = [await get(path, {}, { method: "HEAD" }), await get(path)];
      const of = ({ status, headers }: Response) => [
        status,
        ...["content-type", "content-length", "etag", "vary"].map((name) => headers.get(name)),
      ];
      expect(of(head)).toEqual(of(whole));
      expect(await head.text()).toBe("");
    }
  });

  it("answers 405 for other methods", async () => {
    const { get } = await served("--sample");
    const response = await get("/content/item/visit", {}, { method: "POST" });
    expect(response.headers.get("allow")).toBe("GET, HEAD");
    await expectProblem(response, "method-not-allowed");
  });
});

describe("GET /content/items", () => {
  it("returns pages in the order of the request, each once, and leaves out what there is not", async () => {
    const { json } = await served("--sample");
    const visit = await json("/content/item/visit");
    const missing = "00000000-0000-4000-8000-000000000009";
    const ids = `id=${visit.id}&id=${missing}&id=${HOME}&id=${visit.id}`;
    const items = await json(`/content/items?${ids}`);
    expect(items.map(({ id }: { id: string }) => id)).toEqual([visit.id, HOME]);
    expect(await json("/content/items")).toEqual([]);
    // As version 1 of the API, and some clients of version 2.
    expect(await json(`/content/item?${ids}`)).toEqual(items);
  });

  it("refuses an id that is no GUID", async () => {
    const { get } = await served("--sample");
    expect(await expectProblem(await get("/content/items?id=1050"), "invalid-parameter")).toMatchObject({
      parameter: "id",
      title: "One or more validation errors occurred.",
      errors: { id: ["The value '1050' is not valid."] },
    });
  });
});

describe("GET /content", () => {
  it("lists 10 pages in the order of the tree, with the number of all", async () => {
    const { json } = await served("--sample");
    const first = await json("/content");
    expect(first.items).toHaveLength(10);
    expect(first.items[0]).toMatchObject({ id: HOME });
    const rest = await json(`/content?skip=10&take=${first.total}`);
    expect(rest.items).toHaveLength(first.total - 10);
    expect(await json(`/content?skip=${first.total}`)).toEqual({ total: first.total, items: [] });
  });

  it.each([
    ["fetch=children:/&take=3", ["Visit", "Collection", "Events"]],
    [`fetch=children:${HOME}&take=3`, ["Visit", "Collection", "Events"]],
    ["fetch=children:/&sort=name:desc&take=1&skip=1", undefined],
    ["fetch=ancestors:/visit/", ["Måkevær Foghorn Museum"]],
    ["fetch=children:/nowhere/", []],
    ["filter=contentType:!article&filter=name:visit", ["Visit"]],
  ])("answers %s", async (query, names) => {
    const { json } = await served("--sample");
    const found = await json(`/content?${query}`);
    if (names) expect(namesOf(found)).toEqual(names);
    else expect(found.items).toHaveLength(1);
  });

  it("gives the same pages as descendants of the home page and as those of its start item", async () => {
    const { json } = await served("--sample");
    const descendants = await json("/content?fetch=descendants:/&take=1000");
    expect(await json("/content?take=1000", { "Start-Item": HOME })).toEqual(descendants);
    expect(await json("/content?take=1000", { "Start-Item": "/Maakevaer-Foghorn-Museum/" })).toEqual(
      descendants,
    );
  });

  it.each([
    ["filter=tag:fog", "filter", "Filter option not found"],
    ["take=x", "take", "One or more validation errors occurred."],
    ["expand=all", "expand", "A parameter is invalid"],
    ["fields=properties[]", "fields", "A parameter is invalid"],
  ])("refuses %s", async (query, parameter, title) => {
    const { get } = await served("--sample");
    expect(await expectProblem(await get(`/content?${query}`), "invalid-parameter")).toMatchObject({
      parameter,
      title,
    });
  });
});

describe("expand and fields", () => {
  const picks = (id: number) => ({
    editorAlias: "Umbraco.MultiNodeTreePicker",
    value: udiOf("document", id),
  });
  const block = (n: number, value: unknown) => ({
    layout: { "Umbraco.BlockList": [{ contentKey: keyOf(8) }] },
    contentData: [
      {
        key: keyOf(8),
        contentTypeKey: keyOf(9),
        values: [
          { alias: "inner", editorAlias: "Umbraco.ContentPicker", value: udiOf("document", n) },
          { alias: "text", value },
        ],
      },
    ],
    settingsData: [],
    expose: [{ contentKey: keyOf(8) }],
  });
  const page = (
    id: number,
    properties: Record<string, { editorAlias: string; value: unknown }>,
    children: object[] = [],
  ) => ({
    id,
    key: keyOf(id),
    name: `Page ${id}`,
    type: "page",
    url: id === 1 ? "/" : `/page-${id}/`,
    properties: Object.fromEntries(
      Object.entries(properties).map(([alias, own]) => [alias, { alias, ...own }]),
    ),
    children,
  });
  const site = () =>
    dataDirectory({
      "content.json": [
        page(
          1,
          {
            title: { editorAlias: "Umbraco.TextBox", value: "One" },
            next: picks(2),
            blocks: { editorAlias: "Umbraco.BlockList", value: block(2, "in a block") },
          },
          [
            page(2, { title: { editorAlias: "Umbraco.TextBox", value: "Two" }, next: picks(3) }),
            page(3, { title: { editorAlias: "Umbraco.TextBox", value: "Three" }, next: picks(1) }),
          ],
        ),
      ],
    });

  const next = (properties: object) => [expect.objectContaining({ name: "Page 2", properties })];

  it.each<[query: string, properties: object]>([
    ["", { title: "One", next: next({}) }],
    [
      "expand=properties[next]",
      { next: next({ title: "Two", next: [expect.objectContaining({ properties: {} })] }) },
    ],
    [
      "expand=properties[next[properties[next]]]",
      {
        next: next({
          title: "Two",
          next: [expect.objectContaining({ properties: expect.objectContaining({ title: "Three" }) })],
        }),
      },
    ],
    ["expand=properties[NEXT]", { next: next({}) }],
  ])("answers %s", async (query, properties) => {
    const { json } = await served("--data", site());
    expect((await json(`/content/item/?${query}`)).properties).toMatchObject(properties);
  });

  it("fields limits properties at each level that it names", async () => {
    const { json } = await served("--data", site());
    const only = async (query: string) => (await json(`/content/item/?${query}`)).properties;
    expect(await only("fields=properties[title]")).toEqual({ title: "One" });
    expect(await only("expand=properties[next]&fields=properties[next[properties[title]]]")).toEqual({
      next: next({ title: "Two" }),
    });
  });

  it("expand reaches pickers in blocks, whose own properties are always given", async () => {
    const { json } = await served("--data", site());
    const inBlock = async (query: string) =>
      (await json(`/content/item/?${query}`)).properties.blocks.items[0].content.properties;
    expect(await inBlock("")).toMatchObject({
      text: "in a block",
      inner: { name: "Page 2", properties: {} },
    });
    expect(await inBlock("expand=properties[$all]")).toMatchObject({ inner: { properties: {} } });
    expect(await inBlock("expand=properties[blocks[properties[inner]]]")).toMatchObject({
      inner: { properties: { title: "Two" } },
    });
    // As in Umbraco, fields limits what blocks pick, not the blocks.
    const query =
      "expand=properties[$all[properties[$all]]]&fields=properties[blocks[properties[inner[properties[x]]]]]";
    expect(await inBlock(query)).toMatchObject({ text: "in a block", inner: { properties: {} } });
  });
});

// As the data code of front ends sends them: Astro's guide, hand-written clients of Next.js and Nuxt, generated clients.
/** What front ends send with each request. */
const SERVER_SIDE = {
  Accept: "application/json",
  "Api-Key": "not a secret",
  "Accept-Language": "en-US",
  "Start-Item": "maakevaer-foghorn-museum",
  Preview: "false",
};
const BROWSER = { Accept: "*/*", "Accept-Language": "en-GB,en;q=0.9,de;q=0.8" };

const having = (members: object) => expect.objectContaining(members);
const page = (members: object) =>
  having({
    id: expect.any(String),
    name: expect.any(String),
    route: having({ path: expect.stringMatching(/^\//), startItem: having({ id: HOME }) }),
    properties: expect.any(Object),
    ...members,
  });
const list = (of: object) => ({ total: expect.any(Number), items: expect.arrayContaining([of]) });

describe("requests of front ends", () => {
  it.each<[what: string, path: string, members: object]>([
    [
      "the articles of a blog",
      "/content?filter=contentType:article",
      list(page({ properties: having({ bodyText: having({ markup: expect.any(String) }) }) })),
    ],
    [
      "its newest articles",
      "/content?filter=contentType:article&sort=createDate:desc&take=3&skip=0",
      { total: expect.any(Number), items: Array(3).fill(having({ contentType: "article" })) },
    ],
    [
      "all paths, for static pages",
      "/content?skip=0&take=10000",
      list(page({ route: having({ path: "/visit/getting-here/" }) })),
    ],
    [
      "a type with its parameters escaped",
      "/content?filter=contentType%3AticketPage&skip=0&take=2000&fields=properties%5B%24all%5D",
      { total: 1, items: [page({ contentType: "ticketPage" })] },
    ],
    [
      "a list whose path ends in a slash",
      "/content/?sort=name:asc&filter=contentType:ticketPage",
      having({ total: 1 }),
    ],
    [
      "the navigation",
      "/content?fetch=children:/&sort=sortOrder:asc&fields=properties[title]",
      list(page({ name: "Visit" })),
    ],
    ["breadcrumbs", "/content?fetch=ancestors:/visit/getting-here/&sort=level:asc", list(page({ id: HOME }))],
    ["a page by its path", "/content/item/visit?expand=properties[$all]", page({ name: "Visit" })],
    ["a page by an escaped path", "/content/item/%2Fvisit%2F", page({ name: "Visit" })],
    ["a page by a path after two slashes", "/content/item//visit/", page({ name: "Visit" })],
    ["a page by its id, with an empty query", `/content/item/${HOME}?`, page({ id: HOME })],
    [
      "two levels of picked nodes",
      `/content/item/${HOME}?expand=properties[$all[properties[$all]]]`,
      page({ properties: having({ heroImage: [having({ mediaType: "Image" })] }) }),
    ],
    ["the media library", "/media?fetch=children:/&skip=0&take=10000", list(having({ mediaType: "Folder" }))],
  ])("answers %s: %s", async (_, path, members) => {
    const { json } = await served("--sample");
    for (const headers of [SERVER_SIDE, BROWSER]) expect(await json(path, headers)).toEqual(members);
  });

  it.each<[what: string, path: string, status: number]>([
    ["a filter of the site's own", "/content?filter=author:smith", 400],
    ["version 1", "/../v1/content", 404],
    ["the front page below another root", "/content/item/", 404],
  ])("refuses %s: %s", async (what, path, status) => {
    const { get } = await served("--sample");
    const response = await get(path, what.includes("another root") ? { "Start-Item": "shop" } : {});
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ status, title: expect.any(String) });
  });

  it("gives the images of a page at URLs that the same server answers", async () => {
    const { origin } = await serverOf(["--sample"]);
    const [image] = (await requestsTo(origin).json("/content/item/")).properties.heroImage;
    const response = await fetch(new URL(image.url, origin));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  });
});

describe("GET /media", () => {
  it("lists children by path or key, and gives single media by both", async () => {
    const { json } = await served("--sample");
    const root = await json("/media?fetch=children:/");
    expect(root.items.map(({ path }: { path: string }) => path)).toContain("/photographs/");
    const [folder] = root.items;
    const below = await json(`/media?fetch=children:${folder.path}&filter=mediaType:Image`);
    expect(await json(`/media?fetch=children:${folder.id}&filter=mediaType:Image`)).toEqual(below);
    const [image] = below.items;
    expect(Object.keys(image)).toEqual([
      ...["path", "createDate", "updateDate", "focalPoint", "crops", "id", "name", "mediaType", "url"],
      ...["extension", "width", "height", "bytes", "properties"],
    ]);
    const single = await json(`/media/item/${image.id}`);
    expect(single).toEqual(image);
    expect(Object.keys(single).slice(-2)).toEqual(["focalPoint", "crops"]);
    expect(await json(`/media/item${image.path}`)).toEqual(image);
    expect(await json(`/media/items?id=${image.id}`)).toEqual([image]);
    expect(await json(`/media/item?id=${image.id}`)).toEqual([image]);
    expect(Object.keys(image.properties).filter((alias) => alias.startsWith("umbraco"))).toEqual([]);
  });

  it("requires fetch", async () => {
    const { get } = await served("--sample");
    expect(await expectProblem(await get("/media"), "invalid-parameter")).toMatchObject({
      parameter: "fetch",
    });
    await expectProblem(await get("/media/item/nowhere/"), "no-such-node");
  });
});

describe("access to the Delivery API", () => {
  it("takes the API key in the header Api-Key, and no other", async () => {
    const { origin } = await startServe(["--sample", "--api-key-file", "-"], { stdin: "the-key" });
    const status = async (headers: Headers) => (await fetch(`${origin}${PATH}/content`, { headers })).status;
    expect(await status({ "Api-Key": "the-key" })).toBe(200);
    expect(await status({ Authorization: `Basic ${btoa("api:the-key")}` })).toBe(200);
    await expectProblem(
      await fetch(`${origin}${PATH}/content`, { headers: { "Api-Key": "other" } }),
      "unauthorized",
    );
    await expectProblem(await fetch(`${origin}${PATH}/content`), "unauthorized");
  });

  it("answers 304 while the data is the same, for each language and start item", async () => {
    const { get } = await served("--sample");
    const first = await get("/content/item/visit");
    const tag = first.headers.get("etag") ?? "";
    expect(first.headers.get("vary")).toBe(
      "Authorization, Api-Key, Accept-Encoding, Accept-Language, Start-Item",
    );
    expect((await get("/content/item/visit", { "If-None-Match": tag })).status).toBe(304);
    expect((await get("/content/item/visit", { "If-None-Match": tag, "Start-Item": HOME })).status).toBe(200);
  });

  it("lets pages of allowed origins send its headers", async () => {
    const { origin } = await startServe(["--sample", "--cors", "http://site.example"]);
    const preflight = await fetch(`${origin}${PATH}/content`, {
      method: "OPTIONS",
      headers: { Origin: "http://site.example", "Access-Control-Request-Method": "GET" },
    });
    expect(preflight.headers.get("access-control-allow-headers")).toMatch(/Api-Key.*Start-Item/);
  });
});

describe("the OpenAPI document of the Delivery API", () => {
  it.each([["/umbraco/openapi/delivery.json"], ["/umbraco/swagger/delivery/swagger.json"]])(
    "is at %s, with Umbraco's operation ids and a schema for each type",
    async (path) => {
      const { json } = await served("--sample");
      const document = await json(path);
      const ids = Object.values<{ get: { operationId: string } }>(document.paths).map(
        ({ get }) => get.operationId,
      );
      expect(ids).toEqual([
        ...["GetContent2.0", "GetContentItemByPath2.0", "GetContentItemById2.0", "GetContentItems2.0"],
        ...["GetMedia2.0", "GetMediaItemByPath2.0", "GetMediaItemById2.0", "GetMediaItems2.0"],
      ]);
      expect(document.components.schemas.IApiContentResponseModel.discriminator).toMatchObject({
        propertyName: "contentType",
        mapping: { article: "#/components/schemas/ArticleContentResponseModel" },
      });
    },
  );

  it("describes each answer of the sample", async () => expectDescribed(await served("--sample")));
});

describe("the Delivery API of a site with two languages and two roots", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "migrations-test-"));
    writeFileSync(join(folder, "site.db"), twoRoots());
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const site = () => served("--data", join(folder, "site.db"));

  it.each<[path: string, headers: Headers]>([
    ["/watches", { "Accept-Language": "de" }],
    ["/watches", { "Accept-Language": "fr" }],
    // Recorded in German.
    ["/de/alte-uhren", { "Accept-Language": "en-US" }],
    ["/old-setup", { "Accept-Language": "de" }],
  ])("answers 404 for %s with %j, and names the languages", async (path, headers) => {
    const { get } = await site();
    const { detail } = await expectProblem(await get(`/content/item${path}`, headers), "no-such-node");
    expect(detail).toMatch("Accept-Language takes de, en-US.");
  });

  it.each<[path: string, headers: Headers, location: string]>([
    ["/de/alte-uhren", {}, "/de/uhren/"],
    ["/alte-uhren/", { "Accept-Language": "de" }, "/de/uhren/"],
    ["/Old-Setup/", {}, "/setup/"],
    ["/old-setup", { "Start-Item": "home" }, "/setup/"],
    ["/staff", {}, "/people/"],
    ["/staff", { "Start-Item": "channels" }, "/people/"],
  ])("redirects the recorded path %s with %j to %s", async (path, headers, location) => {
    const { get } = await site();
    const response = await get(`/content/item${path}`, headers);
    expect([response.status, response.headers.get("location")]).toEqual([301, location]);
    expect(response.headers.get("vary")).toMatch("Accept-Language, Start-Item");
  });

  it("redirects below the start item alone", async () => {
    const { get } = await site();
    const below = await get("/content/item/staff", { "Start-Item": "home" });
    expect((await expectProblem(below, "no-such-node")).detail).toContain(" below the start item home.");
    const anywhere = await expectProblem(await get("/content/item/nowhere"), "no-such-node");
    expect(anywhere.detail).not.toContain("start item");
  });

  it.each<[path: string, startItem: string | undefined, name: string]>([
    ["/", undefined, "Home"],
    ["/", "channels", "Channels"],
    ["/", keyInDatabase(CHANNELS), "Channels"],
    ["/people", "/Channels/", "People"],
    ["/channels", undefined, "Channels"],
  ])("finds the page %s below the start item %s", async (path, startItem, name) => {
    const { json } = await site();
    const page = await json(
      `/content/item${path}`,
      startItem === undefined ? {} : { "Start-Item": startItem },
    );
    expect(page.name).toBe(name);
    if (startItem !== undefined)
      expect(page.route.startItem).toEqual({ id: keyInDatabase(CHANNELS), path: "channels" });
  });

  it("gives the children and the descendants of the start item", async () => {
    const { json } = await site();
    const headers = { "Start-Item": "channels" };
    expect(namesOf(await json("/content", headers))).toEqual(["People", "Teams"]);
    expect(namesOf(await json("/content?fetch=children:/", headers))).toEqual(["People", "Teams"]);
    expect(namesOf(await json("/content?fetch=ancestors:/people/", headers))).toEqual(["Channels"]);
  });
});

/** The id of the second root of the database. */
const CHANNELS = 1006;

/** The image of a database: a root in English and German, of which a page is only in English, and a root that does not vary. */
function twoRoots(): Uint8Array {
  const site = new SiteDatabase();
  const german = site.language("de");
  site.type("page", {}, { varies: true });
  site.type("plain");
  const inBoth = (english: string, translated: string, parent?: number) =>
    site.page("page", { parent, names: { 1: english, [german]: translated }, inLanguages: [1, german] });
  const home = inBoth("Home", "Start");
  site.domain("/", home, 1);
  site.domain("/de", home, german);
  const watches = inBoth("Watches", "Uhren", home);
  const setup = site.page("page", { parent: home, names: { 1: "Setup" }, inLanguages: [1] });
  const channels = site.page("plain", { name: "Channels", sortOrder: 1 });
  expect(channels).toBe(CHANNELS);
  const people = site.page("plain", { name: "People", parent: channels });
  site.page("plain", { name: "Teams", parent: channels, sortOrder: 1 });
  site.run(
    "create table umbracoRedirectUrl (id text, contentKey text, createDateUtc text, url text, culture text, urlHash text)",
  );
  for (const [page, url, culture] of [
    [watches, `${home}/alte-uhren`, "de"],
    [setup, `${home}/old-setup`, "en-US"],
    [people, `${channels}/staff`, ""],
  ] as const)
    site.run("insert into umbracoRedirectUrl values (?, ?, '', ?, ?, '')", [
      url,
      keyInDatabase(page),
      url,
      culture,
    ]);
  return site.image;
}

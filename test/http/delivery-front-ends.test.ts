/** Requests as the data code of front ends sends them (Astro's guide, hand-written clients of Next.js and Nuxt, generated clients). */
import { describe, expect, it } from "vitest";
import { sharedServers } from "../support/program.ts";

const HOME = "504fb370-51ca-4c19-b0e0-0f68ed6a3753";
const BASE = "/umbraco/delivery/api/v2";

/** What front ends send with each request. */
const SERVER_SIDE = {
  Accept: "application/json",
  "Api-Key": "not a secret",
  "Accept-Language": "en-US",
  "Start-Item": "maakevaer-foghorn-museum",
  Preview: "false",
};
const BROWSER = { Accept: "*/*", "Accept-Language": "en-GB,en;q=0.9,de;q=0.8" };

const serverOf = sharedServers();

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
    const { origin } = await serverOf(["--sample"]);
    for (const headers of [SERVER_SIDE, BROWSER]) {
      const response = await fetch(`${origin}${BASE}${path}`, { headers, redirect: "error" });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual(members);
    }
  });

  it.each<[what: string, path: string, status: number]>([
    ["a filter of the site's own", "/content?filter=author:smith", 400],
    ["version 1", "/../v1/content", 404],
    ["the front page below another root", "/content/item/", 404],
  ])("refuses %s: %s", async (what, path, status) => {
    const { origin } = await serverOf(["--sample"]);
    const headers = what.includes("another root") ? { "Start-Item": "shop" } : undefined;
    const response = await fetch(`${origin}${BASE}${path}`, { headers });
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ status, title: expect.any(String) });
  });

  it("gives the images of a page at URLs that the same server answers", async () => {
    const { origin } = await serverOf(["--sample"]);
    const home = await (await fetch(`${origin}${BASE}/content/item/`)).json();
    const [image] = home.properties.heroImage;
    const response = await fetch(new URL(image.url, origin));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  });
});

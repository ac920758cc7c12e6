/** How the Content Delivery API finds pages by domains and languages. */
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keyOf, SiteDatabase } from "../formats/database/site-database.ts";
import { readLines } from "../support/ndjson.ts";
import { run, startServe } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const API = "/umbraco/delivery/api/v2/content";

/** Two roots with a page About each; the pages of the first vary by language, and one below it does not. */
function site(domains: "hosts" | "paths"): string {
  const database = new SiteDatabase();
  const danish = database.language("da-DK");
  database.type("page", {}, { varies: true });
  database.type("plain");
  const both = [1, danish];
  const home = database.page("page", { name: "Home", names: { 1: "Home", 2: "Hjem" }, inLanguages: both });
  database.page("page", { name: "About", parent: home, names: { 1: "About", 2: "Om" }, inLanguages: both });
  database.page("plain", { name: "Legal", parent: home, sortOrder: 1 });
  const shop = database.page("plain", { name: "Shop", sortOrder: 1 });
  database.page("plain", { name: "About", parent: shop });
  for (const [path, node, language] of [
    ["/long-path", home, 1],
    ["", home, 1],
    ["/da", home, danish],
    ["", shop, 1],
  ] as const) {
    const host = node === home ? "home.example" : "shop.example";
    if (domains === "hosts") database.domain(host + path, node, language);
    else if (path !== "" || node === shop) database.domain(path || "/shop", node, language);
  }
  return database.write();
}

/** Requests a path with headers, of which `fetch` does not send `Host`. @returns the status, and the path of the page or the paths of the list */
async function served(data: string) {
  const { port } = await startServe(["--data", data, "--allow-anonymous"]);
  return (path: string, headers: Record<string, string> = {}) =>
    new Promise<unknown>((resolve, reject) => {
      const asked = request({ host: "127.0.0.1", port, path: API + path, headers }, async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response) parts.push(part as Buffer);
        const { route, total, items } = JSON.parse(Buffer.concat(parts).toString());
        if (response.statusCode !== 200) resolve(response.statusCode);
        else
          resolve(
            route?.path ?? [total, ...items.map((item: { route: { path: string } }) => item.route.path)],
          );
      });
      asked.on("error", reject).end();
    });
}

const DANISH = { "Accept-Language": "da-DK" };

type Row = [path: string, headers: Record<string, string>, found: unknown];
const ROWS: Readonly<Record<"hosts" | "paths", readonly Row[]>> = {
  hosts: [
    // Of two domains of a language, the one with the shorter path makes the path.
    ["/item/", {}, "/"],
    ["/item/about/", { Host: "home.example" }, "/about/"],
    ["/item/long-path/about/", { Host: "home.example:8080" }, "/about/"],
    ["/item/da/om/", { Host: "HOME.example" }, "/da/om/"],
    ["/item/about/", { Host: "shop.example" }, "/about/"],
    ["/item/legal/", { Host: "shop.example" }, 404],
    ["/item/legal/", { Host: "elsewhere.example" }, "/legal/"],
    ["/item/shop/", {}, "/"],
    // A page that does not vary is there in every language of the site, below a domain of the language or not.
    ["/item/legal/", DANISH, "/da/legal/"],
    ["/item/shop/", DANISH, "/shop/"],
    ["/item/about/", DANISH, "/about/"],
    ["?fetch=children:/", DANISH, [2, "/da/om/", "/da/legal/"]],
    ["/item/", { "Accept-Language": "de" }, 404],
    ["", { "Accept-Language": "de" }, [0]],
  ],
  paths: [
    ["/item/", {}, "/long-path/"],
    ["/item/about/", {}, "/long-path/about/"],
    ["/item/long-path/about/", {}, "/long-path/about/"],
    ["/item/da/om/", {}, "/da/om/"],
    ["/item/om/", DANISH, "/da/om/"],
    ["/item/shop/about/", {}, "/shop/about/"],
  ],
};

describe("GET /content: domains and languages", () => {
  it.each(["hosts", "paths"] as const)("finds pages if domains are %s", async (domains) => {
    const get = await served(site(domains));
    const found: Row[] = [];
    for (const [path, headers] of ROWS[domains]) found.push([path, headers, await get(path, headers)]);
    expect(found).toEqual(ROWS[domains]);
  });

  it("lists the published pages above a page that is not published, or not in the language", async () => {
    const database = new SiteDatabase();
    const danish = database.language("da-DK");
    database.type("page", {}, { varies: true });
    const page = (name: string, parent?: number) =>
      database.page("page", {
        name,
        parent,
        names: { 1: name, 2: `${name} (da)` },
        inLanguages: [1, danish],
      });
    const home = page("Home");
    const about = page("About", home);
    const off = database.versions("page", { parent: about }, false, {
      name: "Off",
      names: { 1: "Off" },
      current: true,
    });
    const below = page("Below", off);
    const english = database.page("page", {
      name: "En",
      parent: about,
      names: { 1: "En" },
      inLanguages: [1],
    });
    for (const [path, language] of [
      ["/en", 1],
      ["/da", danish],
    ] as const)
      database.domain(path, home, language);
    const get = await served(database.write());
    const above = async (id: number, headers = {}) => await get(`?fetch=ancestors:${keyOf(id)}`, headers);
    expect(await above(off)).toEqual([2, "/en/", "/en/about/"]);
    expect(await above(below)).toEqual([2, "/en/", "/en/about/"]);
    expect(await above(english)).toEqual([2, "/en/", "/en/about/"]);
    expect(await above(english, DANISH)).toEqual([2, "/da/", "/da/about-da/"]);
    expect(await above(77)).toEqual([0]);
  });

  it("lines of pages that do not vary have the paths of other languages that differ", async () => {
    const out = join(temporaryDirectory(), "out");
    await run(["export", "--data", site("hosts"), "--out", out]);
    const lines = readLines(join(out, "content.ndjson")).filter((line) => line.contentType === "plain");
    expect(lines.map(({ name, route, cultures }) => [name, route.path, cultures["da-DK"]?.path])).toEqual([
      ["Legal", "/legal/", "/da/legal/"],
      ["Shop", "/", "/shop/"],
      ["About", "/about/", undefined],
    ]);
  });
});

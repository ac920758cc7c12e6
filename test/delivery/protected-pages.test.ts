/** Pages that only members see: in the Content Delivery API, exported lines, counts and the operations. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keyOf, SiteDatabase } from "../formats/database/site-database.ts";
import { readLines } from "../support/ndjson.ts";
import { expectProblem } from "../support/problem.ts";
import { run, startServe } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const API = "/umbraco/delivery/api/v2/content";

/** A site whose page Members, with the page below it, is protected; the page Open picks it. */
function protectedSite({ table = true } = {}) {
  const site = new SiteDatabase();
  site.type("page", { picked: "Umbraco.ContentPicker" });
  const home = site.page("page", { name: "Home" });
  const members = site.page("page", { name: "Members", parent: home, sortOrder: 1 });
  const below = site.page("page", { name: "Below", parent: members });
  const udi = `umb://document/${keyOf(members).replaceAll("-", "")}`;
  const values = [{ alias: "picked", column: "varcharValue", value: udi }];
  const open = site.page("page", { name: "Open", parent: home, sortOrder: 2, values });
  if (table) {
    site.run(
      "create table umbracoAccess (id text primary key, nodeId integer, loginNodeId integer, noAccessNodeId integer)",
    );
    site.run("insert into umbracoAccess values ('a', ?, ?, ?)", [members, home, home]);
    // A node that there is not any more.
    site.run("insert into umbracoAccess values ('b', 77, 77, 77)");
  }
  const keys = { home: keyOf(home), members: keyOf(members), below: keyOf(below), open: keyOf(open) };
  return { path: site.write(), keys };
}

describe("protected pages", () => {
  it("are no pages of the Content Delivery API, but picked ones", async () => {
    const { path, keys } = protectedSite();
    const { origin } = await startServe(["--data", path]);
    const get = (rest: string) => fetch(`${origin}${API}${rest}`);
    for (const rest of [
      `/item/${keys.members}`,
      `/item/${keys.below}`,
      "/item/members/",
      "/item/members/below/",
      `/items?id=${keys.home}&id=${keys.below}`,
    ]) {
      const response = await get(rest);
      expect([rest, response.status]).toEqual([rest, 401]);
      expect(response.headers.has("WWW-Authenticate")).toBe(false);
      await expectProblem(response, "protected");
    }
    for (const [rest, names] of [
      ["", ["Home", "Open"]],
      ["?fetch=children:/", ["Open"]],
      [`?fetch=children:${keys.members}`, []],
      [`?fetch=ancestors:${keys.below}`, ["Home"]],
    ] as const) {
      const { total, items } = await (await get(rest)).json();
      expect([rest, total, items.map(({ name }: { name: string }) => name)]).toEqual([
        rest,
        names.length,
        [...names],
      ]);
    }
    const { properties } = await (await get("/item/open/?expand=properties[$all]")).json();
    expect(properties.picked).toMatchObject({ name: "Members", properties: { picked: null } });
  });

  it("are answered by the operations", async () => {
    const { path, keys } = protectedSite();
    const { url } = await startServe(["--data", path]);
    expect((await fetch(`${url}/GetContentByKey?key=${keys.members}`)).status).toBe(200);
  });

  it.each([
    ["a database", true, { Home: false, Members: true, Below: true, Open: false }],
    ["one without the table", false, { Home: null, Members: null, Below: null, Open: null }],
  ])("are marked in the lines of export: %s", async (_, table, expected) => {
    const out = join(temporaryDirectory(), "out");
    expect(await run(["export", "--data", protectedSite({ table }).path, "--out", out])).toMatchObject({
      status: 0,
    });
    const lines = readLines(join(out, "content.ndjson"));
    expect(Object.fromEntries(lines.map((line) => [line.name, line.protected]))).toEqual(expected);
    expect(Object.keys(lines[0]).slice(11, 13)).toEqual(["published", "protected"]);
    expect(JSON.parse(readFileSync(join(out, "schema.json"), "utf8")).$defs.ContentLine.required).toContain(
      "protected",
    );
  });

  it("are counted by check and audit", async () => {
    const { path } = protectedSite();
    expect((await run(["check", "--data", path])).stdout).toContain(
      "\nprotected: 2 pages that only members see\n",
    );
    expect(JSON.parse((await run(["check", "--data", path, "--format", "json"])).stdout)).toMatchObject({
      protected: 2,
    });
    expect((await run(["audit", "--data", path])).stdout).toContain(
      "2 pages are protected: only members see them\n",
    );
    const unknown = protectedSite({ table: false }).path;
    expect(
      JSON.parse((await run(["check", "--data", unknown, "--format", "json"])).stdout),
    ).not.toHaveProperty("protected");
  });
});

describe("dates of nodes", () => {
  it.each([
    ["13", "umbracoWebhook", "2024-03-05T10:11:12.1234567", "2024-04-06T11:12:13"],
    ["17", "umbracoDistributedJob", "2024-03-05T10:11:12.1234567Z", "2024-04-06T11:12:13Z"],
  ])("have all digits, and from 17 on the zone: version %s", async (_, table, createDate, updateDate) => {
    const site = new SiteDatabase(`create table ${table} (id integer)`);
    site.type("page");
    site.page("page", { name: "Home" });
    const path = site.write();
    const { origin, url } = await startServe(["--data", path]);
    expect(await (await fetch(`${origin}${API}/item/`)).json()).toMatchObject({ createDate, updateDate });
    const out = join(temporaryDirectory(), "out");
    await run(["export", "--data", path, "--out", out]);
    expect(readLines(join(out, "content.ndjson"))).toMatchObject([{ createDate, updateDate }]);
    expect(await (await fetch(`${url}/GetContentAtRoot`)).json()).toMatchObject([
      { createDate: "2024-03-05T10:11:12", updateDate: "2024-04-06T11:12:13" },
    ]);
  });
});

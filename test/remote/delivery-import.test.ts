/** `verify` with a URL: a new site through its Content Delivery API, our own and one that misbehaves. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bilingualSite } from "../completeness/finished-imports.ts";
import { listening } from "../support/listening.ts";
import { parseLines } from "../support/ndjson.ts";
import { run, startServe } from "../support/program.ts";
import { keyOf, nodeOf } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const report = (old: string, site: string, ...args: string[]) => run(["verify", old, site, ...args]);

/** The pages with losses, and what the totals say. */
async function found(old: string, site: string, ...args: string[]) {
  const { status, stdout, stderr } = await report(old, site, "--format", "json", ...args);
  expect(stdout, stderr).not.toBe("");
  const { pages, totals } = JSON.parse(stdout);
  const lossy = pages.filter(
    ({ state, wordsLost, referencesLost }: Record<string, unknown>) =>
      state !== "imported" || wordsLost !== 0 || referencesLost !== 0,
  );
  return {
    status,
    stderr: stderr.replace(/^reading the Content Delivery API of .*\n/, ""),
    totals,
    lossy: lossy.map(({ name, language, state }: Record<string, string>) =>
      [name, language, state].filter(Boolean).join(" "),
    ),
  };
}

const NONE_LOST = { status: 0, stderr: "", lossy: [] };

describe("verify of a Content Delivery API: a site of this program", () => {
  it("finds every page of the sample, its words, references, images and elements", async () => {
    const { origin } = await startServe(["--sample"]);
    const { totals, ...rest } = await found("data", origin);
    expect(rest).toEqual(NONE_LOST);
    expect(totals.pages).toEqual({ old: 41, kept: 41 });
    expect(totals.compared.words.old).toBeGreaterThan(400);
    expect((await report("data", `${origin}/umbraco/delivery/api/v2`)).status).toBe(0);
  });

  it("asks for each language", async () => {
    const site = bilingualSite();
    const { origin } = await startServe(["--data", site]);
    expect(await found(site, origin)).toMatchObject(NONE_LOST);
  });

  it("names pages that are missing, and pages without some words", async () => {
    const [home, other] = [
      { ...nodeOf(1, "Home", [nodeOf(2, "Bells")]), url: "/" },
      { ...nodeOf(1, "Home"), url: "/" },
    ];
    const changed = {
      ...other,
      properties: { title: { alias: "title", editorAlias: "Umbraco.TextBox", value: "House" } },
    };
    const { origin } = await startServe(["--data", dataDirectory({ "content.json": [changed] })]);
    const { lossy, status } = await found(dataDirectory({ "content.json": [home] }), origin);
    expect({ lossy, status }).toEqual({ status: 1, lossy: ["Bells missing", "Home imported"] });
  });

  it("sends the key of --api-key-file as Api-Key", async () => {
    const keyFile = join(temporaryDirectory(), "key");
    writeFileSync(keyFile, "s3cret-key\n");
    const site = bilingualSite();
    const { origin } = await startServe(["--data", site, "--api-key-file", keyFile]);
    expect(await found(site, origin, "--api-key-file", keyFile)).toMatchObject(NONE_LOST);
    const { status, stderr } = await report(site, origin);
    expect(status).toBe(4);
    expect(stderr).toMatch(/refused access \(401.*try --api-key-file/);
  });
});

/** An item of the API. */
const item = (id: number, more: object = {}) => ({
  contentType: "page",
  name: `Page ${id}`,
  createDate: "2020-01-01T00:00:00Z",
  updateDate: "2020-01-01T00:00:00Z",
  route: { path: `/page-${id}/`, startItem: { id: keyOf(1), path: "page-1" } },
  id: keyOf(id),
  properties: { title: `Page ${id}` },
  cultures: {},
  ...more,
});

type Requested = { url: URL; headers: Record<string, unknown> };

/** A site with the given answers. Returns its origin and what was requested. */
async function siteOf(
  answer: (url: URL, headers: Record<string, unknown>) => { status?: number; body: unknown },
) {
  const requests: Requested[] = [];
  const origin = await listening((request, response) => {
    const url = new URL(request.url ?? "", "http://site");
    // Whether there is such an API.
    if (url.searchParams.get("take") === "1") {
      response.writeHead(200, { "content-type": "application/json" }).end('{"total":0,"items":[]}');
      return;
    }
    requests.push({ url, headers: request.headers });
    const { status = 200, body } = answer(url, request.headers);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  return { origin, requests };
}

const range = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const oldSite = (count: number) =>
  dataDirectory({ "content.json": range(count).map((id) => nodeOf(id, `Page ${id}`)) });
const isLookup = ({ pathname }: URL) => /\/items?$/.test(pathname);
const idsOf = ({ searchParams }: URL) =>
  searchParams.getAll("id").map((key) => Number.parseInt(key.slice(-12), 16));
const page = ({ searchParams }: URL, ids: readonly number[]) => {
  const [skip, take] = [Number(searchParams.get("skip")), Number(searchParams.get("take"))];
  return ids.slice(skip, skip + take).map((id) => item(id));
};

describe("verify of a Content Delivery API: the traps of lists", () => {
  it("pages of lists are shorter than their totals say, since items are left out", async () => {
    const { origin, requests } = await siteOf((url) =>
      isLookup(url)
        ? { body: [] }
        : { body: { total: 110, items: page(url, range(110)).filter(({ name }) => name !== "Page 20") } },
    );
    const { lossy, totals } = await found(oldSite(110), origin);
    expect({ lossy, pages: totals.pages }).toEqual({
      lossy: ["Page 20 missing"],
      pages: { old: 110, kept: 109 },
    });
    expect(requests.filter(({ url }) => isLookup(url)).map(({ url }) => idsOf(url))).toEqual([[20]]);
  });

  it("a whole page of a list can be empty before the end", async () => {
    const { origin } = await siteOf((url) =>
      isLookup(url)
        ? { body: [] }
        : {
            body: { total: 250, items: url.searchParams.get("skip") === "100" ? [] : page(url, range(250)) },
          },
    );
    const { totals } = await found(oldSite(250), origin);
    expect(totals.pages).toEqual({ old: 250, kept: 150 });
  });

  it("lists end at 10,000 in some versions: the rest is looked up by key", async () => {
    const [count, old] = [10_130, 130];
    // The pages of the old site come last.
    const ids = range(count).toReversed();
    const { origin, requests } = await siteOf((url) => {
      if (isLookup(url)) return { body: idsOf(url).map((id) => item(id)) };
      const isBeyond = Number(url.searchParams.get("skip")) >= 10_000;
      // Lists can leave items out.
      return { body: { total: count, items: isBeyond ? [] : page(url, ids).slice(0, 1) } };
    });
    const { lossy, totals } = await found(oldSite(old), origin);
    expect({ lossy, pages: totals.pages }).toEqual({ lossy: [], pages: { old, kept: old } });
    const lists = requests.filter(({ url }) => !isLookup(url));
    expect(lists).toHaveLength(101);
  });

  it("an index that is behind: its pages are found by key, and a warning says so", async () => {
    const { origin, requests } = await siteOf((url) =>
      isLookup(url) ? { body: idsOf(url).map((id) => item(id)) } : { body: { total: 1, items: [item(1)] } },
    );
    const { stderr, ...rest } = await found(oldSite(90), origin);
    expect(rest).toMatchObject({ status: 0, lossy: [] });
    expect(stderr).toBe(
      `warning: the lists of ${origin} lack 89 pages that it has by key: rebuild its index DeliveryApiContentIndex\n`,
    );
    expect(requests.filter(({ url }) => isLookup(url))).toHaveLength(3);
  });

  it("look-ups at the path of version 12", async () => {
    const { origin } = await siteOf((url) => {
      if (url.pathname.endsWith("/items")) return { status: 404, body: {} };
      return isLookup(url) || url.pathname.endsWith("/item")
        ? { body: idsOf(url).map((id) => item(id)) }
        : { body: { total: 0, items: [] } };
    });
    expect(await found(oldSite(3), origin, "--quiet")).toMatchObject(NONE_LOST);
  });

  it("a protected page refuses a look-up of several: it is there, and not compared", async () => {
    const { origin } = await siteOf((url) => {
      if (!isLookup(url)) return { body: { total: 1, items: [item(1)] } };
      return idsOf(url).includes(2)
        ? { status: 401, body: { title: "Unauthorized" } }
        : { body: idsOf(url).map((id) => item(id)) };
    });
    const { lossy, status, totals } = await found(oldSite(3), origin, "--quiet");
    expect({ lossy, status, words: totals.compared.words }).toEqual({
      lossy: ["Page 2 unread"],
      status: 0,
      words: { old: 4, kept: 4 },
    });
  });

  it("links to the front pages of other sites are no links to the site", async () => {
    const link = '<p><a href="https://search.example/">Search</a> <a href="/">Home</a></p>';
    const old = dataDirectory({
      "content.json": [
        {
          ...{ ...nodeOf(1, "Page 1"), url: "/" },
          properties: { text: { alias: "text", editorAlias: "Umbraco.TinyMCE", value: link } },
        },
      ],
    });
    const { origin } = await siteOf((url) => {
      const text = { markup: '<p><a href="https://search.example/">Search</a> Home</p>', blocks: [] };
      const own = item(1, { route: { path: "/" }, properties: { text } });
      return { body: isLookup(url) ? [] : { total: 1, items: [own] } };
    });
    expect((await found(old, origin)).lossy).toEqual(["Page 1 imported"]);
  });

  it("a fallback shows a page in a language that it does not have", async () => {
    const site = bilingualSite();
    const { origin, requests } = await siteOf((url) => ({
      body: isLookup(url)
        ? []
        : {
            total: 1,
            items: [
              item(1, {
                properties: { text: "Hold on to your cup. Hold fast i koppen." },
                cultures: { "en-us": {} },
              }),
            ],
          },
    }));
    const { lossy } = await found(site, origin);
    expect(lossy.toSorted()).toEqual(["Home da missing", "News da missing", "News en-US missing"]);
    expect(new Set(requests.map(({ headers }) => headers["accept-language"]))).toEqual(
      new Set(["en-US", "da"]),
    );
  });
});

describe("verify of a Content Delivery API: what goes wrong", () => {
  it.each<[string, { status?: number; body: unknown }, number, RegExp]>([
    [
      "no such API",
      { status: 404, body: { title: "Not Found" } },
      5,
      /answered 404: Not Found, so the Content Delivery API is not there: is it enabled on that site\?\n$/,
    ],
    ["a fault of the site", { status: 500, body: { title: "Oops" } }, 5, /answered 500: Oops\n$/],
    [
      "another answer",
      { body: { total: "1" } },
      5,
      /answered with an invalid answer: \/total must be a count\n$/,
    ],
    [
      "an item without a key",
      { body: { total: 1, items: [{ ...item(1), id: 5 }] } },
      5,
      /answered with an invalid answer: \/items\/0\/id must be a GUID\n$/,
    ],
  ])("%s", async (_, answer, expected, message) => {
    const { origin } = await siteOf(() => answer);
    const { status, stdout, stderr } = await report(oldSite(1), origin);
    expect({ status, stdout }).toEqual({ status: expected, stdout: "" });
    expect(stderr).toMatch(message);
  });

  it("a site that asks for a pause is asked again", async () => {
    let refusals = 0;
    const { origin } = await siteOf((url) => {
      if (refusals++ === 0) return { status: 503, body: {} };
      return { body: { total: 1, items: page(url, [1]) } };
    });
    expect(await found(oldSite(1), origin)).toMatchObject(NONE_LOST);
    expect(refusals).toBe(2);
  });

  it("the items of the API are lines of the report", async () => {
    const { origin } = await siteOf((url) => ({ body: isLookup(url) ? [] : { total: 1, items: [item(1)] } }));
    const { stdout } = await report(oldSite(2), origin, "--format", "ndjson");
    expect(parseLines(stdout).map(({ name, state }) => [name, state])).toEqual([
      ["Page 2", "missing"],
      ["Page 1", "imported"],
    ]);
  });
});

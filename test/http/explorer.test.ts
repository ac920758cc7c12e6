/** The explorer over HTTP: access to the page, its security policy, and its data. */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import type {
  AuditAnswer,
  FoundNodes,
  Level,
  NodeDetails,
  PathRow,
  ViewAnswer,
} from "../../src/http/explorer/explorer-api.ts";
import { SAMPLE_DIRECTORY } from "../../src/io.ts";
import { siteDataOf } from "../../src/site/site-data.ts";
import type { Source } from "../../src/site/source.ts";
import { expectProblem } from "../support/problem.ts";
import { ROOT } from "../support/repository.ts";
import {
  API_KEY,
  AUTHORIZATION,
  appOf,
  keyOf,
  nodeOf,
  smallTree,
  sourceOf,
  treeOf,
  udiOf,
} from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
const app = appOf({ explorer: {} });

function send(path: string, accept = "*/*", of = app): Promise<Response> {
  return Promise.resolve(of.request(path, { headers: { Accept: accept } }));
}

async function answer<T>(path: string, of = app): Promise<T> {
  const response = await send(path, undefined, of);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(response.headers.get("Referrer-Policy")).toBe("no-referrer");
  return (await response.json()) as T;
}

/** The directives of a policy. */
function policyOf(response: Response): Record<string, string> {
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  return Object.fromEntries(
    policy.split("; ").map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1).join(" ")]),
  );
}

describe("/explorer: GET /", () => {
  it.each([
    [BROWSER, "text/html; charset=utf-8"],
    ["*/*", "application/json; charset=utf-8"],
    ["application/json", "application/json; charset=utf-8"],
    ["application/json, text/html;q=0.5", "application/json; charset=utf-8"],
    ["text/html;q=0", "application/json; charset=utf-8"],
  ])("to %j is %s", async (accept, type) => {
    const response = await send("/", accept);
    expect(response.headers.get("Content-Type")).toBe(type);
    expect(response.headers.get("Vary")).toBe("Authorization, Api-Key, Accept-Encoding, Accept");
  });

  it("lets the page run its own script, and nothing else", async () => {
    const response = await send("/", BROWSER);
    expect(policyOf(response)).toEqual({
      "default-src": "'none'",
      "script-src": "'self'",
      "style-src": "'self'",
      "img-src": "'self' data:",
      "media-src": "'self'",
      "connect-src": "'self'",
      "frame-src": "'self'",
      "frame-ancestors": "'none'",
      "base-uri": "'none'",
      "form-action": "'none'",
      "require-trusted-types-for": "'script'",
      "trusted-types": "'none'",
    });
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Referrer-Policy")).toBe("no-referrer");
    const page = await response.text();
    expect(page).not.toMatch(/<style|style=|<script(?![^>]* src="\/explorer\/)|https?:/);
  });

  it("has its own files with ETags", async () => {
    const page = await (await send("/", BROWSER)).text();
    const paths = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path);
    expect(paths.toSorted()).toEqual(["/explorer/icon.svg", "/explorer/page.css", "/explorer/page.js"]);
    for (const path of ["/", ...paths]) {
      const first = await send(path, BROWSER);
      expect([path, first.status]).toEqual([path, 200]);
      const tag = first.headers.get("ETag") ?? "";
      const again = await app.request(path, { headers: { Accept: BROWSER, "If-None-Match": tag } });
      expect([path, again.status, await again.text()]).toEqual([path, 304, ""]);
    }
  });

  it("takes 60 kB at most, compressed", async () => {
    const paths = ["/", "/explorer/page.js", "/explorer/page.css", "/explorer/icon.svg"];
    const sizes = paths.map(async (path) => {
      const bytes = Buffer.from(await (await send(path, BROWSER)).arrayBuffer());
      return gzipSync(bytes).length;
    });
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeLessThan(60_000);
    expect(total).toBeGreaterThan(10_000);
  });

  it("is the JSON document if the explorer is off", async () => {
    const plain = appOf();
    const response = await send("/", BROWSER, plain);
    expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    for (const path of ["/explorer/page.js", "/explorer/site"])
      await expectProblem(await send(path, "*/*", plain), "unknown-path");
  });

  it("requires the key, or a loopback Host, like everything else", async () => {
    const locked = appOf({ explorer: {}, apiKey: API_KEY });
    for (const path of ["/", "/explorer/page.js", "/explorer/site"]) {
      const refused = await send(path, BROWSER, locked);
      expect(refused.headers.get("WWW-Authenticate")).toBe('Basic realm="migrations", charset="UTF-8"');
      await expectProblem(refused, "unauthorized");
      const headers = { Accept: BROWSER, Authorization: AUTHORIZATION };
      expect((await locked.request(path, { headers })).status).toBe(200);
      await expectProblem(await send(`http://rebound.example${path}`), "misdirected");
    }
  });
});

it("/explorer: does not log polls for new data", async () => {
  const targets: string[] = [];
  const logged = appOf({
    explorer: {},
    onExchange: ({ target, status }) => targets.push(`${target} ${status}`),
  });
  const first = await send("/explorer/site", undefined, logged);
  const again = { headers: { "If-None-Match": first.headers.get("ETag") ?? "" } };
  expect((await logged.request("/explorer/site", again)).status).toBe(304);
  expect(targets).toEqual(["/explorer/site 200"]);
});

/** A site that is the same in each of its languages. */
function siteIn(languages: readonly string[], onRead: (code: string) => void = () => {}): Source {
  const trees = { content: treeOf(smallTree()), media: treeOf([]) };
  const data = siteDataOf({ trees, heldLanguages: languages, culture: languages[0] });
  const inLanguage = async (code: string) => {
    onRead(code);
    return data;
  };
  return directorySource({ ...data, inLanguage });
}

describe("/explorer: data for the page", () => {
  it("/explorer/children returns a window of siblings with their numbers of children", async () => {
    const children = Array.from({ length: 250 }, (_, i) => nodeOf(i + 10, `Page ${i}`));
    const wide = appOf({ explorer: {} }, sourceOf([nodeOf(1, "Home", children), ...smallTreeAt(1000)]));
    expect(await answer<Level>("/explorer/children?kind=content", wide)).toMatchObject({
      total: 2,
      from: 0,
      rows: [
        { id: 1, children: 250 },
        { id: 1001, children: 2 },
      ],
    });
    const path = `/explorer/children?kind=content&key=${keyOf(1)}`;
    const window = await answer<Level>(`${path}&from=240&count=20`, wide);
    expect(window).toMatchObject({ total: 250, from: 240 });
    expect(window.rows.map(({ name }) => name)).toEqual(children.slice(240).map(({ name }) => name));
    const sorted = await answer<Level>(`${path}&order=-name&count=3`, wide);
    expect(sorted.rows.map(({ name }) => name)).toEqual(["Page 249", "Page 248", "Page 247"]);
  });

  it.each([[[]], [["en-US"]], [["en-US", "da-DK"]]])(
    "/explorer/audit names the languages %j",
    async (codes) => {
      const { summary } = await answer<AuditAnswer>(
        "/explorer/audit",
        appOf({ explorer: {} }, siteIn(codes)),
      );
      expect(summary.site.languages).toEqual(codes);
    },
  );

  it("holds the languages that were shown last, at most three besides the one that is served", async () => {
    const read: string[] = [];
    const source = siteIn(["en", "da", "de", "fr", "es"], (code) => read.push(code));
    const app = appOf({ explorer: {} }, source);
    for (const code of ["en", "da", "de", "fr", "da", "es", "da", "de"])
      await answer<Level>(`/explorer/children?kind=content&culture=${code}`, app);
    expect(read).toEqual(["da", "de", "fr", "es", "de"]);
  });

  it("/explorer/children has URLs that are made; the operations give what the data has", async () => {
    const data = await loadDirectory(join(ROOT, "test/fixtures/usync/cultures"), { culture: "en-US" });
    const app = appOf({ explorer: {} }, directorySource(data));
    const { rows } = await answer<Level>("/explorer/children?kind=content", app);
    expect(rows).toEqual([expect.objectContaining({ name: "English name", url: "/" })]);
    const response = await app.request("/platform/module/Migrations/GetContentAtRoot");
    expect((await response.json()) as object[]).toEqual([expect.not.objectContaining({ url: "/" })]);
  });

  it("/explorer/audit says what dead references lead to, and what lists call the section", async () => {
    const link = { alias: "link", editorAlias: null, value: udiOf("document", 99) };
    const app = appOf({ explorer: {} }, sourceOf([{ ...nodeOf(1, "Home"), properties: { link } }]));
    const { section, sections } = await answer<AuditAnswer>("/explorer/audit?section=references", app);
    expect(section?.rows.map(({ leadsTo }) => leadsTo)).toEqual([
      { kind: "content", target: keyOf(99), why: "no-such-node", count: 1 },
    ]);
    expect(sections.find(({ name }) => name === "references")?.label).toBe("dead references");
  });

  it("/explorer/path and /explorer/node return positions and fields of a node, with all digits", async () => {
    const path = await answer<PathRow[]>(`/explorer/path?kind=content&key=${keyOf(4)}`);
    expect(path.map(({ row, index, of }) => [row.id, index, of])).toEqual([
      [1, 0, 1],
      [4, 1, 2],
    ]);
    const filtered = await answer<ViewAnswer<"filter">>("/explorer/filter?kind=content&name=pro&count=1");
    const [[home, ...below]] = filtered.paths;
    expect([home.row.id, below.map(({ row }) => row.name), filtered.isMore]).toEqual([1, ["Products"], true]);
    const own = { ...nodeOf(7, "Own"), big: "<big>" };
    const text = JSON.stringify([own]).replace('"<big>"', "12345678901234567890.10");
    const exact = appOf(
      { explorer: {} },
      directorySource(await loadDirectory(dataDirectory({ "content.json": text }))),
    );
    const details = await answer<NodeDetails>(`/explorer/node?kind=content&key=${keyOf(7)}`, exact);
    expect(details.fields).toContainEqual({ name: "big", json: "12345678901234567890.10" });
    const title = { alias: "title", editorAlias: "Umbraco.TextBox" };
    const nothing = { elements: [], references: [], leftovers: [] };
    expect(details.groups).toEqual([
      {
        name: null,
        properties: [{ ...title, shape: "text", pointer: "", ...nothing, json: '"Own"', bytes: 5 }],
      },
    ]);
  });

  it.each([
    ["/explorer/children", "missing-parameter"],
    ["/explorer/children?kind=content&count=1001", "invalid-parameter"],
    ["/explorer/children?kind=content&order=nothing", "invalid-parameter"],
    [`/explorer/children?kind=media&key=${keyOf(1)}`, "no-such-node"],
    ["/explorer/node?kind=content", "missing-parameter"],
    [`/explorer/node?kind=content&key=${keyOf(99)}`, "no-such-node"],
    [`/explorer/path?kind=content&key=${keyOf(99)}`, "no-such-node"],
    [`/explorer/value?kind=content&key=${keyOf(99)}&alias=title`, "no-such-node"],
    ["/explorer/type?kind=content&typeAlias=no", "no-such-type"],
    ["/explorer/type-use?kind=content&typeAlias=no", "no-such-type"],
    ["/explorer/type-use?kind=media&typeAlias=page", "no-such-type"],
  ] as const)("reports what is wrong with %s", async (path, problem) => {
    await expectProblem(await send(path), problem);
  });

  it("/explorer/value says that the value is missing, not the node", async () => {
    const path = `/explorer/value?kind=content&key=${keyOf(1)}`;
    const { detail } = await expectProblem(await send(`${path}&alias=no`), "no-such-value");
    expect(detail).toMatch(
      /^The content node with the key \S+ has no property no\. Its properties: .*title.*\.$/,
    );
    const part = await expectProblem(await send(`${path}&alias=title&pointer=/no`), "no-such-value");
    expect(part.detail).toBe("The value of title has nothing at /no.");
  });

  it("/explorer/type-use finds a type in any case, as /explorer/type does", async () => {
    const sample = directorySource(await loadDirectory(SAMPLE_DIRECTORY));
    const site = appOf({ explorer: {} }, sample);
    const useOf = (alias: string) => answer(`/explorer/type-use?kind=content&typeAlias=${alias}`, site);
    expect(await useOf("ARTICLE")).toEqual(await useOf("article"));
  });

  it.each(["search", "name", "type", "text", "url", "editor"])(
    "/explorer/find by %s reads patterns as text, so that none keeps the server busy",
    async (name) => {
      const site = appOf(
        { explorer: {} },
        sourceOf([nodeOf(1, `${"a".repeat(60)}!`), nodeOf(2, "/(a+)+$/")]),
      );
      const path = `/explorer/find?${new URLSearchParams({ [name]: "/(a+)+$/" })}`;
      const { nodes } = await answer<FoundNodes>(path, site);
      expect(nodes.length).toBe(["search", "name", "text"].includes(name) ? 1 : 0);
      expect(JSON.stringify(nodes)).not.toContain("aaaa");
    },
  );
});

/** The small tree with other ids. */
function smallTreeAt(offset: number): ReturnType<typeof smallTree> {
  const shift = (nodes: ReturnType<typeof smallTree>): ReturnType<typeof smallTree> =>
    nodes.map((node) => nodeOf(Number(node.id) + offset, String(node.name), shift(node.children ?? [])));
  return shift(smallTree());
}

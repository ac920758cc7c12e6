/** `migrations urls`: old addresses, what has become of them, and what a new site makes of them. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { requestedUrl } from "../../src/remote/request-urls.ts";
import { siteUrls } from "../../src/site/urls/site-urls.ts";
import { keyOf as keyInDatabase, SiteDatabase } from "../formats/database/site-database.ts";
import { listening } from "../support/listening.ts";
import { parseLines } from "../support/ndjson.ts";
import { run, startCommand } from "../support/program.ts";
import { keyOf, nodeOf, treeOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";
import { shown } from "../support/terminal.ts";
import { usyncPage } from "../support/usync-files.ts";
import { NEW, OLD, page } from "./moved-pages.ts";

describe("urls lists the URLs of a site", () => {
  it("with the node of each, in each format", async () => {
    const data = OLD();
    const json = await run(["urls", "--data", data]);
    expect(json).toMatchObject({ status: 0, stderr: "" });
    expect(JSON.parse(json.stdout)).toHaveLength(5);
    expect(JSON.parse(json.stdout)[4]).toEqual({
      url: "/media/x/a.jpg",
      source: "file",
      kind: "media",
      id: 9,
      key: keyOf(9),
      type: "page",
      name: "Page 9",
    });
    const csv = await run(["urls", "--data", data, "--kind", "media", "--format", "csv"]);
    expect(csv.stdout).toBe(
      `url,source,kind,id,key,type,name,language\n/media/x/a.jpg,file,media,9,${keyOf(9)},page,Page 9,\n`,
    );
    const ndjson = await run(["urls", "--data", data, "--format", "ndjson"]);
    expect(parseLines(ndjson.stdout)).toEqual(JSON.parse(json.stdout));
    const table = await run(["urls", "--data", data, "--kind", "media", "--format", "table"]);
    expect(table.stdout).toBe(
      `url             source  kind   id  key${" ".repeat(35)}type  name\n/media/x/a.jpg  file    media   9  ${keyOf(9)}  page  Page 9\n`,
    );
  });

  it("and reports the number of nodes without a URL, and URLs of several nodes", async () => {
    const data = dataDirectory({ "content.json": [page(1, undefined), page(2, "/a/"), page(3, "/A")] });
    expect((await run(["urls", "--data", data])).stderr).toBe(
      "1 content node without a URL\n1 URL of several nodes: /a/ (2, 3)\n",
    );
    expect((await run(["urls", "--data", data, "--quiet"])).stderr).toBe("");
    const many = dataDirectory({ "content.json": [1, 2, 3, 4, 5].map((id) => page(id, "/a/")) });
    expect((await run(["urls", "--data", many])).stderr).toBe("1 URL of several nodes: /a/ (1, 2, 3, ...)\n");
  });
});

describe("urls of a site whose root has several domains", () => {
  /** A site in English and Danish with a page, whose name follows the page. */
  function siteWith(
    domains: readonly (readonly [name: string, language: number | null])[],
    varies = false,
    page = "About",
    hasOthers = false,
  ) {
    const site = new SiteDatabase();
    const danish = site.language("da-DK");
    // In which nothing is written.
    const swedish = site.language("sv-SE");
    site.type("page", { title: "Umbraco.TextBox", umbracoUrlAlias: "Umbraco.TextBox" }, { varies });
    const named = (name: string, translated: string) =>
      varies ? { names: { 1: name, [danish]: translated }, inLanguages: [1, danish] } : { name };
    const home = site.page("page", named("Home", "Hjem"));
    const alias = { alias: "umbracoUrlAlias", column: "varcharValue", value: "us, /who/we-are" } as const;
    const about = site.page("page", {
      ...named(page, "Om os"),
      parent: home,
      values: hasOthers ? [alias] : [],
    });
    if (hasOthers) {
      site.run(
        "create table umbracoRedirectUrl (id text, contentKey text, createDateUtc text, url text, culture text, urlHash text)",
      );
      site.run("insert into umbracoRedirectUrl values ('x', ?, '', ?, '', '')", [
        keyInDatabase(about),
        `${home}/old`,
      ]);
    }
    for (const [name, language] of domains)
      site.domain(name, home, language && [1, danish, swedish][language - 1]);
    return site.write();
  }
  const urlsOf = async (data: string) => {
    const { stdout } = await run(["urls", "--data", data, "--format", "ndjson"]);
    return parseLines(stdout).map(({ url }) => url);
  };

  it.each<
    [rule: string, domains: [name: string, language: number | null][], varies: boolean, urls: string[]]
  >([
    [
      "are below each domain, if the pages do not vary by language",
      [
        ["/en", 1],
        ["/da", 2],
        ["*1100", 2],
      ],
      false,
      ["/da/", "/da/about/", "/en/", "/en/about/"],
    ],
    [
      "have the hosts of the domains, if there are several",
      [
        ["example.com", 1],
        ["http://www.example.com", null],
      ],
      false,
      [
        ...["http://www.example.com/", "http://www.example.com/about/"],
        ...["https://example.com/", "https://example.com/about/"],
      ],
    ],
    [
      "are below the domains of their language, if the pages vary",
      [
        ["/en", 1],
        ["/da", 2],
        ["/uk", 1],
        ["/sv", 3],
      ],
      true,
      ["/da/", "/da/om-os/", "/en/", "/en/about/", "/uk/", "/uk/about/"],
    ],
  ])("%s", async (_, domains, varies, urls) => {
    expect((await urlsOf(siteWith(domains, varies))).toSorted()).toEqual(urls);
  });

  it("are aliases and stored redirects below each domain, too", async () => {
    const domains = [
      ["example.com", 1],
      ["www.example.com/en", 1],
    ] as const;
    const data = siteWith(domains, false, "About", true);
    expect((await urlsOf(data)).slice(2)).toEqual([
      "https://example.com/about/",
      "https://www.example.com/en/about/",
      "https://example.com/us/",
      "https://example.com/who/we-are/",
      "https://www.example.com/us/",
      "https://www.example.com/who/we-are/",
      "https://example.com/old/",
      "https://www.example.com/en/old/",
    ]);
    // Each leads to the page's URL below the same domain.
    const args = ["redirects", data, siteWith(domains, false, "Contact"), "--format", "csv"];
    expect((await run(args)).stdout.split("\n").filter((line) => /us|old/.test(line))).toEqual([
      "from,to,status",
      "/us/,https://example.com/contact/,301",
      "/old/,https://example.com/contact/,301",
      "/en/old/,https://www.example.com/en/contact/,301",
    ]);
  });

  it("are also the forms of version 7", () => {
    const content = treeOf([{ ...nodeOf(1, "About"), url: "https://a.example/about/" }]);
    const otherUrls = () => [
      { url: "https://b.example/en/about/", domain: "b.example/en", language: undefined },
    ];
    const { urls } = siteUrls({ content, media: treeOf([]) }, { legacy: true, otherUrls });
    expect(urls.slice(2).map(({ url, source }) => [url, source])).toEqual([
      ["https://a.example/about.aspx", "legacy"],
      ["https://a.example/1", "legacy"],
      ["https://b.example/en/about.aspx", "legacy"],
      ["https://b.example/1", "legacy"],
    ]);
  });
});

/** The files of a uSync folder of two pages, the second of which has this name. */
function usyncPages(name: string): Record<string, string> {
  return {
    "Content/home.config": usyncPage({ id: 1, name: "Home" }),
    "Content/page.config": usyncPage({ id: 2, parent: 1, name }),
  };
}

describe("urls and diff generate URLs for formats without URLs", () => {
  const MOVED = "1 same, 1 moved, 0 removed, 0 new\n\n> /about/  → /about-us/\n";
  const sides = () => [dataDirectory(usyncPages("About")), dataDirectory(usyncPages("About us"))];

  it("urls: for both sources", async () => {
    const [old, other] = sides();
    const args = ["urls", "--data", old, "--against", other, "--format", "table", "--quiet"];
    expect(await run(args)).toEqual({ status: 0, stdout: MOVED, stderr: "" });
  });

  const reasonsFor = (...paths: string[]) => {
    const reason = (path: string) =>
      `none of the 2 content nodes of ${path} has a URL: to generate URLs, leave out --no-urls`;
    return { status: 1, stderr: `error: ${paths.map(reason).join("; ")}\n` };
  };

  it("urls --no-urls: not; exit status 1, if no node of a kind has a URL", async () => {
    const [old, other] = sides();
    const found = await run(["urls", "--data", old, "--against", other, "--quiet", "--no-urls"]);
    expect(found).toMatchObject(reasonsFor(old, other));
  });

  it("urls: not for JSON; exit status 1, if no content node has a URL", async () => {
    const data = dataDirectory({
      "content.json": [page(1, undefined), page(2, undefined)],
      "media.json": [page(9, undefined, { type: "Folder" })],
    });
    const { status, stdout, stderr } = await run(["urls", "--data", data, "--quiet"]);
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "[]\n",
      stderr: `error: none of the 2 content nodes of ${data} has a URL\n`,
    });
    expect((await run(["urls", "--data", data, "--kind", "media", "--quiet"])).status).toBe(0);
  });

  it("diff --match url: yes, but not with --no-urls", async () => {
    const [old, other] = [usyncPages("About"), usyncPages("About")].map((files) => dataDirectory(files));
    const args = ["diff", old, other, "--match", "url", "--quiet"];
    expect(await run(args)).toMatchObject({ status: 0, stderr: "" });
    expect(await run([...args, "--no-urls"])).toMatchObject(reasonsFor(old, other));
    expect((await run(["diff", old, other, "--no-urls", "--quiet"])).status).toBe(0);
  });

  it("not for a source that has URLs", async () => {
    const both = [0, 0].map(() => dataDirectory({ "content.json": [page(1, "/")] }));
    const { status, stderr } = await run(["diff", ...both, "--match", "url", "--no-urls"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining("--no-urls cannot be used")]);
  });
});

describe("urls --against", () => {
  it("reports each URL as the same, moved, removed or new", async () => {
    const args = ["urls", "--data", OLD(), "--against", NEW()];
    const { status, stdout } = await run([...args, "--format", "table"]);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: "3 same, 1 moved, 1 removed, 1 new\n\n> /b/  → /bb/\n- /c/  (below /)\n+ /e/\n",
    });
    const rows = JSON.parse((await run(args)).stdout);
    expect(rows[2]).toMatchObject({ verdict: "moved", url: "/b/", to: "/bb/", id: 3, toKey: keyOf(3) });
    expect(rows[3]).toMatchObject({ verdict: "removed", url: "/c/", ancestor: "/" });
    expect(rows[5]).toMatchObject({ verdict: "new", to: "/e/", id: 5 });
  });

  it("reports the number of nodes that count as removed because they have no URL on the new site", async () => {
    const other = dataDirectory({ "content.json": [page(1, "/"), page(2, undefined), page(3, undefined)] });
    const { stderr } = await run(["urls", "--data", OLD(), "--against", other, "--format", "csv"]);
    expect(stderr).toBe(
      "2 nodes counted as removed that are on the new site, without a URL\n1 same, 0 moved, 4 removed, 0 new\n",
    );
  });

  it("prints the counts, which the plain view begins with, on stderr in other formats", async () => {
    const args = ["urls", "--data", OLD(), "--against", NEW(), "--format", "csv"];
    expect((await run(args)).stderr).toBe("3 same, 1 moved, 1 removed, 1 new\n");
    expect((await run([...args, "--quiet"])).stderr).toBe("");
  });
});

/** A new site with every kind of response. */
function newSite(request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? "", "http://new.example");
  const redirects: Record<string, string> = {
    "/moved/": "/there/",
    "/twice/": "/moved/",
    "/lost/": "/",
    "/round/": "/round-and/",
    "/round-and/": "/round/",
    "/wrong/": "ftp://elsewhere.example/",
  };
  if (redirects[pathname]) response.writeHead(301, { location: redirects[pathname] }).end();
  else if (pathname === "/get-only/" && request.method === "HEAD") response.writeHead(405).end();
  else if (pathname === "/broken/") response.writeHead(500).end();
  else if (pathname === "/silent/") return;
  else response.writeHead(pathname === "/gone/" ? 404 : 200).end();
}

describe("urls --request", () => {
  const OUTCOMES: Record<string, string> = {
    "/": "there",
    "/stays/": "there",
    "/get-only/": "there",
    "/moved/": "redirected",
    "/twice/": "chain",
    "/lost/": "front-page",
    "/gone/": "missing",
    "/round/": "loop",
    "/wrong/": "error",
    "/broken/": "error",
    "/silent/": "timeout",
  };

  it("--fields help lists the fields of what is printed: requests have an outcome", async () => {
    const fields = async (...args: string[]) =>
      (await run(["urls", "--sample", "--fields", "help", ...args])).stdout;
    expect(await fields("--request", "https://new.example")).toMatch(/^outcome/m);
    expect(await fields()).not.toMatch(/^outcome/m);
  });

  it("reports each redirect hop, and exits with 1 if an old URL leads nowhere", async () => {
    const url = await listening(newSite);
    const pages = Object.keys(OUTCOMES).map((path, i) => page(i + 1, path));
    const args = ["urls", "--data", dataDirectory({ "content.json": pages }), "--request", url];
    // The silent page costs this time at each run.
    args.push("--timeout", "1");
    const { status, stdout } = await run(args);
    const rows = JSON.parse(stdout);
    expect(
      Object.fromEntries(rows.map((row: { url: string; outcome: string }) => [row.url, row.outcome])),
    ).toEqual(OUTCOMES);
    expect(status).toBe(1);
    expect(rows[4]).toMatchObject({
      final: `${url}/there/`,
      status: 200,
      hops: [
        { url: `${url}/twice/`, status: 301, location: `${url}/moved/` },
        { url: `${url}/moved/`, status: 301, location: `${url}/there/` },
        { url: `${url}/there/`, status: 200 },
      ],
    });
    const narrow = await shown(args);
    expect(narrow.stdout.split("\n\n")[0]).toBe(
      "3 there, 1 redirected, 1 redirected more than once, 6 lost: 1 on the front page,\n1 missing, 1 in a loop, 2 failed, 1 timed out",
    );
    for (const lines of [
      "\nredirected more than once\n  /twice/ 301 → /moved/ 301 → /there/ 200\n",
      "\nlost: missing\n  /gone/ 404\n",
      "\nlost: in a loop\n  /round/ 301 → /round-and/ 301 → /round/ (redirects to itself)\n",
      "\nlost: timed out\n  /silent/ (timed out: no data for 1 s; try a larger --timeout)\n",
    ])
      expect(narrow.stdout).toContain(lines);
  });

  it("with --against compares where URLs lead, and does not request URLs of removed pages", async () => {
    const url = await listening(newSite);
    const old = dataDirectory({
      "content.json": [page(1, "/moved/"), page(2, "/twice/"), page(3, "/gone/")],
    });
    const other = dataDirectory({ "content.json": [page(1, "/there/"), page(2, "/another/")] });
    const args = ["urls", "--data", old, "--against", other, "--request", url, "--format", "csv"];
    const { status, stdout, stderr } = await run(args);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: "1 URL of removed pages, not requested\n1 redirected, 1 lost: 1 on another page\n",
    });
    expect(stdout.split("\n").map((line) => line.split(",").slice(0, 2).join(" "))).toEqual([
      "outcome url",
      "redirected /moved/",
      "elsewhere /twice/",
      "",
    ]);
  });

  it("with --against a listing without media requests no file", async () => {
    const requested: (string | undefined)[] = [];
    const url = await listening((request, response) => {
      requested.push(request.url);
      newSite(request, response);
    });
    const old = dataDirectory({
      "content.json": [page(1, "/stays/"), page(2, "/gone/")],
      "media.json": [page(8, "/media/a.jpg"), page(9, "/media/b.jpg")],
    });
    const listing = dataDirectory({ "imported.csv": `key,url\n${keyOf(1)},/stays/\n` });
    const args = ["urls", "--data", old, "--against", join(listing, "imported.csv"), "--request", url];
    const { status, stdout, stderr } = await run([...args, "--format", "csv"]);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr:
        "2 URLs of media left out, since the listing has none\n1 URL of removed pages, not requested\n1 there\n",
    });
    expect(requested).toEqual(["/stays/"]);
    expect(stdout).not.toContain("/media/");
  });

  it("reports a file as lost if a page or an empty file is in its place, but not if only HEAD says so", async () => {
    const url = await listening(({ url = "", method }, response) => {
      const type = { "content-type": url.endsWith("a.pdf") ? "text/html" : "application/pdf" };
      if (method === "GET" && url.endsWith("c.pdf")) response.writeHead(200, type).end("%PDF");
      else if (url.startsWith("/media/b")) response.writeHead(200, { ...type, "content-length": 0 }).end();
      else response.writeHead(200, { "content-type": "text/html" }).end();
    });
    const files = ["/media/a.pdf", "/media/b.pdf", "/media/c.pdf"];
    const data = dataDirectory({
      "content.json": [page(1, "/a/")],
      "media.json": files.map((file, at) => page(7 + at, file, { type: "File" })),
    });
    const { status, stdout } = await run(["urls", "--data", data, "--request", url]);
    const rows = JSON.parse(stdout).map((row: Record<string, string>) => [row.url, row.outcome, row.reason]);
    expect({ status, rows }).toEqual({
      status: 1,
      rows: [
        ["/a/", "there", undefined],
        ["/media/a.pdf", "elsewhere", "is a page instead of a file"],
        ["/media/b.pdf", "missing", "is an empty file"],
        ["/media/c.pdf", "there", undefined],
      ],
    });
    expect((await shown(["urls", "--data", data, "--request", url])).stdout).toContain(
      "\n  /media/a.pdf 200 (is a page instead of a file)\n",
    );
  });

  it("reports URLs as lost if most of them lead to one page that is none of theirs, such as that of a login", async () => {
    const to = (location: (path: string) => string | undefined) =>
      listening(({ url = "" }, response) => {
        const target = location(url);
        response.writeHead(
          target === undefined ? 200 : 302,
          target === undefined ? {} : { location: target },
        );
        response.end();
      });
    const paths = ["/a/", "/b/", "/c/", "/d/", "/e/"];
    const data = dataDirectory({ "content.json": paths.map((path, at) => page(at + 1, path)) });
    const request = async (url: string) => {
      const { status, stdout, stderr } = await run(["urls", "--data", data, "--request", url]);
      const outcomes = JSON.parse(stdout).map((row: Record<string, string>) => row.outcome);
      return { status, outcomes: outcomes.join(" "), stderr: stderr.replaceAll(url, "SITE") };
    };
    const isOld = (path: string) => paths.includes(path);
    const login = await to((path) =>
      isOld(path) && path !== "/e/" ? `/login?ReturnUrl=${encodeURIComponent(path)}` : undefined,
    );
    expect(await request(login)).toEqual({
      status: 1,
      outcomes: "elsewhere elsewhere elsewhere elsewhere there",
      stderr:
        "4 of 5 URLs lead to SITE/login, which is the page of none of them: for a login, use --header-file\n1 there, 4 lost: 4 on another page\n",
    });
    // Half of the URLs, several pages of one script, and the page of an old URL.
    for (const [target, status] of [
      [(path: string) => (path < "/c" && isOld(path) ? "/one/" : undefined), 0],
      [(path: string) => (isOld(path) ? `/index.php?id=${path.charCodeAt(1)}` : undefined), 0],
      [(path: string) => (isOld(path) && path !== "/a/" ? "/a/" : undefined), 0],
    ] as const) {
      expect(await request(await to(target))).toMatchObject({ status });
    }
  });

  it("--accept leaves out lost URLs of pages and files, and reports lines that name nothing", async () => {
    const url = await listening((request, response) =>
      response.writeHead(request.url === "/stays/" ? 200 : 404).end(),
    );
    const data = dataDirectory({
      "content.json": [page(1, "/stays/"), page(2, "/gone/"), page(3, "/gone-too/", { type: "poll" })],
      "media.json": [page(9, "/media/x/a.pdf", { type: "File" })],
      "lost.txt": `${keyOf(2)} # closed\npoll\n/media/x/a.pdf\n/nowhere/\n1\ntextPage.oldTeaser\n`,
    });
    const args = ["urls", "--data", data, "--request", url, "--format", "csv"];
    expect(await run(args)).toMatchObject({ status: 1, stderr: "1 there, 3 lost: 3 missing\n" });
    const file = join(data, "lost.txt");
    const { status, stdout, stderr } = await run([...args, "--accept", file]);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: `1 there, 3 accepted\n1 line of --accept matches nothing: ${file}:4: /nowhere/\n`,
    });
    expect(stdout.split("\n").map((line) => line.split(",").slice(0, 2).join(" "))).toEqual([
      "outcome url",
      "there /stays/",
      "",
    ]);
    const one = await run([...args, "--accept", join(dataDirectory({ "lost.txt": "/gone/" }), "lost.txt")]);
    expect([one.status, one.stderr]).toEqual([1, "1 there, 1 accepted, 2 lost: 2 missing\n"]);
    expect((await run(["urls", "--data", data, "--accept", file])).status).toBe(2);
  });

  it("reports a redirect to another host as elsewhere, unless --against has the page at that URL", async () => {
    const other = await listening((_, response) => response.end());
    const away = other.replace("127.0.0.1", "localhost");
    const url = await listening((request, response) =>
      response.writeHead(301, { location: `${away}${request.url}` }).end(),
    );
    const data = dataDirectory({ "content.json": [page(1, "/a/")] });
    const { status, stdout } = await run(["urls", "--data", data, "--request", url]);
    expect({ status, outcome: JSON.parse(stdout)[0].outcome }).toEqual({ status: 1, outcome: "elsewhere" });
    const there = dataDirectory({ "content.json": [page(1, `${away}/a/`)] });
    const compared = await run(["urls", "--data", data, "--against", there, "--request", url]);
    expect({ status: compared.status, outcome: JSON.parse(compared.stdout)[0].outcome }).toEqual({
      status: 0,
      outcome: "there",
    });
  });

  describe("--header-file", () => {
    const TOKEN = "Basic c3RhZ2luZzpoaWRkZW4=";
    const fileOf = (text: string) => join(dataDirectory({ "headers.txt": text }), "headers.txt");
    const data = () => dataDirectory({ "content.json": [page(1, "/a/"), page(2, "/away/")] });

    it("sends the headers to the site, never to another origin, and prints no value", async () => {
      const seen: (string | undefined)[] = [];
      const away = await listening((request, response) => {
        seen.push(request.headers.authorization ?? request.headers["x-token"]?.toString());
        response.end();
      });
      const url = await listening((request, response) => {
        if (request.headers.authorization !== TOKEN || request.headers["x-token"] !== "a b c d") {
          response.writeHead(401).end();
        } else if (request.url === "/away/") {
          response.writeHead(302, { location: `${away}/?token=${encodeURIComponent(TOKEN)}` }).end();
        } else response.end();
      });
      const refused = await run(["urls", "--data", data(), "--request", url]);
      expect(JSON.parse(refused.stdout)).toMatchObject([{ status: 401 }, { status: 401 }]);
      const file = fileOf(`Authorization: ${TOKEN}\r\n\nX-Token:a b c d\n`);
      const args = ["urls", "--data", data(), "--request", url, "--header-file", file];
      const { stdout, stderr, status } = await run(args);
      expect(JSON.parse(stdout)).toMatchObject([{ outcome: "there" }, { final: `${away}/?token=***` }]);
      expect(stderr).toBe("1 there, 1 redirected\n");
      expect(stdout + stderr).not.toMatch(/c3RhZ2luZ|hidden/);
      expect({ status, seen }).toEqual({ status: 0, seen: [undefined] });
    });

    it.each([
      ["Authorization", /headers\.txt:1: must be a header, such as Authorization: Basic \.\.\.$/m],
      ["a: b\nsecret-token-1", /:2: must be a header/],
      ["Host: x", /:1: Host cannot be set$/m],
      ["X-A: 1\nx-a: 2", /:2: x-a is there twice$/m],
      ["\n\n", /has no headers$/m],
    ])("refuses a file with %j, without printing it", async (text, message) => {
      const args = ["urls", "--data", data(), "--request", "http://127.0.0.1:1"];
      const { status, stderr } = await run([...args, "--header-file", fileOf(text)]);
      expect(stderr).toMatch(message);
      expect(stderr).not.toContain("secret-token-1");
      expect(status).toBe(2);
    });
  });

  it("requestedUrl: has a result for a URL whose request ends in any fault; an interruption is no result", async () => {
    const node = { kind: "content", id: 1, key: "1", type: "page", name: "A" } as const;
    const request = { url: { url: "/a/", source: "url", node }, asked: "http://new.example/a/" } as never;
    const fails = async () => {
      throw new TypeError("a fault");
    };
    expect(await requestedUrl(request, fails, new AbortController().signal)).toMatchObject({
      outcome: "error",
      url: "/a/",
      trace: { hops: [{ url: "http://new.example/a/" }], failure: { reason: "TypeError: a fault" } },
    });
    expect(await requestedUrl(request, fails, AbortSignal.abort())).toBeUndefined();
  });

  it("prints its results when interrupted", async () => {
    let onSilent = () => {};
    const isSilent = new Promise<void>((resolve) => {
      onSilent = resolve;
    });
    const url = await listening((request, response) => {
      if (request.url === "/silent/") onSilent();
      newSite(request, response);
    });
    const data = dataDirectory({ "content.json": [page(1, "/stays/"), page(2, "/silent/")] });
    const args = ["urls", "--data", data, "--request", url, "--concurrency", "1", "--format", "table"];
    const { stop, until, output } = startCommand(args);
    await isSilent;
    const ended = stop("SIGINT");
    await until(/there/);
    expect(await ended).toBe(130);
    expect(output.stdout).toBe("1 there\n");
  });
});

/** `writeRedirects`: each form, read back by other readers. */
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import type { Redirect } from "../../src/analysis/urls/map-urls.ts";
import { writeRedirects } from "../../src/output/redirects.ts";
import { freePort, isInstalled, startNginx } from "../support/nginx.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const NODE = {
  kind: "content",
  index: 0,
  id: 1,
  key: "5f0c9e7a-0000-4000-8000-000000000001",
  type: "page",
  name: "P",
} as const;

/** Paths with characters that are special in a form. */
const PATHS = [
  "/plain/",
  "/a%20b/",
  "/a,b/",
  "/a;b/",
  "/quote%22d/",
  "/it's/",
  "/bl%C3%A5b%C3%A6r/",
  "/100%25/",
  "/a*b/",
  "/a:b/",
  "/$host/",
  "/a&b<c>/",
  `/${"long".repeat(75)}/`,
];

const redirectTo = (path: string, to: string, query = ""): Redirect => ({ path, query, to, node: NODE });
const HARD = PATHS.map((path, i) => redirectTo(path, `/new/${i}/?q=a%20b&c=$d,e;f`));

/** Reads CSV (RFC 4180). */
function readCsv(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let isQuoted = false;
  const chars = [...text];
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i];
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (chars[i + 1] === '"') cell += chars[++i];
      else isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === separator || char === "\n") {
      rows.at(-1)?.push(cell);
      cell = "";
      if (char === "\n") rows.push([]);
    } else cell += char;
  }
  return rows.filter((row) => row.length > 0);
}

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

describe("writeRedirects: forms of CSV", () => {
  it("skybrud: key and type of target pages, without a root", () => {
    const { lines, problems } = writeRedirects(HARD, "skybrud", 301);
    const [head, ...rows] = readCsv(textOf(lines), ",");
    expect(head.join()).toBe(
      "Root Key,Original URL,Destination Type,Destination Key,Destination URL,Type,Forward",
    );
    expect(rows).toEqual(
      HARD.map(({ path, to }) => ["", path, "Content", NODE.key, to, "Permanent", "False"]),
    );
    expect(problems).toEqual([]);
  });

  it("skybrud: a path that is not a page's is reported, since the import would refuse it", () => {
    const { node: _, ...nowhere } = redirectTo("/a/", "/nowhere/");
    const whole = { ...nowhere, path: "/b/", to: "https://new.example/" };
    const { lines, problems } = writeRedirects([nowhere, whole], "skybrud", 302);
    expect(lines.slice(1)).toEqual([",/b/,Url,,https://new.example/,Temporary,False"]);
    expect(problems).toEqual([
      "1 not written, since the target must be a page or file of the new site, or a full URL: /a/",
    ]);
  });

  it("urltracker: semicolons between cells, no ids", () => {
    const [head, ...rows] = readCsv(textOf(writeRedirects(HARD, "urltracker", 302).lines), ";");
    expect(head).toHaveLength(10);
    expect(rows).toEqual(HARD.map(({ path, to }) => ["", "", path, "", to, "", "302", "False", "False", ""]));
  });

  it("urltracker: no duplicate URLs", () => {
    const twice = [...HARD, redirectTo("/PLAIN", "/other/")];
    const { count, problems } = writeRedirects(twice, "urltracker", 301);
    expect({ count, problems }).toEqual({
      count: HARD.length,
      problems: ["1 not written, since another redirect has the same address for its reader: /PLAIN"],
    });
  });

  it("wordpress: the columns that its plug-in Redirection imports", () => {
    const queried = redirectTo("/news.php", "/news/", "?newsid=3598");
    const [head, ...rows] = readCsv(textOf(writeRedirects([...HARD, queried], "wordpress", 302).lines), ",");
    expect(head).toEqual(["source", "target", "regex", "code"]);
    expect(rows).toEqual([
      ...HARD.map(({ path, to }) => [path, to, "0", "302"]),
      ["/news.php?newsid=3598", "/news/", "0", "302"],
    ]);
  });

  it("csv: from, to, status, with queries", () => {
    const { lines } = writeRedirects([redirectTo("/a.aspx", "/a/", "?id=1,2")], "csv", 301);
    expect(readCsv(textOf(lines), ",")).toEqual([
      ["from", "to", "status"],
      ["/a.aspx?id=1,2", "/a/", "301"],
    ]);
  });
});

describe("writeRedirects: iis", () => {
  it("is XML with each path as it is, decoded, with and without its slash", () => {
    const map = new Map<string, string>();
    const parser = new SaxesParser();
    parser.on("opentag", ({ name, attributes }) => {
      if (name === "add") map.set(String(attributes.key), String(attributes.value));
    });
    parser.write(textOf(writeRedirects(HARD, "iis", 301).lines)).close();
    for (const { path, to } of HARD) {
      for (const key of [path, path.slice(0, -1), decodeURIComponent(path)]) expect(map.get(key)).toBe(to);
    }
    expect(new Set([...map.keys()].map((key) => key.toLowerCase())).size).toBe(map.size);
  });

  it.each([
    [301, "Permanent"],
    [302, "Found"],
  ] as const)("begins with the rule that uses the map, in a comment: %i", (status, type) => {
    const text = textOf(writeRedirects(HARD, "iis", status).lines);
    const [, comment = ""] = /^<!--[^\n]*\n([\s\S]*?)-->\n<rewriteMaps>/.exec(text) ?? [];
    const attributes: Record<string, string> = {};
    const parser = new SaxesParser();
    parser.on("opentag", (tag) => {
      for (const [name, value] of Object.entries(tag.attributes))
        attributes[`${tag.name} ${name}`] = String(value);
    });
    parser.write(comment).close();
    const [, map] = /<rewriteMap name="(\w+)">/.exec(text) ?? [];
    expect(attributes).toEqual({
      "rewriteMaps configSource": "THIS_FILE",
      "rule name": "Redirects",
      "rule stopProcessing": "true",
      "match url": ".*",
      "add input": `{${map}:{REQUEST_URI}}`,
      "add pattern": "(.+)",
      "action type": "Redirect",
      "action url": "{C:1}",
      "action appendQueryString": "false",
      "action redirectType": type,
    });
  });

  it("has no duplicate keys, which IIS refuses, and no characters that XML forbids", () => {
    const twins = [
      redirectTo("/a%2520b/", "/x/"),
      redirectTo("/a%20b/", "/y/"),
      redirectTo("/%EF%BF%BE/", "/z/"),
    ];
    const { lines, problems } = writeRedirects(twins, "iis", 301);
    const keys = lines.flatMap((line) => /key="([^"]*)"/.exec(line)?.[1].toLowerCase() ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(lines.join("")).not.toContain("\uFFFE");
    expect(problems).toEqual([
      "1 not written, since another redirect has the same address for its reader: /a%20b/",
    ]);
  });

  it("reports a file that is larger than IIS accepts", () => {
    const many = Array.from({ length: 3000 }, (_, i) => redirectTo(`/old/${i}/`, `/new/${i}/`));
    expect(writeRedirects(many, "iis", 301).problems).toEqual([
      expect.stringMatching(
        /^\d+ KB are more than the 250 KB that IIS takes without a setting in the registry$/,
      ),
    ]);
  });
});

it("writeRedirects: netlify has lines of three words, without placeholders, with and without the last slash", () => {
  const lines = writeRedirects(HARD, "netlify", 301).lines.map((line) => line.split(" "));
  for (const { path, to } of HARD) {
    const source = path.replaceAll("*", "%2A").replaceAll(":", "%3A");
    expect(lines).toContainEqual([source, to, "301"]);
    expect(lines).toContainEqual([source.slice(0, -1), to, "301"]);
  }
  expect(lines.every((words) => words.length === 3 && !/[*:]/.test(words[0]))).toBe(true);
});

/** What a `.htaccess` answers to a path with a query, read as mod_rewrite reads it. */
function htaccessTarget(lines: readonly string[], url: string): string | undefined {
  const [path, query = ""] = url.split("?");
  let isAllowed = true;
  for (const line of lines) {
    const [directive, subject, pattern = ""] = line.split(" ");
    if (directive === "RewriteCond") isAllowed = new RegExp(pattern).test(query);
    if (directive !== "RewriteRule") continue;
    if (isAllowed && new RegExp(subject, "iu").test(decodeURIComponent(path).slice(1)))
      return pattern.replace(/\\(.)/g, "$1");
    isAllowed = true;
  }
  return undefined;
}

describe("writeRedirects: htaccess", () => {
  it("is a rule for each, whatever the characters of its path", () => {
    const { lines, problems } = writeRedirects(HARD, "htaccess", 301);
    expect(problems).toEqual([]);
    expect(lines.slice(0, 3)).toEqual([
      "# In the .htaccess of the site's root, above all other rules; needs mod_rewrite (Apache 2.4).",
      "RewriteEngine On",
      "RewriteRule ^plain/?$ /new/0/?q=a\\%20b&c=\\$d,e;f [R=301,L,NE,NC]",
    ]);
    for (const { path, to } of HARD) {
      expect(htaccessTarget(lines, path)).toBe(to);
      expect(htaccessTarget(lines, path.slice(0, -1))).toBe(to);
    }
    expect(htaccessTarget(lines, "/plain/more/")).toBeUndefined();
  });

  it("matches a query before the path alone, and drops it", () => {
    const both = [redirectTo("/news.php", "/news/"), redirectTo("/news.php", "/fog/", "?id=1.2")];
    const { lines } = writeRedirects(both, "htaccess", 302);
    expect(lines.slice(2)).toEqual([
      "RewriteCond %{QUERY_STRING} ^id\\x3d1\\.2$",
      "RewriteRule ^news\\.php/?$ /fog/ [R=302,L,NE,NC,QSD]",
      "RewriteRule ^news\\.php/?$ /news/ [R=302,L,NE,NC]",
    ]);
    expect(["?id=1.2", "?id=1x2", ""].map((query) => htaccessTarget(lines, `/news.php${query}`))).toEqual([
      "/fog/",
      "/news/",
      "/news/",
    ]);
  });
});

it("writeRedirects: netlify matches queries by their names and values", () => {
  const { lines } = writeRedirects([redirectTo("/a.aspx", "/a/", "?id=1&q=a%20b")], "netlify", 301);
  expect(lines).toEqual(["/a.aspx id=1 q=a%20b /a/ 301", "/a.aspx/ id=1 q=a%20b /a/ 301"]);
});

describe.skipIf(!isInstalled("nginx", "-v"))("writeRedirects: nginx (skipped if it is not installed)", () => {
  it("serves the redirects of its file", async () => {
    const { lines, problems } = writeRedirects(HARD, "nginx", 301);
    expect(problems).toEqual([]);
    const bucket = /map_hash_bucket_size \d+;/.exec(textOf(lines))?.[0] ?? "";
    const port = await startWithMap(textOf(lines), bucket);
    for (const { path, to } of HARD) {
      const wanted = to.replaceAll("$", "%24");
      expect(await locationOf(port, path)).toBe(`http://127.0.0.1:${port}${wanted}`);
      expect(await locationOf(port, path.slice(0, -1))).toBe(`http://127.0.0.1:${port}${wanted}`);
    }
    expect(await locationOf(port, "/another/")).toBeUndefined();
  });
});

/** @returns the port that it listens on */
async function startWithMap(map: string, bucket: string): Promise<number> {
  const folder = temporaryDirectory();
  const port = await freePort();
  writeFileSync(join(folder, "redirects.map"), map);
  const server = `server { listen 127.0.0.1:${port}; location / { if ($new_uri) { return 301 $new_uri; } return 404; } }`;
  const http = `${bucket} map $uri $new_uri { include ${folder}/redirects.map; } ${server}`;
  await startNginx(folder, http, () => locationOf(port, "/"));
  return port;
}

/** The `Location` of the response. */
function locationOf(port: number, path: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, agent: false }, (response) => {
      response.resume();
      resolve(response.headers.location);
    });
    sent.on("error", reject).end();
  });
}

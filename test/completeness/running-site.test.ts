/** `verify` against the pages of a running site: what visitors get is compared, whatever the system and the theme are. */
import { readFileSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SiteDatabase } from "../formats/database/site-database.ts";
import { listening } from "../support/listening.ts";
import { parseLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { answerFrom, content, type NewSite, newSite, oldSite, THEMES, value } from "./themed-site.ts";

/** The status, and all losses and findings of the report, with the names of their pages. */
async function verified(answer: RequestListener, args: readonly string[] = [], old = oldSite()) {
  const url = await listening(answer);
  const { status, stdout, stderr } = await run(["verify", old, url, "--format", "ndjson", ...args]);
  const rows = status === 0 || status === 1 ? parseLines(stdout) : [];
  const lost = rows
    .filter(({ row }) => row === "page")
    .flatMap((page) => [
      ...(page.state === "missing" ? [`${page.name}: ${page.state} (${page.status})`] : []),
      ...(page.state === "missing" ? [] : ["words", "references", "images", "elements", "values"]).flatMap(
        (part) => page[`${part}Missing`].map((each: string) => `${page.name}: ${part}: ${each}`),
      ),
      ...page.findings.map((each: string) => `${page.name}: ${each}`),
    ]);
  return { status, lost, stderr: stderr.replaceAll(url, "SITE"), rows };
}

const changed = (change: (site: NewSite) => void, theme = THEMES.main) => {
  const site = newSite(theme);
  change(site);
  return site;
};
const replaced = (path: string, from: string | RegExp, to: string) => (site: NewSite) => {
  expect(site.pages[path]).toMatch(from);
  site.pages[path] = site.pages[path].replace(from, to);
};
const ABOUT = "/about/";
const ECHO = "/events/long-echo/";

describe.each(Object.keys(THEMES))("verify of a running site with the theme %s", (theme) => {
  it("finds no loss if everything is shown", async () => {
    const { status, lost, stderr } = await verified(answerFrom(newSite(THEMES[theme])));
    expect({ status, lost }).toEqual({ status: 0, lost: [] });
    expect(stderr).toMatch(/^reading the pages of SITE\n9 pages read in \d+ requests\n$/);
  });

  const LOSSES: [what: string, change: (site: NewSite) => void, lost: string[]][] = [
    [
      "a page",
      (site) => {
        delete site.pages[ECHO];
      },
      [
        "Long echo: missing (missing)",
        "About: references: Long echo",
        "About: broken: /events/long-echo/ does not answer",
      ],
    ],
    ["a word", replaced(ABOUT, "half past nine", "half past"), ["About: words: nine."]],
    [
      "a block",
      replaced(ABOUT, /<section>.*?<\/section>/, ""),
      ["About: words: You do not hear the horn, you stand in it", "About: elements: quote in quotes"],
    ],
    [
      "the text of a node that is no page",
      replaced(ABOUT, "Ingrid has tuned foghorns since", "Since"),
      ["Ingrid: words: Ingrid has tuned foghorns"],
    ],
    [
      "a word of a node that is no page, which its page has besides",
      replaced(ABOUT, "since the harbour was", "since the was"),
      ["Ingrid: words: harbour"],
    ],
    [
      "a link",
      replaced(ABOUT, /<a href="https:[^>]*>/, "<a>"),
      ["About: references: https://fog.example/horns?id=7"],
    ],
    [
      "the query of a link",
      replaced(ABOUT, "?id=7", ""),
      [
        "About: references: https://fog.example/horns?id=7 (the same host and path is there, with other parameters)",
      ],
    ],
    [
      "a link to nowhere",
      replaced(ABOUT, `href="${ECHO}"`, 'href="/nowhere/"'),
      ["About: references: Long echo", "About: broken: /nowhere/ does not answer"],
    ],
    [
      "a link to another page",
      replaced(ABOUT, `href="${ECHO}"`, 'href="/events/"'),
      ["About: references: Long echo"],
    ],
    [
      "a mail address",
      replaced(ABOUT, "mailto:fog@", "mailto:smog@"),
      ["About: references: mailto:fog@horn.example"],
    ],
    ["an image", replaced(ABOUT, /<img[^>]*>/, ""), ["About: images: Pier", "About: alt: The pier at dawn"]],
    ["a lazy image", replaced(ECHO, "horn-0-", "other-"), ["Long echo: images: Hero 0"]],
    ["a price", replaced(ECHO, "499.50", "49.95"), ["Long echo: values: price 499.5"]],
    ["a date", replaced(ECHO, "June 23", "June 24"), ["Long echo: values: date 2026-06-23T00:00:00"]],
    [
      "a text that is escaped twice",
      replaced(ABOUT, "für", "f&amp;uuml;r"),
      ["About: encoded: visitors see f&uuml;r"],
    ],
    [
      "a page at the URL of another",
      (site) => {
        site.redirects[ECHO] = "/events/rope-and-tar/";
      },
      [],
    ],
  ];

  it.each(LOSSES)("finds %s", async (what, change, expected) => {
    const { status, lost } = await verified(answerFrom(changed(change, THEMES[theme])));
    expect(status).toBe(1);
    if (expected.length > 0) expect(lost.toSorted()).toEqual(expect.arrayContaining(expected.toSorted()));
    else expect(lost.join("\n"), what).toMatch(/^Long echo: same-url: /m);
    // Other pages link to the page that is gone, which the old ones did not.
    const others = lost.filter((each) => !/^(?:About|Long echo|Ingrid):|: broken: /.test(each));
    expect(others).toEqual([]);
  });
});

it.each<[what: string, change: (site: NewSite) => void, found: string]>([
  ["a wrong anchor", replaced(ABOUT, 'href="#hours"', 'href="#days"'), "About: anchors: no link to #hours"],
  ["a lost anchor", replaced(ABOUT, 'id="hours"', ""), "About: anchors: #hours is not on the page"],
])("verify of a running site reports %s, which is no loss", async (_, change, found) => {
  expect(await verified(answerFrom(changed(change)))).toMatchObject({ status: 0, lost: [found] });
});

describe("verify of a running site takes for no loss", () => {
  const HARMLESS: [what: string, change: (site: NewSite) => void][] = [
    [
      "a page that has moved, with links to its new URL",
      (site) => {
        site.redirects[ECHO] = "/concerts/echo/";
        site.pages["/concerts/echo/"] = site.pages[ECHO];
        site.pages[ABOUT] = site.pages[ABOUT].replace(ECHO, "/concerts/echo/");
      },
    ],
    [
      "a link that is redirected",
      (site) => {
        replaced(ABOUT, `"${ECHO}"`, '"/events/long-echo"')(site);
        site.redirects["/events/long-echo"] = ECHO;
      },
    ],
    ["parameters of links", replaced(ABOUT, "?id=7", "?id=7&amp;utm_source=museum")],
    ["entities", replaced(ABOUT, "für", "f&uuml;r")],
    [
      "other tags and attributes",
      replaced(ABOUT, /<section><p>(.*?)<\/p><\/section>/, "<blockquote class=q>$1</blockquote>"),
    ],
    ["a soft hyphen and a comment in a word", replaced(ABOUT, "grandmother", "grand&shy;mo<!-- x -->ther")],
    [
      "a banner on all pages",
      (site) => {
        for (const path of Object.keys(site.pages)) {
          site.pages[path] = site.pages[path].replace("</h1>", "</h1><p>Seven horns answer: book now</p>");
        }
      },
    ],
    [
      "images in a picture with a copy in noscript",
      replaced(
        ECHO,
        /<img[^>]*>/,
        '<picture><source srcset="/img/horn-0-scaled.jpg?w=1 1x"><img src="/img/horn-0-scaled.jpg"></picture><noscript><img src="/img/horn-0-scaled.jpg"></noscript>',
      ),
    ],
    [
      "a slash less",
      (site) => {
        site.pages["/about"] = site.pages[ABOUT];
        site.redirects[ABOUT] = "/about";
        delete site.pages[ABOUT];
      },
    ],
  ];

  it.each(HARMLESS)("%s", async (_, change) => {
    const { status, lost } = await verified(answerFrom(changed(change)));
    expect({ status, lost }).toEqual({ status: 0, lost: [] });
  });
});

it.each<[name: string, status: number]>([
  ["q-1f3a9c02.png", 0],
  ["q-800x600.png", 0],
  ["q-street.png", 1],
])("verify of a running site shows the image q.png as %s: exit status %i", async (name, status) => {
  const body = {
    editorAlias: "Umbraco.TinyMCE",
    value: '<p>Press the key <img src="/media/1/q.png"> now</p>',
  };
  const page = { id: 1, key: keyOf(1), name: "Keys", type: "page", url: "/", template: "page", children: [] };
  const old = dataDirectory({ "content.json": [{ ...page, properties: { body } }] });
  const html = `<main><h1>Keys</h1>${body.value.replace("/media/1/q.png", `/img/${name}`)}</main>`;
  const site = { pages: { "/": html }, redirects: {}, files: new Set([`/img/${name}`]) };
  expect((await run(["verify", old, await listening(answerFrom(site)), "--quiet"])).status).toBe(status);
});

it("verify does not look for umbracoNaviHide, a switch, as a number in the text if the data has no types", async () => {
  const page = (id: number, text: string) => ({
    ...{ id, key: keyOf(id), name: `Level ${id}`, type: "game", url: `/${id}/`, template: "game" },
    ...{ properties: { umbracoNaviHide: { value: "0" }, text: { value: text } }, children: [] },
  });
  const levels = Array.from({ length: 20 }, (_, at) =>
    page(at + 1, at < 2 ? "Seven horns answered" : "You begin with 0 lives"),
  );
  const old = dataDirectory({ "content.json": levels });
  const listing = join(temporaryDirectory(), "imported.ndjson");
  const rows = levels.map(({ key, url, properties }) => ({
    key,
    url,
    html: `<p>${properties.text.value}</p>`,
  }));
  writeFileSync(listing, rows.map((row) => JSON.stringify(row)).join("\n"));
  expect((await run(["verify", old, listing, "--format", "json"])).stdout).not.toContain('"numbers"');
});

it("verify of a running site keeps a relative link that is written as before, unless nothing is there", async () => {
  const body = {
    editorAlias: "Umbraco.TinyMCE",
    value: '<p><a href="maps/pier.htm?floor=2">The pier</a></p>',
  };
  const old = dataDirectory({
    "content.json": [
      { id: 1, key: keyOf(1), name: "Home", type: "page", url: "/", properties: {} },
      { id: 2, key: keyOf(2), name: "Visit", type: "page", url: "/visit/", properties: { body } },
    ].map((node) => ({ ...node, children: [], template: "page" })),
  });
  const WELCOME = "<header>Welcome to all who come by sea</header>";
  const site = (files: string[]) => ({
    pages: { "/": WELCOME, "/visit/": `${WELCOME}<main>${body.value}</main>` },
    ...{ redirects: {}, files: new Set(files) },
  });
  const statusOf = async (files: string[]) =>
    (await run(["verify", old, await listening(answerFrom(site(files))), "--quiet"])).status;
  expect(await statusOf(["/visit/maps/pier.htm"])).toBe(0);
  expect(await statusOf([])).toBe(1);
});

describe("verify of a running site: options", () => {
  it("does not compare names, and refuses --fail-on names", async () => {
    const url = await listening(answerFrom(newSite()));
    const { stdout } = await run(["verify", oldSite(), url]);
    expect(stdout).toMatch(/^0 URLs changed\nnot compared: 9 names\n/m);
    const refused = await run(["verify", oldSite(), url, "--quiet", "--fail-on", "words,names"]);
    expect(refused).toMatchObject({
      status: 2,
      stderr: `error: --fail-on names cannot be used with the pages of ${url}, whose names are not compared\n`,
    });
  });

  it("--map names new URLs of pages", async () => {
    const site = changed(({ pages }) => {
      pages["/new/echo"] = pages[ECHO];
      pages[ABOUT] = pages[ABOUT].replace(ECHO, "/new/echo");
      delete pages[ECHO];
    });
    const map = join(dataDirectory({ "map.csv": `old,new\n${ECHO},/new/echo\n` }), "map.csv");
    expect((await verified(answerFrom(site))).status).toBe(1);
    const { status, lost } = await verified(answerFrom(site), ["--map", map]);
    expect({ status, lost: lost.filter((each) => !each.includes(": broken: ")) }).toEqual({
      status: 0,
      lost: [],
    });
  });

  it("--within names the element of the content", async () => {
    const site = changed(replaced(ABOUT, "half past nine", "half past"), THEMES.body);
    const { lost } = await verified(answerFrom(site), ["--within", "#text"]);
    expect(lost).toEqual(["About: words: nine."]);
    const { status, stderr } = await verified(answerFrom(site), ["--within", "div > p"]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'error: --within takes a tag, #id or .class, not "div > p"\n',
    });
  });

  it("--save writes what was read as a listing, and does not overwrite a file", async () => {
    const path = join(temporaryDirectory(), "saved.ndjson");
    expect((await verified(answerFrom(newSite()), ["--save", path])).status).toBe(0);
    const keys = parseLines(readFileSync(path, "utf8")).map(({ key }) => key);
    expect(keys.toSorted()).toEqual([1, 2, 3, 4, 8, 10, 11, 12, 13, 14, 15].map(keyOf).toSorted());
    const { status, stdout } = await run(["verify", oldSite(), path, "--fail-on", "missing,elements"]);
    expect({ status, stdout }).toMatchObject({ status: 0 });
    const again = await verified(answerFrom(newSite()), ["--save", path]);
    expect(again).toMatchObject({ status: 2, stderr: expect.stringContaining(`--save ${path} exists: `) });
  });

  it("--header-file sends headers to the site alone", async () => {
    const site = newSite();
    const seen = new Set<string | undefined>();
    const file = join(dataDirectory({ headers: "Authorization: Basic Zm9nOmhvcm4=\n" }), "headers");
    await verified(
      (request, response) => {
        seen.add(request.headers.authorization);
        answerFrom(site)(request, response);
      },
      ["--pages", "--header-file", file],
    );
    expect([...seen]).toEqual(["Basic Zm9nOmhvcm4="]);
  });

  it("options of pages are refused for other new sides", async () => {
    const listing = join(dataDirectory({ "x.ndjson": "" }), "x.ndjson");
    const { status, stderr } = await run(["verify", oldSite(), listing, "--within", "main"]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "error: --within can only be used if NEW is a URL\n",
    });
  });

  it("--accept leaves out what is accepted", async () => {
    const site = changed(({ pages }) => {
      delete pages[ECHO];
    });
    const file = join(dataDirectory({ "lost.txt": `${keyOf(10)}\n` }), "lost.txt");
    expect((await verified(answerFrom(site))).status).toBe(1);
    const { status, lost } = await verified(answerFrom(site), ["--accept", file]);
    expect({ status, lost: lost.filter((each) => !each.includes(": broken: ")) }).toEqual({
      status: 0,
      lost: [],
    });
  });
});

describe("verify of a running site that", () => {
  it("is slow for one page: the page is lost once the time-out has passed", async () => {
    const site = newSite();
    const { status, lost } = await verified(
      (request, response) => {
        if (request.url !== ECHO) answerFrom(site)(request, response);
      },
      ["--timeout", "0.5"],
    );
    expect(status).toBe(1);
    expect(lost).toContain("Long echo: missing (timeout)");
  });

  it("gets no key of the environment", async () => {
    const site = newSite();
    const seen = new Set<string>();
    const url = await listening((request, response) => {
      for (const name of ["api-key", "authorization"]) if (request.headers[name]) seen.add(name);
      answerFrom(site)(request, response);
    });
    const { status } = await run(["verify", oldSite(), url], { env: { MIGRATIONS_API_KEY: "s3cret-key" } });
    expect({ status, seen: [...seen] }).toEqual({ status: 0, seen: [] });
  });

  it("answers 429 and asks for a pause is read once it has passed", async () => {
    const site = newSite();
    let refused = 0;
    const { status, lost } = await verified(
      (request, response) => {
        if (request.url === ECHO && refused++ < 1) response.writeHead(429, { "retry-after": "1" }).end();
        else answerFrom(site)(request, response);
      },
      ["--retries", "2"],
    );
    expect({ status, lost, refused }).toEqual({ status: 0, lost: [], refused: 2 });
  });

  const FAULTS: [what: string, answer: RequestListener, lost: RegExp][] = [
    ["answers 500", (_, response) => response.writeHead(500).end(), /^Long echo: missing \(error 500\)$/m],
    [
      "redirects without end",
      (request, response) =>
        response.writeHead(302, { location: `${ECHO}?n=${Math.random()}${request.url?.length}` }).end(),
      /^Long echo: missing \(loop\)$/m,
    ],
    [
      "sends a login page",
      (_, response) =>
        response
          .writeHead(200, { "content-type": "text/html" })
          .end("<main><h1>Please log in to see this page now</h1></main>"),
      /^Long echo: words: /m,
    ],
    [
      "sends a page of more than 5 MB",
      (_, response) =>
        response
          .writeHead(200, { "content-type": "text/html" })
          .end(`<main>${"<p>fog</p>".repeat(600_000)}</main>`),
      /^Long echo: missing \(error: .* answered with more than 5 MB\)$/m,
    ],
    [
      "sends elements that nest more than 5000 deep",
      (_, response) =>
        response.writeHead(200, { "content-type": "text/html" }).end(`<main>${"<div>".repeat(5001)}`),
      /^Long echo: missing \(error: http:.*\/events\/long-echo\/: the page has more than 5000 nested elements\)$/m,
    ],
    [
      "sends no HTML",
      (_, response) => response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF"),
      /^Long echo: missing \(no HTML\)$/m,
    ],
    [
      "redirects to another site",
      (_, response) => response.writeHead(302, { location: "https://other.example/" }).end(),
      /^Long echo: missing \(elsewhere\)$/m,
    ],
    [
      "redirects to the front page",
      (_, response) => response.writeHead(302, { location: "/" }).end(),
      /^Long echo: missing \(front-page\)$/m,
    ],
  ];

  it.each(FAULTS)("%s for a page: the page is lost", async (_, answer, expected) => {
    const site = newSite();
    const { status, lost } = await verified((request, response) => {
      if (request.url?.startsWith(ECHO)) answer(request, response);
      else answerFrom(site)(request, response);
    });
    expect(status).toBe(1);
    expect(lost.join("\n")).toMatch(expected);
  });

  it("shows images of a host that does not answer: the images are lost, and the rest is read", async () => {
    const site = changed(replaced(ABOUT, "/img/pier-8f3a.jpg", "http://127.0.0.1:9/pier.jpg"));
    const { status, lost } = await verified(answerFrom(site));
    expect(status).toBe(1);
    expect(lost).toEqual([
      "About: images: Pier",
      "About: broken: http://127.0.0.1:9/pier.jpg?w=800 does not answer",
    ]);
  });

  const PIER = "/img/pier-8f3a.jpg";
  const withPier = (answer: RequestListener): RequestListener => {
    const site = newSite();
    return (request, response) =>
      request.url?.startsWith(PIER) ? answer(request, response) : answerFrom(site)(request, response);
  };
  const page: RequestListener = ({ method }, response) =>
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(method === "HEAD" ? "" : "<h1>Not found</h1>");
  const empty: RequestListener = (_, response) =>
    response.writeHead(200, { "content-type": "image/jpeg", "content-length": 0 }).end();

  it.each<[what: string, answer: RequestListener, fault: string]>([
    ["a page for an image", page, "is a page instead of a file"],
    ["nothing for an image", empty, "is an empty file"],
  ])("sends %s: the image is lost", async (_, answer, fault) => {
    const { status, lost } = await verified(withPier(answer));
    expect({ status, lost }).toEqual({
      status: 1,
      lost: ["About: images: Pier", `About: broken: ${PIER}?w=800 ${fault}`],
    });
  });

  it.each([
    ["a page", page],
    ["nothing", empty],
  ])("says %s for an image to HEAD alone: the image is there", async (_, answer) => {
    const { status, lost } = await verified(
      withPier((request, response) => {
        if (request.method === "HEAD") answer(request, response);
        else response.writeHead(200, { "content-type": "image/jpeg" }).end("JPEG");
      }),
    );
    expect({ status, lost }).toEqual({ status: 0, lost: [] });
  });

  it("renders its pages by script: exit status 5, with what to do", async () => {
    const { status, stderr } = await verified((_, response) => {
      response
        .writeHead(200, { "content-type": "text/html" })
        .end('<div id="app"></div><script src="/app.js"></script>');
    });
    expect(status).toBe(5);
    expect(stderr).toContain("the pages of SITE/ have no text without their scripts: ");
  });

  it("sends text that is not UTF-8, or names its encoding: only the former loses words", async () => {
    const site = newSite();
    const latin =
      (type: string): RequestListener =>
      (request, response) => {
        if (request.url !== ABOUT) answerFrom(site)(request, response);
        else response.writeHead(200, { "content-type": type }).end(Buffer.from(site.pages[ABOUT], "latin1"));
      };
    expect(await verified(latin("text/html; charset=iso-8859-1"))).toMatchObject({ status: 0, lost: [] });
    expect((await verified(latin("text/html"))).lost).toContain("About: words: für Nebelhörner");
  });

  it.each([
    [401, 4, "if it needs a login, use --header-file"],
    [403, 4, "if it needs a login, use --header-file"],
    [500, 5, "try again once it works"],
    [503, 5, "try again once it works"],
  ])("answers %i to everything: exit status %i, with what to do", async (answered, expected, advice) => {
    for (const args of [
      [],
      ["--header-file", join(dataDirectory({ headers: "Cookie: fog=1\n" }), "headers")],
    ]) {
      const { status, stderr } = await verified(
        (_, response) => response.writeHead(answered).end(),
        ["--quiet", "--retries", "0", ...args],
      );
      const isLogin = answered < 500 && args.length > 0;
      expect({ status, stderr }).toEqual({
        status: expected,
        stderr: `error: SITE/ answers ${answered}: ${isLogin ? "the headers of --header-file are no login" : advice}\n`,
      });
    }
  });

  it("refuses its front page alone: its other pages are read", async () => {
    const site = newSite();
    const { status, lost } = await verified((request, response) => {
      if (request.url === "/") response.writeHead(403).end();
      else answerFrom(site)(request, response);
    });
    expect({ status, lost: lost.filter((each) => /missing/.test(each)) }).toEqual({
      status: 1,
      lost: ["Museum: missing (error 403)"],
    });
  });

  it("does not answer: exit status 5", async () => {
    const { status, stderr } = await run([
      "verify",
      oldSite(),
      "http://127.0.0.1:9",
      "--pages",
      "--retries",
      "0",
    ]);
    expect({ status, stderr }).toMatchObject({
      status: 5,
      stderr: expect.stringContaining("connection refused"),
    });
  });
});

describe("verify of a running site in two languages", () => {
  /** Two pages that are the same in both languages, with a domain for each. @returns the path of the database */
  const bilingual = (english: string, danish: string) => {
    const site = new SiteDatabase();
    const template = site.template("page");
    site.type("page", { text: "Umbraco.TextBox" });
    const danishId = site.language("da");
    const page = (name: string, value: string, parent?: number) =>
      site.page("page", { name, parent, template, values: [{ alias: "text", column: "textValue", value }] });
    const root = page("Museum", "Welcome to all who come by sea");
    page("Bells", "Two bells and a gong play at noon", root);
    site.domain(english, root, 1);
    site.domain(danish, root, danishId);
    return site.write();
  };
  const html = (text: string) => `<main><p>${text}</p></main>`;
  const HOME = html("Welcome to all who come by sea");
  const BELLS = html("Two bells and a gong play at noon");
  const answer = (pages: Record<string, string>) => answerFrom({ pages, redirects: {}, files: new Set() });

  it("requests a page that is the same in all languages at its URL in each", async () => {
    const old = bilingual("/en", "/da");
    const pages = { "/en/": HOME, "/en/bells/": BELLS, "/da/": HOME };
    const status = async (own: Record<string, string>) =>
      (await run(["verify", old, await listening(answer({ "/": HOME, ...own }))])).status;
    expect(await status({ ...pages, "/da/bells/": BELLS })).toBe(0);
    expect(await status(pages)).toBe(1);
  });

  it("--rename-host tells domains with equal paths apart", async () => {
    const old = bilingual("museum.example", "museum.dk");
    const english = await listening(answer({ "/": HOME, "/bells/": BELLS }));
    const danish = await listening(answer({ "/": HOME, "/bells/": html("Something else") }));
    const args = ["--rename-host", `museum.example=${english}`, "--rename-host", `museum.dk=${danish}`];
    expect((await run(["verify", old, english])).status).toBe(0);
    expect((await run(["verify", old, english, ...args])).status).toBe(1);
  });
});

describe("verify of a running site where most old pages have the same text, link and image", () => {
  const SAME = "Bring warm clothes and a lamp";
  const FOUR = ["Dawn", "Noon", "Dusk", "Night"];
  const body = (name: string) =>
    name === "Home"
      ? "<p>All tours of the outer island by sea</p>"
      : `<p>The tour at ${name.toLowerCase()} begins on pier ${name.length}</p><p><a href="/home/">Back to the harbour</a> <img src="/media/1/lamp.jpg"></p>`;
  const note = (name: string) => (name === "Home" ? "" : SAME);
  const path = (name: string) => `/${name.toLowerCase()}/`;
  const tour = (id: number, name: string, children: object[] = []) =>
    content(
      id,
      name,
      "tour",
      path(name),
      { note: value("TextBox", note(name)), body: value("TinyMCE", body(name)) },
      children,
    );
  const old = () =>
    dataDirectory({
      "content.json": [
        tour(
          1,
          "Home",
          FOUR.map((name, at) => tour(at + 2, name)),
        ),
      ],
      "media.json": [
        {
          ...{ id: 50, key: keyOf(50), name: "Lamp", type: "Image" },
          ...{ url: "/media/1/lamp.jpg", properties: {}, children: [] },
        },
      ],
    });
  const site = (): NewSite => {
    const names = ["Home", ...FOUR];
    const pages = names.map((name) => [
      path(name),
      `<main><h1>${name}</h1><p>${note(name)}</p>${body(name)}</main>`,
    ]);
    return {
      pages: { "/": "<main>Tours</main>", ...Object.fromEntries(pages) },
      redirects: {},
      files: new Set(["/media/1/lamp.jpg"]),
    };
  };
  const changedSite = (change: (text: string, path: string) => string) => {
    const { pages, ...others } = site();
    const changed = Object.entries(pages).map(([path, html]) => [path, change(html, path)]);
    return { pages: Object.fromEntries(changed), ...others };
  };
  const lost = async (own: NewSite) => (await verified(answerFrom(own), [], old())).lost;

  it("finds no loss if each page shows them", async () => {
    expect(await lost(site())).toEqual([]);
    expect(await lost(changedSite((html) => html.replace(SAME, `Note: ${SAME}!`)))).toEqual([]);
  });

  it("finds no loss if the text is that of nodes below the pages, which are no pages", async () => {
    const OTHERS = ["Owls and stars", "Mist and tide", "Nets and oars", "Rope and tar", "Tea and rum"];
    const texts = (name: string) => (name === "Night" ? OTHERS : [SAME]);
    const page = (id: number, name: string, children: object[]) =>
      content(id, name, "tour", path(name), { body: value("TinyMCE", body(name)) }, children);
    const pages = FOUR.map((name, at) =>
      page(
        at + 2,
        name,
        texts(name).map((text, i) =>
          content(at * 10 + i + 100, `Box ${i}`, "person", undefined, { text: value("TextBox", text) }),
        ),
      ),
    );
    const data = dataDirectory({ "content.json": [page(1, "Home", pages)] });
    const shown = changedSite((html, at) => {
      const name = FOUR.find((each) => path(each) === at);
      const below =
        name === undefined
          ? ""
          : texts(name)
              .map((text) => `<p>${text}</p>`)
              .join("");
      return html.replace(/<p>Bring.*?<\/p>/, "").replace("</main>", `${below}</main>`);
    });
    expect((await verified(answerFrom(shown), [], data)).lost).toEqual([]);
  });

  it("finds them if one page lost them, also if the site shows them on all pages besides", async () => {
    const without = (html: string, path: string) =>
      path === "/dusk/" ? html.replace(/<p>Bring.*?<\/p>|<img[^>]*>|<a .*?a>/g, "") : html;
    const expected = [
      `Dusk: words: ${SAME}`,
      "Dusk: words: Back to the harbour",
      "Dusk: references: Home",
      "Dusk: images: Lamp",
    ];
    expect(await lost(changedSite(without))).toEqual(expected);
    const banner = `<p>${SAME}</p><a href="/home/"><img src="/media/1/lamp.jpg"></a></main>`;
    const besides = changedSite((html, path) => without(html, path).replace("</main>", banner));
    expect(await lost(besides)).toEqual(expected);
  });
});

it("verify names nodes that are no pages and that no page shows, and counts them as no loss", async () => {
  const site = changed(replaced(ABOUT, /<p>Ingrid.*?<\/p>/, ""));
  const url = await listening(answerFrom(site));
  const { status, stdout } = await run(["verify", oldSite(), url]);
  expect(status).toBe(0);
  expect(stdout.replaceAll(/\s+/g, " ")).toContain("not pages, and not shown on any: 1 node (1 person)");
});

it("verify reads a site with a Content Delivery API through it, unless --pages is given", async () => {
  const site = newSite();
  const answer: RequestListener = (request, response) => {
    if (!request.url?.startsWith("/umbraco/delivery/")) return answerFrom(site)(request, response);
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(request.url.includes("items?") ? "[]" : '{"total":0,"items":[]}');
  };
  const { status, stderr } = await verified(answer, ["--quiet"]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  expect((await verified(answer)).stderr).toContain(
    "reading the Content Delivery API of SITE; --pages reads its pages\n",
  );
  expect(await verified(answer, ["--pages"])).toMatchObject({ status: 0, lost: [] });
  // A Content Delivery API takes it, too.
  expect((await verified(answer, ["--retries", "1"])).status).toBe(1);
  const refused = await verified(answer, ["--within", "main"]);
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain(
    "--within has no effect on the Content Delivery API of SITE: add --pages\n",
  );
});

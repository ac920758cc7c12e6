/** The examples that read an export. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import initSqlJs from "sql.js";
import { describe, expect, it } from "vitest";
import { EXAMPLES, exported, runExample } from "./support/examples.ts";
import { readLines } from "./support/ndjson.ts";
import { dataDirectory, temporaryDirectory } from "./support/temporary.ts";

const SOURCE = ["--sample", "--files"];

it("each file of the examples has at most 80 lines, and examples/README.md lists every example", () => {
  const list = readFileSync(join(EXAMPLES, "README.md"), "utf8");
  const folders = readdirSync(EXAMPLES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.length).toBeGreaterThan(5);
  for (const { name: folder } of folders) {
    for (const name of readdirSync(join(EXAMPLES, folder))) {
      const lines = readFileSync(join(EXAMPLES, folder, name), "utf8").split("\n").length;
      expect([name, lines <= 80]).toEqual([name, true]);
    }
    expect(readFileSync(join(EXAMPLES, folder, "README.md"), "utf8")).toMatch(/migrations[ @]/);
    expect(list).toContain(`](${folder}/README.md)`);
  }
});

/** The posts of a file for WordPress: the texts of their elements, the last of several with one name. */
function postsIn(xml: string): Record<string, string>[] {
  const posts: Record<string, string>[] = [];
  let open = "";
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => {
    open = name;
    if (name === "item") posts.push({});
  });
  parser.on("cdata", (text) => {
    const post = posts.at(-1);
    if (post) post[open] = text;
  });
  parser.write(xml).close();
  return posts;
}

/** The name of a file in an export, as picked. */
const picked = (more: object) => ({ id: "1", name: "A & B", mediaType: "File", url: null, ...more });

it.each<[what: string, value: unknown, html: string]>([
  [
    "an image",
    picked({ mediaType: "Image", url: "/media/a.JPG" }),
    '<img src="/media/a.JPG" alt="A &#38; B">',
  ],
  [
    "an image of a cropper",
    { url: "/media/a.png", focalPoint: null, crops: [] },
    '<img src="/media/a.png" alt="">',
  ],
  ["a number", 72.5, "<p>72.5</p>"],
  ["no switch", true, ""],
  ["a range", { minimum: 1, maximum: 5 }, "<p>1 – 5</p>"],
  [
    "a number in a block",
    { items: [{ content: { contentType: "offer", properties: { price: 72, isNew: false } } }] },
    '<section class="offer"><p>72</p>\n</section>',
  ],
  ["a PDF", picked({ url: "/media/a.pdf" }), '<a href="/media/a.pdf">A &#38; B</a>'],
  ["a folder", picked({ mediaType: "Folder" }), "A &#38; B"],
  ["a page", { name: "News", route: { path: "/news/" } }, '<a href="/news/">News</a>'],
  ["a page without a URL", { name: "News", route: null, properties: {} }, "News"],
  ["a link", { url: "https://a.example", title: "A", route: null }, '<a href="https://a.example">A</a>'],
])("examples/html.js writes %s", async (_, value, written) => {
  const { html } = await import(join(EXAMPLES, "html.js"));
  expect(html(value)).toBe(written);
});

describe("an export of the sample", () => {
  it("examples/static-site writes each page at its path; its links and images lead to files", async () => {
    const out = await exported(SOURCE);
    const site = temporaryDirectory();
    runExample("static-site/build.js", out, site);
    const pages = readLines(join(out, "content.ndjson")).filter(({ route }) => route?.path);
    const textOf = (path: string) =>
      readFileSync(join(site, "content", decodeURIComponent(path), "index.md"), "utf8");
    const hrefs = new Set<string>();
    const images = new Set<string>();
    for (const { route, name } of pages) {
      const text = textOf(route.path);
      expect(text).toContain(`"title": ${JSON.stringify(name)}`);
      for (const [, href] of text.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)) hrefs.add(href);
      for (const [, src] of text.matchAll(/<img [^>]*src="(\/[^"?]*)/g)) images.add(src);
      expect(text).not.toMatch(/umb:\/\/|localLink|<umb-/);
    }
    expect([pages.length > 20, hrefs.size > 3, images.size > 3]).toEqual([true, true, true]);
    const isThere = (path: string) =>
      existsSync(join(site, "content", path, "index.md")) || existsSync(join(site, "static", path));
    expect([...images].filter((path) => !isThere(path))).toEqual([]);
    const links = [...hrefs].map(decodeURIComponent);
    expect(links.filter((path) => !isThere(path) && !path.startsWith("/media/"))).toEqual([]);
  });

  it("examples/static-site keeps properties that are called as the page's own fields, and pages that share a path", async () => {
    const line = (id: string, path: string, properties: object, cultures = {}) => ({
      ...{ contentType: "page", name: `Name ${id}`, createDate: "2024-01-02", route: { path }, id },
      ...{ template: "page", host: null, properties, cultures },
    });
    const own = { title: "Own title", date: "1999", language: "Norn", layout: "wide", id: "x", price: 72 };
    const language = (path: string, title: string) => ({ path, name: title, properties: { title } });
    const lines = [
      line("1", "/", own),
      line("2", "/about/", { title: "First" }),
      line("3", "/About/", { title: "Second" }),
      line("4", "/both/", {}, { en: language("/both/", "English"), da: language("/both/", "Dansk") }),
    ];
    const from = dataDirectory({ "content.ndjson": lines.map((each) => JSON.stringify(each)).join("\n") });
    const to = temporaryDirectory();
    expect(runExample("static-site/build.js", from, to)).toBe(
      "/About/ is the path of another page: Name 3 is at /About/3/\n/both/ is the path of another page: Dansk is at /both/4-da/\n",
    );
    const matterAt = (path: string) => {
      const [, matter] = readFileSync(join(to, "content", path, "index.md"), "utf8").split("---\n");
      return JSON.parse(`{${matter.trim().split("\n").join(",")}}`);
    };
    expect(matterAt("/")).toMatchObject({ title: "Name 1", date: "2024-01-02", id: "1", params: own });
    const listing = readLines(join(to, "listing.ndjson"));
    expect(listing.map(({ key, url, text }) => [key, url, text.split("\n")[0]])).toEqual([
      ["1", "/", "Own title"],
      ["2", "/about/", "First"],
      ["3", "/About/3/", "Second"],
      ["4", "/both/", "English"],
      ["4", "/both/4-da/", "Dansk"],
    ]);
    for (const { url, text } of listing.slice(1))
      expect(matterAt(url).params.title).toBe(text.split("\n")[0]);
  });

  it("examples/wordpress writes a page for each path, below the page at the path above, and an attachment for each file", async () => {
    const out = await exported(SOURCE);
    const folder = temporaryDirectory();
    runExample("wordpress/to-wxr.js", out, folder, "https://old.example");
    const items = postsIn(readFileSync(join(folder, "site.xml"), "utf8"));
    const paths = readLines(join(out, "content.ndjson")).flatMap(({ route }) => route?.path ?? []);
    const files = readLines(join(out, "media.ndjson")).flatMap(({ url }) => url ?? []);
    const byNumber = new Map(items.map((item) => [item["wp:post_id"], item]));
    const pathOf = (item: Record<string, string>): string => {
      const parent = byNumber.get(item["wp:post_parent"]);
      return `${parent ? pathOf(parent) : "/"}${item["wp:post_name"]}/`;
    };
    const pages = items.filter((item) => item["wp:post_type"] === "page").map(pathOf);
    expect(pages.toSorted()).toEqual(
      paths.map((path) => (path === "/" ? "/home/" : decodeURIComponent(path))).toSorted(),
    );
    expect(items.flatMap((item) => item["wp:attachment_url"] ?? []).toSorted()).toEqual(
      files.map((url) => new URL(url, "https://old.example").href).toSorted(),
    );
    expect(byNumber.size).toBe(items.length);
  });

  it("examples/sqlite fills tables with pages, media, blocks and references between them", async () => {
    const out = await exported(SOURCE);
    const { Database } = await initSqlJs();
    const database = new Database();
    database.run("pragma foreign_keys = on");
    database.run(runExample("sqlite/to-sql.js", out));
    const count = (sql: string) => Number(database.exec(`select count(*) ${sql}`)[0].values[0][0]);
    const { counts } = JSON.parse(readFileSync(join(out, "export.json"), "utf8"));
    expect({
      content: count("from pages"),
      media: count("from media"),
      elements: count("from blocks"),
    }).toEqual({ content: counts.content, media: counts.media, elements: counts.elements });
    expect(count("from pages where parent is null and level > 1")).toBe(0);
    const known = "(select id from pages union select id from media)";
    expect(count("from page_references")).toBeGreaterThan(15);
    expect(count(`from page_references where target not in ${known}`)).toBe(0);
    database.close();
  });
});

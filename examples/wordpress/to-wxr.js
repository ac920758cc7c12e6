/** Writes an export as a file that WordPress imports, and a listing: node to-wxr.js EXPORT OUT FILES-URL [LANGUAGE] */
import { readFileSync, writeFileSync } from "node:fs";
import { html } from "../html.js";

const [from, to, filesUrl, language] = process.argv.slice(2);
const read = (name) =>
  readFileSync(`${from}/${name}`, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
/** Control characters are left out, since XML does not have them. */
const element = (name, value) => {
  const text = `${value ?? ""}`.replace(/[^\P{Cc}\t\n\r]/gu, "").replaceAll("]]>", "]]]]><![CDATA[>");
  return `<${name}><![CDATA[${text}]]></${name}>`;
};

const media = read("media.ndjson").filter(({ url }) => url);
const pages = read("content.ndjson")
  .map(({ cultures, route, ...node }) => [node, language === undefined ? route : cultures[language]])
  .filter(([, own]) => own?.path)
  .map(([node, own]) => ({ ...node, ...own, properties: { ...node.properties, ...own.properties } }));
/** The numbers of posts, by the keys of nodes. */
const posts = new Map([...media, ...pages].map(({ id }, at) => [id, at + 1]));
/** Paths stay, since the parent of a page is the page at the path above; the home page is above none. */
const atPath = new Map(pages.filter(({ path }) => path !== "/").map(({ path, id }) => [path, posts.get(id)]));

function post(type, node, fields, elements, meta) {
  const date = node.createDate?.replace("T", " ").slice(0, 19);
  const own = { post_id: posts.get(node.id), post_type: type, post_date: date, menu_order: node.sortOrder };
  const fieldElements = Object.entries({ ...own, ...fields }).map(([name, value]) =>
    element(`wp:${name}`, value),
  );
  const metaElements = Object.entries({ ...meta, old_key: node.id }).map(
    ([key, value]) =>
      `<wp:postmeta>${element("wp:meta_key", key)}${element("wp:meta_value", value)}</wp:postmeta>`,
  );
  const parts = [element("title", node.name), ...fieldElements, ...elements, ...metaElements];
  return `<item>\n${parts.join("\n")}\n</item>`;
}

function filePost(node) {
  const url = element("wp:attachment_url", new URL(node.url, filesUrl).href);
  return post("attachment", node, { post_name: node.id, status: "inherit" }, [url], {});
}

const listing = [];
function pagePost(page) {
  const { id, path, name, contentType } = page;
  const values = Object.entries(page.properties).filter(([, value]) => value !== null);
  const texts = values.filter(([, value]) => typeof value !== "object");
  const others = values.filter(([, value]) => typeof value === "object");
  const body = others.map(([, value]) => html(value)).join("\n\n");
  // What is picked is in the body too; the numbers of its posts are for fields, such as those of ACF.
  const picked = others
    .map(([alias, value]) => [alias, [value].flat().flatMap((one) => posts.get(one?.id) ?? [])])
    .filter(([, numbers]) => numbers.length > 0);
  const text = texts.map(([, value]) => value).join("\n");
  listing.push(JSON.stringify({ key: id, language, url: path, name, text, html: body }));
  const post_name = decodeURIComponent(path).split("/").filter(Boolean).at(-1) ?? "home";
  const post_parent = atPath.get(path.replace(/[^/]+\/?$/, "")) ?? 0;
  const meta = { content_type: contentType, ...Object.fromEntries([...texts, ...picked]) };
  const content = element("content:encoded", body);
  return post("page", page, { post_name, post_parent, status: "publish" }, [content], meta);
}

const items = [...media.map(filePost), ...pages.map(pagePost)];
const spaces =
  'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"';
const head = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" ${spaces}>\n<channel>\n<wp:wxr_version>1.2</wp:wxr_version>`;
writeFileSync(`${to}/site.xml`, `${head}\n${items.join("\n")}\n</channel>\n</rss>\n`);
writeFileSync(`${to}/listing.ndjson`, listing.join("\n"));

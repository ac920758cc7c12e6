/** Writes an export as Markdown files for a static site generator: node build.js EXPORT OUT */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [from, to] = process.argv.slice(2);
const json = (value) => JSON.stringify(value ?? null);
const escaped = (text) => (text ?? "").replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A decoded value as HTML. Texts, numbers and dates of a page stand in the front matter instead. */
function html(value) {
  if (typeof value === "string") return `<p>${escaped(value)}</p>`;
  if (Array.isArray(value)) return value.map(html).join("\n");
  if (typeof value !== "object" || value === null) return "";
  if ("markup" in value) return richText(value);
  if ("items" in value) return value.items.map(block).join("\n");
  if ("crops" in value) return `<img src="${escaped(value.url)}" alt="${escaped(value.name)}">`;
  return "route" in value ? link(value) : "";
}

function richText({ markup, blocks }) {
  const byId = new Map(blocks.map((each) => [each.content.id, each]));
  const placeholder = /<(umb-[a-z-]+)[^>]*data-content-id="([^"]+)"[^>]*>\s*<\/\1>/g;
  return markup.replace(placeholder, (_, _tag, id) => (byId.has(id) ? block(byId.get(id)) : ""));
}

function block({ content, areas = [] }) {
  const parts = [...Object.values(content?.properties ?? {}), ...areas].map(html);
  return `<section class="${escaped(content?.contentType)}">${parts.join("\n")}</section>`;
}

function link({ url, route, queryString, title, name }) {
  const href = route ? route.path + (queryString ?? "") : url;
  return href ? `<a href="${escaped(href)}">${escaped(title ?? name ?? href)}</a>` : "";
}

const listing = [];
function writePage({ path, name, language, createDate, template, contentType, id, properties }) {
  const texts = Object.entries(properties).filter(([, value]) => typeof value !== "object");
  const page = { title: name, language, date: createDate, layout: template, contentType, id };
  const all = { ...Object.fromEntries(texts), ...page };
  const matter = Object.entries(all).map((each) => each.map(json).join(": "));
  const others = Object.values(properties).filter((value) => typeof value === "object");
  const body = others.map(html).filter(Boolean).join("\n\n");
  // A path cannot lead out of the folder.
  const folder = join(to, "content", join("/", decodeURIComponent(path)));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.md"), `---\n${matter.join("\n")}\n---\n\n${body}\n`);
  const text = texts.map(([, value]) => value).join("\n");
  listing.push(json({ key: id, language, url: path, name, text, html: body }));
}

for (const line of readFileSync(join(from, "content.ndjson"), "utf8").split("\n").filter(Boolean)) {
  const { cultures, route, properties, ...node } = JSON.parse(line);
  const languages = Object.entries(cultures).map(([language, page]) => ({ ...node, ...page, language }));
  for (const page of languages.length > 0 ? languages : [{ ...node, ...route }])
    if (page.path) writePage({ ...page, properties: { ...properties, ...page.properties } });
}
writeFileSync(join(to, "listing.ndjson"), listing.join("\n"));
if (existsSync(join(from, "files"))) cpSync(join(from, "files"), join(to, "static"), { recursive: true });

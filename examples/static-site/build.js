/** Writes an export as Markdown files for a static site generator: node build.js EXPORT OUT */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [from, to] = process.argv.slice(2);
const escaped = (text) => (text ?? "").replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A decoded value as HTML; texts, numbers and dates stand in the front matter. */
function html(value) {
  if (Array.isArray(value)) return value.map(html).join("\n");
  if (typeof value !== "object" || value === null) return "";
  if ("markup" in value) return richText(value);
  if ("items" in value) return value.items.map(block).join("\n");
  if ("mediaType" in value) return `<img src="${escaped(value.url)}" alt="${escaped(value.name)}">`;
  if ("route" in value) return link(value);
  return "";
}

function richText({ markup, blocks }) {
  const byId = new Map(blocks.map((each) => [each.content.id, each]));
  const placeholder = /<(umb-[a-z-]+)[^>]*data-content-id="([^"]+)"[^>]*>\s*<\/\1>/g;
  return markup.replace(placeholder, (_, _tag, id) => (byId.has(id) ? block(byId.get(id)) : ""));
}

function block({ content, areas = [] }) {
  const inner = Object.values(content?.properties ?? {}).map((value) =>
    typeof value === "string" ? `<p>${escaped(value)}</p>` : html(value),
  );
  const nested = areas.flatMap(({ items }) => items.map(block));
  return `<section class="${escaped(content?.contentType)}">${[...inner, ...nested].join("\n")}</section>`;
}

function link({ url, route, queryString, title, name }) {
  const href = route ? route.path + (queryString ?? "") : url;
  return href ? `<a href="${escaped(href)}">${escaped(title ?? name ?? href)}</a>` : "";
}

for (const line of readFileSync(join(from, "content.ndjson"), "utf8").split("\n")) {
  const { properties, route, name, contentType, createDate, template, id } = JSON.parse(line || "{}");
  if (typeof route?.path !== "string") continue;
  const texts = Object.entries(properties).filter(([, value]) => typeof value !== "object");
  const front = { title: name, date: createDate, layout: template, contentType, id };
  const matter = Object.entries({ ...Object.fromEntries(texts), ...front }).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  // A path cannot lead out of the folder.
  const folder = join(to, "content", join("/", decodeURIComponent(route.path)));
  mkdirSync(folder, { recursive: true });
  const body = Object.values(properties).map(html).filter(Boolean).join("\n\n");
  writeFileSync(join(folder, "index.md"), `---\n${matter.join("\n")}\n---\n\n${body}\n`);
}
const files = join(from, "files");
if (existsSync(files)) cpSync(files, join(to, "static"), { recursive: true });

/** Prints an export as SQL that fills tables with pages, media and blocks: node to-sql.js EXPORT | sqlite3 site.db */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const linesOf = (name) =>
  readFileSync(join(process.argv[2], name), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

function literal(value) {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number" || typeof value === "boolean") return String(Number(value));
  return `'${(typeof value === "string" ? value : JSON.stringify(value)).replaceAll("'", "''")}'`;
}

const insert = (table, ...values) =>
  console.log(`insert into ${table} values (${values.map(literal).join(", ")});`);

console.log(`begin;
create table media (id primary key, parent references media, type, name, url, file);
create table pages (id primary key, parent references pages, type, name, path, level, position);
create table page_languages (page references pages, language, name, path);
create table page_values (page references pages, language, property, value);
create table blocks (id, page references pages, language, property, parent, position, type, value);
create table page_references (page references pages, language, property, target);`);

/** A row for each block of a value, and for each node that it refers to. @param at page, language and property */
function insertParts(at, value, parent, position = 0) {
  if (typeof value !== "object" || value === null) return;
  const { content, areas, markup = "", destinationId } = value;
  if (content?.contentType) {
    insert("blocks", content.id, ...at, parent, position, content.contentType, content.properties);
    insertParts(at, [content.properties, areas], content.id);
    return;
  }
  const isNode = "mediaType" in value || ("contentType" in value && "route" in value);
  const inMarkup = Array.from(markup.matchAll(/data-destination-id="([^"]+)"/g), ([, id]) => id);
  for (const target of [isNode ? value.id : destinationId, ...inMarkup])
    if (target) insert("page_references", ...at, target);
  for (const [index, inner] of Object.values(value).entries()) insertParts(at, inner, parent, index);
}

for (const { id, parent, mediaType, name, url, file } of linesOf("media.ndjson"))
  insert("media", id, parent, mediaType, name, url, file);
for (const page of linesOf("content.ndjson")) {
  const { id, parent, contentType, name, route, level, sortOrder, properties, cultures } = page;
  insert("pages", id, parent, contentType, name, route?.path, level, sortOrder);
  for (const [language, each] of Object.entries(cultures))
    insert("page_languages", id, language, each.name, each.path);
  const languages = Object.entries(cultures).map(([code, each]) => [code, each.properties ?? {}]);
  const varying = new Set(languages.flatMap(([, values]) => Object.keys(values)));
  const common = Object.entries(properties).filter(([alias]) => !varying.has(alias));
  for (const [language, values] of [[null, Object.fromEntries(common)], ...languages]) {
    for (const [property, value] of Object.entries(values)) {
      if (value !== null) insert("page_values", id, language, property, value);
      insertParts([id, language, property], value);
    }
  }
}
console.log("commit;");

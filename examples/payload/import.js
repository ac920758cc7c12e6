/** Imports an export into Payload CMS on SQLite: node import.js EXPORT DATABASE */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { sqliteAdapter } from "@payloadcms/db-sqlite";
import { buildConfig, getPayload } from "payload";

const [from, database] = process.argv.slice(2);
const read = (name) => readFileSync(`${from}/${name}`, "utf8").trim();
const lines = (name) => JSON.parse(`[${read(name).replaceAll("\n", ",")}]`);
const { languages, language } = JSON.parse(read("export.json"));
const types = JSON.parse(read("model.json")).contentTypes.filter(({ nodes }) => nodes > 0);
const slug = (contentType) => contentType.toLowerCase();
const KINDS = { text: "textarea", multilineText: "textarea", boolean: "checkbox", integer: "number" };

/** A property as a field, by its kind in the content model; the other kinds stay JSON, as `export` decodes them. */
function fieldOf({ alias, kind, many, varies }) {
  const field = { name: `_${alias}`, alias, localized: varies === "culture" };
  if (kind !== "content" && kind !== "media") return { ...field, type: (!many && KINDS[kind]) || "json" };
  const relationTo = kind === "media" ? "media" : types.map(({ alias }) => slug(alias));
  return { ...field, type: "relationship", hasMany: true, relationTo };
}

function fieldValue({ type, relationTo }, value = null) {
  if (type === "json" && typeof value === "string") return JSON.stringify(value);
  if (type !== "relationship" || value === null) return value;
  const isMedia = relationTo === "media";
  return [value]
    .flat()
    .map(({ id, contentType }) => (isMedia ? id : { relationTo: slug(contentType), value: id }));
}

const own = ["name", "path", "url"].map((name) => ({ name, type: "text", localized: name !== "url" }));
const fixed = [{ name: "id", type: "text", required: true }, ...own];
const fields = new Map(types.map(({ alias, properties }) => [alias, properties.map(fieldOf)]));
const pageTypes = types.map(({ alias }) => ({ slug: slug(alias), fields: [...fixed, ...fields.get(alias)] }));
const config = buildConfig({
  secret: "of this example",
  collections: [...pageTypes, { slug: "media", fields: fixed }],
  localization: { locales: language ? languages : ["en"], defaultLocale: language ?? "en" },
  db: sqliteAdapter({ client: { url: `file:${resolve(database)}` } }),
});
const payload = await getPayload({ config });
for (const { id, name, url, path } of lines("media.ndjson"))
  await payload.create({ collection: "media", data: { id, name, url, path } });
const pages = lines("content.ndjson");
for (const { id, contentType } of pages)
  await payload.create({ collection: slug(contentType), data: { id } });
// References need their pages, which exist now. Each language has its own values of what varies.
for (const { id, contentType, cultures, ...page } of pages) {
  const versions = Object.entries(cultures);
  for (const [locale, one] of versions.length > 0 ? versions : [[undefined, page]]) {
    const values = { ...page.properties, ...one.properties };
    const data = { name: one.name, path: one.path ?? one.route?.path };
    for (const field of fields.get(contentType)) data[field.name] = fieldValue(field, values[field.alias]);
    await payload.update({ collection: slug(contentType), id, data, locale });
  }
}
console.log(`imported ${pages.length} pages`);
process.exit();

/** A small importer: reads the Content Delivery API with retries, and writes what it imported as listing.ndjson. */
import { writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

const { MIGRATIONS_BASE_URL, MIGRATIONS_API_KEY } = process.env;
const RETRIES = 8;

/** The JSON of a path. A server may be busy, and a connection may break. */
async function read(path, tries = 0) {
  try {
    const headers = MIGRATIONS_API_KEY ? { "Api-Key": MIGRATIONS_API_KEY } : {};
    const response = await fetch(new URL(path, MIGRATIONS_BASE_URL), { headers });
    if (response.ok) return await response.json();
    throw new Error(`${path} answered ${response.status}`);
  } catch (error) {
    if (tries === RETRIES) throw error;
    await setTimeout(100 * 2 ** tries);
    return read(path, tries + 1);
  }
}

const textsIn = (value) =>
  typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(textsIn);

const listing = [];
for (let skip = 0, total = 1; skip < total; skip += 10) {
  const page = await read(`/umbraco/delivery/api/v2/content?skip=${skip}&take=10`);
  total = page.total;
  for (const { id, name, route, properties } of page.items) {
    // Here your importer writes the page to the new system.
    const texts = textsIn(properties);
    const references = texts.filter((text) => /^(?:\/|https?:|[0-9a-f-]{36}$)/.test(text));
    listing.push({ key: id, url: route.path, name, html: texts.join("\n"), references });
  }
}
writeFileSync("listing.ndjson", listing.map((row) => `${JSON.stringify(row)}\n`).join(""));

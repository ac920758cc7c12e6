/** Reads an export as the data of an Eleventy site, and lists what its pages have become. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const from = process.env.EXPORT ?? "export";

export default function configure(eleventy) {
  const lines = readFileSync(join(from, "content.ndjson"), "utf8").split("\n").filter(Boolean);
  const pages = lines.map((line) => JSON.parse(line)).filter(({ route }) => route?.path);
  eleventy.addGlobalData("pages", pages);
  if (existsSync(join(from, "files"))) eleventy.addPassthroughCopy({ [join(from, "files")]: "/" });
  eleventy.on("eleventy.after", ({ results }) => {
    const htmlAt = new Map(results.map(({ url, content }) => [url, content]));
    const rows = pages.map(({ id, name, route }) => {
      return { key: id, name, url: route.path, html: htmlAt.get(decodeURIComponent(route.path)) };
    });
    writeFileSync("listing.ndjson", rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  });
}

/** Writes an export as Markdown files for a static site generator: node build.js EXPORT OUT */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { html } from "../html.js";

const [from, to] = process.argv.slice(2);
const json = (value) => JSON.stringify(value ?? null);

const listing = [];
/** The folders that have a page. Some disks have one folder for names in any case. */
const written = new Set();
function writePage({ path: url, host, name, language, createDate, template, contentType, id, properties }) {
  const texts = Object.entries(properties).filter(([, value]) => typeof value !== "object");
  // Properties have names of their own, since a page can have one called `title`, `date` or `layout`.
  const params = Object.fromEntries(texts);
  const page = { title: name, language, date: createDate, layout: template, contentType, id, params };
  const matter = Object.entries(page).map((each) => each.map(json).join(": "));
  const others = Object.values(properties).filter((value) => typeof value === "object");
  const body = others.map(html).filter(Boolean).join("\n\n");
  const isTaken = written.has(folderOf(url).toLowerCase());
  const path = isTaken ? `${url.replace(/\/?$/, "/")}${id}${language ? `-${language}` : ""}/` : url;
  if (isTaken) console.log(`${host ?? ""}${url} is the path of another page: ${name} is at ${path}`);
  const folder = folderOf(path);
  written.add(folder.toLowerCase());
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.md"), `---\n${matter.join("\n")}\n---\n\n${body}\n`);
  const text = texts.map(([, value]) => value).join("\n");
  listing.push(json({ key: id, language, url: path, name, text, html: body }));
}

/** A path cannot lead out of the folder. */
function folderOf(path) {
  return join(to, "content", join("/", decodeURIComponent(path)));
}

for (const line of readFileSync(join(from, "content.ndjson"), "utf8").split("\n").filter(Boolean)) {
  const { cultures, route, properties, ...node } = JSON.parse(line);
  const languages = Object.entries(cultures).map(([language, page]) => ({ ...node, ...page, language }));
  for (const page of languages.length > 0 ? languages : [{ ...node, ...route }])
    if (page.path) writePage({ ...page, properties: { ...properties, ...page.properties } });
}
writeFileSync(join(to, "listing.ndjson"), listing.join("\n"));
if (existsSync(join(from, "files"))) cpSync(join(from, "files"), join(to, "static"), { recursive: true });

/** Times loading a uSync folder against reading its files and running the bare parser over them. Run by hand. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SaxesParser } from "saxes";

const COUNTS = [1000, 20_000];
const ROUNDS = 7;
const LOADER = fileURLToPath(new URL("../src/formats/load-directory.ts", import.meta.url));
const BUNDLE = new URL("../dist/bench/load-directory.js", import.meta.url).href;
const ZERO_KEY = "00000000-0000-0000-0000-000000000000";
const MARK = "\uFEFF";
const DECLARATION = `${MARK}<?xml version="1.0" encoding="utf-8"?>\r\n`;

function compare(count) {
  const folder = mkdtempSync(join(tmpdir(), "usync-bench-"));
  try {
    writeSite(folder, count);
    const ratios = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const bare = milliseconds("bare", folder);
      const loaded = milliseconds("load", folder);
      // The first round warms the disk's cache.
      if (round > 0) ratios.push({ ratio: loaded / bare, bare, loaded });
    }
    ratios.sort((a, b) => a.ratio - b.ratio);
    const [low, middle, high] = [0, ROUNDS >> 1, ROUNDS - 1].map((index) => ratios[index]);
    console.log(
      `${count} files: ${[low, middle, high].map(({ ratio }) => ratio.toFixed(2)).join(" / ")} (min / median / max)`,
      `loading ${middle.loaded.toFixed(0)} ms, bare parser ${middle.bare.toFixed(0)} ms`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function milliseconds(side, folder) {
  return Number(execFileSync(process.execPath, [fileURLToPath(import.meta.url), side, folder]));
}

function configFiles(folder) {
  return ["Languages", "ContentTypes", "Content"].flatMap((section) =>
    readdirSync(join(folder, section)).map((name) => join(folder, section, name)),
  );
}

/** A site of `count` files: one type, and pages ten to a parent, each with text, HTML, pickers and a block list. */
function writeSite(folder, count) {
  for (const section of ["Content", "ContentTypes", "Languages"]) mkdirSync(join(folder, section));
  const write = (name, text) => writeFileSync(join(folder, name), DECLARATION + text);
  write(
    "Languages/en-us.config",
    `<Language Key="${keyOf("en")}" Alias="en-US" Level="0"><IsDefault>true</IsDefault></Language>`,
  );
  write("ContentTypes/page.config", typeFile());
  for (let index = 0; index < count - 2; index++) write(`Content/page-${index}.config`, nodeFile(index));
}

function keyOf(name) {
  const hex = createHash("sha256").update(String(name)).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}

const PROPERTIES = {
  title: ["Umbraco.TextBox", (index) => `Page ${index}`],
  bodyText: [
    "Umbraco.RichText",
    (index) => `<p>${`Paragraph ${index} of a page like any other, &amp; so on. `.repeat(8)}</p>`,
  ],
  hidden: ["Umbraco.TrueFalse", (index) => String(index % 2)],
  picker: ["Umbraco.MultiNodeTreePicker", (index) => `umb://document/${keyOf(index).replaceAll("-", "")}`],
  summary: ["Umbraco.TextArea", () => ""],
  blocks: ["Umbraco.BlockList", blocks],
};

function blocks(index) {
  const contentData = [0, 1].map((block) => ({
    key: keyOf(`${index}/${block}`),
    values: [{ alias: "text", value: `Block ${block}` }],
  }));
  return JSON.stringify({ contentData, settingsData: [], layout: {} }, undefined, 2);
}

function typeFile() {
  const properties = Object.entries(PROPERTIES).map(
    ([alias, [editor]]) =>
      `<GenericProperty><Alias>${alias}</Alias><Type>${editor}</Type><Variations>Nothing</Variations></GenericProperty>`,
  );
  return `<ContentType Key="${keyOf("page")}" Alias="page" Level="1">
  <Info><Name>Page</Name><Variations>Nothing</Variations><Compositions /></Info>
  <GenericProperties>${properties.join("\r\n")}</GenericProperties>
</ContentType>`;
}

function nodeFile(index) {
  const parent = index === 0 ? ZERO_KEY : keyOf(Math.floor((index - 1) / 10));
  const properties = Object.entries(PROPERTIES).map(
    ([alias, [, value]]) =>
      `    <${alias}>\r\n      <Value><![CDATA[${value(index)}]]></Value>\r\n    </${alias}>`,
  );
  return `<Content Key="${keyOf(index)}" Alias="Page ${index}" Level="1">
  <Info>
    <Parent Key="${parent}">Above</Parent>
    <Path>/Page${index}</Path>
    <Trashed>false</Trashed>
    <ContentType>page</ContentType>
    <CreateDate>2024-03-05T10:11:12</CreateDate>
    <NodeName Default="Page ${index}" />
    <SortOrder>${index % 10}</SortOrder>
    <Published Default="true" />
    <Schedule />
    <Template Key="${keyOf("template")}">page</Template>
  </Info>
  <Properties>
${properties.join("\r\n")}
  </Properties>
</Content>`;
}

/** One side, in a process of its own, which tells its milliseconds: `node bench/usync.js bare FOLDER`. */
async function runSide(side, folder) {
  const { loadDirectory } = side === "load" ? await import(BUNDLE) : {};
  const start = performance.now();
  if (side === "load") await loadDirectory(folder);
  else for (const path of configFiles(folder)) new SaxesParser().write(readFileSync(path, "utf8")).close();
  console.log(performance.now() - start);
}

if (process.argv.length > 2) {
  await runSide(process.argv[2], process.argv[3]);
} else {
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({ input: LOADER, platform: "node", external: ["saxes"] });
  await bundle.write({ dir: fileURLToPath(new URL("../dist/bench", import.meta.url)) });
  for (const count of COUNTS) compare(count);
}

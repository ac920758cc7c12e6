/** A uSync folder of any size: one type, and pages ten to a parent, each with text, HTML, pickers and a block list. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ZERO_KEY = "00000000-0000-0000-0000-000000000000";
const MARK = "\uFEFF";
const DECLARATION = `${MARK}<?xml version="1.0" encoding="utf-8"?>\r\n`;
/** The language and the type. */
const FILES_BESIDE_PAGES = 2;

/** Each property's editor, and its value on a page. @type {Record<string, [string, (page: number) => string]>} */
const PROPERTIES = {
  title: ["Umbraco.TextBox", (page) => `Page ${page}`],
  bodyText: [
    "Umbraco.RichText",
    (page) => `<p>${`Paragraph ${page} of a page like any other, &amp; so on. `.repeat(8)}</p>`,
  ],
  hidden: ["Umbraco.TrueFalse", (page) => String(page % 2)],
  picker: ["Umbraco.MultiNodeTreePicker", (page) => `umb://document/${keyOf(page).replaceAll("-", "")}`],
  summary: ["Umbraco.TextArea", () => ""],
  blocks: ["Umbraco.BlockList", blocks],
};

/**
 * @param {string} folder is made
 * @param {number} count of files
 */
export function writeUsyncSite(folder, count) {
  for (const section of ["Content", "ContentTypes", "Languages"]) {
    mkdirSync(join(folder, section), { recursive: true });
  }
  const write = (/** @type {string} */ name, /** @type {string} */ text) =>
    writeFileSync(join(folder, name), DECLARATION + text);
  write(
    "Languages/en-us.config",
    `<Language Key="${keyOf("en")}" Alias="en-US" Level="0"><IsDefault>true</IsDefault></Language>`,
  );
  write("ContentTypes/page.config", typeFile());
  for (let page = 0; page < count - FILES_BESIDE_PAGES; page++) {
    write(`Content/page-${page}.config`, pageFile(page));
  }
}

/** @param {string | number} name */
function keyOf(name) {
  const hex = createHash("sha256").update(String(name)).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, "$1-$2-$3-$4-$5");
}

/** @param {number} page */
function blocks(page) {
  const contentData = [0, 1].map((block) => ({
    key: keyOf(`${page}/${block}`),
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

/** @param {number} page */
function pageFile(page) {
  const parent = page === 0 ? ZERO_KEY : keyOf(Math.floor((page - 1) / 10));
  const properties = Object.entries(PROPERTIES).map(
    ([alias, [, value]]) =>
      `    <${alias}>\r\n      <Value><![CDATA[${value(page)}]]></Value>\r\n    </${alias}>`,
  );
  return `<Content Key="${keyOf(page)}" Alias="Page ${page}" Level="1">
  <Info>
    <Parent Key="${parent}">Above</Parent>
    <Path>/Page${page}</Path>
    <Trashed>false</Trashed>
    <ContentType>page</ContentType>
    <CreateDate>2024-03-05T10:11:12</CreateDate>
    <NodeName Default="Page ${page}" />
    <SortOrder>${page % 10}</SortOrder>
    <Published Default="true" />
    <Schedule />
    <Template Key="${keyOf("template")}">page</Template>
  </Info>
  <Properties>
${properties.join("\r\n")}
  </Properties>
</Content>`;
}

/** Sites of any size to measure on, made once a run: NDJSON, JSON, a uSync folder, a database. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import initSqlJs from "sql.js";
import { FOLDER } from "./measure.js";

const SCHEMA = new URL("../test/fixtures/database/schema.sql", import.meta.url);
/** Nodes below a node, and roots. */
const WIDTH = 10;
const WORDS = "lorem ipsum dolor sit amet consectetur Ærø Straße 東京 документ страница сайта".split(" ");
const DATE = "2024-03-05T10:11:12";
const ZERO_KEY = "00000000-0000-0000-0000-000000000000";

/** Each property's editor, the column a database keeps it in, and its value. @type {[string, string, (number: number) => string | number][]} */
const PROPERTIES = [
  ["Umbraco.TextBox", "varcharValue", (number) => textOf(number, 4)],
  ["Umbraco.RichText", "textValue", (number) => `<p class="x">${textOf(number, 50)}</p>\n`],
  [
    "Umbraco.MultiNodeTreePicker",
    "textValue",
    (number) => `umb://document/${keyOf(number >> 1).replaceAll("-", "")}`,
  ],
  ["Umbraco.Integer", "intValue", (number) => number],
  ["Umbraco.TrueFalse", "intValue", (number) => number % 2],
  ["Umbraco.BlockList", "textValue", blocksOf],
];

/** @param {number} number from 0 */
export const idOf = (number) => 1000 + number;

/** @param {number | string} name */
export function keyOf(name) {
  const hex = createHash("md5").update(String(name)).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/**
 * A data directory of NDJSON, about 1 kB a node.
 * @param {number} count
 * @param {number} [changed] one of so many nodes has another name and date
 */
export function ndjsonSite(count, changed) {
  return made(`ndjson-${count}-${changed}`, (folder) => {
    const lines = Array.from({ length: count }, (_, number) => {
      const edit =
        changed && number % changed === 0 ? { name: "Edited", updateDate: "2031-01-01T00:00:00" } : {};
      const parent = parentOf(number) < 0 ? {} : { parentId: idOf(parentOf(number)) };
      return JSON.stringify({ ...parent, ...nodeOf(number), ...edit });
    });
    writeFileSync(join(folder, "content.ndjson"), `${lines.join("\n")}\n`);
    writeFileSync(join(folder, "media.ndjson"), "");
  });
}

/** The same nodes as json-server reads them. @param {number} count */
export function flatJson(count) {
  const folder = made(`flat-${count}`, (path) => {
    const content = Array.from({ length: count }, (_, number) => ({
      ...nodeOf(number),
      id: String(idOf(number)),
    }));
    writeFileSync(join(path, "db.json"), JSON.stringify({ content }));
  });
  return join(folder, "db.json");
}

/** A uSync folder. @param {number} count of pages, a file each */
export function usyncSite(count) {
  return made(`usync-${count}`, (folder) => {
    for (const name of ["Content", "ContentTypes", "Languages"]) mkdirSync(join(folder, name));
    const write = (/** @type {string} */ name, /** @type {string} */ xml) =>
      writeFileSync(join(folder, `${name}.config`), `\uFEFF<?xml version="1.0" encoding="utf-8"?>\r\n${xml}`);
    write(
      "Languages/en-us",
      `<Language Key="${keyOf("en")}" Alias="en-US"><IsDefault>true</IsDefault></Language>`,
    );
    const properties = PROPERTIES.map(
      ([editor], i) => `<GenericProperty><Alias>property${i}</Alias><Type>${editor}</Type></GenericProperty>`,
    );
    write(
      "ContentTypes/page",
      `<ContentType Key="${keyOf("page")}" Alias="page"><Info><Name>Page</Name></Info><GenericProperties>${properties.join("")}</GenericProperties></ContentType>`,
    );
    for (let number = 0; number < count; number++) write(`Content/page-${number}`, usyncPage(number));
  });
}

/** @param {number} number */
function usyncPage(number) {
  const parent = parentOf(number) < 0 ? ZERO_KEY : keyOf(parentOf(number));
  const values = PROPERTIES.map(
    ([, , value], i) => `<property${i}><Value><![CDATA[${value(number)}]]></Value></property${i}>`,
  );
  return `<Content Key="${keyOf(number)}" Alias="Page ${number}"><Info><Parent Key="${parent}">Above</Parent><Trashed>false</Trashed><ContentType>page</ContentType><CreateDate>${DATE}</CreateDate><NodeName Default="Page ${number}"/><SortOrder>${number % WIDTH}</SortOrder><Published Default="true"/></Info>\r\n<Properties>${values.join("\r\n")}</Properties></Content>`;
}

/** An Umbraco database: each page has a published version and an older one. @param {number} count of pages */
export async function databaseSite(count) {
  const { Database } = await initSqlJs();
  const folder = made(`database-${count}`, (path) => {
    const database = new Database();
    database.run(readFileSync(SCHEMA, "utf8"));
    database.run("begin");
    const insert = (/** @type {string} */ sql) => database.prepare(`insert into ${sql}`);
    const node = insert(
      "umbracoNode (id, uniqueId, parentId, sortOrder, text, nodeObjectType, createDate) values (?, ?, ?, ?, ?, ?, ?)",
    );
    database.run("insert into umbracoLanguage (languageISOCode, isDefaultVariantLang) values ('en-US', 1)");
    node.run([1, keyOf("page"), -1, 0, "Page", "A2CB7800-F571-4787-9638-BC48539A0EFB", DATE]);
    database.run("insert into cmsContentType (nodeId, alias, variations) values (1, 'page', 0)");
    PROPERTIES.forEach(([editor], i) => {
      database.run("insert into umbracoDataType values (?, ?, 'Ntext', null)", [i + 1, editor]);
      database.run(
        "insert into cmsPropertyType (dataTypeId, contentTypeId, Alias, variations, UniqueID) values (?, 1, ?, 0, ?)",
        [i + 1, `property${i}`, keyOf(`property${i}`)],
      );
    });
    const content = insert("umbracoContent values (?, 1)");
    const document = insert("umbracoDocument values (?, 1, 0)");
    const version = insert(
      "umbracoContentVersion (id, nodeId, versionDate, current, text) values (?, ?, ?, ?, ?)",
    );
    const state = insert("umbracoDocumentVersion values (?, null, ?)");
    const values = PROPERTIES.map(([, column]) =>
      insert(`umbracoPropertyData (versionId, propertyTypeId, ${column}) values (?, ?, ?)`),
    );
    for (let number = 0; number < count; number++) {
      const id = idOf(number);
      const parent = parentOf(number) < 0 ? -1 : idOf(parentOf(number));
      const documentType = "C66BA18E-EAF3-4CFF-8A22-41B16D66A972";
      node.run([id, keyOf(number), parent, number % WIDTH, `Page ${number}`, documentType, DATE]);
      content.run([id]);
      document.run([id]);
      for (const isCurrent of [0, 1]) {
        const versionId = number * 2 + isCurrent + 1;
        version.run([versionId, id, DATE, isCurrent, `Page ${number}`]);
        state.run([versionId, isCurrent]);
        PROPERTIES.forEach(([, , value], i) => void values[i].run([versionId, i + 1, value(number)]));
      }
    }
    database.run("commit");
    writeFileSync(join(path, "Umbraco.sqlite.db"), database.export());
    database.close();
  });
  return join(folder, "Umbraco.sqlite.db");
}

/**
 * The database as a `.bacpac`, a backup of SQL Server and a database of SQL Server Compact.
 * @param {number} count of pages
 * @returns {Promise<Record<"bacpac" | "bak" | "sdf", string>>}
 */
export async function tableFiles(count) {
  // The tests write such files, in TypeScript; they find the repository above the folder above their own.
  const writer = new URL("../node_modules/.cache/table-files.mjs", import.meta.url);
  const bundle = await rolldown({
    input: fileURLToPath(new URL("../test/support/table-files.ts", import.meta.url)),
    platform: "node",
    external: ["sql.js", "vitest"],
    treeshake: { moduleSideEffects: false },
  });
  await bundle.write({ file: fileURLToPath(writer), format: "esm" });
  await bundle.close();
  const { writeTableFiles } = await import(writer.href);
  const folder = made(`tables-${count}`, () => {});
  return writeTableFiles(await databaseSite(count), folder);
}

/** @param {number} number */
function parentOf(number) {
  return Math.floor(number / WIDTH) - 1;
}

/** @param {number} number */
function nodeOf(number) {
  const properties = PROPERTIES.map(([editorAlias, , value], i) => ({
    alias: `property${i}`,
    editorAlias,
    value: value(number),
  }));
  return {
    id: idOf(number),
    key: keyOf(number),
    name: textOf(number, 3),
    url: `/a/b/${number}/`,
    type: `page${number % 7}`,
    sortOrder: number % WIDTH,
    createDate: DATE,
    updateDate: DATE,
    properties: Object.fromEntries(properties.map((property) => [property.alias, property])),
  };
}

/** @param {number} number @param {number} words */
function textOf(number, words) {
  return Array.from({ length: words }, (_, i) => WORDS[(number * 7 + i * (number % 11)) % WORDS.length]).join(
    " ",
  );
}

/** @param {number} number */
function blocksOf(number) {
  const contentData = [
    { key: keyOf(`block ${number}`), values: [{ alias: "text", value: `Block ${number}` }] },
  ];
  return JSON.stringify({ contentData, settingsData: [], layout: {} });
}

/** @param {string} name @param {(folder: string) => void} make */
function made(name, make) {
  const folder = join(FOLDER, name);
  if (existsSync(folder)) return folder;
  mkdirSync(folder);
  make(folder);
  return folder;
}

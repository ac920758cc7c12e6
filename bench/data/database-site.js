/** A site's database of any size: one type, and pages ten to a parent, each with a published version, a draft and an older one. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const SCHEMA = new URL("../../test/fixtures/database/schema.sql", import.meta.url);
const DOCUMENT = "C66BA18E-EAF3-4CFF-8A22-41B16D66A972";
const DOCUMENT_TYPE = "A2CB7800-F571-4787-9638-BC48539A0EFB";
const TYPE_ID = 1001;
const FIRST_ID = 2000;
const WIDTH = 10;
const DATE = "2024-03-05 10:11:12.1234567";

/** Each property's editor, the column that holds it, and its value on a page. @type {[string, string, (page: number) => string | number][]} */
const PROPERTIES = [
  ["Umbraco.TextBox", "varcharValue", (page) => `Page ${page}`],
  [
    "Umbraco.RichText",
    "textValue",
    (page) => `<p>${`Paragraph ${page} of a page like any other, &amp; so on. `.repeat(8)}</p>`,
  ],
  ["Umbraco.TrueFalse", "intValue", (page) => page % 2],
  ["Umbraco.Decimal", "decimalValue", (page) => `${page}.50`],
  ["Umbraco.MultiNodeTreePicker", "textValue", (page) => `umb://document/${keyOf(page).replaceAll("-", "")}`],
  ["Umbraco.BlockList", "textValue", blocks],
];

/** @param {number} number */
function keyOf(number) {
  return `${number.toString(16).padStart(8, "0")}-1111-4222-8333-000000000000`.toUpperCase();
}

/** @param {number} page */
function blocks(page) {
  const contentData = [0, 1].map((block) => ({
    key: keyOf(page * 2 + block),
    values: [{ alias: "text", value: `Block ${block}` }],
  }));
  return JSON.stringify({ contentData, settingsData: [], layout: {} });
}

/**
 * @param {string} file
 * @param {number} count of pages
 */
export async function writeDatabaseSite(file, count) {
  const initSqlJs = createRequire(import.meta.url)("sql.js");
  const { Database } = await initSqlJs();
  const database = new Database();
  database.run(readFileSync(SCHEMA, "utf8"));
  database.run("begin");
  writeType(database);
  writePages(database, count);
  database.run("commit");
  writeFileSync(file, database.export());
  database.close();
}

/** @param {import("sql.js").Database} database */
function writeType(database) {
  const insertNode = nodeStatement(database);
  database.run("insert into umbracoLanguage (languageISOCode, isDefaultVariantLang) values ('en-US', 1)");
  insertNode.run([TYPE_ID, keyOf(TYPE_ID), -1, 0, "Page", DOCUMENT_TYPE, DATE]);
  database.run("insert into cmsContentType (nodeId, alias, variations) values (?, 'page', 0)", [TYPE_ID]);
  for (const [index, [editor]] of PROPERTIES.entries()) {
    database.run("insert into umbracoDataType values (?, ?, 'Ntext', null)", [index + 1, editor]);
    database.run(
      "insert into cmsPropertyType (dataTypeId, contentTypeId, Alias, variations, UniqueID) values (?, ?, ?, 0, ?)",
      [index + 1, TYPE_ID, `property${index}`, keyOf(index)],
    );
  }
  insertNode.free();
}

/**
 * @param {import("sql.js").Database} database
 * @param {number} count
 */
function writePages(database, count) {
  const insertNode = nodeStatement(database);
  const insertContent = database.prepare("insert into umbracoContent values (?, ?)");
  const insertDocument = database.prepare("insert into umbracoDocument values (?, 1, 0)");
  const insertVersion = database.prepare(
    "insert into umbracoContentVersion (id, nodeId, versionDate, current, text) values (?, ?, ?, ?, ?)",
  );
  const insertState = database.prepare("insert into umbracoDocumentVersion values (?, null, ?)");
  const insertValues = PROPERTIES.map(([, column]) =>
    database.prepare(
      `insert into umbracoPropertyData (versionId, propertyTypeId, ${column}) values (?, ?, ?)`,
    ),
  );
  for (let page = 0; page < count; page++) {
    const parent = page === 0 ? -1 : FIRST_ID + Math.floor((page - 1) / WIDTH);
    const id = FIRST_ID + page;
    insertNode.run([id, keyOf(id), parent, page % WIDTH, `Page ${page}`, DOCUMENT, DATE]);
    insertContent.run([id, TYPE_ID]);
    insertDocument.run([id]);
    for (const [state, [published, current]] of [
      [0, 0],
      [1, 0],
      [0, 1],
    ].entries()) {
      const version = page * 3 + state + 1;
      insertVersion.run([version, id, DATE, current, `Page ${page}`]);
      insertState.run([version, published]);
      PROPERTIES.forEach(([, , value], index) => {
        insertValues[index].run([version, index + 1, value(page)]);
      });
    }
  }
}

/** @param {import("sql.js").Database} database */
function nodeStatement(database) {
  return database.prepare(
    "insert into umbracoNode (id, uniqueId, parentId, sortOrder, text, nodeObjectType, createDate) values (?, ?, ?, ?, ?, ?, ?)",
  );
}

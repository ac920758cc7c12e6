/** The same rows of a site's database as `bare-pages` reads, by SQLite in WebAssembly. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const initSqlJs = createRequire(import.meta.url)("sql.js");
const { Database } = await initSqlJs();
const database = new Database(readFileSync(process.argv[2]));
const PUBLISHED = "in (select id from umbracoDocumentVersion where published = 1)";
let values = 0;
for (const sql of [
  "select id, uniqueId, parentId, sortOrder, trashed, text, nodeObjectType, createDate from umbracoNode",
  "select nodeId, contentTypeId from umbracoContent",
  "select nodeId, published from umbracoDocument",
  "select id, nodeId, current, versionDate, text from umbracoContentVersion",
  `select versionId, propertyTypeId, languageId, segment, intValue, decimalValue, dateValue, varcharValue, textValue
   from umbracoPropertyData where versionId ${PUBLISHED}`,
]) {
  const statement = database.prepare(sql);
  while (statement.step()) for (const value of statement.get()) if (value !== null) values++;
}
console.log(values);

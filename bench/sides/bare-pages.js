/** The least that loading a site's database takes: reads the rows that are read of it, by the same engine, and no more. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [engine, file] = process.argv.slice(2);
/** @param {string} name */
const module = (name) => import(pathToFileURL(join(engine, `${name}.js`)).href);
const { DatabaseFiles } = await module("database-files");
const { Pages } = await module("pages");
const { SqliteDatabase } = await module("sqlite-database");

const database = new SqliteDatabase(new Pages(new DatabaseFiles(file)));
let values = 0;

/**
 * @param {string} table
 * @param {readonly string[]} columns the first one says whether a row is read
 * @param {(id: number) => boolean} isRead
 */
function read(table, columns, isRead = () => true) {
  for (const row of database.rows(table, columns)) {
    if (!isRead(row.id(0))) continue;
    for (let column = 1; column < columns.length; column++) if (row.value(column) !== undefined) values++;
  }
}

const published = new Set();
for (const row of database.rows("umbracoDocumentVersion", ["id", "published", "templateId"])) {
  if (row.flag(1)) published.add(row.id(0));
}
const isPublished = (/** @type {number} */ version) => published.has(version);
read("umbracoNode", [
  ...["id", "uniqueId", "parentId", "sortOrder"],
  ...["trashed", "text", "nodeObjectType", "createDate"],
]);
read("umbracoContent", ["nodeId", "contentTypeId"]);
read("umbracoDocument", ["nodeId", "published"]);
read("umbracoContentVersion", ["id", "nodeId", "current", "versionDate", "text"]);
const columns = ["propertyTypeId", "languageId", "segment", "intValue", "decimalValue", "dateValue"];
read("umbracoPropertyData", ["versionId", ...columns, "varcharValue", "textValue"], isPublished);
console.log(values);

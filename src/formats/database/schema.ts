/** Which tables of Umbraco's are read, and which of its versions a database is of. */
import type { SqliteDatabase } from "./sqlite/sqlite-database.ts";

/** The table that tells the CMS's database from those of other programs. */
const MARK = "umbracoNode";

/** What versions 10 to 18 have in common. What only some have is asked for where it is read. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  umbracoNode: ["id", "uniqueId", "parentId", "sortOrder", "trashed", "text", "nodeObjectType", "createDate"],
  umbracoContent: ["nodeId", "contentTypeId"],
  umbracoContentVersion: ["id", "nodeId", "versionDate", "current", "text"],
  umbracoContentVersionCultureVariation: ["versionId", "languageId", "name"],
  umbracoDocument: ["nodeId", "published"],
  umbracoDocumentVersion: ["id", "templateId", "published"],
  umbracoDocumentCultureVariation: ["nodeId", "languageId", "published"],
  umbracoMediaVersion: ["id", "path"],
  umbracoPropertyData: [
    ...["versionId", "propertyTypeId", "languageId", "segment"],
    ...["intValue", "decimalValue", "dateValue", "varcharValue", "textValue"],
  ],
  umbracoLanguage: ["id", "languageISOCode", "isDefaultVariantLang"],
  umbracoDataType: ["nodeId", "propertyEditorAlias"],
  umbracoDomain: ["id", "domainDefaultLanguage", "domainRootStructureID", "domainName"],
  cmsContentType: ["nodeId", "alias", "icon", "isElement", "allowAtRoot", "variations"],
  cmsContentType2ContentType: ["parentContentTypeId", "childContentTypeId"],
  cmsContentTypeAllowedContentType: ["Id", "AllowedId", "SortOrder"],
  cmsDocumentType: ["contentTypeNodeId", "templateNodeId", "IsDefault"],
  cmsPropertyType: [
    ...["id", "dataTypeId", "contentTypeId", "propertyTypeGroupId", "Alias", "Name", "sortOrder"],
    ...["mandatory", "Description", "variations", "UniqueId"],
  ],
  cmsPropertyTypeGroup: ["id", "uniqueID", "contenttypeNodeId", "type", "text", "alias", "sortorder"],
  cmsTemplate: ["nodeId", "alias"],
};

/** Tables by which versions are told apart, the latest first. */
const SINCE = [
  ["umbracoElement", "18"],
  ["umbracoDistributedJob", "17"],
  ["umbracoDocumentUrl", "15"],
  ["umbracoWebhook", "13"],
] as const;
const EARLIEST = "10";

/** Why a database cannot be read by this schema; `undefined` where it can. */
export function reasonUnknown(database: SqliteDatabase): string | undefined {
  if (!database.has(MARK)) {
    return `it is another program's: it has ${database.tableCount} tables, and none of them is ${MARK}`;
  }
  const missing = Object.entries(REQUIRED).flatMap(([table, columns]) =>
    database.has(table)
      ? columns.filter((column) => !database.has(table, column)).map((column) => `${table}.${column}`)
      : [table],
  );
  if (missing.length === 0) return undefined;
  return `its schema is none of Umbraco 10 to 18: there is no ${missing.slice(0, 5).join(", ")}${missing.length > 5 ? " and more" : ""}`;
}

/** The earliest version that has all the tables there are. */
export function versionOf(database: SqliteDatabase): string {
  return SINCE.find(([table]) => database.has(table))?.[1] ?? EARLIEST;
}

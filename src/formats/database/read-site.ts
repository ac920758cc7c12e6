/** Reads what the database of a site holds of its trees, in the one state that its pages are of. */
import type { Kind } from "../../operations.ts";
import { resolveTypes } from "../../schema/resolve-types.ts";
import type { StoredRedirect } from "../../urls/node-urls.ts";
import type { FormatOptions } from "../data-format.ts";
import { noteMissingTypes } from "../findings.ts";
import type { UnpublishedNode } from "../manifest.ts";
import type { ReadTypes } from "../type-lists.ts";
import { type ChosenNode, chooseVersions, unpublishedDocuments } from "./choose-versions.ts";
import { contentUrls, mediaUrls, readRedirects, readSiteDomains } from "./database-urls.ts";
import { type NodeRows, readNodeRows, readPublication, readVersions } from "./node-rows.ts";
import { type NodeValues, readValues } from "./node-values.ts";
import { readNodeTypes, readSchema, type SiteNodeType, type SiteSchema } from "./read-schema.ts";
import { readSiteLanguages, type SiteLanguages } from "./site-languages.ts";
import type { SiteNotes } from "./site-notes.ts";
import { SqliteFault } from "./sqlite/database-files.ts";
import type { SqliteDatabase } from "./sqlite/sqlite-database.ts";

/** The nodes of one kind, in preorder. */
export type SiteNodes = {
  nodes: readonly ChosenNode[];
  /** Where the first of them stands among the nodes that the values are of. */
  first: number;
  /** Of each node. */
  urls: readonly (string | undefined)[];
};

export type SiteRecords = {
  /** The earliest version of the CMS that has such a schema. */
  version: string;
  /** The codes of the languages, and of the one that is read. */
  languages: readonly string[];
  culture: string | undefined;
  heldLanguages: readonly string[];
  aside: { domains: number; redirects: number };
  redirects: readonly StoredRedirect[];
  content: SiteNodes;
  media: SiteNodes;
  unpublished: readonly UnpublishedNode[];
  values: NodeValues;
  /** Makes the types. */
  types: ReadTypes;
};

/**
 * @throws SqliteFault where the database is damaged, or is not the CMS's; UsageError where the site lacks the culture that
 * is asked for
 */
export function readSite(database: SqliteDatabase, options: FormatOptions, notes: SiteNotes): SiteRecords {
  const reason = reasonUnknown(database);
  if (reason !== undefined) throw new SqliteFault(reason);
  const languages = readSiteLanguages(database, options.culture, notes);
  const rows = readNodeRows(database, notes);
  const schema = readSchema(database, rows, notes.file);
  const domains = readSiteDomains(database, rows.content, languages.all);
  const types = readNodeTypes(database, schema);
  const rules = { rows, types, languages, options };
  const { content, media, unpublished } = readNodes(database, rules, notes);
  const values = readValues(database, [...content, ...media], languages.read, notes);
  const first = content.length;
  return {
    version: versionOf(database),
    languages: languages.all.map(({ code }) => code).sort(),
    culture: languages.read?.code,
    heldLanguages: heldLanguages(database, rules),
    aside: { domains: domains.length, redirects: redirectCount(database) },
    redirects: readRedirects(database, domains),
    unpublished,
    values,
    content: {
      nodes: content,
      first: 0,
      urls: contentUrls(database, content, values, { domains, languages, options }, notes),
    },
    media: { nodes: media, first, urls: mediaUrls(database, media, values, first) },
    types: typesOf(schema),
  };
}

/** Old addresses of pages that were renamed or moved. */
function redirectCount(database: SqliteDatabase): number {
  if (!database.has("umbracoRedirectUrl", "url")) return 0;
  let count = 0;
  for (const _ of database.rows("umbracoRedirectUrl", [])) count++;
  return count;
}

function typesOf({ content, media, dataTypes }: SiteSchema): ReadTypes {
  return (findings) => resolveTypes({ content, media }, dataTypes, noteMissingTypes(findings));
}

/** What nodes are chosen by. */
type NodeRules = {
  rows: NodeRows;
  /** The types of nodes, by their ids. */
  types: ReadonlyMap<number, SiteNodeType>;
  languages: SiteLanguages;
  options: FormatOptions;
};

/** The codes of the languages that pages are there in: published ones, unless others are read too. */
function heldLanguages(database: SqliteDatabase, { rows, types, languages, options }: NodeRules): string[] {
  const held = new Set<number | undefined>();
  for (const row of database.rows("umbracoDocumentCultureVariation", ["nodeId", "languageId", "published"])) {
    const id = row.id(0);
    const isRead = row.flag(2) || options.includeUnpublished === true;
    if (isRead && types.get(id)?.varies && rows.content.get(id)?.isTrashed === false)
      held.add(row.optionalId(1));
  }
  return languages.all.flatMap(({ id, code }) => (held.has(id) ? [code] : [])).sort();
}

function readNodes(
  database: SqliteDatabase,
  { rows, types, languages, options }: NodeRules,
  notes: SiteNotes,
): Record<Kind, ChosenNode[]> & { unpublished: UnpublishedNode[] } {
  const versions = readVersions(database, rows, languages.read, notes);
  const publication = readPublication(database, languages.read);
  const candidatesOf = (kind: Kind) => ({
    kind,
    rows: rows[kind],
    types,
    versions,
    publication,
    culture: languages.read?.code,
    includeUnpublished: options.includeUnpublished === true,
  });
  const content = chooseVersions(candidatesOf("content"), notes);
  const media = chooseVersions(candidatesOf("media"), notes);
  return { content, media, unpublished: unpublishedDocuments(candidatesOf("content"), content) };
}

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
function reasonUnknown(database: SqliteDatabase): string | undefined {
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
function versionOf(database: SqliteDatabase): string {
  return SINCE.find(([table]) => database.has(table))?.[1] ?? EARLIEST;
}

/** Reads what the database of a site holds, by SQL. */

import { type Findings, warnOfMissingTypes } from "../../site/findings.ts";
import { resolveTypes } from "../../site/schema/resolve-types.ts";
import type { FormatOptions } from "../data-format.ts";
import { domainsOfDatabase, readSegments } from "./database-urls.ts";
import {
  type NodeRow,
  type NodeVersions,
  nodesOfDatabase,
  readValues,
  readVersions,
  type Version,
  type VersionValues,
} from "./read-nodes.ts";
import { type DatabaseNodeType, readSchema } from "./read-schema.ts";
import { readSiteFacts } from "./site-facts.ts";
import { readSiteLanguages } from "./site-languages.ts";
import type { SiteWarnings } from "./site-warnings.ts";
import { type Database, rows } from "./sql.ts";
import type { UmbracoDatabase } from "./umbraco-tables.ts";

type ChosenVersion = {
  /** Absent if the node cannot be read. */
  version?: Version;
  name: string;
  /** Why visitors do not see the node. */
  unpublished?: string;
  /** Whether it has no name in the language that is read, though its type varies. */
  isElsewhere?: boolean;
  /** Why the node cannot be read, published or not. */
  incomplete?: string;
};

/** A document or a media item, in the version that is read. */
export type DatabaseNode = NodeRow &
  ChosenVersion & {
    type: DatabaseNodeType | undefined;
    values: VersionValues;
    /** When it was last saved in the language that is read, if it varies. */
    cultureDate?: string;
  };

/** What a database holds. */
export type DatabaseSite = ReturnType<typeof siteOfDatabase>;

/**
 * @returns the nodes in order of their ids; the segments of URLs from version 15 on; and the contents of the format beside its trees
 * @throws FileFault if the values are damaged; UsageError if the site lacks the culture that is wanted
 */
export function siteOfDatabase(umbraco: UmbracoDatabase, options: FormatOptions, warnings: SiteWarnings) {
  const { database, version, tables } = umbraco;
  const languages = readSiteLanguages(database, options.culture, warnings);
  const culture = languages.read?.code;
  const rows = nodesOfDatabase(database, languages.read, warnings);
  const schema = readSchema(database, warnings.file);
  const versions = readVersions(database, rows, languages.read, warnings);
  const chosen = Array.from(rows.values(), (row) => {
    const type = row.typeId === undefined ? undefined : schema.nodeTypes.get(row.typeId);
    const ofNode = versions.get(row.id);
    const cultureDate = type?.varies ? ofNode?.current?.cultureDate : undefined;
    return { ...row, type, cultureDate, ...chooseVersion(row, type, ofNode, culture) };
  });
  const isRead = ({ isTrashed, unpublished }: (typeof chosen)[number]) =>
    !isTrashed && (unpublished === undefined || options.includeUnpublished);
  const ids = chosen.filter(isRead).flatMap(({ version }) => (version ? [version.id] : []));
  const { values, segments } = readValues(database, ids, languages.read, options.segment, warnings);
  const domains = domainsOfDatabase(database);
  return {
    nodes: chosen.map(
      (node): DatabaseNode => ({ ...node, values: values.get(node.version?.id ?? 0) ?? new Map() }),
    ),
    languages,
    domains,
    segments: tables.has("umbracoDocumentUrl") ? readSegments(database, languages) : undefined,
    contents: {
      version,
      culture,
      heldLanguages: heldLanguages(database, options),
      segments,
      ...readSiteFacts(umbraco, domains),
      types: (findings: Findings) => resolveTypes(schema, schema.dataTypes, warnOfMissingTypes(findings)),
    },
  };
}

/**
 * The published version of a document that is published, in the language that is read if its type varies; the current version
 * of another document, and of a media item.
 * @param culture the code of that language
 */
function chooseVersion(
  node: NodeRow,
  type: DatabaseNodeType | undefined,
  versions: NodeVersions | undefined,
  culture: string | undefined,
): ChosenVersion {
  if (!type) return { name: "", incomplete: "it has no type" };
  if (!versions) return { name: "", incomplete: "it has no version" };
  const { published, current } = versions;
  const inLanguage = type.varies && culture !== undefined ? culture : undefined;
  const name = inLanguage === undefined ? published?.name : published?.cultureName;
  const unpublished = node.isMedia ? undefined : reasonUnpublished(node, inLanguage, published, name);
  if (!node.isMedia && unpublished === undefined) return { version: published, name: name ?? "" };
  const ownName = (type.varies ? current?.cultureName : undefined) ?? current?.name ?? node.name ?? "";
  return {
    version: current,
    name: ownName,
    unpublished,
    isElsewhere: inLanguage !== undefined && !current?.cultureName,
    incomplete: current ? undefined : "it has no current version",
  };
}

/** Neither the flag of the document nor that of the version is enough by itself. */
function reasonUnpublished(
  { isPublished, isPublishedInLanguage }: NodeRow,
  language: string | undefined,
  published: Version | undefined,
  name: string | undefined,
): string | undefined {
  if (!isPublished) return "it is not published";
  if (!published) return "it is published, but has no published version";
  if (language !== undefined && !isPublishedInLanguage) return `it is not published in ${language}`;
  return name === undefined ? "its published version has no name" : undefined;
}

// A document that varies is there in the languages in which it is published, a media item in those in which it has a name.
const HELD_LANGUAGES = `
  select languageISOCode as code from umbracoLanguage
  where languageISOCode <> '' and id in (
    select p.languageId from umbracoDocumentCultureVariation p
    join siteNode n on n.id = p.nodeId
    where n.varies and not n.isMedia and not n.isTrashed and (p.published or :includeUnpublished)
    union
    select l.languageId from umbracoContentVersionCultureVariation l
    join umbracoContentVersion v on v.id = l.versionId and v.current
    join siteNode n on n.id = v.nodeId
    where n.varies and n.isMedia and not n.isTrashed
  )`;

/** The codes of the languages of the nodes. */
function heldLanguages(database: Database, { includeUnpublished = false }: FormatOptions): string[] {
  const parameters = { ":includeUnpublished": Number(includeUnpublished) };
  return Array.from(rows<{ code: string }>(database, HELD_LANGUAGES, parameters), ({ code }) => code).sort();
}

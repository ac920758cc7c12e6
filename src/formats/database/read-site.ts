/** Reads what the database of a site holds, by SQL. */

import { type Findings, warnOfMissingTypes } from "../../site/findings.ts";
import { resolveTypes } from "../../site/schema/resolve-types.ts";
import type { FormatOptions } from "../data-format.ts";
import { type ChosenVersion, chooseVersion } from "./choose-version.ts";
import { domainsOfDatabase, readSegments } from "./database-urls.ts";
import { type NodeRow, nodesOfDatabase, readValues, readVersions, type VersionValues } from "./read-nodes.ts";
import { type DatabaseNodeType, readSchema } from "./read-schema.ts";
import { readSiteFacts } from "./site-facts.ts";
import { readSiteLanguages } from "./site-languages.ts";
import type { SiteWarnings } from "./site-warnings.ts";
import { type Database, rows } from "./sql.ts";
import type { UmbracoDatabase } from "./umbraco-tables.ts";

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

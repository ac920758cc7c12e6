/** Reads what the database of a site holds, in the one state that its image is of. */

import { FILE_PROPERTY, mediaUrl } from "../../media/media-paths.ts";
import type { Kind } from "../../operations.ts";
import { resolveTypes } from "../../schema/resolve-types.ts";
import { type Domain, nodeUrls, type StoredRedirect } from "../../urls/node-urls.ts";
import { segmentOptions, URL_NAME, urlSegment, urlSource } from "../../urls/url-segment.ts";
import type { FormatOptions } from "../data-format.ts";
import { madeUrlsNote, noteMissingTypes } from "../findings.ts";
import type { UnpublishedNode } from "../manifest.ts";
import type { ReadTypes } from "../type-lists.ts";
import { type ChosenNode, chooseVersions, unpublishedDocuments } from "./choose-versions.ts";
import { countRedirects, readDomains, readRedirects, readSegments } from "./database-urls.ts";
import { type NodeValue, readNodes, readValues, readVersions, type VersionValues } from "./read-nodes.ts";
import { nodeTypes, readSchema, type SiteSchema } from "./read-schema.ts";
import { readSiteLanguages, type SiteLanguages } from "./site-languages.ts";
import type { SiteNotes } from "./site-notes.ts";
import { type Database, rows } from "./sql.ts";
import type { UmbracoDatabase } from "./umbraco-tables.ts";

/** The nodes of one kind, in preorder, each with its values and its URL. */
export type SiteNodes = readonly (ChosenNode & { values: VersionValues; url: string | undefined })[];

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
  /** Makes the types. */
  types: ReadTypes;
};

/**
 * @throws SqliteFault if the values are damaged; UsageError if the site lacks the culture that is wanted
 */
export function readSite(
  { database, version, hasSegments }: UmbracoDatabase,
  options: FormatOptions,
  notes: SiteNotes,
): SiteRecords {
  const languages = readSiteLanguages(database, options.culture, notes);
  const nodes = readNodes(database, languages.read, notes);
  const schema = readSchema(database, notes.file);
  const domains = readDomains(database);
  const versions = readVersions(database, nodes, languages.read, notes);
  const candidatesOf = (kind: Kind) => ({
    kind,
    rows: new Map([...nodes].filter(([, { isMedia }]) => (isMedia ? kind === "media" : kind === "content"))),
    types: nodeTypes(schema),
    versions,
    culture: languages.read?.code,
    includeUnpublished: options.includeUnpublished === true,
  });
  const content = chooseVersions(candidatesOf("content"), notes);
  const media = chooseVersions(candidatesOf("media"), notes);
  const unpublished = unpublishedDocuments(candidatesOf("content"), content);
  const ids = [...content, ...media].map(({ version }) => version.id);
  const values = readValues(database, ids, languages.read, notes);
  const withValues = (node: ChosenNode) => ({ ...node, values: values.get(node.version.id) ?? new Map() });
  const found = content.map(withValues);
  const urls = contentUrls(database, found, { domains, languages, options, hasSegments }, notes);
  return {
    version,
    languages: languages.all.map(({ code }) => code).sort(),
    culture: languages.read?.code,
    heldLanguages: heldLanguages(database, options),
    aside: { domains: domains.length, redirects: countRedirects(database) },
    redirects: readRedirects(database, domains),
    unpublished,
    content: found.map((node, place) => ({ ...node, url: urls[place] })),
    media: media.map(withValues).map((node) => {
      const file = valueNamed(node, FILE_PROPERTY);
      return { ...node, url: (file && !file.isJson ? mediaUrl(file.text) : undefined) ?? node.version.path };
    }),
    types: typesOf(schema),
  };
}

function typesOf({ content, media, dataTypes }: SiteSchema): ReadTypes {
  return (findings) => resolveTypes({ content, media }, dataTypes, noteMissingTypes(findings));
}

// A document that varies is there in the languages in which it is published, a media item in those in which it has a name.
const HELD_LANGUAGES = `
  select languageISOCode as code from umbracoLanguage
  where languageISOCode <> '' and id in (
    select p.languageId from umbracoDocumentCultureVariation p
    join umbracoNode n on n.id = p.nodeId and n.nodeObjectType = 'C66BA18E-EAF3-4CFF-8A22-41B16D66A972'
    join umbracoContent c on c.nodeId = n.id
    join cmsContentType t on t.nodeId = c.contentTypeId
    where (p.published or :includeUnpublished) and t.variations & 1 and not n.trashed
    union
    select l.languageId from umbracoContentVersionCultureVariation l
    join umbracoContentVersion v on v.id = l.versionId and v.current
    join umbracoNode n on n.id = v.nodeId and n.nodeObjectType = 'B796F64C-1F99-4FFB-B886-4BF4BC011A9C'
    join umbracoContent c on c.nodeId = n.id
    join cmsContentType t on t.nodeId = c.contentTypeId
    where t.variations & 1 and not n.trashed
  )`;

/** The codes of the languages of the nodes. */
function heldLanguages(database: Database, { includeUnpublished = false }: FormatOptions): string[] {
  const parameters = { ":includeUnpublished": Number(includeUnpublished) };
  return Array.from(rows<{ code: string }>(database, HELD_LANGUAGES, parameters), ({ code }) => code).sort();
}

const NO_SEGMENT = "has no segment in the database: that of its url is made of its name";

type UrlRules = {
  domains: readonly Domain[];
  languages: SiteLanguages;
  options: FormatOptions;
  hasSegments: boolean;
};
type ValuedNode = ChosenNode & { values: VersionValues };

/** @returns for each, its URL, if it has one; up to version 14, which keeps no segments, only if URLs are to be made */
function contentUrls(
  database: Database,
  content: readonly ValuedNode[],
  { domains, languages, options, hasSegments }: UrlRules,
  notes: SiteNotes,
): (string | undefined)[] {
  if (!hasSegments && !options.urls) return [];
  const rules = segmentOptions(undefined, options.urlAscii, options.settings);
  if (!hasSegments) notes.whole(madeUrlsNote(rules), "madeUrls");
  const stored = readSegments(database, languages);
  const segmentOf = (node: ValuedNode) => {
    const { own, invariant } = stored[node.isPublished ? "published" : "draft"].get(node.row.id) ?? {};
    const segment = own ?? (node.type.varies ? undefined : invariant);
    if (segment !== undefined) return segment;
    // The CMS can lack the row of a page that it serves.
    if (hasSegments) notes.node(node.row.id, NO_SEGMENT, "madeSegments");
    return urlSegment(urlSource(node.name, valueNamed(node, URL_NAME)?.text), rules);
  };
  const nodes = content.map((node) => ({
    name: String(node.row.id),
    parent: node.parent?.place ?? -1,
    segment: segmentOf(node),
  }));
  return nodeUrls(nodes, {
    domains,
    culture: languages.read?.code,
    isDefaultCulture: languages.read?.id === languages.default?.id,
    settings: options.settings,
  });
}

function valueNamed({ type, values }: ValuedNode, alias: string): NodeValue | undefined {
  const property = type.properties.find((each) => each.alias === alias);
  return property && values.get(property.id);
}

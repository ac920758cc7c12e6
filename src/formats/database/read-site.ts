/** Reads what the database of a site holds of its trees, in the one state that its pages are of. */
import { KINDS } from "../../operations.ts";
import { parseKey } from "../../tree/key.ts";
import { nodeUrls } from "../../urls/node-urls.ts";
import type { ReadOptions } from "../read-options.ts";
import { type ChosenNode, chooseNodes } from "./choose-nodes.ts";
import { mediaUrls } from "./media-urls.ts";
import { type NodeRows, readNodeRows } from "./node-rows.ts";
import type { NodeValues } from "./node-values.ts";
import { readDomains, type SiteDomain } from "./read-domains.ts";
import { readSegments, type Segments, segmentOf } from "./read-segments.ts";
import { type NodeType, readNodeTypes } from "./read-types.ts";
import { readValues } from "./read-values.ts";
import { readPublication, readVersions } from "./read-versions.ts";
import { reasonUnknown, versionOf } from "./schema.ts";
import { readLanguages, type SiteLanguages } from "./site-languages.ts";
import type { SiteNotes } from "./site-notes.ts";
import type { SqliteDatabase } from "./sqlite/sqlite-database.ts";
import { SqliteFault } from "./sqlite/sqlite-fault.ts";

/** The nodes of one kind, in preorder. */
export type SiteNodes = {
  nodes: readonly ChosenNode[];
  /** Where the first of them stands among the nodes that the values are of. */
  first: number;
  /** Of each node. */
  urls: readonly (string | undefined)[];
};

export type Site = {
  /** The earliest version of the CMS that has such a schema. */
  version: string;
  /** The codes of the languages, and of the one that is read. */
  languages: readonly string[];
  culture: string | undefined;
  domains: readonly SiteDomain[];
  content: SiteNodes;
  media: SiteNodes;
  values: NodeValues;
};

/**
 * @throws SqliteFault where the database is damaged, or is not the CMS's; UsageError where the site lacks the culture that
 * is asked for
 */
export function readSite(database: SqliteDatabase, options: ReadOptions, notes: SiteNotes): Site {
  const reason = reasonUnknown(database);
  if (reason !== undefined) throw new SqliteFault(reason);
  const languages = readLanguages(database, options.culture, notes);
  const rows = readNodeRows(database, notes);
  const domains = readDomains(database, rows.content, languages.all);
  const [content, media] = readNodes(database, rows, languages, options, notes);
  const segments = readSegments(database, languages);
  const urls = segments ? urlsOf(content, segments, domains, languages, notes) : [];
  const values = readValues(database, [...content, ...media], languages.read, notes);
  const first = content.length;
  return {
    version: versionOf(database),
    languages: languages.all.map(({ code }) => code).sort(),
    culture: languages.read?.code,
    domains,
    values,
    content: { nodes: content, first: 0, urls },
    media: { nodes: media, first, urls: mediaUrls(database, media, values, first) },
  };
}

function readNodes(
  database: SqliteDatabase,
  rows: NodeRows,
  languages: SiteLanguages,
  options: ReadOptions,
  notes: SiteNotes,
): ChosenNode[][] {
  const types = typesOfNodes(database, readNodeTypes(database));
  const versions = readVersions(database, rows, languages.read, notes);
  const publication = readPublication(database, languages.read);
  return KINDS.map((kind) =>
    chooseNodes(
      {
        kind,
        rows: rows[kind],
        types,
        versions,
        publication,
        culture: languages.read?.code,
        includeUnpublished: options.includeUnpublished === true,
      },
      notes,
    ),
  );
}

function typesOfNodes(database: SqliteDatabase, types: ReadonlyMap<number, NodeType>): Map<number, NodeType> {
  const found = new Map<number, NodeType>();
  for (const row of database.rows("umbracoContent", ["nodeId", "contentTypeId"])) {
    const type = types.get(row.id(1));
    if (type) found.set(row.id(0), type);
  }
  return found;
}

function urlsOf(
  content: readonly ChosenNode[],
  { published, draft }: Segments,
  domains: readonly SiteDomain[],
  languages: SiteLanguages,
  notes: SiteNotes,
) {
  const segments = content.map(({ row, type, isPublished }) => {
    const segment = segmentOf(isPublished ? published : draft, parseKey(row.key), type.varies);
    if (segment === undefined) {
      notes.node(
        row.id,
        "has no segment in the database, so that it and those below it may lack a url",
        "nodes without a segment of their url",
      );
    }
    return segment;
  });
  const nodes = content.map(({ row, parent }, index) => ({
    name: String(row.id),
    parent: parent ? parent.place : -1,
    segment: segments[index],
  }));
  return nodeUrls(nodes, {
    domains: domains.map(({ rootId, name, culture }) => ({ root: String(rootId), name, language: culture })),
    culture: languages.read?.code,
    isDefaultCulture: languages.read?.id === languages.default?.id,
  });
}

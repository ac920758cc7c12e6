/** The URLs of content, of the segments that the site itself has made and of its domains. */
import { parseKey } from "../../tree/key.ts";
import { type Domain, nodeUrls } from "../../urls/node-urls.ts";
import { urlSegment } from "../../urls/url-segment.ts";
import type { ChosenNode } from "./choose-versions.ts";
import type { NodeValues } from "./node-values.ts";
import { readSegments, type Segments, segmentOf } from "./read-segments.ts";
import type { SiteLanguages } from "./site-languages.ts";
import type { SiteNotes } from "./site-notes.ts";
import type { SqliteDatabase } from "./sqlite/sqlite-database.ts";

/** The property by which editors say what is to stand in a URL in place of the name. */
const URL_NAME = "umbracoUrlName";

/** What URLs are made by. */
type UrlRules = { domains: readonly Domain[]; languages: SiteLanguages };

/**
 * @param content in preorder; the values are of these nodes, and maybe of others behind them
 * @returns for each, its URL, if it has one; none at all up to version 14, which keeps no segments
 */
export function contentUrls(
  database: SqliteDatabase,
  content: readonly ChosenNode[],
  values: NodeValues,
  { domains, languages }: UrlRules,
  notes: SiteNotes,
): (string | undefined)[] {
  const segments = readSegments(database, languages);
  if (segments === undefined) return [];
  const nodes = content.map((node) => ({
    name: String(node.row.id),
    parent: node.parent?.place ?? -1,
    segment: segmentIn(segments, node) ?? madeSegment(node, values, notes),
  }));
  return nodeUrls(nodes, {
    domains,
    culture: languages.read?.code,
    isDefaultCulture: languages.read?.id === languages.default?.id,
  });
}

function segmentIn({ published, draft }: Segments, { row, type, isPublished }: ChosenNode) {
  return segmentOf(isPublished ? published : draft, parseKey(row.key), type.varies);
}

/** As the site would make it: it lacks now and then the row of a page that it knows. */
function madeSegment({ row, type, name, place }: ChosenNode, values: NodeValues, notes: SiteNotes): string {
  notes.node(
    row.id,
    "has no segment in the database: that of its url is made of its name",
    "nodes whose url is made of their names",
  );
  const property = type.properties.findIndex(({ alias }) => alias === URL_NAME);
  const value = property < 0 ? undefined : values.get(place, property)?.text;
  return urlSegment(value?.trim() ? value : name, { ascii: "try" });
}

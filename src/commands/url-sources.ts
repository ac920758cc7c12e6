/** What `urls` and `redirects` share: their sources, and what they report on stderr. */

import { readHandMap } from "../analysis/urls/hand-map.ts";
import type { ManualMappings } from "../analysis/urls/map-urls.ts";
import type { UrlComparison } from "../completeness/compare-urls.ts";
import { type FinishedImport, isListingPath, readImportListing } from "../completeness/import-listing.ts";
import { type Io, writeError } from "../io.ts";
import type { Site } from "../site/site.ts";
import type { SiteUrls } from "../site/urls/site-urls.ts";
import { counted } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import { readTextFile, refuseGiven, type Values } from "./flag.ts";
import { reportCopyLimits } from "./open-source.ts";
import {
  MATCH_FLAG,
  type NamedSource,
  openOneSource,
  openTwoSources,
  type TwoSourcesFlags,
} from "./two-sources.ts";

export type UrlSources = {
  old: Site;
  /** Absent if no new site is given. */
  other: Site | FinishedImport | undefined;
  /** The sources that must have URLs. */
  sites: readonly Site[];
};

type UrlSourceFlags = TwoSourcesFlags & Values<typeof MATCH_FLAG> & { quiet?: boolean; color?: boolean };

/** @throws UsageError for a live site or an option that cannot be used; DataError for a source that does not load */
export async function openUrlSources(
  old: NamedSource,
  other: NamedSource | undefined,
  flags: UrlSourceFlags,
  io: Io,
): Promise<UrlSources> {
  if (other === undefined || isListingPath(other.location)) {
    if (other) refuseGiven(MATCH_FLAG, flags, "cannot be used with an import listing");
    // A listing is read first, since its faults are found sooner.
    const listing = other && readImportListing(other.location);
    const site = await openOneSource(old, flags, io);
    reportCopyLimits([site], flags, io);
    return { old: site, other: listing, sites: [site] };
  }
  const sites = await openTwoSources([old, other], flags, io);
  reportCopyLimits(sites, flags, io);
  return { old: sites[0], other: sites[1], sites };
}

/** The pairs of URLs that the file of an option has. @throws UsageError if it cannot be read, or is malformed */
export function readUrlPairs(option: string, path: string): ManualMappings {
  return readHandMap(readTextFile(path, `${option} ${path} cannot be read`), path);
}

/** Prints on stderr what the lists leave out, which nodes have no URL, and which share one. */
export function reportUrls(
  { without, shared, deadRedirects }: SiteUrls,
  { remarks, unaddressed = 0 }: Pick<UrlComparison, "remarks"> & Partial<UrlComparison>,
  io: Io,
): void {
  for (const line of remarks) writeError(io, visible(line));
  const report = (count: number, what: string, rest: string) => {
    if (count > 0) writeError(io, `${counted(count, what)} ${rest}`);
  };
  report(deadRedirects, "redirect", "to missing pages, left out");
  report(without.content, "content node", "without a URL");
  report(without.media, "media node", "without a URL for its file");
  report(unaddressed, "node", "counted as removed that are on the new site, without a URL");
  if (shared.length === 0) return;
  const [{ url, nodes }] = shared;
  const ids = firstOf(nodes.map(({ id, key }) => id ?? key));
  writeError(
    io,
    `${counted(shared.length, "URL")} of several nodes: ${url} (${ids})${shared.length > 1 ? ", ..." : ""}`,
  );
}

/** The first three, with an ellipsis if there are more. */
export function firstOf(all: readonly (string | number)[]): string {
  return all.slice(0, 3).join(", ") + (all.length > 3 ? ", ..." : "");
}

/** Compares the URLs of an old site with those of a new one: a site, or the listing of an import. */

import type { MatchedBy } from "../analysis/diff/match-nodes.ts";
import { mapLanguages, nodesMatchedBy } from "../analysis/urls/map-languages.ts";
import { type ManualMappings, type MappedUrl, mapUrls, unusedMappings } from "../analysis/urls/map-urls.ts";
import { DataError } from "../errors.ts";
import { KINDS, type Kind } from "../operations.ts";
import type { Site } from "../site/site.ts";
import { type HostNames, parseAddress } from "../site/urls/address.ts";
import { type LanguageUrls, languagesWithoutUrls, listLanguages } from "../site/urls/language-urls.ts";
import { NO_URLS } from "../site/urls/site-urls.ts";
import { counted } from "../text/counted.ts";
import { type FinishedImport, strangeKeysWarning } from "./import-listing.ts";
import { listingUrls } from "./import-listing-urls.ts";

/** The new side of a comparison. */
type NewSide = Site | FinishedImport;

export function isImport(side: NewSide): side is FinishedImport {
  return "rows" in side;
}

export type UrlComparison = {
  mapped: readonly MappedUrl[];
  /** How many nodes count as removed, and are on the new site without a URL. */
  unaddressed: number;
  /** What has not been compared, a line each. */
  remarks: readonly string[];
  /** Matches by hand that match nothing. */
  unused: ReturnType<typeof unusedMappings>;
};

type CompareOptions = {
  kinds: readonly Kind[];
  /** How nodes of two sites are matched; rows of a listing are matched by key. Default: by key. */
  matchedBy?: MatchedBy;
  /** Whether only the language that is read is compared. Default: all languages. */
  isOne?: boolean;
  /** New names of hosts. Default: none. */
  hosts?: HostNames;
  /** Default: none. */
  byHand?: ManualMappings;
};

/**
 * @param urls those of the old site
 * @throws DataError for a listing without URLs; errors of loading another language
 */
export async function compareUrls(
  old: Site,
  urls: LanguageUrls,
  other: NewSide,
  { kinds, matchedBy = "key", isOne, hosts = new Map(), byHand = new Map() }: CompareOptions,
): Promise<UrlComparison> {
  const common = { hosts, byHand };
  if (!isImport(other)) {
    const side = await listLanguages(other, { kinds, isOne });
    const compared = mapLanguages(urls, side, { ...common, kinds, wasAt: nodesMatchedBy(matchedBy) });
    return {
      ...compared,
      remarks: missingInWords(compared.missing, other.path),
      unused: unusedMappings(byHand, urls.joined, side.joined),
    };
  }
  const { rows, path } = other;
  if (!rows.some(({ url }) => url !== undefined && parseAddress(url) !== undefined)) {
    throw new DataError(`${path} has no URLs: add a column url, with paths such as /about/`);
  }
  const { kinds: listed, wasAt, ...side } = listingUrls(rows, urls, kinds);
  const compared = mapLanguages(urls, side, { ...common, kinds: listed, wasAt });
  const warning = strangeKeysWarning(other, old.trees);
  const leftOut = KINDS.flatMap((kind) => {
    const count = listed.includes(kind)
      ? 0
      : urls.joined.urls.filter(({ node }) => node.kind === kind).length;
    return count === 0 ? [] : [`${counted(count, "URL")} of ${kind} left out, since the listing has none`];
  });
  return {
    mapped: compared.mapped.filter((each) => each.old === undefined || listed.includes(each.old.node.kind)),
    unaddressed: compared.unaddressed,
    remarks: [
      ...(warning === undefined ? [] : [warning]),
      ...missingInWords(compared.missing, path),
      ...leftOut,
    ],
    unused: unusedMappings(byHand, urls.joined, side.joined),
  };
}

/** Maps the URLs that matches by hand name, without a new site: nothing is known of the others. */
export function mapByHand(
  { trees }: Site,
  { joined }: LanguageUrls,
  { hosts, byHand }: Required<Pick<CompareOptions, "hosts" | "byHand">>,
): UrlComparison {
  const all = mapUrls({ old: joined, new: NO_URLS, oldTrees: trees, wasAt: {}, hosts, byHand });
  const mapped = all.filter(({ verdict }) => verdict !== "removed");
  const left = all.length - mapped.length;
  return {
    mapped,
    unaddressed: 0,
    remarks: left === 0 ? [] : [`${counted(left, "URL")} that --by does not name, left out`],
    unused: unusedMappings(byHand, joined, NO_URLS),
  };
}

/** The languages in which no page of a site has a URL, a line each. */
export function languagesInWords(urls: LanguageUrls, kinds: readonly Kind[]): string[] {
  return languagesWithoutUrls(urls, kinds).map(
    (language) => `no page has a URL in ${language}: the language has no domain`,
  );
}

function missingInWords(missing: ReturnType<typeof mapLanguages>["missing"], path: string): string[] {
  return missing.map(
    ({ code, addresses }) =>
      `${path} does not have ${code}: ${counted(addresses, "URL")} in ${code} lead to the same pages in another language`,
  );
}

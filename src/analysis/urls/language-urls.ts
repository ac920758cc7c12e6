/** Lists and compares the URLs of a site in each of its languages. */
import { languagesBeside, otherLanguages } from "../../formats/load-directory.ts";
import type { Kind } from "../../operations.ts";
import type { HostNames } from "../../site/urls/address.ts";
import type { StoredRedirect } from "../../site/urls/node-urls.ts";
import { type SiteUrls, siteUrls } from "../../site/urls/site-urls.ts";
import { type MatchedBy, matchNodes } from "../diff/match-nodes.ts";
import type { ComparedSite } from "../diff/site-diff.ts";
import { type ManualMappings, type MappedUrl, mapUrls, withoutAddress } from "./map-urls.ts";

/** A site in one of its languages. */
type LanguageSide = Pick<ComparedSite, "trees" | "warnings"> & {
  /** The code of the language, if known. */
  code: string | undefined;
  /** The same, only if the site has several languages. */
  language: string | undefined;
};

/** @param requested the only language to list. Default: all languages of the site, the one that is read first */
export async function languageSides(
  site: Omit<ComparedSite, "path">,
  requested: string | undefined,
): Promise<LanguageSide[]> {
  const { trees, warnings, culture: code } = site;
  const others = languagesBeside(site);
  const sides = [{ trees, warnings, code, language: others.length > 0 ? code : undefined }];
  if (requested !== undefined) return sides;
  for await (const { language, ...other } of otherLanguages(site)) {
    sides.push({ ...other, code: language, language });
  }
  return sides;
}

/**
 * Lists the URLs of each language; the first list includes the files. A redirect belongs to its language, or else to
 * the first one that has its page.
 */
export function listSides(
  sides: readonly LanguageSide[],
  redirects: readonly StoredRedirect[] = [],
  { kinds, legacy }: { kinds: readonly Kind[]; legacy?: boolean },
): SiteUrls[] {
  const own = sides.map((): StoredRedirect[] => []);
  for (const redirect of redirects) {
    const candidates = [...sides.keys()].filter((i) => sides[i].trees.content.findKey(redirect.key) >= 0);
    const same = candidates.find((i) => isSameLanguage(sides[i].code, redirect.language));
    own[same ?? candidates[0] ?? 0].push(redirect);
  }
  return sides.map(({ trees, warnings, language }, i) =>
    siteUrls(trees, {
      kinds: i === 0 ? kinds : kinds.filter((kind) => kind === "content"),
      legacy,
      // Whether the URLs of content were made from names.
      areMade: warnings?.some(({ topic }) => topic === "generatedUrls") ?? false,
      redirects: own[i],
      language,
    }),
  );
}

function isSameLanguage(code: string | undefined, other: string | undefined): boolean {
  return code !== undefined && code.toLowerCase() === other?.toLowerCase();
}

/** Returns the languages in which no page has a URL. */
export function languagesWithoutUrls(
  sides: readonly LanguageSide[],
  lists: readonly SiteUrls[],
  kinds: readonly Kind[],
): string[] {
  if (!kinds.includes("content")) return [];
  return sides.flatMap(({ language, trees }, i) => {
    const isReached = trees.content.size === 0 || lists[i].urls.some(({ node }) => node.kind === "content");
    return language === undefined || isReached ? [] : [language];
  });
}

/** The languages of a site, the URLs of each, and all URLs together. */
type ListedSite = { sides: readonly LanguageSide[]; lists: readonly SiteUrls[]; joined: SiteUrls };

type MapOptions = {
  kinds: readonly Kind[];
  matchedBy: MatchedBy;
  hosts: HostNames;
  byHand: ManualMappings;
};

/** Maps the URLs of each old language to the same new language, or to the first one. */
export function mapLanguages(old: ListedSite, other: ListedSite, options: MapOptions) {
  const { kinds, matchedBy, hosts, byHand } = options;
  const missing: { code: string | undefined; addresses: number }[] = [];
  let unaddressed = 0;
  const perLanguage = old.sides.map((side, i) => {
    const same = other.sides.findIndex(({ code }) => isSameLanguage(code, side.code));
    if (same < 0 && old.sides.length > 1) {
      const addresses = old.lists[i].urls.filter(({ node }) => node.language).length;
      missing.push({ code: side.code, addresses });
    }
    const [target, urls] = [other.sides[Math.max(0, same)], other.lists[Math.max(0, same)]];
    const wasAt: Partial<Record<Kind, Int32Array>> = {};
    for (const kind of kinds) wasAt[kind] = matchNodes(side.trees[kind], target.trees[kind], matchedBy).wasAt;
    const found = mapUrls({ old: old.lists[i], new: urls, oldTrees: side.trees, wasAt, hosts, byHand });
    unaddressed += withoutAddress(found, wasAt);
    return found;
  });
  return { mapped: joinMapped(perLanguage, old.joined, other.joined), unaddressed, missing };
}

/** Joins the results of all languages: each old URL once, then new URLs. */
function joinMapped(
  all: readonly (readonly MappedUrl[])[],
  { urls }: SiteUrls,
  others: SiteUrls,
): MappedUrl[] {
  const listed = new Set(urls);
  const known = all.flat().filter(({ old }) => old !== undefined && listed.has(old));
  const reached = new Set(known.flatMap(({ verdict, to }) => (verdict === "removed" ? [] : [to?.url])));
  const added = all.flat().filter(({ verdict, to }) => verdict === "new" && !reached.has(to?.url));
  const paired = new Set(all.flat().map(({ to }) => to?.node?.language));
  // URLs in a language that the old site lacks are new.
  const elsewhere = others.urls.flatMap(({ url, node }): MappedUrl[] =>
    node.language === undefined || paired.has(node.language) || reached.has(url)
      ? []
      : [{ verdict: "new", to: { url, node } }],
  );
  const order = new Map(urls.map((each, i) => [each, i]));
  known.sort((a, b) => (a.old && b.old ? (order.get(a.old) ?? 0) - (order.get(b.old) ?? 0) : 0));
  const once = new Map([...added, ...elsewhere].map((each) => [each.to?.url, each]));
  return [...known, ...once.values()];
}

/** Lists and compares the addresses of a site in each of its languages. */
import { languagesBeside, otherLanguages } from "../../formats/load-directory.ts";
import type { Kind } from "../../operations.ts";
import type { StoredRedirect } from "../../urls/node-urls.ts";
import { type MatchedBy, matchNodes } from "../match-nodes.ts";
import type { ComparedSite } from "../site-diff.ts";
import type { HostNames } from "./address.ts";
import { type ManualMappings, type MappedUrl, mapUrls, withoutAddress } from "./map-urls.ts";
import { type SiteUrls, siteUrls } from "./site-urls.ts";

/** A site in one of its languages. */
type LanguageSide = Pick<ComparedSite, "trees" | "warnings"> & {
  /** The code of the language, where that is told. */
  code: string | undefined;
  /** The same, where the site holds several. */
  language: string | undefined;
};

/** @param asked the language that alone is to be listed. Default: all that the site holds, the one that is read first */
export async function languageSides(
  site: Omit<ComparedSite, "path">,
  asked: string | undefined,
): Promise<LanguageSide[]> {
  const { trees, warnings, culture: code } = site;
  const others = languagesBeside(site);
  const sides = [{ trees, warnings, code, language: others.length > 0 ? code : undefined }];
  if (asked !== undefined) return sides;
  for await (const { language, ...other } of otherLanguages(site)) {
    sides.push({ ...other, code: language, language });
  }
  return sides;
}

/** Lists each language; the first has the files too. A redirect is of its own language, else of the first that has its page. */
export function listSides(
  sides: readonly LanguageSide[],
  redirects: readonly StoredRedirect[] = [],
  { kinds, legacy }: { kinds: readonly Kind[]; legacy?: boolean },
): SiteUrls[] {
  const own = sides.map((): StoredRedirect[] => []);
  for (const redirect of redirects) {
    const places = [...sides.keys()].filter((i) => sides[i].trees.content.findKey(redirect.key) >= 0);
    const same = places.find((i) => isSameLanguage(sides[i].code, redirect.language));
    own[same ?? places[0] ?? 0].push(redirect);
  }
  return sides.map(({ trees, warnings, language }, i) =>
    siteUrls(trees, {
      kinds: i === 0 ? kinds : kinds.filter((kind) => kind === "content"),
      legacy,
      // Whether the URLs of content were made.
      areMade: warnings?.some(({ topic }) => topic === "madeUrls") ?? false,
      redirects: own[i],
      language,
    }),
  );
}

function isSameLanguage(code: string | undefined, other: string | undefined): boolean {
  return code !== undefined && code.toLowerCase() === other?.toLowerCase();
}

/** The languages in which no page has an address. */
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

/** The languages of a site, the addresses of each, and all of them together. */
type ListedSite = { sides: readonly LanguageSide[]; lists: readonly SiteUrls[]; joined: SiteUrls };

type MapOptions = {
  kinds: readonly Kind[];
  matchedBy: MatchedBy;
  hosts: HostNames;
  byHand: ManualMappings;
};

/** Maps the addresses of each old language to those of the same new language, or of the first one. */
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

/** What has become of the addresses of each language, as one list: each address once, then what is new. */
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
  // What is in a language that the old site does not have is new.
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

/** Compares the URLs of two sites, language by language. */
import type { Kind } from "../../operations.ts";
import { isSameLanguage } from "../../site/languages.ts";
import type { HostNames } from "../../site/urls/address.ts";
import type { LanguageUrls, OneLanguage } from "../../site/urls/language-urls.ts";
import type { SiteUrls } from "../../site/urls/site-urls.ts";
import { type MatchedBy, matchNodes } from "../diff/match-nodes.ts";
import { type ManualMappings, type MappedUrl, mapUrls, withoutAddress } from "./map-urls.ts";

/** The URLs of a new site in one of its languages. */
type MappedLanguage = Pick<OneLanguage, "code" | "urls">;

type LanguageMapOptions<New extends MappedLanguage> = {
  kinds: readonly Kind[];
  /** Returns for each index of a new node the index of the same node in the old tree, or -1. */
  wasAt: (kind: Kind, old: OneLanguage, other: New) => Int32Array;
  hosts: HostNames;
  byHand: ManualMappings;
};

/** Matches the nodes of two sites. */
export function nodesMatchedBy(by: MatchedBy): LanguageMapOptions<OneLanguage>["wasAt"] {
  return (kind, old, other) => matchNodes(old.trees[kind], other.trees[kind], by).wasAt;
}

/** Maps the URLs of each old language to the same new language, or to the first one. */
export function mapLanguages<New extends MappedLanguage>(
  old: LanguageUrls,
  other: { languages: readonly New[]; joined: SiteUrls },
  options: LanguageMapOptions<New>,
) {
  const { kinds, hosts, byHand } = options;
  const missing: { code: string | undefined; addresses: number }[] = [];
  let unaddressed = 0;
  const perLanguage = old.languages.map((side) => {
    const same = other.languages.findIndex(({ code }) => isSameLanguage(code, side.code));
    if (same < 0 && old.languages.length > 1) {
      const addresses = side.urls.urls.filter(({ node }) => node.language).length;
      missing.push({ code: side.code, addresses });
    }
    const target = other.languages[Math.max(0, same)];
    const wasAt: Partial<Record<Kind, Int32Array>> = {};
    for (const kind of kinds) wasAt[kind] = options.wasAt(kind, side, target);
    const found = mapUrls({ old: side.urls, new: target.urls, oldTrees: side.trees, wasAt, hosts, byHand });
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

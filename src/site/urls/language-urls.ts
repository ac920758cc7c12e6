/** Lists the URLs of a site in each of its languages. */
import type { Kind } from "../../operations.ts";
import { isSameLanguage } from "../languages.ts";
import { languagesOfDomains, type SiteData } from "../site-data.ts";
import { type DomainSite, otherUrlsOf } from "./domain-urls.ts";
import type { StoredRedirect } from "./node-urls.ts";
import { joinSiteUrls, type SiteUrls, siteUrls } from "./site-urls.ts";

/** A site, or its data in one of its languages. */
type LanguageData = DomainSite & Pick<SiteData, "hasMadeUrls">;

type UrlSite = LanguageData & {
  otherLanguages: readonly string[];
  inOtherLanguages(): AsyncIterable<LanguageData>;
};

/** The URLs of a site in one of its languages. */
export type OneLanguage = Pick<SiteData, "trees"> & {
  /** The code of the language, if known. */
  code: string | undefined;
  /** The same, only if the site has several languages. */
  language: string | undefined;
  urls: SiteUrls;
};

/** The URLs of each language, the one that is read first, and all of them together. */
export type LanguageUrls = { languages: readonly OneLanguage[]; joined: SiteUrls };

type LanguageUrlOptions = {
  kinds: readonly Kind[];
  /** Whether to list forms that version 7 also answered. Default: no. */
  legacy?: boolean;
  /** Whether to list only the language that is read. Default: all languages. */
  isOne?: boolean;
  /** The redirects that the site stores. */
  redirects?: readonly StoredRedirect[];
};

/**
 * Lists the URLs of each language; the first list includes the files. A redirect belongs to its language, or else to
 * the first one that has its page.
 */
export async function listLanguages(site: UrlSite, options: LanguageUrlOptions): Promise<LanguageUrls> {
  const { kinds, legacy, isOne, redirects = [] } = options;
  const sides: LanguageData[] = [site];
  if (!isOne) for await (const other of site.inOtherLanguages()) sides.push(other);
  const own = sides.map((): StoredRedirect[] => []);
  for (const redirect of redirects) {
    const candidates = [...sides.keys()].filter((i) => sides[i].trees.content.findKey(redirect.key) >= 0);
    const same = candidates.find((i) => isSameLanguage(sides[i].culture, redirect.language));
    own[same ?? candidates[0] ?? 0].push(redirect);
  }
  const isOfSeveral = site.otherLanguages.length + languagesOfDomains(site).length > 0;
  const languages = sides.map((side, i) => {
    const { trees, hasMadeUrls: areMade, culture: code } = side;
    const language = isOfSeveral ? code : undefined;
    const urls = siteUrls(trees, {
      kinds: i === 0 ? kinds : kinds.filter((kind) => kind === "content"),
      legacy,
      areMade,
      redirects: own[i],
      language,
      otherUrls: otherUrlsOf(side),
    });
    return { trees, code, language, urls };
  });
  return { languages, joined: joinSiteUrls(languages.map(({ urls }) => urls)) };
}

/** Returns the languages in which no page has a URL. */
export function languagesWithoutUrls({ languages }: LanguageUrls, kinds: readonly Kind[]): string[] {
  if (!kinds.includes("content")) return [];
  return languages.flatMap(({ language, trees, urls }) => {
    const isReached = trees.content.size === 0 || urls.urls.some(({ node }) => node.kind === "content");
    return language === undefined || isReached ? [] : [language];
  });
}

/** Finds the domain of a page's URL, and makes the URLs that the page has below other domains. */
import { isSameLanguage } from "../languages.ts";
import { entryIn } from "../map-entries.ts";
import { once } from "../once.ts";
import { variesByCulture } from "../schema/definitions.ts";
import { inLanguageOfNoPage, languagesOfDomains, type SiteData } from "../site-data.ts";
import { SiteNode } from "../site-nodes.ts";
import type { Key } from "../tree/key.ts";
import { parseAddress } from "./address.ts";
import { type OwnDomain, type UrlDomains, urlDomain, urlDomains } from "./node-urls.ts";

/** A site in one language. */
export type DomainSite = Pick<
  SiteData,
  | "trees"
  | "culture"
  | "heldLanguages"
  | "languages"
  | "domains"
  | "types"
  | "urlsInLanguage"
  | "pageUrls"
  | "plainPaths"
>;

/** The URL of a page below a domain. */
type DomainUrl = {
  url: string;
  /** As the site writes it. */
  domain: string;
  /** The code of its language, if it has one. */
  language: string | undefined;
};

type PageDomain = NonNullable<ReturnType<typeof urlDomain>>;

/** The domains of a site for the URLs of one language, and those of its pages. */
type PageDomains = UrlDomains & {
  /** With which the URL of a page is made. */
  of(index: number): PageDomain | undefined;
  /** In any language: below it lies a page that has no domain of the language. */
  nearest(index: number): PageDomain | undefined;
};

/** Finds the domains that the URLs of pages are made with, in the language of the site. */
export function pageDomains(
  site: Pick<DomainSite, "trees" | "culture" | "languages" | "domains" | "types">,
): PageDomains {
  const { culture, languages = [] } = site;
  const { content } = site.trees;
  const main = languages.find((language) => language.default)?.iso;
  const isDefaultCulture = main === undefined || isSameLanguage(main, culture);
  const domains = urlDomains(site.domains?.() ?? [], { culture, isDefaultCulture });
  const varying = once(() => varyingTypes(site));
  const known = new Map<number, boolean>();
  const isInvariant = (index: number) =>
    entryIn(known, index, () => {
      const { type } = new SiteNode("content", content, index).brief();
      return varying()?.has(type ?? "") === false;
    });
  function* pathUp(index: number) {
    for (let at = index; at >= 0; at = content.parentAt(at)) {
      const key = content.keyAt(at);
      yield {
        key,
        get isInvariant() {
          return isInvariant(at);
        },
      };
    }
  }
  const ofAnyLanguage = { ...domains, isOfLanguage: () => true };
  return {
    ...domains,
    of: (index) => urlDomain(() => pathUp(index), domains),
    nearest: (index) => urlDomain(() => pathUp(index), ofAnyLanguage),
  };
}

/** Returns the URLs of a page below the domains that its own URL is not made with. */
export type OtherUrls = (index: number, url: string) => readonly DomainUrl[];

/**
 * A page answers below each domain of its language that the node of its own domain has. A page that does not vary, below nodes
 * that do not vary, exists in every language, and has the URLs of languages that no page has, too.
 */
export function otherUrlsOf(site: DomainSite): OtherUrls {
  const { content } = site.trees;
  const own = pageDomains(site);
  const others = languagesOfDomains(site).map((code) => {
    const side = inLanguageOfNoPage(site, code);
    return { ...side, domains: pageDomains(side) };
  });
  return (index, url) => {
    const key = content.keyAt(index);
    const ofOthers = others.flatMap(({ domains, pageUrls }): DomainUrl[] => {
      const other = pageUrls?.get(key);
      const at = other === undefined ? undefined : domains.of(index);
      if (other === undefined || at === undefined) return [];
      const { domain, language } = at.domain;
      return [{ url: other, domain, language }, ...urlsBelow(domains, index, other)];
    });
    return [...urlsBelow(own, index, url), ...ofOthers].filter((each) => each.url !== url);
  };
}

/** The URLs of a page below the domains of the same node and language as the domain of its URL. */
function urlsBelow(domains: PageDomains, index: number, url: string): DomainUrl[] {
  const at = domains.of(index);
  const path = parseAddress(url)?.path;
  if (at === undefined || path === undefined) return [];
  const start = at.domain.path === "" ? "" : `/${at.domain.path}`;
  const rest = path.slice(start.length);
  const isBelow = path.toLowerCase().startsWith(start.toLowerCase()) && (rest === "" || rest.startsWith("/"));
  if (!isBelow) return [];
  const isOther = (each: OwnDomain) => each !== at.domain && domains.isOfLanguage(each);
  return (domains.byNode.get(at.node) ?? [])
    .filter(isOther)
    .map(({ origin, path: base, domain, language }) => ({
      url: `${domains.isAbsolute ? origin : ""}${base === "" ? rest || "/" : `/${base}${rest}`}`,
      domain,
      language,
    }));
}

/** The aliases of the content types that vary by language; `undefined` if the data does not say. */
function varyingTypes({ types }: Pick<DomainSite, "types">): ReadonlySet<string> | undefined {
  const { content, traits } = types();
  const varies = (key: Key) => variesByCulture(traits?.get(key)?.variation ?? "nothing");
  return traits && new Set(content.flatMap(({ alias, key }) => (varies(key) ? [alias] : [])));
}

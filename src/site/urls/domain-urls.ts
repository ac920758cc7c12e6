/** Makes the URLs that pages have below the other domains of their part of the site. */
import { isSameLanguage } from "../languages.ts";
import { once } from "../once.ts";
import { variesByCulture } from "../schema/definitions.ts";
import type { SiteData } from "../site-data.ts";
import { SiteNode } from "../site-nodes.ts";
import type { Key } from "../tree/key.ts";
import { parseAddress } from "./address.ts";
import { domainsByNode, hasSeveralHosts } from "./node-urls.ts";

/** A site in one language. */
export type DomainSite = Pick<SiteData, "trees" | "culture" | "heldLanguages" | "domains" | "types">;

/** The URL of a page below a domain. */
type DomainUrl = {
  url: string;
  /** As the site writes it. */
  domain: string;
  /** The code of its language, if it has one. */
  language: string | undefined;
};

/** Returns the URLs of a page below the domains that its own URL is not made with. */
export type OtherUrls = (index: number, url: string) => readonly DomainUrl[];

/**
 * A page answers below each domain of the nearest node that has one, if the domain has its language. A page that does not vary,
 * below nodes that do not vary, has every language: URLs in languages that the data holds are those of these languages.
 */
export function otherUrlsOf(site: DomainSite): OtherUrls {
  const { culture, heldLanguages = [] } = site;
  const { content } = site.trees;
  const byNode = domainsByNode(site.domains?.() ?? [], culture);
  const isAbsolute = hasSeveralHosts(byNode);
  const varying = once(() => varyingTypes(site));
  const nodeOfDomain = (index: number): Key | undefined => {
    for (let at = index; at >= 0; at = content.parentAt(at)) {
      const key = content.keyAt(at);
      if (byNode.has(key)) return key;
    }
    return undefined;
  };
  const mayVary = (index: number): boolean => {
    for (let at = index; at >= 0; at = content.parentAt(at)) {
      const { type } = new SiteNode("content", content, at).brief();
      if (varying() === undefined || varying()?.has(type ?? "")) return true;
    }
    return false;
  };
  /** The URLs below all domains of a node but the first, with which the page's own URL is made. */
  const urlsBelow = (node: Key, path: string): DomainUrl[] => {
    const [own, ...others] = byNode.get(node) ?? [];
    const start = own === undefined || own.path === "" ? "" : `/${own.path}`;
    const rest = path.slice(start.length);
    const isBelow =
      path.toLowerCase().startsWith(start.toLowerCase()) && (rest === "" || rest.startsWith("/"));
    if (!isBelow) return [];
    return others.map(({ origin, path: base, domain, language }) => ({
      url: `${isAbsolute ? origin : ""}${base === "" ? rest || "/" : `/${base}${rest}`}`,
      domain,
      language,
    }));
  };
  return (index, url) => {
    const node = nodeOfDomain(index);
    const address = parseAddress(url);
    if (node === undefined || address === undefined) return [];
    const all = urlsBelow(node, address.path);
    const isOwn = ({ language }: DomainUrl) => language === undefined || isSameLanguage(language, culture);
    const isHeld = ({ language }: DomainUrl) => heldLanguages.some((held) => isSameLanguage(held, language));
    const others = all.filter((each) => !isOwn(each) && !isHeld(each));
    const isEverywhere = others.length > 0 && (heldLanguages.length === 0 || !mayVary(index));
    return isEverywhere ? all.filter((each) => isOwn(each) || !isHeld(each)) : all.filter(isOwn);
  };
}

/** The aliases of the content types that vary by language; `undefined` if the data does not say. */
function varyingTypes({ types }: DomainSite): ReadonlySet<string> | undefined {
  const { content, traits } = types();
  const varies = (key: Key) => variesByCulture(traits?.get(key)?.variation ?? "nothing");
  return traits && new Set(content.flatMap(({ alias, key }) => (varies(key) ? [alias] : [])));
}

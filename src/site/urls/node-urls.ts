/** Makes the URLs of nodes from segments, domains and the language that is read. */
import { withoutEnds } from "../../text/path-text.ts";
import { isSameLanguage, type SiteDomain } from "../languages.ts";
import { entryIn } from "../map-entries.ts";
import type { Key } from "../tree/key.ts";

/** A node; parents come before their children, siblings in order. */
export type UrlNode = {
  /** To which domains refer. */
  key: Key;
  /** The index of its parent, -1 for a root. */
  parent: number;
  /** Empty or absent if it has none. */
  segment: string | undefined;
  /** Whether it does not vary by language. Default: that is not known. */
  isInvariant?: boolean;
};

/** A stored redirect: an earlier URL of a page. */
export type StoredRedirect = {
  /** A path, or an absolute URL if the site has several hosts; without a trailing slash. */
  url: string;
  /** The key of the page. */
  key: Key;
  /** The code of its language, in any case. Absent if it has none. */
  language: string | undefined;
};

/** The options of making URLs. */
export type UrlOptions = {
  /** All domains of the site; those of one node and one language in order. The one with the shortest path makes its URL. */
  domains: readonly SiteDomain[];
  /** The code of the language that is read, in any case. Default: pages have no language, as up to version 7. */
  culture?: string;
  /** Whether this is the site's default language. Default: yes. */
  isDefaultCulture?: boolean;
  settings?: Pick<UrlSettings, "hidesTopLevel" | "addsTrailingSlash">;
};

/** A parsed domain: an origin such as `https://host`, or empty, and a path without slashes around it. */
type Address = { origin: string; path: string };
export type OwnDomain = Address & { domain: string; language: string | undefined };

/**
 * Makes URLs as the CMS does. If `urlDomain` finds a domain for a page, its path comes first, then the segments below its node.
 * Otherwise, in the default language, the first segment is left out, except in the URLs of roots other than the first. Each URL
 * ends in a slash. `settings` change the last two rules.
 * @returns URLs by index; `undefined` if a node has none in the language that is read, or lacks a segment
 */
export function nodeUrls(nodes: readonly UrlNode[], options: UrlOptions): (string | undefined)[] {
  const { isDefaultCulture = true, settings = {} } = options;
  const { hidesTopLevel = true, addsTrailingSlash = true } = settings;
  const domains = urlDomains(options.domains, options);
  const firstRoot = hidesTopLevel ? nodes.findIndex(({ parent }) => parent < 0) : -1;
  function* pathUp(index: number): Generator<PageOfPath> {
    for (let at = index; at >= 0; at = nodes[at].parent) yield nodes[at];
  }
  /** The address of a node below one whose address is known. @param start the key of that node; absent if all segments count */
  const addressBelow = (index: number, start: Key | undefined, base: Address): Address | undefined => {
    const segments: string[] = [];
    for (let at = index; at >= 0 && nodes[at].key !== start; at = nodes[at].parent) {
      const { segment, parent } = nodes[at];
      const isHidden =
        parent < 0 && start === undefined && hidesTopLevel && (at !== index || at === firstRoot);
      if (isHidden) break;
      if (!segment) return undefined;
      segments.push(segment);
    }
    const path = segments.reverse().join("/");
    return {
      origin: base.origin,
      path: base.path === "" || path === "" ? base.path + path : `${base.path}/${path}`,
    };
  };
  return nodes.map((_, index) => {
    const own = urlDomain(() => pathUp(index), domains);
    if (own === undefined && !isDefaultCulture) return undefined;
    const address = addressBelow(index, own?.node, own?.domain ?? { origin: "", path: "" });
    return address && textOfAddress(address, domains.isAbsolute, addsTrailingSlash);
  });
}

/**
 * Makes the URL of a path below a node's domain, preferring a domain of the language; without a domain, the path is
 * below the root.
 * @param node the key of the node, if it has a domain
 * @param path without a leading slash
 */
export function urlBelowDomain(
  { node, path, language }: { node: Key | undefined; path: string; language: string | undefined },
  all: readonly SiteDomain[],
): string {
  const { byNode, isAbsolute } = urlDomains(all, { culture: language });
  const base = (node === undefined ? undefined : byNode.get(node)?.[0]) ?? { origin: "", path: "" };
  return textOfAddress(path === "" ? base : (below(base, path) ?? base), isAbsolute, false);
}

/** A page, or a page above it, on the way from a page to its root. */
type PageOfPath = Pick<UrlNode, "key" | "isInvariant">;

/** The domains of a site for the URLs of one language. */
export type UrlDomains = {
  /** By the keys of nodes; those of the language first, then those with shorter paths. */
  byNode: ReadonlyMap<Key, readonly OwnDomain[]>;
  /** Whether a domain counts in the language. */
  isOfLanguage(domain: OwnDomain): boolean;
  isDefaultCulture: boolean;
  /** Whether the site has several hosts. With one host, paths are enough. */
  isAbsolute: boolean;
};

/** @param options without a language, as in data up to version 7, each domain counts */
export function urlDomains(
  domains: readonly SiteDomain[],
  { culture, isDefaultCulture = true }: Pick<UrlOptions, "culture" | "isDefaultCulture">,
): UrlDomains {
  const isOfLanguage = ({ language }: OwnDomain) =>
    culture === undefined || (language === undefined ? isDefaultCulture : isSameLanguage(language, culture));
  const byNode = new Map<Key, OwnDomain[]>();
  for (const { node, domain, language } of domains) {
    if (node === null || domain.startsWith("*")) continue;
    const own = { ...addressOfDomain(domain), domain, language: language ?? undefined };
    entryIn(byNode, node, () => []).push(own);
  }
  const hosts = new Set<string>();
  for (const own of byNode.values()) {
    const rank = ({ language }: OwnDomain) => (isSameLanguage(language, culture) ? 0 : 1);
    own.sort((a, b) => rank(a) - rank(b) || a.path.length - b.path.length);
    for (const { origin } of own) if (origin !== "") hosts.add(hostOf(origin) ?? "");
  }
  return { byNode, isOfLanguage, isDefaultCulture, isAbsolute: hosts.size > 1 };
}

/**
 * Finds the domain that the URL of a page is made with: that of the nearest node that has one in the language, as Umbraco 17
 * does. A page that does not vary, below pages that do not vary, can have a domain of another language alone: then that of the
 * nearest node makes its URL in the default language.
 * @param pathUp yields the page and the pages above it
 */
export function urlDomain(
  pathUp: () => Iterable<PageOfPath>,
  { byNode, isOfLanguage, isDefaultCulture }: UrlDomains,
): { node: Key; domain: OwnDomain } | undefined {
  if (byNode.size === 0) return undefined;
  let nearest: { node: Key; domain: OwnDomain } | undefined;
  for (const { key } of pathUp()) {
    const own = byNode.get(key) ?? [];
    const domain = own.find(isOfLanguage);
    if (domain) return { node: key, domain };
    if (own.length > 0) nearest ??= { node: key, domain: own[0] };
  }
  if (nearest === undefined || !isDefaultCulture) return undefined;
  for (const { isInvariant } of pathUp()) if (!isInvariant) return undefined;
  return nearest;
}

/** The host of an origin; `undefined` if it is empty. */
export function hostOf(origin: string): string | undefined {
  return origin.replace(/^https?:\/\//, "") || undefined;
}

/** The host of a domain in lower case, empty if it has none, and its path without slashes around it; `undefined` if the domain only sets a language. */
export function parseDomain(domain: string): { host: string; path: string } | undefined {
  if (domain.startsWith("*")) return undefined;
  const { origin, path } = addressOfDomain(domain);
  return { host: hostOf(origin) ?? "", path };
}

function addressOfDomain(name: string): Address {
  const [, scheme = "https://", host = "", path = ""] =
    /^(https?:\/\/)?([^/]*)(.*)$/i.exec(name.trim()) ?? [];
  return {
    origin: host === "" ? "" : `${scheme}${host}`.toLowerCase(),
    path: withoutEnds(path, "/"),
  };
}

function below(base: Address | undefined, segment: string | undefined): Address | undefined {
  if (!base || !segment) return undefined;
  return { origin: base.origin, path: base.path === "" ? segment : `${base.path}/${segment}` };
}

function textOfAddress({ origin, path }: Address, isAbsolute: boolean, addsSlash: boolean): string {
  const end = path !== "" && addsSlash ? "/" : "";
  return `${isAbsolute ? origin : ""}/${path}${end}`;
}

/**
 * How letters are converted to ASCII: `false` not at all (version 7), `true` with a question mark for characters
 * without an ASCII form, `try` only if all have one (default of version 8, 9 and later).
 */
export const URL_ASCII_MODES = ["try", "true", "false"] as const;
export type UrlAsciiMode = (typeof URL_ASCII_MODES)[number];

/** Settings are absent if the site uses the CMS's defaults. */
export type UrlSettings = {
  /** Whether the segment of a root is left out of the paths below it. Default: yes. */
  hidesTopLevel?: boolean;
  /** Whether a path ends in a slash. Default: yes. */
  addsTrailingSlash?: boolean;
  ascii?: UrlAsciiMode;
  /** Replacements in names that the site configures, applied first. */
  replacements?: ReadonlyMap<string, string>;
  /** Whether the CMS's own replacements apply too. Default: yes. */
  keepsReplacements?: boolean;
};

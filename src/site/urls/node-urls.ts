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
  /** The code of the language that is read, in any case. */
  culture?: string;
  /** Whether this is the site's default language. Default: yes. */
  isDefaultCulture?: boolean;
  settings?: Pick<UrlSettings, "hidesTopLevel" | "addsTrailingSlash">;
};

/** A parsed domain: an origin such as `https://host`, or empty, and a path without slashes around it. */
type Address = { origin: string; path: string };
type OwnDomain = Address & { domain: string; language: string | undefined };

/**
 * Makes URLs as the CMS does. If the node or its nearest ancestor has a domain, the path of the domain comes first,
 * then the segments below. Otherwise the first segment is left out, except in the URLs of roots other than the first. Each URL
 * ends in a slash. `settings` change the last two rules.
 * @returns URLs by index; `undefined` if a node has none in the language that is read, or lacks a segment
 */
export function nodeUrls(nodes: readonly UrlNode[], options: UrlOptions): (string | undefined)[] {
  const { culture, isDefaultCulture: isDefault = true, settings = {} } = options;
  const { hidesTopLevel = true, addsTrailingSlash = true } = settings;
  const domains = domainsByNode(options.domains, culture);
  const isAbsolute = hasSeveralHosts(domains);
  const firstRoot = hidesTopLevel ? nodes.findIndex(({ parent }) => parent < 0) : -1;
  const written = (address: Address | undefined) =>
    address && textOfAddress(address, isAbsolute, addsTrailingSlash);
  /** By index, the address that the segments of children follow. */
  const bases: (Address | undefined)[] = [];
  return nodes.map(({ key, parent, segment }, index) => {
    const own = domains.get(key)?.[0];
    if (own) {
      bases[index] = isDefault || isSameLanguage(own.language, culture) ? own : undefined;
      return written(bases[index]);
    }
    if (parent < 0) {
      const top = isDefault ? { origin: "", path: "" } : undefined;
      const itself = index === firstRoot ? top : below(top, segment);
      bases[index] = hidesTopLevel ? top : itself;
      return written(itself);
    }
    bases[index] = below(bases[parent], segment);
    return written(bases[index]);
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
  const domains = domainsByNode(all, language);
  const base = (node === undefined ? undefined : domains.get(node)?.[0]) ?? { origin: "", path: "" };
  return textOfAddress(path === "" ? base : (below(base, path) ?? base), hasSeveralHosts(domains), false);
}

/**
 * Returns the host of the domain that the URLs below a node are made with, by the keys of nodes with domains.
 * @param culture the code of the language that is read
 * @returns `undefined` for a domain that is only a path
 */
export function hostsByNode(
  domains: readonly SiteDomain[],
  culture: string | undefined,
): ReadonlyMap<Key, string | undefined> {
  const byNode = domainsByNode(domains, culture);
  return new Map(Array.from(byNode, ([node, [{ origin }]]) => [node, hostOf(origin)]));
}

/** The host of an origin; `undefined` if it is empty. */
export function hostOf(origin: string): string | undefined {
  return origin.replace(/^https?:\/\//, "") || undefined;
}

/** A site with one host needs only paths. */
export function hasSeveralHosts(domains: ReadonlyMap<Key, readonly OwnDomain[]>): boolean {
  const hosts = [...domains.values()].flat().flatMap(({ origin }) => hostOf(origin) ?? []);
  return new Set(hosts).size > 1;
}

/** Returns the domains of each node that make URLs: those of the language that is read first, then those with shorter paths. */
export function domainsByNode(
  domains: readonly SiteDomain[],
  culture: string | undefined,
): Map<Key, OwnDomain[]> {
  const byNode = new Map<Key, OwnDomain[]>();
  for (const { node, domain, language } of domains) {
    if (node === null || domain.startsWith("*")) continue;
    const own = { ...addressOfDomain(domain), domain, language: language ?? undefined };
    entryIn(byNode, node, () => []).push(own);
  }
  for (const own of byNode.values()) {
    const rank = ({ language }: OwnDomain) => (isSameLanguage(language, culture) ? 0 : 1);
    own.sort((a, b) => rank(a) - rank(b) || a.path.length - b.path.length);
  }
  return byNode;
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

/** The languages and domains of a site. */
import type { Key } from "./tree/key.ts";

/** Whether two codes name the same language. The CMS ignores their case; two absent codes are the same. */
export function isSameLanguage(one: string | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

/** A language as the site defines it, whether or not there are nodes in it. */
export type SiteLanguage = {
  /** The code, as the site writes it. */
  iso: string;
  /** The code if the language has no name. */
  name: string;
  default: boolean;
  /** Whether a node can only be published if it is published in this language, too. */
  mandatory: boolean;
  /** The code of the language whose values are used where this one has none. */
  fallback: string | null;
};

/** Domains that say the same, such as two files of one domain, count once: the first. */
export function distinctDomains(domains: readonly SiteDomain[]): SiteDomain[] {
  return [...new Map(domains.map((each) => [JSON.stringify(each), each])).values()];
}

/** An address of a part of the site, or with a wildcard only the language of a part. */
export type SiteDomain = {
  /** `https://host/path`, `host/path` or `/path`, as the site writes it; with a wildcard `*` and a node's id. */
  domain: string;
  /** The key of the node that is the root of the part; `null` if the domain has none. */
  node: Key | null;
  /** The code of the language; `null` if the domain has none. */
  language: string | null;
};

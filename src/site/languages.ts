/** The languages and domains of a site, and its dictionary: texts of its templates in these languages. */
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

export type DictionaryItem = {
  /** The name that templates use for the text. */
  key: string;
  id: Key;
  /** The key of the item above; `null` for a root. */
  parent: string | null;
  /** The texts by the codes of languages, in code-unit order of these; a language without a text is absent. */
  translations: Readonly<Record<string, string>>;
};

/** An item whose texts are in any order, and can be empty. */
type RawItem = Omit<DictionaryItem, "translations"> & {
  translations: readonly (readonly [language: string, text: string])[];
};

/** The dictionary in code-unit order of keys, then of ids. */
export function dictionaryOf(items: readonly RawItem[]): DictionaryItem[] {
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return items
    .toSorted((a, b) => order(a.key, b.key) || order(a.id, b.id))
    .map(({ key, id, parent, translations }) => ({
      key,
      id,
      parent,
      translations: Object.fromEntries(
        translations.filter(([, text]) => text !== "").sort(([a], [b]) => order(a, b)),
      ),
    }));
}

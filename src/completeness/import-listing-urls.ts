/** The URLs of an import listing, language by language, as those of a new site. */
import type { Kind } from "../operations.ts";
import { parseAddress } from "../site/urls/address.ts";
import type { LanguageUrls, OneLanguage } from "../site/urls/language-urls.ts";
import { joinSiteUrls, NO_URLS, type SiteUrl, type SiteUrls } from "../site/urls/site-urls.ts";
import { type ImportRow, matchingLanguage } from "./import-listing.ts";

type ListingUrls = {
  /** The kinds of nodes that have a URL in the listing: nothing is known of the others. */
  kinds: readonly Kind[];
  languages: readonly Pick<OneLanguage, "code" | "urls">[];
  joined: SiteUrls;
  /** Returns for each row of a kind the index of its node in the old tree, or -1. */
  wasAt: (kind: Kind, old: OneLanguage) => Int32Array;
};

/**
 * Lists the URLs of the rows. A row is a file if its key is that of a media node, and a page otherwise. If rows of a page have
 * several URLs in a language, the first one is that of the page.
 */
export function listingUrls(
  rows: readonly ImportRow[],
  old: LanguageUrls,
  kinds: readonly Kind[],
): ListingUrls {
  const { media } = old.languages[0].trees;
  const kindOf = ({ key }: ImportRow): Kind => (media.findKey(key) >= 0 ? "media" : "content");
  const codes = old.languages.flatMap(({ code }) => code ?? []);
  const languageOf = ({ language }: ImportRow) => language && (matchingLanguage(language, codes) ?? language);
  const listed = new Set(rows.flatMap((row) => languageOf(row) ?? []));
  const languages = languagesOf(
    old,
    listed,
    rows.some((row) => row.language === undefined && kindOf(row) === "content"),
  ).map(({ code, language, rowsIn }) => {
    const urls: SiteUrl[] = [];
    const seen = new Set<string>();
    rows.forEach((row, index) => {
      const kind = kindOf(row);
      const { key, name = "", url } = row;
      if (!kinds.includes(kind) || !rowsIn.includes(languageOf(row)) || url === undefined) return;
      if (parseAddress(url) === undefined) return;
      const node = { kind, index, key, name, ...(kind === "content" && language && { language }) };
      urls.push({ url, source: seen.has(key) ? "alias" : "url", node });
      seen.add(key);
    });
    return { code, urls: { ...NO_URLS, urls } };
  });
  const joined = joinSiteUrls(languages.map(({ urls }) => urls));
  return {
    kinds: kinds.filter((kind) => joined.urls.some(({ node }) => node.kind === kind)),
    languages,
    joined,
    wasAt: (kind, side) =>
      Int32Array.from(rows, (row) => (kindOf(row) === kind ? side.trees[kind].findKey(row.key) : -1)),
  };
}

/** A language of the new site, the same as its URLs name it, and the languages of its rows. */
type NewLanguage = {
  code: string | undefined;
  language: string | undefined;
  rowsIn: readonly (string | undefined)[];
};

/**
 * The languages of the old site that the listing has, then the others. Rows without a language are in all that the old site has.
 * @param areShared whether there are such pages
 */
function languagesOf(
  { languages }: LanguageUrls,
  listed: ReadonlySet<string>,
  areShared: boolean,
): NewLanguage[] {
  const own = languages.flatMap(({ code }): NewLanguage[] => {
    if (languages.length === 1) {
      const only = code !== undefined && listed.has(code) ? code : [...listed][0];
      return [{ code, language: undefined, rowsIn: [undefined, only] }];
    }
    const isThere = areShared || (code !== undefined && listed.has(code));
    return isThere ? [{ code, language: code, rowsIn: [undefined, code] }] : [];
  });
  const others = [...listed].filter((code) => !own.some(({ rowsIn }) => rowsIn.includes(code)));
  const all = [...own, ...others.map((code) => ({ code, language: code, rowsIn: [code] }))];
  // A listing may have files alone.
  return all.length > 0 ? all : [{ code: undefined, language: undefined, rowsIn: [undefined] }];
}

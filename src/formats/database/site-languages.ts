/** The languages of a site, and which of them is read. */
import { UsageError } from "../../errors.ts";
import type { SiteWarnings } from "./site-warnings.ts";
import { type Database, rows } from "./sql.ts";

export type SiteLanguage = {
  id: number;
  /** An ISO code, as the site writes it. */
  code: string;
};

export type SiteLanguages = {
  /** In order of their ids. */
  all: readonly SiteLanguage[];
  /** Absent if the site has no language. */
  default: SiteLanguage | undefined;
  read: SiteLanguage | undefined;
};

const LANGUAGES = `
  select id, languageISOCode as code, isDefaultVariantLang as isDefault
  from umbracoLanguage
  where languageISOCode <> ''
  order by id`;

/**
 * @param wanted the code of the language to read, in any case. Default: the site's default language
 * @throws UsageError if the site has no such language
 */
export function readSiteLanguages(
  database: Database,
  wanted: string | undefined,
  warnings: SiteWarnings,
): SiteLanguages {
  const all = [...rows<SiteLanguage & { isDefault: 0 | 1 }>(database, LANGUAGES)];
  const marked = all.filter(({ isDefault }) => isDefault);
  const [fallback = all[0]] = marked;
  warnOfDefault(all, marked, warnings);
  if (wanted === undefined) return { all, default: fallback, read: fallback };
  const read = all.find(({ code }) => code.toLowerCase() === wanted.toLowerCase());
  if (read) return { all, default: fallback, read };
  const others = all.map(({ code }) => code).join(", ") || "none";
  throw new UsageError(`--culture ${wanted}: the site has no such language, only ${others}`);
}

/** Warns if not exactly one of several languages is marked as the default. */
function warnOfDefault(
  all: readonly SiteLanguage[],
  marked: readonly SiteLanguage[],
  warnings: SiteWarnings,
): void {
  const codes = (languages: readonly SiteLanguage[]) => languages.map(({ code }) => code).join(" and ");
  if (marked.length > 1) {
    warnings.whole(
      `${codes(marked)} are both the default language: ${marked[0].code} is used`,
      "severalDefaults",
    );
  } else if (marked.length === 0 && all.length > 1) {
    warnings.whole(
      `none of ${codes(all)} is the default language: ${all[0].code} is used`,
      "severalDefaults",
    );
  }
}

/** The languages of a site, and which of them is read. */
import { UsageError } from "../../errors.ts";
import type { SiteNotes } from "./site-notes.ts";
import type { SqliteDatabase } from "./sqlite/sqlite-database.ts";

export type SiteLanguage = {
  id: number;
  /** An ISO code, as the site writes it. */
  code: string;
};

export type SiteLanguages = {
  /** In order of their ids. */
  all: readonly SiteLanguage[];
  /** Absent where the site has none. */
  default: SiteLanguage | undefined;
  /** What is read. */
  read: SiteLanguage | undefined;
};

/**
 * @param asked the code of the language to be read, in any case. Default: that of the default language
 * @throws UsageError where the site has no such language
 */
export function readSiteLanguages(
  database: SqliteDatabase,
  asked: string | undefined,
  notes: SiteNotes,
): SiteLanguages {
  const all: SiteLanguage[] = [];
  const marked: SiteLanguage[] = [];
  for (const row of database.rows("umbracoLanguage", ["id", "languageISOCode", "isDefaultVariantLang"])) {
    const code = row.text(1);
    if (code === undefined) continue;
    const language = { id: row.id(0), code };
    all.push(language);
    if (row.flag(2)) marked.push(language);
  }
  const fallback = marked[0] ?? all[0];
  noteDefault(all, marked, notes);
  const read = asked === undefined ? fallback : all.find(({ code }) => isSame(code, asked));
  if (asked !== undefined && read === undefined) {
    const others = all.map(({ code }) => code).join(", ") || "none";
    throw new UsageError(`--culture ${asked}: the site has no such language, only ${others}`);
  }
  return { all, default: fallback, read };
}

/** Notes it where not one language of several is marked as the default one. */
function noteDefault(all: readonly SiteLanguage[], marked: readonly SiteLanguage[], notes: SiteNotes): void {
  const codes = (languages: readonly SiteLanguage[]) => languages.map(({ code }) => code).join(" and ");
  if (marked.length > 1) {
    notes.whole(
      `${codes(marked)} are both the default language: ${marked[0].code} is taken`,
      "severalDefaults",
    );
  } else if (marked.length === 0 && all.length > 1) {
    notes.whole(`none of ${codes(all)} is the default language: ${all[0].code} is taken`, "severalDefaults");
  }
}

function isSame(code: string, other: string): boolean {
  return code.toLowerCase() === other.toLowerCase();
}

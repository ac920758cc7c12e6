/** The languages of a site, which of them is read, and the dictionary. */

import { UsageError } from "../../errors.ts";
import {
  type DictionaryItem,
  dictionaryOf,
  isSameLanguage,
  type SiteLanguage,
} from "../../site/languages.ts";
import { entryIn } from "../../site/map-entries.ts";
import { type Key, parseKey } from "../../site/tree/key.ts";
import type { SiteWarnings } from "./site-warnings.ts";
import { type Database, rows } from "./sql.ts";

export type DatabaseLanguage = {
  id: number;
  /** An ISO code, as the site writes it. */
  code: string;
};

export type DatabaseLanguages = {
  /** Absent if the site has no language. */
  default: DatabaseLanguage | undefined;
  read: DatabaseLanguage | undefined;
};

const LANGUAGES = `
  select l.id, l.languageISOCode as code, l.isDefaultVariantLang as isDefault,
    nullif(l.languageCultureName, '') as name, l.mandatory as isMandatory, f.languageISOCode as fallback
  from umbracoLanguage l
  left join umbracoLanguage f on f.id = l.fallbackLanguageId
  where l.languageISOCode <> ''
  order by l.id`;

/** All languages in order of ids, the languages that are marked as the default one, and the default language: without a mark the first. */
function storedLanguages(database: Database) {
  type Row = DatabaseLanguage & { isDefault: 0 | 1; name?: string; isMandatory: 0 | 1; fallback?: string };
  const all = [...rows<Row>(database, LANGUAGES)];
  const marked = all.filter(({ isDefault }) => isDefault);
  return { all, marked, default: marked[0] ?? all.at(0) };
}

/**
 * @param wanted the code of the language to read, in any case. Default: the site's default language
 * @throws UsageError if the site has no such language
 */
export function readSiteLanguages(
  database: Database,
  wanted: string | undefined,
  warnings: SiteWarnings,
): DatabaseLanguages {
  const { all, marked, default: fallback } = storedLanguages(database);
  warnOfDefault(all, marked, warnings);
  if (wanted === undefined) return { default: fallback, read: fallback };
  const read = all.find(({ code }) => isSameLanguage(code, wanted));
  if (read) return { default: fallback, read };
  const others = all.map(({ code }) => code).join(", ") || "none";
  throw new UsageError(`--culture ${wanted}: the site has no such language, only ${others}`);
}

/** @returns all languages, in code-unit order of their codes */
export function readDefinedLanguages(database: Database): SiteLanguage[] {
  const stored = storedLanguages(database);
  return stored.all
    .map((language) => ({
      iso: language.code,
      name: language.name ?? language.code,
      default: language === stored.default,
      mandatory: language.isMandatory !== 0,
      fallback: language.fallback ?? null,
    }))
    .sort((a, b) => (a.iso < b.iso ? -1 : 1));
}

/** Warns if not exactly one of several languages is marked as the default. */
function warnOfDefault(
  all: readonly DatabaseLanguage[],
  marked: readonly DatabaseLanguage[],
  warnings: SiteWarnings,
): void {
  const codes = (languages: readonly DatabaseLanguage[]) => languages.map(({ code }) => code).join(" and ");
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

const ITEMS = `
  select d.id, d.key, p.key as parent
  from cmsDictionary d
  left join cmsDictionary p on p.id = d.parent
  order by d.rowid`;

const TEXTS = `
  select t.UniqueId as id, l.languageISOCode as language, t.value as text
  from cmsLanguageText t
  join umbracoLanguage l on l.id = t.languageId
  where l.languageISOCode <> '' and t.value <> ''
  order by t.rowid`;

/** An item whose id is no GUID is left out: no table refers to it. */
export function dictionaryOfDatabase(database: Database): DictionaryItem[] {
  const texts = new Map<Key | undefined, [string, string][]>();
  for (const { id, language, text } of rows<{ id: string; language: string; text: string }>(
    database,
    TEXTS,
  )) {
    entryIn(texts, parseKey(id), () => []).push([language, text]);
  }
  const items = [...rows<{ id: string; key: string; parent?: string }>(database, ITEMS)];
  return dictionaryOf(
    items.flatMap(({ id: text, key, parent = null }) => {
      const id = parseKey(text);
      return id === undefined ? [] : [{ key, id, parent, translations: texts.get(id) ?? [] }];
    }),
  );
}

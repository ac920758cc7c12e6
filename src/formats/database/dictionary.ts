/** Queries the dictionary of a site. */
import { type DictionaryItem, dictionaryOf } from "../../site/dictionary.ts";
import { type Key, parseKey } from "../../site/tree/key.ts";
import { type Database, rows } from "./sql.ts";

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
    const key = parseKey(id);
    const own = texts.get(key);
    if (own) own.push([language, text]);
    else texts.set(key, [[language, text]]);
  }
  const items = [...rows<{ id: string; key: string; parent?: string }>(database, ITEMS)];
  return dictionaryOf(
    items.flatMap(({ id: text, key, parent = null }) => {
      const id = parseKey(text);
      return id === undefined ? [] : [{ key, id, parent, translations: texts.get(id) ?? [] }];
    }),
  );
}

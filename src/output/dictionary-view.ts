/** The dictionary as a list: a row for each item; in tables and csv, a column for each language, as translators work. */
import type { DictionaryItem } from "../site/languages.ts";
import type { Columns } from "./rows.ts";

/** What is known of an item; the texts are columns of their own. */
const ITEM_COLUMNS: Columns<DictionaryItem> = {
  key: { about: "name by which templates ask for the text", of: ({ key }) => key },
  id: { about: "key of the item, a GUID", of: ({ id }) => id },
  parent: { about: "name of the item above", of: ({ parent }) => parent },
  translations: {
    about: "all texts, as JSON",
    of: ({ translations }) => ({ json: JSON.stringify(translations) }),
  },
};

/** The columns of texts, for `--fields help`, which reads no data. */
const TEXT_FIELD = { form: "LANGUAGE", about: "text in a language, by its code", find: () => undefined };

/** @param languages codes of the site's languages; a language that only texts have follows them. Default: none is known */
export function dictionaryList(items: readonly DictionaryItem[] = [], languages: readonly string[] = []) {
  const codes = new Set([...languages, ...items.flatMap(({ translations }) => Object.keys(translations))]);
  const texts = Array.from(codes, (code) => [
    code,
    { of: ({ translations }: DictionaryItem) => translations[code] },
  ]);
  const columns: Columns<DictionaryItem> = { ...ITEM_COLUMNS, ...Object.fromEntries(texts) };
  return { columns, defaults: ["key", ...codes], open: TEXT_FIELD };
}

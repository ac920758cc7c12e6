/** The dictionary of a site: texts of its templates, in its languages. */
import type { Key } from "./tree/key.ts";

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

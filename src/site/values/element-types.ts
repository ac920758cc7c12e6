/** The types of a site as elements refer to them: by alias or by key, with the editors of their properties. */
import type { SiteTypes } from "../schema/site-types.ts";
import { type Key, parseKey } from "../tree/key.ts";

/** A type of elements. */
type ElementType = {
  alias: string;
  key: Key;
  /** Editor aliases by property alias. */
  editors: ReadonlyMap<string, string>;
};

export class ElementTypes {
  readonly #byAlias = new Map<string, ElementType>();
  readonly #byKey = new Map<Key, ElementType>();

  constructor(types: SiteTypes) {
    for (const { alias, key, tabs } of types.content) {
      const editors = new Map<string, string>();
      for (const { properties } of tabs) {
        for (const { alias: property, editorAlias } of properties) {
          if (editorAlias) editors.set(property, editorAlias);
        }
      }
      const type = { alias, key, editors };
      this.#byAlias.set(alias.toLowerCase(), type);
      this.#byKey.set(key, type);
    }
  }

  /**
   * @param alias in any case, as in the CMS
   * @param key a GUID in any form
   */
  find(alias: string | undefined, key: string | undefined): ElementType | undefined {
    const named = key === undefined ? undefined : parseKey(key);
    const byKey = named === undefined ? undefined : this.#byKey.get(named);
    return byKey ?? (alias === undefined ? undefined : this.#byAlias.get(alias.toLowerCase()));
  }
}

/** The types of elements of a site, or of several sites. */
export function elementTypesOf(sites: readonly SiteTypes[]): ElementTypes {
  const content = sites.flatMap((types) => types.content);
  return new ElementTypes({ content, media: [] });
}

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

/**
 * The editors that the user gives for properties of elements, which the data does not name.
 * @param type the alias of the element's type, or its equivalent in the layout; empty if it has none
 */
export type GivenEditors = (type: string, alias: string) => string | undefined;

export class ElementTypes {
  readonly #byAlias = new Map<string, ElementType>();
  readonly #byKey = new Map<Key, ElementType>();
  readonly #givenEditors: GivenEditors;

  /** @param givenEditors Default: none */
  constructor({ content }: Pick<SiteTypes, "content">, givenEditors: GivenEditors = () => undefined) {
    this.#givenEditors = givenEditors;
    for (const { alias, key, tabs } of content) {
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

  /**
   * The editor of an element's property; `undefined` if it is unknown.
   * @param name what the value calls the type, if it is not found
   */
  editorOf(type: ElementType | undefined, name: string | undefined, alias: string): string | undefined {
    return type?.editors.get(alias) ?? this.#givenEditors(type?.alias ?? name ?? "", alias);
  }
}

/** What types and properties of an old site are called on the new one. */

/**
 * From `oldType` to `newType`, and from `oldType.alias` or `*.alias` to `newAlias`; null for what was dropped on
 * purpose.
 */
export type TypeNames = Readonly<Record<string, string | null>>;

/** Maps types and aliases of the old site to the new one. Names ignore case, as in the CMS. */
export class TypeMap {
  readonly #names: ReadonlyMap<string, string | null>;

  constructor(names: TypeNames = {}) {
    this.#names = new Map(Object.entries(names).map(([name, value]) => [name.toLowerCase(), value]));
  }

  /** @returns null if nodes of the type were dropped on purpose */
  typeOf(oldType: string): string | null {
    const known = this.#names.get(oldType.toLowerCase());
    return known === undefined ? oldType : known;
  }

  /** @returns null if the property was dropped on purpose */
  aliasOf(oldType: string | undefined, alias: string): string | null {
    const own = oldType === undefined ? undefined : this.#names.get(`${oldType}.${alias}`.toLowerCase());
    const known = own === undefined ? this.#names.get(`*.${alias}`.toLowerCase()) : own;
    return known === undefined ? alias : known;
  }
}

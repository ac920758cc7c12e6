/** What types and properties of an old site are called on the new one, as somebody has written it down. */

/** From `oldType` to `newType`, from `oldType.alias` or `*.alias` to `newAlias`; null is what was left behind on purpose. */
export type TypeNames = Readonly<Record<string, string | null>>;

/** Names are told apart without regard to case, as the CMS does. */
export class TypeMap {
  readonly #names: ReadonlyMap<string, string | null>;

  constructor(names: TypeNames = {}) {
    this.#names = new Map(Object.entries(names).map(([name, value]) => [name.toLowerCase(), value]));
  }

  /** @returns null for a type whose nodes were left behind */
  typeOf(oldType: string): string | null {
    const known = this.#names.get(oldType.toLowerCase());
    return known === undefined ? oldType : known;
  }

  /** @returns null for a property that was left behind */
  aliasOf(oldType: string | undefined, alias: string): string | null {
    const own = oldType === undefined ? undefined : this.#names.get(`${oldType}.${alias}`.toLowerCase());
    const known = own === undefined ? this.#names.get(`*.${alias}`.toLowerCase()) : own;
    return known === undefined ? alias : known;
  }
}

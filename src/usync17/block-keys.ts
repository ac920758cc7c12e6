/** Keys of blocks and of picked media that are unique over a whole site: Umbraco caches the values of a block by its key. */
import { type Key, keyOfName } from "../site/tree/key.ts";

/** Where a value is. A page that was copied in the old site has blocks with the keys of its original. */
type ValuePlace = { node: Key; property: string; culture: string | undefined; segment?: string };

const ANY_KEY = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export class BlockKeys {
  /** The place of each key; `undefined` for a key that several have. */
  readonly #places = new Map<Key, string | undefined>();

  add(place: ValuePlace, keys: Iterable<Key>): void {
    const name = nameOf(place);
    for (const key of keys)
      if (!this.#places.has(key)) this.#places.set(key, name);
      else if (this.#places.get(key) !== name) this.#places.set(key, undefined);
  }

  /** Gives keys that several values have other keys, at every place where they occur, the same each time. */
  unique(json: string, place: ValuePlace): string {
    return json.replace(ANY_KEY, (key) => {
      const isShared = this.#places.has(key) && this.#places.get(key) === undefined;
      return isShared ? keyOfName(place.node, `block ${nameOf(place)} ${key}`) : key;
    });
  }
}

function nameOf({ node, property, culture = "", segment = "" }: ValuePlace): string {
  return JSON.stringify([node, property, culture, segment]);
}

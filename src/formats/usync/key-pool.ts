/** One string for each key, however many files have it in them. */
import { type Key, parseKey } from "../../tree/key.ts";

export class KeyPool {
  readonly #keys = new Map<string, Key>();

  /** @returns the key that a text stands for, or `undefined` where it stands for none */
  find(text: string): Key | undefined {
    const known = this.#keys.get(text);
    if (known !== undefined) return known;
    const key = parseKey(text.trim());
    if (key === undefined) return undefined;
    // A copy: what is cut out of a file's text would keep all of that in memory.
    const copy = this.#keys.get(key) ?? Buffer.from(key, "latin1").toString("latin1");
    this.#keys.set(copy, copy);
    return copy;
  }
}

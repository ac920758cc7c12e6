/** Gives things that have keys the ids that their files do not have. */
import type { Key } from "./key.ts";

const HIGHEST_ID = 2 ** 31 - 1;

/** The id that a key stands for where that is free: its first 32 bits with the top bit cleared. */
export function idOfKey(key: Key): number {
  return Number.parseInt(key.slice(0, 8), 16) & HIGHEST_ID;
}

/** A node, as far as its id goes. */
export type Identified = { readonly key: Key; id: number | undefined; hasDerivedId: boolean };

/**
 * docs/formats.md, Ids and keys: the id of its key; where that is 0 or taken, the next free number above. Changes the nodes.
 * @param nodes all nodes of a site
 * @returns whether any had none
 */
export function deriveIds(nodes: readonly Identified[]): boolean {
  const free = new FreeIds();
  for (const { id } of nodes) if (id !== undefined) free.take(id);
  const waiting = nodes.filter(({ id }) => id === undefined);
  // The sort is stable, so that content comes before media of the same key.
  waiting.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  for (const node of waiting) {
    node.id = free.next(idOfKey(node.key));
    free.take(node.id);
    node.hasDerivedId = true;
  }
  return waiting.length > 0;
}

/** The ids that are not taken. 0 always is. */
class FreeIds {
  /** For each id that is taken, a higher one below which none is free; behind the highest comes 1. */
  readonly #higher = new Map<number, number>([[0, 1]]);

  take(id: number): void {
    this.#higher.set(id, id === HIGHEST_ID ? 1 : id + 1);
  }

  /** The first free id from `id` on. What was passed over is not looked at again, so many keys may begin alike. */
  next(id: number): number {
    const passed: number[] = [];
    let at = id;
    for (let higher = this.#higher.get(at); higher !== undefined; higher = this.#higher.get(at)) {
      passed.push(at);
      at = higher;
    }
    for (const each of passed) this.#higher.set(each, at);
    return at;
  }
}

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
 */
export function deriveIds(nodes: readonly Identified[]): void {
  const taken = new Set<number>([0]);
  for (const { id } of nodes) if (id !== undefined) taken.add(id);
  const waiting = nodes.filter(({ id }) => id === undefined);
  // The sort is stable, so that content comes before media of the same key.
  waiting.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  for (const node of waiting) {
    let id = idOfKey(node.key);
    while (taken.has(id)) id = id === HIGHEST_ID ? 1 : id + 1;
    taken.add(id);
    node.id = id;
    node.hasDerivedId = true;
  }
}

/** What each language has of the nodes of a site: it waits in a store until all languages are read, so that memory holds one. */
import { deserialize, serialize } from "node:v8";
import type { Kind } from "../operations.ts";
import { entryIn } from "../site/map-entries.ts";
import type { Site } from "../site/site.ts";
import type { Key } from "../site/tree/key.ts";

/** Keeps what waits. */
export interface WaitingStore {
  add(bytes: Buffer): number;
  /** @param number as `add` returned it */
  get(number: number): Buffer;
}

/** Keeps what waits in memory, for a few nodes. */
export function memoryStore(): WaitingStore {
  const all: Buffer[] = [];
  return { add: (bytes) => all.push(bytes) - 1, get: (number) => all[number] };
}

/** What a node has in a language. */
type InLanguage<T> = { language: string | undefined; part: T };

/** `T` is what a node has in one language: plain objects, lists and maps of texts. */
export class NodesInLanguages<T> {
  readonly #store: WaitingStore;
  readonly #waiting: Record<Kind, Map<Key, { language: string | undefined; number: number }[]>> = {
    content: new Map(),
    media: new Map(),
  };

  constructor(store: WaitingStore) {
    this.#store = store;
  }

  has(kind: Kind, key: Key): boolean {
    return this.#waiting[kind].has(key);
  }

  /** Adds what a node has in a language; what an earlier reading of the language had is replaced. */
  add(kind: Kind, key: Key, { language, part }: InLanguage<T>): void {
    const waiting = entryIn(this.#waiting[kind], key, () => []);
    const number = this.#store.add(serialize(part));
    const earlier = waiting.find((each) => each.language === language);
    if (earlier) earlier.number = number;
    else waiting.push({ language, number });
  }

  /** What a node has, in the order in which its languages were added. */
  of(kind: Kind, key: Key): InLanguage<T>[] {
    const waiting = this.#waiting[kind].get(key) ?? [];
    return waiting.map(({ language, number }) => ({ language, part: deserialize(this.#store.get(number)) }));
  }
}

/** How many nodes are read between two reports of progress. */
const PROGRESS_NODES = 1000;

/**
 * Yields the nodes that exist in the language of a site.
 * @param onProgress called now and then with the number of the node that is read next, from 1
 */
export function* nodesInLanguage(
  { trees, elsewhere }: Site,
  kinds: readonly Kind[],
  onProgress: (count: number, kind: Kind) => void,
): Generator<{ kind: Kind; index: number; key: Key }, void> {
  let count = 0;
  for (const kind of kinds) {
    for (let index = 0; index < trees[kind].size; index++) {
      if (count++ % PROGRESS_NODES === 0) onProgress(count, kind);
      const key = trees[kind].keyAt(index);
      if (!elsewhere?.has(key)) yield { kind, index, key };
    }
  }
}

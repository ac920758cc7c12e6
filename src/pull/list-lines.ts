/** Writes lists to a tree's journal, many a line, and the keys that they tell. */
import type { Journal } from "./journal.ts";
import type { KeyMarks } from "./list-answer.ts";
import type { TreeLine } from "./tree-line.ts";

const LISTS_PER_LINE = 1000;
const KEYS_PER_LINE = 10_000;

export class ListLines {
  readonly #journal: Journal;
  #lists: [number, readonly number[]][] = [];

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  add(id: number, children: readonly number[]): void {
    this.#lists.push([id, children]);
    if (this.#lists.length === LISTS_PER_LINE) this.end();
  }

  /** Gives keys to the journal at once: of each node its id, and behind it the mark of the key. */
  addKeys(keys: KeyMarks): void {
    for (let at = 0; at < keys.length; at += 2 * KEYS_PER_LINE) {
      this.#journal.gather({ keys: keys.slice(at, at + 2 * KEYS_PER_LINE) } satisfies TreeLine);
    }
  }

  /** Gives what was gathered to the journal. */
  end(): void {
    if (this.#lists.length === 0) return;
    this.#journal.gather({ lists: this.#lists } satisfies TreeLine);
    this.#lists = [];
  }
}

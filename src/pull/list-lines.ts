/** Writes lists to a tree's journal, many a line. */
import type { Journal } from "./journal.ts";
import type { TreeLine } from "./tree-line.ts";

const LISTS_PER_LINE = 1000;

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

  /** Gives what was gathered to the journal. */
  end(): void {
    if (this.#lists.length === 0) return;
    this.#journal.gather({ lists: this.#lists } satisfies TreeLine);
    this.#lists = [];
  }
}

/** A queue that is long, and grows while it is worked through. */

/** So many that were handed out are let go at once: each for itself would take quadratic time. */
const LET_GO = 10_000;

export class Queue<T> {
  #items: T[] = [];
  #next = 0;

  push(item: T): void {
    this.#items.push(item);
  }

  /** @returns the first that is left, or `undefined` where none is for now */
  take(): T | undefined {
    const item = this.#items[this.#next];
    if (item === undefined) return undefined;
    this.#next++;
    if (this.#next > LET_GO && this.#next * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#next);
      this.#next = 0;
    }
    return item;
  }
}

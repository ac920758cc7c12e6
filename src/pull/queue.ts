/** A queue that is long, and grows while it is worked through. */

/** So many that were handed out are let go at once: each for itself would take quadratic time. */
const LET_GO = 10_000;

export class Queue<T> {
  #items: T[] = [];
  #next = 0;
  readonly #isOfUse: (item: T) => boolean;

  /**
   * @param isOfUse asked of an item when its turn has come: whether it is still to be handed out. Default: all are
   * @param items those among them that are of use are lined up
   */
  constructor(isOfUse: (item: T) => boolean = () => true, items: Iterable<T> = []) {
    this.#isOfUse = isOfUse;
    for (const item of items) if (isOfUse(item)) this.push(item);
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** @returns the first that is left, or `undefined` where none is for now */
  take(): T | undefined {
    let item = this.#take();
    while (item !== undefined && !this.#isOfUse(item)) item = this.#take();
    return item;
  }

  #take(): T | undefined {
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

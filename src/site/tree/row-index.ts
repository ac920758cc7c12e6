/** A look-up table from ids or keys to rows. */

/** An empty slot. */
const EMPTY = -1;

/**
 * A hash table with open addressing over rows of `width` 32-bit words each: 8 to 16 bytes a row beside the words.
 */
export class RowIndex {
  readonly #words: Uint32Array;
  readonly #width: number;
  readonly #slots: Int32Array;

  /**
   * @param words the words of all rows, one row after another
   * @param width words per row
   * @param rows the most rows that will be added
   */
  constructor(words: Uint32Array, width: number, rows: number) {
    this.#words = words;
    this.#width = width;
    this.#slots = emptySlots(rows);
  }

  /** @returns the row whose words are those of `probe` from `at` on, or -1 */
  find(probe: Uint32Array, at = 0): number {
    return this.#slots[this.#slotFor(probe, at)];
  }

  /**
   * Adds a row, unless there is one with the same words.
   * @returns the other row, or -1 if this one was added
   */
  add(row: number): number {
    const slot = this.#slotFor(this.#words, row * this.#width);
    const other = this.#slots[slot];
    if (other === EMPTY) this.#slots[slot] = row;
    return other;
  }

  /** The slot of the row with these words, or the free slot for it. */
  #slotFor(probe: Uint32Array, at: number): number {
    const mask = this.#slots.length - 1;
    let slot = this.#hash(probe, at) & mask;
    for (;;) {
      const row = this.#slots[slot];
      if (row === EMPTY || this.#matches(row, probe, at)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #matches(row: number, probe: Uint32Array, at: number): boolean {
    const start = row * this.#width;
    for (let i = 0; i < this.#width; i++) {
      if (this.#words[start + i] !== probe[at + i]) return false;
    }
    return true;
  }

  /** Mixes as MurmurHash3 does: ids are mostly consecutive, and keys may share most of their digits. */
  #hash(probe: Uint32Array, at: number): number {
    let hash = 0;
    for (let i = 0; i < this.#width; i++) {
      hash = Math.imul(hash ^ probe[at + i], 0x85ebca6b);
      hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
      hash ^= hash >>> 16;
    }
    return hash;
  }
}

/** At least twice as many slots as rows, and a power of two. */
function emptySlots(rows: number): Int32Array {
  return new Int32Array(2 ** Math.ceil(Math.log2(Math.max(rows, 1) * 2))).fill(EMPTY);
}

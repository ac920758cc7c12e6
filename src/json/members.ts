/** The members of one JSON object, taken in as they come and brought into the order in which answers write them. */
import { copyBytes } from "./byte-buffer.ts";
import { BYTE } from "./grammar.ts";

/** The members that every item has first, in this order, where the data holds them. */
export const ITEM_FIELDS = [
  "id",
  "key",
  "name",
  "url",
  "type",
  "sortOrder",
  "createDate",
  "updateDate",
] as const;

/** Ranks of a node's members behind those of the `ITEM_FIELDS`, whose rank is their index. */
export const RANK = { otherScalar: ITEM_FIELDS.length, otherField: 9, properties: 10 } as const;

/** Text ends of a node's parts, counted from its start: what items show, then what only nodes show. */
export type TextParts = {
  /** Where the item's members end. */
  item: number;
  /** Where the other members end, and `properties` begins. */
  fields: number;
  /** Where `properties` ends. */
  end: number;
};

/**
 * Members lie in a buffer, each as a separator, `"name":value`: here stand their places, in order of their ranks once they
 * are read. The separator is one byte, whatever it is: `copy` writes the right one.
 */
export class Members {
  count = 0;
  #ranks: number[] = [];
  #starts: number[] = [];
  #ends: number[] = [];
  #highest = 0;
  #isSorted = true;

  /** Notes the member from `start` to `end`. It stands behind those of its own or a lower rank. */
  add(rank: number, start: number, end: number): void {
    const at = this.count++;
    this.#ranks[at] = rank;
    this.#starts[at] = start;
    this.#ends[at] = end;
    if (rank < this.#highest) this.#isSorted = false;
    else this.#highest = rank;
  }

  /** Whether a member has the highest rank there is so far, and that is `rank`. */
  endsWith(rank: number): boolean {
    return this.count > 0 && this.#highest === rank;
  }

  /** Forgets all members. */
  clear(): void {
    this.count = 0;
    this.#highest = 0;
    this.#isSorted = true;
  }

  /** Members of one rank stay as they came. Ranks are few, members can be many: a turn for each rank is linear. */
  #sort(): void {
    if (this.#isSorted) return;
    const order: number[] = [];
    for (let rank = 0; rank <= this.#highest; rank++) {
      for (let i = 0; i < this.count; i++) if (this.#ranks[i] === rank) order.push(i);
    }
    this.#ranks = order.map((i) => this.#ranks[i]);
    this.#starts = order.map((i) => this.#starts[i]);
    this.#ends = order.map((i) => this.#ends[i]);
    this.#isSorted = true;
  }

  /** Whether no member lies before one of a lower rank. */
  get inOrder(): boolean {
    this.#sort();
    for (let i = 1; i < this.count; i++) if (this.#starts[i] < this.#starts[i - 1]) return false;
    return true;
  }

  measure(): TextParts {
    this.#sort();
    const parts = { item: 0, fields: 0, end: 0 };
    for (let i = 0; i < this.count; i++) {
      parts.end += this.#ends[i] - this.#starts[i];
      if (this.#ranks[i] <= RANK.otherScalar) parts.item = parts.end;
      if (this.#ranks[i] <= RANK.otherField) parts.fields = parts.end;
    }
    return parts;
  }

  /**
   * Moves members that lie in order, but not one behind the other, up against the last one.
   * @param source the buffer they lie in
   * @param shift what to add to their places to find them there
   * @returns where they then begin in `source`, or -1 where they lie in another order
   */
  closeGaps(source: Buffer, shift: number): number {
    if (!this.inOrder) return -1;
    let next = this.#ends[this.count - 1];
    for (let i = this.count - 1; i >= 0; i--) {
      const start = this.#starts[i];
      const gap = next - this.#ends[i];
      if (gap > 0) source.copyWithin(start + gap + shift, start + shift, this.#ends[i] + shift);
      next = start + gap;
      source[next + shift] = BYTE.comma;
    }
    source[next + shift] = BYTE.openBrace;
    return next + shift;
  }

  /**
   * Copies the members in order to `target` at `offset`: `{"name":value,"name":value`.
   * @param source the buffer they lie in
   * @param shift what to add to their places to find them there
   */
  copy(source: Buffer, shift: number, target: Buffer, offset: number): void {
    this.#sort();
    let at = offset;
    for (let i = 0; i < this.count; i++) {
      const start = this.#starts[i];
      // Members that already lie one behind the other go in one copy.
      while (i + 1 < this.count && this.#starts[i + 1] === this.#ends[i]) i++;
      copyBytes(source, start + shift, this.#ends[i] + shift, target, at);
      target[at] = BYTE.comma;
      at += this.#ends[i] - start;
    }
    target[offset] = BYTE.openBrace;
  }
}

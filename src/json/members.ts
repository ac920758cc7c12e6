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
 * Where members lie in a buffer, each as `"name":value` behind a separator of one byte. The separator can be any byte:
 * `copy` writes the right one.
 */
export class Members {
  count = 0;
  #ranks: number[] = [];
  #starts: number[] = [];
  #ends: number[] = [];
  #highest = 0;
  #isSorted = true;

  /** Adds the member from `start` to `end`, behind those of its own or a lower rank. */
  add(rank: number, start: number, end: number): void {
    const at = this.count++;
    this.#ranks[at] = rank;
    this.#starts[at] = start;
    this.#ends[at] = end;
    if (rank < this.#highest) this.#isSorted = false;
    else this.#highest = rank;
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

  /** A copy of the members that lie in `source`, in order: `{"name":value,"name":value`. */
  copy(source: Buffer): Buffer {
    const target = Buffer.allocUnsafe(this.measure().end);
    let at = 0;
    for (let i = 0; i < this.count; i++) {
      const start = this.#starts[i];
      // Members that already lie one behind the other go in one copy.
      while (i + 1 < this.count && this.#starts[i + 1] === this.#ends[i]) i++;
      copyBytes(source, start, this.#ends[i], target, at);
      target[at] = BYTE.comma;
      at += this.#ends[i] - start;
    }
    target[0] = BYTE.openBrace;
    return target;
  }
}

/** Collects the members of one JSON object and orders them as answers do. */
import { copyBytes } from "./byte-buffer.ts";
import { BYTE } from "./grammar.ts";

/** The first members of every item, in this order, as far as the data has them. */
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

/** The fields of nodes in Umbraco's own formats, in the order of answers. */
export const CMS_NODE_FIELDS = [...ITEM_FIELDS, "urlName", "template", "published"] as const;

/** Ranks of a node's members after the `ITEM_FIELDS`, whose rank is their index. */
export const RANK = { otherScalar: ITEM_FIELDS.length, otherField: 9, properties: 10 } as const;

/** Ends of the parts of a node's text, from its start: the item, then what only nodes have. */
export type TextParts = {
  /** The end of the item's members. */
  item: number;
  /** The end of the other members, where `properties` begins. */
  fields: number;
  /** The end of `properties`. */
  end: number;
};

/**
 * Ranges of members in a buffer, each `"name":value` after a separator of one byte. The separator can be any byte: `copy`
 * writes the right one.
 */
export class Members {
  count = 0;
  #ranks: number[] = [];
  #starts: number[] = [];
  #ends: number[] = [];
  #highest = 0;
  #isSorted = true;

  /** Adds the member from `start` to `end`, after members of the same or a lower rank. */
  add(rank: number, start: number, end: number): void {
    const at = this.count++;
    this.#ranks[at] = rank;
    this.#starts[at] = start;
    this.#ends[at] = end;
    if (rank < this.#highest) this.#isSorted = false;
    else this.#highest = rank;
  }

  /** Removes all members. */
  clear(): void {
    this.count = 0;
    this.#highest = 0;
    this.#isSorted = true;
  }

  /** Members of one rank keep their order. One pass per rank is linear, since ranks are few. */
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

  /** Whether no member comes before one of a lower rank. */
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

  /** A copy of the members in `source`, in order: `{"name":value,"name":value`. */
  copy(source: Buffer): Buffer {
    const target = Buffer.allocUnsafe(this.measure().end);
    let at = 0;
    for (let i = 0; i < this.count; i++) {
      const start = this.#starts[i];
      // Adjacent members are copied at once.
      while (i + 1 < this.count && this.#starts[i + 1] === this.#ends[i]) i++;
      copyBytes(source, start, this.#ends[i], target, at);
      target[at] = BYTE.comma;
      at += this.#ends[i] - start;
    }
    target[0] = BYTE.openBrace;
    return target;
  }
}

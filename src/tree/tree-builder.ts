/** Puts nodes that come in any order into a tree, and finds what keeps them from being one. */
import type { Members } from "../json/members.ts";
import { isZeroKey, KEY_WORDS, type Key, writeKeyBytes, writeKeyWords } from "./key.ts";
import { keyOfId } from "./made-key.ts";
import { NO_PARENT, preorder, type ReportFault } from "./preorder.ts";
import {
  allocateRows,
  copyRows,
  HAS_ID,
  HAS_KEY,
  linkRows,
  PARENT_BY_ID,
  PARENT_BY_KEY,
  type Rows,
} from "./rows.ts";
import { type TextPlace, TextStore } from "./text-store.ts";
import { Tree } from "./tree.ts";

/** Rows on their way from one builder to another, as plain data that the structured clone algorithm takes. */
export type BuilderRows = { size: number; columns: Rows; blocks: Uint8Array[] };

export class TreeBuilder {
  /** How many rows have been handed out. */
  size = 0;
  readonly #store = new TextStore();
  #rows = allocateRows(16);

  /**
   * Hands out the next row. Siblings that tie on `sortOrder` stand in order of rows.
   * @param parentRow the parent's row, where that is known already
   */
  addRow(parentRow: number = NO_PARENT): number {
    if (this.size === this.#rows.flags.length) this.#grow(this.size * 2);
    this.#rows.parents[this.size] = parentRow;
    return this.size++;
  }

  /** Makes room for so many rows in all. */
  reserve(size: number): void {
    if (size > this.#rows.flags.length) this.#grow(Math.ceil(size));
  }

  setId(row: number, id: number): void {
    this.#rows.ids[row] = id;
    this.#rows.flags[row] |= HAS_ID;
  }

  setKey(row: number, key: Key): void {
    writeKeyWords(key, this.#rows.keys, row * KEY_WORDS);
    this.#rows.flags[row] |= HAS_KEY;
  }

  /** As `setKey`, for a key that lies as bytes in `source`. Returns false, and sets nothing, for any other form. */
  setKeyBytes(row: number, source: Buffer, start: number): boolean {
    if (!writeKeyBytes(source, start, this.#rows.keys, row * KEY_WORDS)) return false;
    this.#rows.flags[row] |= HAS_KEY;
    return true;
  }

  /**
   * Gives a row whose key is the zero key, which is none, the key that is made of its id. Both must have been set.
   * @returns the key, or `undefined` where the row has one of its own
   */
  makeKey(row: number): Key | undefined {
    const { ids, keys } = this.#rows;
    if (!isZeroKey(keys, row * KEY_WORDS)) return undefined;
    const key = keyOfId(ids[row] | 0);
    this.setKey(row, key);
    return key;
  }

  /** Siblings stand in this order; a row that is not told has 0. */
  setSortOrder(row: number, sortOrder: number): void {
    this.#rows.sortOrders[row] = sortOrder;
  }

  /** Names the parent by id; -1 makes a root. */
  setParentId(row: number, id: number): void {
    this.#rows.parentIds[row] = id;
    this.#rows.flags[row] |= PARENT_BY_ID;
  }

  /** Names the parent by key; the zero key makes a root. */
  setParentKey(row: number, key: Key): void {
    const rows = this.#rows;
    if (rows.parentKeys.length === 0) rows.parentKeys = new Uint32Array(rows.keys.length);
    writeKeyWords(key, rows.parentKeys, row * KEY_WORDS);
    rows.flags[row] |= PARENT_BY_KEY;
  }

  /** Stores a copy of the text of the node in `row`, whose members lie in `source`, `shift` behind their places. */
  setText(row: number, members: Members, source: Buffer, shift: number): void {
    this.#setPlace(row, this.#store.append(members, source, shift));
  }

  /**
   * As `setText`, but keeps `source` itself, where the members are in order there.
   * @returns false where they are not
   */
  adoptText(row: number, members: Members, source: Buffer, shift: number): boolean {
    const place = this.#store.adopt(members, source, shift);
    if (place) this.#setPlace(row, place);
    return place !== undefined;
  }

  /** All rows so far, for `joined`. The builder is of no use any more once their memory has been transferred. */
  get rows(): BuilderRows {
    return { size: this.size, columns: this.#rows, blocks: this.#store.blocks };
  }

  /** A builder that has the rows of others, in their order. A single other's memory is taken over. */
  static joined(parts: readonly BuilderRows[]): TreeBuilder {
    const builder = new TreeBuilder();
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    builder.#rows = parts.length === 1 ? parts[0].columns : allocateRows(size);
    for (const part of parts) builder.#append(part);
    return builder;
  }

  #append({ size, columns, blocks }: BuilderRows): void {
    const first = this.size;
    const rows = this.#rows;
    this.size += size;
    const firstBlock = this.#store.adoptBlocks(blocks);
    if (rows === columns) return;
    copyRows(columns, size, rows, first);
    for (let row = first; row < this.size; row++) {
      rows.blocks[row] += firstBlock;
      if (rows.parents[row] !== NO_PARENT) rows.parents[row] += first;
    }
  }

  /**
   * Makes the tree, once all rows are known.
   * @param report told of each id or key used twice, each parent that is not there, each cycle
   * @returns the tree, or `undefined` where a fault was reported
   */
  build(report: ReportFault): Tree | undefined {
    let sound = true;
    const faulty: ReportFault = (row, reason, other) => {
      sound = false;
      report(row, reason, other);
    };
    const rows = this.#rows;
    const { ids, keys } = linkRows(rows, this.size, faulty);
    const { rowAt, level, parent, end } = preorder(this.size, rows.parents, rows.sortOrders, faulty);
    if (!sound) return undefined;
    const columns = {
      level,
      parent,
      end,
      block: picked(rows.blocks, rowAt),
      start: picked(rows.starts, rowAt),
      item: picked(rows.items, rowAt),
      fields: picked(rows.fields, rowAt),
      text: picked(rows.texts, rowAt),
    };
    return new Tree(columns, this.#store.blocks, { ids, keys, places: inverse(rowAt) });
  }

  #setPlace(row: number, { block, start, parts }: TextPlace): void {
    const rows = this.#rows;
    rows.blocks[row] = block;
    rows.starts[row] = start;
    rows.items[row] = parts.item;
    rows.fields[row] = parts.fields;
    rows.texts[row] = parts.end;
  }

  #grow(capacity: number): void {
    const larger = allocateRows(capacity);
    copyRows(this.#rows, this.size, larger, 0);
    this.#rows = larger;
  }
}

/** A tree of no nodes. */
export function emptyTree(): Tree {
  const tree = new TreeBuilder().build(() => {});
  if (!tree) throw new Error("an empty tree has no faults");
  return tree;
}

function picked(column: Uint32Array, rows: Int32Array): Uint32Array {
  const values = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) values[i] = column[rows[i]];
  return values;
}

/** For each row, its place. */
function inverse(rowAt: Int32Array): Int32Array {
  const places = new Int32Array(rowAt.length);
  for (let place = 0; place < rowAt.length; place++) places[rowAt[place]] = place;
  return places;
}

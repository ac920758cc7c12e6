/** Builds a tree of nodes that come in any order, and reports duplicates, missing parents and cycles. */
import { ByteBuffer } from "../../json/byte-buffer.ts";
import type { TextParts } from "../../json/members.ts";
import { isZeroKey, KEY_WORDS, type Key, keyOfId, readKeyWords, writeKeyWords } from "./key.ts";
import { NO_PARENT, preorder, type ReportRowFault } from "./preorder.ts";
import { RowIndex } from "./row-index.ts";
import { Tree } from "./tree.ts";

/** Which fields of a row are set. */
const HAS_ID = 1;
const HAS_KEY = 2;
const PARENT_BY_ID = 4;
const PARENT_BY_KEY = 8;

/** What the CMS writes as the id of a root's parent. */
const ROOT_ID = -1;

/** Size of the blocks of texts, in bytes. */
const BLOCK_BYTES = 1024 * 1024;

type Rows = ReturnType<typeof allocateRows>;

export class TreeBuilder {
  /** Number of rows. */
  size = 0;
  readonly #blocks: Buffer[] = [];
  /** The block that is being filled. */
  readonly #open = new ByteBuffer(BLOCK_BYTES);
  #rows = allocateRows(16);

  /**
   * Adds a row. Siblings with the same `sortOrder` keep the order of their rows.
   * @param parentRow the parent's row, if it is known already
   */
  addRow(parentRow: number = NO_PARENT): number {
    if (this.size === this.#rows.flags.length) this.#grow(this.size * 2);
    this.#rows.parents[this.size] = parentRow;
    return this.size++;
  }

  /** Sets the parent by its row. */
  setParentRow(row: number, parentRow: number): void {
    this.#rows.parents[row] = parentRow;
  }

  /** Allocates memory for a number of rows in all. */
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

  /**
   * Sets the key of a row with the zero key to one derived from its id. Both must have been set.
   * @returns the key, or `undefined` if the row has a key of its own
   */
  makeKey(row: number): Key | undefined {
    const { ids, keys } = this.#rows;
    if (!isZeroKey(keys, row * KEY_WORDS)) return undefined;
    const key = keyOfId(ids[row] | 0);
    this.setKey(row, key);
    return key;
  }

  /** Sets the order among siblings. Default: 0. */
  setSortOrder(row: number, sortOrder: number): void {
    this.#rows.sortOrders[row] = sortOrder;
  }

  /** Sets the parent by its id; -1 makes a root. */
  setParentId(row: number, id: number): void {
    this.#rows.parentIds[row] = id;
    this.#rows.flags[row] |= PARENT_BY_ID;
  }

  /** Sets the parent by its key; the zero key makes a root. */
  setParentKey(row: number, key: Key): void {
    const rows = this.#rows;
    if (rows.parentKeys.length === 0) rows.parentKeys = new Uint32Array(rows.keys.length);
    writeKeyWords(key, rows.parentKeys, row * KEY_WORDS);
    rows.flags[row] |= PARENT_BY_KEY;
  }

  /** Stores a copy of the text of the node in `row`. */
  setText(row: number, text: Buffer, parts: TextParts): void {
    const open = this.#open;
    if (open.length > 0 && open.length + text.length > BLOCK_BYTES) this.#closeBlock();
    this.setTextRange(row, open.length, parts);
    open.appendBytes(text);
  }

  /** Sets the range of the text of the node in `row` in the block that `adoptBlock` gets. */
  setTextRange(row: number, start: number, parts: TextParts): void {
    const rows = this.#rows;
    rows.blocks[row] = this.#blocks.length;
    rows.starts[row] = start;
    rows.items[row] = parts.item;
    rows.fields[row] = parts.fields;
    rows.texts[row] = parts.end;
  }

  /** Takes over a block with the texts of all nodes. */
  adoptBlock(bytes: Buffer): void {
    this.#blocks.push(bytes);
  }

  #closeBlock(): void {
    this.#blocks.push(this.#open.take(Number.POSITIVE_INFINITY));
  }

  /**
   * Builds the tree of all rows.
   * @param report called for each duplicate id or key, each missing parent, and each cycle
   * @returns the tree, or `undefined` if a fault was reported
   */
  build(report: ReportRowFault): Tree | undefined {
    let sound = true;
    const faulty: ReportRowFault = (row, reason, other) => {
      sound = false;
      report(row, reason, other);
    };
    const rows = this.#rows;
    const { ids, keys } = linkRows(rows, this.size, faulty);
    const { rowAt, level, parent, end } = preorder(this.size, rows.parents, rows.sortOrders, faulty);
    if (!sound) return undefined;
    if (this.#open.length > 0) this.#closeBlock();
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
    return new Tree(columns, this.#blocks, { ids, keys, indexes: inverse(rowAt) });
  }

  #grow(capacity: number): void {
    const larger = allocateRows(capacity);
    larger.parentKeys = new Uint32Array(this.#rows.parentKeys.length === 0 ? 0 : larger.keys.length);
    for (const name of Object.keys(larger) as (keyof Rows)[]) larger[name].set(this.#rows[name]);
    this.#rows = larger;
  }
}

/** A tree without nodes. */
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

/** The index of each row. */
function inverse(rowAt: Int32Array): Int32Array {
  const indexes = new Int32Array(rowAt.length);
  for (let index = 0; index < rowAt.length; index++) indexes[rowAt[index]] = index;
  return indexes;
}

/** Allocates the columns of a number of rows. */
function allocateRows(capacity: number) {
  return {
    flags: new Uint8Array(capacity),
    ids: new Uint32Array(capacity),
    keys: new Uint32Array(capacity * KEY_WORDS),
    parents: new Int32Array(capacity),
    parentIds: new Uint32Array(capacity),
    /** Most formats have ids of parents: allocated for the first parent that is set by key. */
    parentKeys: new Uint32Array(0),
    sortOrders: new Float64Array(capacity),
    blocks: new Uint32Array(capacity),
    starts: new Uint32Array(capacity),
    items: new Uint32Array(capacity),
    fields: new Uint32Array(capacity),
    texts: new Uint32Array(capacity),
  };
}

/**
 * Indexes the first `size` rows by id and key, and sets their parents.
 * @param report called for each duplicate id or key, and each missing parent
 */
function linkRows(rows: Rows, size: number, report: ReportRowFault): { ids: RowIndex; keys: RowIndex } {
  const indexed = (words: Uint32Array, width: number, flag: number, name: (row: number) => string) => {
    const index = new RowIndex(words, width, size);
    for (let row = 0; row < size; row++) {
      if (!(rows.flags[row] & flag)) continue;
      const other = index.add(row);
      if (other >= 0) report(row, `${name(row)} is used twice`, other);
    }
    return index;
  };
  const ids = indexed(rows.ids, 1, HAS_ID, (row) => `id ${rows.ids[row] | 0}`);
  const keys = indexed(rows.keys, KEY_WORDS, HAS_KEY, (row) => `key ${keyAt(rows.keys, row)}`);
  resolveParents(rows, size, ids, keys, report);
  return { ids, keys };
}

function resolveParents(
  rows: Rows,
  size: number,
  ids: RowIndex,
  keys: RowIndex,
  report: ReportRowFault,
): void {
  const { flags, parents } = rows;
  for (let row = 0; row < size; row++) {
    const byId = flags[row] & PARENT_BY_ID;
    const byKey = flags[row] & PARENT_BY_KEY;
    if (byId) parents[row] = parentById(rows, ids, row, report);
    if (!byKey) continue;
    const parent = parentByKey(rows, keys, row, report);
    if (byId && parent !== parents[row]) report(row, "its parentId and its parentKey disagree");
    parents[row] = parent;
  }
}

function parentById({ parentIds }: Rows, ids: RowIndex, row: number, report: ReportRowFault): number {
  const id = parentIds[row] | 0;
  if (id === ROOT_ID) return NO_PARENT;
  const parent = ids.find(parentIds, row);
  if (parent < 0) report(row, `no node has the id ${id} of its parent`);
  return parent;
}

function parentByKey({ parentKeys }: Rows, keys: RowIndex, row: number, report: ReportRowFault): number {
  const at = row * KEY_WORDS;
  if (isZeroKey(parentKeys, at)) return NO_PARENT;
  const parent = keys.find(parentKeys, at);
  if (parent < 0) report(row, `no node has the key ${keyAt(parentKeys, row)} of its parent`);
  return parent;
}

function keyAt(words: Uint32Array, row: number): Key {
  return readKeyWords(words, row * KEY_WORDS);
}

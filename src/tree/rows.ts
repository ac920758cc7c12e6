/** Rows, which nodes are while a tree is built: a column for each thing that is kept of them, and how they find their parents. */
import { isZeroKey, KEY_WORDS, type Key, readKeyWords } from "./key.ts";
import { NO_PARENT, type ReportFault } from "./preorder.ts";
import { RowIndex } from "./row-index.ts";

/** What a row was told. */
export const HAS_ID = 1;
export const HAS_KEY = 2;
export const PARENT_BY_ID = 4;
export const PARENT_BY_KEY = 8;

/** What the CMS writes as the id of a root's parent. */
const ROOT_ID = -1;

export type Rows = ReturnType<typeof allocateRows>;

/** Makes room for so many rows. */
export function allocateRows(capacity: number) {
  return {
    flags: new Uint8Array(capacity),
    ids: new Uint32Array(capacity),
    keys: new Uint32Array(capacity * KEY_WORDS),
    parents: new Int32Array(capacity),
    parentIds: new Uint32Array(capacity),
    /** Most formats name parents otherwise: allocated for the first parent that is named by key. */
    parentKeys: new Uint32Array(0),
    sortOrders: new Float64Array(capacity),
    blocks: new Uint32Array(capacity),
    starts: new Uint32Array(capacity),
    items: new Uint32Array(capacity),
    fields: new Uint32Array(capacity),
    texts: new Uint32Array(capacity),
  };
}

/** Copies the first `count` rows to `target`, from row `at` on. */
export function copyRows(source: Rows, count: number, target: Rows, at: number): void {
  const hasParentKeys = source.parentKeys.length > 0;
  if (hasParentKeys && target.parentKeys.length === 0)
    target.parentKeys = new Uint32Array(target.keys.length);
  for (const name of Object.keys(target) as (keyof Rows)[]) {
    const width = target[name].length / target.flags.length;
    target[name].set(source[name].subarray(0, count * width), at * width);
  }
}

/**
 * Indexes the first `size` rows by what they are called, and sets their parents.
 * @param report told of each id or key used twice, and each parent that is not there
 */
export function linkRows(rows: Rows, size: number, report: ReportFault): { ids: RowIndex; keys: RowIndex } {
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

function resolveParents(rows: Rows, size: number, ids: RowIndex, keys: RowIndex, report: ReportFault): void {
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

function parentById({ parentIds }: Rows, ids: RowIndex, row: number, report: ReportFault): number {
  const id = parentIds[row] | 0;
  if (id === ROOT_ID) return NO_PARENT;
  const parent = ids.find(parentIds, row);
  if (parent < 0) report(row, `no node has the id ${id} of its parent`);
  return parent;
}

function parentByKey({ parentKeys }: Rows, keys: RowIndex, row: number, report: ReportFault): number {
  const at = row * KEY_WORDS;
  if (isZeroKey(parentKeys, at)) return NO_PARENT;
  const parent = keys.find(parentKeys, at);
  if (parent < 0) report(row, `no node has the key ${keyAt(parentKeys, row)} of its parent`);
  return parent;
}

function keyAt(words: Uint32Array, row: number): Key {
  return readKeyWords(words, row * KEY_WORDS);
}

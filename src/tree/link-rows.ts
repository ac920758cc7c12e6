/** Finds the rows that ids and keys name, and by them each row's parent. */
import { isZeroKey, KEY_WORDS, type Key, readKeyWords } from "./key.ts";
import { NO_PARENT, type ReportFault } from "./preorder.ts";
import { RowIndex } from "./row-index.ts";
import { HAS_ID, HAS_KEY, PARENT_BY_ID, PARENT_BY_KEY, type Rows } from "./rows.ts";

/** What the CMS writes as the id of a root's parent. */
const ROOT_ID = -1;

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

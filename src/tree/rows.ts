/** What is kept of each row while a tree is built: a column each, and flags for what a row was told. */
import { KEY_WORDS } from "./key.ts";

export const HAS_ID = 1;
export const HAS_KEY = 2;
export const PARENT_BY_ID = 4;
export const PARENT_BY_KEY = 8;

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

/** Trees on their way from one thread to another: their memory is handed over, not copied. */
import { RowIndex, type RowIndexParts } from "./row-index.ts";
import { Tree, type TreeColumns } from "./tree.ts";

/** A tree as plain data that the structured clone algorithm takes. */
export type TreeParts = {
  columns: TreeColumns;
  blocks: Uint8Array[];
  ids: RowIndexParts;
  keys: RowIndexParts;
  places: Int32Array;
};

/**
 * Takes a tree apart. It is of no use any more once `memory` has been transferred.
 * @returns the parts, and the memory that they lie in
 */
export function packTree({ columns, blocks, lookup }: Tree): { parts: TreeParts; memory: Set<ArrayBuffer> } {
  const parts: TreeParts = {
    columns,
    blocks: blocks.map(ownMemory),
    ids: lookup.ids.parts,
    keys: lookup.keys.parts,
    places: lookup.places,
  };
  const arrays = [
    ...Object.values(columns),
    ...parts.blocks,
    ...[parts.ids, parts.keys].flatMap(({ words, slots }) => [words, slots]),
    parts.places,
  ];
  return { parts, memory: new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer)) };
}

/** Puts a tree together again. */
export function unpackTree({ columns, blocks, ids, keys, places }: TreeParts): Tree {
  return new Tree(
    columns,
    blocks.map(({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length)),
    {
      ids: new RowIndex(ids.words, ids.width, ids.slots),
      keys: new RowIndex(keys.words, keys.width, keys.slots),
      places,
    },
  );
}

/** Small buffers can lie in memory that Node shares out, and that cannot leave its thread. */
function ownMemory(block: Buffer): Uint8Array {
  return block.buffer.byteLength === block.length ? block : Uint8Array.from(block);
}

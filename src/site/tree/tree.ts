/** A tree of nodes in preorder: each node, then its descendants, so that a subtree is a contiguous range. */
import { idIn, keyOfNodeText, type NodeText, nodeTextIn, parseNodeText } from "../../json/node-text.ts";
import { KEY_WORDS, type Key, writeKeyWords } from "./key.ts";
import type { RowIndex } from "./row-index.ts";

/** One number per node, by its index in preorder. */
type TreeColumns = {
  /** The level, from 1. */
  level: Int32Array;
  /** The parent's index; -1 for a root. */
  parent: Int32Array;
  /** The subtree end: the exclusive end of the range that a node and its descendants have. */
  end: Int32Array;
  /** The block of the text, and the offset of the text in it. */
  block: Uint32Array;
  start: Uint32Array;
  /** Lengths of the text in bytes: up to the end of the item, of the fields, and of all of it. */
  item: Uint32Array;
  fields: Uint32Array;
  text: Uint32Array;
};

/** Maps ids and keys to rows, and rows to indexes in preorder. */
type TreeLookup = { ids: RowIndex; keys: RowIndex; indexes: Int32Array };

export class Tree {
  readonly size: number;
  readonly columns: TreeColumns;
  /** Blocks of the texts of all nodes. */
  readonly blocks: readonly Buffer[];
  /** Tables that find indexes. */
  readonly lookup: TreeLookup;

  /** Only for code that builds trees. */
  constructor(columns: TreeColumns, blocks: readonly Buffer[], lookup: TreeLookup) {
    this.size = columns.level.length;
    this.columns = columns;
    this.blocks = blocks;
    this.lookup = lookup;
  }

  /**
   * The text of the node at an index, or the beginning with only its fields or its item.
   * @returns a view, which keeps its whole block in memory
   */
  text(index: number, part: "text" | "fields" | "item" = "text"): NodeText {
    const { block, start } = this.columns;
    return nodeTextIn(this.blocks[block[index]], start[index], start[index] + this.columns[part][index]);
  }

  /** The id of the node at an index. */
  idAt(index: number): number {
    return idIn(this.text(index, "item"));
  }

  /** The key of the node at an index. */
  keyAt(index: number): Key {
    return keyOfNodeText(this.text(index, "item"));
  }

  /** The index of the parent; -1 for a root. */
  parentAt(index: number): number {
    return this.columns.parent[index];
  }

  /** @returns the index of the node with this id, or -1 */
  findId(id: number): number {
    const row = this.lookup.ids.find(Uint32Array.of(id));
    return row < 0 ? -1 : this.lookup.indexes[row];
  }

  /** @returns the index of the node with this key, or -1 */
  findKey(key: Key): number {
    const words = new Uint32Array(KEY_WORDS);
    writeKeyWords(key, words, 0);
    const row = this.lookup.keys.find(words);
    return row < 0 ? -1 : this.lookup.indexes[row];
  }
}

/** How many nodes a tree has. */
export type Census = {
  total: number;
  /** How many nodes each level has, from level 1 on. */
  levels: number[];
  /** How many nodes each type has, in code-unit order of types. Nodes without a type are left out. */
  types: Map<string, number>;
};

export function countNodes(tree: Tree): Census {
  const levels: number[] = [];
  const counts = new Map<string, number>();
  for (let index = 0; index < tree.size; index++) {
    const level = tree.columns.level[index];
    levels[level - 1] = (levels[level - 1] ?? 0) + 1;
    const type = typeOf(tree, index);
    if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const types = new Map([...counts.keys()].sort().map((type) => [type, counts.get(type) ?? 0]));
  return { total: tree.size, levels, types };
}

function typeOf(tree: Tree, index: number): string | undefined {
  const { type } = parseNodeText(tree.text(index, "item"));
  return typeof type === "string" ? type : undefined;
}

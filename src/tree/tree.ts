/** A tree of nodes in preorder: each node, then all below it, so that a subtree is a contiguous range. */
import { idIn, keyIn, type NodeText, nodeTextIn, parseNodeText } from "../json/node-text.ts";
import { KEY_WORDS, type Key, writeKeyWords } from "./key.ts";
import type { RowIndex } from "./row-index.ts";

/** One number per node, at the node's place in preorder. */
type TreeColumns = {
  /** The level, from 1. */
  level: Int32Array;
  /** The parent's place, -1 for a root. */
  parent: Int32Array;
  /** The place behind the last node below this one. */
  end: Int32Array;
  /** The block that holds the text, and where in it the text begins. */
  block: Uint32Array;
  start: Uint32Array;
  /** The lengths of the text: what items show, that and the other fields, all of it. */
  item: Uint32Array;
  fields: Uint32Array;
  text: Uint32Array;
};

/** From ids and keys to rows, and from rows to places in preorder. */
type TreeLookup = { ids: RowIndex; keys: RowIndex; places: Int32Array };

export class Tree {
  readonly size: number;
  readonly columns: TreeColumns;
  /** What the texts of all nodes lie in. */
  readonly blocks: readonly Buffer[];
  /** The tables that places are found by. */
  readonly lookup: TreeLookup;

  /** For those who build or move trees alone. */
  constructor(columns: TreeColumns, blocks: readonly Buffer[], lookup: TreeLookup) {
    this.size = columns.level.length;
    this.columns = columns;
    this.blocks = blocks;
    this.lookup = lookup;
  }

  /**
   * The text of the node at a place, or the beginning that has its fields or its item alone.
   * @returns a view, which keeps more than it shows
   */
  text(place: number, part: "text" | "fields" | "item" = "text"): NodeText {
    const { block, start } = this.columns;
    return nodeTextIn(this.blocks[block[place]], start[place], start[place] + this.columns[part][place]);
  }

  /** The id of the node at a place. */
  idAt(place: number): number {
    return idIn(this.text(place, "item"));
  }

  /** The key of the node at a place. */
  keyAt(place: number): Key {
    return keyIn(this.text(place, "item"));
  }

  /** The place of the node above; -1 for a root. */
  parentAt(place: number): number {
    return this.columns.parent[place];
  }

  /** @returns the place of the node with this id, or -1 */
  findId(id: number): number {
    const row = this.lookup.ids.find(Uint32Array.of(id));
    return row < 0 ? -1 : this.lookup.places[row];
  }

  /** @returns the place of the node with this key, or -1 */
  findKey(key: Key): number {
    const words = new Uint32Array(KEY_WORDS);
    writeKeyWords(key, words, 0);
    const row = this.lookup.keys.find(words);
    return row < 0 ? -1 : this.lookup.places[row];
  }
}

type Census = {
  total: number;
  /** How many nodes each level has, from level 1 on. */
  levels: number[];
  /** How many nodes each type has, in code-unit order of types. Nodes without a type are left out. */
  types: Map<string, number>;
};

export function countNodes(tree: Tree): Census {
  const levels: number[] = [];
  const counts = new Map<string, number>();
  for (let place = 0; place < tree.size; place++) {
    const level = tree.columns.level[place];
    levels[level - 1] = (levels[level - 1] ?? 0) + 1;
    const type = typeOf(tree, place);
    if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const types = new Map([...counts.keys()].sort().map((type) => [type, counts.get(type) ?? 0]));
  return { total: tree.size, levels, types };
}

function typeOf(tree: Tree, place: number): string | undefined {
  const { type } = parseNodeText(tree.text(place, "item"));
  return typeof type === "string" ? type : undefined;
}

/** A tree as it is compared with another: nodes are named by their places in preorder, from 0. */
import type { NodeText } from "../json/node-text.ts";
import type { Key } from "../tree/key.ts";

export interface ComparedTree {
  readonly size: number;
  idAt(place: number): number;
  keyAt(place: number): Key;
  /** The place of the node above; -1 for a root. */
  parentAt(place: number): number;
  /** @returns the place of the node that has this id, or -1 */
  findId(id: number): number;
  /** @returns bytes that stay what they are until the next text or key is asked for */
  text(place: number): NodeText;
}

/** The key of a node's parent; `undefined` for a root. */
export function parentKeyAt(tree: ComparedTree, place: number): Key | undefined {
  const parent = tree.parentAt(place);
  return parent < 0 ? undefined : tree.keyAt(parent);
}

/** The names of a tree's nodes and of their ancestors. */

import { type NodeText, parseNodeText } from "../../json/node-text.ts";
import { ELLIPSIS } from "../../text/visible-text.ts";

/** Separates the names of a path. */
export const BETWEEN_NAMES = " › ";
/** The most names of one path: a tree has up to 1,000 levels, and a list has a path for each of its nodes. */
const MOST_NAMES = 40;

type NamedTree = {
  parentAt: (position: number) => number;
  text: (position: number, part?: "item") => NodeText;
};

/** Reads each name once. */
export class NodeNames {
  readonly #tree: NamedTree;
  readonly #known = new Map<number, string>();

  constructor(tree: NamedTree) {
    this.#tree = tree;
  }

  /** The name of a node; empty if it has none. */
  at(position: number): string {
    const known = this.#known.get(position);
    if (known !== undefined) return known;
    const { name } = parseNodeText(this.#tree.text(position, "item"));
    const own = typeof name === "string" ? name : "";
    this.#known.set(position, own);
    return own;
  }

  /** Yields the positions of a node and its ancestors, the root last; none for -1. */
  *upwards(position: number): Generator<number, void> {
    for (let at = position; at >= 0; at = this.#tree.parentAt(at)) yield at;
  }

  /** The names of the ancestors, root first. If there are more than `most` (default: 40), the middle ones are left out. */
  above(position: number, most = MOST_NAMES): string[] {
    const above = [...this.upwards(this.#tree.parentAt(position))].reverse();
    const names = (positions: number[]) => positions.map((each) => this.at(each));
    if (above.length <= most) return names(above);
    const half = most / 2;
    return [...names(above.slice(0, half)), ELLIPSIS, ...names(above.slice(-half))];
  }

  /** The names from the root to the node in one text, at most the last 40; empty for -1. */
  path(position: number): string {
    const names: string[] = [];
    for (const at of this.upwards(position)) {
      names.push(names.length < MOST_NAMES ? this.at(at) : ELLIPSIS);
      if (names.length > MOST_NAMES) break;
    }
    return names.reverse().join(BETWEEN_NAMES);
  }
}

/** Gives the names of each tree's nodes; each name is read once. */
export function namesByTree(): (tree: NamedTree) => NodeNames {
  const known = new Map<NamedTree, NodeNames>();
  return (tree) => {
    const names = known.get(tree) ?? new NodeNames(tree);
    known.set(tree, names);
    return names;
  };
}

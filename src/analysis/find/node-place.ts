/** Where a node stands, by the names of those above it. */
import { parseNodeText } from "../../json/node-text.ts";
import type { Kind } from "../../operations.ts";
import type { Tree } from "../../tree/tree.ts";
import type { NodeView } from "../site-nodes.ts";

/** So many names are told at most of a node that lies deeper. */
const MOST_NAMES = 40;
/** So many of them are the nearest, and stand behind the gap. */
const NEAREST = 20;
/** Stands for names that are left out. */
export const GAP_NAME = "…";

type Ancestor = { place: number; name: string | undefined };

/** Tells where nodes stand, one after the other: what they have in common with the one before is not looked for anew. */
export class NodePlaces {
  /** By kind, the ancestors of the last node, by their levels. */
  readonly #lines: Record<Kind, Ancestor[]> = { content: [], media: [] };

  /** The names of the nodes above, the root's first. */
  above({ kind, tree, level, parent }: NodeView): string[] {
    const line = this.#lines[kind];
    line.length = level;
    let place = parent;
    for (let above = level - 1; above > 0 && line[above]?.place !== place; above--) {
      line[above] = { place, name: undefined };
      place = tree.columns.parent[place];
    }
    const nameAt = (ancestor: Ancestor) => {
      ancestor.name ??= nameIn(tree, ancestor.place);
      return ancestor.name;
    };
    if (level - 1 <= MOST_NAMES) return line.slice(1).map(nameAt);
    const farthest = line.slice(1, 1 + MOST_NAMES - NEAREST).map(nameAt);
    return [...farthest, GAP_NAME, ...line.slice(-NEAREST).map(nameAt)];
  }
}

function nameIn(tree: Tree, place: number): string {
  const { name } = parseNodeText(tree.text(place, "item"));
  return typeof name === "string" ? name : "";
}

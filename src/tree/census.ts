/** Counts the nodes of a tree by level and by type. */
import { parseNodeText } from "../json/node-text.ts";
import type { Tree } from "./tree.ts";

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

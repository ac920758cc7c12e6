/** Answers look-ups in one tree. */
import { HIGHEST_LEVEL } from "../../operations.ts";
import type { Lookup, Target } from "../source.ts";
import type { Answer, Renderer } from "./render.ts";
import type { Tree } from "./tree.ts";

/** @returns `undefined` if no node matches */
export function answerLookup(
  renderer: Renderer,
  { target, maxLevel, depth }: Omit<Lookup, "kind">,
): Answer | undefined {
  if (target.by === "root") return renderer.roots(maxLevel ?? levelBelow(1, depth));
  const { tree } = renderer;
  const index = indexOfTarget(tree, target);
  if (index < 0) return undefined;
  return renderer.node(index, maxLevel ?? levelBelow(tree.columns.level[index], depth));
}

/** Whether there is anything below the level to which `answerLookup` goes. */
export function hasBelow(tree: Tree, { target, maxLevel, depth }: Omit<Lookup, "kind">): boolean {
  const { level, end } = tree.columns;
  const first = target.by === "root" ? 0 : indexOfTarget(tree, target);
  if (first < 0) return false;
  const last = target.by === "root" ? tree.size : end[first];
  // The requested node is in the answer, however low the limit is.
  const deepest = Math.max(maxLevel ?? levelBelow(level[first], depth), level[first]);
  for (let index = first; index < last; index++) if (level[index] > deepest) return true;
  return false;
}

/** @returns the index of the node in the tree; negative if there is none */
export function indexOfTarget(tree: Tree, target: Exclude<Target, { by: "root" }>): number {
  return target.by === "id" ? tree.findId(target.id) : tree.findKey(target.key);
}

/** The `maxLevel` that means `depth` levels below `level`. */
export function levelBelow(level: number, depth = 1): number {
  return Math.min(level + depth, HIGHEST_LEVEL);
}

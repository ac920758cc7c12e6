/** Answers look-ups in one tree. */
import { HIGHEST_LEVEL } from "../../operations.ts";
import type { Lookup, Target } from "../source.ts";
import { type Answer, Renderer } from "./render.ts";
import type { Tree } from "./tree.ts";

export class TreeAnswers {
  readonly #tree: Tree;
  readonly #renderer: Renderer;

  constructor(tree: Tree) {
    this.#tree = tree;
    this.#renderer = new Renderer(tree);
  }

  /** @returns the level of the node, 1 for the roots; `undefined` if no node matches */
  levelOf(target: Target): number | undefined {
    if (target.by === "root") return 1;
    const index = indexOfTarget(this.#tree, target);
    return index < 0 ? undefined : this.#tree.columns.level[index];
  }

  answer({ target, maxLevel, depth }: Omit<Lookup, "kind">): Answer | undefined {
    if (target.by === "root") return this.#renderer.roots(maxLevel ?? levelBelow(1, depth));
    const index = indexOfTarget(this.#tree, target);
    if (index < 0) return undefined;
    return this.#renderer.node(index, maxLevel ?? levelBelow(this.#tree.columns.level[index], depth));
  }

  /** Whether there is anything below the level to which `answer` goes. */
  hasBelow({ target, maxLevel, depth }: Omit<Lookup, "kind">): boolean {
    const { level, end } = this.#tree.columns;
    const first = target.by === "root" ? 0 : indexOfTarget(this.#tree, target);
    if (first < 0) return false;
    const last = target.by === "root" ? this.#tree.size : end[first];
    // The requested node is in the answer, however low the limit is.
    const deepest = Math.max(maxLevel ?? levelBelow(level[first], depth), level[first]);
    for (let index = first; index < last; index++) if (level[index] > deepest) return true;
    return false;
  }
}

/** @returns the index of the node in the tree; negative if there is none */
export function indexOfTarget(tree: Tree, target: Exclude<Target, { by: "root" }>): number {
  return target.by === "id" ? tree.findId(target.id) : tree.findKey(target.key);
}

/** The `maxLevel` that means `depth` levels below `level`. */
export function levelBelow(level: number, depth = 1): number {
  return Math.min(level + depth, HIGHEST_LEVEL);
}

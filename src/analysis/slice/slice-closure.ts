/** Which nodes a slice needs besides its seeds: the nodes they refer to, ancestors, and stubs. */
import type { SliceGraph } from "./site-graph.ts";

type SliceClosure = {
  whole: ReadonlySet<number>;
  stubs: ReadonlySet<number>;
  /** The number of references from whole nodes to stubs. */
  toStubs: number;
};

/** How far references are followed. */
export type FollowOptions = {
  /** The number of references in a row, of any kind. Default: one link in a text; pickers and media without limit */
  follow?: number;
};

const DEFAULT_LINKS = 1;

/**
 * Keeps the nodes that seeds refer to, as far as references are followed, then the ancestors of all these with their
 * media but no other references, and finally stubs of the other referenced nodes and their ancestors.
 * @param seeds site indexes
 */
export function closureOf(
  graph: SliceGraph,
  seeds: Iterable<number>,
  { follow }: FollowOptions,
): SliceClosure {
  const limit = follow ?? DEFAULT_LINKS;
  const whole = new Set(seeds);
  /** @returns whether the node is new */
  const keep = (node: number): boolean => !whole.has(node) && whole.add(node) !== undefined;

  // Breadth first from the seeds, so that each node is reached by the shortest path.
  let layer = [...whole];
  for (let steps = 0; layer.length > 0; steps++) {
    const waiting: number[] = [];
    // References that are free of the limit extend the layer itself.
    for (let i = 0; i < layer.length; i++) {
      for (const { target, as } of graph.referencesOf(layer[i])) {
        if (follow !== undefined || as === "link") waiting.push(target);
        else if (keep(target)) layer.push(target);
      }
    }
    layer = steps < limit ? waiting.filter(keep) : [];
  }

  // Ancestors, and nodes that cannot be stubs, then their ancestors: the set grows during the loop.
  for (const node of whole) {
    const parent = graph.parentOf(node);
    if (parent >= 0) whole.add(parent);
    for (const { target, as, needsWhole } of graph.referencesOf(node)) {
      if ((follow === undefined && as === "media") || needsWhole) whole.add(target);
    }
  }

  const stubs = new Set<number>();
  let toStubs = 0;
  for (const node of whole) {
    for (const { target } of graph.referencesOf(node)) {
      if (whole.has(target)) continue;
      toStubs++;
      for (let at = target; at >= 0 && !whole.has(at); at = graph.parentOf(at)) stubs.add(at);
    }
  }
  return { whole, stubs, toStubs };
}

/** Plans a slice of a site: the nodes, the reason for each, the stubs, and what becomes of references. */
import { KINDS, type Kind } from "../../operations.ts";
import type { NodeIndex } from "../../site/references/resolve-reference.ts";
import type { Reference } from "../../site/values/value-parts.ts";
import type { PseudonymCounts } from "../pseudonymise/pseudonymise-text.ts";
import type { GraphReference, SiteGraph, SliceGraph } from "./site-graph.ts";

/** Why a node is in a slice. */
export type SliceReason =
  | Extract<KeptFor, { because: "seed" }>
  | { because: "ancestor"; of: NodeIndex }
  | { because: "reference"; from: NodeIndex; property: string };

/** A node of a slice. */
export type SlicedNode = NodeIndex & { isStub: boolean; reason: SliceReason };

export type SlicePlan = {
  /** In preorder. */
  nodes: Readonly<Record<Kind, readonly SlicedNode[]>>;
  /** In the order of discovery: seeds first, then the nodes they need, stubs last. */
  found: readonly SlicedNode[];
  references: {
    /** The number of references to stubs. */
    toStubs: number;
    /** References that are dead in the site itself. */
    dead: readonly Reference[];
  };
};

/** A written slice; `bytes` counts everything except the manifest and the list of files. */
export type WrittenSlice = {
  bytes: number;
  /** `missing` counts files that nodes refer to but that do not exist. Absent if the site has no folder of files. */
  files?: { count: number; bytes: number; missing: number };
  /** The number of pseudonymised values. Absent if none were requested. */
  scrubbed?: PseudonymCounts;
};

/** A plan that exceeds the limits: nodes in the order of discovery, each with the bytes of its line and its file. */
export type SliceExcess = {
  nodes: number;
  bytes: number;
  typesBytes: number;
  unfit: readonly (SlicedNode & { bytes: number })[];
};

/** @param seeds by site index, the argument that chose the node */
export function planSlice(
  graph: SiteGraph,
  seeds: ReadonlyMap<number, string>,
  options: FollowOptions,
): SlicePlan {
  const { kept, toStubs } = closureOf(graph, seeds, options);
  const dead: Reference[] = [];
  const found = Array.from(kept, ([node, { isStub, reason }]): SlicedNode => {
    if (!isStub) for (const reference of graph.deadIn(node)) dead.push(reference);
    return { ...graph.nodeIndexOf(node), isStub, reason: resolveReason(reason, graph) };
  });
  const ofKind = (kind: Kind) =>
    found.filter((node) => node.kind === kind).sort((one, other) => one.index - other.index);
  const [content, media] = KINDS.map(ofKind);
  return {
    nodes: { content, media },
    found: [...found.filter(({ isStub }) => !isStub), ...found.filter(({ isStub }) => isStub)],
    references: { toStubs: toStubs.length, dead },
  };
}

function resolveReason(reason: KeptFor, graph: SiteGraph): SliceReason {
  if (reason.because === "ancestor") return { ...reason, of: graph.nodeIndexOf(reason.of) };
  return reason.because === "seed" ? reason : { ...reason, from: graph.nodeIndexOf(reason.from) };
}

/** Why a node is kept: the first reason found. */
export type KeptFor =
  | { because: "seed"; label: string }
  | { because: "ancestor"; of: number }
  | { because: "reference"; from: number; property: string };

/** A kept node. A stub has no properties. */
type KeptNode = { isStub: boolean; reason: KeptFor };

/** A reference from a whole node to a stub. */
type OpenReference = { from: number; property: string; target: number };

export type SliceClosure = {
  kept: ReadonlyMap<number, KeptNode>;
  /** References to stubs. */
  toStubs: readonly OpenReference[];
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
 * @param seeds by site index, the argument that chose the node
 */
export function closureOf(
  graph: SliceGraph,
  seeds: ReadonlyMap<number, string>,
  options: FollowOptions,
): SliceClosure {
  const { follow } = options;
  const limit = follow ?? DEFAULT_LINKS;
  /** In the order of discovery. */
  const kept = new Map<number, KeptNode>();
  /** @returns whether the node is new */
  const keep = (node: number, reason: KeptFor, isStub = false): boolean => {
    if (kept.has(node)) return false;
    kept.set(node, { isStub, reason });
    return true;
  };
  const keepReferred = (from: number, { target, property }: GraphReference) =>
    keep(target, { because: "reference", from, property });

  // Breadth first from the seeds, so that each node is reached by the shortest path.
  let layer = [...seeds].flatMap(([seed, label]) => (keep(seed, { because: "seed", label }) ? [seed] : []));
  for (let steps = 0; layer.length > 0; steps++) {
    const waiting: { from: number; reference: GraphReference }[] = [];
    // References that are free of the limit extend the layer itself.
    for (let i = 0; i < layer.length; i++) {
      for (const reference of graph.referencesOf(layer[i])) {
        const isFree = follow === undefined && reference.as !== "link";
        if (!isFree) waiting.push({ from: layer[i], reference });
        else if (keepReferred(layer[i], reference)) layer.push(reference.target);
      }
    }
    const next = steps < limit ? waiting : [];
    layer = next.flatMap(({ from, reference }) => (keepReferred(from, reference) ? [reference.target] : []));
  }

  // Ancestors, and nodes that cannot be stubs, then their ancestors: the map grows during the loop.
  for (const [node] of kept) {
    const parent = graph.parentOf(node);
    if (parent >= 0) keep(parent, { because: "ancestor", of: node });
    for (const reference of graph.referencesOf(node)) {
      const mustCome = (follow === undefined && reference.as === "media") || reference.needsWhole;
      if (mustCome) keepReferred(node, reference);
    }
  }

  const toStubs: OpenReference[] = [];
  for (const [from, { isStub }] of [...kept]) {
    if (isStub) continue;
    for (const { target, property } of graph.referencesOf(from)) {
      if (kept.get(target)?.isStub === false) continue;
      toStubs.push({ from, property, target });
      let [at, why]: [number, KeptFor] = [target, { because: "reference", from, property }];
      while (at >= 0 && keep(at, why, true)) {
        why = { because: "ancestor", of: at };
        at = graph.parentOf(at);
      }
    }
  }
  return { kept, toStubs };
}

/** What a slice of a site holds: which nodes, why each of them, which as stubs, and what becomes of references. */
import { KINDS, type Kind } from "../../operations.ts";
import type { Reference } from "../../values/value-parts.ts";
import type { PseudonymCounts } from "../pseudonymise/pseudonymise-text.ts";
import type { NodeIndex } from "../resolve-reference.ts";
import type { GraphReference, SiteGraph, SliceGraph } from "./site-graph.ts";

/** Why a node is in a slice. */
export type SliceReason =
  | Extract<KeptFor, { because: "seed" }>
  | { because: "ancestor"; of: NodeIndex }
  | { because: "reference"; from: NodeIndex; property: string };

/** A node of a slice. */
export type SlicedNode = NodeIndex & { isStub: boolean; reason: SliceReason };

/** A reference to a node that is left out. */
type CutReference = { from: NodeIndex; property: string; target: NodeIndex };

export type SlicePlan = {
  /** In the order of their trees. */
  nodes: Readonly<Record<Kind, readonly SlicedNode[]>>;
  /** The nodes in the order in which they were found: seeds first, then what they need, stubs last. */
  found: readonly SlicedNode[];
  references: {
    /** How many lead to stubs. */
    toStubs: number;
    /** What leads out of the slice, and did not lead nowhere before. */
    cut: readonly CutReference[];
    /** What leads nowhere in the site itself. */
    dead: readonly Reference[];
  };
};

/** What was written, in bytes all but the manifest and the list of files. */
export type WrittenSlice = {
  bytes: number;
  /** `missing` are files that nodes name and that are not there. Absent where the site has no folder of files. */
  files?: { count: number; bytes: number; missing: number };
  /** How many values were made up. Absent where none were to be. */
  scrubbed?: PseudonymCounts;
};

/** What is too much: nodes in the order in which they were found, each with the bytes of its line and its file. */
export type SliceExcess = {
  nodes: number;
  bytes: number;
  typesBytes: number;
  unfit: readonly (SlicedNode & { bytes: number })[];
};

/** @param seeds each with what named it, in words */
export function planSlice(
  graph: SiteGraph,
  seeds: ReadonlyMap<number, string>,
  options: FollowOptions,
): SlicePlan {
  const { kept, toStubs, cut } = closureOf(graph, seeds, options);
  const dead: Reference[] = [];
  const cutPlaces = ({ from, property, target }: OpenReference): CutReference => {
    return { from: graph.nodeIndexOf(from), property, target: graph.nodeIndexOf(target) };
  };
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
    references: { toStubs: toStubs.length, cut: cut.map(cutPlaces), dead },
  };
}

function resolveReason(reason: KeptFor, graph: SiteGraph): SliceReason {
  if (reason.because === "ancestor") return { ...reason, of: graph.nodeIndexOf(reason.of) };
  return reason.because === "seed" ? reason : { ...reason, from: graph.nodeIndexOf(reason.from) };
}

/** Why a node is kept: the first reason that was found. */
export type KeptFor =
  | { because: "seed"; said: string }
  | { because: "ancestor"; of: number }
  | { because: "reference"; from: number; property: string };

/** A node that is kept. A stub has no properties. */
type KeptNode = { isStub: boolean; reason: KeptFor };

/** A reference of a node that is kept whole, to one that is not. */
type OpenReference = { from: number; property: string; target: number };

export type SliceClosure = {
  kept: ReadonlyMap<number, KeptNode>;
  /** References to stubs. */
  toStubs: readonly OpenReference[];
  /** References to what is left out. */
  cut: readonly OpenReference[];
};

/** How far references are followed. */
export type FollowOptions = {
  /** References of any kind in a row. Default: one link in a text, pickers and media all the way */
  follow?: number;
  /** Whether what is not followed stays as a stub. */
  stubs: boolean;
};

const DEFAULT_LINKS = 1;

/**
 * What the seeds refer to is kept, as far as it is followed; the nodes above all that, whose media are kept too, but no other
 * nodes that they refer to; and of the other nodes that these refer to, and those above them, stubs.
 * @param seeds each with what named it
 */
export function closureOf(
  graph: SliceGraph,
  seeds: ReadonlyMap<number, string>,
  options: FollowOptions,
): SliceClosure {
  const { follow, stubs } = options;
  const limit = follow ?? DEFAULT_LINKS;
  /** In the order in which they were found. */
  const kept = new Map<number, KeptNode>();
  /** @returns whether the node is new */
  const keep = (node: number, reason: KeptFor, isStub = false): boolean => {
    if (kept.has(node)) return false;
    kept.set(node, { isStub, reason });
    return true;
  };
  const keepReferred = (from: number, { target, property }: GraphReference) =>
    keep(target, { because: "reference", from, property });

  // The seeds and what they refer to. Each node is met by the shortest way, so that once is enough.
  let layer = [...seeds].flatMap(([seed, said]) => (keep(seed, { because: "seed", said }) ? [seed] : []));
  for (let steps = 0; layer.length > 0; steps++) {
    const waiting: { from: number; reference: GraphReference }[] = [];
    // The layer grows by what costs no step.
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

  // What stands above, and what cannot be a stub; then what stands above that: the map grows meanwhile.
  for (const [node] of kept) {
    const parent = graph.parentOf(node);
    if (parent >= 0) keep(parent, { because: "ancestor", of: node });
    for (const reference of graph.referencesOf(node)) {
      const mustCome = (follow === undefined && reference.as === "media") || (reference.needsWhole && stubs);
      if (mustCome) keepReferred(node, reference);
    }
  }

  const toStubs: OpenReference[] = [];
  const cut: OpenReference[] = [];
  for (const [from, { isStub }] of [...kept]) {
    if (isStub) continue;
    for (const { target, property } of graph.referencesOf(from)) {
      if (kept.get(target)?.isStub === false) continue;
      (stubs ? toStubs : cut).push({ from, property, target });
      if (!stubs) continue;
      let [at, why]: [number, KeptFor] = [target, { because: "reference", from, property }];
      while (at >= 0 && keep(at, why, true)) {
        why = { because: "ancestor", of: at };
        at = graph.parentOf(at);
      }
    }
  }
  return { kept, toStubs, cut };
}

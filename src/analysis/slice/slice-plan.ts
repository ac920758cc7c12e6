/** What a slice of a site holds: which nodes, why each of them, which as stubs, and what becomes of references. */
import { KINDS, type Kind } from "../../operations.ts";
import type { Reference } from "../../values/value-parts.ts";
import type { SitePlace } from "../resolve-reference.ts";
import type { ScrubCounts } from "../scrub/scrub-text.ts";
import type { SiteGraph } from "./site-graph.ts";
import { closureOf, type FollowOptions, type KeptFor, type OpenReference } from "./slice-closure.ts";

/** Why a node is in a slice. */
export type SliceReason =
  | Extract<KeptFor, { because: "seed" }>
  | { because: "ancestor"; of: SitePlace }
  | { because: "reference"; from: SitePlace; property: string };

/** A node of a slice. */
export type SlicedNode = SitePlace & { isStub: boolean; reason: SliceReason };

/** A reference to a node that is left out. */
type CutReference = { from: SitePlace; property: string; target: SitePlace };

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
  scrubbed?: ScrubCounts;
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
  const found = Array.from(kept, ([node, { isStub, reason }]): SlicedNode => {
    if (!isStub) for (const reference of graph.deadIn(node)) dead.push(reference);
    return { ...graph.placeOf(node), isStub, reason: inPlaces(reason, graph) };
  });
  const ofKind = (kind: Kind) =>
    found.filter((node) => node.kind === kind).sort((one, other) => one.place - other.place);
  const [content, media] = KINDS.map(ofKind);
  return {
    nodes: { content, media },
    found: [...found.filter(({ isStub }) => !isStub), ...found.filter(({ isStub }) => isStub)],
    references: { toStubs: toStubs.length, cut: cut.map((reference) => cutPlaces(reference, graph)), dead },
  };
}

function inPlaces(reason: KeptFor, graph: SiteGraph): SliceReason {
  if (reason.because === "ancestor") return { ...reason, of: graph.placeOf(reason.of) };
  return reason.because === "seed" ? reason : { ...reason, from: graph.placeOf(reason.from) };
}

function cutPlaces({ from, property, target }: OpenReference, graph: SiteGraph): CutReference {
  return { from: graph.placeOf(from), property, target: graph.placeOf(target) };
}

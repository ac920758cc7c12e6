/** What hangs together with some nodes of a graph: what they refer to, what stands above that, and what is left of the rest. */

/** How a reference is followed: links in texts to pages, what pickers hold, and media, however they are named. */
type FollowedAs = "link" | "pick" | "media";

/** A reference to another node. */
export type GraphReference = {
  target: number;
  /** The alias of the property that it stands in. */
  property: string;
  as: FollowedAs;
  /** Whether nobody would find the target by this reference if it had no properties. */
  needsWhole: boolean;
};

/** Nodes as numbers, each with one above it or none, and references to any others. */
export interface SliceGraph {
  /** -1 for a root. */
  parentOf(node: number): number;
  referencesOf(node: number): readonly GraphReference[];
}

/** Why a node is kept: the first reason that was found. */
export type KeptFor =
  | { because: "seed"; said: string }
  | { because: "ancestor"; of: number }
  | { because: "reference"; from: number; property: string };

/** A node that is kept. A stub has no properties. */
type KeptNode = { isStub: boolean; reason: KeptFor };

/** A reference of a node that is kept whole, to one that is not. */
export type OpenReference = { from: number; property: string; target: number };

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
  const closure = new Closure(graph, options);
  closure.follow(seeds);
  closure.addAncestors();
  return closure.close();
}

class Closure {
  readonly #graph: SliceGraph;
  readonly #options: FollowOptions;
  /** In the order in which they were found. */
  readonly #kept = new Map<number, KeptNode>();

  constructor(graph: SliceGraph, options: FollowOptions) {
    this.#graph = graph;
    this.#options = options;
  }

  /** Keeps the seeds, and what they refer to. Each node is met by the shortest way, so that once is enough. */
  follow(seeds: ReadonlyMap<number, string>): void {
    const limit = this.#options.follow ?? DEFAULT_LINKS;
    let layer: number[] = [];
    for (const [seed, said] of seeds) if (this.#keep(seed, { because: "seed", said })) layer.push(seed);
    for (let steps = 0; layer.length > 0; steps++) {
      const waiting: { from: number; reference: GraphReference }[] = [];
      // The layer grows by what costs no step.
      for (let i = 0; i < layer.length; i++) {
        for (const reference of this.#graph.referencesOf(layer[i])) {
          if (!this.#isFree(reference)) waiting.push({ from: layer[i], reference });
          else if (this.#keepReferred(layer[i], reference)) layer.push(reference.target);
        }
      }
      const next = steps < limit ? waiting : [];
      layer = next.flatMap(({ from, reference }) =>
        this.#keepReferred(from, reference) ? [reference.target] : [],
      );
    }
  }

  /** Keeps what stands above, and what cannot be a stub; then what stands above that, and so on. */
  addAncestors(): void {
    // The map grows meanwhile, and is walked through to its end.
    for (const [node] of this.#kept) {
      const parent = this.#graph.parentOf(node);
      if (parent >= 0) this.#keep(parent, { because: "ancestor", of: node });
      for (const reference of this.#graph.referencesOf(node)) {
        if (this.#mustCome(reference)) this.#keepReferred(node, reference);
      }
    }
  }

  /** Keeps stubs, where these are wanted. */
  close(): SliceClosure {
    const toStubs: OpenReference[] = [];
    const cut: OpenReference[] = [];
    for (const [from, { isStub }] of [...this.#kept]) {
      if (isStub) continue;
      for (const { target, property } of this.#graph.referencesOf(from)) {
        if (this.#kept.get(target)?.isStub === false) continue;
        (this.#options.stubs ? toStubs : cut).push({ from, property, target });
        if (this.#options.stubs) this.#keepStub(target, { because: "reference", from, property });
      }
    }
    return { kept: this.#kept, toStubs, cut };
  }

  #keepStub(node: number, reason: KeptFor): void {
    let [at, why] = [node, reason];
    while (at >= 0 && this.#keep(at, why, true)) {
      why = { because: "ancestor", of: at };
      at = this.#graph.parentOf(at);
    }
  }

  #isFree({ as }: GraphReference): boolean {
    return this.#options.follow === undefined && as !== "link";
  }

  #mustCome({ as, needsWhole }: GraphReference): boolean {
    const { follow, stubs } = this.#options;
    return (follow === undefined && as === "media") || (needsWhole && stubs);
  }

  #keepReferred(from: number, { target, property }: GraphReference): boolean {
    return this.#keep(target, { because: "reference", from, property });
  }

  /** @returns whether it is new */
  #keep(node: number, reason: KeptFor, isStub = false): boolean {
    if (this.#kept.has(node)) return false;
    this.#kept.set(node, { isStub, reason });
    return true;
  }
}

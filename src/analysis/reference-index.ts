/** All references of a site, from node to node: what a node refers to, what refers to it, and what leads nowhere. */
import type { UnpublishedNode } from "../formats/manifest.ts";
import type { SiteTypes } from "../schema/site-types.ts";
import { ElementTypes } from "../values/element-types.ts";
import { readValue } from "../values/read-value.ts";
import type { Reference, ReferenceTarget } from "../values/value-parts.ts";
import { atOnce } from "./at-once.ts";
import {
  numberOfPlace,
  placeOfNumber,
  ReferenceResolver,
  type Resolution,
  type SitePlace,
} from "./resolve-reference.ts";
import { type NodeView, type SiteTrees, siteNodes } from "./site-nodes.ts";
import { UnpublishedNodes } from "./unpublished-nodes.ts";

/** A reference that leads nowhere. */
export type DeadReference = {
  /** The node that it stands in. */
  from: SitePlace;
  /** The alias of the node's property. */
  property: string;
  reference: Reference;
  why: Extract<Resolution, { state: "dead" }>["why"];
};

/** How many references nobody can tell from the data whether they lead anywhere, by reason. */
type UnknownCounts = Partial<Record<Extract<Resolution, { state: "unknown" }>["why"], number>>;

/**
 * References as edges between nodes: however often, and in whatever way, one refers to another, that is one edge. What refers to its
 * own node is none.
 */
export class ReferenceIndex {
  readonly dead: readonly DeadReference[];
  readonly unknown: Readonly<UnknownCounts>;
  readonly #contentSize: number;
  readonly #out: Edges;
  readonly #in: Edges;

  /** For `ReferenceCollector` alone. */
  constructor(contentSize: number, out: Edges, dead: readonly DeadReference[], unknown: UnknownCounts) {
    this.#contentSize = contentSize;
    this.#out = out;
    this.#in = turned(out);
    this.dead = dead;
    this.unknown = unknown;
  }

  /** How many edges there are. */
  get size(): number {
    return this.#out.targets.length;
  }

  /** The nodes that a node refers to, in the order of its references. */
  from(node: SitePlace): SitePlace[] {
    return this.#places(this.#out, node);
  }

  /** The nodes that refer to a node, content before media, each in preorder. */
  to(node: SitePlace): SitePlace[] {
    return this.#places(this.#in, node);
  }

  /** How many nodes refer to a node. */
  countTo(node: SitePlace): number {
    const number = numberOfPlace(node, this.#contentSize);
    return this.#in.bounds[number + 1] - this.#in.bounds[number];
  }

  #places({ bounds, targets }: Edges, node: SitePlace): SitePlace[] {
    const number = numberOfPlace(node, this.#contentSize);
    return Array.from(targets.subarray(bounds[number], bounds[number + 1]), (target) =>
      placeOfNumber(target, this.#contentSize),
    );
  }
}

/** Of each node the targets, which lie between its bound and the next. */
type Edges = { bounds: Uint32Array; targets: Uint32Array };

/** The same edges from their targets' side, by counting. */
function turned({ bounds, targets }: Edges): Edges {
  const nodes = bounds.length - 1;
  const begins = new Uint32Array(nodes + 2);
  for (const target of targets) begins[target + 2]++;
  for (let i = 1; i < begins.length; i++) begins[i] += begins[i - 1];
  const sources = new Uint32Array(targets.length);
  for (let node = 0; node < nodes; node++) {
    // Filling moves the beginning of each group to its end, which is where the next one begins.
    for (let at = bounds[node]; at < bounds[node + 1]; at++) sources[begins[targets[at] + 1]++] = node;
  }
  return { bounds: begins.subarray(0, nodes + 1), targets: sources };
}

/** Takes the references of node after node, as `siteNodes` has them, for those who read all values anyway. */
export class ReferenceCollector {
  readonly #resolver: ReferenceResolver;
  readonly #contentSize: number;
  readonly #bounds: Uint32Array;
  #targets = new Uint32Array(1024);
  #count = 0;
  /** For each node, the number of the last one that referred to it, plus 1. */
  readonly #seenBy: Uint32Array;
  #node = 0;
  readonly #dead: DeadReference[] = [];
  readonly #unknown: UnknownCounts = {};

  constructor(resolver: ReferenceResolver) {
    this.#resolver = resolver;
    const { content, media } = resolver.trees;
    this.#contentSize = content.size;
    this.#bounds = new Uint32Array(content.size + media.size + 1);
    this.#seenBy = new Uint32Array(content.size + media.size);
  }

  /** Takes what a node refers to: one behind those before. */
  read(node: NodeView, types: ElementTypes): void {
    for (const { alias, editorAlias, value } of node.properties()) {
      const { references } = readValue(value, editorAlias, types, alias);
      if (references.length > 0) this.add(node, alias, references);
    }
  }

  /**
   * @param from the same node as before, or one behind it
   * @param property the alias of the node's property
   */
  add(from: SitePlace, property: string, references: readonly Reference[]): void {
    this.#goTo(numberOfPlace(from, this.#contentSize));
    for (const reference of references) {
      const found = this.#resolver.resolve(reference);
      if (found.state === "found") this.#addEdge(numberOfPlace(found, this.#contentSize));
      else if (found.state === "unknown") this.#unknown[found.why] = (this.#unknown[found.why] ?? 0) + 1;
      else this.#addDead(from, property, reference, found.why);
    }
  }

  finish(): ReferenceIndex {
    this.#goTo(this.#seenBy.length);
    const edges = { bounds: this.#bounds, targets: this.#targets.slice(0, this.#count) };
    return new ReferenceIndex(this.#contentSize, edges, this.#dead, this.#unknown);
  }

  #addDead(
    { kind, place }: SitePlace,
    property: string,
    reference: Reference,
    why: DeadReference["why"],
  ): void {
    const kept = { ...reference, target: ownTarget(reference.target), text: own(reference.text) };
    this.#dead.push({ from: { kind, place }, property: own(property), reference: kept, why });
  }

  /** Ends those before a node. */
  #goTo(node: number): void {
    while (this.#node < node) this.#bounds[++this.#node] = this.#count;
  }

  #addEdge(target: number): void {
    if (target === this.#node || this.#seenBy[target] === this.#node + 1) return;
    this.#seenBy[target] = this.#node + 1;
    if (this.#count === this.#targets.length) {
      const larger = new Uint32Array(this.#count * 2);
      larger.set(this.#targets);
      this.#targets = larger;
    }
    this.#targets[this.#count++] = target;
  }
}

function ownTarget(target: ReferenceTarget): ReferenceTarget {
  if (target.by === "id") return target;
  return target.by === "key" ? { ...target, key: own(target.key) } : { ...target, path: own(target.path) };
}

/** A copy of a text: what is cut out of another keeps all of that in memory. */
function own(text: string): string {
  return ` ${text}`.slice(1);
}

/** Reads all values of a site for their references. */
export function indexReferences(trees: SiteTrees, types: SiteTypes): ReferenceIndex {
  return atOnce(linkSteps(new ReferenceResolver(trees), types));
}

/** The same, a node a step, for those who must let others in between. */
export function* linkSteps(
  resolver: ReferenceResolver,
  types: SiteTypes,
): Generator<void, ReferenceIndex, void> {
  const elementTypes = new ElementTypes(types);
  const collector = new ReferenceCollector(resolver);
  for (const node of siteNodes(resolver.trees)) {
    collector.read(node, elementTypes);
    yield;
  }
  return collector.finish();
}

/** The nodes that were left out and that nodes of the data refer to, as often as they do. */
export function unpublishedReferences(
  trees: SiteTrees,
  types: SiteTypes,
  unpublished: readonly UnpublishedNode[] = [],
): UnpublishedNode[] {
  if (unpublished.length === 0) return [];
  const leftOut = new UnpublishedNodes(unpublished);
  return indexReferences(trees, types).dead.flatMap(({ reference }) => leftOut.find(reference) ?? []);
}

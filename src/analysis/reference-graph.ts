/** All references of a site, from node to node: what a node refers to, what refers to it, and what leads nowhere. */
import type { UnpublishedNode } from "../formats/manifest.ts";
import type { SiteTypes } from "../schema/site-types.ts";
import type { LanguageEdition } from "../source.ts";
import { ElementTypes } from "../values/element-types.ts";
import { runSteps } from "../values/json-outline.ts";
import { readValue } from "../values/read-value.ts";
import type { Reference, ReferenceTarget } from "../values/value-parts.ts";
import { entryIn } from "./map-entries.ts";
import {
  type NodeIndex,
  nodeIndexOf,
  ReferenceResolver,
  type Resolution,
  siteIndexOf,
  UnpublishedNodes,
} from "./resolve-reference.ts";
import { NodeView, type SiteTrees, siteNodes } from "./site-nodes.ts";

/** A reference that leads nowhere. */
export type DeadReference = {
  /** The node that it stands in. */
  from: NodeIndex;
  /** The alias of the node's property. */
  property: string;
  reference: Reference;
  why: Extract<Resolution, { state: "dead" }>["why"];
  /** The language that it stands in, where that is not the one that is read. */
  language?: string;
  /** The node that it stands in, where that is not there in the language that is read; `from` is its place in its own trees. */
  view?: NodeView;
};

/** A node at the other end of a reference. */
type LinkedNode = NodeIndex & {
  /** The language that the reference stands in, where that is not the one that is read. */
  language?: string;
};

/** How many references nobody can tell from the data whether they lead anywhere, by reason. */
type UnknownCounts = Partial<Record<Extract<Resolution, { state: "unknown" }>["why"], number>>;

/**
 * References as edges between nodes: however often, and in whatever way, one refers to another, that is one edge. What refers to its
 * own node is none.
 */
export class ReferenceGraph {
  readonly dead: readonly DeadReference[];
  readonly unknown: Readonly<UnknownCounts>;
  readonly #contentSize: number;
  readonly #out: Edges;
  readonly #in: Edges;
  /** The references of other languages, by the numbers of the nodes that they lead to, and of those that they stand in. */
  readonly #elsewhereTo = new Map<number, LanguageReference[]>();
  readonly #elsewhereFrom = new Map<number, LanguageReference[]>();
  /** The nodes that are there in other languages alone, once for each of these. */
  readonly onlyElsewhere: readonly LanguageView[];
  /** The references of other languages of which one end at least is there in other languages alone. */
  readonly betweenLanguages: readonly LanguageReference[];

  /** For `ReferenceCollector` alone. */
  constructor(
    contentSize: number,
    out: Edges,
    dead: readonly DeadReference[],
    unknown: UnknownCounts,
    elsewhere: LanguageReferences = { found: [], dead: [], onlyElsewhere: [] },
  ) {
    this.#contentSize = contentSize;
    this.onlyElsewhere = elsewhere.onlyElsewhere;
    this.betweenLanguages = elsewhere.found.filter(({ from, target }) => !from || !target);
    this.#out = out;
    this.#in = inverted(out);
    const known = new Set(elsewhere.dead.length > 0 ? dead.map(identityOfDead) : []);
    this.dead = [...dead, ...elsewhere.dead.filter((each) => !known.has(identityOfDead(each)))];
    this.unknown = unknown;
    for (const each of elsewhere.found) {
      const { from, target } = each;
      if (target) entryIn(this.#elsewhereTo, siteIndexOf(target, contentSize), () => []).push(each);
      if (from) entryIn(this.#elsewhereFrom, siteIndexOf(from, contentSize), () => []).push(each);
    }
  }

  /** How many edges there are. */
  get size(): number {
    return this.#out.targets.length;
  }

  /** The nodes that a node refers to, in the order of its references, those in other languages last. */
  from(node: NodeIndex): NodeIndex[] {
    return this.#distinct(this.referencesFrom(node));
  }

  /** The nodes that refer to a node, content before media, each in preorder, those that do in other languages alone last. */
  to(node: NodeIndex): NodeIndex[] {
    return this.#distinct(this.referencesTo(node));
  }

  /** As `from`, once for each language. */
  referencesFrom(node: NodeIndex): LinkedNode[] {
    const elsewhere = this.#elsewhereFrom.get(siteIndexOf(node, this.#contentSize)) ?? [];
    return [
      ...this.#places(this.#out, node),
      ...elsewhere.flatMap(({ target, language }) => (target ? [{ ...target, language }] : [])),
    ];
  }

  /** As `to`, once for each language. */
  referencesTo(node: NodeIndex): LinkedNode[] {
    const elsewhere = this.#elsewhereTo.get(siteIndexOf(node, this.#contentSize)) ?? [];
    return [
      ...this.#places(this.#in, node),
      ...elsewhere.flatMap(({ from, language }) => (from ? [{ ...from, language }] : [])),
    ];
  }

  /** The nodes that refer to a node, and are there in other languages alone. */
  elsewhereTo(node: NodeIndex): LanguageView[] {
    const elsewhere = this.#elsewhereTo.get(siteIndexOf(node, this.#contentSize)) ?? [];
    return elsewhere.filter(({ from }) => from === undefined);
  }

  /** How many nodes refer to a node. */
  countTo(node: NodeIndex): number {
    const number = siteIndexOf(node, this.#contentSize);
    const count = this.#in.bounds[number + 1] - this.#in.bounds[number];
    if (!this.#elsewhereTo.has(number)) return count;
    const keys = this.elsewhereTo(node).map(({ view }) => view.tree.keyAt(view.index));
    return this.to(node).length + new Set(keys).size;
  }

  #distinct(nodes: readonly LinkedNode[]): NodeIndex[] {
    const seen = new Map<number, NodeIndex>();
    for (const { kind, index } of nodes) {
      const number = siteIndexOf({ kind, index }, this.#contentSize);
      if (!seen.has(number)) seen.set(number, { kind, index });
    }
    return [...seen.values()];
  }

  #places({ bounds, targets }: Edges, node: NodeIndex): NodeIndex[] {
    const number = siteIndexOf(node, this.#contentSize);
    return Array.from(targets.subarray(bounds[number], bounds[number + 1]), (target) =>
      nodeIndexOf(target, this.#contentSize),
    );
  }
}

/** Of each node the targets, which lie between its bound and the next. */
type Edges = { bounds: Uint32Array; targets: Uint32Array };

/** The same edges from their targets' side, by counting. */
function inverted({ bounds, targets }: Edges): Edges {
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
  add(from: NodeIndex, property: string, references: readonly Reference[]): void {
    this.#goTo(siteIndexOf(from, this.#contentSize));
    for (const reference of references) {
      const found = this.#resolver.resolve(reference);
      if (found.state === "found") this.#addEdge(siteIndexOf(found, this.#contentSize));
      else if (found.state === "unknown") this.#unknown[found.why] = (this.#unknown[found.why] ?? 0) + 1;
      else this.#addDead(from, property, reference, found.why);
    }
  }

  /** @param elsewhere those that stand in other languages. Default: none */
  finish(elsewhere?: LanguageReferences): ReferenceGraph {
    this.#goTo(this.#seenBy.length);
    const edges = { bounds: this.#bounds, targets: this.#targets.slice(0, this.#count) };
    return new ReferenceGraph(this.#contentSize, edges, this.#dead, this.#unknown, elsewhere);
  }

  #addDead(
    { kind, index }: NodeIndex,
    property: string,
    reference: Reference,
    why: DeadReference["why"],
  ): void {
    const kept = { ...reference, target: ownTarget(reference.target), text: own(reference.text) };
    this.#dead.push({ from: { kind, index }, property: own(property), reference: kept, why });
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

/** What is told once: a text in a property of a node, whatever the language. */
function identityOfDead({ from, property, reference, view }: DeadReference): string {
  return JSON.stringify([view !== undefined, from.kind, from.index, property, reference.text]);
}

function ownTarget(target: ReferenceTarget): ReferenceTarget {
  if (target.by === "id") return target;
  return target.by === "key" ? { ...target, key: own(target.key) } : { ...target, path: own(target.path) };
}

/** A copy of a text: what is cut out of another keeps all of that in memory. */
function own(text: string): string {
  return ` ${text}`.slice(1);
}

/**
 * Reads all values of a site for their references.
 * @param elsewhere those that stand in other languages. Default: none
 */
export function buildReferenceGraph(
  trees: SiteTrees,
  types: SiteTypes,
  elsewhere?: LanguageReferences,
): ReferenceGraph {
  return runSteps(referenceSteps(new ReferenceResolver(trees), types, elsewhere));
}

/** The same, a node a step, for those who must let others in between. */
export function* referenceSteps(
  resolver: ReferenceResolver,
  types: SiteTypes,
  elsewhere?: LanguageReferences,
): Generator<void, ReferenceGraph, void> {
  const elementTypes = new ElementTypes(types);
  const collector = new ReferenceCollector(resolver);
  for (const node of siteNodes(resolver.trees)) {
    collector.read(node, elementTypes);
    yield;
  }
  return collector.finish(elsewhere);
}

/** A node in one of the languages that its site holds. */
export type LanguageView = { view: NodeView; language: string };

/** A reference that stands in another language than the one that is read. */
export type LanguageReference = LanguageView & {
  /** Where the node that it stands in is in the trees that are read; absent if that node is there in other languages alone. */
  from: NodeIndex | undefined;
  property: string;
  reference: Reference;
  /** The same of the node that it leads to. */
  target: NodeIndex | undefined;
  targetView: NodeView;
};

export type LanguageReferences = {
  found: readonly LanguageReference[];
  dead: readonly DeadReference[];
  /** The nodes that are there in other languages alone, once for each of these. */
  onlyElsewhere: readonly LanguageView[];
};

/**
 * Reads the values in which a site differs in its other languages: references that are the same in both are of no language.
 * @param read the trees of the language that is read
 * @param others references lead to what is there in the language that they stand in
 * @param work does the steps, of which each is a node. Default: at once
 */
export async function readLanguageReferences(
  read: SiteTrees,
  others: AsyncIterable<LanguageEdition>,
  types: SiteTypes,
  work: <T>(steps: Generator<void, T, void>) => T | Promise<T> = runSteps,
): Promise<LanguageReferences> {
  const all: LanguageReferences[] = [];
  for await (const other of others) all.push(await work(languageReferenceSteps(read, other, types)));
  return {
    found: all.flatMap(({ found }) => found),
    dead: all.flatMap(({ dead }) => dead),
    onlyElsewhere: all.flatMap(({ onlyElsewhere }) => onlyElsewhere),
  };
}

function* languageReferenceSteps(
  read: SiteTrees,
  { language, trees, unpublished }: LanguageEdition,
  types: SiteTypes,
): Generator<void, LanguageReferences, void> {
  const elementTypes = new ElementTypes(types);
  const resolver = new ReferenceResolver(trees, new UnpublishedNodes(unpublished));
  const found: LanguageReference[] = [];
  const dead: DeadReference[] = [];
  const onlyElsewhere: LanguageView[] = [];
  for (const view of siteNodes(trees)) if (!sameNode(view, read)) onlyElsewhere.push({ view, language });
  for (const view of siteNodes(trees)) {
    const from = sameNode(view, read);
    const known = from && valuesOf(new NodeView(from.kind, read[from.kind], from.index));
    for (const { alias, editorAlias, value } of view.properties()) {
      const isSame = known?.get(alias) === value;
      // What is the same in both can only lead elsewhere to nodes that are there in this language alone.
      if (isSame && onlyElsewhere.length === 0) continue;
      for (const reference of readValue(value, editorAlias, elementTypes, alias).references) {
        const resolved = resolver.resolve(reference);
        if (resolved.state === "dead" && !isSame) {
          const index = from ?? { kind: view.kind, index: view.index };
          const more = { language, ...(from ? {} : { view }) };
          dead.push({ from: index, property: alias, reference, why: resolved.why, ...more });
        }
        if (resolved.state !== "found") continue;
        const isItself = resolved.kind === view.kind && resolved.index === view.index;
        if (isItself) continue;
        const targetView = new NodeView(resolved.kind, trees[resolved.kind], resolved.index);
        const target = sameNode(targetView, read);
        if (isSame && target) continue;
        found.push({ language, from, view, property: alias, reference, target, targetView });
      }
    }
    yield;
  }
  return { found, dead, onlyElsewhere };
}

function sameNode({ kind, tree, index }: NodeView, trees: SiteTrees): NodeIndex | undefined {
  const same = trees[kind].findKey(tree.keyAt(index));
  return same < 0 ? undefined : { kind, index: same };
}

function valuesOf(node: NodeView): ReadonlyMap<string, string> {
  return new Map(Array.from(node.properties(), ({ alias, value }) => [alias, value]));
}

/** The nodes that were left out and that nodes of the data refer to, as often as they do. */
export function unpublishedReferences(
  trees: SiteTrees,
  types: SiteTypes,
  unpublished: readonly UnpublishedNode[] = [],
): UnpublishedNode[] {
  if (unpublished.length === 0) return [];
  const leftOut = new UnpublishedNodes(unpublished);
  return buildReferenceGraph(trees, types).dead.flatMap(({ reference }) => leftOut.find(reference) ?? []);
}

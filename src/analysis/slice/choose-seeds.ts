/** Chooses the seeds of a slice: given nodes, nodes of types, nodes below another, or nodes that cover everything. */

import { type Kind, kindsOf } from "../../operations.ts";
import { countIn, entryIn } from "../../site/map-entries.ts";
import { elementType, NO_TYPE } from "../../site/schema/type-owner.ts";
import { type SiteNode, siteNodes } from "../../site/site-nodes.ts";
import type { SiteReader } from "../../site/site-reader.ts";
import type { Element } from "../../site/values/value-parts.ts";
import type { Criteria, NodeSelector, TargetSelector } from "../find/criteria.ts";
import { selectedNodes } from "../find/criteria-tests.ts";
import { findNodes } from "../find/find-nodes.ts";
import type { SiteGraph } from "./site-graph.ts";
import { closureOf, type FollowOptions } from "./slice-closure.ts";

/** A node that the user gave, with the argument that did. */
export type NamedSeed = { named: TargetSelector; label: string };

/** The options that choose seeds. */
export type SeedOptions = {
  names: readonly NamedSeed[];
  /** The tree for types, `below` and `cover`. Default: both. */
  kind?: Kind;
  types?: readonly string[];
  /**
   * The number of nodes of each type: those with the lowest ids, which stay the same when a site grows. Default: all
   */
  perType?: number;
  below?: NodeSelector;
  /** Whether to choose nodes that together show everything an audit lists. */
  cover: boolean;
};

/** `seeds`: site indexes; `unknown`: selectors without a node. */
type ChosenSeeds = { seeds: ReadonlySet<number>; unknown: readonly NamedSeed[] };

export function chooseSeeds(graph: SiteGraph, options: SeedOptions, follow: FollowOptions): ChosenSeeds {
  const seeds = new Set<number>();
  const unknown: NamedSeed[] = [];
  for (const name of options.names) {
    const nodes = selectedNodes(graph.site, name.named);
    if (nodes.length === 0) unknown.push(name);
    for (const index of nodes) seeds.add(graph.siteIndexOf(index));
  }
  for (const node of matching(graph, options)) seeds.add(graph.siteIndexOf(node));
  if (options.cover) for (const node of coverNodes(graph, kindsOf(options.kind), follow)) seeds.add(node);
  return { seeds, unknown };
}

/** Returns the nodes of the given types, below the given node, at most `perType` of each type. */
function matching({ site }: SiteGraph, { kind, types, below, perType }: SeedOptions): readonly SiteNode[] {
  if (types === undefined && below === undefined && perType === undefined) return [];
  const criteria: Criteria = { kind, type: types, below };
  // These criteria do not read types.
  const nodes = findNodes(site, criteria);
  return perType === undefined ? nodes : firstOfEach(nodes, perType);
}

function firstOfEach(nodes: readonly SiteNode[], count: number): SiteNode[] {
  const byType = new Map<string, { node: SiteNode; id: number }[]>();
  for (const node of nodes) {
    const { id, type = "" } = node.fields();
    entryIn(byType, `${node.kind} ${type}`, () => []).push({ node, id });
  }
  return [...byType.values()].flatMap((ofType) =>
    ofType
      .sort((one, other) => one.id - other.id)
      .slice(0, count)
      .map(({ node }) => node),
  );
}

/** Numbers traits by their names. */
type TraitNumbers = Map<string, number>;

/** The best of all nodes with the same traits. */
type Candidate = { node: number; traits: ReadonlySet<number>; bytes: number; isBare: boolean; id: number };

/** A chosen node, and the traits of all nodes that are kept because of it. */
type Choice = { candidate: Candidate; shows: ReadonlySet<number> };

/**
 * A greedy set cover: chooses the node with the most uncovered traits, again and again; of equal nodes, the smallest.
 * Nodes that are kept because of it cover traits too. Afterwards, redundant nodes are dropped.
 * @returns site indexes
 */
function coverNodes(graph: SiteGraph, kinds: readonly Kind[], follow: FollowOptions): number[] {
  const { candidates, traits } = readAll(graph, kinds);
  const open = new Set(candidates.flatMap((candidate) => [...candidate.traits]));
  const choices: Choice[] = [];
  for (const candidate of mostFirst(candidates, open)) {
    const shows = new Set<number>();
    for (const node of closureOf(graph, [candidate.node], follow).whole) {
      for (const trait of traits.get(node) ?? []) shows.add(trait);
    }
    choices.push({ candidate, shows });
    for (const trait of shows) open.delete(trait);
  }
  return withoutRedundant(choices).map(({ candidate }) => candidate.node);
}

function readAll(graph: SiteGraph, kinds: readonly Kind[]) {
  const numbers: TraitNumbers = new Map();
  const bySet = new Map<string, Candidate>();
  const traits = new Map<number, ReadonlySet<number>>();
  for (const view of siteNodes(graph.trees, kinds)) {
    const { tree, index } = view;
    const shown = traitsOfNode(view, graph.site, numbers);
    const node = graph.siteIndexOf(view);
    const candidate = {
      node,
      traits: shown,
      bytes: tree.columns.text[index],
      isBare: shown.size === 1,
      id: tree.idAt(index),
    };
    const name = [...shown].sort((one, other) => one - other).join(" ");
    const known = bySet.get(name);
    traits.set(node, known?.traits ?? shown);
    if (known === undefined || isBefore(candidate, known)) bySet.set(name, candidate);
  }
  return { candidates: [...bySet.values()], traits };
}

/** A node without properties may be a stub of an earlier slice, so a node with properties wins. */
function isBefore(one: Candidate, other: Candidate): boolean {
  if (one.isBare !== other.isBare) return other.isBare;
  return one.bytes === other.bytes ? one.id < other.id : one.bytes < other.bytes;
}

/**
 * Yields the candidate with the most open traits, again and again, until none has any; of equal ones, the first by `isBefore`.
 * What a candidate gains can only become less, so each waits among those of its last gain.
 * @param open the caller removes from it what a yielded candidate shows
 */
function* mostFirst(all: readonly Candidate[], open: ReadonlySet<number>): Generator<Candidate, void> {
  const candidates = all.toSorted(
    (one, other) => Number(isBefore(other, one)) - Number(isBefore(one, other)),
  );
  const gainOf = (at: number) => [...candidates[at].traits].filter((trait) => open.has(trait)).length;
  /** By gain, the indexes of candidates. */
  const waiting: number[][] = [];
  const wait = (at: number, gain: number) => {
    waiting[gain] ??= [];
    waiting[gain].push(at);
  };
  for (const at of candidates.keys()) wait(at, gainOf(at));
  for (let most = waiting.length - 1; most > 0; most--) {
    for (const at of waiting[most]?.sort((one, other) => one - other) ?? []) {
      const gain = gainOf(at);
      if (gain === most) yield candidates[at];
      else wait(at, gain);
    }
  }
}

/** Drops redundant choices, the largest first. */
function withoutRedundant(choices: readonly Choice[]): Choice[] {
  const counts = new Map<number, number>();
  const count = ({ shows }: Choice, by: number) => {
    for (const trait of shows) countIn(counts, trait, by);
  };
  for (const choice of choices) count(choice, 1);
  const kept = new Set(choices);
  for (const choice of choices.toSorted((one, other) => other.candidate.bytes - one.candidate.bytes)) {
    if ([...choice.shows].some((trait) => counts.get(trait) === 1)) continue;
    count(choice, -1);
    kept.delete(choice);
  }
  return [...kept];
}

/** @returns the numbers of a node's traits */
function traitsOfNode(node: SiteNode, site: SiteReader, numbers: TraitNumbers): ReadonlySet<number> {
  const { type = NO_TYPE } = node.brief();
  const traits = new Set<number>();
  const show = (name: string) => traits.add(entryIn(numbers, name, () => numbers.size));
  show(`type ${type}\t${node.kind}`);
  for (const { property, parts } of site.values(node)) {
    const { shape, elements } = parts;
    const editor = property.editorAlias ?? "";
    show(`editor ${editor}\t${node.kind} node ${type}`);
    show(`${shape} of ${editor}`);
    for (const element of elements) showElement(element, node.kind, show);
  }
  return traits;
}

function showElement(element: Element, kind: string, show: (name: string) => void): void {
  const type = elementType(element);
  show(`element ${type}\t${element.layout}`);
  for (const { editorAlias = "", shape } of element.properties) {
    show(`editor ${editorAlias}\t${kind} element ${type}`);
    show(`${shape} of ${editorAlias}`);
  }
}

/** Chooses the nodes that a slice is grown from: those that are named, some of a type, those below a node, or those that show all. */
import { type Kind, kindsOf } from "../../operations.ts";
import type { Criteria, NamedNode, NamedTarget } from "../find/criteria.ts";
import { findNodes } from "../find/find-nodes.ts";
import { namedPlaces } from "../find/link-tests.ts";
import { entryIn } from "../map-entries.ts";
import type { NodeView } from "../site-nodes.ts";
import { coverNodes } from "./cover-nodes.ts";
import type { SiteGraph } from "./site-graph.ts";
import type { FollowOptions } from "./slice-closure.ts";

/** A node that somebody names, and the words that did. */
export type SeedName = { named: NamedTarget; said: string };

/** What a slice is to be grown from. */
export type SeedWishes = {
  names: readonly SeedName[];
  /** The tree that the others are chosen from. Default: both. */
  kind?: Kind;
  types?: readonly string[];
  /** Nodes of each type: those with the lowest ids, which stay the same when a site grows. Default: all */
  perType?: number;
  below?: NamedNode;
  /** The nodes that together show all that an audit lists. */
  cover: boolean;
};

/** What was chosen, each with what named it; and names that no node has. */
type ChosenSeeds = { seeds: Map<number, string>; unknown: readonly SeedName[] };

export function chooseSeeds(graph: SiteGraph, wishes: SeedWishes, follow: FollowOptions): ChosenSeeds {
  const seeds = new Map<number, string>();
  const add = (node: number, said: string) => void (seeds.has(node) || seeds.set(node, said));
  const unknown: SeedName[] = [];
  for (const name of wishes.names) {
    const places = namedPlaces(graph.trees, name.named);
    if (places.length === 0) unknown.push(name);
    for (const place of places) add(graph.numberOf(place), name.said);
  }
  for (const node of matching(graph, wishes)) add(graph.numberOf(node), saidOf(wishes, node));
  const covering = wishes.cover ? coverNodes(graph, kindsOf(wishes.kind), follow) : [];
  for (const [node, shows] of covering) add(node, `--cover: ${shows}`);
  return { seeds, unknown };
}

/** The nodes of some types, below some node, or so many of each type. */
function matching({ trees }: SiteGraph, { kind, types, below, perType }: SeedWishes): NodeView[] {
  if (types === undefined && below === undefined && perType === undefined) return [];
  const criteria: Criteria = { kind, types, below };
  // None of these criteria looks at types' definitions.
  const nodes = [...findNodes({ trees, types: () => ({ content: [], media: [] }) }, criteria)];
  return perType === undefined ? nodes : firstOfEach(nodes, perType);
}

function firstOfEach(nodes: readonly NodeView[], count: number): NodeView[] {
  const byType = new Map<string, { node: NodeView; id: number }[]>();
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

function saidOf({ types, below, perType }: SeedWishes, node: NodeView): string {
  const parts = [
    ...(types === undefined && perType === undefined ? [] : [`--type ${node.brief().type ?? ""}`]),
    ...(perType === undefined ? [] : [`--per-type ${perType}`]),
    ...(below === undefined ? [] : [`--below ${below.by === "id" ? below.id : below.key}`]),
  ];
  return parts.join(" ");
}

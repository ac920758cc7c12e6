/** Chooses few nodes that together show every type, editor, element and shape of value that a site has. */
import type { Kind } from "../../operations.ts";
import { countIn } from "../map-entries.ts";
import { siteNodes } from "../site-nodes.ts";
import { TraitNumbers, traitsOf } from "./node-traits.ts";
import type { SiteGraph } from "./site-graph.ts";
import { closureOf, type FollowOptions } from "./slice-closure.ts";

/** The best of the nodes that show the same. */
type Candidate = { node: number; traits: ReadonlySet<number>; bytes: number; isBare: boolean; id: number };

/** A node that was chosen, and what it shows together with all that comes along. */
type Choice = { candidate: Candidate; shows: ReadonlySet<number>; words: string };

/** How many of the things that a node shows are told by name. */
const TOLD = 2;

/**
 * Takes the node that shows most of what none shows yet, again and again; of several the smallest, and what it needs counts as shown,
 * too. In the end those go whose all is shown by others.
 * @returns the nodes, each with what it shows
 */
export function coverNodes(
  graph: SiteGraph,
  kinds: readonly Kind[],
  follow: FollowOptions,
): Map<number, string> {
  const numbers = new TraitNumbers();
  const { candidates, traits } = readAll(graph, kinds, numbers);
  const open = new Set(candidates.flatMap((candidate) => [...candidate.traits]));
  const choices: Choice[] = [];
  while (open.size > 0) {
    const candidate = best(candidates, open);
    const shows = new Set<number>();
    for (const [node, { isStub }] of closureOf(graph, new Map([[candidate.node, ""]]), follow).kept) {
      if (!isStub) for (const trait of traits.get(node) ?? []) shows.add(trait);
    }
    const fresh = [...candidate.traits].filter((trait) => open.has(trait));
    choices.push({ candidate, shows, words: inShort(fresh.map((trait) => numbers.wordsOf(trait))) });
    for (const trait of shows) open.delete(trait);
  }
  return new Map(withoutNeedless(choices).map(({ candidate, words }) => [candidate.node, words]));
}

function readAll(graph: SiteGraph, kinds: readonly Kind[], numbers: TraitNumbers) {
  const bySet = new Map<string, Candidate>();
  const traits = new Map<number, ReadonlySet<number>>();
  for (const view of siteNodes(graph.trees, kinds)) {
    const { tree, place } = view;
    const shown = traitsOf(view, graph.elementTypes, numbers);
    const node = graph.numberOf(view);
    const candidate = {
      node,
      traits: shown,
      bytes: tree.columns.text[place],
      isBare: shown.size === 1,
      id: tree.idAt(place),
    };
    const name = [...shown].sort((one, other) => one - other).join(" ");
    const known = bySet.get(name);
    traits.set(node, known?.traits ?? shown);
    if (known === undefined || isBefore(candidate, known)) bySet.set(name, candidate);
  }
  return { candidates: [...bySet.values()], traits };
}

/** A node that has no properties may be the stub of one that has: then the others are the same as in the site. */
function isBefore(one: Candidate, other: Candidate): boolean {
  if (one.isBare !== other.isBare) return other.isBare;
  return one.bytes === other.bytes ? one.id < other.id : one.bytes < other.bytes;
}

function best(candidates: readonly Candidate[], open: ReadonlySet<number>): Candidate {
  let [found, most] = [candidates[0], 0];
  for (const candidate of candidates) {
    if (candidate.traits.size < most) continue;
    let gain = 0;
    for (const trait of candidate.traits) if (open.has(trait)) gain++;
    if (gain < most || (gain === most && !isBefore(candidate, found))) continue;
    [found, most] = [candidate, gain];
  }
  return found;
}

/** The largest go first. */
function withoutNeedless(choices: readonly Choice[]): Choice[] {
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

function inShort(words: readonly string[]): string {
  const told = words.slice(0, TOLD).join(", ");
  return words.length > TOLD ? `${told}, ${words.length - TOLD} more` : told;
}

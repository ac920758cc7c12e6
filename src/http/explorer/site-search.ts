/** Looks for nodes a little at a time, so that others are answered meanwhile, and no longer than somebody waits for it. */
import { type Criteria, type NamedNode, readNamedNode } from "../../analysis/find/criteria.ts";
import { namedPlaces, nodesElsewhere } from "../../analysis/find/criteria-tests.ts";
import { findElsewhere, nodeTest } from "../../analysis/find/find-nodes.ts";
import type { ReferenceIndex } from "../../analysis/reference-index.ts";
import { NodeView, siteNodes } from "../../analysis/site-nodes.ts";
import { kindsOf } from "../../operations.ts";
import type { Problem } from "../problem.ts";
import type { ExploredSite } from "./explored-site.ts";
import type { FoundNodes } from "./explorer-answers.ts";
import type { AskedFor } from "./explorer-query.ts";
import type { FIND_PARAMETERS } from "./explorer-views.ts";
import { inTurns } from "./in-turns.ts";

const DEFAULT_FOUND = 50;

type Looked = AskedFor<never, "q" | "from" | "count" | (typeof FIND_PARAMETERS)[number]>;

/** @param signal aborted where nobody waits for the answer any more */
export async function searchSite(
  site: ExploredSite,
  { from = 0, count = DEFAULT_FOUND, q, ...given }: Looked,
  signal: AbortSignal,
): Promise<FoundNodes | Problem> {
  const [besides] = Object.keys(given);
  if (q !== undefined && besides !== undefined) return notBeside(besides);
  const isAboutLinks = given.linksTo ?? given.linkedFrom ?? given.unused;
  const index = isAboutLinks ? await site.links() : undefined;
  for (const one of [given.below, given.linkedFrom]) {
    if (one === undefined || namedPlaces(site.trees, one).length > 0) continue;
    const isElsewhere = one === given.linkedFrom && index && nodesElsewhere(one, index).length > 0;
    if (!isElsewhere) return noneNamed(one);
  }
  const found = new Map<string, NodeView>();
  const named = q === undefined ? undefined : readNamedNode(q.trim());
  for (const { kind, place } of named ? namedPlaces(site.trees, named) : []) {
    const node = new NodeView(kind, site.trees[kind], place);
    found.set(nameOf(node), node);
  }
  for (const criteria of q === undefined ? [criteriaOf(given)] : meant(q.trim())) {
    if (found.size > from + count) break;
    await inTurns(lookSteps(site, criteria, { index, found, most: from + count + 1 }), signal);
  }
  const window = [...found.values()].slice(from, from + count);
  const nodes = site.placed(index ? site.withLanguages(window, given, index) : window);
  return { from, nodes, isMore: found.size > from + nodes.length };
}

function notBeside(parameter: string): Problem {
  return {
    name: "invalid-parameter",
    parameter,
    detail: `${parameter} does not go together with q, which looks in names, types, urls and values: leave out one of them.`,
  };
}

/** As the shell has it: nothing lies below a node that is not there. */
function noneNamed(named: NamedNode): Problem {
  const target = named.by === "id" ? named.id : named.key;
  const kind = named.kind === undefined ? "" : `${named.kind} `;
  return { name: "no-such-node", detail: `There is no ${kind}node with the ${named.by} ${target}.` };
}

/** What somebody may mean, the likeliest first. */
function meant(q: string): Criteria[] {
  const isPath = /^(?:\/|https?:)/i.test(q);
  return [...(isPath ? [{ url: q }] : [{ name: q }, { types: [q] }]), { text: q }];
}

function criteriaOf({
  type,
  element,
  editor,
  property,
  ...others
}: Omit<Looked, "q" | "from" | "count">): Criteria {
  return {
    ...others,
    types: type === undefined ? undefined : [type],
    elements: element === undefined ? undefined : [element],
    editors: editor === undefined ? undefined : [editor],
    properties: property === undefined ? undefined : [property],
  };
}

/** What is searched with; the search ends when it has found the most. */
type Looking = { index: ReferenceIndex | undefined; found: Map<string, NodeView>; most: number };

/** A node a step. */
function* lookSteps(
  { trees, types }: ExploredSite,
  criteria: Criteria,
  { index, found, most }: Looking,
): Generator<void, void, void> {
  const searched = { trees, types: () => types };
  const isFound = nodeTest({ ...searched, index: index && (() => index) }, criteria);
  for (const node of siteNodes(trees, kindsOf(criteria.kind))) {
    if (isFound(node)) found.set(nameOf(node), node);
    if (found.size >= most) return;
    yield;
  }
  const elsewhere = index ? findElsewhere({ ...searched, index: () => index }, criteria) : [];
  for (const node of elsewhere) found.set(nameOf(node), node);
}

function nameOf({ kind, tree, place }: NodeView): string {
  return `${kind} ${tree.keyAt(place)}`;
}

/** Finds the nodes of a site that meet all criteria of a search. */

import { kindsOf } from "../../operations.ts";
import { once } from "../../site/once.ts";
import { buildReferenceGraph, type ReferenceGraph } from "../../site/references/reference-graph.ts";
import { runSteps } from "../../site/run-in-slices.ts";
import type { SecretRedactor } from "../../site/secrets.ts";
import type { SiteNode, SiteProperty } from "../../site/site-nodes.ts";
import type { SiteReader } from "../../site/site-reader.ts";
import type { Criteria } from "./criteria.ts";
import { fieldTest, selectedNodes, valueTest } from "./criteria-tests.ts";
import { linkTests } from "./link-tests.ts";
import { type FoundSoFar, rankedSteps, readTextQuery, type SearchedHeads } from "./ranked-search.ts";
import { sortSteps } from "./sort-nodes.ts";

/** What a search takes beside the site and the criteria. */
type SearchOptions = {
  /** The references of the site. Default: they are read if a criterion needs them, without those of other languages. */
  graph?: ReferenceGraph | undefined;
  /** If set, text in secrets is not found. */
  redactor?: SecretRedactor | undefined;
  /** What `search` compares beside values, if it is kept between searches. Default: it is read for this one. */
  heads?: SearchedHeads | undefined;
  /** How many nodes end the search. Default: it reads all nodes. */
  enough?: number | undefined;
};

type NodeTest = (node: SiteNode) => boolean;

/**
 * @returns with `sort` in its order, with `search` the best matches first; otherwise the nodes of content, then those of
 * media, each in preorder, then nodes of other languages; none if the node of a criterion does not exist
 */
export function findNodes(
  site: SiteReader,
  criteria: Criteria,
  options: SearchOptions = {},
): readonly SiteNode[] {
  return runSteps(searchSteps(site, criteria, options)).nodes;
}

/** The same search with one node per step. */
export function* searchSteps(
  site: SiteReader,
  criteria: Criteria,
  options: SearchOptions = {},
): Generator<void, FoundSoFar, void> {
  const { sort } = criteria;
  if (sort === undefined) return yield* matchSteps(site, criteria, options);
  // The first in another order may be any.
  const { nodes } = yield* matchSteps(site, criteria, { ...options, enough: undefined });
  const { redactor } = options;
  const graph = () => options.graph ?? buildReferenceGraph(site);
  return { nodes: yield* sortSteps(nodes, sort, site, { graph, redactor }), isComplete: true };
}

function* matchSteps(
  site: SiteReader,
  criteria: Criteria,
  options: SearchOptions,
): Generator<void, FoundSoFar, void> {
  const { redactor, enough = Number.POSITIVE_INFINITY } = options;
  const { trees } = site;
  const { search, kind } = criteria;
  const kinds = kindsOf(kind);
  const links = linkTests(
    site,
    criteria,
    once(() => options.graph ?? buildReferenceGraph(site)),
  );
  const tests = [...positionTests(site, criteria), ...links.tests, ...textTests(site, criteria, options)];
  const isOnNode = (node: SiteNode) => tests.every((test) => test(node));
  const elsewhere: SiteNode[] = [];
  for (const node of links.elsewhere) {
    if (kinds.includes(node.kind) && isOnNode(node)) elsewhere.push(node);
    yield;
  }
  if (search !== undefined) {
    return yield* rankedSteps(readTextQuery(search), site, {
      ...{ kinds, elsewhere, enough, heads: options.heads },
      isWanted: (node) => node.tree !== trees[node.kind] || isOnNode(node),
      properties: (node) => (redactor ? redactedProperties(node, redactor) : node.properties()),
    });
  }
  const nodes: SiteNode[] = [];
  for (const node of site.nodes(kinds)) {
    if (nodes.length >= enough) return { nodes, isComplete: false };
    if (isOnNode(node)) nodes.push(node);
    yield;
  }
  return { nodes: [...nodes, ...elsewhere], isComplete: true };
}

/** Tests that need only the position of a node. */
function positionTests(site: SiteReader, { level, below }: Criteria): NodeTest[] {
  const tests: NodeTest[] = level === undefined ? [] : [(node) => node.level === level];
  if (below === undefined) return tests;
  const tops = new Map(selectedNodes(site, below).map(({ kind, index }) => [kind, index]));
  return [
    ...tests,
    ({ kind, tree, index }) => {
      const top = tops.get(kind);
      return top !== undefined && index > top && index < tree.columns.end[top];
    },
  ];
}

/** Tests of a node's fields and values. */
function textTests(site: SiteReader, criteria: Criteria, { redactor }: SearchOptions): NodeTest[] {
  const fieldsFit = fieldTest(criteria);
  const valuesFit = valueTest(criteria, site);
  const { text, property = [], in: owner, element } = criteria;
  const readsTexts = text !== undefined || property.some(({ value }) => value);
  const textsFit = redactor && readsTexts && valueTest({ text, property, in: owner, element }, site);
  return [
    ...(fieldsFit ? [(node: SiteNode) => fieldsFit(node.fields())] : []),
    ...(valuesFit ? [(node: SiteNode) => valuesFit(node, node.properties())] : []),
    // Redacting takes longer than matching, so only matches are redacted.
    ...(textsFit ? [(node: SiteNode) => textsFit(node, redactedProperties(node, redactor))] : []),
  ];
}

/**
 * Yields the properties of a node without the secrets in their values. Redacting takes long, and most searches end early.
 * @param isWanted which properties. Default: all
 */
export function* redactedProperties(
  node: SiteNode,
  redactor: SecretRedactor,
  isWanted: (property: SiteProperty) => boolean = () => true,
): Generator<SiteProperty, void> {
  const owner = { kind: node.kind, type: node.brief().type };
  for (const property of node.properties()) {
    if (isWanted(property)) yield { ...property, value: redactor.value(owner, property) };
  }
}

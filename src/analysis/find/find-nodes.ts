/** Finds the nodes of a site that meet all criteria of a search. */

import { kindsOf } from "../../operations.ts";
import { buildReferenceGraph, type ReferenceGraph } from "../../site/references/reference-graph.ts";
import { runSteps } from "../../site/run-steps.ts";
import type { SiteTypes } from "../../site/schema/site-types.ts";
import type { SecretRedactor } from "../../site/secrets.ts";
import type { SiteTrees } from "../../site/site-data.ts";
import { type NodeView, type SiteProperty, siteNodes } from "../../site/site-nodes.ts";
import { ElementTypes } from "../../site/values/element-types.ts";
import type { Criteria } from "./criteria.ts";
import { fieldTest, linkedElsewhere, linkTests, selectedNodes, valueTest } from "./criteria-tests.ts";
import { type FoundSoFar, rankedSteps, readTextQuery } from "./ranked-search.ts";

/** The site to search. Types and references are read only if a criterion needs them. */
type SearchedSite = {
  trees: SiteTrees;
  types: () => SiteTypes;
  /** Returns the reference graph, if the caller has one. Default: it is built from all values. */
  graph?: () => ReferenceGraph;
  /** If set, text in secrets is not found. */
  redactor?: SecretRedactor;
};

type NodeTest = (node: NodeView) => boolean;

/**
 * @param namePattern a regular expression that names must also match. Default: any name
 * @returns with `search` the best matches first; otherwise the nodes of content, then those of media, each in preorder,
 * then nodes of other languages; none if the node of a criterion does not exist
 */
export function findNodes(site: SearchedSite, criteria: Criteria, namePattern?: RegExp): readonly NodeView[] {
  const { nodes } = runSteps(searchSteps(site, criteria));
  return namePattern ? nodes.filter((node) => namePattern.test(node.fields().name)) : nodes;
}

/**
 * The same search with one node per step.
 * @param enough how many nodes end the search. Default: it reads all nodes
 */
export function* searchSteps(
  site: SearchedSite,
  criteria: Criteria,
  enough = Number.POSITIVE_INFINITY,
): Generator<void, FoundSoFar, void> {
  const { trees, types, redactor } = site;
  const { graph, fits, isOnNode } = testsOf(site, criteria);
  const { search, kind, level, linksTo, linkedFrom } = criteria;
  const kinds = kindsOf(kind);
  // Nodes that exist only in other languages are found through the references of these languages.
  const linked = linksTo || linkedFrom ? linkedElsewhere(trees, criteria, graph()) : [];
  const elsewhere: NodeView[] = [];
  for (const node of linked) {
    const isOnLevel = level === undefined || node.level === level;
    if (kinds.includes(node.kind) && isOnLevel && fits.every((test) => test(node))) elsewhere.push(node);
    yield;
  }
  if (search !== undefined) {
    return yield* rankedSteps(readTextQuery(search), {
      ...{ trees, types: types(), kinds, elsewhere, enough },
      isWanted: (node) => node.tree !== trees[node.kind] || isOnNode(node),
      properties: (node) => (redactor ? redactedProperties(node, redactor) : node.properties()),
    });
  }
  const nodes: NodeView[] = [];
  for (const node of siteNodes(trees, kinds)) {
    if (nodes.length >= enough) return { nodes, isComplete: false };
    if (isOnNode(node)) nodes.push(node);
    yield;
  }
  return { nodes: [...nodes, ...elsewhere], isComplete: true };
}

function testsOf(site: SearchedSite, criteria: Criteria) {
  const { trees, types } = site;
  let made: ReferenceGraph | undefined;
  const graph = () => {
    made ??= site.graph?.() ?? buildReferenceGraph(trees, types());
    return made;
  };
  const fits = textTests(site, criteria);
  const tests = [...positionTests(trees, criteria), ...linkTests(trees, criteria, graph), ...fits];
  return { graph, fits, isOnNode: (node: NodeView) => tests.every((test) => test(node)) };
}

/** Tests that need only the position of a node. */
function positionTests(trees: SiteTrees, { level, below }: Criteria): NodeTest[] {
  const tests: NodeTest[] = level === undefined ? [] : [(node) => node.level === level];
  if (below === undefined) return tests;
  const tops = new Map(selectedNodes(trees, below).map(({ kind, index }) => [kind, index]));
  return [
    ...tests,
    ({ kind, tree, index }) => {
      const top = tops.get(kind);
      return top !== undefined && index > top && index < tree.columns.end[top];
    },
  ];
}

/** Tests of a node's fields and values. */
function textTests({ types, redactor }: SearchedSite, criteria: Criteria): NodeTest[] {
  const fieldsFit = fieldTest(criteria);
  const elementTypes = () => new ElementTypes(types());
  const valuesFit = valueTest(criteria, elementTypes);
  const { text, property = [], in: owner, element } = criteria;
  const readsTexts = text !== undefined || property.some(({ value }) => value);
  const textsFit = redactor && readsTexts && valueTest({ text, property, in: owner, element }, elementTypes);
  return [
    ...(fieldsFit ? [(node: NodeView) => fieldsFit(node.fields())] : []),
    ...(valuesFit ? [(node: NodeView) => valuesFit(node.properties())] : []),
    // Redacting takes longer than matching, so only matches are redacted.
    ...(textsFit ? [(node: NodeView) => textsFit(redactedProperties(node, redactor))] : []),
  ];
}

/**
 * Yields the properties of a node without the secrets in their values. Redacting takes long, and most searches end early.
 * @param isWanted which properties. Default: all
 */
export function* redactedProperties(
  node: NodeView,
  redactor: SecretRedactor,
  isWanted: (property: SiteProperty) => boolean = () => true,
): Generator<SiteProperty, void> {
  const owner = { kind: node.kind, type: node.brief().type };
  for (const property of node.properties()) {
    if (isWanted(property)) yield { ...property, value: redactor.value(owner, property) };
  }
}

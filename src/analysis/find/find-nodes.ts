/** Finds the nodes of a site that meet all criteria of a search. */
import { kindsOf } from "../../operations.ts";
import type { SiteTypes } from "../../schema/site-types.ts";
import { ElementTypes } from "../../values/element-types.ts";
import { buildReferenceGraph, type ReferenceGraph } from "../reference-graph.ts";
import type { SecretRedactor } from "../secrets.ts";
import { type NodeView, type SiteProperty, type SiteTrees, siteNodes } from "../site-nodes.ts";
import type { Criteria } from "./criteria.ts";
import { fieldTest, linkedElsewhere, linkTests, selectedNodes, valueTest } from "./criteria-tests.ts";

/** The site that is searched. Types and references are read if a criterion needs them. */
type SearchedSite = {
  trees: SiteTrees;
  types: () => SiteTypes;
  /** The index, if there is one. Default: it is made from all values. */
  graph?: () => ReferenceGraph;
  /** If set, texts in secrets are not found. */
  redactor?: SecretRedactor;
};

type NodeTest = (node: NodeView) => boolean;

/**
 * @param namePattern a pattern for names, beside the criteria. Default: any name
 * @returns the nodes of content, then those of media, each in preorder, then nodes of other languages; none if a node that a
 * criterion names does not exist
 */
export function* findNodes(
  site: SearchedSite,
  criteria: Criteria,
  namePattern?: RegExp,
): Generator<NodeView, void> {
  for (const node of searchSteps(site, criteria)) {
    if (node && (!namePattern || namePattern.test(node.fields().name))) yield node;
  }
}

/** The same search, a node a step: `undefined` for a node that is not found. */
export function* searchSteps(site: SearchedSite, criteria: Criteria): Generator<NodeView | undefined, void> {
  const { trees } = site;
  const { graph, isOnNode, fits } = testsOf(site, criteria);
  const kinds = kindsOf(criteria.kind);
  for (const node of siteNodes(trees, kinds)) yield isOnNode(node) ? node : undefined;
  if (!criteria.linksTo && !criteria.linkedFrom) return;
  // Nodes that exist in other languages alone are found by the references of these languages.
  for (const node of linkedElsewhere(trees, criteria, graph())) {
    const isOnLevel = criteria.level === undefined || node.level === criteria.level;
    if (kinds.includes(node.kind) && isOnLevel && fits.every((test) => test(node))) yield node;
  }
}

/** Makes the test whether a node of the site meets all criteria except its kind. */
export function nodeTest(site: SearchedSite, criteria: Criteria): NodeTest {
  return testsOf(site, criteria).isOnNode;
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

/** Tests that read nothing of a node. */
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

/** Tests that read a node's fields, then its values. */
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
 * The properties of a node without the secrets in their values.
 * @param isWanted which properties. Default: all
 */
export function redactedProperties(
  node: NodeView,
  redactor: SecretRedactor,
  isWanted: (property: SiteProperty) => boolean = () => true,
): SiteProperty[] {
  const owner = { kind: node.kind, type: node.brief().type };
  return [...node.properties()].filter(isWanted).map((property) => ({
    ...property,
    value: redactor.value(owner, property),
  }));
}

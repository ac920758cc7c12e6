/** Finds the nodes of a site that meet what they are looked for by. */
import { kindsOf } from "../../operations.ts";
import type { SiteTypes } from "../../schema/site-types.ts";
import { ElementTypes } from "../../values/element-types.ts";
import { indexReferences, type ReferenceIndex } from "../reference-index.ts";
import type { SecretRedactor } from "../secrets.ts";
import { type NodeView, type SiteProperty, type SiteTrees, siteNodes } from "../site-nodes.ts";
import type { Criteria } from "./criteria.ts";
import { fieldTest, linkedElsewhere, linkTests, namedPlaces, valueTest } from "./criteria-tests.ts";

/** What is searched. The rest is asked for where a criterion needs it. */
type SearchedSite = {
  trees: SiteTrees;
  types: () => SiteTypes;
  /** The index, where there is one already. Default: it is made of all values. */
  index?: () => ReferenceIndex;
  /** If set, texts in secrets are not found. */
  redactor?: SecretRedactor;
};

type NodeTest = (node: NodeView) => boolean;

/**
 * @param namePattern what the names are to match, beside the criteria. Default: they may be any
 * @returns the nodes of content, then those of media, each in preorder; none where a node that is named is not there
 */
export function* findNodes(
  site: SearchedSite,
  criteria: Criteria,
  namePattern?: RegExp,
): Generator<NodeView, void> {
  const index = indexOnce(site);
  const isFound = nodeTest({ ...site, index }, criteria);
  const isNamed = (node: NodeView) => !namePattern || namePattern.test(node.fields().name);
  for (const node of siteNodes(site.trees, kindsOf(criteria.kind))) {
    if (isFound(node) && isNamed(node)) yield node;
  }
  yield* findElsewhere({ ...site, index }, criteria).filter(isNamed);
}

/** Of the nodes that are there in other languages alone, those that references of these languages lead to or from. */
export function findElsewhere(
  site: SearchedSite & { index: () => ReferenceIndex },
  criteria: Criteria,
): NodeView[] {
  if (!criteria.linksTo && !criteria.linkedFrom) return [];
  const kinds = kindsOf(criteria.kind);
  const fits = textTests(site, criteria);
  return linkedElsewhere(site.trees, criteria, site.index()).filter((node) => {
    const isOnLevel = criteria.level === undefined || node.level === criteria.level;
    return kinds.includes(node.kind) && isOnLevel && fits.every((test) => test(node));
  });
}

/** Makes the index when it is first asked for. */
function indexOnce(site: SearchedSite): () => ReferenceIndex {
  let made: ReferenceIndex | undefined;
  return () => {
    made ??= site.index?.() ?? indexReferences(site.trees, site.types());
    return made;
  };
}

/** Tells whether a node meets what is looked for, of its own kind or any, for those who walk over the nodes themselves. */
export function nodeTest(site: SearchedSite, criteria: Criteria): NodeTest {
  const index = indexOnce(site);
  const tests = [
    ...placeTests(site.trees, criteria),
    ...linkTests(site.trees, criteria, index),
    ...textTests(site, criteria),
  ];
  return (node) => tests.every((test) => test(node));
}

/** What is known of a node without reading it. */
function placeTests(trees: SiteTrees, { level, below }: Criteria): NodeTest[] {
  const tests: NodeTest[] = level === undefined ? [] : [(node) => node.level === level];
  if (below === undefined) return tests;
  const tops = new Map(namedPlaces(trees, below).map(({ kind, place }) => [kind, place]));
  return [
    ...tests,
    ({ kind, tree, place }) => {
      const top = tops.get(kind);
      return top !== undefined && place > top && place < tree.columns.end[top];
    },
  ];
}

/** What is to be read of a node: its fields, and where these fit its values. */
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

function redactedProperties(node: NodeView, redactor: SecretRedactor): SiteProperty[] {
  const owner = { kind: node.kind, type: node.brief().type };
  return Array.from(node.properties(), (property) => ({
    ...property,
    value: redactor.value(owner, property),
  }));
}

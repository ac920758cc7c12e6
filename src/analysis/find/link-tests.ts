/** Criteria about references: which nodes refer to a node, or are referred to, in any language. */

import { entryIn } from "../../site/map-entries.ts";
import type { LanguageView, LinkEnd, ReferenceGraph } from "../../site/references/reference-graph.ts";
import { foldedPage } from "../../site/references/resolve-reference.ts";
import type { Site } from "../../site/site.ts";
import type { SiteNode } from "../../site/site-nodes.ts";
import type { SiteReader } from "../../site/site-reader.ts";
import type { Reference } from "../../site/values/value-parts.ts";
import type { Criteria, NodeSelector, TargetSelector } from "./criteria.ts";
import { selectedNodes } from "./criteria-tests.ts";
import { unusedNodes } from "./unused-nodes.ts";

/**
 * @param graph called if a criterion needs references: building the graph reads all values
 * @returns the tests, and the nodes that exist only in other languages and may meet them: none without `linksTo` and
 *   `linkedFrom`, or with `below` or `unused`, which are about the trees that are read
 */
export function linkTests(
  site: SiteReader,
  { linksTo, withoutLinksTo, linkedFrom, unused, below }: Criteria,
  graph: () => ReferenceGraph,
): { tests: ((node: SiteNode) => boolean)[]; elsewhere: readonly SiteNode[] } {
  const linked = [
    ...(linksTo === undefined ? [] : [usersOf(site, linksTo, graph())]),
    ...(linkedFrom === undefined ? [] : [usedBy(site, linkedFrom, graph())]),
  ];
  const among = (linked: readonly LinkEnd[]) => {
    const numbers = new Set(linked.map(({ node }) => graph().numberOf(node)));
    return (node: SiteNode) => numbers.has(graph().numberOf(node));
  };
  const users = withoutLinksTo && among(usersOf(site, withoutLinksTo, graph()));
  const [first = []] = below || unused ? [] : linked;
  const elsewhere = first.flatMap(({ node }) => (node.tree === site.trees[node.kind] ? [] : [node]));
  return {
    tests: [
      ...linked.map(among),
      ...(users ? [(node: SiteNode) => !users(node)] : []),
      ...(unused === true ? [unusedNodes(site.trees, graph())] : []),
    ],
    elsewhere: [...new Map(elsewhere.map((node) => [graph().numberOf(node), node])).values()],
  };
}

/**
 * Returns the selector of a criterion if its node does not exist: the search would find nothing, or with
 * `withoutLinksTo` all nodes. The node of `withoutLinksTo` may be missing if references lead to it.
 * @param graph the references of all languages, if the data has several: the node may exist in any
 */
export function unknownNode(
  site: SiteReader,
  { below, linkedFrom, withoutLinksTo }: Criteria,
  graph: ReferenceGraph | undefined,
): TargetSelector | undefined {
  const isUnknown = (named: TargetSelector) =>
    selectedNodes(site, named).length === 0 && !(graph && nodesElsewhere(named, graph).length > 0);
  if (below && selectedNodes(site, below).length === 0) return below;
  if (linkedFrom && isUnknown(linkedFrom)) return linkedFrom;
  if (!withoutLinksTo || !isUnknown(withoutLinksTo)) return undefined;
  return graph && usersOf(site, withoutLinksTo, graph).length > 0 ? undefined : withoutLinksTo;
}

/**
 * Returns the nodes that refer to a node, once per language; if the node does not exist in the language that is read, also
 * those whose references to it are dead there.
 */
function usersOf(site: SiteReader, named: TargetSelector, graph: ReferenceGraph): LinkEnd[] {
  const nodes = selectedNodes(site, named);
  if (nodes.length > 0) return nodes.flatMap((node) => graph.referencesTo(node));
  const elsewhere = nodesElsewhere(named, graph).map(({ view }) => view);
  return [
    ...deadTo(named, elsewhere, graph).flatMap(({ from, languages }) =>
      languages.map((language) => ({ node: from, language })),
    ),
    ...elsewhere.flatMap((node) => graph.referencesTo(node)),
  ];
}

/** Returns the nodes that a node refers to, once per language. */
function usedBy(site: SiteReader, named: NodeSelector, graph: ReferenceGraph): LinkEnd[] {
  const nodes = selectedNodes(site, named);
  const all = nodes.length > 0 ? nodes : nodesElsewhere(named, graph).map(({ view }) => view);
  return all.flatMap((node) => graph.referencesFrom(node));
}

/**
 * Returns dead references to a selector.
 * @param elsewhere what the selector matches in other languages: a reference that is dead in the language that is read may
 *   lead there
 */
function deadTo(named: TargetSelector, elsewhere: readonly SiteNode[], graph: ReferenceGraph) {
  const keys = new Set(elsewhere.map(({ tree, index }) => tree.keyAt(index)));
  const ids = new Set(elsewhere.map(({ tree, index }) => tree.idAt(index)));
  return graph.dead.filter(({ reference }) => {
    const { target } = reference;
    if (target.by === "key" && keys.has(target.key)) return true;
    return (target.by === "id" && ids.has(target.id)) || isReferenceTo(reference, named);
  });
}

/** Returns the nodes that a selector matches and that exist only in other languages, once per language. */
export function nodesElsewhere(named: TargetSelector, graph: ReferenceGraph): LanguageView[] {
  return graph.onlyElsewhere.filter(({ view }) => matchesNode(view, named));
}

/**
 * Returns a function for the languages of the references by which a node was found: `da, en-US`; `undefined` if no
 * reference led to it. There is no such function if the site has one language.
 * @param graph absent if no criterion is about references
 */
export function linkLanguages(
  site: Site,
  { linksTo, linkedFrom }: Pick<Criteria, "linksTo" | "linkedFrom">,
  graph: ReferenceGraph | undefined,
): ((node: SiteNode) => string | undefined) | undefined {
  if (!graph || site.otherLanguages.length === 0) return undefined;
  const languages = new Map<number, Set<string>>();
  for (const { node, language } of [
    ...(linksTo ? usersOf(site, linksTo, graph) : []),
    ...(linkedFrom ? usedBy(site, linkedFrom, graph) : []),
  ])
    entryIn(languages, graph.numberOf(node), () => new Set()).add(language ?? site.culture ?? "");
  return (node) => {
    const codes = languages.get(graph.numberOf(node));
    return codes && [...codes].join(", ");
  };
}

/** Whether a selector matches a node, in the node's own language. */
function matchesNode(view: SiteNode, named: TargetSelector): boolean {
  const { kind, tree, index } = view;
  if (named.by !== "path") {
    if (named.kind !== undefined && named.kind !== kind) return false;
    return named.by === "id" ? tree.idAt(index) === named.id : tree.keyAt(index) === named.key;
  }
  const { url } = view.fields();
  return kind === "content" && url !== undefined && foldedPage(url) === foldedPage(named.path);
}

function isReferenceTo({ kind, target }: Reference, named: TargetSelector): boolean {
  if (named.by === "path") return target.by === "path" && foldedPage(target.path) === foldedPage(named.path);
  if (kind !== undefined && named.kind !== undefined && kind !== named.kind) return false;
  if (named.by === "id") return target.by === "id" && target.id === named.id;
  return target.by === "key" && target.key === named.key;
}

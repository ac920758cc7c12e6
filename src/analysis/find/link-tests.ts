/** The criteria that follow references: what uses a node, what a node uses, and what nothing uses. */
import { type Kind, kindsOf } from "../../operations.ts";
import type { Reference } from "../../values/value-parts.ts";
import { entryIn } from "../map-entries.ts";
import type { LanguageView, ReferenceIndex } from "../reference-index.ts";
import { foldedPage, ReferenceResolver, type SitePlace } from "../resolve-reference.ts";
import type { NodeView, SiteTrees } from "../site-nodes.ts";
import type { Criteria, NamedNode, NamedTarget } from "./criteria.ts";
import { unusedNodes } from "./unused-nodes.ts";

type Places = Record<Kind, Set<number>>;

/** @param index read where a criterion needs it: that takes a reading of all values */
export function linkTests(
  trees: SiteTrees,
  { linksTo, linkedFrom, unused }: Criteria,
  index: () => ReferenceIndex,
): ((node: NodeView) => boolean)[] {
  const among = (places: Places) => (node: NodeView) => places[node.kind].has(node.place);
  return [
    ...(linksTo === undefined ? [] : [among(setOf(usersOf(trees, linksTo, index())))]),
    ...(linkedFrom === undefined ? [] : [among(setOf(usedBy(trees, linkedFrom, index())))]),
    ...(unused === true ? [unusedNodes(trees, index())] : []),
  ];
}

/** The nodes that a name stands for: one in each tree at most. */
export function namedPlaces(trees: SiteTrees, named: NamedTarget): SitePlace[] {
  const resolver = new ReferenceResolver(trees);
  const places =
    named.by === "path"
      ? [resolver.find(named)]
      : kindsOf(named.kind).map((kind) => resolver.find(named, kind));
  return places.filter((place) => place !== undefined);
}

/** A node at the other end of a reference: in the trees that are read, or one that is there in other languages alone. */
type LinkEnd = { at: SitePlace | NodeView; language?: string };

/** What refers to a node, once for each language; if no node has the name, the references that lead nowhere. */
function usersOf(trees: SiteTrees, named: NamedTarget, index: ReferenceIndex): LinkEnd[] {
  const places = namedPlaces(trees, named);
  if (places.length > 0) {
    const elsewhere = places.flatMap((place) => index.elsewhereTo(place));
    return [...places.flatMap((place) => index.linksTo(place)).map(endAt), ...elsewhere.map(endIn)];
  }
  const uses = index.betweenLanguages.filter(
    ({ target, targetView }) => !target && isNode(targetView, named),
  );
  return [
    ...deadTo(named, index).map(({ from, view, language }) => ({ at: view ?? from, language })),
    ...uses.map(({ from, view, language }) => ({ at: from ?? view, language })),
  ];
}

/** What a node refers to, once for each language. */
function usedBy(trees: SiteTrees, named: NamedNode, index: ReferenceIndex): LinkEnd[] {
  const places = namedPlaces(trees, named);
  const uses = index.betweenLanguages.filter(({ from, view, target }) =>
    from ? !target && places.some((place) => isSamePlace(place, from)) : isNode(view, named),
  );
  return [
    ...places.flatMap((place) => index.linksFrom(place)).map(endAt),
    ...uses.map(({ target, targetView, language }) => ({ at: target ?? targetView, language })),
  ];
}

function endAt({ language, ...at }: SitePlace & { language?: string }): LinkEnd {
  return { at, language };
}

function endIn({ view, language }: LanguageView): LinkEnd {
  return { at: view, language };
}

/** The references that lead nowhere. In the language that is read, they may lead to a node that is there in another one. */
function deadTo(named: NamedTarget, index: ReferenceIndex) {
  const nodes = nodesElsewhere(named, index).map(({ view: { tree, place } }) => ({ tree, place }));
  const keys = new Set(nodes.map(({ tree, place }) => tree.keyAt(place)));
  const ids = new Set(nodes.map(({ tree, place }) => tree.idAt(place)));
  return index.dead.filter(({ reference }) => {
    const { target } = reference;
    if (target.by === "key" && keys.has(target.key)) return true;
    return (target.by === "id" && ids.has(target.id)) || isNamed(reference, named);
  });
}

/** The nodes of a name that are there in other languages alone, once for each of these. */
export function nodesElsewhere(named: NamedTarget, index: ReferenceIndex): LanguageView[] {
  return index.only.filter(({ view }) => isNode(view, named));
}

/**
 * The nodes that are there in other languages alone, and that references lead to, or from, as the criteria want it, each once.
 * Without such criteria there are none: these nodes have no place in the language that is read.
 */
export function linkedElsewhere(
  trees: SiteTrees,
  { linksTo, linkedFrom, below, unused }: Criteria,
  index: ReferenceIndex,
): NodeView[] {
  if (below || unused) return [];
  const [first, second] = [
    ...(linksTo ? [viewsOf(usersOf(trees, linksTo, index))] : []),
    ...(linkedFrom ? [viewsOf(usedBy(trees, linkedFrom, index))] : []),
  ];
  return [...(first ?? [])].flatMap(([key, view]) => (second === undefined || second.has(key) ? [view] : []));
}

function viewsOf(ends: readonly LinkEnd[]): Map<string, NodeView> {
  return new Map(ends.flatMap(({ at }) => ("tree" in at ? [[at.tree.keyAt(at.place), at]] : [])));
}

/**
 * The languages of the references by which a node was found.
 * @returns what gives them in their order, `undefined` standing for the one that is read
 */
export function linkLanguages(
  trees: SiteTrees,
  { linksTo, linkedFrom }: Pick<Criteria, "linksTo" | "linkedFrom">,
  index: ReferenceIndex,
): (node: NodeView) => readonly (string | undefined)[] {
  const languages = new Map<string, Set<string | undefined>>();
  for (const { at, language } of [
    ...(linksTo ? usersOf(trees, linksTo, index) : []),
    ...(linkedFrom ? usedBy(trees, linkedFrom, index) : []),
  ]) {
    const tree = "tree" in at ? at.tree : trees[at.kind];
    entryIn(languages, tree.keyAt(at.place), () => new Set()).add(language);
  }
  return ({ tree, place }) => [...(languages.get(tree.keyAt(place)) ?? [])];
}

function isSamePlace(one: SitePlace, other: SitePlace): boolean {
  return one.kind === other.kind && one.place === other.place;
}

/** Whether a node has the name, in its own language. */
function isNode(view: NodeView, named: NamedTarget): boolean {
  const { kind, tree, place } = view;
  if (named.by !== "path") {
    if (named.kind !== undefined && named.kind !== kind) return false;
    return named.by === "id" ? tree.idAt(place) === named.id : tree.keyAt(place) === named.key;
  }
  const { url } = view.fields();
  return kind === "content" && url !== undefined && foldedPage(url) === foldedPage(named.path);
}

function isNamed({ target }: Reference, named: NamedTarget): boolean {
  if (named.by === "path") return target.by === "path" && foldedPage(target.path) === foldedPage(named.path);
  if (named.by === "id") return target.by === "id" && target.id === named.id;
  return target.by === "key" && target.key === named.key;
}

function setOf(ends: readonly LinkEnd[]): Places {
  const sets: Places = { content: new Set(), media: new Set() };
  for (const { at } of ends) if (!("tree" in at)) sets[at.kind].add(at.place);
  return sets;
}

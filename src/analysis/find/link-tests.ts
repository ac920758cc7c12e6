/** The criteria that follow references: what uses a node, what a node uses, and what nothing uses. */
import { type Kind, kindsOf } from "../../operations.ts";
import type { Tree } from "../../tree/tree.ts";
import type { Reference } from "../../values/value-parts.ts";
import { entryIn } from "../map-entries.ts";
import type { ReferenceIndex } from "../reference-index.ts";
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

function usedBy(trees: SiteTrees, named: NamedNode, index: ReferenceIndex): SitePlace[] {
  return namedPlaces(trees, named).flatMap((place) => index.from(place));
}

/** What refers to a node; where none has the name, what refers to it in vain. */
function usersOf(trees: SiteTrees, named: NamedTarget, index: ReferenceIndex): SitePlace[] {
  const places = namedPlaces(trees, named);
  if (places.length > 0) return places.flatMap((place) => index.to(place));
  const dead = index.dead.filter(({ reference, view }) => view === undefined && isNamed(reference, named));
  return dead.map(({ from }) => from);
}

/** What refers to a node and is there in another language alone, each once. */
export function usersElsewhere(trees: SiteTrees, named: NamedTarget, index: ReferenceIndex): NodeView[] {
  const places = namedPlaces(trees, named);
  const views =
    places.length > 0
      ? places.flatMap((place) => index.elsewhereTo(place).map(({ view }) => view))
      : index.dead.flatMap(({ reference, view }) => (view && isNamed(reference, named) ? [view] : []));
  return [...new Map(views.map((view) => [view.tree.keyAt(view.place), view])).values()];
}

/**
 * The languages that the references stand in by which a node was found, other than the one that is read.
 * @returns what gives them in their order, `undefined` standing for the one that is read
 */
export function linkLanguages(
  trees: SiteTrees,
  { linksTo, linkedFrom }: Pick<Criteria, "linksTo" | "linkedFrom">,
  index: ReferenceIndex,
): (node: NodeView) => readonly (string | undefined)[] {
  const languages = new Map<string, Set<string | undefined>>();
  const add = (tree: Tree, place: number, language: string | undefined) =>
    entryIn(languages, tree.keyAt(place), () => new Set()).add(language);
  const ends = [
    ...(linksTo ? namedPlaces(trees, linksTo).flatMap((place) => index.linksTo(place)) : []),
    ...(linkedFrom ? namedPlaces(trees, linkedFrom).flatMap((place) => index.linksFrom(place)) : []),
  ];
  for (const { kind, place, language } of ends) add(trees[kind], place, language);
  for (const target of linksTo ? namedPlaces(trees, linksTo) : []) {
    for (const { view, language } of index.elsewhereTo(target)) add(view.tree, view.place, language);
  }
  return ({ tree, place }) => [...(languages.get(tree.keyAt(place)) ?? [])];
}

function isNamed({ target }: Reference, named: NamedTarget): boolean {
  if (named.by === "path") return target.by === "path" && foldedPage(target.path) === foldedPage(named.path);
  if (named.by === "id") return target.by === "id" && target.id === named.id;
  return target.by === "key" && target.key === named.key;
}

function setOf(places: readonly SitePlace[]): Places {
  const sets: Places = { content: new Set(), media: new Set() };
  for (const { kind, place } of places) sets[kind].add(place);
  return sets;
}

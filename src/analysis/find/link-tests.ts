/** The criteria that follow references: what uses a node, what a node uses, and what nothing uses. */
import { type Kind, kindsOf } from "../../operations.ts";
import type { Reference } from "../../values/value-parts.ts";
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
  return index.dead.filter(({ reference }) => isNamed(reference, named)).map(({ from }) => from);
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

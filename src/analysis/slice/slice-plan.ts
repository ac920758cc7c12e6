/** Plans a slice of a site: the nodes that are written whole, the stubs, and what becomes of references. */

import { NoSuchNodeError } from "../../errors.ts";
import { KINDS, type Kind } from "../../operations.ts";
import type { LanguageReferences } from "../../site/references/reference-graph.ts";
import type { NodeIndex } from "../../site/references/resolve-reference.ts";
import type { Site } from "../../site/site.ts";
import type { Reference } from "../../site/values/value-parts.ts";
import type { Criteria } from "../find/criteria.ts";
import { nothingFound, refuseUnknown, withoutUrls } from "../find/nothing-found.ts";
import { chooseSeeds, type NamedSeed, type SeedOptions } from "./choose-seeds.ts";
import { SiteGraph } from "./site-graph.ts";
import { closureOf, type FollowOptions } from "./slice-closure.ts";

/** A node of a slice. A stub has no properties. */
export type SlicedNode = NodeIndex & { isStub: boolean };

export type SlicePlan = {
  /** In preorder. */
  nodes: Readonly<Record<Kind, readonly SlicedNode[]>>;
  references: {
    /** The number of references to stubs. */
    toStubs: number;
    /** References that are dead in the site itself. */
    dead: readonly Reference[];
  };
};

/** A written slice; `bytes` counts everything except the manifest and the list of files. */
export type WrittenSlice = {
  bytes: number;
  /** `missing` counts files that nodes refer to but that do not exist. Absent if the site has no folder of files. */
  files?: { count: number; bytes: number; missing: number };
};

/** How many of the unknown nodes an error lists. */
const MOST_LISTED = 5;

/**
 * @param elsewhere references in other languages. Default: none
 * @throws NoSuchNodeError if a node that the options name does not exist, or nothing matches
 */
export function planSlice(
  site: Site,
  elsewhere: LanguageReferences | undefined,
  seeding: SeedOptions,
  follow: FollowOptions,
): SlicePlan {
  const { below, kind, types } = seeding;
  const criteria: Criteria = { below, kind, type: types };
  refuseUnknown(site, criteria);
  const graph = new SiteGraph(site, elsewhere);
  const { seeds, unknown } = chooseSeeds(graph, seeding, follow);
  if (unknown.length > 0) throw noSuchNodes(unknown, site);
  if (seeds.size === 0) throw nothingFound(site, criteria);
  const { whole, stubs, toStubs } = closureOf(graph, seeds, follow);
  const dead: Reference[] = [];
  for (const node of whole) for (const reference of graph.deadIn(node)) dead.push(reference);
  const nodes: Record<Kind, SlicedNode[]> = { content: [], media: [] };
  for (const [set, isStub] of [[whole, false] as const, [stubs, true] as const]) {
    for (const node of set) {
      const at = graph.nodeIndexOf(node);
      nodes[at.kind].push({ ...at, isStub });
    }
  }
  for (const kind of KINDS) nodes[kind].sort((one, other) => one.index - other.index);
  return { nodes, references: { toStubs, dead } };
}

function noSuchNodes(unknown: readonly NamedSeed[], site: Site): NoSuchNodeError {
  const listed = unknown.slice(0, MOST_LISTED).map(({ label }) => label);
  const more = unknown.length > listed.length ? `, and ${unknown.length - listed.length} more` : "";
  const reason = `no node matches ${listed.join(", ")}${more}`;
  const isPath = unknown.some(({ named }) => named.by === "path");
  return (isPath ? withoutUrls(site, reason) : undefined) ?? new NoSuchNodeError(reason);
}

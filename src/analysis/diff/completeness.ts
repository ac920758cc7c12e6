/** Compares how much each page consists of on two sites: half-converted blocks and emptied texts have fewer words or elements. */

import { countNode, NODE_COUNTS, type NodeCount, type NodeCounts } from "../../site/node-counts.ts";
import type { Site } from "../../site/site.ts";
import { SiteNode } from "../../site/site-nodes.ts";
import { parseAddress, sameAddress } from "../../site/urls/address.ts";
import type { AcceptedLosses } from "../accepted-losses.ts";
import type { TypeMap } from "./compare-meanings.ts";
import { type DiffOptions, isWithinSubtree, type SiteDiff } from "./site-diff.ts";

/** A page of one of the sites, or of both. */
export type PageCounts = {
  /** The page on the new site, or on the old one if it was removed. */
  node: SiteNode;
  /** Absent if the page was added. */
  before?: NodeCounts;
  /** Absent if the page was removed. */
  after?: NodeCounts;
  /** The counts that are lower than before; all that were not 0 if the page was removed. */
  fewer: readonly NodeCount[];
  /** Whether the path of its URL is another one. Default: it is not, or not known. */
  isMoved?: boolean;
};

export type Completeness = {
  /** In the order of the new site, then removed pages. */
  pages: readonly PageCounts[];
  totals: { before: NodeCounts & { pages: number }; after: NodeCounts & { pages: number } };
  /** Pages that have fewer words, pictures, links or elements, and removed pages. */
  fewer: readonly PageCounts[];
};

/**
 * Counts the pages of both sites, matched as in the diff.
 * @param below only this node and its descendants. Default: all pages
 * @param map pages of types that it drops are left out
 * @param accepted pages and properties whose loss is accepted are left out. Default: none
 */
export function completenessOf(
  { old, new: other, kinds }: SiteDiff,
  {
    below,
    asMigrated: map,
    accepted,
  }: Pick<DiffOptions, "below" | "asMigrated"> & { accepted?: AcceptedLosses },
): Completeness {
  const content = kinds.find(({ kind }) => kind === "content");
  const pages = content
    ? pagesOfTree(old, other, content.comparison.matches.wasAt, below, map, accepted)
    : [];
  const totals = { before: noCounts(), after: noCounts() };
  for (const page of pages) {
    for (const side of ["before", "after"] as const) {
      const counts = page[side];
      if (!counts) continue;
      totals[side].pages++;
      for (const name of NODE_COUNTS) totals[side][name] += counts[name];
    }
  }
  return { pages, totals, fewer: pages.filter(({ fewer, after }) => fewer.length > 0 || !after) };
}

function pagesOfTree(
  old: Site,
  other: Site,
  wasAt: Int32Array,
  below: DiffOptions["below"],
  map: TypeMap | undefined,
  accepted: AcceptedLosses | undefined,
): PageCounts[] {
  const { before, after } = { before: old.trees.content, after: other.trees.content };
  const isBelow = isWithinSubtree(before, after, below);
  const [countOld, countNew] = [counter(old, accepted), counter(other, accepted)];
  const isAccepted = (node: SiteNode) =>
    accepted?.hasNode({
      ...node.brief(),
      id: node.tree.idAt(node.index),
      key: node.tree.keyAt(node.index),
    }) === true;
  const kept = new Set(wasAt);
  const pages: PageCounts[] = [];
  for (let is = 0; is < after.size; is++) {
    const was = wasAt[is];
    if (!isBelow({ was, is })) continue;
    const node = new SiteNode("content", after, is);
    const counts = { after: countNew(node) };
    if (was < 0) pages.push({ node, ...counts, fewer: [] });
    else {
      const earlierNode = new SiteNode("content", before, was);
      if (isAccepted(earlierNode)) continue;
      const earlier = countOld(earlierNode);
      const isMoved = isOtherPath(earlierNode.brief().url, node.brief().url);
      pages.push({ node, before: earlier, ...counts, fewer: fewerOf(earlier, counts.after), isMoved });
    }
  }
  for (let was = 0; was < before.size; was++) {
    const node = new SiteNode("content", before, was);
    const isDropped = map?.typeOf(node.brief().type ?? "") === null;
    if (kept.has(was) || isDropped || !isBelow({ was, is: -1 }) || isAccepted(node)) continue;
    const earlier = countOld(node);
    pages.push({ node, before: earlier, fewer: fewerOf(earlier, noCounts()) });
  }
  return pages;
}

/** Whether two URLs are known and have different paths. */
function isOtherPath(one: string | undefined, other: string | undefined): boolean {
  const [before, after] = [one, other].map((url) => (url === undefined ? undefined : parseAddress(url)));
  if (before === undefined || after === undefined) return false;
  return sameAddress({ path: before.path, query: "" }) !== sameAddress({ path: after.path, query: "" });
}

function counter(site: Site, accepted: AcceptedLosses | undefined): (node: SiteNode) => NodeCounts {
  return (node) => {
    const { type = "" } = node.brief();
    const values = site
      .values(node)
      .filter(({ property }) => accepted?.hasProperty(type, property.alias) !== true)
      .map(({ parts }) => parts);
    return countNode(values, (reference) => {
      const found = site.resolve(reference);
      return found.state === "found" ? { kind: found.kind, url: site.at(found).brief().url } : undefined;
    });
  };
}

function fewerOf(before: NodeCounts, after: NodeCounts): NodeCount[] {
  return NODE_COUNTS.filter((name) => after[name] < before[name]);
}

function noCounts(): NodeCounts & { pages: number } {
  return { pages: 0, words: 0, images: 0, links: 0, elements: 0 };
}

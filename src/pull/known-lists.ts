/** What is known of lists: put together from several answers, and compared with what others tell. */
import type { Lists } from "./list-answer.ts";
import type { SiteNode } from "./site-node.ts";

/** A reason names no more children: there can be a million. */
const MOST_NAMED = 3;

/** Takes in lists; whom different answers list below one node, it lists together. */
export function learn(known: Lists, lists: Lists): void {
  for (const [id, children] of lists) {
    const before = known.get(id);
    known.set(id, before && before.length > 0 ? [...new Set([...children, ...before])] : children);
  }
}

/** @returns what a node's own list lacks of what others say that it lists, if anything */
export function missingIn(own: readonly number[] = [], others: readonly number[] = []): string | undefined {
  const listed = new Set(own);
  const missing = others.filter((id) => !listed.has(id));
  if (missing.length === 0) return undefined;
  const more = missing.length - MOST_NAMED;
  const named = missing.slice(0, MOST_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return `without the children ${named}, which are listed elsewhere`;
}

/**
 * Where a look goes on that an earlier run has begun: nodes of which those they list have no lists yet, since these tell of
 * several at once. Their own lists are taken in.
 */
export function whereToGoOn(nodes: Iterable<SiteNode>, look: number, known: Lists): SiteNode[] {
  const above = new Set<SiteNode>();
  for (const node of nodes) {
    const isOpen = node.seen === look && node.listed !== look && node.unlisted === undefined;
    if (isOpen) above.add(node.parent ?? node);
  }
  for (const { id, children, listed } of above) if (listed === look) known.set(id, children);
  return [...above];
}

/** Whether a node lists nobody, as it always did: most nodes, which need no line each. */
export function isStillLeaf({ children, unlisted }: SiteNode, list: readonly number[]): boolean {
  return list.length === 0 && children.length === 0 && unlisted === undefined;
}

/**
 * Whom lists name, whose they are, and others, but for the node that was asked for: of that an answer holds more than its
 * item.
 */
export function itemsIn(lists: Lists, asked?: number, others: readonly number[] = []): number[] {
  const ids = new Set(others);
  for (const [id, children] of lists) {
    ids.add(id);
    for (const child of children) ids.add(child);
  }
  if (asked !== undefined) ids.delete(asked);
  return [...ids];
}

/** Brings the nodes that were pulled into preorder. */
import type { SiteNode, SiteTree } from "./site-tree.ts";

/** Each node that the copy holds, then all below it; siblings by `sortOrder`, then as the site lists them. */
export function* inPreorder(tree: SiteTree): Generator<SiteNode> {
  const stack = sorted(tree.roots ?? []).reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.text === undefined || node.state === "vanished") continue;
    yield node;
    if (node.children.length === 0) continue;
    for (const child of sorted(childrenOf(tree, node)).reverse()) stack.push(child);
  }
}

/** A node that was listed by two others, as one that moves is, stays below the one that listed it first. */
function childrenOf(tree: SiteTree, node: SiteNode): SiteNode[] {
  return node.children
    .map((id) => tree.node(id))
    .filter((child): child is SiteNode => child !== undefined && child.parent === node);
}

function sorted(nodes: readonly SiteNode[]): SiteNode[] {
  return nodes.toSorted((a, b) => a.sortOrder - b.sortOrder);
}

/** Brings the nodes that were pulled into preorder. */
import type { SiteNode } from "./site-node.ts";
import type { SiteTree } from "./site-tree.ts";

/** Each node, then all below it; siblings by `sortOrder`, then as the site lists them. */
export function* inPreorder(tree: SiteTree): Generator<SiteNode> {
  const roots = (tree.roots ?? []).filter((root) => root.parent === undefined);
  const stack = sorted(roots).reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    if (node.children.length === 0) continue;
    for (const child of sorted(childrenOf(tree, node)).reverse()) stack.push(child);
  }
}

/** Those who belong below a node, but for the way to the one that is asked for, where that is not all. */
function childrenOf(tree: SiteTree, node: SiteNode): SiteNode[] {
  const next = tree.chain.indexOf(node.id) + 1;
  const ids = next > 0 && next < tree.chain.length ? [tree.chain[next]] : node.children;
  return ids
    .map((id) => tree.nodes.get(id))
    .filter((child): child is SiteNode => child !== undefined && child.parent === node);
}

function sorted(nodes: readonly SiteNode[]): SiteNode[] {
  return nodes.toSorted((a, b) => a.sortOrder - b.sortOrder);
}

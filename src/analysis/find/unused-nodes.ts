/** Finds nodes that nothing uses: no reference and no menu. */

import type { Kind } from "../../operations.ts";
import type { ReferenceGraph } from "../../site/references/reference-graph.ts";
import type { SiteTrees } from "../../site/site-data.ts";
import { SiteNode } from "../../site/site-nodes.ts";
import type { Tree } from "../../site/tree/tree.ts";

/** The property by which sites hide pages from menus. */
const HIDES = "umbraconavihide";
/** Values that mean yes. */
const YES: readonly string[] = ["1", "true", '"1"', '"true"', '"True"'];

/**
 * Returns a test whether nothing uses a node.
 * A node is used if a value of another node refers to it or to a descendant. Media is also used if an ancestor is
 * referred to, since picking a folder uses its files. Content is also used if menus reach it: it and all its ancestors
 * are published and not hidden (`umbracoNaviHide`).
 */
export function unusedNodes(trees: SiteTrees, graph: ReferenceGraph): (node: SiteNode) => boolean {
  const used: Partial<Record<Kind, Uint8Array>> = {};
  return ({ kind, index }) => {
    used[kind] ??= usedIn(kind, trees[kind], graph);
    return used[kind][index] === 0;
  };
}

/** By index, 1 if the node is used. */
function usedIn(kind: Kind, tree: Tree, graph: ReferenceGraph): Uint8Array {
  const used = new Uint8Array(tree.size);
  for (let index = 0; index < tree.size; index++)
    if (graph.countTo({ kind, tree, index }) > 0) used[index] = 1;
  const reached = kind === "content" ? reachedByMenus(tree) : passedDown(tree, used);
  for (let index = tree.size - 1; index >= 0; index--) {
    const parent = tree.columns.parent[index];
    if (used[index] && parent >= 0) used[parent] = 1;
  }
  for (let index = 0; index < tree.size; index++) if (reached[index]) used[index] = 1;
  return used;
}

/** By index, 1 if the node or an ancestor is referred to. */
function passedDown(tree: Tree, referredTo: Uint8Array): Uint8Array {
  const passed = referredTo.slice();
  for (let index = 0; index < tree.size; index++) {
    const parent = tree.columns.parent[index];
    if (parent >= 0 && passed[parent]) passed[index] = 1;
  }
  return passed;
}

function reachedByMenus(tree: Tree): Uint8Array {
  const reached = new Uint8Array(tree.size);
  for (let index = 0; index < tree.size; index++) {
    const parent = tree.columns.parent[index];
    if ((parent < 0 || reached[parent]) && isInMenus(new SiteNode("content", tree, index)))
      reached[index] = 1;
  }
  return reached;
}

function isInMenus(node: SiteNode): boolean {
  if (node.fields().all.published === false) return false;
  for (const { alias, value } of node.properties()) {
    if (alias.toLowerCase() === HIDES && YES.includes(value)) return false;
  }
  return true;
}

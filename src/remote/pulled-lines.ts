/** The lines of one kind's file in a copy, in preorder, and its failures. */

import type { NodeLine } from "../copy/nodes-file.ts";
import type { ListFailure, NodeFailure } from "../formats/copy/manifest.ts";
import { keyOfNodeText, type NodeText } from "../json/node-text.ts";
import { isKeyOfId } from "../site/tree/key.ts";
import type { KindPull } from "./pull-kind.ts";
import type { ListingNode } from "./tree-listing.ts";

/** Complete after all lines have been taken. */
type CopySummary = {
  /** Nodes that the copy lacks, or has from an earlier pull or as an item only. */
  failures: NodeFailure[];
  /** Incomplete lists. */
  unlisted: ListFailure[];
  /** The ids of nodes that disappeared from the listing during the pull. */
  vanished: number[];
  /** The nodes that the site lists. */
  expected: number;
  /** The nodes that were kept from the earlier copy. */
  kept: number;
  /** The nodes whose key is derived from their id. */
  derivedKeys: number;
};

export function newSummary(): CopySummary {
  return { failures: [], unlisted: [], vanished: [], expected: 0, kept: 0, derivedKeys: 0 };
}

/** @param summary changed */
export function* pulledLines(pull: KindPull, summary: CopySummary): Generator<NodeLine> {
  const { tree, scope } = pull;
  if (tree === undefined) return;
  const vanished = new Set<ListingNode>();
  /** Nodes that cannot be in the copy, and their descendants. */
  const leftOut = new Set<ListingNode>();
  /** The keys of parents. */
  const keys = new Map<ListingNode, string>();
  /** The first node of each key. */
  const owners = new Map<string, number>();
  const rootsGap = tree.gaps.get(undefined);
  if (rootsGap) summary.unlisted.push(rootsGap);

  /** The reason to leave a node out: a key that is there twice, or a missing parent, would be an error in the copy. */
  const reasonToLeaveOut = ({ id, parent }: ListingNode, text: NodeText | undefined): string | undefined => {
    if (parent && leftOut.has(parent)) return `its parent, node ${parent.id}, was left out`;
    if (text === undefined) return "it could not be fetched, and no list has it";
    const key = keyOfNodeText(text);
    const owner = owners.get(key) ?? id;
    if (owner !== id) return `node ${owner} has the same key ${key}, so this one was left out`;
    owners.set(key, id);
    if (isKeyOfId(key, id)) summary.derivedKeys++;
    return undefined;
  };

  for (const node of inPreorder(pull)) {
    const { id, parent } = node;
    const state = pull.state(id);
    if (state === undefined || (parent && vanished.has(parent))) {
      vanished.add(node);
      summary.vanished.push(id);
      continue;
    }
    summary.expected++;
    const gap = tree.gaps.get(id);
    if (gap) summary.unlisted.push(gap);
    const text = pull.text(id);
    const reason = reasonToLeaveOut(node, text);
    if (reason !== undefined) leftOut.add(node);
    const failure = state.failure ?? (reason && { id, url: scope.source, reason });
    if (failure) summary.failures.push(failure);
    if (reason !== undefined || text === undefined) continue;
    if (state.isKept) summary.kept++;
    const own = keyOfNodeText(text);
    if (node.children.length > 0) keys.set(node, own);
    const above = parent && keys.get(parent);
    yield { parent: parent && above !== undefined ? { id: parent.id, key: above } : undefined, text };
  }
}

/** The nodes from the roots down; siblings by `sortOrder`, then as the site lists them. */
export function* inPreorder(pull: KindPull): Generator<ListingNode> {
  const sortOrder = ({ id }: ListingNode) => pull.state(id)?.sortOrder ?? 0;
  const stack: ListingNode[] = [];
  const push = (nodes: readonly ListingNode[]) => {
    const sorted = nodes.toSorted((a, b) => sortOrder(a) - sortOrder(b));
    for (const node of sorted.reverse()) stack.push(node);
  };
  push(pull.tree?.roots ?? []);
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    if (node.children.length > 0) push(node.children);
  }
}

/** The lines of one kind's file in a copy, in preorder, and its failures. */

import type { NodeLine } from "../copy/nodes-file.ts";
import type { ListFailure, NodeFailure } from "../formats/copy/manifest.ts";
import { decodedText, keyIn, type NodeText } from "../json/node-text.ts";
import { isKeyOfId } from "../site/tree/key.ts";
import type { ListedNode } from "./listing.ts";
import type { KindPull } from "./pull-kind.ts";

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
  const { tree, earlier, scope } = pull;
  if (tree === undefined) return;
  const vanished = new Set<ListedNode>();
  /** Nodes that cannot be in the copy, and their descendants. */
  const leftOut = new Set<ListedNode>();
  const owners = earlier ? keyOwners(pull) : new Map<string, number>();
  const rootsGap = tree.gaps.get(undefined);
  if (rootsGap) summary.unlisted.push(rootsGap);

  /** The reason to leave a node out: a key that is there twice, or a missing parent, would be an error in the copy. */
  const reasonToLeaveOut = ({ id, parent }: ListedNode, text: NodeText | undefined): string | undefined => {
    if (parent && leftOut.has(parent)) return `its parent, node ${parent.id}, was left out`;
    if (text === undefined) return "it could not be fetched, and no list has it";
    const key = keyIn(text);
    const owner = owners.get(key) ?? id;
    if (owner !== id) return `node ${owner} has the same key ${key}, so this one was left out`;
    owners.set(key, id);
    if (isKeyOfId(key, id)) summary.derivedKeys++;
    return undefined;
  };

  /** The copy's record of a node whose key now belongs to another node, if no other node has its former key. */
  const underFormerKey = ({ id, parent }: ListedNode, text: NodeText) => {
    const key = keyIn(text);
    const owner = owners.get(key) ?? id;
    const formerKey = owner === id ? undefined : formerKeyOf(pull, id);
    const isItsOwn = formerKey !== undefined && owners.get(formerKey) === id;
    if (!isItsOwn || (parent && leftOut.has(parent))) return undefined;
    const record = earlier?.recordUnderKey(id, decodedText(text));
    if (record === undefined) return undefined;
    const reason = `node ${owner} has the same key ${key}, so this one keeps its earlier key`;
    return { text: record.text, failure: { id, url: scope.source, reason, recordedAt: record.recordedAt } };
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
    const former = text && underFormerKey(node, text);
    const reason = former ? undefined : reasonToLeaveOut(node, text);
    if (reason !== undefined) leftOut.add(node);
    const failure = state.failure ?? former?.failure ?? (reason && { id, url: scope.source, reason });
    if (failure) summary.failures.push(failure);
    const line = former?.text ?? text;
    if (reason !== undefined || line === undefined) continue;
    if (state.isKept) summary.kept++;
    yield { parentId: parent?.id, text: line };
  }
}

/** The nodes from the roots down; siblings by `sortOrder`, then as the site lists them. */
export function* inPreorder(pull: KindPull): Generator<ListedNode> {
  const sortOrder = ({ id }: ListedNode) => pull.state(id)?.sortOrder ?? 0;
  const stack: ListedNode[] = [];
  const push = (nodes: readonly ListedNode[]) => {
    const sorted = nodes.toSorted((a, b) => sortOrder(a) - sortOrder(b));
    for (const node of sorted.reverse()) stack.push(node);
  };
  push(pull.tree?.roots ?? []);
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    if (node.children.length > 0) push(node.children);
  }
}

/** The node of each key. If several nodes share a key, the one with this key in the copy wins, otherwise the first one. */
function keyOwners(pull: KindPull): Map<string, number> {
  const owners = new Map<string, number>();
  const losers: number[] = [];
  for (const { id } of inPreorder(pull)) {
    const text = pull.state(id) && pull.text(id);
    if (text === undefined) continue;
    const key = keyIn(text);
    const owner = owners.get(key);
    if (owner === undefined) owners.set(key, id);
    else if (formerKeyOf(pull, id) === key) {
      owners.set(key, id);
      losers.push(owner);
    } else losers.push(id);
  }
  for (const id of losers) {
    const key = formerKeyOf(pull, id);
    if (key !== undefined && !owners.has(key)) owners.set(key, id);
  }
  return owners;
}

function formerKeyOf({ earlier }: KindPull, id: number): string | undefined {
  const text = earlier?.text(id);
  return text && keyIn(text);
}

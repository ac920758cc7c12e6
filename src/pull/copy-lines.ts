/** The lines of one kind's file in a copy, in preorder; and what the copy lacks. */
import type { ListFailure, NodeFailure } from "../formats/manifest.ts";
import { decodedText, keyIn, type NodeText } from "../json/node-text.ts";
import { isKeyOfId } from "../tree/key.ts";
import type { ListedNode } from "./listing.ts";
import type { NodeLine } from "./nodes-file.ts";
import type { KindPull } from "./pull-kind.ts";

/** What is known once all lines have been taken. */
export type CopyLacks = {
  /** Nodes that the copy lacks, or of which it holds only the item. */
  failures: NodeFailure[];
  /** Lists that are not whole. */
  unlisted: ListFailure[];
  /** The ids of nodes that were listed at first, and then no more. */
  vanished: number[];
  /** How many nodes the site has, as far as they are known. */
  expected: number;
  /** How many nodes were kept from the copy that was there. */
  kept: number;
  /** How many nodes have a key that was made of their id. */
  madeKeys: number;
};

/** @param lacks changed */
export function* copyLines(pull: KindPull, lacks: CopyLacks): Generator<NodeLine> {
  const { tree, earlier, scope } = pull;
  if (tree === undefined) return;
  const vanished = new Set<ListedNode>();
  /** Nodes that cannot be in the copy, nor those below them. */
  const leftOut = new Set<ListedNode>();
  const holders = earlier ? keyHolders(pull) : new Map<string, number>();
  const rootsLack = tree.lacks.get(undefined);
  if (rootsLack) lacks.unlisted.push(rootsLack);

  /** The reason that keeps a node out: one key twice, or no parent, would keep the copy from loading. */
  const whyNot = ({ id, parent }: ListedNode, text: NodeText | undefined): string | undefined => {
    if (parent && leftOut.has(parent)) return `it lies below node ${parent.id}, which was left out`;
    if (text === undefined) return "it could not be had, and nobody lists it";
    const key = keyIn(text);
    const holder = holders.get(key) ?? id;
    if (holder !== id) return `its key ${key} is that of node ${holder}, so it was left out`;
    holders.set(key, id);
    if (isKeyOfId(key, id)) lacks.madeKeys++;
    return undefined;
  };

  /** The copy's record of a node whose key has become another node's, if its former key is still its own. */
  const underFormerKey = ({ id, parent }: ListedNode, text: NodeText) => {
    const key = keyIn(text);
    const holder = holders.get(key) ?? id;
    const formerKey = holder === id ? undefined : formerKeyOf(pull, id);
    const isItsOwn = formerKey !== undefined && holders.get(formerKey) === id;
    if (!isItsOwn || (parent && leftOut.has(parent))) return undefined;
    const record = earlier?.recordUnderKey(id, decodedText(text));
    if (record === undefined) return undefined;
    const reason = `its key ${key} is that of node ${holder}, so it keeps the one that it had`;
    return { text: record.text, failure: { id, url: scope.source, reason, recordedAt: record.recordedAt } };
  };

  for (const node of inPreorder(pull)) {
    const { id, parent } = node;
    const state = pull.state(id);
    if (state === undefined || (parent && vanished.has(parent))) {
      vanished.add(node);
      lacks.vanished.push(id);
      continue;
    }
    lacks.expected++;
    const lack = tree.lacks.get(id);
    if (lack) lacks.unlisted.push(lack);
    const text = pull.text(id);
    const former = text && underFormerKey(node, text);
    const reason = former ? undefined : whyNot(node, text);
    if (reason !== undefined) leftOut.add(node);
    const failure = state.failure ?? former?.failure ?? (reason && { id, url: scope.source, reason });
    if (failure) lacks.failures.push(failure);
    const line = former?.text ?? text;
    if (reason !== undefined || line === undefined) continue;
    if (state.isKept) lacks.kept++;
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

/** Whose each key is. If several nodes share a key, the one that the copy has by it wins, otherwise the first one. */
function keyHolders(pull: KindPull): Map<string, number> {
  const holders = new Map<string, number>();
  const losers: number[] = [];
  for (const { id } of inPreorder(pull)) {
    const text = pull.state(id) && pull.text(id);
    if (text === undefined) continue;
    const key = keyIn(text);
    const holder = holders.get(key);
    if (holder === undefined) holders.set(key, id);
    else if (formerKeyOf(pull, id) === key) {
      holders.set(key, id);
      losers.push(holder);
    } else losers.push(id);
  }
  for (const id of losers) {
    const key = formerKeyOf(pull, id);
    if (key !== undefined && !holders.has(key)) holders.set(key, id);
  }
  return holders;
}

function formerKeyOf({ earlier }: KindPull, id: number): string | undefined {
  const text = earlier?.text(id);
  return text && keyIn(text);
}

/** Gathers the nodes that were pulled into the lines of a copy, in preorder, and tells what the copy lacks. */
import type { ListFailure, NodeFailure } from "../formats/manifest.ts";
import { decodedText, keyIn, type NodeText } from "../json/node-text.ts";
import type { Kind } from "../operations.ts";
import { isKeyOfId } from "../tree/key.ts";
import type { EarlierCopy } from "./earlier-copy.ts";
import type { NodeLine } from "./nodes-file.ts";
import type { SiteNode } from "./site-node.ts";
import type { SiteTree } from "./site-tree.ts";

/** Where the nodes' texts are. */
type Texts = {
  /** Bytes that need not stay what they are. */
  of: (node: SiteNode) => NodeText | undefined;
  earlier: EarlierCopy | undefined;
};

export class Gathering {
  /** Nodes that the copy lacks, or of which it holds only the item. */
  readonly failures: NodeFailure[] = [];
  /** Lists that could not be had whole. */
  readonly unlisted: ListFailure[] = [];
  /** How many nodes the site has, as far as they are known. */
  expected = 0;
  /** How many nodes were taken from an earlier copy without asking. */
  kept = 0;
  /** How many nodes have a key that was made of their id. */
  madeKeys = 0;
  readonly #tree: SiteTree;
  readonly #texts: Texts;
  readonly #source: string;
  /** Nodes that cannot be in the copy, nor those below them. */
  readonly #leftOut = new Set<SiteNode>();
  readonly #vanished = new Set<SiteNode>();
  /** Whose each key is. */
  readonly #holders = new Map<string, number>();

  /** @param source where the nodes come from */
  constructor(tree: SiteTree, texts: Texts, source: string) {
    this.#tree = tree;
    this.#texts = texts;
    this.#source = source;
  }

  /** The ids of nodes that were listed at first, and then no more. */
  get vanished(): number[] {
    return Array.from(this.#vanished, ({ id }) => id);
  }

  /** The lines, those above before those below. What the copy lacks is known when all have been taken. */
  *lines(): Generator<NodeLine> {
    if (this.#texts.earlier) this.#findHolders();
    if (this.#tree.rootsUnlisted) this.unlisted.push(this.#tree.rootsUnlisted);
    for (const node of inPreorder(this.#tree)) {
      if (this.#isGone(node)) {
        this.#vanished.add(node);
        continue;
      }
      this.expected++;
      if (node.unlisted) this.unlisted.push(node.unlisted);
      const text = this.#textOf(node);
      if (text === undefined) continue;
      if (node.isKept) this.kept++;
      yield { parentId: node.parent?.id, text };
    }
  }

  #isGone({ state, parent }: SiteNode): boolean {
    return state === "vanished" || (parent !== undefined && this.#vanished.has(parent));
  }

  /**
   * Of nodes that have the same key, the one that the earlier copy has by it keeps it. Where there is no such copy, it is the
   * first, which shows when the lines are taken.
   */
  #findHolders(): void {
    const losers: number[] = [];
    for (const node of inPreorder(this.#tree)) {
      const loser = this.#hold(node);
      if (loser !== undefined) losers.push(loser);
    }
    for (const id of losers) {
      const key = this.#formerKey(id);
      if (key !== undefined && !this.#holders.has(key)) this.#holders.set(key, id);
    }
  }

  /** Gives a node its key. @returns who does not have it then, of two that have the same */
  #hold(node: SiteNode): number | undefined {
    const text = node.state === "vanished" ? undefined : this.#texts.of(node);
    if (text === undefined) return undefined;
    const key = keyIn(text);
    const holder = this.#holders.get(key);
    if (holder !== undefined && this.#formerKey(node.id) !== key) return node.id;
    this.#holders.set(key, node.id);
    return holder;
  }

  #formerKey(id: number): string | undefined {
    const text = this.#texts.earlier?.text(id);
    return text && keyIn(text);
  }

  /** The text of a node that belongs into the copy; of any other, and of one that failed, it keeps what is to be told. */
  #textOf(node: SiteNode): NodeText | undefined {
    const text = this.#texts.of(node);
    const former = text && this.#underFormerKey(node, text);
    const reason = former ? undefined : this.#whyNot(node, text);
    if (reason !== undefined) this.#leftOut.add(node);
    const { id } = node;
    const failure = node.failure ?? former?.failure;
    if (failure) this.failures.push(failure);
    else if (reason !== undefined) this.failures.push({ id, url: this.#source, reason });
    if (former) return former.text;
    return reason === undefined ? text : undefined;
  }

  /** The record that the earlier copy has of a node, where the node's key has become another's, and the one there is its own. */
  #underFormerKey(node: SiteNode, text: NodeText): { text: NodeText; failure: NodeFailure } | undefined {
    const { id } = node;
    const key = keyIn(text);
    const holder = this.#holders.get(key) ?? id;
    const formerKey = holder === id ? undefined : this.#formerKey(id);
    const isItsOwn = formerKey !== undefined && this.#holders.get(formerKey) === id;
    if (!isItsOwn || (node.parent && this.#leftOut.has(node.parent))) return undefined;
    const record = this.#texts.earlier?.recordUnderKey(id, decodedText(text));
    if (record === undefined) return undefined;
    const reason = `its key ${key} is that of node ${holder}, so it keeps the one that it had`;
    return { text: record.text, failure: { id, url: this.#source, reason, recordedAt: record.recordedAt } };
  }

  /** What keeps a node out of the copy, if anything: one key twice, or no parent, would keep the copy from loading. */
  #whyNot(node: SiteNode, text: NodeText | undefined): string | undefined {
    if (node.parent && this.#leftOut.has(node.parent))
      return `it lies below node ${node.parent.id}, which was left out`;
    if (text === undefined) return "it could not be had, and nobody lists it";
    const key = keyIn(text);
    const holder = this.#holders.get(key) ?? node.id;
    if (holder !== node.id) return `its key ${key} is that of node ${holder}, so it was left out`;
    this.#holders.set(key, node.id);
    if (isKeyOfId(key, node.id)) this.madeKeys++;
    return undefined;
  }
}

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

/** Says how many nodes have keys that were made of their ids. */
export function madeKeysNote(kind: Kind, count: number): string {
  return count === 1
    ? `1 ${kind} node has no key on the site: it got one made of its id, and is looked up there by its id`
    : `${count} ${kind} nodes have no key on the site: they got keys made of their ids, and are looked up there by id`;
}

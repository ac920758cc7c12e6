/** Gathers the nodes that were pulled into the lines of a copy, and tells what the copy lacks. */
import type { ListFailure, NodeFailure } from "../formats/manifest.ts";
import { keyIn, type NodeText } from "../json/node-text.ts";
import { isKeyOfId } from "../tree/key-of-id.ts";
import type { NodeLine } from "./nodes-file.ts";
import { inPreorder } from "./pulled-order.ts";
import type { SiteNode } from "./site-node.ts";
import type { SiteTree } from "./site-tree.ts";

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
  readonly #read: (node: SiteNode) => NodeText | undefined;
  readonly #source: string;
  /** Nodes that cannot be in the copy, nor those below them. */
  readonly #leftOut = new Set<SiteNode>();
  readonly #vanished = new Set<SiteNode>();
  readonly #holders = new Map<string, number>();

  /**
   * @param read gives a node's text, as bytes that need not stay what they are
   * @param source where the nodes come from
   */
  constructor(tree: SiteTree, read: (node: SiteNode) => NodeText | undefined, source: string) {
    this.#tree = tree;
    this.#read = read;
    this.#source = source;
  }

  /** The ids of nodes that were listed at first, and then no more. */
  get vanished(): number[] {
    return Array.from(this.#vanished, ({ id }) => id);
  }

  /** The lines, those above before those below. What the copy lacks is known when all have been taken. */
  *lines(): Generator<NodeLine> {
    if (this.#tree.rootsUnlisted) this.unlisted.push(this.#tree.rootsUnlisted);
    for (const node of inPreorder(this.#tree)) {
      if (node.state === "vanished" || (node.parent && this.#vanished.has(node.parent))) {
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

  /** The text of a node that belongs into the copy; of any other, and of one that failed, it keeps what is to be told. */
  #textOf(node: SiteNode): NodeText | undefined {
    const text = this.#read(node);
    const reason = this.#whyNot(node, text);
    if (reason !== undefined) this.#leftOut.add(node);
    if (node.failure && node.state === "failed") this.failures.push(node.failure);
    else if (reason !== undefined) this.failures.push({ id: node.id, url: this.#source, reason });
    return reason === undefined ? text : undefined;
  }

  /** What keeps a node out of the copy, if anything: one key twice, or no parent, would keep the copy from loading. */
  #whyNot(node: SiteNode, text: NodeText | undefined): string | undefined {
    if (node.parent && this.#leftOut.has(node.parent))
      return `it lies below node ${node.parent.id}, which was left out`;
    if (text === undefined) return "it could not be had, and nobody lists it";
    const key = keyIn(text);
    const holder = this.#holders.get(key);
    if (holder !== undefined) return `its key ${key} is that of node ${holder}, so it was left out`;
    this.#holders.set(key, node.id);
    if (isKeyOfId(key, node.id)) this.madeKeys++;
    return undefined;
  }
}

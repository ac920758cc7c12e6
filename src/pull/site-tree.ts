/** What is known of a site's tree while it is pulled: which nodes there are, who lists whom, and what has become of each. */
import type { NodeFailure } from "../formats/manifest.ts";
import type { Journal } from "./journal.ts";
import type { TextSpan } from "./journal-line.ts";
import type { Lists } from "./node-answer.ts";
import { type Chain, isTreeLine, type TreeLine } from "./tree-line.ts";

/** What has become of a node: nothing yet, its text is had, only its item is, or the site has it no more. */
export type NodeState = "open" | "got" | "failed" | "vanished";

export type SiteNode = {
  readonly id: number;
  /** `undefined` for a root. */
  readonly parent: SiteNode | undefined;
  readonly level: number;
  state: NodeState;
  sortOrder: number;
  children: readonly number[];
  /** Where in the journal its text lies; a node that failed may have none. */
  text?: TextSpan;
  failure?: NodeFailure;
};

/** Every change goes to the journal, which writes it before another request is sent. */
export class SiteTree {
  roots: readonly SiteNode[] | undefined;
  /** From the root to the node asked for, where not the whole site is. */
  chain: Chain = [];
  readonly #nodes = new Map<number, SiteNode>();
  /** Lists of children of nodes that are still open. */
  readonly #lists: Lists = new Map();
  readonly #journal: Journal;
  /** Nodes still open, in the order in which they were found, and how many of them have been handed out. */
  #queue: SiteNode[] = [];
  #next = 0;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  get size(): number {
    return this.#nodes.size;
  }

  get nodes(): Iterable<SiteNode> {
    return this.#nodes.values();
  }

  node(id: number): SiteNode | undefined {
    return this.#nodes.get(id);
  }

  /** The next node to ask for, or `undefined` where none is known that is not asked for already. */
  take(): SiteNode | undefined {
    const node = this.#queue[this.#next];
    if (node === undefined) return undefined;
    this.#next++;
    // What was handed out is let go from time to time.
    if (this.#next > 10_000 && this.#next * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#next);
      this.#next = 0;
    }
    return node;
  }

  /** Puts a node back, behind all others. */
  putBack(node: SiteNode): void {
    this.#queue.push(node);
  }

  /** Whether it is known whom the node lists, and whom they list: then it need not be asked who is below it. */
  isKnownBelow(node: SiteNode): boolean {
    const at = this.chain.indexOf(node.id);
    if (at >= 0 && at < this.chain.length - 1) return true;
    return this.#lists.get(node.id)?.every((child) => this.#lists.has(child)) ?? false;
  }

  setRoots(roots: number[], chain?: Chain): void {
    const line: TreeLine = { roots, chain };
    this.#journal.add(line);
    this.#apply(line);
  }

  /** Takes in a node's text, and whom an answer lists. Returns how many nodes were found by it. */
  setGot(node: SiteNode, text: string, sortOrder: number, lists: Lists): number {
    const line: TreeLine = {
      got: node.id,
      children: this.#childrenOf(node, lists),
      sortOrder: sortOrder || undefined,
      lists: this.#news(node, lists),
    };
    return this.#apply(line, this.#journal.gather(line, text));
  }

  /** Takes in that a node cannot be had, the text of its item where that is known, and who is listed below it. */
  setFailed(failure: NodeFailure, text: string | undefined, sortOrder: number, lists: Lists): number {
    const node = this.#known(failure.id);
    const line: TreeLine = {
      failed: failure.id,
      url: failure.url,
      reason: failure.reason,
      sortOrder: sortOrder || undefined,
      children: this.#childrenOf(node, lists),
      lists: this.#news(node, lists),
    };
    const span = this.#journal.add(line, text);
    return this.#apply(line, text === undefined ? undefined : span);
  }

  setVanished(node: SiteNode): void {
    const line: TreeLine = { vanished: node.id };
    this.#journal.add(line);
    this.#apply(line);
  }

  /** Takes in that the copy has been written: what failed is open again. */
  setCommitted(): void {
    const line: TreeLine = { committed: true };
    this.#journal.add(line);
  }

  /**
   * Takes in a line that was read back.
   * @returns false where it is no line of a tree, or does not fit those before it
   */
  replay(members: Record<string, unknown>, text: TextSpan | undefined): boolean {
    if (!isTreeLine(members) || !this.#fits(members, text)) return false;
    this.#apply(members, text);
    return true;
  }

  /** Lines up the nodes that are open, once all lines have been read back. */
  lineUp(): void {
    this.#queue = [...this.#nodes.values()].filter(({ state }) => state === "open");
    this.#next = 0;
  }

  #fits(line: TreeLine, text: TextSpan | undefined): boolean {
    if ("roots" in line || "committed" in line) return true;
    if ("got" in line) return text !== undefined && this.#nodes.has(line.got);
    return this.#nodes.has("failed" in line ? line.failed : line.vanished);
  }

  #apply(line: TreeLine, text?: TextSpan): number {
    if ("roots" in line) {
      this.chain = line.chain ?? [];
      this.roots = line.roots.map((id) => this.#find(id, undefined)).filter((node) => node !== undefined);
      return this.roots.length;
    }
    if ("committed" in line) {
      for (const node of this.#nodes.values()) if (node.state === "failed") node.state = "open";
      return 0;
    }
    if ("vanished" in line) {
      this.#known(line.vanished).state = "vanished";
      return 0;
    }
    const node = this.#known("got" in line ? line.got : line.failed);
    node.state = "got" in line ? "got" : "failed";
    node.failure = "failed" in line ? { id: node.id, url: line.url, reason: line.reason } : undefined;
    node.sortOrder = line.sortOrder ?? 0;
    if (text) node.text = text;
    node.children = line.children;
    this.#lists.delete(node.id);
    for (const [id, children] of line.lists ?? []) this.#lists.set(id, children);
    return line.children.map((id) => this.#find(id, node)).filter((child) => child !== undefined).length;
  }

  /** Takes in a node, unless it was found elsewhere already: a node that moves meanwhile stays where it was seen first. */
  #find(id: number, parent: SiteNode | undefined): SiteNode | undefined {
    if (this.#nodes.has(id)) return undefined;
    const level = (parent?.level ?? 0) + 1;
    const node: SiteNode = { id, parent, level, state: "open", sortOrder: 0, children: [] };
    this.#nodes.set(id, node);
    this.#queue.push(node);
    return node;
  }

  #known(id: number): SiteNode {
    const node = this.#nodes.get(id);
    if (node === undefined) throw new Error(`node ${id} was never found`);
    return node;
  }

  #childrenOf(node: SiteNode, lists: Lists): readonly number[] {
    const at = this.chain.indexOf(node.id);
    if (at >= 0 && at < this.chain.length - 1) return [this.chain[at + 1]];
    return lists.get(node.id) ?? this.#lists.get(node.id) ?? [];
  }

  /** The lists that are worth keeping: of nodes that are still to be asked for, where none is known yet. */
  #news(node: SiteNode, lists: Lists): [number, number[]][] | undefined {
    // So it is for leaves, which most nodes are.
    if (lists.size === 0) return undefined;
    const own = new Set(lists.get(node.id));
    const news = [...lists].filter(([id]) => {
      if (id === node.id) return false;
      const state = this.#nodes.get(id)?.state ?? "open";
      return state === "open" && (own.has(id) || !this.#lists.has(id));
    });
    return news.length > 0 ? news : undefined;
  }
}

/** What is known of a site's tree while it is pulled: which nodes there are, who lists whom, and what has become of each. */
import type { ListFailure, NodeFailure } from "../formats/manifest.ts";
import type { NodeText } from "../json/node-text.ts";
import type { Journal } from "./journal.ts";
import type { KeyMarks } from "./list-answer.ts";
import type { NodeAnswer } from "./node-answer.ts";
import { Queue } from "./rounds.ts";
import { closeNode, type KeptText, newNode, type SiteNode, takeListedKeys } from "./site-node.ts";
import type { TextSpan } from "./span-reader.ts";
import { type Chain, isTreeLine, ListLines, type NodeStateLine, nodeOf, type TreeLine } from "./tree-line.ts";

const isOpen = ({ state }: SiteNode) => state === "open";

/**
 * Every change goes to the journal, which writes it before another request is sent. Each look lists the tree from the roots
 * down, and a node belongs where it is listed first in the last look that lists it: so no node is ever below itself.
 */
export class SiteTree {
  roots: readonly SiteNode[] | undefined;
  /** What is wrong with the list of roots in this look, if anything. */
  rootsUnlisted: ListFailure | undefined;
  /** From the root to the node asked for, where not the whole site is. */
  chain: Chain = [];
  /** How many looks have begun. */
  look = 0;
  /** Whether the last look has ended. */
  isLooked = false;
  /** Those under whom the last look has found nodes that were not known before; a root is under nobody. */
  newcomersUnder = new Set<SiteNode | undefined>();
  readonly #nodes = new Map<number, SiteNode>();
  /** Those that were found, by id. */
  readonly nodes: ReadonlyMap<number, SiteNode> = this.#nodes;
  readonly #journal: Journal;
  readonly #listLines: ListLines;
  /** The nodes that are still to be asked for, in the order in which they were found. */
  open = new Queue(isOpen);

  constructor(journal: Journal) {
    this.#journal = journal;
    this.#listLines = new ListLines(journal);
  }

  /** Whether a look behind the first has found that nothing was missed. */
  get isSettled(): boolean {
    return this.isLooked && this.look > 1 && this.newcomersUnder.size === 0;
  }

  /** Begins a look at the lists. `chain`: the way from the only root to the node that is asked for, where not all is. */
  setRoots(roots: readonly number[], chain?: Chain): void {
    this.#note({ roots, chain });
  }

  /**
   * Takes in roots that an earlier pull has found, where this look's list of them cannot be had whole.
   * @returns those of them whom nobody else has listed
   */
  addRoots(roots: readonly number[]): readonly SiteNode[] {
    const ids = roots.filter((id) => this.#nodes.get(id)?.seen !== this.look);
    if (ids.length > 0) this.#note({ moreRoots: ids });
    return ids.map((id) => this.#known(id));
  }

  /**
   * Takes in whom a node lists. To be called from the roots down, and then `keepLists`.
   * @returns those of them who belong there: nobody in this look has listed them before
   */
  setList(node: SiteNode, children: readonly number[]): readonly SiteNode[] {
    this.#listLines.add(node.id, children);
    return this.#place(node, children);
  }

  /** Takes in that a node which never listed anybody does not do so now; unlike `setList`, only until this run ends. */
  setLeaf(node: SiteNode): void {
    node.listed = this.look;
  }

  /** Takes in with which keys nodes are listed, when they have their places. */
  setListedKeys(keys: KeyMarks): void {
    this.#listLines.addKeys(takeListedKeys(this.#nodes, keys));
  }

  /** Gives the lists that were taken in to the journal. */
  keepLists(): void {
    this.#listLines.end();
  }

  /** Takes in that a list cannot be had whole, or lacks what others say it lists. */
  setUnlisted({ id, url, reason }: ListFailure): void {
    this.#note({ unlisted: id ?? null, url, reason });
  }

  endLook(): void {
    this.#note({ looked: true });
  }

  /** Takes in a node's text; one that is kept needs none where an earlier copy has it to the letter. */
  setGot({ id }: SiteNode, { text, sortOrder, ...how }: NodeAnswer | KeptText): void {
    const line: TreeLine = { got: id, sortOrder: sortOrder || undefined, ...how };
    const span = this.#journal.gather(line, text);
    this.#apply(line, text && span);
  }

  /** Takes in that a node is to be asked for again, whatever was had of it. */
  reopen({ id }: SiteNode): void {
    this.#note({ again: id });
  }

  /** Takes in that a node cannot be had, and the text of its item or of an earlier record where that is known. */
  setFailed({ id, ...failure }: NodeFailure, text: NodeText<string> | undefined, sortOrder: number): void {
    this.#note({ failed: id, ...failure, sortOrder: sortOrder || undefined }, text);
  }

  setVanished({ id }: SiteNode): void {
    this.#note({ vanished: id });
  }

  /**
   * Takes in a line that was read back.
   * @returns false where it is no line of a tree, or does not fit those before it
   */
  replay(members: Record<string, unknown>, text: TextSpan | undefined): boolean {
    const knows = (id: unknown) => this.#nodes.has(id as number);
    if (!isTreeLine(members, { hasText: text !== undefined, knows })) return false;
    this.#apply(members, text);
    return true;
  }

  /** Lines up the nodes that are open, once all lines have been read back: also kept ones that are held no more. */
  lineUp(isHeld: (id: number) => boolean): void {
    for (const node of this.#nodes.values())
      if (node.isKept && node.text === undefined && !isHeld(node.id)) node.state = "open";
    this.open = new Queue(isOpen, this.#nodes.values());
  }

  #note(line: TreeLine, text?: NodeText<string>): void {
    const span = this.#journal.add(line, text);
    this.#apply(line, text && span);
  }

  #apply(line: TreeLine, text?: TextSpan): void {
    if ("roots" in line) this.#beginLook(line);
    else if ("lists" in line)
      line.lists.forEach(([id, children]) => void this.#place(this.#known(id), children));
    else if ("looked" in line) this.isLooked = true;
    else if ("moreRoots" in line)
      this.roots = [...new Set([this.roots ?? [], this.#listed(line.moreRoots)].flat())];
    else if ("unlisted" in line) this.#setUnlisted(line);
    else if ("keys" in line) takeListedKeys(this.#nodes, line.keys);
    else this.#setState(line, text);
  }

  #setState(line: NodeStateLine, text: TextSpan | undefined): void {
    const node = this.#known(nodeOf(line));
    if ("again" in line) this.#open(node);
    else closeNode(node, line, text);
  }

  #open(node: SiteNode): void {
    node.state = "open";
    this.open.push(node);
  }

  #setUnlisted({ unlisted: id, url, reason }: Extract<TreeLine, { unlisted: unknown }>): void {
    if (id === null) this.rootsUnlisted = { url, reason };
    else this.#known(id).unlisted = { id, url, reason };
  }

  #beginLook({ roots, chain = [] }: Extract<TreeLine, { roots: readonly number[] }>): void {
    this.look++;
    this.isLooked = false;
    this.rootsUnlisted = undefined;
    this.newcomersUnder = new Set();
    this.chain = chain;
    const before = chain.length > 0 ? [] : (this.roots ?? []);
    const now = this.#listed(roots);
    this.roots = [...now, ...before.filter((root) => root.seen !== this.look)];
  }

  #place(node: SiteNode, children: readonly number[]): readonly SiteNode[] {
    node.listed = this.look;
    node.unlisted = undefined;
    const before = node.children;
    const listed = this.#listed(children, node);
    const isAsBefore = listed.length === before.length && listed.every(({ id }, i) => id === before[i]);
    if (!isAsBefore) node.children = [...new Set([...listed.map(({ id }) => id), ...before])];
    return listed;
  }

  /** Takes in those whom a node, or the site as its roots, lists, but for those who are listed elsewhere already. */
  #listed(ids: readonly number[], parent?: SiteNode): SiteNode[] {
    const level = (parent?.level ?? 0) + 1;
    const listed: SiteNode[] = [];
    for (const id of new Set(ids)) {
      const node = this.#find(id, parent);
      if (node.seen === this.look && node.parent !== parent) continue;
      node.parent = parent;
      node.level = level;
      node.seen = this.look;
      listed.push(node);
    }
    return listed;
  }

  #find(id: number, parent: SiteNode | undefined): SiteNode {
    const known = this.#nodes.get(id);
    if (known && known.state !== "vanished") return known;
    const node = known ?? newNode(id);
    this.newcomersUnder.add(parent);
    this.#nodes.set(id, node);
    this.#open(node);
    return node;
  }

  #known(id: number): SiteNode {
    const node = this.#nodes.get(id);
    if (node === undefined) throw new Error(`node ${id} was never found`);
    return node;
  }
}

/** Lists one tree of a site: all in one answer if the site can give it, otherwise node by node. */
import { NoSuchNodeError } from "../errors.ts";
import type { ListFailure } from "../formats/manifest.ts";
import { MOST_LEVELS } from "../json/grammar.ts";
import { HIGHEST_LEVEL, type Kind } from "../operations.ts";
import { describeTarget, hintAtId, type Target } from "../source.ts";
import { type Client, IF_POSSIBLE, REQUIRED } from "./client.ts";
import {
  type KeyMarks,
  type ListedItems,
  type Lists,
  type NodeLists,
  readNodeLists,
  readRootLists,
  readSubtree,
  readWay,
  type ToldItems,
} from "./list-answer.ts";
import type { NodeAnswer } from "./node-answer.ts";
import type { Failure, FetchMode, Outcome } from "./pool.ts";

export type ListedNode = {
  readonly id: number;
  /** `undefined` for a root. */
  parent: ListedNode | undefined;
  /** In the tree as it is listed; the level that the site reports may be stale. */
  level: number;
  children: ListedNode[];
  /** Tells the key that the node is listed with from others (`markOfKey`). */
  keyMark: number | undefined;
};

/** Whom a site lists. Each node is where it was listed first, from the roots down, so no node is ever below itself. */
export type Listing = {
  nodes: Map<number, ListedNode>;
  roots: ListedNode[];
  /** Why the list of a node's children, or of the roots (`undefined`), is not whole. */
  lacks: Map<number | undefined, ListFailure>;
  /** The ids from the root to the one node that the pull is of; empty if it is of all. */
  chain: readonly number[];
  /** Whether one answer has listed all. */
  isDeep: boolean;
  /** Whether the site was asked for all of it just now: nothing is from the response log. */
  isFresh: boolean;
};

type ListOptions = {
  kind: Kind;
  target: Target;
  /** Whether to try to get all in one answer. */
  triesAll: boolean;
  /** The listing of the pass before. */
  previous: Listing | undefined;
  /** The children of a node, or the roots, in the copy: listed too if the site's own list is not whole. */
  earlierChildren: (id: number | undefined) => readonly number[];
  /** Answers of this pass that an earlier run has had. */
  stored: { read: (key: string) => Buffer | undefined; add: (key: string, body: Buffer) => void };
  /** Takes each answer's items, once the nodes that it lists are in the listing. */
  onItems: (items: ListedItems) => void;
  /** Takes what a list answer holds of the node itself. */
  onNode: (node: ListedNode, answer: NodeAnswer) => void;
};

/** The list answer about one node; `fault` if it is not whole. */
type ListAnswer = { fault: string | undefined };

type OneNode = Exclude<Target, { by: "root" }>;

/** Node by node, lists are fetched so many levels deep: a node's children, and which of them are leaves. */
const LEVELS_LISTED = 2;
/** The levels that roots are fetched with, until an answer comes: a broken node breaks each answer that holds it. */
const ROOT_LEVELS = [HIGHEST_LEVEL, 1, 0];
/** A reason names no more children. */
const MOST_NAMED = 3;

/**
 * @throws NoSuchNodeError if the one node that the pull is of is not there; RemoteError, RefusedError if the site is down
 */
export function listTree(client: Client, options: ListOptions): Promise<Listing> {
  return new Lister(client, options).run();
}

class Lister {
  readonly #client: Client;
  readonly #options: ListOptions;
  readonly #listing: Listing = {
    nodes: new Map(),
    roots: [],
    lacks: new Map(),
    chain: [],
    isDeep: false,
    isFresh: true,
  };
  /** The children of nodes in all answers so far. */
  readonly #lists: Lists = new Map();
  /** Nodes whose own list was fetched, or is known from other answers. */
  readonly #done = new Set<ListedNode>();
  readonly #queue: ListedNode[] = [];
  #next = 0;
  /** Answers whose items wait until the nodes are in the listing. */
  #answers: ListedItems[] = [];
  /** Nodes whose children were completed from the copy. */
  readonly #completed = new Set<number | undefined>();

  constructor(client: Client, options: ListOptions) {
    this.#client = client;
    this.#options = options;
  }

  async run(): Promise<Listing> {
    const { kind, target, triesAll } = this.#options;
    if (target.by === "root") await this.#listRoots(triesAll ? ROOT_LEVELS : ROOT_LEVELS.slice(1));
    else await this.#listOneNode(kind, target);
    do {
      await this.#client.fetchAll<ListedNode, ListAnswer>({
        take: () => this.#take(),
        fetch: (node, mode) => this.#fetchList(node, mode),
        settle: (node, outcome) => this.#settle(node, outcome),
      });
    } while (this.#completeFromCopy());
    return this.#listing;
  }

  async #listRoots([maxLevel, ...lower]: readonly number[]): Promise<void> {
    const isLast = lower.length === 0;
    const { kind } = this.#options;
    const url = this.#client.url(kind, { by: "root" }, maxLevel);
    const mode = isLast ? REQUIRED : IF_POSSIBLE;
    const outcome = await this.#client.fetch(url, (body) => readRootLists(body, maxLevel), mode);
    if ("failure" in outcome) {
      const isNoSite = outcome.status === 404 || outcome.isPage;
      if (isLast || isNoSite) throw this.#client.noRoot(outcome);
      // A site that refuses access is asked once more, and no oftener.
      return this.#listRoots(outcome.error ? lower.slice(-1) : lower);
    }
    const { roots, lists, lack } = outcome.answer;
    if (lack) this.#setLack(undefined, this.#client.answered(url, lack));
    this.#begin(roots, lists, { isDeep: maxLevel === HIGHEST_LEVEL, answers: [outcome.answer] });
  }

  async #listOneNode(kind: Kind, target: OneNode): Promise<void> {
    const client = this.#client;
    const way = await client.fetch(client.url(kind, target, 0), (body) => readWay(body, target), REQUIRED);
    if ("failure" in way) throw await this.#noNode(kind, target, way);
    const chain = way.answer.ids;
    const id = chain[chain.length - 1];
    const below = this.#options.triesAll
      ? await client.fetchNode(kind, id, HIGHEST_LEVEL, (body) => readSubtree(body, id), IF_POSSIBLE)
      : undefined;
    const isDeep = below !== undefined && "answer" in below;
    const answers = isDeep ? [way.answer, below.answer] : [way.answer];
    const lists: Lists = isDeep ? below.answer.lists : new Map();
    this.#listing.chain = chain;
    this.#begin([chain[0]], lists, { isDeep, answers });
  }

  /** A 404 means that there is no such node, or that nothing is served there: then no root operation answers. */
  async #noNode(kind: Kind, target: OneNode, failure: Failure): Promise<Error> {
    if (failure.status !== 404) return this.#client.noRoot(failure);
    const url = this.#client.url(kind, { by: "root" }, 0);
    const roots = await this.#client.fetch(url, (body) => readRootLists(body, 0), REQUIRED);
    if ("failure" in roots) return this.#client.noRoot(roots);
    return new NoSuchNodeError(`there is no ${describeTarget(kind, target)}${hintAtId(target)}`);
  }

  #begin(
    roots: readonly number[],
    lists: Lists,
    { isDeep, answers }: { isDeep: boolean; answers: readonly ToldItems[] },
  ): void {
    const { chain } = this.#listing;
    this.#listing.isDeep = isDeep;
    learn(this.#lists, lists);
    this.#setRoots(roots);
    const ids = idsIn(lists, chain.at(-1), [...roots, ...chain]);
    for (const answer of answers) this.#tell({ ...answer, ids });
  }

  #setRoots(ids: readonly number[]): void {
    this.#listing.roots = this.#attach(undefined, ids);
    for (const root of this.#listing.roots) this.#descend(root);
  }

  /** Puts nodes below another, but for those that are listed elsewhere already. */
  #attach(parent: ListedNode | undefined, ids: readonly number[]): ListedNode[] {
    const { nodes } = this.#listing;
    const level = (parent?.level ?? 0) + 1;
    const attached: ListedNode[] = [];
    for (const id of new Set(ids)) {
      let node = nodes.get(id);
      if (node === undefined) {
        const keyMark = this.#options.previous?.nodes.get(id)?.keyMark;
        node = { id, parent, level, children: [], keyMark };
        nodes.set(id, node);
      } else if (node.parent !== parent) continue;
      attached.push(node);
    }
    return attached;
  }

  /** Takes in the list of a node, and of those below it; a node whose list is to be fetched is lined up. */
  #descend(node: ListedNode): void {
    const ids = this.#listOf(node);
    const isDone = this.#isDone(node);
    if (!isDone) this.#queue.push(node);
    if (ids === undefined || ids.length === 0) return;
    if (node.level >= MOST_LEVELS) {
      const url = this.#client.url(this.#options.kind, { by: "id", id: node.id });
      const levels = MOST_LEVELS.toLocaleString("en-US");
      this.#setLack(node.id, `${url} lists children below level ${levels}, which are not copied`);
      return;
    }
    node.children = this.#attach(node, ids);
    if (isDone) for (const child of node.children) this.#descend(child);
  }

  /** Whether a node's list need not be fetched: it is known, and node by node so are those of all children. */
  #isDone(node: ListedNode): boolean {
    const ids = this.#listOf(node);
    if (this.#done.has(node)) return true;
    if (ids === undefined) return false;
    return this.#listing.isDeep || this.#isAboveTarget(node) || ids.every((id) => this.#lists.has(id));
  }

  /** The children that a node has, as far as they are known. */
  #listOf(node: ListedNode): readonly number[] | undefined {
    const { chain } = this.#listing;
    return this.#isAboveTarget(node) ? [chain[node.level]] : this.#lists.get(node.id);
  }

  /** Whether it is an ancestor of the one node that the pull is of. */
  #isAboveTarget({ id, level }: ListedNode): boolean {
    const { chain } = this.#listing;
    return level < chain.length && chain[level - 1] === id;
  }

  /** The next node whose list is to be fetched; other answers may have brought it meanwhile. */
  #take(): ListedNode | undefined {
    for (let node = this.#queue[this.#next]; node; node = this.#queue[this.#next]) {
      this.#next++;
      if (!this.#isDone(node)) return node;
      this.#done.add(node);
      this.#descend(node);
    }
    return undefined;
  }

  /** Fetches the list of a node with those of its children; if that fails or lacks something, its own alone. */
  async #fetchList(node: ListedNode, mode: FetchMode): Promise<Outcome<ListAnswer>> {
    const { id, level } = node;
    const hasFailedBefore = this.#options.previous?.lacks.has(id) === true;
    if (!this.#listing.isDeep && mode.signature === undefined && !hasFailedBefore) {
      const outcome = await this.#fetchListTo(node, level + LEVELS_LISTED, mode);
      if ("answer" in outcome && outcome.answer.fault === undefined) return outcome;
    }
    const outcome = await this.#fetchListTo(node, undefined, mode);
    // A list that failed in an earlier pass, or is known from other answers, is fetched once.
    const isOnce = hasFailedBefore || this.#lists.has(id);
    return "failure" in outcome && isOnce ? { ...outcome, signature: undefined } : outcome;
  }

  async #fetchListTo(
    node: ListedNode,
    maxLevel: number | undefined,
    mode: FetchMode,
  ): Promise<Outcome<ListAnswer>> {
    const { kind, stored } = this.#options;
    const { id, level, keyMark } = node;
    const read = (body: Buffer) => readNodeLists(body, { id, level, listedKeyMark: keyMark, maxLevel });
    const key = `${id} ${maxLevel ?? "own"}`;
    // One answer that lists all is fetched anew by each run, and the others must be as new.
    const before = this.#listing.isDeep ? undefined : stored.read(key);
    const readBefore = before && read(before);
    let outcome: Outcome<NodeLists>;
    if (readBefore && "lists" in readBefore) {
      this.#listing.isFresh = false;
      outcome = { answer: readBefore };
    } else {
      let body: Buffer | undefined;
      const keep = (bytes: Buffer) => {
        body = bytes;
        return read(bytes);
      };
      outcome = await this.#client.fetchNode(kind, id, maxLevel, keep, mode);
      if (body && "answer" in outcome && !this.#listing.isDeep) stored.add(key, body);
    }
    if ("failure" in outcome) return outcome;
    const { own, lists, lack } = outcome.answer;
    this.#answers.push({ ...outcome.answer, ids: idsIn(lists, id) });
    if (own) this.#options.onNode(node, own);
    const fault = lack ?? missingIn(lists.get(id), this.#lists.get(id));
    learn(this.#lists, lists);
    const url = this.#client.url(kind, { by: "id", id }, maxLevel);
    return { answer: { fault: fault && this.#client.answered(url, fault) } };
  }

  #settle(node: ListedNode, outcome: Outcome<ListAnswer>): void {
    this.#done.add(node);
    this.#descend(node);
    for (const items of this.#answers) this.#tell(items);
    this.#answers = [];
    const isKnown = this.#lists.has(node.id);
    const reason = "answer" in outcome ? outcome.answer.fault : isKnown ? undefined : outcome.failure;
    if (reason !== undefined) this.#setLack(node.id, reason);
  }

  #tell(items: ListedItems): void {
    const { nodes } = this.#listing;
    takeKeyMarks(this.#listing, items.keyMarks);
    this.#options.onItems({ ...items, ids: items.ids.filter((id) => nodes.has(id)) });
  }

  #setLack(id: number | undefined, reason: string): void {
    const { kind, target } = this.#options;
    const url = this.#client.url(kind, id === undefined ? target : { by: "id", id });
    this.#listing.lacks.set(id, id === undefined ? { url, reason } : { id, url, reason });
  }

  /**
   * Nobody is removed because a list is not whole: children that the copy has below such a node, and nobody lists
   * elsewhere, stay there.
   * @returns whether there are any
   */
  #completeFromCopy(): boolean {
    const { nodes, lacks } = this.#listing;
    let isCompleted = false;
    for (const [id] of [...lacks]) {
      if (this.#completed.has(id)) continue;
      const lost = this.#options.earlierChildren(id).filter((child) => !nodes.has(child));
      const node = id === undefined ? undefined : nodes.get(id);
      if (lost.length === 0 || node?.level === MOST_LEVELS) continue;
      this.#completed.add(id);
      isCompleted = true;
      if (node === undefined) this.#setRoots([...this.#listing.roots.map((root) => root.id), ...lost]);
      else {
        learn(this.#lists, new Map([[node.id, lost]]));
        this.#descend(node);
      }
    }
    return isCompleted;
  }
}

function takeKeyMarks({ nodes }: Listing, marks: KeyMarks): void {
  for (let i = 0; i < marks.length; i += 2) {
    const node = nodes.get(marks[i]);
    if (node) node.keyMark = marks[i + 1];
  }
}

/** Takes in lists. If several answers list children of one node, it lists all of them. */
function learn(known: Lists, lists: Lists): void {
  for (const [id, children] of lists) {
    const before = known.get(id);
    known.set(id, before && before.length > 0 ? [...new Set([...children, ...before])] : children);
  }
}

/** @returns the children that a node's own list lacks, and other answers have below it, in words */
function missingIn(own: readonly number[] = [], others: readonly number[] = []): string | undefined {
  const listed = new Set(own);
  const missing = others.filter((id) => !listed.has(id));
  if (missing.length === 0) return undefined;
  const more = missing.length - MOST_NAMED;
  const named = missing.slice(0, MOST_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return `without the children ${named}, which are listed elsewhere`;
}

/** The ids in lists, and others, but for the node that was fetched: of that node, an answer holds more than the item. */
function idsIn(lists: Lists, fetched: number | undefined, others: readonly number[] = []): number[] {
  const ids = new Set(others);
  for (const [id, children] of lists) {
    ids.add(id);
    for (const child of children) ids.add(child);
  }
  if (fetched !== undefined) ids.delete(fetched);
  return [...ids];
}

/** Adds to a listing the nodes of the pass before that are missing in it, below the nodes that they were below. */
export function addMissing(listing: Listing, previous: Listing): void {
  const { nodes, chain, lacks } = listing;
  const visit = ({ id, parent: formerParent, children, keyMark }: ListedNode): void => {
    const parent = formerParent && nodes.get(formerParent.id);
    // Above the one node that the pull is of, there is only the way to it.
    const isElsewhere = parent === undefined ? chain.length > 0 : chain.slice(0, -1).includes(parent.id);
    const level = (parent?.level ?? 0) + 1;
    if (!nodes.has(id)) {
      if (isElsewhere || level > MOST_LEVELS || (formerParent && !parent)) return;
      const node: ListedNode = { id, parent, level, children: [], keyMark };
      nodes.set(id, node);
      (parent?.children ?? listing.roots).push(node);
      const lack = previous.lacks.get(id);
      if (lack) lacks.set(id, lack);
    }
    for (const child of children) visit(child);
  };
  for (const root of previous.roots) visit(root);
}

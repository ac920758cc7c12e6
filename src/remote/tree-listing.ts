/** Lists one tree of a site: all in one answer if the site can give it, otherwise node by node. */
import { NoSuchNodeError } from "../errors.ts";
import type { ListFailure } from "../formats/copy/manifest.ts";
import { MOST_LEVELS } from "../json/grammar.ts";
import { HIGHEST_LEVEL, type Kind } from "../operations.ts";
import { describeTarget, hintAtId, type Target } from "../site/source.ts";
import { counted } from "../text/counted.ts";
import { type Client, IF_POSSIBLE, REQUIRED } from "./client.ts";
import {
  type AnswerItems,
  type ListedItems,
  type Lists,
  type NodeLists,
  readNodeLists,
  readPath,
  readRootLists,
  readSubtree,
} from "./list-answer.ts";
import type { NodeAnswer } from "./node-answer.ts";
import type { Failure, FetchMode, FetchOutcome } from "./pool.ts";

export type ListingNode = {
  readonly id: number;
  /** `undefined` for a root. */
  parent: ListingNode | undefined;
  /** In the listed tree; the level that the site stores may be stale. */
  level: number;
  children: ListingNode[];
};

/** The nodes that a site lists. A node that is listed twice is at its first position from the roots down, so there are no cycles. */
export type Listing = {
  nodes: Map<number, ListingNode>;
  roots: ListingNode[];
  /** The nodes that are listed again below another node, by their ids. */
  again: Map<number, ListingNode | undefined>;
  /** Why the list of a node's children, or of the roots (`undefined`), is incomplete. */
  gaps: Map<number | undefined, ListFailure>;
  /** The ids from the root to the requested node; empty if all nodes are pulled. */
  path: readonly number[];
  /** Whether one answer lists all nodes. */
  isDeep: boolean;
  /** Whether all answers are new: none is from the response log. */
  isFresh: boolean;
};

type ListingOptions = {
  kind: Kind;
  target: Target;
  /** Whether to try one answer for all nodes. */
  triesAll: boolean;
  /** The listing of the pass before. */
  previous: Listing | undefined;
  /** The children of a node, or the roots, in the earlier copy: they complete an incomplete list. */
  earlierChildren: (id: number | undefined) => readonly number[];
  /** The answers of this pass in an earlier run. */
  stored: { read: (key: string) => Buffer | undefined; add: (key: string, body: Buffer) => void };
  /** Takes each answer's items, after its nodes are in the listing. */
  onItems: (items: ListedItems) => void;
  /** Takes the node itself from its list answer. */
  onNode: (node: ListingNode, answer: NodeAnswer) => void;
};

/** The list answer about one node; `fault` if it is incomplete. */
type ListResponse = { fault: string | undefined };

type OneNode = Exclude<Target, { by: "root" }>;

/** Levels of a list that is fetched node by node: the children, and which of them are leaves. */
const LEVELS_LISTED = 2;
/** The `maxLevel`s of the roots, until an answer comes: a broken node breaks each answer that contains it. */
const ROOT_LEVELS = [HIGHEST_LEVEL, 1, 0];
/** A reason names no more children. */
const MOST_NAMED = 3;

/**
 * @throws NoSuchNodeError if the requested node does not exist; RemoteError, RefusedError if the site is down
 */
export function listTree(client: Client, options: ListingOptions): Promise<Listing> {
  return new Lister(client, options).run();
}

class Lister {
  readonly #client: Client;
  readonly #options: ListingOptions;
  readonly #listing: Listing = {
    nodes: new Map(),
    roots: [],
    again: new Map(),
    gaps: new Map(),
    path: [],
    isDeep: false,
    isFresh: true,
  };
  /** The children of nodes in all answers so far. */
  readonly #lists: Lists = new Map();
  /** Nodes whose own list was fetched, or is in other answers. */
  readonly #done = new Set<ListingNode>();
  readonly #frontier: ListingNode[] = [];
  #next = 0;
  /** Answers whose items wait until their nodes are in the listing. */
  #answers: ListedItems[] = [];
  /** Nodes whose children were completed from the copy. */
  readonly #completed = new Set<number | undefined>();

  constructor(client: Client, options: ListingOptions) {
    this.#client = client;
    this.#options = options;
  }

  async run(): Promise<Listing> {
    const { kind, target, triesAll } = this.#options;
    if (target.by === "root") await this.#listRoots(triesAll ? ROOT_LEVELS : ROOT_LEVELS.slice(1));
    else await this.#listOneNode(kind, target);
    do {
      await this.#client.fetchAll<ListingNode, ListResponse>({
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
      const isNoSite = outcome.status === 404 || outcome.isElsewhere;
      if (isLast || isNoSite) throw this.#client.noRoot(outcome);
      // If access is refused, one more request follows, which throws.
      return this.#listRoots(outcome.error ? lower.slice(-1) : lower);
    }
    const { roots, lists, gap } = outcome.answer;
    if (gap) this.#setGap(undefined, this.#client.answered(url, gap));
    this.#begin(roots, lists, { isDeep: maxLevel === HIGHEST_LEVEL, answers: [outcome.answer] });
  }

  async #listOneNode(kind: Kind, target: OneNode): Promise<void> {
    const client = this.#client;
    const read = await client.fetch(client.url(kind, target, 0), (body) => readPath(body, target), REQUIRED);
    if ("failure" in read) throw await this.#noNode(kind, target, read);
    const path = read.answer.ids;
    const id = path[path.length - 1];
    const below = this.#options.triesAll
      ? await client.fetchNode(kind, id, HIGHEST_LEVEL, (body) => readSubtree(body, id), IF_POSSIBLE)
      : undefined;
    const isDeep = below !== undefined && "answer" in below;
    const answers = isDeep ? [read.answer, below.answer] : [read.answer];
    const lists: Lists = isDeep ? below.answer.lists : new Map();
    this.#listing.path = path;
    this.#begin([path[0]], lists, { isDeep, answers });
  }

  /** A 404 means that there is no such node, or that the API is not at this path: then the root operation fails, too. */
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
    { isDeep, answers }: { isDeep: boolean; answers: readonly AnswerItems[] },
  ): void {
    const { path } = this.#listing;
    this.#listing.isDeep = isDeep;
    learn(this.#lists, lists);
    this.#setRoots(roots);
    const ids = idsIn(lists, path.at(-1), [...roots, ...path]);
    for (const answer of answers) this.#report({ ...answer, ids });
  }

  #setRoots(ids: readonly number[]): void {
    this.#listing.roots = this.#attach(undefined, ids);
    for (const root of this.#listing.roots) this.#descend(root);
  }

  /** Adds nodes below another, unless they are listed elsewhere already. */
  #attach(parent: ListingNode | undefined, ids: readonly number[]): ListingNode[] {
    const { nodes, again } = this.#listing;
    const level = (parent?.level ?? 0) + 1;
    const attached: ListingNode[] = [];
    for (const id of new Set(ids)) {
      let node = nodes.get(id);
      if (node === undefined) {
        node = { id, parent, level, children: [] };
        nodes.set(id, node);
      } else if (node.parent !== parent) {
        again.set(id, parent);
        continue;
      }
      attached.push(node);
    }
    return attached;
  }

  /** Adds the known descendants of a node; nodes whose list must be fetched join the frontier. */
  #descend(node: ListingNode): void {
    const ids = this.#listOf(node);
    const isDone = this.#isDone(node);
    if (!isDone) this.#frontier.push(node);
    if (ids === undefined || ids.length === 0) return;
    if (node.level >= MOST_LEVELS) {
      const url = this.#client.url(this.#options.kind, { by: "id", id: node.id });
      const levels = MOST_LEVELS.toLocaleString("en-US");
      this.#setGap(node.id, `${url} lists children below level ${levels}, which are not copied`);
      return;
    }
    node.children = this.#attach(node, ids);
    if (isDone) for (const child of node.children) this.#descend(child);
  }

  /** Whether a node's list need not be fetched: it is known, and node by node so are the lists of all children. */
  #isDone(node: ListingNode): boolean {
    const ids = this.#listOf(node);
    if (this.#done.has(node)) return true;
    if (ids === undefined) return false;
    return this.#listing.isDeep || this.#isAboveTarget(node) || ids.every((id) => this.#lists.has(id));
  }

  /** The known children of a node. */
  #listOf(node: ListingNode): readonly number[] | undefined {
    const { path } = this.#listing;
    return this.#isAboveTarget(node) ? [path[node.level]] : this.#lists.get(node.id);
  }

  /** Whether it is an ancestor of the requested node. */
  #isAboveTarget({ id, level }: ListingNode): boolean {
    const { path } = this.#listing;
    return level < path.length && path[level - 1] === id;
  }

  /** The next node of the frontier; other answers may contain its list by now. */
  #take(): ListingNode | undefined {
    for (let node = this.#frontier[this.#next]; node; node = this.#frontier[this.#next]) {
      this.#next++;
      if (!this.#isDone(node)) return node;
      this.#done.add(node);
      this.#descend(node);
    }
    return undefined;
  }

  /** Fetches the list of a node with those of its children; if that fails or is incomplete, its own list only. */
  async #fetchList(node: ListingNode, mode: FetchMode): Promise<FetchOutcome<ListResponse>> {
    const { id, level } = node;
    const hasFailedBefore = this.#options.previous?.gaps.has(id) === true;
    if (!this.#listing.isDeep && mode.signature === undefined && !hasFailedBefore) {
      const outcome = await this.#fetchListTo(node, level + LEVELS_LISTED, mode);
      if ("answer" in outcome && outcome.answer.fault === undefined) return outcome;
    }
    const outcome = await this.#fetchListTo(node, undefined, mode);
    // A list that failed in an earlier pass, or is in other answers, is fetched once.
    const isOnce = hasFailedBefore || this.#lists.has(id);
    return "failure" in outcome && isOnce ? { ...outcome, signature: undefined } : outcome;
  }

  async #fetchListTo(
    node: ListingNode,
    maxLevel: number | undefined,
    mode: FetchMode,
  ): Promise<FetchOutcome<ListResponse>> {
    const { kind, stored } = this.#options;
    const { id, level } = node;
    const read = (body: Buffer) => readNodeLists(body, { id, level, maxLevel });
    const key = `${id} ${maxLevel ?? "own"}`;
    // Each run fetches one answer for all nodes again, and lists beside it must be as new.
    const before = this.#listing.isDeep ? undefined : stored.read(key);
    const readBefore = before && read(before);
    let outcome: FetchOutcome<NodeLists>;
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
    const { own, lists, gap } = outcome.answer;
    this.#answers.push({ ...outcome.answer, ids: idsIn(lists, id) });
    if (own) this.#options.onNode(node, own);
    const fault = gap ?? missingIn(lists.get(id), this.#lists.get(id));
    learn(this.#lists, lists);
    const url = this.#client.url(kind, { by: "id", id }, maxLevel);
    return { answer: { fault: fault && this.#client.answered(url, fault) } };
  }

  #settle(node: ListingNode, outcome: FetchOutcome<ListResponse>): void {
    this.#done.add(node);
    this.#descend(node);
    for (const items of this.#answers) this.#report(items);
    this.#answers = [];
    const isKnown = this.#lists.has(node.id);
    const reason = "answer" in outcome ? outcome.answer.fault : isKnown ? undefined : outcome.failure;
    if (reason !== undefined) this.#setGap(node.id, reason);
  }

  #report(items: ListedItems): void {
    const { nodes } = this.#listing;
    this.#options.onItems({ ...items, ids: items.ids.filter((id) => nodes.has(id)) });
  }

  #setGap(id: number | undefined, reason: string): void {
    const { kind, target } = this.#options;
    const url = this.#client.url(kind, id === undefined ? target : { by: "id", id });
    this.#listing.gaps.set(id, id === undefined ? { url, reason } : { id, url, reason });
  }

  /**
   * An incomplete list removes no node: children that the copy has below such a node stay there, unless they are listed
   * elsewhere.
   * @returns whether there are any
   */
  #completeFromCopy(): boolean {
    const { nodes, gaps } = this.#listing;
    let isCompleted = false;
    for (const [id] of [...gaps]) {
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

/** What to say of nodes that are listed again below another node; `undefined` if there are none. */
export function listedAgainWarning({ nodes, again }: Listing, kind: Kind): string | undefined {
  if (again.size === 0) return undefined;
  const placeOf = (parent: ListingNode | undefined) => (parent ? `below ${parent.id}` : "a root");
  const places = Array.from(
    again,
    ([id, other]) => `${id} (${placeOf(nodes.get(id)?.parent)}, and ${placeOf(other)})`,
  );
  const more = places.length > MOST_NAMED ? `, and ${places.length - MOST_NAMED} more` : "";
  const are = counted(again.size, `${kind} node is`, `${kind} nodes are`);
  return `${are} listed at several places of the tree, and copied at the first: ${places.slice(0, MOST_NAMED).join(", ")}${more}`;
}

/** Adds lists. If several answers list children of one node, all of them count. */
function learn(known: Lists, lists: Lists): void {
  for (const [id, children] of lists) {
    const before = known.get(id);
    known.set(id, before && before.length > 0 ? [...new Set([...children, ...before])] : children);
  }
}

/** @returns the children that are missing in a node's own list, and that other answers have, in words */
function missingIn(own: readonly number[] = [], others: readonly number[] = []): string | undefined {
  const listed = new Set(own);
  const missing = others.filter((id) => !listed.has(id));
  if (missing.length === 0) return undefined;
  const more = missing.length - MOST_NAMED;
  const named = missing.slice(0, MOST_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return `without the children ${named}, which other answers list`;
}

/** The ids in lists, and others, without the fetched node: its answer has more than its item. */
function idsIn(lists: Lists, fetched: number | undefined, others: readonly number[] = []): number[] {
  const ids = new Set(others);
  for (const [id, children] of lists) {
    ids.add(id);
    for (const child of children) ids.add(child);
  }
  if (fetched !== undefined) ids.delete(fetched);
  return [...ids];
}

/** Adds the nodes of the previous pass that are missing in a listing, below their former parents. */
export function addMissing(listing: Listing, previous: Listing): void {
  const { nodes, path, gaps } = listing;
  const visit = ({ id, parent: formerParent, children }: ListingNode): void => {
    const parent = formerParent && nodes.get(formerParent.id);
    // Above the requested node there are only its ancestors.
    const isElsewhere = parent === undefined ? path.length > 0 : path.slice(0, -1).includes(parent.id);
    const level = (parent?.level ?? 0) + 1;
    if (!nodes.has(id)) {
      if (isElsewhere || level > MOST_LEVELS || (formerParent && !parent)) return;
      const node: ListingNode = { id, parent, level, children: [] };
      nodes.set(id, node);
      (parent?.children ?? listing.roots).push(node);
      const gap = previous.gaps.get(id);
      if (gap) gaps.set(id, gap);
    }
    for (const child of children) visit(child);
  };
  for (const root of previous.roots) visit(root);
}

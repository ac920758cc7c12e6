/** Looks at the lists of one tree of a site: the roots and all below them in one answer where the site can give it, else by node. */

import { NoSuchNodeError } from "../errors.ts";
import { MOST_LEVELS } from "../json/grammar.ts";
import { HIGHEST_LEVEL, type Kind } from "../operations.ts";
import { describeTarget, hintAtId, type Target } from "../source.ts";
import { type Asked, IF_POSSIBLE, type Manner, PATIENTLY, type Refusal } from "./asking.ts";
import {
  type ListedItems,
  type Lists,
  readNodeLists,
  readRootLists,
  readSubtree,
  readWay,
  type ToldItems,
} from "./list-answer.ts";
import type { NodeAnswer } from "./node-answer.ts";
import { type Pace, Queue, runRounds } from "./rounds.ts";
import type { Site } from "./site.ts";
import type { SiteNode } from "./site-node.ts";
import type { SiteTree } from "./site-tree.ts";
import type { Scope } from "./tree-line.ts";

type LookOptions = Pace &
  Pick<Scope, "kind" | "target"> & {
    /** Called when an answer about a node that lists its children holds what is in it, too. */
    onNode: (node: SiteNode, answer: NodeAnswer) => void;
    /** Called for each answer, when those whom it lists have their places. */
    onItems: (items: ListedItems) => void;
    /** Whom an earlier pull has found below a node, or as roots: looked at too where that list cannot be had whole. */
    childrenBefore: (id: number | undefined) => readonly number[];
  };

/** What is wrong with the list that was heard of a node, if anything. */
type Heard = { fault: string | undefined };

/** By node, lists are asked for so many levels below it: whom it lists, and who of them lists nobody. */
const LEVELS_LISTED = 2;

export class Look {
  readonly #site: Site;
  readonly #tree: SiteTree;
  readonly #options: LookOptions;
  #lists: Lists = new Map();
  /** Whether one answer has listed all. */
  #isDeep = false;
  readonly #asked = new Set<SiteNode>();
  /** Nodes whose lists were made up for with those of an earlier pull. */
  readonly #madeUpFor = new Set<SiteNode>();
  /** Answers that are not told yet. */
  #answers: ListedItems[] = [];
  /** Nodes to be asked, in the order in which they were found. */
  readonly #queue = new Queue<SiteNode>();

  constructor(site: Site, tree: SiteTree, options: LookOptions) {
    this.#site = site;
    this.#tree = tree;
    this.#options = options;
  }

  /**
   * Begins a look, or goes on with one that an earlier run has begun.
   * @param triesAll whether it is to be tried to get all in one answer
   * @returns whether all came in one answer
   * @throws NoSuchNodeError where the one node that is asked for is not there; RemoteError, RefusedError where the site
   * does not go on answering
   */
  async run(triesAll: boolean): Promise<boolean> {
    const { nodes, look, isLooked } = this.#tree;
    if (look > 0 && !isLooked) this.#visit(whereToGoOn(nodes.values(), look, this.#lists));
    else await this.#begin(triesAll);
    do await this.#askLists();
    while (this.#makeUpRoots() || this.#makeUp());
    this.#tree.endLook();
    return this.#isDeep;
  }

  #askLists(): Promise<void> {
    return runRounds<SiteNode, Heard>({
      ...this.#options,
      take: () => this.#take(),
      ask: (node, manner) => this.#ask(node, manner),
      settle: (node, asked) => this.#settle(node, asked),
      pause: () => this.#site.patience.pause(),
    });
  }

  /**
   * Nobody is gone because a list cannot be had: those whom an earlier pull has found below such a node, and nobody lists
   * elsewhere, still stand there.
   * @returns whether there are any
   */
  #makeUp(): boolean {
    const { look, nodes } = this.#tree;
    const before = this.#madeUpFor.size;
    for (const node of [...nodes.values()]) {
      const { unlisted } = node;
      if (unlisted === undefined || node.seen !== look || this.#madeUpFor.has(node)) continue;
      const lost = this.#options.childrenBefore(node.id).filter((id) => nodes.get(id)?.seen !== look);
      if (lost.length === 0) continue;
      this.#madeUpFor.add(node);
      learn(this.#lists, new Map([[node.id, lost]]));
      this.#visit([node]);
      this.#tree.setUnlisted(unlisted);
    }
    return this.#madeUpFor.size > before;
  }

  /** The same for roots. */
  #makeUpRoots(): boolean {
    if (this.#tree.rootsUnlisted === undefined) return false;
    const lost = this.#tree.addRoots(this.#options.childrenBefore(undefined));
    this.#visit(lost);
    return lost.length > 0;
  }

  async #begin(triesAll: boolean): Promise<void> {
    const { kind, target } = this.#options;
    const start = await startLook(this.#site, kind, target, triesAll);
    const { roots, lack, chain, lists, isDeep, answers } = start;
    this.#isDeep = isDeep;
    this.#tree.setRoots(roots, chain);
    if (lack) this.#tree.setUnlisted({ url: this.#site.url(kind, target), reason: lack });
    this.#lists = lists;
    this.#visit((this.#tree.roots ?? []).filter((root) => root.seen === this.#tree.look));
    const ids = itemsIn(lists, chain?.at(-1), [...roots, ...(chain ?? [])]);
    for (const answer of answers) this.#options.onItems({ ...answer, ids });
  }

  /** Whom a node lists, as far as that is known. */
  #listOf(node: SiteNode): readonly number[] | undefined {
    const next = this.#nextOnChain(node);
    return next === undefined ? this.#lists.get(node.id) : [next];
  }

  /** Whether a node need not be asked: its own list is known, and where lists come by node, those of all whom it lists. */
  #isKnownBelow(node: SiteNode): boolean {
    if (this.#asked.has(node)) return true;
    const list = this.#listOf(node);
    const isAll = this.#isDeep || this.#nextOnChain(node) !== undefined;
    return list !== undefined && (isAll || list.every((id) => this.#lists.has(id)));
  }

  /** Who is next on the way to the node that is asked for, where a node is above that. */
  #nextOnChain({ id }: SiteNode): number | undefined {
    const { chain } = this.#tree;
    return chain.includes(id) ? chain[chain.indexOf(id) + 1] : undefined;
  }

  /** Takes in the lists of nodes, and of those whom they list, down to where somebody is to be asked. */
  #visit(nodes: readonly SiteNode[]): void {
    const rest = nodes.toReversed();
    const tooDeep: SiteNode[] = [];
    for (let node = rest.pop(); node; node = rest.pop()) {
      const isToAsk = !this.#isKnownBelow(node);
      if (isToAsk) this.#queue.push(node);
      const list = this.#listOf(node);
      if (list === undefined) continue;
      if (node.level >= MOST_LEVELS && list.length > 0) {
        this.#tree.setList(node, []);
        tooDeep.push(node);
        continue;
      }
      if (this.#isDeep && isStillLeaf(node, list)) {
        this.#tree.setLeaf(node);
        continue;
      }
      const listed = this.#tree.setList(node, list);
      if (!isToAsk) for (const child of listed.toReversed()) rest.push(child);
    }
    this.#tree.keepLists();
    for (const { id } of tooDeep) {
      const url = this.#site.url(this.#options.kind, { by: "id", id });
      const reason = `${url} lists children below level ${MOST_LEVELS.toLocaleString("en-US")}, which are not copied`;
      this.#tree.setUnlisted({ id, url, reason });
    }
  }

  #take(): SiteNode | undefined {
    for (let node = this.#queue.take(); node; node = this.#queue.take()) {
      if (!this.#isKnownBelow(node)) return node;
      // Another answer has brought what it was to be asked for.
      this.#asked.add(node);
      this.#visit([node]);
    }
    return undefined;
  }

  /** Asks for the list of one node: with those of its children, and where that fails or lacks something, alone. */
  async #ask(node: SiteNode, manner: Manner): Promise<Asked<Heard>> {
    const { id, level } = node;
    const alone = this.#isDeep || manner.mark !== undefined || node.unlisted !== undefined;
    if (!alone) {
      const asked = await this.#askTo(node, level + LEVELS_LISTED, manner);
      if ("answer" in asked && asked.answer.fault === undefined) return asked;
    }
    const asked = await this.#askTo(node, undefined, manner);
    // Asked for once is what has failed in an earlier look, and what others have told.
    const isOnce = node.unlisted?.id === id || this.#lists.has(id);
    return "refusal" in asked && isOnce ? { ...asked, mark: undefined } : asked;
  }

  async #askTo(node: SiteNode, maxLevel: number | undefined, manner: Manner): Promise<Asked<Heard>> {
    const { id } = node;
    const read = (body: Buffer) => readNodeLists(body, { ...node, maxLevel });
    const asked = await this.#site.askNode(this.#options.kind, id, maxLevel, read, manner);
    if ("refusal" in asked) return asked;
    const { own, lists } = asked.answer;
    this.#answers.push({ ...asked.answer, ids: itemsIn(lists, id) });
    if (own) this.#options.onNode(node, own);
    const missing = missingIn(lists.get(id), this.#lists.get(id));
    learn(this.#lists, lists);
    const fault = asked.answer.lack ?? missing;
    const url = this.#site.url(this.#options.kind, { by: "id", id }, maxLevel);
    return { answer: { fault: fault && this.#site.answered(url, fault) } };
  }

  #settle(node: SiteNode, asked: Asked<Heard>): void {
    this.#asked.add(node);
    this.#visit([node]);
    // Whom they name have their places by now.
    for (const items of this.#answers) this.#options.onItems(items);
    this.#answers = [];
    const isKnown = this.#lists.has(node.id);
    const reason = "answer" in asked ? asked.answer.fault : isKnown ? undefined : asked.refusal;
    if (reason === undefined) return;
    const url = this.#site.url(this.#options.kind, { by: "id", id: node.id });
    this.#tree.setUnlisted({ id: node.id, url, reason });
  }
}

type LookStart = {
  roots: readonly number[];
  /** What is wrong with the list of roots, if anything. */
  lack?: string;
  /** The way from the only root to the node that is asked for, where not all is. */
  chain?: readonly number[];
  lists: Lists;
  /** Whether the lists are all that there are. */
  isDeep: boolean;
  answers: ToldItems[];
};

type OneNode = Exclude<Target, { by: "root" }>;

/** The levels that roots are asked with, until an answer comes: a broken node breaks each answer that holds it. */
const ROOT_LEVELS = [HIGHEST_LEVEL, 1, 0];

/**
 * @param triesAll whether it is to be tried to get all in one answer
 * @throws NoSuchNodeError where the one node that is asked for is not there; RemoteError, RefusedError where the site does
 * not answer
 */
function startLook(site: Site, kind: Kind, target: Target, triesAll: boolean): Promise<LookStart> {
  if (target.by !== "root") return atNode(site, kind, target, triesAll);
  return atRoots(site, kind, triesAll ? ROOT_LEVELS : ROOT_LEVELS.slice(1));
}

async function atRoots(site: Site, kind: Kind, [maxLevel, ...lower]: readonly number[]): Promise<LookStart> {
  const isLast = lower.length === 0;
  const url = site.url(kind, { by: "root" }, maxLevel);
  const asked = await site.ask(
    url,
    (body) => readRootLists(body, maxLevel),
    isLast ? PATIENTLY : IF_POSSIBLE,
  );
  if ("refusal" in asked) {
    if (isLast || isNoSite(asked)) throw site.noRoot(asked);
    // Who is refused asks once more, and no oftener.
    return atRoots(site, kind, asked.error ? lower.slice(-1) : lower);
  }
  const { roots, lists, lack: told } = asked.answer;
  const lack = told && site.answered(url, told);
  return { roots, lists, lack, isDeep: maxLevel === HIGHEST_LEVEL, answers: [asked.answer] };
}

/** Whether nothing is served there that could answer otherwise. */
function isNoSite({ status, isPage }: Refusal): boolean {
  return status === 404 || isPage === true;
}

async function atNode(site: Site, kind: Kind, target: OneNode, triesAll: boolean): Promise<LookStart> {
  const way = await site.ask(site.url(kind, target, 0), (body) => readWay(body, target), PATIENTLY);
  if ("refusal" in way) throw await noNode(site, kind, target, way);
  const { ids: chain } = way.answer;
  const [root] = chain;
  const id = chain[chain.length - 1];
  const start = { roots: [root], chain, answers: [way.answer] };
  const below = triesAll
    ? await site.askNode(kind, id, HIGHEST_LEVEL, (body) => readSubtree(body, id), IF_POSSIBLE)
    : undefined;
  if (below === undefined || "refusal" in below) return { ...start, lists: new Map(), isDeep: false };
  return { ...start, lists: below.answer.lists, isDeep: true, answers: [way.answer, below.answer] };
}

/** A 404 can mean that there is no such node, or that nothing is served there: then no root operation answers. */
async function noNode(site: Site, kind: Kind, target: OneNode, refused: Refusal): Promise<Error> {
  if (refused.status !== 404) return site.noRoot(refused);
  const url = site.url(kind, { by: "root" }, 0);
  const root = await site.ask(url, (body) => readRootLists(body, 0), PATIENTLY);
  if ("refusal" in root) return site.noRoot(root);
  return new NoSuchNodeError(`there is no ${describeTarget(kind, target)}${hintAtId(target)}`);
}

/** A reason names no more children: there can be a million. */
const MOST_NAMED = 3;

/** Takes in lists; whom different answers list below one node, it lists together. */
export function learn(known: Lists, lists: Lists): void {
  for (const [id, children] of lists) {
    const before = known.get(id);
    known.set(id, before && before.length > 0 ? [...new Set([...children, ...before])] : children);
  }
}

/** @returns what a node's own list lacks of what others say that it lists, if anything */
export function missingIn(own: readonly number[] = [], others: readonly number[] = []): string | undefined {
  const listed = new Set(own);
  const missing = others.filter((id) => !listed.has(id));
  if (missing.length === 0) return undefined;
  const more = missing.length - MOST_NAMED;
  const named = missing.slice(0, MOST_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return `without the children ${named}, which are listed elsewhere`;
}

/**
 * Where a look goes on that an earlier run has begun: nodes of which those they list have no lists yet, since these tell of
 * several at once. Their own lists are taken in.
 */
export function whereToGoOn(nodes: Iterable<SiteNode>, look: number, known: Lists): SiteNode[] {
  const above = new Set<SiteNode>();
  for (const node of nodes) {
    const isOpen = node.seen === look && node.listed !== look && node.unlisted === undefined;
    if (isOpen) above.add(node.parent ?? node);
  }
  for (const { id, children, listed } of above) if (listed === look) known.set(id, children);
  return [...above];
}

/** Whether a node lists nobody, as it always did: most nodes, which need no line each. */
export function isStillLeaf({ children, unlisted }: SiteNode, list: readonly number[]): boolean {
  return list.length === 0 && children.length === 0 && unlisted === undefined;
}

/**
 * Whom lists name, whose they are, and others, but for the node that was asked for: of that an answer holds more than its
 * item.
 */
export function itemsIn(lists: Lists, asked?: number, others: readonly number[] = []): number[] {
  const ids = new Set(others);
  for (const [id, children] of lists) {
    ids.add(id);
    for (const child of children) ids.add(child);
  }
  if (asked !== undefined) ids.delete(asked);
  return [...ids];
}

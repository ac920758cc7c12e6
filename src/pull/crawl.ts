/** Copies one tree of a site: a look at its lists, each node by its id, and another look for what has moved meanwhile. */
import type { NodeText } from "../json/node-text.ts";
import type { Asked, Refusal } from "./asking.ts";
import type { EarlierCopy } from "./earlier-copy.ts";
import { type ItemText, type ListedItems, namesIn } from "./list-answer.ts";
import { Look } from "./look.ts";
import { type NodeAnswer, readNodeAnswer, sortOrderIn } from "./node-answer.ts";
import { type Pace, runRounds } from "./rounds.ts";
import type { Site } from "./site.ts";
import type { SiteNode } from "./site-node.ts";
import type { SiteTree } from "./site-tree.ts";
import type { Scope } from "./tree-line.ts";

type CrawlOptions = Pace &
  Pick<Scope, "kind" | "target"> & {
    /** The copy that an earlier pull has left. */
    earlier?: EarlierCopy;
  };

type Lost = { refusal: Refusal; text: NodeText<string> | undefined; keyMark: number | undefined };

/** A site that has changed at each of so many looks, behind the first, will not stand still at the next. */
const MOST_LOOKS = 5;

/** Asking for no larger a part of the nodes takes little time beside listing them. */
const SMALL_PART = 1 / 10;

export class Crawl {
  readonly #site: Site;
  readonly #tree: SiteTree;
  readonly #options: CrawlOptions;
  /** Nodes that cannot be had, what their items were when they were last listed, and with which keys they were asked for. */
  readonly #lost = new Map<SiteNode, Lost>();
  #triesAll = true;
  /** How many nodes were asked for by themselves. */
  #askedCount = 0;
  /** Whether this run has made the first look. */
  #hasBegun = false;

  constructor(site: Site, tree: SiteTree, options: CrawlOptions) {
    this.#site = site;
    this.#tree = tree;
    this.#options = options;
  }

  /**
   * Asks for all that is open, until nothing is.
   * @throws NoSuchNodeError where the one node that is asked for is not there; RemoteError, RefusedError where the site
   * does not go on answering
   */
  async run(): Promise<void> {
    this.#nameGood();
    this.#hasBegun = this.#tree.look === 0;
    if (!this.#tree.isLooked) await this.#look();
    await this.#askNodes();
    for (let looks = 1; !this.#isSettled(); looks++) {
      await this.#look();
      this.#judge();
      await this.#askNodes();
      if (looks === MOST_LOOKS) return this.#giveUpLooking();
    }
  }

  #isSettled(): boolean {
    return this.#lost.size === 0 && (this.#tree.isSettled || this.#isRefreshed());
  }

  /**
   * Whether the first look is enough, where most is kept: nobody slips through one answer that lists all, and little has changed
   * since where little was asked for; who could have slipped through lists by node is there.
   */
  #isRefreshed(): boolean {
    const { earlier } = this.#options;
    if (!earlier?.keeps || this.#tree.look !== 1 || !this.#hasBegun) return false;
    if (this.#triesAll) return this.#askedCount <= this.#tree.nodes.size * SMALL_PART;
    return earlier.index.ids.every((id) => this.#tree.nodes.has(id));
  }

  #nameGood(): void {
    for (const { state, id } of this.#tree.nodes.values()) {
      if (state !== "got") continue;
      this.#site.setGood(this.#options.kind, id);
      return;
    }
  }

  async #look(): Promise<void> {
    const { size } = this.#tree.nodes;
    const look = new Look(this.#site, this.#tree, {
      ...this.#options,
      onNode: (node, answer) => this.#takeIn(node, answer),
      onItems: (items) => this.#takeItems(items),
      childrenBefore: (id) => this.#options.earlier?.index.childrenOf(id) ?? [],
    });
    this.#triesAll = await look.run(this.#triesAll);
    const count = this.#tree.nodes.size - size;
    if (count > 0) this.#options.onEvent({ type: "known", part: this.#options.kind, count });
  }

  #askNodes(): Promise<void> {
    return runRounds<SiteNode, NodeAnswer>({
      ...this.#options,
      take: () => this.#tree.open.take(),
      // Deeper, an answer would also bring whom the node lists, and media whom its ancestors list.
      ask: (node, manner) =>
        this.#site.askNode(this.#options.kind, node.id, 0, (body) => readNodeAnswer(body, node), manner),
      settle: (node, asked) => this.#settle(node, asked),
      pause: () => this.#site.patience.pause(),
    });
  }

  #settle(node: SiteNode, asked: Asked<NodeAnswer>): void {
    this.#askedCount++;
    if ("answer" in asked) this.#takeIn(node, asked.answer);
    else this.#lost.set(node, { refusal: asked, text: undefined, keyMark: node.listedKeyMark });
  }

  #takeIn(node: SiteNode, answer: NodeAnswer): void {
    if (node.state !== "open") return;
    this.#lost.delete(node);
    this.#tree.setGot(node, answer);
    this.#options.onEvent({ type: "got", part: this.#options.kind, count: 1 });
  }

  /** Takes in with which keys nodes are listed, and from an earlier copy what their items tell has not changed. */
  #takeItems({ ids, keyMarks, itemText }: ListedItems): void {
    for (const [node, lost] of this.#lost) lost.text ??= itemText(node.id);
    this.#keep(ids, itemText);
    this.#tree.setListedKeys(keyMarks);
  }

  #keep(ids: readonly number[], itemText: ItemText): void {
    const { earlier, onEvent, kind } = this.#options;
    if (!earlier?.keeps) return;
    const hasElsewhere = namesIn(ids, itemText);
    let count = 0;
    for (const id of ids) {
      const node = this.#tree.nodes.get(id);
      if (node?.state !== "open" || this.#lost.has(node)) continue;
      const item = itemText(id);
      const kept = item && earlier.unchanged(id, item, hasElsewhere);
      if (!kept) continue;
      this.#tree.setGot(node, { ...kept, sortOrder: sortOrderIn(item), kept: true });
      count++;
    }
    if (count > 0) onEvent({ type: "got", part: kind, count, resumed: true });
  }

  /**
   * Tells what has become of the nodes that cannot be had: still listed, they have failed; else they have vanished. A node
   * that is listed with another key by now is asked for again.
   */
  #judge(): void {
    for (const [node, lost] of this.#lost) {
      if (this.#isGone(node)) this.#tree.setVanished(node);
      else if (node.listedKeyMark !== lost.keyMark) this.#tree.reopen(node);
      else this.#fail(node, lost);
    }
    this.#lost.clear();
    for (const node of this.#tree.nodes.values()) {
      const { state, keyMark, listedKeyMark = keyMark } = node;
      if (state === "got" && keyMark !== undefined && keyMark !== listedKeyMark) this.#tree.reopen(node);
    }
  }

  /** What cannot be had stays what it was, but for what its item tells. */
  #fail({ id, text: had, sortOrder }: SiteNode, { refusal: { refusal, url }, text: item }: Lost): void {
    const record = this.#options.earlier?.record(id, item);
    const text = record?.text ?? (had ? undefined : item);
    const failure = { id, url, reason: refusal, recordedAt: record?.recordedAt };
    this.#tree.setFailed(failure, text, text === undefined ? sortOrder : sortOrderIn(text));
  }

  /** Whether the last look has shown that nobody lists a node any more. */
  #isGone(node: SiteNode): boolean {
    const { look, rootsUnlisted } = this.#tree;
    for (let at = node; at.seen !== look; at = at.parent) {
      if (at.parent === undefined) return rootsUnlisted === undefined;
      if (at.parent.listed === look) return at.parent.unlisted === undefined;
    }
    return false;
  }

  /** A tree that was another one at each look may have lost something; and what could not be had so late is as it is. */
  #giveUpLooking(): void {
    for (const [node, lost] of this.#lost) this.#fail(node, lost);
    this.#lost.clear();
    for (const parent of this.#tree.newcomersUnder) {
      const id = parent?.id;
      const url = this.#site.url(this.#options.kind, id === undefined ? { by: "root" } : { by: "id", id });
      const reason = `${url} listed others each of ${MOST_LOOKS} times, so more may have been missed`;
      this.#tree.setUnlisted({ id, url, reason });
    }
  }
}

/** Walks one tree of a site: the roots, then each node by its id, children being found on the way. */
import { NoSuchNodeError } from "../errors.ts";
import type { Kind } from "../operations.ts";
import type { OnPullEvent } from "../pull-events.ts";
import { describeTarget, type Target } from "../source.ts";
import { LastPath } from "./canonical-answer.ts";
import {
  LEVELS_LISTED,
  type NodeAnswer,
  readListing,
  readNodeAnswer,
  type WantedNode,
} from "./node-answer.ts";
import { ExhaustedError } from "./patience.ts";
import { Recovery } from "./recovery.ts";
import type { Asked, Site } from "./site.ts";
import type { SiteNode, SiteTree } from "./site-tree.ts";
import { runWorkers } from "./workers.ts";

export type CrawlOptions = {
  kind: Kind;
  /** The roots, or one node: then with its ancestors and all below it. */
  target: Target;
  /** How many requests are under way at a time. */
  concurrency: number;
  onEvent: OnPullEvent;
  /** Called when one request has failed for good, so that others need not be waited for. */
  onFailure: () => void;
};

export class Crawl {
  readonly #site: Site;
  readonly #tree: SiteTree;
  readonly #options: CrawlOptions;
  readonly #recovery: Recovery;
  readonly #lastPath = new LastPath();

  constructor(site: Site, tree: SiteTree, options: CrawlOptions) {
    this.#site = site;
    this.#tree = tree;
    this.#options = options;
    this.#recovery = new Recovery(site, tree, options.kind);
  }

  /**
   * Asks for all that is open, until nothing is.
   * @throws NoSuchNodeError where the one node that is asked for is not there; RemoteError, RefusedError where the site
   * does not go on answering
   */
  async run(): Promise<void> {
    if (this.#tree.roots === undefined) {
      const { target } = this.#options;
      this.#found(target.by === "root" ? await this.#findRoots() : await this.#findChain(target));
    }
    await runWorkers(
      this.#options.concurrency,
      () => this.#tree.take(),
      (node) => this.#get(node),
      this.#options.onFailure,
    );
  }

  async #findRoots(): Promise<number> {
    const asked = await this.#ask({ by: "root" }, 1);
    if ("refusal" in asked) throw this.#site.noRoot(asked);
    this.#tree.setRoots(asked.answer.roots);
    return asked.answer.roots.length;
  }

  /** Finds the way from the root to the node that is asked for. */
  async #findChain(target: Target): Promise<number> {
    const asked = await this.#ask(target, 0);
    if ("answer" in asked) {
      const chain = [...asked.answer.ancestors, ...asked.answer.roots];
      this.#tree.setRoots(chain.slice(0, 1), chain);
      return 1;
    }
    const root = await this.#ask({ by: "root" }, 1);
    if (asked.status !== 404 || "refusal" in root) throw this.#site.noRoot("refusal" in root ? root : asked);
    throw new NoSuchNodeError(`there is no ${describeTarget(this.#options.kind, target)}`);
  }

  #ask(target: Target, maxLevel: number) {
    const expected = target.by === "root" ? "roots" : "node";
    return this.#site.ask(this.#site.url(this.#options.kind, target, maxLevel), (body) =>
      readListing(body, expected, { level: 1, maxLevel }),
    );
  }

  async #get(node: SiteNode): Promise<void> {
    const { id, level } = node;
    // What lies below it is known of most nodes; then the answer need not bring it, nor what its path lists.
    const maxLevel = this.#tree.isKnownBelow(node) ? 0 : level + LEVELS_LISTED;
    const url = this.#site.url(this.#options.kind, { by: "id", id }, maxLevel);
    const asked = await this.#persist(url, { id, level, maxLevel });
    if ("answer" in asked) {
      const { text, sortOrder, lists } = asked.answer;
      this.#found(this.#tree.setGot(node, text, sortOrder, lists));
      this.#options.onEvent({ type: "got", part: this.#options.kind, count: 1 });
    } else {
      const found = await this.#recovery.recover(node, asked);
      if (found !== undefined) this.#found(found);
    }
  }

  async #persist(url: string, wanted: WantedNode): Promise<Asked<NodeAnswer>> {
    try {
      return await this.#site.ask(url, (body) => readNodeAnswer(body, wanted, this.#lastPath));
    } catch (error) {
      if (!(error instanceof ExhaustedError)) throw error;
      return { refusal: error.message, url, status: undefined };
    }
  }

  #found(count: number): void {
    if (count > 0) this.#options.onEvent({ type: "known", part: this.#options.kind, count });
  }
}

/** A site that is looked at without being copied: all of a tree in one list, and some of its nodes by themselves. */
import { RemoteError } from "../errors.ts";
import { readRemoteAnswer } from "../formats/remote-answer.ts";
import type { NodeText } from "../json/node-text.ts";
import { HIGHEST_LEVEL, type Kind } from "../operations.ts";
import type { SiteTypes } from "../schema/site-types.ts";
import { RemoteSource } from "../sources/remote.ts";
import type { Tree } from "../tree/tree.ts";
import { type NodeAnswer, readNodeAnswer } from "./node-answer.ts";
import { Patience } from "./patience.ts";
import type { OnPullEvent } from "./pull-events.ts";
import { runRounds } from "./rounds.ts";
import { Site, type SiteOptions } from "./site.ts";

/** How many requests are under way at a time, and how often one thing is asked for again: as a pull does by itself. */
const CONCURRENCY = 4;
const RETRIES = 6;

/** What was had of the nodes that were asked for, by id. */
export type AskedNodes = {
  texts: ReadonlyMap<number, NodeText<string>>;
  /** Why others could not be had. */
  failures: ReadonlyMap<number, string>;
};

export class ListedSite {
  readonly #options: SiteOptions & { onNote?: (text: string) => void };
  readonly #onEvent: OnPullEvent;

  constructor(options: SiteOptions & { onNote?: (text: string) => void }, onEvent: OnPullEvent) {
    this.#options = options;
    this.#onEvent = onEvent;
  }

  /**
   * Asks for all roots and all below them at once.
   * @returns a tree of items, which have no properties
   * @throws RefusedError; RemoteError where the site cannot answer that
   */
  async list(kind: Kind): Promise<Tree> {
    const answer = await this.#answerAll(kind);
    const chunks = answer instanceof Uint8Array ? [answer] : [...answer];
    const read = readRemoteAnswer(Buffer.concat(chunks), "roots");
    if ("errors" in read)
      throw new RemoteError(`${this.#options.baseUrl} lists what is no tree: ${read.errors[0]}`);
    return read.tree;
  }

  async #answerAll(kind: Kind) {
    const source = new RemoteSource(this.#options);
    try {
      return (
        (await source.answer({ kind, target: { by: "root" }, maxLevel: HIGHEST_LEVEL })) ?? new Uint8Array()
      );
    } catch (error) {
      if (error instanceof RemoteError && !/\btry\b|--/.test(error.message)) {
        error.message += `; where a site cannot list all at once, ${this.#pullHint()} copies it, and the copy can be compared`;
      }
      throw error;
    }
  }

  #pullHint(): string {
    const { baseUrl, prefix } = this.#options;
    return `migrations pull --base-url ${baseUrl} --prefix ${decodeURI(prefix)} --out DIRECTORY`;
  }

  /** Asks for its types; none where it has no operations for them. */
  async types(): Promise<SiteTypes> {
    const source = new RemoteSource(this.#options);
    return { content: (await source.types("content")) ?? [], media: (await source.types("media")) ?? [] };
  }

  /**
   * Asks for nodes, each by itself.
   * @throws RefusedError, RemoteError where it is the site that does not go on answering
   */
  async nodes(kind: Kind, ids: readonly number[]): Promise<AskedNodes> {
    const stop = new AbortController();
    const pace = { retries: RETRIES, delay: 0, signal: stop.signal, onEvent: this.#onEvent };
    const site = new Site(this.#options, new Patience(pace), this.#onEvent);
    const texts = new Map<number, NodeText<string>>();
    const failures = new Map<number, string>();
    const waiting = ids.toReversed();
    this.#onEvent({ type: "known", part: kind, count: ids.length });
    await runRounds<number, NodeAnswer>({
      concurrency: CONCURRENCY,
      retries: RETRIES,
      take: () => waiting.pop(),
      ask: (id, manner) => site.askNode(kind, id, 0, (body) => readNodeAnswer(body, { id }), manner),
      settle: (id, asked) => {
        if ("answer" in asked) texts.set(id, asked.answer.text);
        else failures.set(id, asked.refusal);
        this.#onEvent({ type: "got", part: kind, count: 1 });
      },
      pause: () => site.patience.pause(),
      onEvent: this.#onEvent,
      onFailure: () => stop.abort(),
    });
    return { texts, failures };
  }
}

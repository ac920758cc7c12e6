/** The site that is pulled from: its operations, asked with patience. */
import { createHash } from "node:crypto";
import type { ApiKey } from "../access/api-key.ts";
import { RefusedError, RemoteError } from "../errors.ts";
import { type Kind, operationFor, operationUrl } from "../operations.ts";
import type { Target } from "../source.ts";
import {
  type Fetched,
  type FetchOptions,
  fetchAnswer,
  NoAnswerError,
  saidBy,
  UnfitAnswerError,
} from "../sources/http-client.ts";
import { prefixHint } from "../sources/remote.ts";
import { type Asked, type Manner, PATIENTLY, type ReadBody, type Refusal } from "./asking.ts";
import type { Fault } from "./node-answer.ts";
import { type Attempt, ExhaustedError, isRetried, type Patience } from "./patience.ts";
import type { OnPullEvent } from "./pull-events.ts";

export type SiteOptions = FetchOptions & {
  /** Destroyed when the pull is to stop: that ends what is under way, and costs less than a signal for each request. */
  dispatcher: FetchOptions["dispatcher"];
  baseUrl: string;
  prefix: string;
};

/** What has taken so long to fail, in milliseconds, or nearly the silence time-out, will hardly do better at once. */
const LONG_FAILURE = 10_000;

/** A refusal, and whether it may pass by itself; then also when, as the site wishes. */
type PassingRefusal = Refusal & { again?: true; retryAfter?: string; date?: string };

/** The mark of an answer whose end is missing. Where it was cut is chance, so that one is like another says nothing. */
const CUT = "cut";

/** A long answer that was cut so often cannot be had whole. */
const MOST_CUTS = 3;

/** The statuses with which an application says that it has failed at this very request. */
const APPLICATION_FAILED = new Set([500, 501]);

export class Site {
  readonly options: SiteOptions;
  readonly patience: Patience;
  readonly #onEvent: OnPullEvent;
  readonly #doubt: Doubt;

  constructor(options: SiteOptions, patience: Patience, onEvent: OnPullEvent) {
    this.options = options;
    this.patience = patience;
    this.#onEvent = onEvent;
    this.#doubt = new Doubt((url) => this.ask(url, () => ({}), PATIENTLY));
  }

  /** @param maxLevel default: as the operation sees fit, which by id and key is the node and its children */
  url(kind: Kind, target: Target, maxLevel?: number): string {
    const { baseUrl, prefix } = this.options;
    return operationUrl(baseUrl, prefix, operationFor(kind, target.by), { ...target, maxLevel });
  }

  /** Names a node that an earlier run has had, to be asked for where others fail. */
  setGood(kind: Kind, id: number): void {
    this.#doubt.had(this.url(kind, { by: "id", id }, 0));
  }

  /**
   * Asks for what all others depend on.
   * @throws RefusedError, and RemoteError for redirects; RemoteError where the site is given up
   */
  ask<T extends object>(url: string, read: ReadBody<T>, manner: Manner): Promise<Asked<T>> {
    // A shorter answer may be of use, or one that no rule against long ones forbids.
    return this.#ask(url, read, manner, manner.isLong !== true);
  }

  /**
   * Asks for one node among many: whatever comes, it is that node's own affair, unless several fail in a row and one that
   * was had before fails too.
   * @throws RefusedError, RemoteError where it is the site that fails
   */
  async askNode<T extends object>(
    kind: Kind,
    id: number,
    maxLevel: number | undefined,
    read: ReadBody<T>,
    manner: Manner,
  ): Promise<Asked<T>> {
    const url = this.url(kind, { by: "id", id }, maxLevel);
    const asked = await this.#ask(url, read, manner, false);
    if (manner.isLong) return asked;
    if ("answer" in asked) this.#doubt.had(url);
    else if (asked.mark !== undefined) await this.#doubt.failed(`${kind} ${id}`, asked);
    return asked;
  }

  /** In words, what an answer holds: without the key, which it may show. */
  answered(url: string, what: string): string {
    const { apiKey } = this.options;
    return `${url} answered ${apiKey ? apiKey.hide(what) : what}`;
  }

  /** The error for a root operation that does not answer. */
  noRoot({ refusal, status, isPage }: Refusal): RemoteError {
    if (status !== 404 && !isPage) return new RemoteError(refusal);
    const { prefix, baseUrl } = this.options;
    return new RemoteError(`${refusal}, ${prefixHint(prefix, baseUrl, refusal)}`);
  }

  /** @param throws whether it ends the pull where access is refused, or the answer is of no use at all */
  async #ask<T extends object>(
    url: string,
    read: ReadBody<T>,
    manner: Manner,
    throws: boolean,
  ): Promise<Asked<T>> {
    let cuts = 0;
    try {
      return await this.patience.persist(url, async (): Promise<Attempt<Asked<T>>> => {
        const started = performance.now();
        const outcome = await this.#attempt(url, read, throws);
        if ("answer" in outcome) return { value: outcome };
        const mayPass = manner.isLong
          ? ("again" in outcome || (outcome.mark === CUT && ++cuts < MOST_CUTS)) && !this.#wasLong(started)
          : isWorthAsking(outcome, manner);
        return mayPass ? { ...outcome, again: outcome.refusal } : { value: outcome };
      });
    } catch (error) {
      if (!(error instanceof ExhaustedError)) throw error;
      return { refusal: error.message, url, status: undefined };
    }
  }

  async #attempt<T extends object>(
    url: string,
    read: ReadBody<T>,
    throws: boolean,
  ): Promise<{ answer: T } | PassingRefusal> {
    let fetched: Fetched;
    try {
      fetched = await this.#fetch(url);
    } catch (error) {
      if (error instanceof NoAnswerError)
        return { refusal: error.message, url, status: undefined, again: true };
      const isRefusal = error instanceof RefusedError || error instanceof UnfitAnswerError;
      if (throws || !isRefusal) throw error;
      return refusalOf(error, url);
    }
    const answer = fetched.status === 200 ? read(fetched.body) : undefined;
    return answer === undefined || "fault" in answer ? this.#refusal(fetched, answer) : { answer };
  }

  #refusal(fetched: Fetched, fault: Fault | undefined): PassingRefusal {
    const { apiKey } = this.options;
    const { status, retryAfter, date, url } = fetched;
    if (fault) {
      const refusal = this.answered(url, `with what is no sound answer: ${fault.fault}`);
      const mark = fault.isCut ? CUT : fault.isSound ? fault.fault : undefined;
      return { refusal, status, url, mark, isPage: fault.isPage };
    }
    const refused = { refusal: inWords(fetched, apiKey), status, url };
    if (APPLICATION_FAILED.has(status)) return { ...refused, mark: markOf(fetched) };
    return isRetried(status) ? { ...refused, again: true, retryAfter, date } : refused;
  }

  #wasLong(started: number): boolean {
    return performance.now() - started > Math.min(LONG_FAILURE, this.options.timeout * 900);
  }

  async #fetch(url: string): Promise<Fetched> {
    let bytes = 0;
    this.#onEvent({ type: "asked", url });
    try {
      const fetched = await fetchAnswer(url, this.options);
      bytes = fetched.size;
      return fetched;
    } finally {
      this.#onEvent({ type: "ended", url, bytes });
    }
  }
}

/** Whether what was refused is asked for once more at once: where it may pass, or where the last round brings news. */
function isWorthAsking({ mark, error, again }: PassingRefusal, manner: Manner): boolean {
  const isNews = mark === CUT || (mark !== manner.mark && error === undefined);
  return again ?? (manner.isLast && mark !== undefined && isNews);
}

/** Who is refused now may not be so later; an answer that is of no use would be no other. */
function refusalOf(error: RefusedError | UnfitAnswerError, url: string): Refusal {
  const refused = { refusal: error.message, status: undefined, url };
  return error instanceof RefusedError ? { ...refused, mark: error.message, error } : refused;
}

function inWords(fetched: Fetched, apiKey: ApiKey | undefined): string {
  const said = saidBy(fetched, apiKey);
  return `${fetched.url} answered ${fetched.status}${said ? `: ${said}` : ""}`;
}

/** The same for the same answer. */
function markOf({ status, body }: Fetched): string {
  return `${status} ${createHash("sha256").update(body).digest("base64")}`;
}

/** So many different nodes that fail one behind the other let the site itself be looked at. */
const FAILURES_IN_A_ROW = 3;

class Doubt {
  readonly #ask: (url: string) => Promise<Asked<object>>;
  /** What was answered last. */
  #good: string | undefined;
  /** The nodes that failed since then. */
  readonly #inARow = new Set<string>();
  #probing: Promise<void> | undefined;

  /** @param ask asks with patience, and throws where access is refused */
  constructor(ask: (url: string) => Promise<Asked<object>>) {
    this.#ask = ask;
  }

  /** Takes in that a node was answered at this URL. */
  had(url: string): void {
    this.#good = url;
    this.#inARow.clear();
  }

  /**
   * Takes in that a node has failed. Where several have, one that was answered before is asked for again; those who fail
   * meanwhile wait for it.
   * @throws RefusedError, RemoteError where that fails too, or where all were refused and none was answered
   */
  async failed(node: string, refusal: Refusal): Promise<void> {
    this.#inARow.add(node);
    if (this.#inARow.size < FAILURES_IN_A_ROW) return;
    this.#probing ??= this.#probe(refusal).finally(() => {
      this.#probing = undefined;
    });
    await this.#probing;
  }

  async #probe({ error }: Refusal): Promise<void> {
    if (this.#good !== undefined) {
      const asked = await this.#ask(this.#good);
      if ("refusal" in asked && asked.status !== 404) throw new RemoteError(asked.refusal);
    } else if (error !== undefined) throw error;
    this.#inARow.clear();
  }
}

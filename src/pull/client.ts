/** Fetches from the site that is pulled: retries what may pass, and tells one bad node from a site that is down. */
import { createHash } from "node:crypto";
import { RefusedError, RemoteError } from "../errors.ts";
import { type Kind, operationFor, operationUrl } from "../operations.ts";
import type { Target } from "../source.ts";
import {
  type Fetched,
  fetchAnswer,
  NoAnswerError,
  saidBy,
  UnfitAnswerError,
} from "../sources/http-client.ts";
import { prefixHint } from "../sources/remote.ts";
import {
  type Attempt,
  isApplicationFailure,
  isRetried,
  RetriesExhaustedError,
  RetryPolicy,
} from "../sources/retry.ts";
import type { Fault } from "./node-answer.ts";
import type { Pace, SiteOptions } from "./options.ts";
import type { OnPullEvent } from "./pull-events.ts";

/** Why a request brought no answer. */
export type Failure = {
  failure: string;
  url: string;
  status: number | undefined;
  /** Tells this failure from others; absent if a repetition is of no use. */
  mark?: string;
  /** The error, if access was refused. */
  error?: RefusedError;
  /** Whether the response was a web page. */
  isPage?: boolean;
};

/** The result of a request: an answer that was read, or a failure. */
export type Outcome<T> = { answer: T } | Failure;

/** Reads a body. A fault that a cut may have caused may be another one the next time. */
type ReadBody<T> = (body: Buffer) => T | Fault;

/** How often to repeat a request. Failures that may pass (silence, 429, 502, 503, 504, ...) are always retried. */
export type FetchMode = {
  /** Whether failures of the application are retried here, with backoff. */
  isLast: boolean;
  /** The mark of the failure before: the same failure once more is final. */
  mark?: string;
  /** Whether the answer is a long one: failures after a long time, and those of the application, are then final. */
  isLong?: boolean;
};

/** For a request that nothing replaces. */
export const REQUIRED: FetchMode = { isLast: true };

/** For a long answer, which many sites cannot give. */
export const IF_POSSIBLE: FetchMode = { isLast: false, isLong: true };

/** A long answer that took so long to fail, in milliseconds, or nearly the time-out, is not tried again. */
const LONG_FAILURE = 10_000;

type RetriedFailure = Failure & { isRetried?: true; retryAfter?: string; date?: string };

/** The mark of an answer whose end is missing. Cuts are chance, so that two of them say nothing. */
const CUT = "cut";
/** A long answer that was cut so often is given up. */
const MOST_CUTS = 3;

export class Client {
  readonly site: SiteOptions;
  readonly retry: RetryPolicy;
  readonly #onEvent: OnPullEvent;
  readonly #breaker: CircuitBreaker;

  constructor(site: SiteOptions, pace: Pace) {
    this.site = site;
    this.#onEvent = pace.onEvent;
    this.retry = new RetryPolicy({
      ...pace,
      onRetry: (url, reason, seconds) => this.#onEvent({ type: "retry", url, reason, seconds }),
    });
    this.#breaker = new CircuitBreaker((url) => this.fetch(url, () => ({}), REQUIRED));
  }

  /** @param maxLevel default: the operation's own, which by id and key is the node and its children */
  url(kind: Kind, target: Target, maxLevel?: number): string {
    const { baseUrl, prefix } = this.site;
    return operationUrl(baseUrl, prefix, operationFor(kind, target.by), { ...target, maxLevel });
  }

  /** Names a node that an earlier run has fetched, as the health probe. */
  setProbe(kind: Kind, id: number): void {
    this.#breaker.succeeded(this.url(kind, { by: "id", id }, 0));
  }

  /**
   * Fetches what all else depends on.
   * @throws RefusedError, and RemoteError for redirects; RemoteError if the site is down
   */
  fetch<T extends object>(url: string, read: ReadBody<T>, mode: FetchMode): Promise<Outcome<T>> {
    // Instead of a long answer, a shorter one may do.
    return this.#fetch(url, read, mode, mode.isLong !== true);
  }

  /**
   * Fetches one node among many. A failure is that node's own, unless several fail in a row and the health probe fails too.
   * @throws RefusedError, RemoteError if the site is down
   */
  async fetchNode<T extends object>(
    kind: Kind,
    id: number,
    maxLevel: number | undefined,
    read: ReadBody<T>,
    mode: FetchMode,
  ): Promise<Outcome<T>> {
    const url = this.url(kind, { by: "id", id }, maxLevel);
    const outcome = await this.#fetch(url, read, mode, false);
    if (mode.isLong) return outcome;
    if ("answer" in outcome) this.#breaker.succeeded(url);
    else if (outcome.mark !== undefined) await this.#breaker.failed(`${kind} ${id}`, outcome);
    return outcome;
  }

  /** The reason "URL answered …", without the API key, which a response may repeat. */
  answered(url: string, what: string): string {
    const { apiKey } = this.site;
    return `${url} answered ${apiKey ? apiKey.hide(what) : what}`;
  }

  /** The error for a root operation that does not answer. */
  noRoot({ failure, status, isPage }: Failure): RemoteError {
    if (status !== 404 && !isPage) return new RemoteError(failure);
    const { prefix, baseUrl } = this.site;
    return new RemoteError(`${failure}, ${prefixHint(prefix, baseUrl, failure)}`);
  }

  /** @param throws whether a refusal, or an unfit answer, ends the pull */
  async #fetch<T extends object>(
    url: string,
    read: ReadBody<T>,
    mode: FetchMode,
    throws: boolean,
  ): Promise<Outcome<T>> {
    let cuts = 0;
    try {
      return await this.retry.run(url, async (): Promise<Attempt<Outcome<T>>> => {
        const started = performance.now();
        const outcome = await this.#attempt(url, read, throws);
        if ("answer" in outcome) return { value: outcome };
        const mayPass = mode.isLong
          ? (outcome.isRetried || (outcome.mark === CUT && ++cuts < MOST_CUTS)) && !this.#wasLong(started)
          : isWorthRetrying(outcome, mode);
        return mayPass ? { ...outcome, retry: outcome.failure } : { value: outcome };
      });
    } catch (error) {
      if (!(error instanceof RetriesExhaustedError)) throw error;
      return { failure: error.message, url, status: undefined };
    }
  }

  async #attempt<T extends object>(
    url: string,
    read: ReadBody<T>,
    throws: boolean,
  ): Promise<{ answer: T } | RetriedFailure> {
    let fetched: Fetched;
    try {
      fetched = await this.#request(url);
    } catch (error) {
      if (error instanceof NoAnswerError) {
        return { failure: error.message, url, status: undefined, isRetried: true };
      }
      const isFinal = error instanceof RefusedError || error instanceof UnfitAnswerError;
      if (throws || !isFinal) throw error;
      const failed = { failure: error.message, status: undefined, url };
      // Whoever is refused now may not be so later; an unfit answer stays one.
      return error instanceof RefusedError ? { ...failed, mark: error.message, error } : failed;
    }
    const answer = fetched.status === 200 ? read(fetched.body) : undefined;
    return answer === undefined || "fault" in answer ? this.#failure(fetched, answer) : { answer };
  }

  #failure(fetched: Fetched, fault: Fault | undefined): RetriedFailure {
    const { apiKey } = this.site;
    const { status, retryAfter, date, url, body } = fetched;
    if (fault) {
      const failure = this.answered(url, `with what is no sound answer: ${fault.fault}`);
      const mark = fault.isCut ? CUT : fault.isSound ? fault.fault : undefined;
      return { failure, status, url, mark, isPage: fault.isPage };
    }
    const said = saidBy(fetched, apiKey);
    const failed = { failure: `${url} answered ${status}${said ? `: ${said}` : ""}`, status, url };
    if (isApplicationFailure(status)) {
      return { ...failed, mark: `${status} ${createHash("sha256").update(body).digest("base64")}` };
    }
    return isRetried(status) ? { ...failed, isRetried: true, retryAfter, date } : failed;
  }

  #wasLong(started: number): boolean {
    return performance.now() - started > Math.min(LONG_FAILURE, this.site.timeout * 900);
  }

  async #request(url: string): Promise<Fetched> {
    let bytes = 0;
    this.#onEvent({ type: "asked", url });
    try {
      const fetched = await fetchAnswer(url, this.site);
      bytes = fetched.size;
      return fetched;
    } finally {
      this.#onEvent({ type: "ended", url, bytes });
    }
  }
}

/** Whether to repeat at once: what may pass by itself, and in the last round what fails in another way than before. */
function isWorthRetrying({ mark, error, isRetried }: RetriedFailure, mode: FetchMode): boolean {
  const isNew = mark === CUT || (mark !== mode.mark && error === undefined);
  return isRetried ?? (mode.isLast && mark !== undefined && isNew);
}

/** So many different nodes that fail in a row trigger the health probe. */
const FAILURES_IN_A_ROW = 3;

/** The circuit breaker: if several nodes fail in a row, one that was answered before is fetched again as the health probe. */
class CircuitBreaker {
  readonly #fetch: (url: string) => Promise<Outcome<object>>;
  /** The URL that was answered last. */
  #probe: string | undefined;
  /** The nodes that failed since then. */
  readonly #inARow = new Set<string>();
  #probing: Promise<void> | undefined;

  /** @param fetch retries, and throws if access is refused */
  constructor(fetch: (url: string) => Promise<Outcome<object>>) {
    this.#fetch = fetch;
  }

  succeeded(url: string): void {
    this.#probe = url;
    this.#inARow.clear();
  }

  /**
   * Counts a failure. While the probe runs, nodes that fail wait for it.
   * @throws RefusedError, RemoteError if the probe fails too, or if all were refused and none was answered
   */
  async failed(node: string, failure: Failure): Promise<void> {
    this.#inARow.add(node);
    if (this.#inARow.size < FAILURES_IN_A_ROW) return;
    this.#probing ??= this.#runProbe(failure).finally(() => {
      this.#probing = undefined;
    });
    await this.#probing;
  }

  async #runProbe({ error }: Failure): Promise<void> {
    if (this.#probe !== undefined) {
      const outcome = await this.#fetch(this.#probe);
      if ("failure" in outcome && outcome.status !== 404) throw new RemoteError(outcome.failure);
    } else if (error !== undefined) throw error;
    this.#inARow.clear();
  }
}

/** The client of a pulled site: retries failed requests, and has a circuit breaker that distinguishes a bad node from a site that is down. */
import { createHash } from "node:crypto";
import { RefusedError, RemoteError } from "../errors.ts";
import { readRemoteTypes } from "../formats/type-lists.ts";
import {
  type Kind,
  operationFor,
  operationUrl,
  PROBLEM_TYPE_PREFIX,
  type TypeKind,
  typeOperationFor,
} from "../operations.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import type { Target } from "../site/source.ts";
import { type Fault, isPage } from "./answer.ts";
import {
  type Fetched,
  fetchAnswer,
  messageOf,
  NoAnswerError,
  UnfitAnswerError,
  UnreachableError,
} from "./http-client.ts";
import { type Pace, type PaceOptions, paceOf, type SiteOptions } from "./options.ts";
import { type Failure, type FetchMode, type FetchOutcome, fetchAll, type Work } from "./pool.ts";
import { prefixHint } from "./prefix-hint.ts";
import {
  type Attempt,
  isApplicationFailure,
  isRetried,
  RetriesExhaustedError,
  RetryPolicy,
} from "./retry.ts";

/** Reads a body. */
type ReadBody<T> = (body: Buffer) => T | Fault;

/** For a request that nothing replaces. */
export const REQUIRED: FetchMode = { isLast: true };

/** For a look-up: application failures are final, since a user waits. */
export const LOOKUP: FetchMode = { isLast: false };

/** For a long answer, which many sites cannot give. */
export const IF_POSSIBLE: FetchMode = { isLast: false, isLong: true };

/** A long answer that took so long to fail, in milliseconds, or nearly the time-out, is not retried. */
const LONG_FAILURE = 10_000;

/** Faults of well-formed lists of types begin with a pointer. */
const NOT_A_TYPE = /^body (?:\/|:|must)/;

/** The signature of an answer whose end is missing. Cuts are random: two of them are not the same failure. */
const CUT = "cut";

const NO_SUCH_NODE = `${PROBLEM_TYPE_PREFIX}no-such-node`;

type RetriedFailure = Failure & { isTemporary?: true; retryAfter?: string; date?: string };

export class Client {
  readonly site: SiteOptions;
  readonly retry: RetryPolicy;
  readonly #pace: Pace;
  readonly #breaker: CircuitBreaker;

  constructor(site: SiteOptions, options: PaceOptions) {
    this.site = site;
    this.#pace = paceOf(options);
    this.retry = new RetryPolicy(this.#pace);
    this.#breaker = new CircuitBreaker((url) => this.fetch(url, () => ({}), REQUIRED));
  }

  /** @param maxLevel default: the operation's own, which by id and key is the node and its children */
  url(kind: Kind, target: Target, maxLevel?: number): string {
    const { baseUrl, prefix } = this.site;
    return operationUrl(baseUrl, prefix, operationFor(kind, target.by), { ...target, maxLevel });
  }

  /** Sets a node that an earlier run has fetched as the health probe. */
  setProbe(kind: Kind, id: number): void {
    this.#breaker.succeeded(this.url(kind, { by: "id", id }, 0));
  }

  /**
   * Sends a request that all else depends on.
   * @throws RefusedError, and RemoteError for redirects; RemoteError if the site is down
   */
  fetch<T extends object>(url: string, read: ReadBody<T>, mode: FetchMode): Promise<FetchOutcome<T>> {
    // A shorter answer may replace a long one.
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
  ): Promise<FetchOutcome<T>> {
    const url = this.url(kind, { by: "id", id }, maxLevel);
    const outcome = await this.#fetch(url, read, mode, false);
    if (mode.isLong) return outcome;
    if ("answer" in outcome) this.#breaker.succeeded(url);
    else if (outcome.signature !== undefined) await this.#breaker.failed(`${kind} ${id}`, outcome);
    return outcome;
  }

  /** Fetches the types of a kind. */
  fetchTypes<K extends TypeKind>(kind: K, mode: FetchMode): Promise<FetchOutcome<{ types: TypeLists[K] }>> {
    const { baseUrl, prefix } = this.site;
    const url = operationUrl(baseUrl, prefix, typeOperationFor(kind, "all"), {});
    const read = (body: Buffer): { types: TypeLists[K] } | Fault => {
      const types = readRemoteTypes(body, kind);
      if (!("errors" in types)) return { types };
      const [fault, ...others] = types.errors;
      // A cut may have caused malformed JSON.
      return { fault, more: others.length, isCut: !NOT_A_TYPE.test(fault), isElsewhere: isPage(body) };
    };
    return this.fetch(url, read, mode);
  }

  /** Works through a queue of requests with the worker pool. */
  fetchAll<T, A>(work: Omit<Work<T, A>, "pause">): Promise<void> {
    return fetchAll({ ...work, pause: () => this.retry.pause() }, this.#pace);
  }

  /** The reason "URL answered …", without the API key, which a response may repeat. */
  answered(url: string, what: string): string {
    const { apiKey } = this.site;
    return `${url} answered ${apiKey ? apiKey.hide(what) : what}`;
  }

  /** The error for a failed operation that all else depends on. */
  noRoot({ failure, status, isElsewhere }: Failure): RemoteError {
    if (status !== 404 && !isElsewhere) return new RemoteError(failure);
    const hint = prefixHint(this.site, failure);
    return new RemoteError(`${failure}, so the API is not at "${this.site.prefix}"`, { hint });
  }

  /** @param throws whether a refusal, or an unfit answer, ends the pull */
  async #fetch<T extends object>(
    url: string,
    read: ReadBody<T>,
    mode: FetchMode,
    throws: boolean,
  ): Promise<FetchOutcome<T>> {
    try {
      return await this.retry.run(url, async (): Promise<Attempt<FetchOutcome<T>>> => {
        const started = performance.now();
        const outcome = await this.#attempt(url, read, throws);
        if ("answer" in outcome) return { value: outcome };
        const { signature, error, isTemporary } = outcome;
        const isCut = signature === CUT;
        const wasLong = performance.now() - started > Math.min(LONG_FAILURE, this.site.timeout * 900);
        const isNew = isCut || (signature !== mode.signature && error === undefined);
        const isWorthRetrying = mode.isLong
          ? (isTemporary || isCut) && !wasLong
          : isTemporary || (mode.isLast && signature !== undefined && isNew);
        return isWorthRetrying ? { ...outcome, retry: outcome.failure } : { value: outcome };
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
    const { onEvent } = this.#pace;
    let fetched: Fetched | undefined;
    onEvent({ type: "request", url });
    try {
      fetched = await fetchAnswer(url, this.site);
    } catch (error) {
      // The retry policy decides how often a host that was never reached is tried.
      if (
        error instanceof NoAnswerError &&
        !(error instanceof UnreachableError || this.#pace.timeoutIsFinal)
      ) {
        return { failure: error.message, url, status: undefined, isTemporary: true };
      }
      const isFinal = error instanceof RefusedError || error instanceof UnfitAnswerError;
      if (throws || !isFinal) throw error;
      const failed = { failure: error.message, status: undefined, url };
      // Access that is refused now may be granted later; an unfit answer stays one.
      return error instanceof RefusedError ? { ...failed, signature: error.message, error } : failed;
    } finally {
      onEvent({ type: "response", url, bytes: fetched?.size ?? 0 });
    }
    const answer = fetched.status === 200 ? read(fetched.body) : undefined;
    return answer === undefined || "fault" in answer ? this.#failure(fetched, answer) : { answer };
  }

  #failure(fetched: Fetched, fault: Fault | undefined): RetriedFailure {
    const { status, retryAfter, date, url, body } = fetched;
    if (fault) {
      const more = fault.more ? ` (and ${fault.more} more)` : "";
      const what = isPage(body) ? messageOf(fetched) : `an invalid answer: ${fault.fault}${more}`;
      const failure = this.answered(url, `with ${what}`);
      const signature = fault.isCut ? CUT : fault.isSound ? fault.fault : undefined;
      return { failure, status, url, signature, isElsewhere: fault.isElsewhere };
    }
    const message = messageOf(fetched, this.site.apiKey);
    const failure = `${url} answered ${status}${message ? `: ${message}` : ""}`;
    const failed = { failure, status, url, isNoSuchNode: problemIn(fetched) === NO_SUCH_NODE };
    if (isApplicationFailure(status)) {
      return { ...failed, signature: `${status} ${createHash("sha256").update(body).digest("base64")}` };
    }
    return isRetried(status) ? { ...failed, isTemporary: true, retryAfter, date } : failed;
  }
}

function problemIn({ type, body }: Fetched): unknown {
  if (!type.startsWith("application/problem+json")) return undefined;
  try {
    return JSON.parse(body.toString()).type;
  } catch {
    return undefined;
  }
}

/** So many different nodes that fail in a row trigger the health probe. */
const FAILURES_IN_A_ROW = 3;

/** The circuit breaker: if several nodes fail in a row, the health probe fetches a node again that was answered before. */
class CircuitBreaker {
  readonly #fetch: (url: string) => Promise<FetchOutcome<object>>;
  /** The URL that was answered last. */
  #probe: string | undefined;
  /** The nodes that failed since then. */
  readonly #failed = new Set<string>();
  #probing: Promise<void> | undefined;

  /** @param fetch retries, and throws if access is refused */
  constructor(fetch: (url: string) => Promise<FetchOutcome<object>>) {
    this.#fetch = fetch;
  }

  succeeded(url: string): void {
    this.#probe = url;
    this.#failed.clear();
  }

  /**
   * Counts a failure. While the probe runs, nodes that fail wait for it.
   * @throws RefusedError, RemoteError if the probe fails too, or if all were refused and none was answered
   */
  async failed(node: string, failure: Failure): Promise<void> {
    this.#failed.add(node);
    if (this.#failed.size < FAILURES_IN_A_ROW) return;
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
    this.#failed.clear();
  }
}

/** Retries requests with exponential backoff and jitter; honours Retry-After, and decides when a site is down. */
import { RemoteError } from "../errors.ts";
import { NoAnswerError, readRetryAfter, SilenceError, UnreachableError } from "./http-client.ts";
import { type Pace, type PaceOptions, paceOf } from "./options.ts";

/** The result of one request: a value, or the reason to repeat it. */
export type Attempt<T> = { value: T } | Retry<T>;

type Retry<T> = {
  retry: string;
  /** Returned if no attempt is left. Default: that is an error. */
  last?: T;
  /** The header Retry-After (RFC 9110, 10.2.3). */
  retryAfter?: string;
  /** The response's own `Date`, for a Retry-After that is a date. */
  date?: string;
};

/** One request failed with all retries; others may succeed. */
export class RetriesExhaustedError extends RemoteError {}

/** All times in milliseconds. The backoff doubles from the first to the longest; jitter shortens it to the least. */
const FIRST_BACKOFF = 500;
const LONGEST_BACKOFF = 30_000;
const LEAST_BACKOFF = 250;
/** A site without a success for this long is down. */
const DEADLINE = 60_000;
/** The longest Retry-After that is honoured, and the deadline with one. */
const LONGEST_RETRY_AFTER = 15 * 60_000;

const RETRIED = new Set([408, 425, 429]);
/** The statuses of an application that fails at one request. */
const APPLICATION_FAILED = new Set([500, 501]);

/** Whether a retry may bring a response of another status. */
export function isRetried(status: number): boolean {
  return RETRIED.has(status) || status >= 500;
}

/** Whether a status says that the application has failed, which a retry seldom changes. */
export function isApplicationFailure(status: number): boolean {
  return APPLICATION_FAILED.has(status);
}

/** The policy for all requests to one site: they share the deadline and the pauses that the site requests. */
export class RetryPolicy {
  readonly #pace: Pace;
  #lastSuccess: number;
  /** The Retry-After that moves the deadline, the first since the last success: when it came, and its end. */
  #retryAfterSince: number | undefined;
  #retryAfterUntil = 0;
  /** Before this moment no request is sent: a Retry-After applies to all requests. */
  #pausedUntil = 0;
  #nextStart = 0;
  /** Whether the host has accepted a connection. */
  #isReached = false;

  constructor(options: PaceOptions) {
    this.#pace = paceOf(options);
    this.#lastSuccess = this.#pace.clock.now();
  }

  /**
   * Makes an attempt, and retries it with exponential backoff and jitter; honours Retry-After (RFC 9110, 10.2.3).
   * @throws RetriesExhaustedError when all attempts have failed; RemoteError if the site is down; errors of the attempt, but
   * for NoAnswerError; the signal's reason
   */
  async run<T>(url: string, attempt: () => Promise<Attempt<T>>): Promise<T> {
    for (let failures = 0; ; failures++) {
      await this.#waitForTurn();
      const startedAt = this.#pace.clock.now();
      const outcome = await this.#try(attempt, failures);
      if ("value" in outcome) {
        this.succeeded();
        return outcome.value;
      }
      if (outcome.last !== undefined && failures === this.#pace.retries) return outcome.last;
      if (this.#pace.clock.now() >= this.#deadline) throw this.#siteIsDown(outcome.retry);
      const pause = this.#pauseFor(failures, outcome, startedAt);
      if (failures === this.#pace.retries) throw new RetriesExhaustedError(outcome.retry);
      this.#pace.onEvent({ type: "retry", url, reason: outcome.retry, seconds: pause / 1000 });
      await this.#sleep(pause);
    }
  }

  /** Moves the deadline: the site answers, even if the attempt is still running, or what failed is optional. */
  succeeded(): void {
    this.#lastSuccess = this.#pace.clock.now();
    this.#retryAfterSince = undefined;
  }

  /** Waits a moment, so that the next request finds the site in another state. */
  pause(): Promise<void> {
    return this.#sleep(FIRST_BACKOFF);
  }

  /** The same for all requests. */
  get #deadline(): number {
    const moved = Math.max(this.#lastSuccess, this.#retryAfterUntil) + DEADLINE;
    return Math.min(moved, this.#lastSuccess + LONGEST_RETRY_AFTER);
  }

  async #waitForTurn(): Promise<void> {
    this.#pace.signal.throwIfAborted();
    const now = this.#pace.clock.now();
    const start = Math.max(now, this.#nextStart);
    this.#nextStart = start + this.#pace.delay;
    // Another response may bring a longer Retry-After meanwhile.
    for (let until = Math.max(start, this.#pausedUntil); ; until = this.#pausedUntil) {
      const wait = until - this.#pace.clock.now();
      if (wait <= 0) return;
      await this.#sleep(wait);
    }
  }

  /** @param failures of earlier attempts */
  async #try<T>(attempt: () => Promise<Attempt<T>>, failures: number): Promise<Attempt<T>> {
    try {
      const outcome = await attempt();
      this.#isReached = true;
      return outcome;
    } catch (error) {
      this.#pace.signal.throwIfAborted();
      const isUnreachable = error instanceof UnreachableError;
      if (!isUnreachable) this.#isReached = true;
      // A host that was never reached is more likely misspelled than down.
      const isFinal =
        (error instanceof SilenceError && this.#pace.timeoutIsFinal) ||
        (isUnreachable && !this.#isReached && failures > 0);
      if (error instanceof NoAnswerError && !isFinal) return { retry: error.message };
      throw error;
    }
  }

  /** @returns the pause in milliseconds: the backoff or the Retry-After, whichever is longer */
  #pauseFor(failures: number, { retry, retryAfter, date }: Retry<unknown>, startedAt: number): number {
    const now = this.#pace.clock.now();
    const longest = Math.min(FIRST_BACKOFF * 2 ** failures, LONGEST_BACKOFF);
    const backoff = Math.max(longest * this.#pace.clock.random(), LEAST_BACKOFF);
    const requested = retryAfter === undefined ? 0 : (readRetryAfter(retryAfter, date) ?? 0);
    const left = () => Math.max(this.#deadline - now, 0);
    if (requested <= backoff) return Math.min(backoff, left());
    const pause = Math.min(requested, LONGEST_RETRY_AFTER);
    // Requests that were in flight when the first Retry-After came may get a longer one.
    if (this.#retryAfterSince === undefined || startedAt <= this.#retryAfterSince) {
      this.#retryAfterSince ??= now;
      this.#retryAfterUntil = Math.max(this.#retryAfterUntil, now + pause);
    } else if (now + pause > this.#deadline) {
      throw this.#siteIsDown(`${retry}, and requests another pause of ${Math.ceil(requested / 1000)} s`);
    }
    const granted = Math.min(pause, left());
    this.#pausedUntil = Math.max(this.#pausedUntil, now + granted);
    return granted;
  }

  async #sleep(milliseconds: number): Promise<void> {
    const { signal, clock } = this.#pace;
    try {
      await clock.sleep(milliseconds, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }

  #siteIsDown(reason: string): RemoteError {
    const seconds = Math.round((this.#pace.clock.now() - this.#lastSuccess) / 1000);
    return new RemoteError(`gave up after ${seconds} s without a success: ${reason}`);
  }
}

/** Asks again where that may help: with growing pauses, as the server wishes, and not for ever. */
import { setTimeout as sleep } from "node:timers/promises";
import { RemoteError } from "../errors.ts";
import type { OnPullEvent } from "../pull-events.ts";
import { NoAnswerError } from "../sources/exchange.ts";

/** Time and chance, for tests to replace. */
export type Clock = {
  /** Milliseconds since some moment. */
  now: () => number;
  /** Resolves after so many milliseconds, or rejects when the signal is aborted. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to below 1. */
  random: () => number;
};

export type PatienceOptions = {
  /** How often one thing is asked for again. */
  retries: number;
  /** Least time between the starts of two requests, in milliseconds. */
  delay: number;
  /** Aborted when the pull is to stop; its reason is what is then thrown. */
  signal: AbortSignal;
  onEvent: OnPullEvent;
  /** Default: the real ones. */
  clock?: Clock;
};

/** What one request has led to: a value, or a reason to ask again. */
export type Attempt<T> =
  | { value: T }
  | {
      again: string;
      /** The server's wish, as its header has it (RFC 9110, 10.2.3). */
      retryAfter?: string;
    };

/** One thing could not be had however often it was asked for; others may be. */
export class ExhaustedError extends RemoteError {}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** Without one success for this long, the site counts as gone. */
const LONGEST_DROUGHT = 60_000;
/** The longest pause that a server's wish is waited for. */
const LONGEST_WISH = 15 * 60_000;

const RETRIED = new Set([408, 425, 429]);

/** Whether an answer of this status may be another one the next time. */
export function isRetried(status: number): boolean {
  return RETRIED.has(status) || status >= 500;
}

const REAL_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
  random: Math.random,
};

export class Patience {
  readonly #options: PatienceOptions;
  readonly #clock: Clock;
  /** When the site is given up unless something succeeds. */
  #deadline: number;
  /** Before this moment no request is sent: a server that wants a pause wants it of all. */
  #pausedUntil = 0;
  #nextStart = 0;

  constructor(options: PatienceOptions) {
    this.#options = options;
    this.#clock = options.clock ?? REAL_CLOCK;
    this.#deadline = this.#clock.now() + LONGEST_DROUGHT;
  }

  /**
   * Makes an attempt, and more as long as they may help.
   * @throws ExhaustedError when all have failed; RemoteError when the site is given up; what the attempt throws, but for
   * NoAnswerError; the signal's reason
   */
  async persist<T>(url: string, attempt: () => Promise<Attempt<T>>): Promise<T> {
    for (let failures = 0; ; failures++) {
      const wait = this.#untilTurn();
      if (wait > 0) await this.#rest(wait);
      const outcome = await this.#try(attempt);
      if ("value" in outcome) {
        this.#deadline = Math.max(this.#deadline, this.#clock.now() + LONGEST_DROUGHT);
        return outcome.value;
      }
      if (this.#clock.now() >= this.#deadline) throw this.#gaveUp(outcome.again);
      const pause = this.#pause(failures, outcome.retryAfter, outcome.again);
      if (failures === this.#options.retries) throw new ExhaustedError(outcome.again);
      this.#options.onEvent({ type: "retry", url, reason: outcome.again, seconds: pause / 1000 });
      await this.#sleep(pause);
    }
  }

  async #try<T>(attempt: () => Promise<Attempt<T>>): Promise<Attempt<T>> {
    try {
      return await attempt();
    } catch (error) {
      this.#options.signal.throwIfAborted();
      if (error instanceof NoAnswerError) return { again: error.message };
      throw error;
    }
  }

  /** How long the next request has to wait for those before it, in milliseconds. */
  #untilTurn(): number {
    this.#options.signal.throwIfAborted();
    const now = this.#clock.now();
    const start = Math.max(now, this.#nextStart);
    this.#nextStart = start + this.#options.delay;
    return Math.max(start, this.#pausedUntil) - now;
  }

  /** Waits so long, and longer where the server has asked for a pause meanwhile. */
  async #rest(milliseconds: number): Promise<void> {
    for (let wait = milliseconds; wait > 0; wait = this.#pausedUntil - this.#clock.now()) {
      await this.#sleep(wait);
    }
  }

  /** How long to wait, in milliseconds: up to twice as long each time, or as the server wishes. */
  #pause(failures: number, retryAfter: string | undefined, reason: string): number {
    const now = this.#clock.now();
    const wish = retryAfter === undefined ? undefined : readRetryAfter(retryAfter);
    if (wish === undefined) {
      const longest = Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE);
      return Math.min(longest * this.#clock.random(), Math.max(this.#deadline - now, 0));
    }
    if (wish > LONGEST_WISH) {
      throw new RemoteError(`${reason}, and asks to come back in ${Math.ceil(wish / 60_000)} minutes`);
    }
    this.#pausedUntil = Math.max(this.#pausedUntil, now + wish);
    this.#deadline = Math.max(this.#deadline, now + wish + LONGEST_DROUGHT);
    return wish;
  }

  async #sleep(milliseconds: number): Promise<void> {
    const { signal } = this.#options;
    try {
      await this.#clock.sleep(milliseconds, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }

  #gaveUp(reason: string): RemoteError {
    return new RemoteError(`gave up after ${LONGEST_DROUGHT / 1000} s without one success: ${reason}`);
  }
}

/** Reads a `Retry-After`, seconds or a date, as milliseconds from now; `undefined` where it is neither. */
export function readRetryAfter(text: string): number | undefined {
  if (/^[0-9]+$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(date - Date.now(), 0);
}

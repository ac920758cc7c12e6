/** Asks again where that may help: with growing pauses, as the server wishes, and not for ever. */
import { setTimeout as sleep } from "node:timers/promises";
import { RemoteError } from "../errors.ts";
import { NoAnswerError, readRetryAfter } from "../sources/http-client.ts";
import type { OnPullEvent } from "./pull-events.ts";

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
export type Attempt<T> = { value: T } | Refused;

type Refused = {
  again: string;
  /** The server's wish, as its header has it (RFC 9110, 10.2.3). */
  retryAfter?: string;
  /** The answer's own `Date`, which a wish that is a date is read against. */
  date?: string;
};

/** One thing could not be had however often it was asked for; others may be. */
export class ExhaustedError extends RemoteError {}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** No pause is shorter, whatever chance or the server says. */
const LEAST_PAUSE = 250;
/** Without one success for this long, the site counts as down. */
const DEADLINE = 60_000;
/** The same if the site asks for a pause, however long the pause is. */
const LONGEST_DEADLINE = 15 * 60_000;
/** One longer wish may be that of one thing; so many without a success between them are the site's. */
const LONG_WISHES_OF_A_SITE = 3;

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
  /** When something succeeded last, or the pull began. */
  #lastSuccess: number;
  /** The end of the pause that moves the deadline: the first that the site asked for since the last success. */
  #grantedUntil = 0;
  /** When the site asked for that pause. */
  #grantedAt: number | undefined;
  /** Before this moment no request is sent: a server that wants a pause wants it of all. */
  #pausedUntil = 0;
  #nextStart = 0;
  /** How many wishes were too long since the last success. */
  #longWishes = 0;

  constructor(options: PatienceOptions) {
    this.#options = options;
    this.#clock = options.clock ?? REAL_CLOCK;
    this.#lastSuccess = this.#clock.now();
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
      const askedAt = this.#clock.now();
      const outcome = await this.#try(attempt);
      if ("value" in outcome) {
        this.succeeded();
        return outcome.value;
      }
      if (this.#clock.now() >= this.#deadline) throw this.#gaveUp(outcome.again);
      const pause = this.#pause(failures, outcome, askedAt);
      if (failures === this.#options.retries) throw new ExhaustedError(outcome.again);
      this.#options.onEvent({ type: "retry", url, reason: outcome.again, seconds: pause / 1000 });
      await this.#sleep(pause);
    }
  }

  /** Tells that the site does answer, where that shows before an attempt has ended. */
  succeeded(): void {
    this.#lastSuccess = this.#clock.now();
    this.#grantedAt = undefined;
    this.#longWishes = 0;
  }

  /** When the site is given up unless something succeeds: one moment for all requests, however many wait. */
  get #deadline(): number {
    const moved = Math.max(this.#lastSuccess, this.#grantedUntil) + DEADLINE;
    return Math.min(moved, this.#lastSuccess + LONGEST_DEADLINE);
  }

  /** Waits a moment, so that what is asked next finds the site otherwise than it was. */
  pause(): Promise<void> {
    return this.#sleep(FIRST_PAUSE);
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

  /**
   * How long to wait, in milliseconds: up to twice as long each time, and at least as long as the server wishes.
   * @param askedAt when the request was sent
   */
  #pause(failures: number, { again, retryAfter, date }: Refused, askedAt: number): number {
    const now = this.#clock.now();
    const longest = Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE);
    const pause = Math.max(longest * this.#clock.random(), LEAST_PAUSE);
    const wish = retryAfter === undefined ? undefined : readRetryAfter(retryAfter, date);
    if (wish === undefined || wish <= pause) return Math.min(pause, Math.max(this.#deadline - now, 0));
    if (wish > LONGEST_DEADLINE) throw this.#tooLong(again, wish);
    // Requests that were under way when the site asked for the first pause may be asked for a longer one.
    if (this.#grantedAt === undefined || askedAt <= this.#grantedAt) {
      this.#grantedAt ??= now;
      this.#grantedUntil = Math.max(this.#grantedUntil, now + wish);
    } else if (now + wish > this.#deadline) {
      throw this.#gaveUp(`${again}, and asks for another pause of ${Math.ceil(wish / 1000)} s`);
    }
    const granted = Math.min(wish, Math.max(this.#deadline - now, 0));
    this.#pausedUntil = Math.max(this.#pausedUntil, now + granted);
    return granted;
  }

  #tooLong(reason: string, wish: number): RemoteError {
    const message = `${reason}, and asks to come back in ${Math.ceil(wish / 60_000)} minutes`;
    this.#longWishes++;
    return this.#longWishes < LONG_WISHES_OF_A_SITE ? new ExhaustedError(message) : new RemoteError(message);
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
    const seconds = Math.round((this.#clock.now() - this.#lastSuccess) / 1000);
    return new RemoteError(`gave up after ${seconds} s without one success: ${reason}`);
  }
}

/** The worker pool: works through a queue, a few items at a time, and fetches failed items again when all others are done. */
import type { RefusedError } from "../errors.ts";
import type { Pace } from "./options.ts";

/** Why a request brought no answer. */
export type Failure = {
  failure: string;
  url: string;
  status: number | undefined;
  /** Tells this failure from others; absent if a retry is of no use. */
  signature?: string;
  /** The error, if access was refused. */
  error?: RefusedError;
  /** Whether the response was a web page, or another program's: the API is elsewhere. */
  isElsewhere?: boolean;
  /** Whether the site said that there is no such node, in this program's words. */
  isNoSuchNode?: boolean;
};

/** The result of a request: an answer that was read, or a failure. */
export type FetchOutcome<T> = { answer: T } | Failure;

/** Which failures are retried at once. Temporary ones (silence, 429, 502, 503, 504, ...) always are. */
export type FetchMode = {
  /** Whether application failures are retried here, with backoff. */
  isLast: boolean;
  /** The signature of the failure before: the same failure once more is final. */
  signature?: string;
  /** Whether the answer is a long one: failures after a long time, and application failures, are then final. */
  isLong?: boolean;
};

/** How often an item is fetched at most if the site's application fails. */
const MOST_TRIES = 3;

export type Work<T, A> = {
  /** Gives the next item, or `undefined` if there is none now; `settle` may add more. */
  take: () => T | undefined;
  fetch: (item: T, mode: FetchMode) => Promise<FetchOutcome<A>>;
  /** Takes the final outcome of an item. */
  settle: (item: T, outcome: FetchOutcome<A>) => void;
  /** Waits a moment before failed items are fetched for the last time. */
  pause: () => Promise<void>;
};

type Turn<T> = { item: T; tries: number; signature?: string };

/**
 * Fetches items until all are settled.
 * @throws errors of `fetch`
 */
export async function fetchAll<T, A>(
  { take, fetch, settle, pause }: Work<T, A>,
  { concurrency, retries, onEvent, abort }: Pace,
): Promise<void> {
  const lastTry = Math.min(retries + 1, MOST_TRIES);
  let failed: Turn<T>[] = [];
  do {
    const again = failed.reverse();
    failed = [];
    if (again.some(({ tries }) => tries > 1 && tries === lastTry)) await pause();
    const next = (): Turn<T> | undefined => {
      const item = take();
      return item === undefined ? again.pop() : { item, tries: 1 };
    };
    const work = async ({ item, tries, signature }: Turn<T>) => {
      const isLast = tries >= lastTry;
      const outcome = await fetch(item, { isLast, signature });
      if (isLast || "answer" in outcome || outcome.signature === undefined) return settle(item, outcome);
      failed.push({ item, tries: tries + 1, signature: outcome.signature });
      onEvent({ type: "retry", url: outcome.url, reason: outcome.failure, seconds: 0 });
    };
    await runPool(concurrency, next, work, abort);
  } while (failed.length > 0);
}

/** Works through a list. @param onFailure as of `runPool`. Default: nothing happens. @throws as `runPool` */
export function runAll<T>(
  count: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
  onFailure = () => {},
): Promise<void> {
  let next = 0;
  return runPool(count, () => items[next++], work, onFailure);
}

/**
 * Works through a queue that may grow meanwhile.
 * @param count how many items are in work at a time
 * @param take gives the next item, or `undefined` if there is none now
 * @param work may add to the queue
 * @param onFailure called when `work` throws first
 * @throws the first error of `work`, after all workers have ended; no item is taken after that
 */
export async function runPool<T>(
  count: number,
  take: () => T | undefined,
  work: (item: T) => Promise<void>,
  onFailure: () => void,
): Promise<void> {
  const failures: unknown[] = [];
  let working = 0;
  await new Promise<void>((resolve) => {
    const fill = () => {
      while (failures.length === 0 && working < count) {
        const item = take();
        if (item === undefined) break;
        working++;
        work(item)
          .catch((error: unknown) => {
            if (failures.push(error) === 1) onFailure();
          })
          .finally(() => {
            working--;
            fill();
          });
      }
      if (working === 0) resolve();
    };
    fill();
  });
  if (failures.length > 0) throw failures[0];
}

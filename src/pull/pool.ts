/** The worker pool: works through a queue, a few items at a time, and repeats what the site has failed when all else is done. */
import type { FetchMode, Outcome } from "./client.ts";
import type { Pace } from "./options.ts";

/** How often at most something is fetched that the site's application fails. */
const MOST_TRIES = 3;

type Work<T, A> = {
  /** Gives the next item, or `undefined` if there is none for now; `settle` may bring more. */
  take: () => T | undefined;
  fetch: (item: T, mode: FetchMode) => Promise<Outcome<A>>;
  /** Takes the final outcome of an item. */
  settle: (item: T, outcome: Outcome<A>) => void;
  /** Waits a moment before failed items are fetched for the last time. */
  pause: () => Promise<void>;
};

type Turn<T> = { item: T; tries: number; mark?: string };

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
    const work = async ({ item, tries, mark }: Turn<T>) => {
      const isLast = tries >= lastTry;
      const outcome = await fetch(item, { isLast, mark });
      if (isLast || "answer" in outcome || outcome.mark === undefined) return settle(item, outcome);
      failed.push({ item, tries: tries + 1, mark: outcome.mark });
      onEvent({ type: "retry", url: outcome.url, reason: outcome.failure, seconds: 0 });
    };
    await runPool(concurrency, next, work, abort);
  } while (failed.length > 0);
}

/**
 * Works through a queue that may grow meanwhile.
 * @param count how many items are worked on at a time
 * @param take gives the next item, or `undefined` if there is none for now
 * @param work may add to the queue
 * @param onFailure called when `work` throws first
 * @throws the first error of `work`, once all workers have ended; no item is taken after that
 */
export async function runPool<T>(
  count: number,
  take: () => T | undefined,
  work: (item: T) => Promise<void>,
  onFailure: () => void,
): Promise<void> {
  let failure: { error: unknown } | undefined;
  let working = 0;
  await new Promise<void>((resolve) => {
    const fill = () => {
      while (failure === undefined && working < count) {
        const item = take();
        if (item === undefined) break;
        working++;
        work(item).then(next, (error: unknown) => {
          if (failure === undefined) {
            failure = { error };
            onFailure();
          }
          next();
        });
      }
      if (working === 0) resolve();
    };
    const next = () => {
      working--;
      fill();
    };
    fill();
  });
  if (failure !== undefined) throw (failure as { error: unknown }).error;
}

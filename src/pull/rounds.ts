/** Works through a queue, a few items at a time, and comes back to what the site has failed when all else is done. */
import type { Asked, Manner } from "./asking.ts";
import type { OnPullEvent } from "./pull-events.ts";

/** How often at most something is asked for that the site's application fails. */
const MOST_TRIES = 3;

/** How many questions a site is asked at a time, and how often, and who is told. */
export type Pace = {
  /** How many questions are under way at a time. */
  concurrency: number;
  /** How often one thing is asked for again. */
  retries: number;
  onEvent: OnPullEvent;
  /** Called when a question has ended the pull, so that others need not be waited for. */
  onFailure: () => void;
};

type RoundsOptions<T, A> = Pace & {
  /** Gives the next item, or `undefined` where there is none for now; `settle` may bring more. */
  take: () => T | undefined;
  ask: (item: T, manner: Manner) => Promise<Asked<A>>;
  /** Takes what has come of an item in the end. */
  settle: (item: T, asked: Asked<A>) => void;
  /** Waits a moment, before what has failed is asked for the last time. */
  pause: () => Promise<void>;
};

type Turn<T> = { item: T; tries: number; mark?: string };

/**
 * @returns when all items are settled
 * @throws what `ask` throws
 */
export async function runRounds<T, A>(options: RoundsOptions<T, A>): Promise<void> {
  const { concurrency, retries, take, ask, settle, pause, onEvent, onFailure } = options;
  const lastTry = Math.min(retries + 1, MOST_TRIES);
  let waiting: Turn<T>[] = [];
  do {
    const ripe = waiting.reverse();
    waiting = [];
    if (ripe.some(({ tries }) => tries > 1 && tries === lastTry)) await pause();
    const next = (): Turn<T> | undefined => {
      const item = take();
      return item === undefined ? ripe.pop() : { item, tries: 1 };
    };
    const work = async ({ item, tries, mark }: Turn<T>) => {
      const isLast = tries >= lastTry;
      const asked = await ask(item, { isLast, mark });
      if (!isLast && "refusal" in asked && asked.mark !== undefined) {
        waiting.push({ item, tries: tries + 1, mark: asked.mark });
        onEvent({ type: "retry", url: asked.url, reason: asked.refusal, seconds: 0 });
      } else settle(item, asked);
    };
    await runWorkers(concurrency, next, work, onFailure);
  } while (waiting.length > 0);
}

/**
 * Works through a queue that grows as it is worked through.
 * @param count how many items are worked on at a time
 * @param take gives the next item, or `undefined` where there is none for now
 * @param work may add to the queue
 * @param onFailure called when `work` throws first, to stop what else is being worked on
 * @returns when the queue is empty and nothing is being worked on
 * @throws what `work` throws first, when all that runs has ended; no item is taken after that
 */
export async function runWorkers<T>(
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

/** So many that were handed out are let go at once: each for itself would take quadratic time. */
const LET_GO = 10_000;

export class Queue<T> {
  #items: T[] = [];
  #next = 0;
  readonly #isOfUse: (item: T) => boolean;

  /**
   * @param isOfUse asked of an item when its turn has come: whether it is still to be handed out. Default: all are
   * @param items those among them that are of use are lined up
   */
  constructor(isOfUse: (item: T) => boolean = () => true, items: Iterable<T> = []) {
    this.#isOfUse = isOfUse;
    for (const item of items) if (isOfUse(item)) this.push(item);
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** @returns the first that is left, or `undefined` where none is for now */
  take(): T | undefined {
    let item = this.#take();
    while (item !== undefined && !this.#isOfUse(item)) item = this.#take();
    return item;
  }

  #take(): T | undefined {
    const item = this.#items[this.#next];
    if (item === undefined) return undefined;
    this.#next++;
    if (this.#next > LET_GO && this.#next * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#next);
      this.#next = 0;
    }
    return item;
  }
}

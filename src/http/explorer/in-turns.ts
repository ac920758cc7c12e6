/** Does long work step by step, and lets others have their turn in between. */
import { setImmediate as letOthers } from "node:timers/promises";

/** How long others wait at most, in milliseconds, unless one step takes longer. */
const SLICE_MILLISECONDS = 15;

/**
 * @param signal aborted where nobody waits for the work any more: it is then left where it is
 * @returns what the work comes to; `undefined` where it was left
 */
export async function inTurns<T>(steps: Iterator<void, T>, signal: AbortSignal): Promise<T | undefined>;
export async function inTurns<T>(steps: Iterator<void, T>): Promise<T>;
export async function inTurns<T>(steps: Iterator<void, T>, signal?: AbortSignal): Promise<T | undefined> {
  let until = performance.now() + SLICE_MILLISECONDS;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < until) continue;
    await letOthers();
    if (signal?.aborted) return undefined;
    until = performance.now() + SLICE_MILLISECONDS;
  }
}

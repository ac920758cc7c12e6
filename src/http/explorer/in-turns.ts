/** Runs long work step by step, so that other requests are answered in between. */
import { setImmediate as letOthers } from "node:timers/promises";

/** How long a slice of work takes, in milliseconds, unless one step takes longer. */
const SLICE_MILLISECONDS = 15;

/**
 * @param signal aborted if nobody waits for the result any more: the work then ends
 * @returns the result of the work; `undefined` if it was aborted
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

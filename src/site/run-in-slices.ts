/** Runs long work in slices, so that other requests are answered in between. */
import { setImmediate as yieldToOthers } from "node:timers/promises";

/** The duration of a slice, in milliseconds, unless one step takes longer. */
const SLICE_MILLISECONDS = 15;

/**
 * @param steps each `next` must be short
 * @param signal aborted if nobody waits for the result: the work then ends
 * @returns the result of the work; `undefined` if it was aborted
 */
export async function runInSlices<T>(steps: Iterator<void, T>, signal: AbortSignal): Promise<T | undefined>;
export async function runInSlices<T>(steps: Iterator<void, T>): Promise<T>;
export async function runInSlices<T>(steps: Iterator<void, T>, signal?: AbortSignal): Promise<T | undefined> {
  let until = performance.now() + SLICE_MILLISECONDS;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < until) continue;
    await yieldToOthers();
    if (signal?.aborted) return undefined;
    until = performance.now() + SLICE_MILLISECONDS;
  }
}

/** Runs long work in steps: in slices, so that other requests are answered in between, or without a break. */
import { setImmediate as yieldToOthers } from "node:timers/promises";

/** The duration of a slice, in milliseconds, unless one step takes longer. */
const SLICE_MILLISECONDS = 15;

/** Waits between two slices. @throws to end the work */
export type Pause = () => Promise<unknown>;

/**
 * @param steps each `next` must be short
 * @param signal aborted if nobody waits for the result: the work then ends
 * @param pause Default: until other requests had their turn
 * @returns the result of the work; `undefined` if it was aborted
 */
export async function runInSlices<T>(steps: Iterator<void, T>, signal: AbortSignal): Promise<T | undefined>;
export async function runInSlices<T>(steps: Iterator<void, T>, signal?: undefined, pause?: Pause): Promise<T>;
export async function runInSlices<T>(
  steps: Iterator<void, T>,
  signal?: AbortSignal,
  pause: Pause = yieldToOthers,
): Promise<T | undefined> {
  let until = performance.now() + SLICE_MILLISECONDS;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < until) continue;
    await pause();
    if (signal?.aborted) return undefined;
    until = performance.now() + SLICE_MILLISECONDS;
  }
}

/** Runs a generator of steps without a break. */
export function runSteps<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

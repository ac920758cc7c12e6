/** Time and chance, for tests to replace. */
import { setTimeout as sleep } from "node:timers/promises";

/** Tells the time, waits, and draws random numbers. */
export type Clock = {
  /** Milliseconds since some moment. */
  now: () => number;
  /** Resolves after so many milliseconds, or rejects when the signal is aborted. */
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to below 1. */
  random: () => number;
};

export const REAL_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
  random: Math.random,
};

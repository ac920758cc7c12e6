/** Slowness and failures on purpose, so that a client's patience can be tried: the same seed gives the same ones. */
import { setTimeout as delay } from "node:timers/promises";
import type { Problem } from "./problem.ts";

export type DisturbanceOptions = {
  /** How long answers wait, in milliseconds. Default: not at all. */
  latency?: { from: number; to: number };
  /** Which share of the requests fails, in percent, and with which status. Default: none. */
  failure?: { status: number; percent: number };
  /** A 32-bit number. */
  seed: number;
};

/** Called for each request: waits, and gives the problem that the request is to run into, if any. */
export type Disturb = () => Promise<Problem | undefined>;

/** @returns `undefined` where nothing is to be disturbed */
export function disturbance({ latency, failure, seed }: DisturbanceOptions): Disturb | undefined {
  if (!latency && !failure) return undefined;
  // Two sequences, so that the same requests fail with and without latency.
  const waits = randomNumbers(seed);
  const fates = randomNumbers(seed);
  return async () => {
    const fails = failure !== undefined && fates() * 100 < failure.percent;
    if (latency) {
      const milliseconds = latency.from + waits() * (latency.to - latency.from);
      // The connection keeps the process alive as long as anyone waits.
      await delay(milliseconds, undefined, { ref: false });
    }
    if (!fails) return undefined;
    return {
      name: "failed-on-purpose",
      status: failure.status,
      detail: `This server was told to let ${failure.percent} % of the requests fail with ${failure.status} (--fail): try again.`,
    };
  };
}

/** Numbers from 0 up to 1, by mulberry32: small, and the same everywhere. */
function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

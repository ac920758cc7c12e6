/** Virtual time for tests, which advances only while everything sleeps. */
import { subscribe } from "node:diagnostics_channel";
import type { Clock } from "../../src/clock.ts";

/** The number of requests of this process without a complete response. */
let inFlight = 0;
subscribe("undici:request:create", () => inFlight++);
for (const end of ["trailers", "error"]) subscribe(`undici:request:${end}`, () => inFlight--);

/** The most turns of the event loop, of a millisecond each, that a request in flight stops the clock: a site may never respond. */
const LONGEST_WAIT = 500;

/** A clock whose sleeps end in order, each at its virtual time, without real waiting. */
export function virtualClock(): Clock {
  let now = 0;
  let waited = 0;
  let sleepers: { until: number; wake: () => void }[] = [];
  let isWaking = false;
  const wakeSoon = () => {
    isWaking = true;
    waited = 0;
    setTimeout(wakeNext, 1);
  };
  const wakeNext = () => {
    if (inFlight > 0 && waited++ < LONGEST_WAIT) {
      setTimeout(wakeNext, 1);
      return;
    }
    sleepers.sort((a, b) => a.until - b.until);
    const next = sleepers.shift();
    isWaking = false;
    if (!next) return;
    now = Math.max(now, next.until);
    next.wake();
    wakeSoon();
  };
  return {
    now: () => now,
    random: Math.random,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (!isWaking) wakeSoon();
        const sleeper = { until: now + milliseconds, wake: resolve };
        sleepers.push(sleeper);
        const onAbort = () => {
          sleepers = sleepers.filter((each) => each !== sleeper);
          reject(signal?.reason);
        };
        if (signal?.aborted) onAbort();
        else signal?.addEventListener("abort", onAbort, { once: true });
      }),
  };
}

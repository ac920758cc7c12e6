/** Time for tests, which passes only while all sleep. */
import { subscribe } from "node:diagnostics_channel";
import type { Clock } from "../../src/sources/retry.ts";

/** How many requests of this process have no whole response yet. */
let underWay = 0;
subscribe("undici:request:create", () => underWay++);
for (const end of ["trailers", "error"]) subscribe(`undici:request:${end}`, () => underWay--);

/** For how long a request that is under way keeps the sleepers asleep, in milliseconds: a site may never answer it. */
const LONGEST_WAIT = 500;

/** A clock on which sleeps end one after the other, each at its moment, without waiting for it. */
export function virtualClock(): Clock {
  let now = 0;
  let waitsSince = 0;
  let sleepers: { until: number; wake: () => void }[] = [];
  let isWaking = false;
  const wakeSoon = () => {
    isWaking = true;
    waitsSince = Date.now();
    setTimeout(wakeNext, 1);
  };
  const wakeNext = () => {
    if (underWay > 0 && Date.now() - waitsSince < LONGEST_WAIT) {
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

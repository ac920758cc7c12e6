/** Time for tests, which passes only while somebody sleeps. */
import type { Clock } from "../../src/sources/retry.ts";

/** A clock on which sleeps end one after the other, each at its moment, without waiting for it. */
export function virtualClock(): Clock {
  let now = 0;
  let sleepers: { until: number; wake: () => void }[] = [];
  let isWaking = false;
  /** Most requests on the way are answered before the next sleep ends. */
  const wakeSoon = () => {
    isWaking = true;
    setTimeout(wakeNext, 1);
  };
  const wakeNext = () => {
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

/** Long work of the explorer does not block other requests. */
import { expect, it } from "vitest";
import { runInSlices } from "../../src/site/run-in-slices.ts";

/** Works for some milliseconds, one per step. */
function* work(milliseconds: number): Generator<void, string, void> {
  for (let step = 0; step < milliseconds; step++) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    yield;
  }
  return "done";
}

/** Counts the callbacks of other work until it is stopped. */
function others(): { turns: () => number; stop: () => void } {
  let count = 0;
  let isStopped = false;
  const turn = () => {
    count++;
    if (!isStopped) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    turns: () => count,
    stop: () => {
      isStopped = true;
    },
  };
}

it("runInSlices: returns the result, and other callbacks run in between", async () => {
  const { turns, stop } = others();
  expect(await runInSlices(work(150))).toBe("done");
  stop();
  expect(turns()).toBeGreaterThan(4);
});

it("runInSlices: stops if the result is no longer needed", async () => {
  const left = new AbortController();
  let steps = 0;
  const counted = function* () {
    for (const _ of work(10_000)) {
      steps++;
      yield;
    }
    return "done";
  };
  setImmediate(() => left.abort());
  expect(await runInSlices(counted(), left.signal)).toBeUndefined();
  expect(steps).toBeLessThan(1000);
});

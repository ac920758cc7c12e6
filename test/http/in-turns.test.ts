/** Long work of the explorer lets others have their turn. */
import { expect, it } from "vitest";
import { inTurns } from "../../src/http/explorer/in-turns.ts";

/** Works for so many milliseconds, one a step. */
function* work(milliseconds: number): Generator<void, string, void> {
  for (let step = 0; step < milliseconds; step++) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    yield;
  }
  return "done";
}

/** Counts the turns that others have until it is stopped. */
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

it("inTurns: is done in the end, and others had several turns", async () => {
  const { turns, stop } = others();
  expect(await inTurns(work(150))).toBe("done");
  stop();
  expect(turns()).toBeGreaterThan(4);
});

it("inTurns: is left where nobody waits for it", async () => {
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
  expect(await inTurns(counted(), left.signal)).toBeUndefined();
  expect(steps).toBeLessThan(1000);
});

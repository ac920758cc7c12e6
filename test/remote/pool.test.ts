/** The worker pool: concurrency, and retries after all other items. */
import { describe, expect, it } from "vitest";
import { paceOf } from "../../src/remote/options.ts";
import { type FetchMode, type FetchOutcome, fetchAll, runPool } from "../../src/remote/pool.ts";
import type { PullEvent } from "../../src/remote/pull-events.ts";
import { turns } from "../support/turns.ts";

type Answers = Record<string, (string | undefined)[]>;

/** Fetches items; each fails with its signatures in order, and then succeeds. */
async function requested(items: string[], failures: Answers, { retries = 6, concurrency = 1 } = {}) {
  const waiting = [...items];
  const reported: string[] = [];
  const settled: Record<string, string> = {};
  const events: PullEvent[] = [];
  await fetchAll<string, { text: string }>(
    {
      take: () => waiting.shift(),
      fetch: async (
        item: string,
        { isLast, signature }: FetchMode,
      ): Promise<FetchOutcome<{ text: string }>> => {
        reported.push(`${item}${signature ? ` after ${signature}` : ""}${isLast ? ", at last" : ""}`);
        const [failure, ...rest] = failures[item] ?? [];
        if (failures[item] === undefined || failures[item].length === 0) return { answer: { text: item } };
        failures[item] = rest;
        return { failure: `no ${item}`, status: 500, url: `/${item}`, signature: failure };
      },
      settle: (item, outcome) => {
        settled[item] = "answer" in outcome ? "answered" : outcome.failure;
        if (item === "brings more") waiting.push("more");
      },
      pause: async () => void reported.push("a pause"),
    },
    paceOf({ concurrency, retries, onEvent: (event) => events.push(event) }),
  );
  return { reported, settled, events };
}

describe("`fetchAll`", () => {
  it("fetches a failed item after all others, and pauses before the last try", async () => {
    const { reported, settled, events } = await requested(["a", "b", "c"], { a: ["x", "y"], b: ["z"] });
    expect(reported).toEqual(["a", "b", "c", "a after x", "b after z", "a pause", "a after y, at last"]);
    expect(settled).toEqual({ a: "answered", b: "answered", c: "answered" });
    expect(events).toEqual([
      { type: "retry", url: "/a", reason: "no a", seconds: 0 },
      { type: "retry", url: "/b", reason: "no b", seconds: 0 },
      { type: "retry", url: "/a", reason: "no a", seconds: 0 },
    ]);
  });

  it("settles an item after its last failure, or a final one", async () => {
    const { reported, settled } = await requested(["a", "b"], { a: ["x", "x", "x", "x"], b: [undefined] });
    expect(reported).toEqual(["a", "b", "a after x", "a pause", "a after x, at last"]);
    expect(settled).toEqual({ a: "no a", b: "no b" });
  });

  it.each([
    [0, ["a, at last"]],
    [1, ["a", "a pause", "a after x, at last"]],
  ])("retries %d times at most with fewer retries", async (retries, expected) => {
    const { reported, settled } = await requested(["a"], { a: ["x", "x", "x"] }, { retries });
    expect(reported).toEqual(expected);
    expect(settled).toEqual({ a: "no a" });
  });

  it("also processes items that are added meanwhile", async () => {
    const { reported } = await requested(["brings more", "b"], { "brings more": ["x"] });
    expect(reported).toEqual(["brings more", "b", "brings more after x", "more"]);
  });
});

describe("`runPool`", () => {
  it("works on the given number of items at a time", async () => {
    const items = [1, 2, 3, 4, 5, 6, 7];
    let working = 0;
    let most = 0;
    await runPool(
      3,
      () => items.shift(),
      async () => {
        most = Math.max(most, ++working);
        await turns(1);
        working--;
      },
      () => {},
    );
    expect([most, working, items]).toEqual([3, 0, []]);
  });

  it("starts no item after a failure, and ends when all workers have ended", async () => {
    const items = [1, 2, 3, 4, 5];
    const ended: number[] = [];
    let failures = 0;
    const working = runPool(
      2,
      () => items.shift(),
      async (item) => {
        if (item === 1) throw new Error("the first");
        await turns(5);
        ended.push(item);
        throw new Error("a later one");
      },
      () => failures++,
    );
    await expect(working).rejects.toThrow("the first");
    expect([ended, items, failures]).toEqual([[2], [3, 4, 5], 1]);
  });

  it("ends at once for an empty queue", async () => {
    await runPool(
      2,
      () => undefined,
      async () => {},
      () => {},
    );
  });
});

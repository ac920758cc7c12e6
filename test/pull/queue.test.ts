/** A queue hands out what was pushed, in that order, also what comes while it is worked through. */
import { expect, it } from "vitest";
import { Queue } from "../../src/pull/rounds.ts";

function taken<T>(queue: Queue<T>): T[] {
  const items: T[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) items.push(item);
  return items;
}

it("hands out each item once, however many there are", () => {
  const queue = new Queue<number>();
  const expected = Array.from({ length: 50_000 }, (_, i) => i);
  const items: number[] = [];
  for (let next = 0; items.length < expected.length; ) {
    for (const end = Math.min(next + 3, expected.length); next < end; next++) queue.push(next);
    const item = queue.take();
    if (item !== undefined) items.push(item);
  }
  expect(items).toEqual(expected);
  expect(queue.take()).toBeUndefined();
  queue.push(7);
  expect(taken(queue)).toEqual([7]);
});

it("passes over what is of no use when its turn has come, and lines up only what is of use", () => {
  const states = new Map([1, 2, 3, 4].map((item) => [item, "open"]));
  const isOpen = (item: number) => states.get(item) === "open";
  states.set(1, "got");
  const queue = new Queue(isOpen, [1, 2, 3]);
  states.set(1, "open");
  queue.push(4);
  states.set(2, "got");
  expect(taken(queue)).toEqual([3, 4]);
});

/** Values that are computed once. */
import { expect, it } from "vitest";
import { once } from "../../src/site/once.ts";

it("once: computes a value on first use, and keeps it", () => {
  let count = 0;
  const value = once(() => ++count);
  expect([count, value(), value()]).toEqual([0, 1, 1]);
});

it("once: keeps undefined too", () => {
  let count = 0;
  const value = once(() => void count++);
  expect([value(), value(), count]).toEqual([undefined, undefined, 1]);
});

it("once: computes again after an error and after a rejected promise, but not while a promise is pending", async () => {
  let count = 0;
  const thrown = once(() => {
    if (++count === 1) throw new Error("first");
    return count;
  });
  expect(thrown).toThrow("first");
  expect([thrown(), thrown()]).toEqual([2, 2]);
  let asked = 0;
  const rejected = once(async () => {
    if (++asked === 1) throw new Error("first");
    return asked;
  });
  const both = [rejected(), rejected()];
  for (const each of both) await expect(each).rejects.toThrow("first");
  expect([await rejected(), await rejected()]).toEqual([2, 2]);
});

it("once: passes on what the first use gives, and ignores what later uses give", () => {
  const doubled = once((number?: number) => (number ?? 0) * 2);
  expect([doubled(2), doubled(5)]).toEqual([4, 4]);
});

/** `deriveIds`: ids derived from keys, also if many keys have the same first digits. */
import { expect, it } from "vitest";
import { deriveIds, type Identified } from "../../../src/site/tree/key.ts";

const keyed = (start: string, n: number): Identified => ({
  key: `${start}-0000-4000-8000-${n.toString(16).padStart(12, "0")}`,
  id: undefined,
  hasDerivedId: false,
});

it("deriveIds takes the next free number in order of keys, wraps around, and skips 0", () => {
  const nodes = [
    keyed("ffffffff", 2),
    keyed("7fffffff", 1),
    keyed("00000000", 1),
    keyed("00000001", 1),
    { ...keyed("12345678", 1), id: 3 },
    keyed("00000003", 1),
  ];
  deriveIds(nodes);
  expect(nodes.map(({ id }) => id)).toEqual([5, 2147483647, 1, 2, 3, 4]);
  expect(nodes.map(({ hasDerivedId }) => hasDerivedId)).toEqual([true, true, true, true, false, true]);
});

it("deriveIds is fast for 100,000 keys with equal or adjacent first digits", () => {
  const nodes = Array.from({ length: 100_000 }, (_, n) =>
    keyed((0x00c0ffee + (n % 50_000)).toString(16).padStart(8, "0").replace(/.$/, "0"), n),
  );
  deriveIds(nodes);
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(100_000);
});

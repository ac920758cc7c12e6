/** `longestIncreasing`. */
import { describe, expect, it } from "vitest";
import { longestIncreasing } from "../../../src/analysis/diff/compare-trees.ts";

describe("longestIncreasing", () => {
  it.each([
    [[], []],
    [[5], [5]],
    [
      [0, 1, 2],
      [0, 1, 2],
    ],
    [
      [1, 2, 0],
      [1, 2],
    ],
    [
      [0, 4, 1, 5, 2],
      [0, 1, 2],
    ],
  ])("%j: %j", (row, rise) => expect([...longestIncreasing(row)].toSorted()).toEqual(rise));
});

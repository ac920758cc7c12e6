/** `readLean` of long lists. */
import { expect, it } from "vitest";
import { type LeanItem, readLean } from "../../src/remote/lean-answer.ts";

it.each([",", " "])(
  "readLean reads a list of 1,000,000 entries separated by %j, and refuses a longer one",
  (separator) => {
    const list = (count: number) => Buffer.from(`{"id":1,"children":[${`0${separator}`.repeat(count)}]}`);
    expect((readLean(list(1_000_000)) as LeanItem).children).toHaveLength(1_000_000);
    expect(readLean(list(1_000_001))).toBeUndefined();
  },
);

/** `readAnswerOutline` of long lists. */
import { expect, it } from "vitest";
import { type OutlineItem, readAnswerOutline } from "../../src/remote/answer-outline.ts";

it.each([",", " "])(
  "readAnswerOutline reads a list of 1,000,000 entries separated by %j, and refuses a longer one",
  (separator) => {
    const list = (count: number) => Buffer.from(`{"id":1,"children":[${`0${separator}`.repeat(count)}]}`);
    expect((readAnswerOutline(list(1_000_000)) as OutlineItem).children).toHaveLength(1_000_000);
    expect(readAnswerOutline(list(1_000_001))).toBeUndefined();
  },
);

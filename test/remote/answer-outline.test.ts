/** `readAnswerOutline`: the ids, children and paths of an answer, without its other members. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OutlineItem, readAnswerOutline } from "../../src/remote/answer-outline.ts";

// Tests of the lists in answers show what is read.
describe("readAnswerOutline", () => {
  it.each<[string, unknown]>([
    [
      '{"id":7,"path":[{"id":1,"path":[],"children":[{"id":2}]}]}',
      { id: 7, path: [{ id: 1, children: [{ id: 2 }] }] },
    ],
    ['{"a\\\\":"}\\"{","id":7}', { id: 7 }],
    ["<html>", undefined],
    ['[{"id":1}', undefined],
    ['{"id":1,"x":"', undefined],
    ['{"id":1,"x":new Date(1),"children":[]}', undefined],
  ])("reads %s as %j", (text, expected) => {
    expect(readAnswerOutline(Buffer.from(text))).toEqual(expected);
  });

  it("ends without an error for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.string(), (bytes, text) => {
        readAnswerOutline(Buffer.from(bytes));
        readAnswerOutline(Buffer.from(`[{"id":1,${text}`));
      }),
      { numRuns: 500 },
    );
  });

  it("reads 1,000 levels, and refuses a deeper answer", () => {
    const chain = (depth: number) =>
      Buffer.from(`${'{"id":1,"key":"long enough","children":['.repeat(depth)}${"]}".repeat(depth)}`);
    let levels = 0;
    for (let at = readAnswerOutline(chain(1000)) as OutlineItem | null | undefined; at; at = at.children?.[0])
      levels++;
    expect(levels).toBe(1000);
    for (const depth of [1001, 100_000]) expect(readAnswerOutline(chain(depth))).toBeUndefined();
  });
});

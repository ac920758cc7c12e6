/** `readAnswerOutline`: the ids, children and paths of an answer, without its other members. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OutlineItem, readAnswerOutline } from "../../src/remote/answer-outline.ts";
import { anyCharacter } from "../support/any-character.ts";

const KNOWN = ["id", "children", "path"];

/** Members of any name that is not read. */
const others = fc.dictionary(
  fc.string({ unit: anyCharacter }).filter((name) => !KNOWN.includes(name)),
  fc.jsonValue({ maxDepth: 3, stringUnit: anyCharacter }),
  { maxKeys: 3 },
);
const id = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const { item } = fc.letrec<{ item: Record<string, unknown> }>((tie) => ({
  item: fc
    .tuple(others, id, fc.option(fc.array(tie("item"), { maxLength: 3 }), { nil: undefined }), others)
    .map(([before, own, children, after]) => ({
      ...before,
      id: own,
      ...(children ? { children } : {}),
      ...after,
    })),
}));

function lean({ id: own, children }: Record<string, unknown>): OutlineItem {
  const below = (children as Record<string, unknown>[] | undefined)?.map(lean);
  return { id: own as number, ...(below ? { children: below } : {}) };
}

describe("readAnswerOutline", () => {
  it("reads the ids and lists of any answer, however it is formatted", () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 3 }), fc.constantFrom(undefined, 1, "\t"), (items, indent) => {
        const body = Buffer.from(`\ufeff${JSON.stringify(items, undefined, indent)}\n`);
        expect(readAnswerOutline(body)).toEqual(items.map(lean));
        if (items.length > 0) {
          expect(readAnswerOutline(Buffer.from(JSON.stringify(items[0], undefined, indent)))).toEqual(
            lean(items[0]),
          );
        }
      }),
      { numRuns: 150 },
    );
  });

  it.each<[string, unknown]>([
    [
      '{"id":7,"path":[{"id":1,"path":[],"children":[{"id":2}]}]}',
      { id: 7, path: [{ id: 1, children: [{ id: 2 }] }] },
    ],
    ['{"id":"7","children":null}', {}],
    ['[{"id":7.5},{"id":1e3},{"id":-0}]', [null, null, { id: -0 }]],
    ['[{"id":7,"id":8,"children":[]},{"id":7,"id":8}]', [{ children: [] }, null]],
    ['[{"id":7,"children":[{"id":8}],"children":[]}]', [{ id: 7 }]],
    ['[1,"x",null,[{"id":1}],{}]', [null, null, null, null, null]],
    ['{"a\\\\":"}\\"{","id":7}', { id: 7 }],
    ["[]", []],
    ["", undefined],
    ["null", undefined],
    ["<html>", undefined],
    ["[{", undefined],
    ['[{"id":1}', undefined],
    ['{"id":1,"x":"', undefined],
    ['{"id":1,"x":[{"a":1}', undefined],
    ['{"id":1,"x":new Date(1),"children":[]}', undefined],
    ['{id:1,"children":[]}', undefined],
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

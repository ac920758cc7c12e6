/** The members of JSON as they are written, also if the text is malformed. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readObjects, TextCursor, withoutMembers } from "../../src/json/outline.ts";

describe("readObjects", () => {
  it.each<[string, { name: string; value: string }[][] | undefined]>([
    [
      '{"a": 1.50, "b": [1,{}] }',
      [
        [
          { name: '"a"', value: "1.50" },
          { name: '"b"', value: "[1,{}]" },
        ],
      ],
    ],
    ['[ {"a":1} , {} ]', [[{ name: '"a"', value: "1" }], []]],
    ["[]", []],
    [
      '{"a":1,"a":2}',
      [
        [
          { name: '"a"', value: "1" },
          { name: '"a"', value: "2" },
        ],
      ],
    ],
    ["[1]", undefined],
    ['[{"a":1},null]', undefined],
    ['"text"', undefined],
  ])("%s", (json, expected) => {
    expect(readObjects(json)).toEqual(expected);
  });

  it("returns members of which withoutMembers leaves out some", () => {
    const [members] = readObjects('{"a":1,"b":"x","children":[{}],"c":{}}') ?? [];
    expect(withoutMembers(members, ["children", "b"])).toBe('{"a":1,"c":{}}');
    expect(withoutMembers(members, ["a", "b", "c", "children"])).toBe("{}");
  });
});

describe("TextCursor", () => {
  it("continues after malformed text with the next name and value", () => {
    const cursor = new TextCursor('{"a":01 "b" : [1,}, "c":{"d":"x\ny"},,"e":tru,"f"5}');
    const found: string[][] = [];
    cursor.accept(0x7b);
    for (let name = cursor.name(); name !== undefined; name = cursor.name())
      found.push([name, cursor.value()]);
    expect(found).toEqual([
      ['"a"', "01"],
      ['"b"', "[1,}"],
      ['"c"', '{"d":"x\ny"}'],
      ['"e"', "tru"],
    ]);
  });

  it("ends with any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\ a1') }), (text) => {
        const cursor = new TextCursor(text);
        while (!Number.isNaN(cursor.peek())) {
          const before = cursor.at;
          if (cursor.name() === undefined && cursor.at === before) cursor.skip();
          expect(cursor.at).toBeGreaterThan(before);
        }
        readObjects(text);
      }),
      { numRuns: 200 },
    );
  });
});

/** `isSameValue` and `valueDifferences`. */
import { describe, expect, it } from "vitest";
import { isSameValue, valueDifferences } from "../../src/analysis/json-value.ts";

/** As deep as a value can be. */
const deep = `${"[".repeat(1000)}1${"]".repeat(1000)}`;

describe("isSameValue", () => {
  it.each<[string, string]>([
    ['"a"', '"a"'],
    ['"a\\r\\nb "', '" a\\nb"'],
    ['{"a":1,"b":[2]}', '{"b":[2],"a":1}'],
    ['"{\\"a\\": 1}"', '{"a":1}'],
    ['{"a":"[1, 2]"}', '{"a":[1,2]}'],
    ["1", '"1"'],
    ["13", '"     13.00"'],
    ["null", '""'],
    ["1.50", "1.5"],
    ["1.5000000000000", "1.5"],
    [deep, deep.replace("1", " 1")],
  ])("is true (case %#)", (one, other) => {
    expect(isSameValue(one, other)).toBe(true);
    expect(isSameValue(other, one)).toBe(true);
  });

  it.each<[string, string]>([
    ['"a"', '"b"'],
    ['"a b"', '"ab"'],
    ["[1,2]", "[2,1]"],
    ["[1]", '{"0":1}'],
    ['{"a":1}', '{"a":1,"b":2}'],
    ['{"a":1}', '{"b":1}'],
    ['{"__proto__":1}', "{}"],
    ["12345678901234567890", "12345678901234567891"],
    ['{"a":0.12345678901234567891}', '{"a":0.12345678901234567892}'],
    ["1.50000000000000", "1.5"],
    ["[]", "{}"],
    ["0", "null"],
    [deep, deep.replace("1", "2")],
  ])("is false (case %#)", (one, other) => {
    expect(isSameValue(one, other)).toBe(false);
    expect(isSameValue(other, one)).toBe(false);
  });
});

describe("valueDifferences", () => {
  it.each<[string, string, [string, string | undefined, string | undefined][]]>([
    ['{"a":1}', '{"a":"1"}', []],
    ["1", "2", [["", "1", "2"]]],
    [
      '{"a":1,"b":[1,2]}',
      '{"b":[1,3],"c":null}',
      [
        ["/a", "1", undefined],
        ["/b/1", "2", "3"],
        ["/c", undefined, "null"],
      ],
    ],
    ['{"a/b~c":1}', '{"a/b~c":2}', [["/a~1b~0c", "1", "2"]]],
    ['"{\\"a\\":1}"', '{"a":2}', [["/a", "1", "2"]]],
    ["[1]", '{"0":1}', [["", "[1]", '{"0":1}']]],
    [`"{src: '/a.jpg', crops: []}"`, '{"src":"/b.jpg","crops":[]}', [["/src", '"/a.jpg"', '"/b.jpg"']]],
    ['"x"', "[1]", [["", '"x"', "[1]"]]],
    ["[1]", '"x"', [["", "[1]", '"x"']]],
    ['{"__proto__":1}', "{}", [["/__proto__", "1", undefined]]],
  ])("returns the pointer and both values of each difference (case %#)", (before, after, expected) => {
    const differences = valueDifferences(before, after);
    expect(differences.map((each) => [each.pointer, each.before, each.after])).toEqual(expected);
  });

  it("returns values of any depth, and numbers with their digits", () => {
    expect(valueDifferences(deep, "1")).toEqual([{ pointer: "", before: deep, after: "1" }]);
    const [{ before, after }] = valueDifferences("[12345678901234567890]", "[12345678901234567891]");
    expect([before, after]).toEqual(["12345678901234567890", "12345678901234567891"]);
  });
});

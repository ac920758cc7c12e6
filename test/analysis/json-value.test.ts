/** What counts as the same value, and what does not. */
import { describe, expect, it } from "vitest";
import { isSameValue } from "../../src/analysis/json-value.ts";

const deep = `${"[".repeat(50_000)}1${"]".repeat(50_000)}`;

describe("two values", () => {
  it.each<[string, string]>([
    ['"a"', '"a"'],
    ['"a\\r\\nb "', '" a\\nb"'],
    ['{"a":1,"b":[2]}', '{"b":[2],"a":1}'],
    ['"{\\"a\\": 1}"', '{"a":1}'],
    ['{"a":"[1, 2]"}', '{"a":[1,2]}'],
    ["1", '"1"'],
    ["null", '""'],
    ["1.50", "1.5"],
    [deep, deep.replace("1", " 1")],
  ])("are the same: %#", (one, other) => {
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
    ["[]", "{}"],
    ["0", "null"],
    [deep, deep.replace("1", "2")],
  ])("differ: %#", (one, other) => {
    expect(isSameValue(one, other)).toBe(false);
    expect(isSameValue(other, one)).toBe(false);
  });
});

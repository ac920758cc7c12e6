/** `jsonAt`: parts of values by JSON pointer. */
import { expect, it } from "vitest";
import { jsonAt } from "../../src/json/pointer.ts";

const NESTED = JSON.stringify('{ "a": [1, {"b/c": 12345678901234567890}] }');

it.each<[string, string, string, string | undefined]>([
  ["the whole value", '{"a":1}', "", '{"a":1}'],
  ["a member", '{"a":{"b":1.50}}', "/a/b", "1.50"],
  ["an item", '["x","y"]', "/1", '"y"'],
  ["an empty name", '{"":1}', "/", "1"],
  ["the last of two members", '{"a":1,"a":2}', "/a", "2"],
  [
    "escapes of the pointer, and all digits, in a string of JSON",
    NESTED,
    "/a/1/b~1c",
    "12345678901234567890",
  ],
  ["compact JSON of a string of JSON", NESTED, "/a", '[1,{"b/c":12345678901234567890}]'],
  ["a part of loose JSON in a string", JSON.stringify("[{a:'x'}]"), "/0/a", '"x"'],
  ["no part of a text", '"text"', "/0", undefined],
  ["no item behind the last", "[1]", "/1", undefined],
  ["no item by another number", "[1]", "/00", undefined],
  ["no inherited member", "{}", "/constructor", undefined],
])("jsonAt returns %s", (_, value, pointer, expected) => {
  expect(jsonAt(value, pointer)).toBe(expected);
});

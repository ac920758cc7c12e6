/** JSON that is in memory: its members as they are written, taken apart. */
import { describe, expect, it } from "vitest";
import { MemberReader, readObjects, withoutMembers } from "../../src/json/json-in-memory.ts";

describe("objects", () => {
  it.each<[string, { name: string; value: string }[][] | undefined]>([
    [
      '{"a": 1.50, "b": [ 1, {} ]}',
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
    expect(readObjects(Buffer.from(json))).toEqual(expected);
  });

  it("are written without some of their members", () => {
    const [members] = readObjects(Buffer.from('{"a":1,"b":"x","children":[{}],"c":{}}')) ?? [];
    expect(withoutMembers(members, ["children", "b"])).toBe('{"a":1,"c":{}}');
    expect(withoutMembers(members, ["a", "b", "c", "children"])).toBe("{}");
  });
});

it("a value is read whole, or as much of it as is wanted", () => {
  const reader = new MemberReader(Buffer.from('[{"a":"0123456789"},"next",12]'));
  expect([reader.enterArray(), reader.hasElement(), reader.enterObject()]).toEqual([true, true, true]);
  for (const name of reader.names()) expect([name, reader.value(5)]).toEqual(['"a"', '"0123']);
  const rest: string[] = [];
  while (reader.hasElement()) rest.push(reader.value());
  expect(rest).toEqual(['"next"', "12"]);
});

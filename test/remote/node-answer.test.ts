/** `readNodeAnswer`. */
import { describe, expect, it } from "vitest";
import type { Fault } from "../../src/remote/answer.ts";
import { readNodeAnswer } from "../../src/remote/node-answer.ts";

const KEY = "5f0c9e7a-0000-4000-8000-0000000003e8";

describe("readNodeAnswer", () => {
  it("keeps the digits of numbers, also if fields of a parent are removed", () => {
    const own = `{"id":1000,"key":"${KEY}","ticks":636123456789012345,"x":1.0`;
    const properties = `"properties":{"a":{"alias":"a","editorAlias":null,"value":[-0,1e-400]}}`;
    for (const parent of ["", ',"parentId":7', ',"parentId":7,"parentKey":"k"']) {
      const body = Buffer.from(`${own}${parent},"path":[],${properties}}`);
      expect(readNodeAnswer(body, 1000)).toMatchObject({
        text: `${own},${properties}`,
      });
    }
  });

  it.each<[string, string, object]>([
    ["", "expected an array of root nodes, or one node, but the text ends", { isCut: true }],
    ['{"id":1000,"key":"', "the text ends", { isCut: true }],
    ["<!doctype html><title>Log in</title>", "it is a web page", { isElsewhere: true }],
    ["[]", "it is not a node", {}],
    ['{"id":7,"key":"x"}', "must be a GUID", { isSound: true }],
    [`{"id":7,"key":"${KEY}"}`, "it is not about node 1000", { isSound: true }],
    [`{"id":1000,"key":"${KEY}"}`, "it has no properties", { isSound: true }],
    [
      `{"id":1000,"key":"${KEY}","children":[{"id":1001,"key":"${KEY.replace("3e8", "3e9")}","properties":{}}]}`,
      "it has no properties",
      { isSound: true },
    ],
  ])("reports what is wrong with %s", (text, fault, kind) => {
    const { more, ...read } = readNodeAnswer(Buffer.from(text), 1000) as Fault;
    expect(more ?? 0).toBe(0);
    expect(read).toEqual({
      isCut: false,
      ...kind,
      fault: expect.stringContaining(fault),
    });
  });

  /** A value of each JSON type; a string that is neither a key nor a date. */
  const VALUES: Record<string, unknown> = {
    ...{ null: null, "a number": 7.5, "a string": "x", "a boolean": true },
    ...{ "an array": [7], "an object": { a: 7 } },
  };
  const NODE = {
    ...{ id: 1000, key: KEY, name: "a", url: "/", type: "page", sortOrder: 0 },
    ...{ createDate: "2016-03-01T10:00:05", updateDate: "2016-03-01T10:00:05", path: [], properties: {} },
  };

  it.each<[member: string, allowed: string[], fault: RegExp]>([
    ["id", [], /\/id must be a 32-bit integer, not |it is not about node/],
    ["key", [], /\/key must be a GUID, not /],
    ["name", ["null", "a string"], /\/name must be a string or null, not /],
    ["url", ["null", "a string"], /\/url must be a string or null, not /],
    ["type", ["a string"], /\/type must be a string, not /],
    ["sortOrder", ["null", "a number"], /\/sortOrder must be a number, not /],
    ["createDate", ["null", "a string"], /\/createDate must be a string or null, not /],
    ["updateDate", ["null", "a string"], /\/updateDate must be a string or null, not /],
    // Neither is stored: ancestors and children of a node are known from the lists.
    ["path", ["null", "an array"], /\/path must be an array, not /],
    ["children", ["null"], /\/children(\/0)? must be (an array|a node), not /],
    ["properties", [], /it has no properties|\/properties(\/a)? must be an object/],
  ])("checks the JSON type of %s, whatever the order of the members", (member, allowed, reason) => {
    for (const [type, value] of Object.entries(VALUES)) {
      const members = Object.entries({ ...NODE, [member]: value });
      for (const ordered of [members, members.toReversed()]) {
        const body = Buffer.from(JSON.stringify(Object.fromEntries(ordered)));
        const { fault } = readNodeAnswer(body, 1000) as Partial<Fault>;
        if (allowed.includes(type)) expect([type, fault]).toEqual([type, undefined]);
        else expect([type, fault]).toEqual([type, expect.stringMatching(reason)]);
      }
    }
  });
});

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
});

/** The lists in an answer, whatever else it contains. */
import { describe, expect, it } from "vitest";
import { readNodeLists, readRootLists } from "../../src/remote/list-answer.ts";

const KEY = "5f0c9e7a-0000-4000-8000-0000000003e8";
const DEEP = 1000;

/** An item with only an id, a key and children. */
function item(id: number, ...children: string[]): string {
  return `{"id":${id},"key":"${KEY.slice(0, -4)}${String(id).padStart(4, "0")}","children":[${children.join()}]}`;
}

function rootLists(text: string, levels = 9) {
  const read = readRootLists(Buffer.from(text), levels);
  if ("fault" in read) return read.fault;
  return [read.roots, Object.fromEntries(read.lists), ...(read.gap ? [read.gap] : [])];
}

function nodeLists(text: string, level = 1, maxLevel?: number) {
  const read = readNodeLists(Buffer.from(text), { id: 1, level, maxLevel });
  return "fault" in read ? read.fault : [Object.fromEntries(read.lists), read.gap];
}

describe("`readRootLists` and `readNodeLists`", () => {
  it.each<[string, string, unknown]>([
    ["no roots", "[]", [[], {}]],
    ["a leaf", `[${item(1)}]`, [[1], { 1: [] }]],
    ["two levels", `[${item(1, item(2), item(3))}]`, [[1], { 1: [2, 3], 2: [], 3: [] }]],
    ["white space and a byte order mark", `\ufeff [ ${item(1)} , ${item(2)} ] `, [[1, 2], { 1: [], 2: [] }]],
    ["children before the id", '[{"children":[{"id":2}],"id":1}]', [[1], { 1: [2] }]],
    ["an absent list", '[{"id":1,"children":null},{"id":2}]', [[1, 2], {}]],
    [
      "a node that is listed twice",
      `[${item(1, item(2, item(3)))},${item(2, item(4))}]`,
      [[1, 2], { 1: [2], 2: [3, 4], 3: [], 4: [] }],
    ],
    ["a list with null", `[${item(1, item(2), "null")}]`, [[1], { 2: [] }]],
    ["a list with an id that is text", '[{"id":1,"children":[{"id":"2"}]}]', [[1], {}]],
    ["a list with a duplicate id", '[{"id":1,"children":[{"id":2,"id":3}]}]', [[1], {}]],
    ["a duplicate list", '[{"id":1,"children":[{"id":2}],"children":[]}]', [[1], {}]],
    [
      "other members of those names",
      '[{"id":1,"x":{"id":5,"children":[{"id":6}]},"children":[]}]',
      [[1], { 1: [] }],
    ],
    ["a root that is not a node", `[${item(1)},7]`, [[1], { 1: [] }, "with 1 of 2 roots that are not nodes"]],
    [
      "roots with ids of other types",
      `[${item(1)},${[null, "1000", 2 ** 31, 1.5].map((id) => JSON.stringify({ id, key: "k" })).join()},{"key":"k"},{}]`,
      [[1], { 1: [] }, "with 6 of 7 roots that are not nodes"],
    ],
    ["only roots that are not nodes", "[7,null]", "body:1: /0 must be a node, not 7"],
    ["one node", item(1), "it is not an array of roots"],
  ])("read roots: %s", (_name, text, expected) => {
    expect(rootLists(text)).toEqual(expected);
  });

  it("stop at the requested level", () => {
    expect(rootLists(`[${item(1, item(2, item(3)))}]`, 2)).toEqual([[1], { 1: [2] }]);
  });

  it("read 1,000 levels", () => {
    const text = `[${'{"id":1,"key":"long enough","children":['.repeat(DEEP)}${"]}".repeat(DEEP)}]`;
    expect(rootLists(text, 3)).toEqual([[1], { 1: [1, 1] }]);
  });

  it.each<[string, string, unknown]>([
    ["its children", item(1, item(2, item(3))), [{ 1: [2] }, undefined]],
    ["no list", '{"id":1}', [{}, "without children"]],
    [
      "some that are not nodes",
      item(1, "{}", item(2), "[]"),
      [{ 1: [2] }, "with 2 of 3 children that are not nodes"],
    ],
    [
      "some that are not nodes, beside ancestors that are not nodes",
      item(1, '{"name":"a"}').replace("{", '{"path":[{"name":"b"}],'),
      [{ 1: [] }, "with 1 of 1 children that are not nodes"],
    ],
    ["another node", item(2), "it is not about node 1"],
  ])("read the lists of one node: %s", (_name, text, expected) => {
    expect(nodeLists(text)).toEqual(expected);
  });

  it.each<[string, number, object]>([
    ["if the path is complete", 3, { 1: [], 8: [9, 1000], 9: [1], 1000: [] }],
    ["except if an ancestor is missing from the path", 4, { 1: [] }],
  ])("read the lists of the ancestors %s", (_name, level, expected) => {
    const path = `[${item(8, item(9), item(1000))},${item(9, item(1))}]`;
    const text = item(1).replace("{", () => `{"path":${path},`);
    expect(nodeLists(text, level, level + 1)).toEqual([expected, undefined]);
  });

  it("return the text of an item, with all digits, unless the answer is malformed", () => {
    const sound = item(2).replace("{", '{"name":"n","more":12345678901234567890,');
    const textIn = (answer: string) => {
      const read = readNodeLists(Buffer.from(answer), { id: 1, level: 1, maxLevel: 2 });
      return "fault" in read ? read.fault : [2, 3].map(read.itemText);
    };
    const text = `{"id":2,"key":"${KEY.slice(0, -4)}0002","name":"n","more":12345678901234567890`;
    expect(textIn(item(1, sound))).toEqual([text, undefined]);
    expect(textIn(item(1, "{}", sound))).toEqual([undefined, undefined]);
  });
});

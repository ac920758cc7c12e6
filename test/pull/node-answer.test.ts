/** The quick way to read an answer gives what the thorough way gives, or nothing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRemoteAnswer } from "../../src/formats/remote-answer.ts";
import { withoutParentNames } from "../../src/json/node-text.ts";
import { readCanonicalNode, readNodeAnswer } from "../../src/pull/node-answer.ts";

const KEY = "5f0c9e7a-0000-4000-8000-0000000003e8";
const value = fc.oneof(
  fc.jsonValue(),
  fc.double(),
  fc.constantFrom(-0, 1e21, 0.1, "\u2028", "é", '"', "\ud83d\ude00"),
);
const name = fc.constantFrom(
  "alias",
  "editorAlias",
  "value",
  "name",
  "url",
  "7",
  "__proto__",
  "x",
  "sortOrder",
  "isHidden",
  "extra",
);
const property = fc.oneof(
  { weight: 5, arbitrary: fc.record({ alias: fc.string(), editorAlias: fc.string(), value }) },
  { weight: 1, arbitrary: fc.dictionary(name, value) },
);
const node = fc
  .tuple(
    fc.array(fc.tuple(name, value), { maxLength: 6 }),
    fc.dictionary(fc.string(), property),
    fc.boolean(),
  )
  .map(([others, properties, isLast]) => {
    const own = {
      id: 1000,
      key: KEY,
      ...Object.fromEntries(others.filter(([other]) => other !== "sortOrder")),
    };
    return isLast ? { ...own, path: [], properties, children: [] } : { properties, ...own };
  });

describe("readNodeAnswer: reading an answer about a node", () => {
  it("gives the same text by either way", () => {
    fc.assert(
      fc.property(node, fc.constantFrom(undefined, 1), (data, indent) => {
        const body = Buffer.from(JSON.stringify(data, undefined, indent));
        const quick = readCanonicalNode(body);
        if (quick === undefined) return;
        const thorough = readRemoteAnswer(body, "node");
        expect(thorough).toHaveProperty("tree");
        if ("tree" in thorough)
          expect(quick.text.toString()).toBe(withoutParentNames(thorough.tree.text(0)).toString());
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["an answer of the usual form", `{"id":1000,"key":"${KEY}","properties":{}}`, true],
    ["white space", `{"id":1000, "key":"${KEY}","properties":{}}`, false],
    ["a number written otherwise", `{"id":1000,"key":"${KEY}","x":1.0,"properties":{}}`, false],
    ["a name that is there twice", `{"id":1000,"key":"${KEY}","x":1,"x":1,"properties":{}}`, false],
    ["another order", `{"key":"${KEY}","id":1000,"properties":{}}`, false],
    ["a parent of its own", `{"id":1000,"key":"${KEY}","parentId":7,"properties":{}}`, false],
    ["numeric aliases out of order", `{"id":1000,"key":"${KEY}","properties":{"7":{},"3":{}}}`, false],
  ])("reads %s quickly: %s", (_name, text, isQuick) => {
    expect(readCanonicalNode(Buffer.from(text)) !== undefined).toBe(isQuick);
  });

  it("keeps the digits of numbers, also where fields that name a parent are left out", () => {
    const own = `{"id":1000,"key":"${KEY}","ticks":636123456789012345,"x":1.0`;
    const properties = `"properties":{"a":{"alias":"a","editorAlias":null,"value":[-0,1e-400]}}`;
    for (const parent of ["", ',"parentId":7', ',"parentId":7,"parentKey":"k"']) {
      const body = Buffer.from(`${own}${parent},"path":[],${properties}}`);
      expect(readNodeAnswer(body, { id: 1000 })).toMatchObject({
        text: `${own},${properties}`,
      });
    }
  });

  it.each<[string, string, object]>([
    ["", "expected an array of root nodes, or one node, but the text ends", { isCut: true }],
    ['{"id":1000,"key":"', "the text ends", { isCut: true }],
    ["<!doctype html><title>Log in</title>", "it is a web page", { isPage: true }],
    ["[]", "it is no node", {}],
    ['{"id":7,"key":"x"}', "must be a GUID", { isSound: true }],
    [`{"id":7,"key":"${KEY}"}`, "it is about another node than 1000", { isSound: true }],
    [`{"id":1000,"key":"${KEY}"}`, "it has no properties", { isSound: true }],
    [
      `{"id":1000,"key":"${KEY}","children":[{"id":1001,"key":"${KEY.replace("3e8", "3e9")}","properties":{}}]}`,
      "it has no properties",
      { isSound: true },
    ],
  ])("tells what is wrong with %s", (text, fault, kind) => {
    expect(readNodeAnswer(Buffer.from(text), { id: 1000 })).toEqual({
      isCut: false,
      ...kind,
      fault: expect.stringContaining(fault),
    });
  });
});

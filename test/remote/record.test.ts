/** Comparing a node with its item in a list, and merging the two. */
import { describe, expect, it } from "vitest";
import { decodedText, type NodeText, nodeJson, textOfObject } from "../../src/json/node-text.ts";
import { mergedText, unchanged } from "../../src/remote/record.ts";

const ITEM = {
  id: 1,
  key: "5f0c9e7a-0000-4000-8000-000000000001",
  name: "A",
  url: "/a/",
  type: "page",
  sortOrder: 3,
  createDate: "2016-03-01T10:00:05",
  updateDate: "2016-03-01T10:00:06",
  isHidden: false,
};
const REST = { extra: { a: [1] }, properties: { title: { alias: "title", value: "é😀" } } };

function textOf(object: object): NodeText<string> {
  return textOfObject(JSON.stringify(object));
}

/** The record of a node that is kept for its current item in a list. */
function kept(before: object, item: object) {
  const outcome = unchanged(Buffer.from(textOf(before)) as Buffer as NodeText, textOf(item), () => false);
  return outcome && (outcome.text ? JSON.parse(nodeJson(outcome.text)) : "byte for byte");
}

// Refreshes of sites show which other changes make a node be fetched again.
describe("unchanged: a record of an earlier copy", () => {
  it.each<[string, object, object, unknown]>([
    ["is kept byte for byte if its item is the same", { ...ITEM, ...REST }, ITEM, "byte for byte"],
    [
      "is dropped if the item has no date",
      { ...ITEM, ...REST },
      { ...ITEM, updateDate: undefined },
      undefined,
    ],
    [
      "is dropped if neither has a date",
      { ...ITEM, updateDate: undefined, ...REST },
      { ...ITEM, updateDate: undefined },
      undefined,
    ],
    [
      "is kept with a field that resembles the properties after it",
      { ...ITEM, own: '":[', properties: {} },
      ITEM,
      { ...ITEM, own: '":[', properties: {} },
    ],
  ])("%s", (_, before, item, expected) => {
    expect(kept(before, item)).toEqual(expected);
  });
});

describe("mergedText: a record that is kept", () => {
  it("has the members of its current item, in the order of answers", () => {
    const item = { ...ITEM, name: "Another", isNew: true };
    const { name: _, ...before } = ITEM;
    const merged = mergedText(textOf({ ...before, own: 1, ...REST }), textOf(item));
    expect(nodeJson(merged)).toBe(JSON.stringify({ ...ITEM, name: "Another", own: 1, isNew: true, ...REST }));
  });

  it("keeps numbers as they are written", () => {
    const text = textOfObject(
      '{"id":1,"big":12345678901234567890,"properties":{"x":1.50}}',
    ) as NodeText<string>;
    const merged = mergedText(text, textOfObject('{"id":1,"name":"A"}') as NodeText<string>);
    expect(nodeJson(merged)).toBe('{"id":1,"name":"A","big":12345678901234567890,"properties":{"x":1.50}}');
    expect(decodedText(Buffer.from(merged) as Buffer as NodeText)).toBe(merged);
  });
});

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

function never(): boolean {
  return false;
}

/** The record of a node that is kept for its current item in a list. */
function kept(before: object, item: object, hasElsewhere: (name: string) => boolean = never) {
  const outcome = unchanged(Buffer.from(textOf(before)) as Buffer as NodeText, textOf(item), hasElsewhere);
  return outcome && (outcome.text ? JSON.parse(nodeJson(outcome.text)) : "byte for byte");
}

describe("unchanged: a record of an earlier copy", () => {
  it.each<[string, object, object, unknown]>([
    ["is kept byte for byte if its item is the same", { ...ITEM, ...REST }, ITEM, "byte for byte"],
    ["is kept if it has only properties after its item", { ...ITEM, properties: {} }, ITEM, "byte for byte"],
    [
      "is kept with the fields of its current item",
      { ...ITEM, ...REST },
      { ...ITEM, name: "Another", sortOrder: 4, url: "/another/" },
      { ...ITEM, name: "Another", sortOrder: 4, url: "/another/", ...REST },
    ],
    [
      "is kept with a field that no list has",
      { ...ITEM, own: 1, ...REST },
      ITEM,
      { ...ITEM, own: 1, ...REST },
    ],
    [
      "is dropped if the item has another date",
      { ...ITEM, ...REST },
      { ...ITEM, updateDate: "2016-03-01T10:00:07" },
      undefined,
    ],
    ["is dropped if the item has another type", { ...ITEM, ...REST }, { ...ITEM, type: "post" }, undefined],
    [
      "is dropped if the item has another key",
      { ...ITEM, ...REST },
      { ...ITEM, key: ITEM.key.replace(/1$/, "2") },
      undefined,
    ],
    [
      "is dropped if the item has no date",
      { ...ITEM, ...REST },
      { ...ITEM, updateDate: undefined },
      undefined,
    ],
    [
      "is dropped if it has no date",
      { ...ITEM, updateDate: undefined, ...REST },
      { ...ITEM, updateDate: undefined },
      undefined,
    ],
    ["is dropped if the item has a new field", { ...ITEM, ...REST }, { ...ITEM, isNew: true }, undefined],
    [
      "is kept with a field that resembles the properties after it",
      { ...ITEM, own: '":[', properties: {} },
      ITEM,
      { ...ITEM, own: '":[', properties: {} },
    ],
  ])("%s", (_, before, item, expected) => {
    expect(kept(before, item)).toEqual(expected);
  });

  it("is dropped if the item has lost a field that other items have", () => {
    const requested: string[] = [];
    const hasElsewhere = (name: string) => {
      requested.push(name);
      return name === '"isHidden"';
    };
    const { isHidden: _, ...item } = ITEM;
    expect(kept({ ...ITEM, properties: {} }, item, hasElsewhere)).toBeUndefined();
    expect(kept({ ...ITEM, own: 1, properties: {} }, ITEM, hasElsewhere)).toEqual({
      ...ITEM,
      own: 1,
      properties: {},
    });
    expect(requested).toEqual(['"isHidden"', '"own"']);
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

/** Comparing a node with its item in a list, and merging the two. */
import { describe, expect, it } from "vitest";
import { decodedText, encodedText, type NodeText, objectOf, textOfObject } from "../../src/json/node-text.ts";
import { mergedText, unchanged } from "../../src/pull/record.ts";

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

function nobody(): boolean {
  return false;
}

/** What is kept of a node, by what a list tells of it now. */
function kept(before: object, item: object, hasElsewhere: (name: string) => boolean = nobody) {
  const outcome = unchanged(encodedText(textOf(before)), textOf(item), hasElsewhere);
  return outcome && (outcome.text ? JSON.parse(objectOf(outcome.text)) : "to the letter");
}

describe("a node of an earlier copy", () => {
  it.each<[string, object, object, unknown]>([
    ["is kept to the letter where its item is the same", { ...ITEM, ...REST }, ITEM, "to the letter"],
    ["is kept with properties alone behind it", { ...ITEM, properties: {} }, ITEM, "to the letter"],
    [
      "is kept with what the item tells by now",
      { ...ITEM, ...REST },
      { ...ITEM, name: "Another", sortOrder: 4, url: "/another/" },
      { ...ITEM, name: "Another", sortOrder: 4, url: "/another/", ...REST },
    ],
    ["has a field that no list tells", { ...ITEM, own: 1, ...REST }, ITEM, { ...ITEM, own: 1, ...REST }],
    ["has another date", { ...ITEM, ...REST }, { ...ITEM, updateDate: "2016-03-01T10:00:07" }, undefined],
    ["has another type", { ...ITEM, ...REST }, { ...ITEM, type: "post" }, undefined],
    ["has another key", { ...ITEM, ...REST }, { ...ITEM, key: ITEM.key.replace(/1$/, "2") }, undefined],
    ["has no date by now", { ...ITEM, ...REST }, { ...ITEM, updateDate: undefined }, undefined],
    [
      "never had a date",
      { ...ITEM, updateDate: undefined, ...REST },
      { ...ITEM, updateDate: undefined },
      undefined,
    ],
    ["has got a field", { ...ITEM, ...REST }, { ...ITEM, isNew: true }, undefined],
    [
      "has lost a field that begins as what stands behind",
      { ...ITEM, own: '":[', properties: {} },
      ITEM,
      { ...ITEM, own: '":[', properties: {} },
    ],
  ])("%s", (_, before, item, expected) => {
    expect(kept(before, item)).toEqual(expected);
  });

  it("has lost a field that others in the list have", () => {
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

describe("a record that is kept", () => {
  it("has the members of its current item, in the order of answers", () => {
    const item = { ...ITEM, name: "Another", isNew: true };
    const { name: _, ...before } = ITEM;
    const merged = mergedText(textOf({ ...before, own: 1, ...REST }), textOf(item));
    expect(objectOf(merged)).toBe(JSON.stringify({ ...ITEM, name: "Another", own: 1, isNew: true, ...REST }));
  });

  it("keeps numbers as they are written", () => {
    const text = textOfObject(
      '{"id":1,"big":12345678901234567890,"properties":{"x":1.50}}',
    ) as NodeText<string>;
    const merged = mergedText(text, textOfObject('{"id":1,"name":"A"}') as NodeText<string>);
    expect(objectOf(merged)).toBe('{"id":1,"name":"A","big":12345678901234567890,"properties":{"x":1.50}}');
    expect(decodedText(encodedText(merged))).toBe(merged);
  });
});

/** `Members`: the members of an object, sorted into the order of answers. */
import { describe, expect, it } from "vitest";
import { ITEM_FIELDS, Members, RANK } from "../../src/json/members.ts";

type Member = [rank: number, text: string];

/** Members in a buffer, each after its separator, with a gap between them. */
function laid(members: readonly Member[], gap = "") {
  const list = new Members();
  let source = "";
  for (const [rank, text] of members) {
    source += gap;
    const start = source.length;
    source += (list.count === 0 ? "{" : ",") + text;
    list.add(rank, start, source.length);
  }
  return { list, source: Buffer.from(source) };
}

/** What `copy` writes. */
function copied(members: readonly Member[], gap = ""): string {
  const { list, source } = laid(members, gap);
  return list.copy(source).toString();
}

const A: Member = [0, '"id":1'];
const B: Member = [2, '"name":"x"'];
const C: Member = [RANK.otherScalar, '"own":true'];
const D: Member = [RANK.otherField, '"list":[]'];
const E: Member = [RANK.properties, '"properties":{}'];

it("RANK: the fields of items come first, then other scalars, other fields, and properties", () => {
  expect(ITEM_FIELDS).toEqual([
    ...["id", "key", "name", "url", "type", "sortOrder", "createDate", "updateDate"],
  ]);
  expect(RANK).toEqual({ otherScalar: 8, otherField: 9, properties: 10 });
});

describe("Members.copy sorts members", () => {
  it.each<[string, Member[], string]>([
    ["in order", [A, B, E], '{"id":1,"name":"x","properties":{}'],
    ["in reverse order", [E, D, C, B, A], '{"id":1,"name":"x","own":true,"list":[],"properties":{}'],
    ["in any order", [B, C, A], '{"id":1,"name":"x","own":true'],
    ["a single member", [A], '{"id":1'],
  ])("%s", (_, members, expected) => {
    expect(copied(members)).toBe(expected);
    expect(copied(members, "gap")).toBe(expected);
  });

  it("and keeps the order of members with the same rank", () => {
    const twin: Member = [RANK.otherScalar, '"other":false'];
    expect(copied([C, twin, A])).toBe('{"id":1,"own":true,"other":false');
    expect(copied([twin, C, A])).toBe('{"id":1,"other":false,"own":true');
  });
});

it("Members.measure returns the ends of the item, the fields and the text", () => {
  const { list } = laid([E, A, D, C]);
  // Each member has a separator of one byte before it.
  expect(list.measure()).toEqual({ item: 7 + 11, fields: 18 + 10, end: 28 + 16 });
});

it("Members.inOrder reports whether the members are in order", () => {
  expect(
    [
      [A, B],
      [A, B, E],
      [B, A],
      [E, A],
    ].map((members) => laid(members).list.inOrder),
  ).toEqual([...[true, true, false, false]]);
});

it("Members.clear removes all members", () => {
  const { list } = laid([E, A]);
  list.clear();
  expect(list.count).toBe(0);
  list.add(0, 0, 7);
  expect([list.inOrder, list.measure().end]).toEqual([true, 7]);
  list.clear();
  list.add(1, 5, 7);
  list.add(0, 0, 5);
  expect(list.measure()).toEqual({ item: 7, fields: 7, end: 7 });
});

/** The keys that are made of ids: other sites' copies hold them, so they never change. */
import { expect, it } from "vitest";
import { isKeyOfId, isLikeKeyOfId, keyOfAlias, keyOfId, keyOfName } from "../../src/tree/key.ts";

it.each([
  [1050, "073d6ae9-2780-56d5-8e46-d0ab7e727f24"],
  [1051, "ecbb0ed9-d188-550d-be06-aa119f1b2095"],
  [0, "0f1251bd-d26b-50cd-bf85-d3472c3feb5d"],
  [-1, "ddf540ef-65d2-564d-9fdc-c264ba9dbd6e"],
  [2147483647, "ec31e967-80d2-5bef-88f3-d852e4c382a9"],
  [-2147483648, "d9c6d1dd-5872-589c-b4e1-07a5268c8fdf"],
])("keyOfId: makes of the id %d the UUID of version 5 that any other program makes", (id, key) => {
  expect(keyOfId(id)).toBe(key);
});

it("keyOfId: differ from other keys of that version, and of other ids", () => {
  const key = keyOfId(1050);
  const other = keyOfName("7b1f0c4e-5d3a-4f0f-9a5b-2c8e6d417f93", "1051");
  const random = "7b1f0c4e-5d3a-4f0f-9a5b-2c8e6d417f93";
  expect([key, other, random].map((each) => isLikeKeyOfId(each))).toEqual([true, true, false]);
  expect([key, other, random].map((each) => isKeyOfId(each, 1050))).toEqual([true, false, false]);
});

it("keyOfId: makes of an alias the same key in whatever case, and another for each kind of thing", () => {
  expect(keyOfAlias("template", "HomePage")).toBe(keyOfAlias("template", "homepage"));
  const kinds = ["type", "template", "data type"] as const;
  expect(new Set(kinds.map((kind) => keyOfAlias(kind, "homePage"))).size).toBe(3);
});

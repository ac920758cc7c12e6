/** Keys derived from ids: existing copies contain them, so they must never change. */
import { expect, it } from "vitest";
import { isKeyOfId, isLikeKeyOfId, keyOfAlias, keyOfId, keyOfName } from "../../../src/site/tree/key.ts";

it.each([
  [1050, "073d6ae9-2780-56d5-8e46-d0ab7e727f24"],
  [1051, "ecbb0ed9-d188-550d-be06-aa119f1b2095"],
  [0, "0f1251bd-d26b-50cd-bf85-d3472c3feb5d"],
  [-1, "ddf540ef-65d2-564d-9fdc-c264ba9dbd6e"],
  [2147483647, "ec31e967-80d2-5bef-88f3-d852e4c382a9"],
  [-2147483648, "d9c6d1dd-5872-589c-b4e1-07a5268c8fdf"],
])("keyOfId derives the standard UUID of version 5 from the id %d", (id, key) => {
  expect(keyOfId(id)).toBe(key);
});

it("isLikeKeyOfId is true for UUIDs of version 5, isKeyOfId only for the key of the id", () => {
  const key = keyOfId(1050);
  const other = keyOfName("7b1f0c4e-5d3a-4f0f-9a5b-2c8e6d417f93", "1051");
  const random = "7b1f0c4e-5d3a-4f0f-9a5b-2c8e6d417f93";
  expect([key, other, random].map((each) => isLikeKeyOfId(each))).toEqual([true, true, false]);
  expect([key, other, random].map((each) => isKeyOfId(each, 1050))).toEqual([true, false, false]);
});

it("keyOfAlias derives the same key in any case, and another for each kind of object", () => {
  expect(keyOfAlias("template", "HomePage")).toBe(keyOfAlias("template", "homepage"));
  const kinds = ["type", "template", "data type"] as const;
  expect(new Set(kinds.map((kind) => keyOfAlias(kind, "homePage"))).size).toBe(3);
});

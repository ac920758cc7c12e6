/** Keys and ids: parsed, packed, and derived from each other. */
import { describe, expect, it } from "vitest";
import {
  deriveIds,
  type Identified,
  isKeyOfId,
  isLikeKeyOfId,
  KEY_WORDS,
  keyOfAlias,
  keyOfId,
  keyOfName,
  parseKey,
  readKeyWords,
  writeKeyWords,
} from "../../../src/site/tree/key.ts";

const KEY = "01234567-89ab-cdef-8123-456789abcdef";

describe("parseKey", () => {
  it.each([
    ["form D", KEY],
    ["form N", KEY.replaceAll("-", "")],
    ["form B", `{${KEY}}`],
    ["form P", `(${KEY})`],
    ["upper case", KEY.toUpperCase()],
    ["upper case N", KEY.replaceAll("-", "").toUpperCase()],
    ["mixed case B", `{${KEY.replace("abcdef", "AbCdEf")}}`],
  ])("accepts %s", (_, text) => {
    expect(parseKey(text)).toBe(KEY);
  });

  it.each([
    "",
    "0",
    ` ${KEY}`,
    `${KEY}\n`,
    `{${KEY}`,
    `${KEY}}`,
    `{${KEY})`,
    `(${KEY}}`,
    `{${KEY.replaceAll("-", "")}}`,
    KEY.slice(1),
    `${KEY}0`,
    KEY.replace("0", "g"),
    KEY.replace("-", ""),
    "01234567-89ab-cdef-8123456789ab-cdef",
  ])("refuses %j", (text) => {
    expect(parseKey(text)).toBeUndefined();
  });
});

describe("writeKeyWords and readKeyWords", () => {
  it.each([KEY, "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"])(
    "store %s",
    (key) => {
      const words = new Uint32Array(3 * KEY_WORDS);
      writeKeyWords(key, words, KEY_WORDS);
      expect(readKeyWords(words, KEY_WORDS)).toBe(key);
    },
  );
});

// Existing copies contain keys derived from ids, so they must never change.
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

const keyed = (start: string, n: number): Identified => ({
  key: `${start}-0000-4000-8000-${n.toString(16).padStart(12, "0")}`,
  id: undefined,
  hasDerivedId: false,
});

it("deriveIds takes the next free number in order of keys, wraps around, and skips 0", () => {
  const nodes = [
    keyed("ffffffff", 2),
    keyed("7fffffff", 1),
    keyed("00000000", 1),
    keyed("00000001", 1),
    { ...keyed("12345678", 1), id: 3 },
    keyed("00000003", 1),
  ];
  deriveIds(nodes);
  expect(nodes.map(({ id }) => id)).toEqual([5, 2147483647, 1, 2, 3, 4]);
  expect(nodes.map(({ hasDerivedId }) => hasDerivedId)).toEqual([true, true, true, true, false, true]);
});

it("deriveIds is fast for 100,000 keys with equal or adjacent first digits", () => {
  const nodes = Array.from({ length: 100_000 }, (_, n) =>
    keyed((0x00c0ffee + (n % 50_000)).toString(16).padStart(8, "0").replace(/.$/, "0"), n),
  );
  deriveIds(nodes);
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(100_000);
});

import { describe, expect, it } from "vitest";
import { KEY_WORDS, parseKey, readKeyWords, writeKeyWords } from "../../../src/site/tree/key.ts";

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

/** How texts and aliases are compared in a search. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instantOf } from "../../../src/analysis/find/criteria.ts";
import {
  foldedLetters,
  holdsNothing,
  letterFolder,
  mayHoldWords,
  searchedText,
  valueTexts,
} from "../../../src/analysis/find/search-text.ts";
import { wildcard } from "../../../src/analysis/wildcard.ts";

it.each([
  ["Kafé Tåkeluren", "kafe takeluren"],
  ["ÉCOLE", "ecole"],
  ["e\u0301cole", "ecole"],
  ["İstanbul", "istanbul"],
  ["Brølen", "brolen"],
  ["Ærø, Łódź, Straße", "aero, lodz, strasse"],
  ["한국어", "한국어"],
  ["ΚΑΛΏΣ", "καλως"],
  ["half\u00a0past, 12\u202fkm", "half past, 12 km"],
  ["Nebel\u00adhorn", "nebelhorn"],
  ["plain", "plain"],
])("folded: %s becomes %s", (text, searched) => {
  expect(foldedLetters(text)).toBe(searched);
  const fold = letterFolder();
  expect([fold(text), fold(`${text} ${text}`)]).toEqual([searched, `${searched} ${searched}`]);
});

it.each([
  ["<p>&lambda;660</p>", "λ660"],
  ["Caf&eacute; &amp; bar", "cafe & bar"],
  ["Caf&eacute; &amp; bar", "&amp; bar"],
  ["half&nbsp;past", "half past"],
  ["R&D", "r&d"],
  ["Nebel&shy;horn", "nebelhorn"],
  ["Nebel\u00adhorn", "nebelhorn"],
  ["<p>Nebel<b>horn</b></p>", "nebelhorn"],
  ['<p>Nebel<span style="color: red"><i>ho</i>rn</span></p>', "nebelhorn"],
  ["<p>N&auml;<wbr>he</p>", "nahe"],
  ["/search?a=1&copy=2", "a=1&copy=2"],
])("a value %j has the text %j", (text, wanted) => {
  expect(searchedText(text, foldedLetters)).toContain(wanted);
  const nested = JSON.stringify([{ text: JSON.stringify({ text }) }]);
  expect(mayHoldWords(nested, [wanted], letterFolder())).toBe(true);
});

describe("wildcard", () => {
  it.each([
    ["page", "Page", true],
    ["page", "pages", false],
    ["*", "", true],
    ["*page", "homePage", true],
    ["a*a", "a", false],
    ["a*a", "aa", true],
    ["a*b*c", "a-b-b-c", true],
    ["a*bc*c", "abc", false],
    ["**", "x", true],
    ["a.c", "abc", false],
  ])("%s matches %j: %s", (pattern, alias, is) => {
    expect(wildcard(pattern)(alias)).toBe(is);
  });

  it("matches as a regular expression does", () => {
    const letters = (unit: string[]) =>
      fc.array(fc.constantFrom(...unit), { maxLength: 8 }).map((all) => all.join(""));
    fc.assert(
      fc.property(letters(["a", "b", "*"]), letters(["a", "b"]), (pattern, alias) => {
        const expected = new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(alias);
        expect(wildcard(pattern)(alias)).toBe(expected);
      }),
    );
  });

  it("takes linear time", () => {
    expect(wildcard(`${"*a".repeat(20_000)}b`)("a".repeat(200_000))).toBe(false);
  });
});

describe("valueTexts", () => {
  it.each<[value: string, texts: string[]]>([
    ['"a"', ["a"]],
    ["12345678901234567890.10", ["12345678901234567890.10"]],
    ["null", []],
    ['"null"', ["null"]],
    ['""', [""]],
    ['[true,{"a":"b","c":[null,"d"]}]', ["true", "b", "d"]],
    [JSON.stringify(JSON.stringify({ a: JSON.stringify(["deep"]) })), ["deep"]],
    ['"[no JSON"', ["[no JSON"]],
    ['"{}"', []],
  ])("%s", (value, texts) => {
    expect([...valueTexts(value)]).toEqual(texts);
  });

  it("returns a text for each leaf of JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const leaves: string[] = [];
        JSON.stringify(value, (_, part) => {
          if (typeof part !== "object") leaves.push(part);
          return part;
        });
        fc.pre(!leaves.some((leaf) => typeof leaf === "string" && /^\s*[[{]/.test(leaf)));
        expect([...valueTexts(JSON.stringify(value))].length).toBe(leaves.length);
      }),
    );
  });

  it("reads a depth of 20,000", () => {
    const deep = `${"[".repeat(20_000)}"x"${"]".repeat(20_000)}`;
    expect([...valueTexts(deep)]).toEqual(["x"]);
    expect([...valueTexts(JSON.stringify(deep))]).toEqual(["x"]);
  });
});

it.each([
  ["2024-01-31", Date.UTC(2024, 0, 31)],
  ["2024-01-31T10:20", Date.UTC(2024, 0, 31, 10, 20)],
  ["2024-01-31 10:20:30.1234567", Date.UTC(2024, 0, 31, 10, 20, 30, 123)],
  ["2024-01-31t10:20:30z", Date.UTC(2024, 0, 31, 10, 20, 30)],
  ["2024-01-31T10:20:30Z", Date.UTC(2024, 0, 31, 10, 20, 30)],
  ["2024-01-31T10:20:30+0130", Date.UTC(2024, 0, 31, 8, 50, 30)],
  ["2024-02-31T99:00", undefined],
  ["31.01.2024", undefined],
  ["yesterday", undefined],
])("instantOf: %s is %s", (text, instant) => {
  expect(instantOf(text)).toBe(instant);
});

describe("holdsNothing: a value, and the same as JSON in a string,", () => {
  it.each<[string, boolean, unknown]>([
    ["of empty lists and objects", true, [[], {}]],
    ["with empty members", true, { contentData: [], layout: {} }],
    ["of null and white space", true, { "a.b": null, c: " \n" }],
    ["with a number", false, { a: 0 }],
    ["with a boolean", false, [false]],
    ["with a text", false, [{ key: "a" }]],
    ["with a text behind empty members", false, { a: [], b: { c: "x" } }],
    ["with a text that begins with a sign", false, { a: "-" }],
  ])("%s: %s", (_, expected, value) => {
    const json = JSON.stringify(value);
    expect([json, JSON.stringify(json)].map(holdsNothing)).toEqual([expected, expected]);
  });
});

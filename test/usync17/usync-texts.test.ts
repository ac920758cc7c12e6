/** Texts as uSync itself writes them. */
import { describe, expect, it } from "vitest";
import { hashKey, isJson, safeAlias, usyncJson } from "../../src/usync17/usync-texts.ts";

it.each([
  ["en-US", "eec79294"],
  ["en", "ad4fa7d7"],
  ["da-DK", "a4a78d07"],
  ["fr", "0d763096"],
  ["ru", "800a60e7"],
  ["http://dev.umbraco8", "f3c3dddc"],
])("hashKey of %s is .NET's hash", (text, hash) => {
  expect(hashKey(text)).toBe(`${hash}-0000-0000-0000-000000000000`);
});

it.each([
  ["Måkevær Foghorn Museum", "MaakevaerFoghornMuseum"],
  ["comment by Nate", "commentByNate"],
  ["keeper's log", "keepersLog"],
  ["Åshild Nøttveit", "aashildNoettveit"],
  ["Þórunn Ægisdóttir", "THorunnAegisdottir"],
  ["The night of 4 January 1923", "TheNightOf4January1923"],
  ["snake_case name", "snake_caseName"],
  ["ELITE2+", "ELITE2plus"],
  ["C++ and more", "CplusplusAndMore"],
  ["2023", ""],
  ["霧笛博物館", ""],
])("safeAlias of %s is %s", (name, alias) => {
  expect(safeAlias(name)).toBe(alias);
});

describe("usyncJson", () => {
  it("indents by two spaces, and keeps the digits of numbers and empty lists", () => {
    expect(usyncJson('{"a":[],"b":{},"c":[1.50,{"d":null}]}')).toBe(
      '{\n  "a": [],\n  "b": {},\n  "c": [\n    1.50,\n    {\n      "d": null\n    }\n  ]\n}',
    );
  });

  it("escapes what .NET escapes, in upper case", () => {
    const text = "<a href=\"x\">Ø & 'y' + `z`</a>\\ \t\u001f😀";
    const escaped =
      '["\\u003Ca href=\\u0022x\\u0022\\u003E\\u00D8 \\u0026 \\u0027y\\u0027 \\u002B \\u0060z\\u0060\\u003C/a\\u003E\\\\ \\t\\u001F\\uD83D\\uDE00"]';
    const written = usyncJson(JSON.stringify([text]));
    expect(written.replace(/\s*\n\s*/g, "")).toBe(escaped);
    expect(JSON.parse(written)).toEqual([text]);
  });

  it("escapes in one way whatever the stored JSON escapes", () => {
    const stored = String.raw`{"a\u002bb":"\u0041\u003d\u002b\/\u0022\b\u000b\u00e6"}`;
    expect(usyncJson(stored)).toBe(String.raw`{
  "a\u002Bb": "A=\u002B/\u0022\b\u000B\u00E6"
}`);
  });
});

it.each([
  ["[]", true],
  ['["a"]', true],
  ['{"a":1}', true],
  ["[2024]", false],
  ["[Home]", false],
  ["{{token}}", false],
  ["text", false],
])("isJson of %s is %s", (text, is) => {
  expect(isJson(text)).toBe(is);
});

/** `readValue` of long and deep values: time grows linearly. */
import { describe, expect, it } from "vitest";
import { readValue } from "../../../src/site/values/read-value.ts";
import { growsLinearly } from "../../support/growth.ts";
import { EDITORS, GUID, HEX, isSoundTree, TYPES } from "./hostile-parts.ts";

/** Values that grow deeper, in ways that could slow a reader down. */
const DEEP: Record<string, (size: number) => string> = {
  "deep arrays": (n) => "[".repeat(n) + "]".repeat(n),
  "deep arrays, cut": (n) => "[".repeat(n),
  "deep objects": (n) => `${'{"a":'.repeat(n)}1${"}".repeat(n)}`,
  "nested content in nested content": (n) =>
    `${'[{"ncContentTypeAlias":"a","b":'.repeat(n)}"umb://media/${HEX}"${"}]".repeat(n)}`,
  "archetypes in archetypes": (n) =>
    `${'{"fieldsets":[{"alias":"a","properties":[{"alias":"b","value":'.repeat(n)}1${"}]}]}".repeat(n)}`,
  "controls in controls": (n) => `${'{"editor":{"alias":"a"},"value":'.repeat(n)}1${"}".repeat(n)}`,
  "rich text in rich text": (n) =>
    `${'{"markup":"","blocks":{"contentData":[{"udi":"x","a":'.repeat(n)}1${"}]}}".repeat(n)}`,
  "blocks in areas of blocks": (n) =>
    `{"contentData":[],"layout":{"Umbraco.BlockGrid":[${'{"areas":[{"items":['.repeat(n)}${"]}]}".repeat(n)}]}}`,
};

/** Values that grow longer, in ways that could slow a reader down. */
const LONG: Record<string, (size: number) => string> = {
  "an area with many blocks": (n) =>
    `{"contentData":[{"key":"${GUID}"}],"layout":{"x":[{"areas":[{"items":[${`{"contentKey":"${GUID}"},`.repeat(n)}{}]}]}]}}`,
  "many members": (n) => `{${Array.from({ length: n }, (_, i) => `"m${i}":"umb://media/${HEX}"`).join(",")}}`,
  "many elements of a list": (n) => `[${`"umb://media/${HEX}",`.repeat(n)}1]`,
  "many ids": (n) => `"${"12,".repeat(n)}"`,
  backslashes: (n) => `"${"\\\\".repeat(n)}{"`,
  "quotes that are escaped": (n) => `"[${'\\"'.repeat(n)}]"`,
  "strings in strings": (n) => {
    let text = "[";
    for (let i = 0; i < Math.sqrt(n / 5); i++)
      text = `[${text.replaceAll('"', "u0022").replaceAll("[", "[\\u005c")}`;
    return JSON.stringify(`[${text}]`);
  },
  "tags that do not end": (n) => JSON.stringify("<a ".repeat(n)),
  "attributes that do not end": (n) => JSON.stringify('<a href="'.repeat(n)),
  "attributes that do not end, with either quote": (n) => JSON.stringify(`<a b='<a c="`.repeat(n)),
  "attributes whose quotes are escaped in turns": (n) =>
    JSON.stringify(`<a b=\\"<a c=\\\\'<a d=\\\\\\"`.repeat(n)),
  "attributes without values": (n) => JSON.stringify(`<a ${"b ".repeat(n)}>`),
  "white space in tags": (n) => JSON.stringify(`<a ${" ".repeat(n)}b${" ".repeat(n)}=${" ".repeat(n)}`),
  "white space": (n) => JSON.stringify(`${" ".repeat(n)}<${" ".repeat(n)}`),
  entities: (n) => JSON.stringify(`<a b="${"&#".repeat(n)}">`),
  "macros in macros": (n) => JSON.stringify(`<?UMBRACO_MACRO a="`.repeat(n)),
  "macros in parameters of macros": (n) =>
    JSON.stringify(`<?UMBRACO_MACRO a="${"&lt;?UMBRACO_MACRO a=&quot;".repeat(n)}">`),
  "local links that do not end": (n) => JSON.stringify("{localLink:".repeat(n)),
  "local links without a target": (n) => JSON.stringify(`{localLink:${"a".repeat(n)}`),
  "UDIs that are cut": (n) => JSON.stringify("umb://document/0123".repeat(n)),
  "UDIs with hyphens": (n) => JSON.stringify(`umb://document/${"-".repeat(n)}`),
  "media paths in a row": (n) => JSON.stringify("/media/1001/".repeat(n)),
  "media paths after commas": (n) => JSON.stringify("/media/1001/x,".repeat(n)),
  hosts: (n) => JSON.stringify(`<a b=${"//a.b".repeat(n)}/media/1001/x>`),
  "media paths in parentheses": (n) => JSON.stringify("(/media/1001/x)".repeat(n)),
  "media paths after parentheses": (n) => JSON.stringify(`<b>${"/media/1001/x)".repeat(n)}`),
  "media paths before parentheses": (n) => JSON.stringify(`<b>${"/media/1001/(x".repeat(n)}`),
  "media paths and full stops": (n) => JSON.stringify(`<b>${"/media/1001/x......".repeat(n)}`),
  parentheses: (n) => JSON.stringify(`/media/1001/${"(".repeat(n)}${")".repeat(n)}`),
  "full stops": (n) => JSON.stringify(`<b>/media/1001/x${".".repeat(n)}`),
  "percent signs": (n) => JSON.stringify("%7BlocalLink:%".repeat(n)),
  digits: (n) => "1".repeat(n),
  "digits in a string": (n) => `"${"1".repeat(n)}"`,
  "bare words": (n) => JSON.stringify(`[${"a".repeat(n)}]`),
  "loose JSON": (n) => JSON.stringify(`[${"{a:'b'},".repeat(n)}1]`),
  "names of links": (n) => `[${'{"url":"/x/","name":"y","udi":null},'.repeat(n)}1]`,
};

/** Deeper than data may be, and than the default stack of Node. */
const LEVELS = 20_000;

function readWithEditors(value: string): void {
  for (const editor of EDITORS.slice(0, 3)) readValue(value, editor, TYPES);
}

describe("readValue: long and deep values", () => {
  it.each(Object.entries({ ...DEEP, ...LONG }))("take linear time: %s", (_what, grow) => {
    expect(growsLinearly(grow, readWithEditors)).toBe(true);
  });

  it.each(Object.entries(DEEP))("are read to 1,000 levels: %s", (_what, grow) => {
    for (const value of [grow(LEVELS), JSON.stringify(grow(LEVELS))]) {
      const { elements } = readValue(value, null, TYPES);
      expect(isSoundTree(elements)).toBe(true);
      expect(elements.length).toBeLessThanOrEqual(1001);
    }
  });

  it("are read to 1,000 levels if each is a string of JSON or a macro's parameter", () => {
    let nested = "1";
    for (let i = 0; i < 18; i++) nested = JSON.stringify(`${"[".repeat(200)}${nested}${"]".repeat(200)}`);
    expect(readValue(nested, null, TYPES).elements).toEqual([]);
  });
});

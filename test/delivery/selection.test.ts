/** The grammar of `expand` and `fields`. */
import { describe, expect, it } from "vitest";
import { parseSelection, type Selection, selectedBelow } from "../../src/delivery/selection.ts";

const of = (properties: Record<string, Selection | undefined>, all?: Selection["all"]): Selection => ({
  properties: new Map(Object.entries(properties)),
  ...(all && { all }),
});

describe("parseSelection", () => {
  it.each<[text: string, selection: Selection]>([
    ["properties[title]", of({ title: undefined })],
    ["properties[title,author]", of({ title: undefined, author: undefined })],
    ["properties[$all]", of({}, { below: undefined })],
    ["properties[author[properties[name]]]", of({ author: of({ name: undefined }) })],
    [
      "properties[a,b[properties[c,$all]],$all[properties[$all]]]",
      of(
        { a: undefined, b: of({ c: undefined }, { below: undefined }) },
        { below: of({}, { below: undefined }) },
      ),
    ],
  ])("parseSelection reads %s", (text, selection) => {
    expect(parseSelection(text)).toEqual(selection);
  });

  it.each<[text: string, fault: string]>([
    ["all", 'has "a" at character 1, where "properties[" is expected'],
    ["properties[", "has its end at character 12, where the alias of a property is expected"],
    ["properties[]", 'has "]" at character 12, where the alias of a property is expected'],
    ["[properties[a]]", 'has "[" at character 1, where "properties[" is expected'],
    ["properties[a", 'has its end at character 13, where "," or "]" is expected'],
    ["properties[a,]", 'has "]" at character 14, where the alias of a property is expected'],
    ["properties[a[b]]", 'has "b" at character 14, where "properties[" is expected'],
    ["properties[a[properties[b]", 'has its end at character 27, where "]" is expected'],
    ["properties[a]]", 'has "]" at character 14, where the end is expected'],
  ])("parseSelection reports what is wrong with %s", (text, fault) => {
    expect(parseSelection(text)).toEqual({ fault });
  });
});

describe("selectedBelow", () => {
  const selection = parseSelection("properties[a[properties[b]],$all]") as Selection;

  it.each([
    ["a", { below: of({ b: undefined }) }],
    ["b", { below: undefined }],
  ])("selectedBelow finds %s", (alias, below) => {
    expect(selectedBelow(selection, alias)).toEqual(below);
  });

  it("selectedBelow finds nothing that is not named", () => {
    expect(selectedBelow(parseSelection("properties[a]") as Selection, "A")).toBeUndefined();
    expect(selectedBelow(undefined, "a")).toBeUndefined();
  });
});

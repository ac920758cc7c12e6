/** Look-ups in the types of a site. */
import { describe, expect, it } from "vitest";
import {
  describeType,
  findType,
  missingTypes,
  nearAliases,
  typeNamer,
} from "../../../src/site/schema/find-type.ts";
import { contentTypeOf, keyOf } from "../../support/site.ts";

const TYPES = [contentTypeOf(1, "page"), contentTypeOf(2, "Page"), contentTypeOf(3, "news")];

describe("findType", () => {
  it.each([
    [{ by: "id", id: 2 } as const, 2],
    [{ by: "id", id: 9 } as const, undefined],
    [{ by: "key", key: keyOf(3) } as const, 3],
    [{ by: "key", key: keyOf(9) } as const, undefined],
    // The first of two matches.
    [{ by: "alias", alias: "PAGE" } as const, 1],
    [{ by: "alias", alias: "pages" } as const, undefined],
  ])("%o is type %s", (target, id) => {
    expect(findType(TYPES, target)?.id).toBe(id);
  });

  it.each([
    [{ by: "id", id: 7 } as const, "content type with the id 7"],
    [{ by: "key", key: keyOf(7) } as const, `content type with the key ${keyOf(7)}`],
    [{ by: "alias", alias: "blog" } as const, "content type with the alias blog"],
  ])("describeType: %o is %s", (target, expected) => {
    expect(describeType("content", target)).toBe(expected);
  });
});

describe("nearAliases: suggestions for an alias", () => {
  it.each<[string, string[], string[]]>([
    ["pgae", ["page", "news"], []],
    ["pae", ["page", "news"], ["page"]],
    ["paged", ["page", "pages", "news"], ["page", "pages"]],
    ["textpage", ["TextPage2", "textPaeg", "testPage"], ["testPage", "TextPage2", "textPaeg"]],
    // One mistake per four characters, and at least one.
    ["abcdefgh", ["abcdefXX", "abcdeXXX"], ["abcdefXX"]],
    ["ab", ["ac", "xy", "abc"], ["ac", "abc"]],
    ["xabcdefg", ["abcdefgh"], ["abcdefgh"]],
    // An alias that contains the other is similar, unless the other has one or two letters.
    ["news", ["newsArticleFolder", "new"], ["newsArticleFolder", "new"]],
    ["ne", ["newsArticleFolder"], []],
    // At most three.
    ["page", ["page1", "page2", "page3", "page4"], ["page1", "page2", "page3"]],
  ])("%s among %j: %j", (text, aliases, expected) => {
    expect(nearAliases(text, aliases)).toEqual(expected);
  });
});

it("missingTypes lists types of nodes without a definition, if the data has types", () => {
  const counts = new Map([
    ["page", 3],
    ["gone", 2],
  ]);
  expect(missingTypes(TYPES, counts)).toEqual([{ alias: "gone", nodes: 2 }]);
  expect(missingTypes([], counts)).toEqual([]);
});

it("typeNamer returns the names of a type and of properties that have one", () => {
  const page = contentTypeOf(1, "page", { title: { name: "Title" }, body: { name: "" } });
  const content = [page, contentTypeOf(2, "news")];
  const namesOf = typeNamer({ content, media: [] });
  const named = (of: "node" | "element", type: string) => namesOf({ kind: "content", of, type });
  for (const of of ["node", "element"] as const)
    expect([...named(of, "Page").properties]).toEqual([["title", "Title"]]);
  expect(named("node", "gone")).toEqual({ properties: new Map() });
});

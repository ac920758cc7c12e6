/** `countNodes`. */
import { expect, it } from "vitest";
import { countNodes } from "../../../src/site/tree/tree.ts";
import { nodeOf, smallTree, treeOf } from "../../support/site.ts";

it("countNodes counts nodes by level, and by type in order of types", () => {
  const typed = (id: number, type: unknown) => ({ ...nodeOf(id, "x"), type });
  const nodes = [...smallTree(), typed(5, "news"), typed(6, "Zebra"), typed(7, null), typed(8, "news")];
  const { total, levels, types } = countNodes(treeOf(nodes as ReturnType<typeof smallTree>));
  expect({ total, levels, types: [...types] }).toEqual({
    total: 8,
    levels: [5, 2, 1],
    types: [
      ["Zebra", 1],
      ["news", 2],
      ["page", 4],
    ],
  });
});

it("countNodes counts nothing in an empty tree", () => {
  expect(countNodes(treeOf([]))).toEqual({ total: 0, levels: [], types: new Map() });
});

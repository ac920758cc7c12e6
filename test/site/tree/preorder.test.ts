/** `preorder`: rows with parents in preorder. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_PARENT, preorder } from "../../../src/site/tree/preorder.ts";

type Fault = [row: number, reason: string, other: number | undefined];

function ordered(parents: readonly number[], sortOrders: readonly number[] = parents.map(() => 0)) {
  const faults: Fault[] = [];
  const { rowAt, level, parent, end } = preorder(
    parents.length,
    Int32Array.from(parents),
    Float64Array.from(sortOrders),
    (row, reason, other) => faults.push([row, reason, other]),
  );
  return { rows: [...rowAt], level: [...level], parent: [...parent], end: [...end], faults };
}

/** The same, as a plain recursive walk. */
function plainly(parents: readonly number[], sortOrders: readonly number[]) {
  const found = { rows: [], level: [], parent: [], end: [] } as Record<string, number[]>;
  const walk = (above: number, level: number, parent: number) => {
    const rows = parents.flatMap((each, row) => (each === above ? [row] : []));
    for (const row of rows.sort((a, b) => sortOrders[a] - sortOrders[b] || a - b)) {
      const index = found.rows.push(row) - 1;
      found.level[index] = level;
      found.parent[index] = parent;
      walk(row, level + 1, index);
      found.end[index] = found.rows.length;
    }
  };
  walk(NO_PARENT, 1, NO_PARENT);
  return { ...found, faults: [] };
}

it("preorder returns the row, level, parent and subtree end of each index", () => {
  expect(ordered([-1, 0, 1, 0, -1])).toEqual({
    rows: [0, 1, 2, 3, 4],
    level: [1, 2, 3, 2, 1],
    parent: [-1, 0, 1, 0, -1],
    end: [4, 3, 3, 4, 5],
    faults: [],
  });
});

it("preorder orders siblings by sortOrder, then by row", () => {
  expect(ordered([-1, -1, -1, 0, 0, 0], [5, -1, 5, 2, 1, 2]).rows).toEqual([1, 0, 4, 3, 5, 2]);
});

it("preorder equals a plain walk for rows in any order", () => {
  const node = fc.tuple(fc.nat(), fc.integer({ min: -2, max: 2 }));
  fc.assert(
    fc.property(fc.array(node, { maxLength: 30 }), fc.nat(), (nodes, seed) => {
      // Each row's parent is an earlier row or none; then the rows are permuted.
      const size = nodes.length;
      const name = (row: number) => (row < 0 ? row : (row * (size % 7 === 0 ? 5 : 7) + seed) % size);
      const parents: number[] = [];
      const sortOrders: number[] = [];
      nodes.forEach(([parent, sortOrder], row) => {
        parents[name(row)] = name((parent % (row + 1)) - 1);
        sortOrders[name(row)] = sortOrder;
      });
      expect(ordered(parents, sortOrders)).toEqual(plainly(parents, sortOrders));
    }),
  );
});

describe("preorder: a cycle", () => {
  it.each<[string, number[], Fault[]]>([
    ["of one row", [-1, 1], [[1, "is an ancestor of its own parent", 1]]],
    ["of several rows, at its lowest row", [3, -1, 0, 2, 0], [[0, "is an ancestor of its own parent", 3]]],
    ["with rows below it", [1, 2, 1, 0, 3], [[1, "is an ancestor of its own parent", 2]]],
    [
      "beside another cycle",
      [1, 0, 3, 2],
      [
        [0, "is an ancestor of its own parent", 1],
        [2, "is an ancestor of its own parent", 3],
      ],
    ],
  ])("%s is reported once", (_, parents, faults) => {
    expect(ordered(parents).faults).toEqual(faults);
  });
});

describe("preorder: a chain of rows", () => {
  const chain = (length: number) => ordered(Array.from({ length }, (_, row) => row - 1));

  it("may have 1,000 levels", () => {
    expect(chain(1000)).toMatchObject({ faults: [], level: { 999: 1000 }, end: { 0: 1000 } });
  });

  it.each([1001, 100_000])("is refused with %i levels, once", (length) => {
    expect(chain(length).faults).toEqual([
      [1000, "is on level 1001: a tree has at most 1000 levels", undefined],
    ]);
  });
});

/** The rows of a tree that is opened here and there. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TreeModel } from "../../src/explorer/tree-model.ts";
import type { Level, TreeRow } from "../../src/http/explorer/explorer-api.ts";

const WIDTH = 7;
const ROOTS = 450;

/** Each node has seven below it, whose keys begin with its own. */
function rowOf(key: string): TreeRow {
  return { id: 1, key, name: key, type: "page", children: WIDTH };
}

async function levelOf(parent: string | undefined, from: number, count: number): Promise<Level> {
  const total = parent === undefined ? ROOTS : WIDTH;
  const rows = Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, i) =>
    rowOf(parent === undefined ? `${from + i}` : `${parent}.${from + i}`),
  );
  return { total, from, rows, isSortable: true };
}

/** All rows that are open, as plainly as can be. */
function expectedRows(open: ReadonlySet<string>): string[] {
  const below = (key: string): string[] => [
    key,
    ...(open.has(key) ? Array.from({ length: WIDTH }, (_, i) => below(`${key}.${i}`)).flat() : []),
  ];
  return Array.from({ length: ROOTS }, (_, i) => below(`${i}`)).flat();
}

async function loadAll(tree: TreeModel): Promise<void> {
  for (let first = 0; first < tree.size; first += 50) {
    tree.need(first, first + 50);
    while (Array.from({ length: 50 }, (_, i) => tree.rowAt(first + i)).some((row) => row && !row.row))
      await Promise.resolve();
  }
}

describe("explorer: the rows of a tree", () => {
  it("are those of the nodes that are open, in order, and each knows its number", async () => {
    const numbers = fc.array(fc.nat(ROOTS), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(numbers, async (toggled) => {
        const tree = new TreeModel(levelOf);
        await tree.start();
        const open = new Set<string>();
        for (const number of toggled) {
          await loadAll(tree);
          const visible = tree.rowAt(number % tree.size);
          if (!visible?.row) continue;
          tree.toggle(visible);
          const { key } = visible.row;
          for (const each of [...open]) if (each === key || each.startsWith(`${key}.`)) open.delete(each);
          if (!visible.isOpen) open.add(key);
        }
        await loadAll(tree);
        const rows = Array.from({ length: tree.size }, (_, number) => tree.rowAt(number));
        expect(rows.map((row) => row?.row?.key)).toEqual(expectedRows(open));
        rows.forEach((row, number) => {
          expect(row && tree.numberOf(row.branch, row.index)).toBe(number);
        });
      }),
      { numRuns: 10 },
    );
  });
});

/** The rows of a tree that is opened here and there, and a scrollbar that stands for more than a browser can make high. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TreeModel } from "../../src/explorer/tree-model.ts";
import { VirtualScroll } from "../../src/explorer/virtual-scroll.ts";
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
      { numRuns: 20 },
    );
  });
});

describe("explorer: a scrollbar", () => {
  const VIEW = 700;
  const ROW = 28;
  const scrollOf = (rows: number) => {
    const scroll = new VirtualScroll(ROW);
    scroll.resize(rows, VIEW);
    return scroll;
  };

  it("is as high as the rows where a browser can do that", () => {
    const scroll = scrollOf(1000);
    expect(scroll.height).toBe(28_000);
    scroll.scrolled(14_000);
    expect([scroll.top, scroll.first, scroll.offsetOf(500)]).toEqual([14_000, 500, 14_000]);
  });

  it("reaches every row of millions: near ones pixel by pixel, the others by their share, both ends for sure", () => {
    const rows = 3_000_000;
    const scroll = scrollOf(rows);
    const { height } = scroll;
    expect(height).toBeLessThan(17_000_000);
    scroll.scrolled(100);
    expect([scroll.top, scroll.offsetOf(4)]).toEqual([100, 112]);
    scroll.scrolled(height / 2);
    expect(scroll.first / rows).toBeCloseTo(0.5, 3);
    const middle = scroll.top;
    scroll.scrolled(height / 2 + ROW);
    expect(scroll.top).toBe(middle + ROW);
    scroll.scrolled(height - VIEW);
    expect(scroll.first + scroll.count).toBeGreaterThanOrEqual(rows);
    scroll.scrolled(0);
    expect(scroll.first).toBe(0);
  });

  it("goes to a row, and stays there when the browser tells that it went", () => {
    const scroll = scrollOf(3_000_000);
    const scrollTop = scroll.scrollTo(2_345_678 * ROW);
    scroll.scrolled(Math.round(scrollTop));
    expect(scroll.first).toBeGreaterThanOrEqual(2_345_677);
    expect(scroll.first).toBeLessThanOrEqual(2_345_678);
  });
});

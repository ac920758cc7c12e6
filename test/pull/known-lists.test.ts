/** What is known of lists is put together from several answers, and compared with what others tell. */
import { describe, expect, it } from "vitest";
import { isStillLeaf, itemsIn, learn, missingIn, whereToGoOn } from "../../src/pull/look.ts";
import { newNode, type SiteNode } from "../../src/pull/site-node.ts";

const LOOK = 2;

function node(id: number, members: Partial<SiteNode> = {}): SiteNode {
  return { ...newNode(id), seen: LOOK, listed: LOOK, ...members };
}

describe("lists of one node in several answers", () => {
  it("are put together, those of the last answer first, each node once", () => {
    const known = new Map([
      [1, [10, 11]],
      [2, []],
      [3, [30]],
    ]);
    const told = new Map([
      [1, [12, 11]],
      [2, [20]],
      [4, [40]],
    ]);
    learn(known, told);
    expect([...known]).toEqual([
      [1, [12, 11, 10]],
      [2, [20]],
      [3, [30]],
      [4, [40]],
    ]);
  });

  it("are at fault where one lacks whom others tell", () => {
    expect(missingIn([1, 2, 3], [3, 1])).toBeUndefined();
    expect(missingIn(undefined, undefined)).toBeUndefined();
    expect(missingIn([1], undefined)).toBeUndefined();
    expect(missingIn([1], [1, 2, 3])).toBe("without the children 2, 3, which are listed elsewhere");
    expect(missingIn([], [1, 2, 3, 4, 5])).toBe(
      "without the children 1, 2, 3 and 2 more, which are listed elsewhere",
    );
    expect(missingIn(undefined, [7])).toBe("without the children 7, which are listed elsewhere");
  });
});

describe("a look that an earlier run has begun", () => {
  it("goes on above those whose lists it has not had, and at roots themselves", () => {
    const root = node(1, { children: [2, 3] });
    const had = node(2, { parent: root, children: [4] });
    const open = node(3, { parent: root, listed: 1 });
    const openBelow = node(4, { parent: had, listed: 0 });
    const known = new Map<number, readonly number[]>();
    expect(whereToGoOn([root, had, open, openBelow], LOOK, known)).toEqual([root, had]);
    expect([...known]).toEqual([
      [1, [2, 3]],
      [2, [4]],
    ]);
  });

  it("knows no list of a root that it has not had", () => {
    const root = node(1, { listed: 1, children: [9] });
    const known = new Map<number, readonly number[]>();
    expect(whereToGoOn([root], LOOK, known)).toEqual([root]);
    expect(known.size).toBe(0);
  });

  it("passes over those whom it has not found, and whose lists cannot be had", () => {
    const root = node(1, { children: [2, 3] });
    const gone = node(2, { parent: root, seen: 1, listed: 1 });
    const refused = node(3, { parent: root, listed: 1, unlisted: { id: 3, url: "x", reason: "y" } });
    expect(whereToGoOn([root, gone, refused], LOOK, new Map())).toEqual([]);
  });
});

describe("a node that lists nobody", () => {
  it("needs no line only where it never did, and its list was had", () => {
    expect(isStillLeaf(node(1), [])).toBe(true);
    expect(isStillLeaf(node(1), [2])).toBe(false);
    expect(isStillLeaf(node(1, { children: [2] }), [])).toBe(false);
    expect(isStillLeaf(node(1, { unlisted: { id: 1, url: "x", reason: "y" } }), [])).toBe(false);
  });
});

describe("whom lists name", () => {
  const lists = new Map([
    [1, [2, 3]],
    [3, [4, 2]],
  ]);

  it.each<[string, number | undefined, number[], number[]]>([
    ["each once, those whose lists they are included", undefined, [], [1, 2, 3, 4]],
    ["but for the node that was asked for", 1, [], [2, 3, 4]],
    ["and others", 3, [9, 1, 3], [9, 1, 2, 4]],
  ])("are told %s", (_, asked, others, expected) => {
    expect(itemsIn(lists, asked, others)).toEqual(expected);
  });
});

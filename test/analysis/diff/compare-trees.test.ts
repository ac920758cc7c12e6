/** `diffSites`: the changes between two trees, and how nodes are matched. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHANGE_KINDS, type ChangeKind } from "../../../src/analysis/diff/change-kinds.ts";
import { DEFAULT_RULES, ignorePatterns } from "../../../src/analysis/diff/compare-nodes.ts";
import { longestIncreasing } from "../../../src/analysis/diff/compare-trees.ts";
import { matchNodes } from "../../../src/analysis/diff/match-nodes.ts";
import { diffSites, type SiteDiff } from "../../../src/analysis/diff/site-diff.ts";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { createSite } from "../../../src/site/site.ts";
import { flatLines } from "../../flat-lines.ts";
import { type DataNode, everyNode } from "../../oracle.ts";
import { keyOf, nodeOf, siteOf, treeOf } from "../../support/site.ts";
import { dataDirectory } from "../../support/temporary.ts";

type Parent = DataNode & { children: DataNode[] };

/** The key of nodes without a key. */
const ZERO = "00000000-0000-0000-0000-000000000000";

const OPTIONS = { kinds: ["content"], rules: DEFAULT_RULES, matchedBy: "key" } as const;

function compared(
  before: DataNode[],
  after: DataNode[],
  options: Partial<Parameters<typeof diffSites>[2]> = {},
) {
  return diffSites(siteOf(before), siteOf(after), { ...OPTIONS, ...options });
}

/** The change kinds of each changed node, by id. */
function changeKindsOf({ kinds }: SiteDiff): Map<number, ChangeKind[]> {
  return new Map(
    kinds.flatMap(({ changes, comparison }) =>
      changes.map((change): [number, ChangeKind[]] => [
        comparison.describe(change).id,
        [...change.changeKinds],
      ]),
    ),
  );
}

/** Sets the sort order of siblings to the order of the list. */
function inOrder(roots: DataNode[]): DataNode[] {
  for (const { node } of everyNode([{ ...nodeOf(0, ""), children: roots }])) {
    node.children?.forEach((child, i) => {
      child.sortOrder = i;
    });
  }
  return roots;
}

/** A tree in which each node is a root or the child of an earlier node, as the numbers choose. */
function treeFrom(parents: readonly number[]): DataNode[] {
  const nodes = parents.map((_, i) => nodeOf(i + 1, `Node ${i + 1}`) as Parent);
  const roots: DataNode[] = [];
  nodes.forEach((node, i) => {
    const parent = nodes[parents[i] % (i + 1)];
    (parent === undefined || parent === node ? roots : parent.children).push(node);
  });
  return inOrder(roots);
}

const trees = fc.array(fc.nat(), { minLength: 3, maxLength: 40 }).map(treeFrom);

type Edit = { changeKind: ChangeKind; node: number; to: number };
const edits = fc.array(
  fc.record({ changeKind: fc.constantFrom(...CHANGE_KINDS), node: fc.nat(), to: fc.nat() }),
  {
    maxLength: 8,
  },
);

/** A tree that is edited, with the expected changes. */
class Edited {
  readonly roots: DataNode[];
  readonly done = new Map<number, Set<ChangeKind>>();
  /** Parents whose children were reordered. */
  readonly #touched = new Set<Parent>();
  #nextId = 1000;

  constructor(roots: DataNode[]) {
    this.roots = structuredClone(roots);
  }

  apply({ changeKind, node: number, to }: Edit): void {
    const all = [...everyNode(this.roots)].filter(({ node }) => node.id < 1000);
    if (all.length < 2) return;
    const { node, ancestors } = all[number % all.length];
    const target = all[to % all.length].node as Parent;
    const parent = (ancestors.at(-1) ?? { children: this.roots }) as Parent;
    if (changeKind === "renamed") this.#set(node, "name", `Another ${to}`, changeKind);
    else if (changeKind === "retyped") this.#set(node, "type", `other${to}`, changeKind);
    else if (changeKind === "changed")
      this.#set(node, "properties", { title: { alias: "title", value: `${to}!` } }, changeKind);
    else if (changeKind === "added") this.#add(target);
    else if (changeKind === "removed") this.#remove(node, parent);
    else if (changeKind === "moved") this.#move(node, parent, target);
    else this.#reorder(parent);
  }

  #record(node: DataNode, changeKind: ChangeKind): void {
    this.done.set(node.id, (this.done.get(node.id) ?? new Set()).add(changeKind));
  }

  #set(node: DataNode, name: string, value: unknown, changeKind: ChangeKind): void {
    node[name] = value;
    this.#record(node, changeKind);
  }

  #add(target: Parent): void {
    const node = nodeOf(this.#nextId++, "New");
    target.children.push(node);
    this.#record(node, "added");
  }

  #remove(node: DataNode, parent: Parent): void {
    parent.children.splice(parent.children.indexOf(node), 1);
    for (const { node: each } of everyNode([node])) {
      if (each.id >= 1000) this.done.delete(each.id);
      else this.done.set(each.id, new Set(["removed"]));
    }
  }

  /** Each node at most once, and never within its parent or below itself. */
  #move(node: DataNode, parent: Parent, target: Parent): void {
    const isBelow = [...everyNode([node])].some(({ node: each }) => each === target);
    const changeKinds = this.done.get(node.id);
    if (isBelow || target === parent || changeKinds?.has("moved") || changeKinds?.has("reordered")) return;
    parent.children.splice(parent.children.indexOf(node), 1);
    target.children.push(node);
    this.#record(node, "moved");
  }

  /** Moves the first of at least three unmoved children to the end: no other single move gives that order. */
  #reorder(parent: Parent): void {
    const stayed = parent.children.filter(({ id }) => id < 1000 && !this.done.get(id)?.has("moved"));
    if (stayed.length < 3 || this.#touched.has(parent) || parent.id === undefined) return;
    this.#touched.add(parent);
    parent.children.splice(parent.children.indexOf(stayed[0]), 1);
    parent.children.push(stayed[0]);
    this.#record(stayed[0], "reordered");
  }
}

describe("diffSites: changes", () => {
  it("are exactly the edits of a random tree", () => {
    fc.assert(
      fc.property(trees, edits, (before, all) => {
        const edited = new Edited(before);
        // Reorderings are last, since a removal could undo them.
        for (const edit of all.toSorted(
          (a, b) => Number(a.changeKind === "reordered") - Number(b.changeKind === "reordered"),
        )) {
          edited.apply(edit);
        }
        const actual = changeKindsOf(compared(before, inOrder(edited.roots)));
        const expected = [...edited.done].map(([id, changeKinds]) => [
          id,
          CHANGE_KINDS.filter((changeKind) => changeKinds.has(changeKind)),
        ]);
        expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
      }),
      { numRuns: 50 },
    );
  });

  it("are in the order of the new tree, each removed node after its old predecessor", () => {
    const before = [nodeOf(1, "Home", [nodeOf(2, "A"), nodeOf(3, "B"), nodeOf(4, "C", [nodeOf(5, "D")])])];
    const after = [nodeOf(1, "Start", [nodeOf(3, "B"), nodeOf(6, "New"), nodeOf(7, "Newer")])];
    expect([...changeKindsOf(compared(before, after)).keys()]).toEqual([1, 2, 4, 5, 6, 7]);
  });

  it.each<[string, DataNode[], DataNode[]]>([
    ["a root moves below a new node", [nodeOf(1, "A")], [nodeOf(2, "B", [nodeOf(1, "A")])]],
    ["a node becomes a root", [nodeOf(2, "B", [nodeOf(1, "A")])], [nodeOf(1, "A"), nodeOf(2, "B")]],
    ["the node above it is removed", [nodeOf(3, "B", [nodeOf(1, "A")])], [nodeOf(1, "A")]],
  ])("include a move if %s", (_, before, after) => {
    expect(changeKindsOf(compared(before, after)).get(1)).toEqual(["moved"]);
  });

  it("do not occur between formats, orders of lines and orders of members", async () => {
    const sites = fc.tuple(trees, fc.array(fc.nat(), { minLength: 41, maxLength: 41 }));
    await fc.assert(
      fc.asyncProperty(sites, async ([roots, ranks]) => {
        const backwards = JSON.stringify(roots, (_, value) =>
          value && typeof value === "object" && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).reverse())
            : value,
        );
        const lines = flatLines(roots).trimEnd().split("\n");
        const shuffled = lines.toSorted((a, b) => ranks[lines.indexOf(a)] - ranks[lines.indexOf(b)]);
        const directories = [
          { "content.json": roots },
          { "content.json": backwards },
          { "content.ndjson": `${shuffled.join("\n")}\n` },
        ];
        const [first, ...others] = await Promise.all(
          directories.map(async (files) => createSite(await loadDirectory(dataDirectory(files)))),
        );
        for (const other of others) {
          const { kinds } = diffSites(first, other, OPTIONS);
          expect(kinds.flatMap(({ changes }) => changes)).toEqual([]);
        }
      }),
      { numRuns: 10 },
    );
  });
});

describe("diffSites: urls", () => {
  const at = (url: string, id: number, children: DataNode[] = []) => ({ ...nodeOf(id, "A", children), url });
  const site = (path: string, leaf: string) => [at("/", 1, [at(path, 2, [at(leaf, 3)])])];
  it.each<[string, string, string, Record<number, ChangeKind[]>, number]>([
    ["changed, and the URL below followed", "/b/", "/b/c/", { 2: ["changed"] }, 1],
    ["changed, and so did that below by itself", "/b/", "/b/d/", { 2: ["changed"], 3: ["changed"] }, 0],
    ["changed below a URL that did not", "/a/", "/a/d/", { 3: ["changed"] }, 0],
    ["became absolute", "https://x.example/a/", "https://x.example/a/c/", { 2: ["changed"] }, 1],
  ])("%s", (_, path, leaf, changeKinds, followed) => {
    const diff = compared(site("/a/", "/a/c/"), site(path, leaf));
    expect(Object.fromEntries(changeKindsOf(diff))).toEqual(changeKinds);
    expect(diff.kinds[0].followedUrls).toBe(followed);
  });

  it("follow the URL above a node without a URL", () => {
    const tree = (path: string) => [at(path, 1, [nodeOf(2, "Folder", [at(`${path}b/`, 3)])])];
    const diff = compared(tree("/a/"), tree("/c/"));
    expect(Object.fromEntries(changeKindsOf(diff))).toEqual({ 1: ["changed"] });
    expect(diff.kinds[0].followedUrls).toBe(1);
  });
});

describe("matchNodes matches nodes", () => {
  const news = (id: number, url: string) => ({ ...nodeOf(id, "News"), url });
  const before = [{ ...nodeOf(1, "Home", [news(2, "/News/?a=1"), nodeOf(3, "Folder")]), url: "/" }];
  const folder = { ...nodeOf(13, "Folder"), key: keyOf(3) };
  const after = [{ ...nodeOf(11, "Home", [news(12, "/news"), folder]), url: "https://new.example/" }];
  it.each([
    ["key", [-1, -1, 2]],
    ["url", [-1, -1, 2]],
    ["path", [0, 1, 2]],
    ["name-path", [0, 1, 2]],
  ] as const)("by %s", (by, expected) => {
    expect([...matchNodes(treeOf(before), treeOf(after), by).wasAt]).toEqual(expected);
  });

  it("in order if several have the same path of names, which it reports as shared", () => {
    const twice = [nodeOf(1, "A"), nodeOf(2, "A"), nodeOf(3, "B")];
    const { wasAt, shared } = matchNodes(
      treeOf(twice),
      treeOf([nodeOf(4, "A"), nodeOf(5, "B")]),
      "name-path",
    );
    expect([...wasAt]).toEqual([0, 2]);
    expect(shared).toEqual([{ identity: "A", before: 2, after: 1 }]);
  });

  it("and reports shared paths of either side from the root, with their last 40 names at most", () => {
    const chain = (names: readonly string[], twice: string): DataNode[] =>
      names.reduceRight<DataNode[]>(
        (below, name, i) => [nodeOf(i + 1, name, below)],
        [nodeOf(901, twice), nodeOf(902, twice)],
      );
    const sharedIn = (before: DataNode[], after: DataNode[]) =>
      matchNodes(treeOf(before), treeOf(after), "name-path").shared;
    expect(sharedIn(chain(["A"], "B"), [nodeOf(1, "A")])).toEqual([
      { identity: "A › B", before: 2, after: 0 },
    ]);
    expect(sharedIn([], chain(["A"], "B"))).toEqual([{ identity: "A › B", before: 0, after: 2 }]);
    const names = Array.from({ length: 40 }, (_, i) => `level ${i + 1}`);
    const [{ identity }] = sharedIn([], chain(names, "last"));
    expect(identity).toBe(["…", ...names.slice(1), "last"].join(" › "));
  });

  it("by key, even with different ids, and never by the id only", () => {
    const old = [nodeOf(1, "A"), nodeOf(2, "B")];
    const other = [
      { ...nodeOf(2, "A"), key: keyOf(1) },
      { ...nodeOf(9, "B"), key: keyOf(2) },
      { ...nodeOf(1, "C"), key: keyOf(3) },
    ];
    const matches = new Map([...matchNodes(treeOf(old), treeOf(other)).wasAt].entries());
    const ids = treeOf(other);
    expect([2, 9, 1].map((id) => matches.get(ids.findId(id)))).toEqual([0, 1, -1]);
  });

  it("at most once: a derived key is not matched with an id whose node is matched by key", () => {
    const old = [nodeOf(1, "A"), nodeOf(2, "B")];
    const other = [
      { ...nodeOf(1, "B"), key: keyOf(2) },
      { ...nodeOf(2, "C"), key: ZERO },
    ];
    expect([...matchNodes(treeOf(old), treeOf(other)).wasAt]).toEqual([1, -1]);
  });

  it("by id if a key on either side is derived from it", () => {
    const keyless = [{ ...nodeOf(1, "A"), key: ZERO }];
    const keyed = [nodeOf(1, "A")];
    for (const [old, other] of [
      [keyless, keyed],
      [keyed, keyless],
    ]) {
      expect([...matchNodes(treeOf(old), treeOf(other)).wasAt]).toEqual([0]);
    }
  });
});

describe("ignorePatterns ignores a property", () => {
  const LONG = "a".repeat(10_000);
  it.each([
    ["title", "TITLE", true],
    ["title", "subtitle", false],
    ["*title", "subtitle", true],
    ["page.title", "title", true],
    ["post.title", "title", false],
    ["p*e.t*e", "title", true],
    // In linear time, since aliases come from the site.
    ["*a*a*a*a*a*a*b", LONG, false],
    ["*a*a*a*a*a*a*a", LONG, true],
  ])("%s", (pattern, alias, isIgnored) => {
    expect(ignorePatterns([pattern])(alias, ["Page"])).toBe(isIgnored);
  });
});

it.each<[number[], number[]]>([
  [[], []],
  [
    [0, 1, 2],
    [0, 1, 2],
  ],
  [
    [1, 2, 0],
    [1, 2],
  ],
  [
    [0, 4, 1, 5, 2],
    [0, 1, 2],
  ],
])("longestIncreasing: %j: %j", (row, rise) => {
  expect([...longestIncreasing(row)].toSorted()).toEqual(rise);
});

/** `Renderer`: answers from a tree, long ones in chunks. */
import { describe, expect, it } from "vitest";
import { type Answer, Renderer } from "../../../src/site/tree/render.ts";
import { keyOf, nodeOf, smallTree, treeOf } from "../../support/site.ts";

const CHUNK = 64 * 1024;

function chunksOf(answer: Answer): Buffer[] {
  return answer instanceof Uint8Array
    ? [Buffer.from(answer)]
    : Array.from(answer, (chunk) => Buffer.from(chunk));
}

function parsed(answer: Answer): unknown {
  return JSON.parse(Buffer.concat(chunksOf(answer)).toString());
}

/** A node of a list in short: its id, and its children if it has the member. */
type Short = { id: number; children?: Short[] };
const shortOf = ({ id, children }: Short): Short =>
  children ? { id, children: children.map(shortOf) } : { id };

describe("Renderer: roots", () => {
  const renderer = new Renderer(treeOf(smallTree()));

  const at = (id: number, ...children: Short[]): Short => ({ id, children });
  it.each<[number, Short[]]>([
    [0, [{ id: 1 }]],
    [1, [{ id: 1 }]],
    [2, [at(1, { id: 2 }, { id: 4 })]],
    [3, [at(1, at(2, { id: 3 }), at(4))]],
    [4, [at(1, at(2, at(3)), at(4))]],
  ])("down to level %i", (maxLevel, expected) => {
    expect((parsed(renderer.roots(maxLevel)) as Short[]).map(shortOf)).toEqual(expected);
  });

  it("of an empty tree are an empty list", () => {
    expect(parsed(new Renderer(treeOf([])).roots(9))).toEqual([]);
  });
});

describe("Renderer: a node", () => {
  it("has its path, root first and without children, before its properties, and its children at the end", () => {
    const renderer = new Renderer(treeOf(smallTree()));
    const node = parsed(renderer.node(2, 3)) as Record<string, unknown> & { path: Short[] };
    expect(Object.keys(node)).toEqual(["id", "key", "name", "type", "sortOrder", "path", "properties"]);
    expect(node.path.map(shortOf)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(Object.keys(parsed(renderer.node(2, 4)) as object).at(-1)).toBe("children");
  });
});

describe("Renderer: a long answer", () => {
  const count = 5000;
  const children = Array.from({ length: count }, (_, i) => nodeOf(i + 2, `Page ${i}`));
  const renderer = new Renderer(treeOf([nodeOf(1, "Home", children)]));

  it("comes in chunks of 48 to 64 KB, except for the last", () => {
    const chunks = chunksOf(renderer.roots(2));
    expect(chunks.length).toBeGreaterThan(5);
    for (const { length } of chunks.slice(0, -1)) {
      expect(length).toBeGreaterThanOrEqual(48 * 1024);
      expect(length).toBeLessThanOrEqual(CHUNK);
    }
    expect((JSON.parse(Buffer.concat(chunks).toString()) as Short[])[0].children).toHaveLength(count);
  });

  it("does not depend on other answers that are rendered at the same time", () => {
    const one = renderer.roots(3);
    const other = renderer.node(0, 2);
    const short = renderer.node(7, 2);
    if (one instanceof Uint8Array || other instanceof Uint8Array) throw new Error("these are long");
    const [first, second] = [one[Symbol.iterator](), other[Symbol.iterator]()];
    const texts = ["", ""];
    for (let open = true; open; ) {
      const [a, b] = [first.next(), second.next()];
      if (!a.done) texts[0] += Buffer.from(a.value);
      if (!b.done) texts[1] += Buffer.from(b.value);
      open = !(a.done && b.done);
    }
    expect((JSON.parse(texts[0]) as Short[]).map(shortOf)).toEqual([
      { id: 1, children: children.map(({ id }) => ({ id, children: [] })) },
    ]);
    expect((JSON.parse(texts[1]) as Short).children).toHaveLength(count);
    expect(parsed(short)).toMatchObject({ id: 8, key: keyOf(8), path: [{ id: 1 }] });
  });

  it("may have texts longer than a chunk, in lists, in paths, and of the node itself", () => {
    const name = "é".repeat(100_000);
    const tree = treeOf([nodeOf(1, name, [nodeOf(2, name, [nodeOf(3, "leaf")])])]);
    const long = new Renderer(tree);
    for (const answer of [long.roots(9), long.node(2, 9), long.node(0, 9)]) {
      for (const { length } of chunksOf(answer)) expect(length).toBeLessThanOrEqual(CHUNK);
    }
    expect(parsed(long.roots(2))).toMatchObject([{ name, children: [{ name }] }]);
    expect(parsed(long.node(2, 0))).toMatchObject({ id: 3, path: [{ name }, { name }] });
    const children = [{ id: 3, children: [] }];
    expect(parsed(long.node(1, 9))).toMatchObject({ name, properties: { title: { value: name } }, children });
  });
});

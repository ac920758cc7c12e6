/** `TreeBuilder`: builds a tree from rows in any order, or reports faults. */
import { describe, expect, it } from "vitest";
import { keyOfId, ZERO_KEY } from "../../../src/site/tree/key.ts";
import { emptyTree, TreeBuilder } from "../../../src/site/tree/tree-builder.ts";
import { keyOf } from "../../support/site.ts";

type Row = {
  id: number;
  key?: string;
  parentId?: number;
  parentKey?: string;
  parentRow?: number;
  sortOrder?: number;
};

function textOf({ id, key }: Row): Buffer {
  return Buffer.from(`{"id":${id},"key":"${key ?? keyOf(id)}","properties":{}`);
}

function builderOf(rows: readonly Row[]): TreeBuilder {
  const builder = new TreeBuilder();
  for (const each of rows) {
    const row = builder.addRow(each.parentRow);
    builder.setId(row, each.id);
    builder.setKey(row, each.key ?? keyOf(each.id));
    if (each.parentId !== undefined) builder.setParentId(row, each.parentId);
    if (each.parentKey !== undefined) builder.setParentKey(row, each.parentKey);
    if (each.sortOrder !== undefined) builder.setSortOrder(row, each.sortOrder);
    const text = textOf(each);
    const fields = text.indexOf(',"properties"');
    builder.setText(row, text, { item: fields, fields, end: text.length });
  }
  return builder;
}

type Fault = [row: number, reason: string, other?: number];

function built(builder: TreeBuilder) {
  const faults: Fault[] = [];
  const tree = builder.build((...fault) => faults.push(fault));
  const indexes = tree ? Array.from({ length: tree.size }, (_, index) => index) : [];
  return {
    nodes: tree && indexes.map((index) => `${"-".repeat(tree.columns.level[index])}${tree.idAt(index)}`),
    faults,
    tree,
  };
}

describe("TreeBuilder: parents", () => {
  it.each<[string, Row[], string[]]>([
    ["are referred to by id, before or after their row", [{ id: 2, parentId: 1 }, { id: 1 }], ["-1", "--2"]],
    ["are referred to by key", [{ id: 2, parentKey: keyOf(1) }, { id: 1 }], ["-1", "--2"]],
    ["are referred to by row", [{ id: 1 }, { id: 2, parentRow: 0 }], ["-1", "--2"]],
    [
      "are referred to by id and key",
      [{ id: 1 }, { id: 2, parentId: 1, parentKey: keyOf(1) }],
      ["-1", "--2"],
    ],
    ["of roots are -1 and the zero key", [{ id: 1, parentId: -1, parentKey: ZERO_KEY }], ["-1"]],
    [
      "may have negative ids",
      [
        { id: -5, key: keyOf(5) },
        { id: 2, parentId: -5 },
      ],
      ["--5", "--2"],
    ],
    [
      "of roots are absent, and roots are ordered by sortOrder",
      [
        { id: 1, sortOrder: 2 },
        { id: 2, sortOrder: 1 },
      ],
      ["-2", "-1"],
    ],
  ])("%s", (_, rows, nodes) => {
    expect(built(builderOf(rows))).toMatchObject({ nodes, faults: [] });
  });
});

describe("TreeBuilder reports", () => {
  it.each<[string, Row[], Fault[]]>([
    ["a duplicate id", [{ id: 1 }, { id: 1, key: keyOf(2) }], [[1, "id 1 is used twice", 0]]],
    ["a duplicate key", [{ id: 1 }, { id: 2, key: keyOf(1) }], [[1, `key ${keyOf(1)} is used twice`, 0]]],
    [
      "a duplicate negative id",
      [
        { id: -7, key: keyOf(1) },
        { id: -7, key: keyOf(2) },
      ],
      [[1, "id -7 is used twice", 0]],
    ],
    ["a missing parent id", [{ id: 1, parentId: 9 }], [[0, "no node has the id 9 of its parent", undefined]]],
    [
      "a missing parent key",
      [{ id: 1, parentKey: keyOf(9) }],
      [[0, `no node has the key ${keyOf(9)} of its parent`, undefined]],
    ],
    [
      "parents by id and key that disagree",
      [{ id: 1 }, { id: 2 }, { id: 3, parentId: 1, parentKey: keyOf(2) }],
      [[2, "its parentId and its parentKey disagree", undefined]],
    ],
    [
      "a cycle",
      [
        { id: 1, parentId: 2 },
        { id: 2, parentId: 1 },
      ],
      [[0, "is an ancestor of its own parent", 1]],
    ],
  ])("%s", (_, rows, faults) => {
    const found = built(builderOf(rows));
    expect(found.tree).toBeUndefined();
    expect(found.faults.map(([row, reason, other]) => [row, reason, other])).toEqual(faults);
  });
});

it("findId and findKey find each of 2,000 nodes", () => {
  const rows = Array.from({ length: 2000 }, (_, i) => ({ id: i * 3 - 1000, key: keyOf(i * 1024) }));
  const { tree } = built(builderOf(rows));
  const indexes = [...rows.keys()];
  expect(rows.map(({ id }) => tree?.findId(id))).toEqual(indexes);
  expect(rows.map(({ key }) => tree?.findKey(key))).toEqual(indexes);
  expect(indexes.map((index) => ({ id: tree?.idAt(index), key: tree?.keyAt(index) }))).toEqual(rows);
  expect([tree?.findId(1), tree?.findKey(keyOf(1))]).toEqual([-1, -1]);
});

it("TreeBuilder.makeKey derives a key from the id only if the key is the zero GUID", () => {
  const builder = builderOf([
    { id: -3, key: ZERO_KEY },
    { id: 4, key: keyOf(4) },
  ]);
  expect([builder.makeKey(0), builder.makeKey(1)]).toEqual([keyOfId(-3), undefined]);
  expect(built(builder).tree?.findKey(keyOfId(-3))).toBe(0);
});

it("emptyTree has no nodes", () => {
  const tree = emptyTree();
  expect([tree.size, tree.findId(1), tree.findKey(keyOf(1))]).toEqual([0, -1, -1]);
});

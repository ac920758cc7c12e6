/** The explorer over HTTP with an earlier state of the data: the changes of rows, and removed nodes. */

import { expect, it } from "vitest";
import { DEFAULT_RULES } from "../../src/analysis/diff/compare-nodes.ts";
import { diffSites } from "../../src/analysis/diff/site-diff.ts";
import type {
  Changes,
  ExplorerSite,
  Level,
  NodeDetails,
  PathRow,
  TreeRow,
} from "../../src/http/explorer/explorer-api.ts";
import { KINDS } from "../../src/operations.ts";
import { createSite, type Site } from "../../src/site/site.ts";
import { siteDataOf } from "../../src/site/site-data.ts";
import { appOf, keyOf, nodeOf, sourceOf, treeOf } from "../support/site.ts";

const BEFORE = [
  nodeOf(1, "Home", [
    nodeOf(2, "Products", [nodeOf(3, "Chair"), nodeOf(4, "Table")]),
    nodeOf(5, "Old shop", [nodeOf(6, "Old item", [nodeOf(9, "Old part")]), nodeOf(11, "Old other")]),
    nodeOf(12, "Old page"),
    nodeOf(13, "Same", [nodeOf(14, "Same below"), nodeOf(15, "Old below")]),
  ]),
  nodeOf(10, "Old root"),
];
const AFTER = [
  nodeOf(1, "Home", [
    nodeOf(2, "Products", [{ ...nodeOf(3, "Armchair"), template: "seat" }]),
    nodeOf(7, "News"),
    nodeOf(8, "Archive", [nodeOf(4, "Table")]),
    nodeOf(13, "Same", [nodeOf(14, "Same below")]),
  ]),
];

async function compare({ trees }: Site) {
  const old = { content: treeOf(BEFORE), media: treeOf([]) };
  const monday = createSite(siteDataOf({ path: "/backup/monday", format: "JSON", trees: old }));
  const today = createSite(siteDataOf({ path: "site", format: "JSON", trees }));
  return diffSites(monday, today, { kinds: KINDS, rules: DEFAULT_RULES, matchedBy: "key" });
}

const app = appOf({ explorer: { compare } }, sourceOf(AFTER));

async function answer<T>(view: string, id?: number): Promise<T> {
  const key = id === undefined ? "" : `&key=${keyOf(id)}`;
  const response = await app.request(`/explorer/${view}${key}`);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

/** `Chair: 2 children, renamed, changed, 1 below`. */
function shown({ name, children, changeKinds = [], changedBelow }: TreeRow): string {
  const below = changedBelow === undefined ? [] : [`${changedBelow} below`];
  return `${name}: ${[`${children} children`, ...changeKinds, ...below].join(", ")}`;
}

const HOME = "Home: 6 children, 10 below";

it("/explorer/children: returns the changes of each row and the number of changes below; removed nodes come last", async () => {
  const roots = await answer<Level>("children?kind=content");
  expect(roots.total).toBe(2);
  expect(roots.rows.map(shown)).toEqual([HOME, "Old root: 0 children, removed"]);
  const level = await answer<Level>("children?kind=content", 1);
  expect(level).toMatchObject({ total: 6, from: 0, isSortable: true });
  expect(level.rows.map(shown)).toEqual([
    "Products: 1 children, 1 below",
    "News: 0 children, added",
    "Archive: 1 children, added, 1 below",
    "Same: 2 children, 1 below",
    "Old shop: 2 children, removed",
    "Old page: 0 children, removed",
  ]);
  const same = await answer<Level>("children?kind=content", 13);
  expect(same.rows.map(shown)).toEqual(["Same below: 0 children", "Old below: 0 children, removed"]);
});

it.each([
  ["from=0&count=2", ["Products", "News"]],
  ["from=3&count=2", ["Same", "Old shop"]],
  ["from=5&count=9", ["Old page"]],
  ["from=4&count=1", ["Old shop"]],
  ["from=6", []],
  ["order=-name&count=5", ["Same", "Products", "News", "Archive", "Old shop"]],
])("/explorer/children: includes removed nodes in the window %s", async (window, names) => {
  const level = await answer<Level>(`children?kind=content&${window}`, 1);
  expect([level.total, level.rows.map(({ name }) => name)]).toEqual([6, names]);
});

it("/explorer/children: lists the former children of a removed node", async () => {
  const level = await answer<Level>("children?kind=content", 5);
  expect(level).toMatchObject({ total: 2, from: 0, isSortable: false });
  expect(level.rows.map(shown)).toEqual(["Old item: 1 children, removed", "Old other: 0 children, removed"]);
  const second = await answer<Level>("children?kind=content&from=1&count=1", 5);
  expect([second.total, second.from, second.rows.map(({ name }) => name)]).toEqual([2, 1, ["Old other"]]);
  expect((await answer<Level>("children?kind=content", 9)).rows).toEqual([]);
});

it.each([
  [
    9,
    [HOME, "Old shop: 2 children, removed", "Old item: 1 children, removed", "Old part: 0 children, removed"],
  ],
  [15, [HOME, "Same: 2 children, 1 below", "Old below: 0 children, removed"]],
  [10, ["Old root: 0 children, removed"]],
  [3, [HOME, "Products: 1 children, 1 below", "Armchair: 0 children, renamed, changed"]],
])("/explorer/path: returns the path and positions of node %i, also if it is removed", async (id, rows) => {
  const path = await answer<PathRow[]>("path?kind=content", id);
  expect(path.map(({ row }) => shown(row))).toEqual(rows);
  for (const [i, { row, index, of }] of path.entries()) {
    const above = path[i - 1]?.row.id;
    const level = await answer<Level>(`children?kind=content&from=${index}&count=1`, above);
    expect([level.total, level.rows[0].id]).toEqual([of, row.id]);
  }
});

it("/explorer/node: lists the differences of a node, and a removed node in full", async () => {
  const changed = await answer<NodeDetails>("node?kind=content", 3);
  expect(changed.change).toEqual({
    changeKinds: ["renamed", "changed"],
    fields: [
      { name: "name", before: '"Chair"', after: '"Armchair"' },
      { name: "template", after: '"seat"' },
    ],
    properties: [{ name: "title", before: '"Chair"', after: '"Armchair"' }],
  });
  const removed = await answer<NodeDetails>("node?kind=content", 6);
  expect(removed.change).toEqual({ changeKinds: ["removed"], fields: [], properties: [] });
  expect(removed.fields.find(({ name }) => name === "name")?.json).toBe('"Old item"');
  expect(removed.groups[0].properties.map(({ json }) => json)).toEqual(['"Old item"']);
  expect(await answer("value?kind=content&alias=title", 6)).toBe("Old item");
  expect(await answer("links?kind=content", 6)).toEqual({ total: 0, from: 0, nodes: [] });
  expect((await answer<NodeDetails>("node?kind=content", 14)).change).toBeUndefined();
});

/** `removed 7: Old shop, …`. */
function groupText({ changeKinds, fields, properties, total, nodes }: Changes["groups"][number]): string {
  const names = [...fields, ...properties.map(({ alias }) => alias)];
  const shown = nodes.map(({ breadcrumbs, row }) => [...breadcrumbs, row.name].join(" › "));
  return `${changeKinds.join("+")} ${names.join(",")} ${total}: ${shown.join("; ")}`;
}

it("/explorer/changes: groups nodes with the same changes, added and removed nodes first", async () => {
  const all = await answer<Changes>("changes");
  expect(all.groups.map(groupText)).toEqual([
    "added  2: Home › News; Home › Archive",
    "removed  7: Home › Old shop; Home › Old shop › Old item; Home › Old shop › Old item › Old part; Home › Old shop › Old other; Home › Old page",
    expect.stringMatching(
      /^(?:renamed\+changed name,template,title 1: Home › Products › Armchair|moved parentKey 1: .*)$/,
    ),
    expect.stringMatching(
      /^(?:renamed\+changed name,template,title 1: Home › Products › Armchair|moved parentKey 1: .*)$/,
    ),
  ]);
  expect(all.total).toBe(11);
  expect(all.facets).toEqual({
    changeKinds: [
      { name: "added", nodes: 2 },
      { name: "removed", nodes: 7 },
      { name: "moved", nodes: 1 },
      { name: "renamed", nodes: 1 },
      { name: "changed", nodes: 1 },
    ],
    types: [{ kind: "content", alias: "page", name: null, nodes: 11 }],
    properties: [{ alias: "title", name: null, nodes: 1 }],
  });
});

it.each([
  ["changeKind=removed", 7],
  ["changeKind=moved", 1],
  ["kind=media", 0],
  ["typeAlias=page", 11],
  ["typeAlias=article", 0],
  ["alias=title", 1],
  ["alias=name", 1],
  ["group=added", 2],
])("/explorer/changes: filters by %s", async (query, total) => {
  expect((await answer<Changes>(`changes?${query}`)).total).toBe(total);
});

it("/explorer/changes: returns a window of the requested group", async () => {
  const whole = await answer<Changes>("changes?group=removed");
  expect(whole.groups[0].nodes).toHaveLength(7);
  const [part] = (await answer<Changes>("changes?group=removed&from=5&count=2")).groups;
  expect([part.total, part.from, part.nodes]).toEqual([7, 5, whole.groups[0].nodes.slice(5)]);
});

it("/explorer/site: counts the changes, and returns the earlier state without its path", async () => {
  const { against } = await answer<ExplorerSite>("site");
  expect(against).toEqual({
    name: "monday",
    counts: { added: 2, removed: 7, moved: 1, renamed: 1, retyped: 0, reordered: 0, changed: 1 },
  });
});

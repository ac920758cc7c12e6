/** `buildReferenceGraph` and `Site.node`: references between nodes, dead references, and references of unknown state. */

import { describe, expect, it } from "vitest";
import {
  buildReferenceGraph,
  ReferenceCollector,
  type ReferenceGraph,
} from "../../../src/site/references/reference-graph.ts";
import type { NodeIndex } from "../../../src/site/references/resolve-reference.ts";
import type { Site } from "../../../src/site/site.ts";
import type { SiteTrees } from "../../../src/site/site-data.ts";
import { siteNodes } from "../../../src/site/site-nodes.ts";
import { keyOfId } from "../../../src/site/tree/key.ts";
import type { DataNode } from "../../oracle.ts";
import { keyOf, nodeOf, propertiesOf, siteOf, udiOf } from "../../support/site.ts";

type Values = Parameters<typeof propertiesOf>[0];

/** A node whose properties have these editors and values. */
function page(id: number, values: Values, children: DataNode[] = []): DataNode {
  return { ...nodeOf(id, `page ${id}`, children), properties: propertiesOf(values) };
}

function image(id: number, url: string): DataNode {
  const properties = propertiesOf({ umbracoFile: ["Umbraco.ImageCropper", { src: url }] });
  return { ...nodeOf(id, `image ${id}`), url, properties };
}

function indexOf(content: DataNode[], media: DataNode[]) {
  const site = siteOf(content, media);
  return { site, trees: site.trees, index: buildReferenceGraph(site) };
}

function idsOf(trees: SiteTrees, nodes: readonly NodeIndex[]): number[] {
  return nodes.map(({ kind, index }) => trees[kind].idAt(index));
}

/** The ids of the nodes that each node refers to, or is referred to by. */
function edges(trees: SiteTrees, index: ReferenceGraph, side: "from" | "to"): Record<number, number[]> {
  const found: Record<number, number[]> = {};
  for (const node of siteNodes(trees)) {
    const ids = idsOf(trees, index[side](node));
    if (ids.length > 0) found[node.fields().id] = ids;
  }
  return found;
}

/** How many references the data can neither resolve nor rule out, by reason. */
function unknownIn(site: Site): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const node of site.nodes()) {
    for (const reference of site.values(node).flatMap(({ parts }) => parts.references)) {
      const found = site.resolve(reference);
      if (found.state === "unknown") counts[found.why] = (counts[found.why] ?? 0) + 1;
    }
  }
  return counts;
}

const MEDIA = [
  image(50, "/media/1050/a b.jpg"),
  image(51, "/media/1051/c.jpg"),
  image(52, "/media/1052/d.jpg"),
];

describe("buildReferenceGraph: references", () => {
  it("are counted once per pair of nodes, by id, GUID, UDI or path", () => {
    const image = '<img src="/Media/1050/a%20b.jpg?width=9">';
    const below = [
      page(2, {
        text: ["Umbraco.TinyMCE", `<a href="/{localLink:${udiOf("document", 3)}}">${image}</a>`],
        again: ["Umbraco.MediaPicker3", [{ key: keyOf(99), mediaKey: keyOf(50) }]],
        self: ["Umbraco.ContentPicker", "2"],
      }),
      page(3, { back: ["Umbraco.ContentPicker", keyOf(1)], image: ["Umbraco.MediaPicker", 51] }),
    ];
    const picked = ["Umbraco.MultiNodeTreePicker", `${udiOf("document", 2)},3`] as const;
    const root = page(1, { a: ["Umbraco.ContentPicker", 2], b: picked }, below);
    const { site, trees, index } = indexOf([root], MEDIA);
    expect(edges(trees, index, "from")).toEqual({ 1: [2, 3], 2: [3, 50], 3: [1, 51] });
    expect(edges(trees, index, "to")).toEqual({ 1: [3], 2: [1], 3: [1, 2], 50: [2], 51: [3] });
    expect(index.dead).toEqual([]);
    expect(unknownIn(site)).toEqual({});
    const [used, , unused] = siteNodes(trees, ["media"]);
    expect([used, unused].map((node) => index.countTo(node))).toEqual([1, 0]);
  });

  it("are dead if the node or file is missing, or of the other kind", () => {
    const values: Values = {
      gone: ["Umbraco.ContentPicker", 77],
      other: ["Umbraco.ContentPicker", udiOf("document", 51)],
      file: ["Umbraco.TinyMCE", 'x <img src="/media/1099/gone.jpg?a=b">'],
      link: ["Umbraco.MultiUrlPicker", [{ name: "x", udi: udiOf("media", 98) }]],
    };
    const { dead } = indexOf([page(1, values)], MEDIA).index;
    for (const { from } of dead) expect(from).toMatchObject({ kind: "content", index: 0 });
    expect(
      dead.map(({ property, why, reference: { kind, text, pointer } }) => [
        property,
        why,
        kind,
        text,
        pointer,
      ]),
    ).toEqual([
      ["gone", "no-such-node", "content", "77", ""],
      ["other", "other-kind", "content", udiOf("document", 51), ""],
      ["file", "no-such-file", "media", "/media/1099/gone.jpg?a=b", ""],
      ["link", "no-such-node", "media", udiOf("media", 98), "/0/udi"],
    ]);
  });
});

describe("buildReferenceGraph: references of unknown state", () => {
  const all: Values = {
    page: ["Umbraco.ContentPicker", 77],
    image: ["Umbraco.MediaPicker", udiOf("media", 77)],
    either: ["Umbraco.MultiNodeTreePicker", "77"],
    path: ["Umbraco.TinyMCE", '<img src="/media/1099/x.jpg">'],
  };

  it("are references to a kind of which the data has no nodes", () => {
    const { site, index } = indexOf([page(1, all)], []);
    expect(index.dead.map(({ property }) => property)).toEqual(["page"]);
    expect(unknownIn(site)).toEqual({ "no-tree": 3 });
  });

  it("are ids if ids are derived from keys, and keys if keys are derived from ids", () => {
    const derived = { ...page(1, all), id: 15, key: "0000000f-0000-4000-8000-000000000001" };
    const { site, index } = indexOf([derived], [image(50, "/media/1050/a.jpg")]);
    expect(index.dead.map(({ property }) => property)).toEqual(["image", "path"]);
    expect(unknownIn(site)).toEqual({ "derived-ids": 2 });
    const made = indexOf([page(1, all)], [{ ...image(50, "/media/1050/a.jpg"), key: keyOfId(50) }]);
    expect(made.index.dead.map(({ property }) => property)).toEqual(["page", "either", "path"]);
    expect(unknownIn(made.site)).toEqual({ "derived-keys": 1 });
  });

  it("are files that a property itself stores, and files on other hosts", () => {
    const own: Values = {
      upload: ["Umbraco.UploadField", "/media/1098/form.pdf"],
      crops: ["Umbraco.ImageCropper", '{"src":"/media/1097/x.jpg","crops":[]}'],
      shared: ["Umbraco.UploadField", "/media/1051/c.jpg"],
      abroad: ["Umbraco.TinyMCE", '<img src="https://cdn.example/media/1050/a b.jpg">'],
    };
    const { site, trees, index } = indexOf([page(1, own)], MEDIA);
    expect(index.dead).toEqual([]);
    expect(unknownIn(site)).toEqual({ "own-file": 2, "other-host": 1 });
    expect(edges(trees, index, "from")).toEqual({ 1: [51] });
  });
});

it("buildReferenceGraph resolves URLs of pages in any case, with escapes, query and fragment", () => {
  const urls: [page: DataNode, url: string][] = [
    [page(1, {}), "/"],
    [page(2, {}), "/a/%C3%A6/"],
    [page(3, {}), "https://other.example/c"],
  ];
  const links = ["/", "/A/æ", "/a/%c3%a6/?x=1#y", "/c/", "/gone/"];
  const text = links.map((href) => `<a href="${href}">x</a>`).join("");
  const from = page(9, { text: ["Umbraco.TinyMCE", text] });
  const content = [...urls.map(([node, url]) => ({ ...node, url })), { ...from, url: "/from/" }];
  const { site, trees, index } = indexOf(content, []);
  expect(edges(trees, index, "from")).toEqual({ 9: [1, 2, 3] });
  expect(index.dead).toEqual([]);
  expect(unknownIn(site)).toEqual({ "no-such-url": 1 });
});

it("ReferenceCollector collects references that its caller has read", () => {
  const { site, trees } = indexOf([page(1, {}, [page(2, {})])], MEDIA);
  const collector = new ReferenceCollector(site);
  const picked = (id: number) => site.read(String(id), "Umbraco.ContentPicker").references;
  collector.add({ kind: "content", index: 1 }, "one", picked(1));
  collector.add({ kind: "media", index: 2 }, "two", picked(2));
  collector.add({ kind: "media", index: 2 }, "two", picked(1));
  collector.add({ kind: "media", index: 2 }, "three", picked(3));
  const index = collector.finish();
  expect(edges(trees, index, "from")).toEqual({ 2: [1], 52: [2, 1] });
  expect(edges(trees, index, "to")).toEqual({ 1: [2, 52], 2: [52] });
  expect(index.dead).toMatchObject([{ from: { kind: "media", index: 2 }, property: "three" }]);
});

it("Site.node finds a node by id, key or path", () => {
  const { site } = indexOf([page(1, {})], MEDIA);
  expect(site.node({ by: "id", id: 1 })).toMatchObject({ kind: "content", index: 0 });
  expect(site.node({ by: "id", id: 51 })).toMatchObject({ kind: "media", index: 1 });
  expect(site.node({ by: "id", id: 51 }, "content")).toBeUndefined();
  expect(site.node({ by: "key", key: keyOf(52) })).toMatchObject({ kind: "media", index: 2 });
  expect(site.node({ by: "path", path: "/media/1050/A%20b.jpg" })).toMatchObject({ kind: "media", index: 0 });
  expect(site.node({ by: "path", path: "/media/1050/none.jpg" })).toBeUndefined();
  const pages = indexOf([{ ...page(1, {}), url: "/a/" }], []);
  expect(pages.site.node({ by: "path", path: "/A" })).toMatchObject({ kind: "content", index: 0 });
});

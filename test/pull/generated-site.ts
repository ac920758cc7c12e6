/** Trees of any size for tests, the same for the same size. */
import type { DataNode } from "../oracle.ts";

/** Makes roots with `count` nodes in all: `width` children a node, in levels, with ties and gaps in their order. */
export function generatedRoots(count: number, width: number, firstId = 1000): DataNode[] {
  const nodes = Array.from({ length: count }, (_, i) => generatedNode(firstId + i));
  const roots: DataNode[] = [];
  nodes.forEach((node, i) => {
    const siblings = i < 2 ? roots : nodes[Math.floor((i - 2) / width)].children;
    siblings?.push(node);
  });
  return roots;
}

function generatedNode(id: number): DataNode {
  const text = `Text of ${id}, with ünïcode and "quotes". `;
  return {
    id,
    key: `5f0c9e7a-0000-4000-8000-${id.toString(16).padStart(12, "0")}`,
    name: `Node ${id}`,
    url: `/node-${id}/`,
    type: id % 3 === 0 ? "article" : "page",
    sortOrder: id % 4,
    createDate: "2016-03-01T10:00:05",
    updateDate: "2016-03-01T10:00:05",
    isHidden: id % 2 === 0,
    extra: { of: [id, 1.5, null] },
    properties: {
      body: { alias: "body", editorAlias: "Umbraco.TinyMCE", value: text.repeat((id % 5) + 1) },
      "7": { alias: "7", editorAlias: "Umbraco.Integer", value: id },
    },
    children: [],
  };
}

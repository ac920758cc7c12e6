/** Trees of any size for tests; the same size gives the same tree. */
import { type DataNode, everyNode } from "../oracle.ts";

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

/** A date after that of each generated node. */
export const LATER = "2020-01-01T00:00:00";

/** @returns a node with its ancestors */
export function found(roots: DataNode[], id: number) {
  const node = [...everyNode(roots)].find((each) => each.node.id === id);
  if (node === undefined) throw new Error(`there is no node ${id}`);
  return node;
}

/** The list that holds a node. */
function siblingsOf(roots: DataNode[], id: number): DataNode[] {
  return found(roots, id).ancestors.at(-1)?.children ?? roots;
}

/** Removes a node, with all below it. */
export function remove(roots: DataNode[], id: number): DataNode {
  const siblings = siblingsOf(roots, id);
  return siblings.splice(
    siblings.findIndex((sibling) => sibling.id === id),
    1,
  )[0];
}

/** Changes a value of a node and its date. */
export function change(roots: DataNode[], id: number, updateDate = LATER): void {
  const { node } = found(roots, id);
  node.updateDate = updateDate;
  node.properties = {
    body: { alias: "body", editorAlias: "Umbraco.TinyMCE", value: `changed ${updateDate}` },
  };
}

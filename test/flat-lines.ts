/** Turns nested nodes into NDJSON, for tests. */
import type { DataNode } from "./oracle.ts";

/** As a `parentId`, this means no parent: children of a node with this id refer to its key. */
const NO_PARENT = -1;

/** A line for each node, the deepest level first, so that every parent comes after its children. */
export function flatLines(roots: object[]): string {
  const levels: string[][] = [];
  let level = (roots as DataNode[]).map((node) => ({ node, link: { parentId: null } as object }));
  while (level.length > 0) {
    levels.unshift(level.map(({ node: { children, ...own }, link }) => JSON.stringify({ ...own, ...link })));
    level = level.flatMap(({ node: { id, key, children = [] } }) =>
      children.map((node) => ({ node, link: id === NO_PARENT ? { parentKey: key } : { parentId: id } })),
    );
  }
  return levels
    .flat()
    .map((line) => `${line}\n`)
    .join("");
}

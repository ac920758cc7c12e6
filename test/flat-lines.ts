/** Turns nested nodes into NDJSON, for tests. */
import type { DataNode } from "./oracle.ts";

/** A line for each node, the deepest level first, so that every parent comes behind its children. */
export function flatLines(roots: object[]): string {
  const levels: string[][] = [];
  let level = (roots as DataNode[]).map((node) => ({ node, parentId: null as number | null }));
  while (level.length > 0) {
    levels.unshift(
      level.map(({ node: { children, ...own }, parentId }) => JSON.stringify({ ...own, parentId })),
    );
    level = level.flatMap(({ node }) =>
      (node.children ?? []).map((child) => ({ node: child, parentId: node.id })),
    );
  }
  return levels
    .flat()
    .map((line) => `${line}\n`)
    .join("");
}

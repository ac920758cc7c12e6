/** Everything in a tree, as plain values. */
import { HIGHEST_LEVEL, KINDS } from "../src/operations.ts";
import { Renderer } from "../src/site/tree/render.ts";
import type { Tree } from "../src/site/tree/tree.ts";

/** A node as operations return it. */
export type AnsweredNode = {
  id: number;
  key: string;
  name: string;
  url?: string;
  type: string;
  sortOrder?: number;
  createDate?: string;
  updateDate?: string;
  urlName?: string;
  template?: string | number;
  published?: boolean;
  path: { key: string }[];
  properties: Record<string, { alias: string; editorAlias: string | null; value: unknown }>;
};

/** The answers for all nodes, in the order of the tree. */
export function everyAnswer(tree: Tree): AnsweredNode[] {
  const renderer = new Renderer(tree);
  return Array.from({ length: tree.size }, (_, index) => JSON.parse(textOf(renderer.node(index, 0))));
}

/** The answers of the root operations with all levels, as text. */
export function wholeTrees(trees: Record<(typeof KINDS)[number], Tree>): string[] {
  return KINDS.map((kind) => textOf(new Renderer(trees[kind]).roots(HIGHEST_LEVEL)));
}

export function textOf(answer: Uint8Array | Iterable<Uint8Array>): string {
  return Buffer.concat(answer instanceof Uint8Array ? [answer] : [...answer]).toString();
}

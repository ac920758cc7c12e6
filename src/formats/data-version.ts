/** Tells one state of data from another: by what its nodes and its types say. */
import { KINDS, type Kind } from "../operations.ts";
import type { SiteTypes } from "../schema/site-types.ts";
import type { Tree } from "../tree/tree.ts";
import { digestTrees } from "../tree/tree-digest.ts";

/** @returns letters, digits, `-` and `_` that differ wherever an answer differs */
export function dataVersion(trees: Readonly<Record<Kind, Tree>>, types: SiteTypes): string {
  return digestTrees(
    KINDS.map((kind) => trees[kind]),
    KINDS.map((kind) => JSON.stringify(types[kind])),
  );
}

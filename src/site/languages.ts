/** The languages of a site. */
import type { Kind } from "../operations.ts";
import type { Tree } from "./tree/tree.ts";
import type { UnpublishedNode } from "./unpublished-node.ts";

/** The same data in another of its languages. */
export type LanguageSnapshot = {
  /** The code of the language. */
  language: string;
  trees: Readonly<Record<Kind, Tree>>;
  unpublished?: readonly UnpublishedNode[];
};

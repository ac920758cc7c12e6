/** What one file of a uSync folder says: of a node, or of what was done to one. */
import type { Key } from "../../tree/key.ts";
import type { UsyncFile } from "./list-files.ts";

/** What is kept of a node while all files are read. It holds no text that was cut out of a file's. */
export type SiteNode = {
  file: UsyncFile;
  key: Key;
  parentKey: Key;
  /** Absent where uSync writes none, until one is derived from the key. */
  id: number | undefined;
  hasDerivedId: boolean;
  type: string;
  /** As the file has it, for the order in which uSync applies files; the tree's levels are its own. */
  level: number;
  sortOrder: number | undefined;
  isTrashed: boolean;
  isBlueprint: boolean;
  /** In the culture that is read. */
  isPublished: boolean;
};

/** A property's text in the culture that is read; `undefined` where it has none. */
export type PropertyText = { alias: string; text: string | undefined };

/** A file of a node. */
export type NodeFile = {
  node: SiteNode;
  name: string;
  createDate: string | undefined;
  updateDate: string | undefined;
  properties: PropertyText[];
};

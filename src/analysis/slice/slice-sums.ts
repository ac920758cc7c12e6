/** What a slice comes to, once it is written, or before it is not. */
import type { SlicedNode } from "./slice-plan.ts";

/** What was written, in bytes all but the manifest and the list of files. */
export type WrittenSlice = {
  bytes: number;
  /** `missing` are files that nodes name and that are not there. Absent where the site has no folder of files. */
  files?: { count: number; bytes: number; missing: number };
};

/** What is too much: nodes in the order in which they were found, each with the bytes of its line and its file. */
export type SliceExcess = {
  nodes: number;
  bytes: number;
  typesBytes: number;
  unfit: readonly (SlicedNode & { bytes: number })[];
};
